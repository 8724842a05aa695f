package detect

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/library"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/internal/faults"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/solver/robust"
)

// scope has two files of numbers of samples.
type scope struct{ kindtest.Scope }

func (scope) Beside(name string) ([]byte, error) {
	return []byte(map[string]string{
		"drawn.csv": "# by scikit-learn\ntrain_test_split(test_size=0.4, random_state=RandomState(3))",
		"words.csv": "1,2\n3,four",
		"twice.csv": "samples 0-9\nsamples 0-5\n1",
	}[name]), nil
}

// normal returns samples of independent normal features with falling standard deviations, and of two classes that
// have nothing to do with them.
func normal(samples, features int) *dataset.Set {
	r := rand.New(rand.NewPCG(1, 2))
	set := &dataset.Set{Name: "normal", Title: "Normal", Origin: dataset.Real, Samples: mat.NewDense(samples, features,
		nil), Classes: []string{"regular", "other"}}
	set.Samples.Apply(func(_, j int, _ float64) float64 { return r.NormFloat64() * math.Pow(0.5, float64(j)) },
		set.Samples)
	for range samples {
		set.Labels = append(set.Labels, r.IntN(2))
	}
	return set
}

func decode(t *testing.T, yaml string) experiment.Experiment {
	t.Helper()
	e, err := kindtest.DecodeIn(scope{}, Kind, yaml)
	assert.NilError(t, err)
	return e
}

// detected computes all cells of an experiment by the methods, in the order of its axes.
func detected(t *testing.T, yaml string, set *dataset.Set, methods ...string) []experiment.Result {
	t.Helper()
	e := decode(t, yaml)
	on := experiment.Subject{Data: set.Describe(), Seed: 1, Repetitions: 4}
	named := &experiment.Named{Experiment: e}
	points := []experiment.Point{named.Complete(nil)}
	for _, a := range e.Axes() {
		var product []experiment.Point
		for _, p := range points {
			for _, v := range a.Values {
				product = append(product, p.With(a.Name, v.Text))
			}
		}
		if len(product) > 0 {
			points = product
		}
	}
	var cells []experiment.Cell
	for _, name := range methods {
		for _, p := range points {
			cells = append(cells, kindtest.Cell(t, e, p.With(experiment.Method, name), on))
		}
	}
	return kindtest.Run(t, Kind, set, cells...)
}

// Leverage points far out have the largest score distances and leave the first component where it is, so that every
// distance that counts scores ranks them first and flags them, also by the variance of p = 2 that they make larger.
func TestFarOutliersRankFirst(t *testing.T) {
	for _, r := range detected(t, `{data: normal, contamination: leverage, gamma: 50, levels: [0.02, 0.05], components: 2,
		distance: [score, combined]}`, normal(100, 5), "p=1", "p=2") {
		assert.Equal(t, r.Failure, "")
		for i, v := range r.Values[auc] {
			assert.Check(t, v == 1 && r.Values[precision][i] == 1,
				"%s: area %v, precision %v, want 1", r.Cell.Name, v, r.Values[precision][i])
			v := r.Values[found][i]
			assert.Check(t, is.Equal(v, 100.0), "%s: %v%% of the outliers found, want all", r.Cell.Name, v)
			if alarms := r.Values[falseAlarms][i]; alarms > 10 && strings.Contains(r.Cell.Name, "p=2") {
				t.Errorf("%s: %v%% false alarms", r.Cell.Name, alarms)
			}
		}
		if curves := r.Artifacts[Curves]; !slices.Equal(curves.Shape, []int{4, curvePoints}) || slices.Min(curves.Data) != 1 {
			t.Errorf("%s: curves %v from %v, want the top", r.Cell.Name, curves.Shape, slices.Min(curves.Data))
		}
	}
}

// macropca flags the planted cells and few others; a method that flags none has no such measure.
func TestCells(t *testing.T) {
	for _, r := range detected(t, "{data: normal, contamination: cells, gamma: 30, levels: 0.03, components: 2, measure: "+
		"cells-found}", normal(200, 5), "macropca", "robpca") {
		recall, right := r.Values[cellsFound], r.Values[cellsPrecision]
		if strings.Contains(r.Cell.Name, "robpca") {
			m, err := experiment.MeasureOf(decode(t, "{data: normal, contamination: cells, levels: 0.03, components: 2, "+
				"measure: cells-found}"), cellsFound)
			if e := r.Estimate(m); err != nil || e.State != statistics.NotApplicable || recall != nil {
				t.Errorf("robpca finds %v%% of the cells: %v, %v", recall, e.State, err)
			}
		} else if len(recall) != 4 || slices.Min(recall) < 100 || slices.Min(right) < 60 {
			t.Errorf("%v%% of the cells found, with precision %v", recall, right)
		}
	}
}

