package classify

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/internal/vector"
)

// recorded has samples and the results of scikit-learn 1.2.1 for them (testdata/scikit.py).
type recorded struct {
	Training, Test [][]float64
	Labels, LDA    []int
	LDADecisions   [][]float64 `json:"lda_decisions"`
	// For a polynomial kernel.
	KernelTraining [][]float64 `json:"kernel_training"`
	KernelTest     [][]float64 `json:"kernel_test"`
	Machines       []struct {
		Cost             float64
		Unscaled, Kernel bool
		One, All         [][]float64
		Classes          []int // one against one
	}
}

func readRecorded(t *testing.T) (r recorded, training, test *mat.Dense) {
	t.Helper()
	text, err := os.ReadFile("testdata/scikit.json")
	assert.NilError(t, err)
	assert.NilError(t, json.Unmarshal(text, &r))
	return r, fromLists(r.Training), fromLists(r.Test)
}

func fromLists(rows [][]float64) *mat.Dense {
	return mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
}

// Scikit-learn's decisions are log densities up to a number that all classes share.
func TestDiscriminantIsThatOfScikitLearn(t *testing.T) {
	r, training, test := readRecorded(t)
	d, err := NewDiscriminant(training, r.Labels)
	assert.NilError(t, err)
	predicted, err := d.Predict(test)
	assert.NilError(t, err)
	assert.Assert(t, is.DeepEqual(predicted, r.LDA))
	z := d.whitened(test)
	for i := range z.Rows {
		density := func(class int) float64 {
			sum := 0.0
			for j, v := range z.Row(i) {
				sum -= (v - d.means.training.Row(class)[j]) * (v - d.means.training.Row(class)[j]) / 2
			}
			return sum
		}
		for class := 1; class < 3; class++ {
			got, want := density(class)-density(0), r.LDADecisions[i][class]-r.LDADecisions[i][0]
			assert.Check(t, math.Abs(got-want) <= 1e-9*(1+math.Abs(want)),
				"sample %d, class %d against 0: %v, want %v", i, class, got, want)
		}
	}
}

// LIBSVM, scikit-learn's SVC, takes inner products in single precision. A gradient within 1e-10 of its optimum
// proves a solution.
func TestMachineIsThatOfLIBSVM(t *testing.T) {
	r, training, test := readRecorded(t)
	for _, c := range r.Machines {
		tolerance := 2e-5
		x, y := training, test.Slice(0, len(c.One), 0, 4).(*mat.Dense)
		if c.Kernel {
			tolerance = 5e-3
			x, y = fromLists(r.KernelTraining), fromLists(r.KernelTest)
		}
		for division, want := range map[Division][][]float64{OneAgainstOne: c.One, OneAgainstAll: c.All} {
			name := fmt.Sprintf("%s, cost %g, unscaled %t, kernel %t", division, c.Cost, c.Unscaled, c.Kernel)
			m, err := NewMachine(x, r.Labels, division, Costs{Candidates: []float64{c.Cost}, Unscaled: c.Unscaled})
			assert.NilError(t, err)
			predicted, err := m.Predict(y)
			assert.NilError(t, err)
			assert.Check(t, division != OneAgainstOne || slices.Equal(predicted, c.Classes), "%s: %v", name, predicted)
			assert.Check(t, m.Settled == 3 && m.Unsettled == 0,
				"%s: %d problems settled and %d did not, want all 3", name, m.Settled, m.Unsettled)
			newMachineTraining(m.scaled(x), r.Labels).train(m, limit{1e-10, 1e8})
			assert.Check(t, is.Equal(m.Settled, 6), "%s: not solved to 1e-10", name)
			decisions := vector.NewMatrix(len(want), 3)
			vector.MulTransposed(decisions, m.scaled(y), m.planes)
			for i := range want {
				for k := range m.problems {
					if got, want := decisions.Row(i)[k]+m.offsets[k], want[i][k]; math.Abs(got-want) > tolerance*(1+math.Abs(want)) {
						t.Errorf("%s, sample %d, problem %d: %v, want %v", name, i, k, got, want)
					}
				}
			}
		}
	}
}

func TestUnsettledProblemsAreCounted(t *testing.T) {
	r, training, _ := readRecorded(t)
	m, err := NewMachine(training, r.Labels, OneAgainstOne, Costs{Candidates: []float64{1000}})
	assert.NilError(t, err)
	assert.Equal(t, m.Unsettled, 0)
	m.Settled = 0
	newMachineTraining(m.scaled(training), r.Labels).train(m, limit{1e-3, 60})
	assert.Check(t, m.Settled == 0 && m.Unsettled == 3,
		"after 60 steps %d problems are settled and %d are not, want 0 and 3", m.Settled, m.Unsettled)
}

// Both classifiers are invariant to units, and the discriminant to any linear map of the features.
type predictor interface {
	Predict(*mat.Dense) ([]int, error)
}

