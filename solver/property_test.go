package solver_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// settling are the named functions whose ascent converges on separated samples: all but the singular one.
func settling() []objective.Function {
	return slices.DeleteFunc(objective.Named(), func(s objective.Function) bool { return s.Properties().SingularAtZero })
}

func TestLoadingsAreOrthonormal(t *testing.T) {
	digits, _ := solver.Centre(pictures(60, 80, 1))
	for _, data := range []struct {
		name       string
		x          *mat.Dense
		components int
	}{
		{"fewer samples than features", digits, 30},
		{"deviations from 1 to 1e-9", separated(60, 30, 1, 2), 30},
		{"more components than rank", separated(8, 30, 1, 2), 30},
	} {
		for _, f := range fit(t, data.x, objective.Named(), solver.Settings{Components: data.components, MaxIterations: 60}) {
			n, _ := f.Loadings.Dims()
			products := solver.Product(f.Loadings, f.Loadings.T())
			assert.Check(t, alike(products, identity(n), 1e-12), "%s: %s", data.name, f.Function.Name())
		}
	}
}

// Theorem 1 of the thesis: each step goes up where f is convex.
func TestObjectiveNeverFallsWhereTheoremHolds(t *testing.T) {
	covered := slices.DeleteFunc(objective.Named(), func(s objective.Function) bool { return !s.Properties().NonDecreasing || s.Exact() })
	for seed := range uint64(5) {
		r := rand.New(rand.NewPCG(seed, 1))
		x, _ := solver.Centre(random(25, 8, r))
		before := make([]float64, len(covered))
		for steps := 1; steps <= 12; steps++ {
			for i, f := range fit(t, x, covered, solver.Settings{Components: 1, MaxIterations: steps}) {
				objective := f.Components[0].Objective
				assert.Check(t, objective >= before[i]*(1-1e-14), "seed %d: %s: from %.17g to %.17g in step %d", seed,
					f.Function.Name(), before[i], objective, steps)
				before[i] = objective
			}
		}
	}
}

func TestObjectiveIsSumOverSamples(t *testing.T) {
	x := separated(30, 5, 1, 3)
	list := objective.Named()
	for _, f := range fit(t, x, list, solver.Settings{Components: 5, MaxIterations: 20}) {
		for i, c := range f.Components {
			want := 0.0
			for row := range 30 {
				u := mat.Dot(f.Loadings.RowView(i), x.RowView(row))
				p, _ := f.Function.Primitive(u)
				want += p
			}
			assert.Check(t, math.Abs(c.Objective-want) <= 1e-12*want,
				"%s: objective %d is %.15g, want %.15g", f.Function.Name(), i, c.Objective, want)
		}
	}
}

func TestBatchIsSingleFits(t *testing.T) {
	x, _ := solver.Centre(pictures(70, 40, 2))
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 800}, pictures(70, 40, 2), true)
	settings := solver.Settings{Components: 6, MaxIterations: 50}
	list := objective.Named()
	batch := fit(t, x, list, settings)
	kernelBatch := kernelFit(t, k, list, settings)
	for i, s := range list {
		single := fit(t, x, list[i:i+1], settings)[0]
		assert.Check(t, identical(single.Loadings, batch[i].Loadings), "%s: a batch gives other loadings", s.Name())
		assert.Check(t, is.DeepEqual(single.Components, batch[i].Components), s.Name())
		kernelSingle := kernelFit(t, k, list[i:i+1], settings)
		assert.Check(t, identical(kernelSingle[0].Coefficients, kernelBatch[i].Coefficients),
			"%s: a batch gives other coefficients", s.Name())
	}
}

func TestResultsDoNotDependOnWorkers(t *testing.T) {
	samples := pictures(1100, 30, 3) // more than one block of every product
	x, _ := solver.Centre(samples)
	list := functions(t, "p=1", "p=2", "tanh", "q=2")
	run := func(workers int) (loadings, coefficients []*mat.Dense) {
		settings := solver.Settings{Components: 2, MaxIterations: 20, Workers: workers}
		for _, f := range fit(t, x, list, settings) {
			loadings = append(loadings, f.Loadings)
		}
		k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 800}, samples, true, workers)
		assert.NilError(t, err)
		for _, f := range kernelFit(t, k, list, settings) {
			coefficients = append(coefficients, f.Coefficients)
		}
		return loadings, coefficients
	}
	loadings, coefficients := run(1)
	for _, workers := range []int{0, 2, 3} {
		l, c := run(workers)
		for i := range l {
			assert.Check(t, identical(l[i], loadings[i]) && identical(c[i], coefficients[i]),
				"%s: %d workers give another result", list[i].Name(), workers)
		}
	}
}

func TestRotatedSamplesHaveRotatedLoadings(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	x := separated(40, 6, 0.3, 5)
	q := rotation(6, r)
	settings := solver.Settings{Components: 4}
	fits := fit(t, x, settling(), settings)
	for i, f := range fit(t, solver.Product(x, q), settling(), settings) {
		assert.Check(t, alike(f.Loadings, solver.Product(fits[i].Loadings, q), 1e-9), f.Function.Name())
	}
}

func TestOrderOfSamplesDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	x := separated(40, 6, 0.3, 6)
	permuted := mat.NewDense(40, 6, nil)
	for to, from := range r.Perm(40) {
		permuted.SetRow(to, x.RawRowView(from))
	}
	settings := solver.Settings{Components: 4}
	fits := fit(t, x, settling(), settings)
	for i, f := range fit(t, permuted, settling(), settings) {
		assert.Check(t, alike(f.Loadings, fits[i].Loadings, 1e-9), f.Function.Name())
	}
}

func TestScaleOfSamplesMattersOnlyWhereItShould(t *testing.T) {
	x := separated(40, 6, 1, 7)
	var scaled mat.Dense
	scaled.Scale(1000, x)
	settings := solver.Settings{Components: 3}
	list := functions(t, "p=1", "p=1.5", "p=2", "p=3", "tanh")
	fits := fit(t, x, list, settings)
	for i, f := range fit(t, &scaled, list, settings) {
		same := alike(f.Loadings, fits[i].Loadings, 1e-9)().Success()
		assert.Check(t, is.Equal(same, f.Function.Name() != "tanh"), f.Function.Name())
	}
}

// The loading shows the sign of the start, because p=1 keeps a start that is a fixed point.
func TestFirstOfEqualSamplesStarts(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{
		0, 3,
		3, 0,
		0, -3,
		-3, 0,
	})
	f := fit(t, x, functions(t, "p=1"), solver.Settings{Components: 1})[0]
	want := mat.NewDense(1, 2, []float64{0, 1})
	assert.Check(t, mat.Equal(f.Loadings, want), "loading %v, want %v", mat.Formatted(f.Loadings), mat.Formatted(want))
}

func TestCentreLeavesNothingOfConstantFeatures(t *testing.T) {
	x := mat.NewDense(300, 3, nil)
	for i := range 300 {
		x.SetRow(i, []float64{0.1, 1e10 / 3, float64(i)})
	}
	centred, mean := solver.Centre(x)
	assert.Check(t, mean[0] == 0.1 && mean[1] == 1e10/3 && mean[2] == 149.5, "mean %v", mean)
	for i := range 300 {
		r := centred.RawRowView(i)
		assert.Assert(t, r[0] == 0 && r[1] == 0 && r[2] == float64(i)-149.5, "centred sample %d is %v", i, r)
	}
	assert.Equal(t, x.At(5, 0), 0.1, "the samples themselves were centred")
}
