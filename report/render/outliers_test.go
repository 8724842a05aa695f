package render

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gpca/report/experiment"
	"gpca/report/statistics"
)

var (
	madeAngle    = experiment.Measure{Name: "angle", Title: "angle in degrees", Points: "degrees", LowerIsBetter: true, Range: [2]float64{0, 90}}
	madeAccuracy = experiment.Measure{Name: "accuracy", Title: "accuracy in percent", Points: "points", Range: [2]float64{0, 100}}
	madeResidual = experiment.Measure{Name: "residual", Title: "median residual", LowerIsBetter: true, Ratio: true}
)

// A made study has one kind of outliers.
type made struct {
	all   []spoilt
	where string
	kind  string
	draws int
	r     *rand.Rand
}

func makeOutliers(draws int) *made {
	return &made{kind: "orthogonal outliers", where: "Wine", draws: draws, r: rand.New(rand.NewPCG(5, 1))}
}

// add adds numbers of a method: the mean at 0, 10, 20 and 40%, with normal draws around it.
func (m *made) add(measure experiment.Measure, method string, deviation float64, means ...float64) {
	for i, mean := range means {
		n := spoilt{contamination: m.kind, where: m.where, method: method, classical: "L2", fraction: true,
			level: []float64{0, 0.1, 0.2, 0.4}[i], measure: measure, samples: 2000}
		for range m.draws {
			n.Draws = append(n.Draws, mean+deviation*m.r.NormFloat64())
		}
		m.all = append(m.all, n)
	}
}

func (m *made) answer() string { return strings.Join(answerOutliers(m.all).sentences(), "\n") }

func says(t *testing.T, answer string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if not, ok := strings.CutPrefix(want, "not "); ok == strings.Contains(answer, strings.TrimPrefix(want, "not ")) {
			t.Errorf("the answer is\n%s\nwanted: %s%s", answer, map[bool]string{true: "not "}[ok], not)
		}
	}
	for _, line := range strings.Split(answer, "\n") {
		if strings.Contains(line, ": ") || strings.Contains(line, "  ") || strings.Contains(line, " .") {
			t.Errorf("a paragraph with a colon, or wrong blanks: %s", line)
		}
	}
}

// What is made is said, both ways.
func TestAnswerOnOutliers(t *testing.T) {
	m := makeOutliers(10)
	m.add(madeAngle, "L2", 0, 0)
	m.add(madeAngle, "L2", 0.5, 0, 84, 86, 88)
	m.all = append(m.all[:1], m.all[2:]...)
	m.add(madeAngle, "L1", 0.5, 8, 80, 85, 88)
	m.add(madeAngle, "ROBPCA", 0.5, 7, 7, 8, 88)
	m.add(madeAngle, "ROBPCA, α = 0.5", 0.5, 9, 9, 9, 10)
	m.add(madeAccuracy, "L2", 0.5, 95, 80, 70, 60)
	m.add(madeAccuracy, "L1", 0.5, 95, 80, 70, 60)
	m.add(madeAccuracy, "ROBPCA, α = 0.5", 0.5, 91, 91, 91, 91)
	says(t, m.answer(),
		"On clean data, by accuracy in percent, no method is shown to be better than L2 (largest difference",
		"; 1 of 2 comparisons show a method to be worse.",
		"Under orthogonal outliers up to 40%, which methods hold the subspace? L2 and L1 lose it from 10% on (angle 80 to 84°); "+
			"ROBPCA holds to 20% and loses it from 40% on (angle 88°); ROBPCA, α = 0.5 holds (angle 10°).",
		"ROBPCA, α = 0.5 holds longest; its least gain on clean data is −4.", ", which is shown to be a cost.",
		"Under orthogonal outliers, by accuracy in percent, ROBPCA, α = 0.5 is shown to be better than L2 (by 31.",
		"points, 40%, Wine).", "not draws leave open", "not no such level", "not settings")

	m = makeOutliers(10) // two data sets
	for m.where = range map[string]bool{"Wine": true} {
		m.add(madeAngle, "L2", 0.2, 5, 80, 85, 88)
		m.add(madeAngle, "best", 0.2, 5, 5, 5, 5)
	}
	m.where = "Digits"
	m.add(madeAngle, "L2", 0.2, 5, 5, 85, 88)
	m.add(madeAngle, "best", 0.2, 2, 2, 2, 88)
	says(t, m.answer(), "best is shown to be better than L2 (by 3.", "degrees, Digits)",
		"orthogonal outliers up to 40% (2 settings)", "L2 loses it from 10 to 20% on (angle 80 to 85°)",
		"best loses it from 40% on in some settings and never in others", "best holds longest")

	m = makeOutliers(3)
	m.add(madeAngle, "L2", 1, 5, 80, 85, 88)
	m.add(madeAngle, "best", 1, 5, 5, 5, 88)
	m.add(madeAngle, "worst", 1, 60, 80, 85, 88)
	says(t, m.answer(), "L2 loses it from 10% on", "worst loses it even without outliers (angle 60°)",
		"With 3 draws no such level is shown; at least 7 are needed.", "not leave open")

	m = makeOutliers(10)
	m.add(madeAngle, "L2", 30, 5, 60, 85, 88)
	m.add(madeAngle, "L1", 1, 5, 80, 85, 88)
	says(t, m.answer(), "In 1 of 2 cases 10 draws leave open at which level the subspace is lost, those of L2.",
		"No method holds in all settings.")
}

