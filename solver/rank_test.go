package solver_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

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
		if !identical(f.Loadings, embedded(without[i].Loadings, at, 9)) {
			t.Errorf("%s: other loadings", f.Function.Name())
		}
	}
}

// Seven samples in 40 dimensions lie in a subspace of six.
func TestFewSamplesOfManyFeatures(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	x := separated(7, 6, 1, 2)
	axes := mat.DenseCopyOf(rotation(40, r).Slice(0, 6, 0, 40))
	var wide mat.Dense
	wide.Mul(x, axes)
	settings := solver.Settings{Components: 6}
	narrow := fit(t, x, quick(t), settings)
	for i, f := range fit(t, &wide, quick(t), settings) {
		var want mat.Dense
		want.Mul(narrow[i].Loadings, axes)
		if d := differ(f.Loadings, &want, 1e-9); d != "" {
			t.Errorf("%s: %s", f.Function.Name(), d)
		}
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
			if rows, c := f.Loadings.Dims(); len(f.Components) != test.rank || rows != test.rank || test.rank > 0 && c != columns || f.Err != nil {
				t.Errorf("%s: %s: %d components, %d×%d loadings, error %v, want rank %d", test.name, f.Function.Name(), len(f.Components), rows, c, f.Err, test.rank)
			}
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
		k, err := kernel.NewMatrix(test.kernel, test.x, test.centre, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
			fits, err := solver.KernelGPCA(t.Context(), k, quick(t), solver.Settings{Components: 40, Update: update})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range fits {
				if rows, _ := f.Coefficients.Dims(); len(f.Components) != test.rank || rows != test.rank || f.Err != nil {
					t.Errorf("%s: %s: %d components, error %v, want %d", test.name, f.Function.Name(), len(f.Components), f.Err, test.rank)
				}
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
		name      string
		samples   *mat.Dense
		functions []objective.Function
		settings  solver.Settings
		says      string
	}{
		{"NaN", with(math.NaN()), list, solver.Settings{Components: 1}, "sample 3, feature 1 is NaN"},
		{"infinite", with(math.Inf(-1)), list, solver.Settings{Components: 1}, "sample 3, feature 1 is -Inf"},
		{"squares overflow", with(1e160), list, solver.Settings{Components: 1}, "at most 1e+100"},
		{"squares underflow", mat.NewDense(1, 1, []float64{1e-160}), list, solver.Settings{Components: 1}, "more than 1e-100"},
		{"no samples", &mat.Dense{}, list, solver.Settings{Components: 1}, "no samples"},
		{"nil samples", nil, list, solver.Settings{Components: 1}, "no samples"},
		{"no components", good, list, solver.Settings{}, "0 components"},
	} {
		if _, err := solver.GPCA(t.Context(), test.samples, test.functions, test.settings); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: error %v, want one that says %q", test.name, err, test.says)
		}
	}
	k, err := kernel.NewMatrix(kernel.Linear{}, good, true, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name      string
		kernel    *kernel.Matrix
		functions []objective.Function
		says      string
	}{
		{"nil", nil, list, "no kernel values"},
		{"no values", &kernel.Matrix{Weights: []float64{1}}, list, "no kernel values"},
		{"NaN", &kernel.Matrix{Values: mat.NewDense(1, 1, []float64{math.NaN()}), Weights: []float64{1}}, list, "NaN of samples 0 and 0"},
	} {
		if _, err := solver.KernelGPCA(t.Context(), test.kernel, test.functions, solver.Settings{Components: 1}); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: error %v, want one that says %q", test.name, err, test.says)
		}
	}
	if _, err := solver.KernelGPCA(t.Context(), k, list, solver.Settings{}); err == nil {
		t.Error("0 components of feature space are no error")
	}
}

func TestSamplesAreNotModified(t *testing.T) {
	x := separated(20, 4, 1, 8)
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 1}, x, true, 1)
	if err != nil {
		t.Fatal(err)
	}
	samples, values := mat.DenseCopyOf(x), mat.DenseCopyOf(k.Values)
	fit(t, x, objective.Named(), solver.Settings{Components: 3, MaxIterations: 20})
	for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
		if _, err := solver.KernelGPCA(t.Context(), k, objective.Named(), solver.Settings{Components: 3, MaxIterations: 20, Update: update}); err != nil {
			t.Fatal(err)
		}
	}
	if !identical(x, samples) || !identical(k.Values, values) {
		t.Error("samples or kernel values were modified")
	}
}
