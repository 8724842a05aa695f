package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// quick are functions of every kind that converge fast.
func quick(t *testing.T) []objective.Function {
	return functions(t, "p=1", "p=2", "tanh", "a=1", "g=0.5")
}

// embedded returns samples of x with constant features between its own.
func embedded(x *mat.Dense, at []int, columns int) *mat.Dense {
	rows, _ := x.Dims()
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j, to := range at {
			m.Set(i, to, x.At(i, j))
		}
	}
	return m
}

func TestConstantFeaturesChangeNothing(t *testing.T) {
	x := separated(30, 4, 1, 1)
	at := []int{1, 2, 5, 7}
	settings := solver.Settings{Components: 3}
	without := fit(t, x, quick(t), settings)
	for i, f := range fit(t, embedded(x, at, 9), quick(t), settings) {
		assert.Check(t, identical(f.Loadings, embedded(without[i].Loadings, at, 9)), f.Function.Name())
	}
}

// Seven samples in 40 dimensions lie in a subspace of six.
func TestFewSamplesOfManyFeatures(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	x := separated(7, 6, 1, 2)
	axes := mat.DenseCopyOf(rotation(40, r).Slice(0, 6, 0, 40))
	wide := solver.Product(x, axes)
	settings := solver.Settings{Components: 6}
	narrow := fit(t, x, quick(t), settings)
	for i, f := range fit(t, wide, quick(t), settings) {
		assert.Check(t, alike(f.Loadings, solver.Product(narrow[i].Loadings, axes), 1e-9), f.Function.Name())
	}
}

func TestAskingForMoreThanRankReturnsRank(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	var rank3, noisy mat.Dense
	rank3.Mul(separated(30, 3, 1, 3), mat.DenseCopyOf(rotation(10, r).Slice(0, 3, 0, 10)))
	noisy.Scale(1e-6, random(30, 10, r))
	noisy.Add(&noisy, &rank3)
	equal := mat.NewDense(5, 3, nil)
	for i := range 5 {
		equal.SetRow(i, []float64{0.1, 1.0 / 3, -7})
	}
	for _, test := range []struct {
		name    string
		samples *mat.Dense
		rank    int
	}{
		{"rank 3 of 10", &rank3, 3},
		{"rank 3 and a little noise", &noisy, 10},
		{"more features than samples", separated(4, 12, 1, 4), 3},
		{"all samples equal", equal, 0},
		{"one sample", mat.NewDense(1, 3, []float64{1, 2, 3}), 0},
		{"two samples", mat.NewDense(2, 3, []float64{1, 2, 3, 3, 2, 2}), 1},
		{"one feature", mat.NewDense(4, 1, []float64{1, 2, 3, 7}), 1},
		{"zero", mat.NewDense(4, 3, nil), 0},
		{"large", mat.NewDense(3, 2, []float64{1e90, 0, 0, 1e90, 0, 0}), 2},
		{"small", mat.NewDense(3, 2, []float64{1e-90, 0, 0, 1e-90, 0, 0}), 2},
	} {
		x, _ := solver.Centre(test.samples)
		_, columns := x.Dims()
		for _, f := range fit(t, x, quick(t), solver.Settings{Components: 20}) {
			assert.Check(t, f.Err, "%s: %s", test.name, f.Function.Name())
			assert.Check(t, is.Len(f.Components, test.rank), "%s: %s", test.name, f.Function.Name())
			assert.Check(t, is.Len(f.Loadings.RawMatrix().Data, test.rank*columns),
				"%s: %s", test.name, f.Function.Name())
		}
	}
}

