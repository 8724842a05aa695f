package render

import (
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

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
		n := spoilt{contamination: m.kind, where: m.where, method: method, classical: "L2", fraction: true, rows: true,
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
		assert.Check(t, !strings.Contains(line, ": ") && !strings.Contains(line, "  ") && !strings.Contains(line, " ."),
			"a paragraph with a colon, or wrong blanks: %s", line)
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
	says(t, m.answer(), "Use ROBPCA, α = 0.5, which holds the subspace to 40% of every kind of outlying rows planted and costs ",
		" points (accuracy in percent) on the data as they are; L2 loses it from 10% on.", "not shown")

	m = makeOutliers(10) // two data sets
	for m.where = range map[string]bool{"Wine": true} {
		m.add(madeAngle, "L2", 0.2, 5, 80, 85, 88)
		m.add(madeAngle, "best", 0.2, 5, 5, 5, 5)
	}
	m.where = "Digits"
	m.add(madeAngle, "L2", 0.2, 5, 5, 85, 88)
	m.add(madeAngle, "best", 0.2, 2, 2, 2, 88)
	says(t, m.answer(), "Use best, which holds the subspace to 20% ", "; L2 loses it from 10% on.")

	m = makeOutliers(3) // of those that hold as long, the nearest
	m.add(madeAngle, "L2", 1, 5, 80, 85, 88)
	m.add(madeAngle, "near", 1, 5, 5, 5, 88)
	m.add(madeAngle, "far", 1, 15, 15, 15, 88)
	says(t, m.answer(), "Use near, ", "With 3 draws no such level is shown; at least 7 are needed.")

	m = makeOutliers(10)
	m.add(madeAngle, "L2", 1, 5, 60, 85, 88)
	m.add(madeAngle, "L1", 1, 8, 80, 85, 88)
	says(t, m.answer(), "Nothing holds the subspace from 10% of outlying rows planted on; without any, L2 is nearest to it.")
	m.all = append(m.all[1:4], m.all[5:]...)
	m.add(madeAngle, "L2", 1, 85)
	m.add(madeAngle, "L1", 1, 60)
	says(t, m.answer(), "No method holds the subspace even without outliers planted; L1 is nearest to it.")

	m = makeOutliers(10)
	m.add(madeAngle, "L2", 1, 5, 6, 7, 8)
	m.add(madeAngle, "L1", 1, 8, 8, 8, 8)
	says(t, m.answer(), "These data do not tell the methods apart, which all hold the subspace to 40% ")
}

// A cost that the draws do not tell is not called one.
func TestAdviceOnCost(t *testing.T) {
	for _, test := range []struct {
		deviation, mean float64
		want            string
	}{
		{60, 2, "(what it costs on the data as they are, the draws do not tell)"},
		{0.01, 2.5, " and costs 24."}, {0.01, 1, " and is better by 50."}, {0.01, 2, " and costs at most "},
	} {
		m := makeOutliers(10)
		m.add(madeResidual, "L2", 0, 2)
		m.add(madeResidual, "best", test.deviation, test.mean)
		m.add(madeAngle, "L2", 0, 0, 80, 85, 88)
		m.add(madeAngle, "best", 1, 5, 5, 5, 5)
		says(t, m.answer(), "Use best, which holds the subspace to 40% ", test.want)
	}
}

// A draw that trains on a part of the rows is told, but not where data sets differ in it.
func TestAdviceOfPart(t *testing.T) {
	for where, sentence := range map[string]string{"Wine": "A draw trains on 500 of 10,000 rows, ", "": "not A draw trains"} {
		m := makeOutliers(10)
		m.add(madeAngle, "L2", 0, 0, 80, 85, 88)
		m.add(madeAngle, "best", 1, 5, 5, 5, 5)
		for i := range m.all {
			m.all[i].drawn, m.all[i].samples = 500, 10_000
		}
		if where == "" {
			m.all[len(m.all)-1].where = "Cancer"
		}
		says(t, m.answer(), sentence)
	}
}

// Residuals are compared in percent; angles that p = 2 has by construction, and numbers that are not there, are left
// out, and a study without outliers has no answer.
func TestAnswerWithGaps(t *testing.T) {
	all := answerOutliers(nil).sentences()
	assert.Check(t, all == nil, "an answer without outliers: %q", all)
	m := makeOutliers(10)
	m.add(madeResidual, "L2", 0, 2, 4)
	m.add(madeResidual, "best", 0, 1, 1)
	m.add(madeResidual, "gone", 0, 1)
	m.all[len(m.all)-1].Draws, m.all[len(m.all)-1].State = nil, statistics.Failed
	says(t, m.answer(), "best is shown to be better than L2 (by 50.0 ± 0.0%, Wine)", "(by 75.0 ± 0.0%, 10%, Wine)", "not gone", "not subspace")
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
	n := claims(0)
	assert.Check(t, n <= 5, "a difference is claimed in %d of 100 studies without any", n)
	n = claims(18)
	assert.Check(t, n >= 90, "a gain of 18 points is found in %d of 100 studies", n)
}