func TestUnitsMakeNoDifference(t *testing.T) {
	r, training, test := readRecorded(t)
	eight := mat.DenseCopyOf(mat.NewDiagDense(4, []float64{8, 8, 8, 8}))
	mixing := mat.NewDense(4, 4, []float64{3e4, 1, 0, 2, 0, 2e4, 1, 0, 5, 0, 1e4, 0, 0, 1, 0, 4e4})
	for _, c := range []struct {
		name string
		map_ *mat.Dense
		make func(*mat.Dense) (predictor, error)
	}{
		{"discriminant", mixing, func(x *mat.Dense) (predictor, error) { return NewDiscriminant(x, r.Labels) }},
		{"machine", eight, func(x *mat.Dense) (predictor, error) {
			return NewMachine(x, r.Labels, OneAgainstOne, Costs{Candidates: []float64{1, 10}, Folds: 3})
		}},
	} {
		var classes [2][]int
		mapped := [2]*mat.Dense{solver.Product(training, c.map_), solver.Product(test, c.map_)}
		for k, pair := range [][2]*mat.Dense{{training, test}, mapped} {
			p, err := c.make(pair[0])
			assert.NilError(t, err)
			classes[k], err = p.Predict(pair[1])
			assert.NilError(t, err)
		}
		assert.Check(t, is.DeepEqual(classes[0], classes[1]), "%s: classes change with the units", c.name)
	}
}

// For classes far apart the smallest cost is chosen, but none too small for a small class.
func TestCostIsChosen(t *testing.T) {
	r, training, _ := readRecorded(t)
	for _, division := range []Division{OneAgainstOne, OneAgainstAll} {
		far := mat.NewDense(60, 4, nil)
		for i, class := range r.Labels {
			far.Set(i, class, 100+float64(i%7))
		}
		for _, c := range []struct {
			samples *mat.Dense
			costs   []float64
			want    float64
		}{{far, []float64{100, 10, 1000}, 10}, {training, []float64{1e-6, 10}, 10}} {
			m, err := NewMachine(c.samples, r.Labels, division, Costs{Candidates: c.costs, Folds: 3})
			assert.Check(t, err == nil && m.Cost == c.want, "%s: cost %v, error %v", division, m.Cost, err)
		}
	}
}

func TestFaultsOfClassifiers(t *testing.T) {
	r, training, test := readRecorded(t)
	twice := mat.NewDense(60, 5, nil)
	twice.Augment(training, training.Slice(0, 60, 0, 1))
	_, singular := NewDiscriminant(twice, r.Labels)
	_, constant := NewDiscriminant(mat.NewDense(60, 1, nil), r.Labels)
	assert.Check(t, errors.Is(singular, ErrSingular) && errors.Is(constant, ErrSingular),
		"a feature twice: %v; a constant one: %v; want %v", singular, constant, ErrSingular)
	d, _ := NewDiscriminant(training, r.Labels)
	m, _ := NewMachine(training, r.Labels, OneAgainstAll, Costs{Candidates: []float64{1}})
	nan := mat.DenseCopyOf(test)
	nan.Set(3, 2, math.NaN())
	predict := func(_ []int, err error) error { return err }
	of := func(_ any, err error) error { return err }
	for _, c := range []struct {
		err  error
		want string
	}{
		{of(NewDiscriminant(training, r.Labels[1:])), "60 training samples and 59 labels"},
		{of(NewMachine(training, r.Labels[1:], OneAgainstAll, Costs{Candidates: []float64{1}})), "60 training samples and 59 labels"},
		{of(NewMachine(training, r.Labels, OneAgainstAll, Costs{})), "want at least one"},
		{of(NewMachine(training, r.Labels, OneAgainstAll, Costs{Candidates: []float64{0, 1}, Folds: 3})), "positive"},
		{of(NewMachine(training, r.Labels, OneAgainstAll, Costs{Candidates: []float64{1, 2}, Folds: 1})), "with 1 folds: want 2 to 60"},
		{predict(d.Predict(mat.NewDense(1, 3, nil))), "samples of 3 features, trained on 4"},
		{predict(m.Predict(mat.NewDense(1, 3, nil))), "samples of 3 features, trained on 4"},
		{predict(d.Predict(nan)), "not finite"},
		{predict(m.Predict(nan)), "not finite"},
	} {
		assert.Check(t, is.Contains(fmt.Sprint(c.err), c.want))
	}
	one, err := NewMachine(training, make([]int, 60), OneAgainstOne, Costs{Candidates: []float64{1}})
	assert.NilError(t, err)
	classes, err := one.Predict(test.Slice(0, 2, 0, 4).(*mat.Dense))
	assert.NilError(t, err)
	assert.Assert(t, is.DeepEqual(classes, []int{0, 0}), "a single class")
}
