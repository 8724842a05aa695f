package classify_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"

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
	if err != nil {
		t.Fatal(err)
	}
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
	if want := []int{0, 2, 2, 2, 1, 1, 1}; !slices.Equal(got[0], want) {
		t.Errorf("classes %v, want %v", got[0], want)
	}
	if got := classified(t, 3, constant(0, 1, 0), constant(0, 0, 0), constant(0, 0, 0)); !slices.Equal(got[0], []int{0, 1, 0}) {
		t.Errorf("ties are broken as %v", got[0])
	}
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
			if len(got[m]) != samples {
				t.Fatalf("%d samples: %d classes", samples, len(got[m]))
			}
			for i, class := range got[m] {
				if class != (i+m)%3 {
					t.Fatalf("%d samples: sample %d by method %d is of class %d, want %d", samples, i, m, class, (i+m)%3)
				}
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
		if err == nil || !strings.Contains(err.Error(), "sample 299") {
			t.Errorf("%g: error %v", v, err)
		}
	}
}

func TestByReconstructionExplains(t *testing.T) {
	x := mat.NewDense(2, 1, nil)
	if _, err := classify.ByReconstruction(t.Context(), nil, x); err == nil || !strings.Contains(err.Error(), "no classes") {
		t.Errorf("error %v", err)
	}
	uneven := []classify.Model{constant(1), &given{methods: 2}}
	if _, err := classify.ByReconstruction(t.Context(), uneven, &mat.Dense{}); err == nil || !strings.Contains(err.Error(), "class 1 has 2 methods, class 0 has 1") {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := classify.ByReconstruction(ctx, []classify.Model{constant(1)}, x); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
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
			if math.Abs(squares[m][i]-want[i]) > 1e-14 {
				t.Errorf("method %d: squared errors %v, want %v", m, squares[m], want)
			}
		}
	}
	lengths, _ := classify.SumErrors(model, samples)
	for m, want := range []float64{4 + 2, 5 + 2, 0 + 2} {
		if math.Abs(lengths[m]-want) > 1e-7 {
			t.Errorf("method %d: sum of errors %g, want %g", m, lengths[m], want)
		}
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
	if want := []float64{600 * 601 / 2, 0}; !slices.Equal(lengths, want) {
		t.Errorf("sums of errors %v, want %v", lengths, want)
	}
	if want := []float64{600 * 601 * 1201 / 6, 0}; !slices.Equal(squares, want) {
		t.Errorf("sums of squared errors %v, want %v", squares, want)
	}
	nan := &given{methods: 1, square: func(_, i int) float64 { return math.Log(float64(i - 1)) }}
	if lengths, _ := classify.SumErrors(nan, mat.NewDense(3, 1, nil)); !math.IsNaN(lengths[0]) {
		t.Errorf("sum of errors %v hides one that is not a number", lengths)
	}
}

func TestModelsWithoutDirections(t *testing.T) {
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 1}, mat.NewDense(3, 2, []float64{0, 0, 1, 0, 0, 1}), true, 1)
	if err != nil {
		t.Fatal(err)
	}
	k.Release() // as a run does that needs the memory
	samples := mat.NewDense(2, 2, []float64{0.2, 0.2, 9, 9})
	for _, model := range []classify.Model{
		classify.NewLinear([]float64{0, 0}, []*mat.Dense{{}, {}}),
		classify.NewKernel(k, []*mat.Dense{{}, {}}, nil),
	} {
		squares := [][]float64{make([]float64, 2), make([]float64, 2)}
		model.SquaredErrors(squares, samples)
		// The distance to the mean, smaller for the first sample.
		if !(squares[0][0] > 0 && squares[0][0] < squares[0][1]) || !slices.Equal(squares[0], squares[1]) {
			t.Errorf("%T: squared errors %v", model, squares)
		}
		if classes, err := classify.ByReconstruction(t.Context(), []classify.Model{model}, samples); err != nil || len(classes) != 2 {
			t.Errorf("%T: classes %v, error %v", model, classes, err)
		}
	}
	none := classify.NewLinear([]float64{0, 0}, nil)
	if classes, err := classify.ByReconstruction(t.Context(), []classify.Model{none}, samples); err != nil || len(classes) != 0 {
		t.Errorf("no methods: classes %v, error %v", classes, err)
	}
}

func TestKernelModelOfLinearKernelIsLinearModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	training, samples := noise(20, 4, 1, r), noise(300, 4, 3, r)
	centred, mean := solver.Centre(training)
	var list []objective.Function
	for _, name := range []string{"p=1", "p=2", "tanh"} {
		s, err := objective.Parse(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	settings := solver.Settings{Components: 2, Tolerance: 1e-13}
	fits, err := solver.GPCA(t.Context(), centred, list, settings)
	if err != nil {
		t.Fatal(err)
	}
	k, err := kernel.NewMatrix(kernel.Linear{}, training, true, 1)
	if err != nil {
		t.Fatal(err)
	}
	kernelFits, err := solver.KernelGPCA(t.Context(), k, list, settings)
	if err != nil {
		t.Fatal(err)
	}
	var loadings, coefficients []*mat.Dense
	for i := range list {
		loadings = append(loadings, fits[i].Loadings)
		coefficients = append(coefficients, kernelFits[i].Coefficients)
	}
	want, _ := classify.SumErrors(classify.NewLinear(mean, loadings), samples)
	got, _ := classify.SumErrors(classify.NewKernel(k, coefficients, nil), samples)
	for m := range want {
		if math.Abs(got[m]-want[m]) > 1e-9*want[m] {
			t.Errorf("%s: sum of errors %g, want %g", list[m].Name(), got[m], want[m])
		}
	}
}

// Models keep memory between calls; goroutines must not share it.
func TestModelsAreSafeForConcurrentUse(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	training, samples := noise(30, 5, 1, r), noise(400, 5, 1, r)
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 2}, training, true, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []classify.Model{
		classify.NewLinear(make([]float64, 5), []*mat.Dense{noise(2, 5, 0.3, r), noise(1, 5, 0.3, r)}),
		classify.NewKernel(k, []*mat.Dense{noise(2, 30, 0.1, r), noise(1, 30, 0.1, r)}, nil),
	} {
		want, _ := classify.SumErrors(model, samples)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for range 5 {
					if got, _ := classify.SumErrors(model, samples); !slices.Equal(got, want) {
						t.Errorf("%T: sums of errors %v, want %v", model, got, want)
					}
				}
			})
		}
		group.Wait()
	}
}