// Components turn to outliers that are many and far, so that the orthogonal distances of these are small.
func TestMaskedOutliersRankLast(t *testing.T) {
	for _, r := range detected(t, `{data: normal, contamination: orthogonal, gamma: 50, levels: 0.3, components: 2,
		distance: orthogonal}`, normal(100, 5), "p=2") {
		for _, v := range r.Values[auc] {
			assert.Check(t, v <= 0.7, "%s: area %v, but the components pass through the outliers", r.Cell.Name, v)
		}
	}
}

// Of random labels, the area is that of chance: ½, with the variance (n+1)/(12mk) of m outliers among n (H. B. Mann,
// D. R. Whitney, "On a test of whether one of two random variables is stochastically larger than the other", Annals
// of Mathematical Statistics 18, 1947).
func TestRandomLabelsAreChance(t *testing.T) {
	set := normal(600, 4)
	set.About.Outliers = []string{"other"}
	counts := set.Describe().ClassCounts
	deviation := math.Sqrt(601 / (12 * float64(counts[0]*counts[1])))
	for _, r := range detected(t, "{data: normal, components: 2, distance: [combined, orthogonal, score]}", set, "p=2",
		"tanh") {
		if v := r.Values[auc]; len(v) != 1 || math.Abs(v[0]-0.5) > 3*deviation {
			t.Errorf("%s: areas %v, want one within 3 × %.3f of ½", r.Cell.Name, v, deviation)
		}
	}
}

// Samples that are rated and not fitted are drawn anew in each repetition, the same for all methods. Few of the
// regular ones are beyond the cut-offs of those fitted.
func TestRatedApart(t *testing.T) {
	set := normal(400, 4)
	for i, label := range set.Labels {
		if i%20 == 0 {
			label = 1
			set.Samples.Set(i, 3, 4)
		} else {
			label = 0
		}
		set.Labels[i] = label
	}
	set.About.Outliers = []string{"other"}
	results := detected(t, "{data: normal, components: 2, test: 0.4, distance: score}", set, "p=2")
	for _, r := range results {
		assert.Check(t, len(r.Values[auc]) == 4 && slices.Min(r.Values[auc]) >= 0.95,
			"%s: areas %v, want four near 1", r.Cell.Name, r.Values[auc])
		most := slices.Max(r.Values[falseAlarms])
		assert.Check(t, most <= 10, "%s: %v%% false alarms", r.Cell.Name, most)
	}
	if a := results[0].Values[falseAlarms]; slices.Min(a) == slices.Max(a) {
		t.Errorf("every repetition has %v%% false alarms: they rate the same samples", a)
	}
}

// A rated sample is an outlier however far it lies, up to the largest number.
func TestRatedFarAway(t *testing.T) {
	for _, huge := range []float64{1e153, 1e200, math.MaxFloat64} {
		set := normal(100, 4)
		fit := robust.Describe(set.Samples, make([]float64, 4), mat.NewDense(2, 4, []float64{1, 0, 0, 0, 0, 1, 0, 0}), true)
		far := mat.NewDense(1, 4, []float64{huge, 0, -huge, 0})
		for name, found := range distancesOf(fit, set.Samples, far) {
			assert.Check(t, found[0] > 1e100 && found[0] <= math.MaxFloat64,
				"a sample at %g has the %s distance %g", huge, name, found[0])
		}
	}
}

// Where components span the samples, orthogonal distances say nothing, and score distances do.
func TestNoOrthogonalDistance(t *testing.T) {
	results := detected(t, `{data: normal, contamination: leverage, levels: 0.1, components: 2,
		distance: [combined, orthogonal, score]}`, normal(50, 2), "p=2")
	for i, r := range results {
		if applies := i == 2; applies != (r.Inapplicable == "") || r.Failure != "" {
			t.Errorf("%s: not applicable %q, failure %q", r.Cell.Name, r.Inapplicable, r.Failure)
		}
	}
}