func TestAskingForMoreThanRankOfFeatureSpace(t *testing.T) {
	one, two := separated(30, 1, 1, 5), separated(30, 2, 1, 6)
	same := mat.NewDense(4, 2, []float64{1, 2, 1, 2, 1, 2, 1, 2})
	for _, test := range []struct {
		name   string
		kernel kernel.Function
		x      *mat.Dense
		centre bool
		rank   int
	}{
		{"linear", kernel.Linear{}, two, true, 2},
		{"linear, uncentred", kernel.Linear{}, two, false, 2},
		// x, x², …, x⁴; the constant is lost in centring.
		{"polynomial of one feature", kernel.Polynomial{Degree: 4, Scale: 1, Offset: 1}, one, true, 4},
		{"polynomial of one feature, uncentred", kernel.Polynomial{Degree: 4, Scale: 1, Offset: 1}, one, false, 5},
		// x, y, x², xy, y²
		{"polynomial of two features", kernel.Polynomial{Degree: 2, Scale: 1, Offset: 1}, two, true, 5},
		{"homogeneous", kernel.Polynomial{Degree: 2, Scale: 1}, two, false, 3},
		{"two samples", kernel.Gaussian{Sigma: 1}, mat.NewDense(2, 1, []float64{1, 2}), true, 1},
		{"far samples", kernel.Gaussian{Sigma: 1e-3}, separated(10, 2, 1, 7), true, 9},
		{"one sample", kernel.Gaussian{Sigma: 1}, mat.NewDense(1, 1, []float64{1}), true, 0},
		{"one sample, uncentred", kernel.Gaussian{Sigma: 1}, mat.NewDense(1, 1, []float64{1}), false, 1},
		{"all samples equal", kernel.Gaussian{Sigma: 1}, same, true, 0},
		{"zero", kernel.Linear{}, mat.NewDense(3, 2, nil), true, 0},
	} {
		k := kernelMatrix(t, test.kernel, test.x, test.centre)
		for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
			for _, f := range kernelFit(t, k, quick(t), solver.Settings{Components: 40, Update: update}) {
				rows, _ := f.Coefficients.Dims()
				assert.Check(t, f.Err == nil && len(f.Components) == test.rank && rows == test.rank,
					"%s: %s: %d components, %v", test.name, f.Function.Name(), len(f.Components), f.Err)
			}
		}
	}
}

func TestBadInputIsAnError(t *testing.T) {
	good := separated(5, 2, 1, 1)
	with := func(v float64) *mat.Dense {
		m := mat.DenseCopyOf(good)
		m.Set(3, 1, v)
		return m
	}
	list := quick(t)
	for _, test := range []struct {
		samples    *mat.Dense
		components int
		says       string
	}{
		{with(math.NaN()), 1, "sample 3, feature 1 is NaN"}, {with(math.Inf(-1)), 1, "sample 3, feature 1 is -Inf"},
		{with(1e160), 1, "at most 1e+100"}, {mat.NewDense(1, 1, []float64{1e-160}), 1, "more than 1e-100"},
		{&mat.Dense{}, 1, "no samples"}, {nil, 1, "no samples"}, {good, 0, "0 components"},
	} {
		_, err := solver.GPCA(t.Context(), test.samples, list, solver.Settings{Components: test.components})
		assert.Check(t, is.ErrorContains(err, test.says))
	}
	one := []float64{1}
	for _, test := range []struct {
		kernel     *kernel.Matrix
		components int
		says       string
	}{
		{nil, 1, "no kernel values"}, {&kernel.Matrix{Weights: one}, 1, "no kernel values"},
		{&kernel.Matrix{Values: mat.NewDense(1, 1, []float64{math.NaN()}), Weights: one}, 1, "NaN of samples 0 and 0"},
		{kernelMatrix(t, kernel.Linear{}, good, true), 0, "0 components"},
	} {
		_, err := solver.KernelGPCA(t.Context(), test.kernel, list, solver.Settings{Components: test.components})
		assert.Check(t, is.ErrorContains(err, test.says))
	}
}

func TestSamplesAreNotModified(t *testing.T) {
	x := separated(20, 4, 1, 8)
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 1}, x, true)
	samples, values := mat.DenseCopyOf(x), mat.DenseCopyOf(k.Values)
	fit(t, x, objective.Named(), solver.Settings{Components: 3, MaxIterations: 20})
	for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
		kernelFit(t, k, objective.Named(), solver.Settings{Components: 3, MaxIterations: 20, Update: update})
	}
	assert.Check(t, identical(x, samples) && identical(k.Values, values), "samples or kernel values were modified")
}