// Residuals are compared in percent; angles that p = 2 has by construction, and numbers that are not there, are left
// out, and a study without outliers has no answer.
func TestAnswerWithGaps(t *testing.T) {
	if all := answerOutliers(nil).sentences(); all != nil {
		t.Errorf("an answer without outliers: %q", all)
	}
	m := makeOutliers(10)
	m.add(madeResidual, "L2", 0, 2, 4)
	m.add(madeResidual, "best", 0, 1, 1)
	m.add(madeResidual, "gone", 0, 1)
	m.all[len(m.all)-1].Draws, m.all[len(m.all)-1].State = nil, statistics.Failed
	says(t, m.answer(), "best is shown to be better than L2 (by 50.0 ± 0.0%, Wine)", "(by 75.0 ± 0.0%, 10%, Wine)", "not gone", "not subspace")

	m = makeOutliers(10)
	m.add(madeAngle, "L2", 0, 0, 80, 85, 88)
	m.add(madeAngle, "best", 1, 5, 5, 5, 5)
	says(t, m.answer(), "not clean data", "best holds (angle 5°). best holds longest.")
}

// Where all methods are the same, and the data decides their differences as much as the draws do, the answer claims one
// in at most 5 of 100 studies, and where one is better it is found.
func TestNoDifferenceIsClaimed(t *testing.T) {
	const samples = 200
	methods := []string{"L2", "L1", "tanh", "spherical", "ROBPCA", "ROBPCA, α = 0.5", "grid"}
	claims := func(better float64) (count int) {
		r := rand.New(rand.NewPCG(1, 2))
		for range 100 {
			var all []spoilt
			for _, where := range []string{"Wine", "Cancer"} {
				folds := make([]float64, 10) // that all methods share
				for i := range folds {
					folds[i] = r.NormFloat64()
				}
				for _, method := range methods {
					n := spoilt{contamination: "outliers", where: where, method: method, classical: "L2", measure: madeAccuracy, samples: samples}
					right := 0.0 // of samples that not all methods have wrong or right: a fifth
					for range samples / 5 {
						right += float64(r.IntN(2))
					}
					mean := 100 * (0.7*samples + right) / samples
					if method == "ROBPCA" {
						mean += better
					}
					for _, fold := range folds {
						n.Draws = append(n.Draws, mean+fold+0.5*r.NormFloat64())
					}
					all = append(all, n)
				}
			}
			if !strings.Contains(strings.Join(answerOutliers(all).sentences(), " "), "no method is shown to be better than L2") {
				count++
			}
		}
		return count
	}
	if n := claims(0); n > 5 {
		t.Errorf("a difference is claimed in %d of 100 studies without any", n)
	}
	if n := claims(18); n < 90 {
		t.Errorf("a gain of 18 points is found in %d of 100 studies", n)
	}
}