// The artificial data of D. M. Hawkins, D. Bradu, G. V. Kass, "Location of several outliers in multiple-regression data
// using elemental sets", Technometrics 26, 1984, have outliers in their first 14 rows. ROBPCA on two components flags
// these and no other; rows 11 to 14 mask the others from the classical components.
func TestHawkinsBraduKass(t *testing.T) {
	file := library.FileSet{Name: "hbk", File: "hbk.csv", Folder: "../../../solver/robust/testdata", Class: "none",
		Omit: []string{"Y"}}
	l := library.New(library.Files(nil, []library.FileSet{file}))
	set, err := l.Open(t.Context(), "hbk")
	assert.NilError(t, err)
	labelled := set
	labelled.Classes, labelled.About.Outliers = []string{"regular", "other"}, []string{"other"}
	for i := range 75 {
		labelled.Labels = append(labelled.Labels, 0)
		if i < 14 {
			labelled.Labels[i] = 1
		}
	}
	results := detected(t, "{data: hbk, components: 2}", labelled, "robpca", "mcd", "spherical", "p=2")
	for i, r := range results {
		if r.Failure+r.Inapplicable != "" {
			t.Fatal(r.Failure, r.Inapplicable)
		}
		if robust := i < 3; robust && (r.Values[auc][0] != 1 || r.Values[found][0] != 100) {
			t.Errorf("%s: %v, want all outliers first", r.Cell.Name, r.Values)
		} else if !robust && r.Values[found][0] > 50 {
			t.Errorf("%s: %v, want most outliers masked", r.Cell.Name, r.Values)
		}
	}
	alarms := results[0].Values[falseAlarms][0]
	assert.Equal(t, alarms, 0.0, "robpca: %v%% false alarms, want none", alarms)
}

// Outliers are planted and found in the scale of the fit: the units of a column do not matter then.
func TestScale(t *testing.T) {
	set, other := normal(100, 4), normal(100, 4)
	for i := range 100 {
		other.Samples.Set(i, 3, 1000*other.Samples.At(i, 3))
	}
	areas := func(set *dataset.Set, scale string) []float64 {
		r := detected(t, "{data: normal, contamination: scattered, gamma: 2, levels: 0.2, components: 2"+scale+"}", set,
			"p=2")[0]
		return r.Values[auc]
	}
	want := areas(set, ", scale: sd")
	for i, v := range areas(other, ", scale: sd") {
		assert.Check(t, math.Abs(v-want[i]) <= 1e-9, "area %v in other units, %v before", v, want[i])
	}
	assert.Check(t, !slices.Equal(areas(set, ""), want), "the scale changes nothing")
}

// One fit serves all scores and distances of a contamination.
func TestTraining(t *testing.T) {
	results := detected(t, `{data: normal, contamination: leverage, levels: [0.1, 0.2], components: 2,
		distance: [combined, score]}`, normal(50, 3), "p=1", "p=2")
	trainings := map[string]int{}
	for _, r := range results {
		trainings[Kind.Training(r.Cell)]++
	}
	assert.Check(t, len(results) == 8 && len(trainings) == 2,
		"%d cells of %d trainings, want 8 of one for each level", len(results), len(trainings))
}

// Where outliers cannot be planted, the failure names the repetition.
func TestFailureOfARepetition(t *testing.T) {
	set := normal(40, 3)
	set.Samples.Zero()
	failure := detected(t, "{data: normal, contamination: leverage, levels: 0.1, components: 1}", set, "p=1")[0].Failure
	assert.Check(t, strings.HasPrefix(failure, "repetition ") && strings.Contains(failure, "all the same"), failure)
}

func TestFaults(t *testing.T) {
	const planted = "contamination: orthogonal, levels: 0.1, "
	faults.Check(t, "faults.txt", func(_ *testing.T, block string) error {
		_, err := kindtest.DecodeIn(scope{}, Kind, "{data: normal, "+block+"}")
		return err
	})
	for _, c := range []struct {
		block, want string
		outliers    []string
	}{
		{"components: 2", "test.yaml:1:8: data set normal has no outliers to find: name their classes", nil},
		{planted + "components: 2", "test.yaml:1:31: data set normal has outliers of its own", []string{"other"}},
		{"contamination: block, levels: 0.1, components: 2", "test.yaml:1:31: data set normal has no pixels", nil},
		{planted + "components: 9", "test.yaml:1:68: 9 components cannot be extracted", nil},
	} {
		set := normal(20, 3)
		set.About.Outliers = c.outliers
		m, err := method.Parse("p=2")
		assert.NilError(t, err)
		e := decode(t, "{data: normal, "+c.block+"}")
		p := (&experiment.Named{Experiment: e}).Complete(experiment.Point{experiment.Method: "p=2"})
		_, err = e.Cell(p, m, experiment.Subject{Data: set.Describe(), Repetitions: 1})
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), c.want),
			"%s:\n got %v\nwant %s", c.block, err, c.want)
	}
}
