package classify_test

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// A given model has the error square(m, i) for sample i by method m.
type given struct {
	methods int
	square  func(m, i int) float64
	seen    int // samples so far
}

func (m *given) Methods() int { return m.methods }

func (m *given) SquaredErrors(dst [][]float64, samples *mat.Dense) {
	rows, _ := samples.Dims()
	for method := range m.methods {
		for i := range rows {
			dst[method][i] = m.square(method, m.seen+i)
		}
	}
	m.seen += rows
}

func classified(t *testing.T, samples int, models ...classify.Model) [][]int {
	t.Helper()
	classes, err := classify.ByReconstruction(t.Context(), models, mat.NewDense(samples, 1, nil))
	assert.NilError(t, err)
	return classes
}

func constant(v ...float64) classify.Model {
	return &given{methods: 1, square: func(_, i int) float64 { return v[i%len(v)] }}
}

func TestLeastErrorWins(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	got := classified(t, 7,
		constant(1, 3, 2, nan, inf, -1, nan),
		constant(2, 2, 2, 5, 1, -2, 1),
		constant(3, 1, 1, 4, nan, -2, nan),
	)
	// Sample 5: rounding may leave negative squares. The first of equal ones wins.
	assert.Assert(t, is.DeepEqual(got[0], []int{0, 2, 2, 2, 1, 1, 1}), "classes")
	got = classified(t, 3, constant(0, 1, 0), constant(0, 0, 0), constant(0, 0, 0))
	assert.Assert(t, is.DeepEqual(got[0], []int{0, 1, 0}), "ties are broken as")
}

func TestBlocksOfSamples(t *testing.T) {
	for _, samples := range []int{1, 255, 1023, 1024, 1025, 2048, 2500} {
		model := func(class int) classify.Model {
			return &given{methods: 2, square: func(m, i int) float64 {
				return float64((i+m)%3*2-class*2) * float64((i+m)%3*2-class*2)
			}}
		}
		got := classified(t, samples, model(0), model(1), model(2))
		for m := range 2 {
			assert.Equal(t, len(got[m]), samples, "%d samples: %d classes", samples, len(got[m]))
			for i, class := range got[m] {
				assert.Equal(t, class, (i+m)%3, "%d samples: sample %d by method %d is of class", samples, i, m)
			}
		}
	}
}

func TestSampleOfNoClassIsAnError(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1)} {
		last := func(int, i int) float64 {
			if i == 299 {
				return v
			}
			return 1
		}
		models := []classify.Model{&given{methods: 1, square: last}, &given{methods: 1, square: last}}
		_, err := classify.ByReconstruction(t.Context(), models, mat.NewDense(300, 1, nil))
		assert.Check(t, is.ErrorContains(err, "sample 299"), "%g", v)
	}
}

func TestByReconstructionExplains(t *testing.T) {
	x := mat.NewDense(2, 1, nil)
	_, err := classify.ByReconstruction(t.Context(), nil, x)
	assert.ErrorContains(t, err, "no classes")
	uneven := []classify.Model{constant(1), &given{methods: 2}}
	_, err = classify.ByReconstruction(t.Context(), uneven, &mat.Dense{})
	assert.ErrorContains(t, err, "class 1 has 2 methods, class 0 has 1")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = classify.ByReconstruction(ctx, []classify.Model{constant(1)}, x)
	assert.ErrorIs(t, err, context.Canceled)
}

// The distance from (4, 6, 3) is 4 to the line through (1, 2, 3) along the first axis, 0 to the plane of the
// first two axes and 5 to the point itself.
func TestLinearMeasuresDistance(t *testing.T) {
	model := classify.NewLinear([]float64{1, 2, 3}, []*mat.Dense{
		mat.NewDense(1, 3, []float64{1, 0, 0}),
		{}, // no components
		mat.NewDense(2, 3, []float64{0.6, 0.8, 0, 0.8, -0.6, 0}),
	})
	samples := mat.NewDense(2, 3, []float64{4, 6, 3, 1, 2, 5})
	squares := [][]float64{make([]float64, 2), make([]float64, 2), make([]float64, 2)}
	model.SquaredErrors(squares, samples)
	for m, want := range [][]float64{{16, 4}, {25, 4}, {0, 4}} {
		for i := range want {
			assert.Check(t, math.Abs(squares[m][i]-want[i]) <= 1e-14, "%v, want %v", squares[m], want)
		}
	}
	lengths, _ := classify.SumErrors(model, samples)
	for m, want := range []float64{4 + 2, 5 + 2, 0 + 2} {
		assert.Check(t, math.Abs(lengths[m]-want) <= 1e-7, "method %d: sum of errors %g, want %g", m, lengths[m], want)
	}
}

func TestSumErrors(t *testing.T) {
	// √0, √1, √4, … over more samples than a block has; and a square below 0.
	model := &given{methods: 2, square: func(m, i int) float64 {
		if m == 1 {
			return -1e-15
		}
		return float64(i) * float64(i)
	}}
	lengths, squares := classify.SumErrors(model, mat.NewDense(601, 1, nil))
	assert.Assert(t, is.DeepEqual(lengths, []float64{600 * 601 / 2, 0}), "sums")
	assert.Assert(t, is.DeepEqual(squares, []float64{600 * 601 * 1201 / 6, 0}), "sums of squared")
	nan := &given{methods: 1, square: func(_, i int) float64 { return math.Log(float64(i - 1)) }}
	lengths, _ = classify.SumErrors(nan, mat.NewDense(3, 1, nil))
	assert.Check(t, math.IsNaN(lengths[0]), "sum of errors %v hides one that is not a number", lengths)
}

func TestModelsWithoutDirections(t *testing.T) {
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 1}, mat.NewDense(3, 2, []float64{0, 0, 1, 0, 0, 1}), true, 1)
	assert.NilError(t, err)
	k.Release() // as a run does that needs the memory
	samples := mat.NewDense(2, 2, []float64{0.2, 0.2, 9, 9})
	for _, model := range []classify.Model{
		classify.NewLinear([]float64{0, 0}, []*mat.Dense{{}, {}}),
		classify.NewKernel(k, []*mat.Dense{{}, {}}, nil),
	} {
		squares := [][]float64{make([]float64, 2), make([]float64, 2)}
		model.SquaredErrors(squares, samples)
		// The distance to the mean, smaller for the first sample.
		assert.Check(t, squares[0][0] > 0 && squares[0][0] < squares[0][1] && slices.Equal(squares[0], squares[1]),
			"%T: squared errors %v", model, squares)
		classes, err := classify.ByReconstruction(t.Context(), []classify.Model{model}, samples)
		assert.Check(t, err == nil && len(classes) == 2, "%T: classes %v, error %v", model, classes, err)
	}
	none := classify.NewLinear([]float64{0, 0}, nil)
	classes, err := classify.ByReconstruction(t.Context(), []classify.Model{none}, samples)
	assert.NilError(t, err)
	assert.Equal(t, len(classes), 0, "no methods: classes %v", classes)
}

func TestKernelModelOfLinearKernelIsLinearModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	training, samples := noise(20, 4, 1, r), noise(300, 4, 3, r)
	centred, mean := solver.Centre(training)
	var list []objective.Function
	for _, name := range []string{"p=1", "p=2", "tanh"} {
		s, err := objective.Parse(name)
		assert.NilError(t, err)
		list = append(list, s)
	}
	settings := solver.Settings{Components: 2, Tolerance: 1e-13}
	fits, err := solver.GPCA(t.Context(), centred, list, settings)
	assert.NilError(t, err)
	k, err := kernel.NewMatrix(kernel.Linear{}, training, true, 1)
	assert.NilError(t, err)
	kernelFits, err := solver.KernelGPCA(t.Context(), k, list, settings)
	assert.NilError(t, err)
	var loadings, coefficients []*mat.Dense
	for i := range list {
		loadings = append(loadings, fits[i].Loadings)
		coefficients = append(coefficients, kernelFits[i].Coefficients)
	}
	want, _ := classify.SumErrors(classify.NewLinear(mean, loadings), samples)
	got, _ := classify.SumErrors(classify.NewKernel(k, coefficients, nil), samples)
	for m := range want {
		assert.Check(t, math.Abs(got[m]-want[m]) <= 1e-9*want[m], "%s: %g, want %g", list[m].Name(), got[m], want[m])
	}
}

// Models keep memory between calls; goroutines must not share it.
func TestModelsAreSafeForConcurrentUse(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	training, samples := noise(30, 5, 1, r), noise(400, 5, 1, r)
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 2}, training, true, 1)
	assert.NilError(t, err)
	for _, model := range []classify.Model{
		classify.NewLinear(make([]float64, 5), []*mat.Dense{noise(2, 5, 0.3, r), noise(1, 5, 0.3, r)}),
		classify.NewKernel(k, []*mat.Dense{noise(2, 30, 0.1, r), noise(1, 30, 0.1, r)}, nil),
	} {
		want, _ := classify.SumErrors(model, samples)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for range 5 {
					got, _ := classify.SumErrors(model, samples)
					assert.Check(t, is.DeepEqual(got, want), "%T: sums", model)
				}
			})
		}
		group.Wait()
	}
}

func noise(rows, columns int, scale float64, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	m.Apply(func(int, int, float64) float64 { return scale * r.NormFloat64() }, m)
	return m
}
