package solver_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

func kernelMatrix(t testing.TB, f kernel.Function, x *mat.Dense, centre bool) *kernel.Matrix {
	t.Helper()
	k, err := kernel.NewMatrix(f, x, centre, 1)
	assert.NilError(t, err)
	return k
}

func kernelFit(t testing.TB, k *kernel.Matrix, list []objective.Function, settings solver.Settings) []solver.KernelFit {
	t.Helper()
	fits, err := solver.KernelGPCA(t.Context(), k, list, settings)
	assert.NilError(t, err)
	return fits
}

// The spaces iterate w and c and end at different steps: a tight tolerance brings both to the same fixed point.
var tight = solver.Settings{Components: 4, Tolerance: 1e-13}

func projected(loadings, samples *mat.Dense) *mat.Dense {
	p := solver.Product(loadings, samples.T())
	return p
}

func TestLinearKernelIsInputSpace(t *testing.T) {
	for _, centre := range []bool{true, false} {
		x := separated(30, 5, 0.3, 1)
		if !centre { // uncentred samples, and no centring anywhere
			x.Apply(func(_, j int, v float64) float64 { return v + 0.1*float64(j) }, x)
		}
		fits := fit(t, x, settling(), tight)
		for i, f := range kernelFit(t, kernelMatrix(t, kernel.Linear{}, x, centre), settling(), tight) {
			assert.Check(t, alike(f.Projections, projected(fits[i].Loadings, x), 1e-9), f.Function.Name())
			for j, c := range f.Components {
				want := fits[i].Components[j].Objective
				assert.Check(t, math.Abs(c.Objective-want) <= 1e-9*want, "%s: %g, want %g", f.Function.Name(), c, want)
			}
		}
	}
}

// (xᵀy/2 + 3)² is the inner product of x₁²/2, x₂²/2, x₁x₂/√2, √3 x₁, √3 x₂ and 3.
func TestPolynomialKernelIsItsFeatures(t *testing.T) {
	x := separated(30, 2, 0.5, 2)
	features := mat.NewDense(30, 6, nil)
	for i := range 30 {
		a, b := x.At(i, 0), x.At(i, 1)
		features.SetRow(i, []float64{a * a / 2, b * b / 2, a * b / math.Sqrt2, math.Sqrt(3) * a, math.Sqrt(3) * b, 3})
	}
	for _, centre := range []bool{true, false} {
		want := features
		if centre {
			want, _ = solver.Centre(features)
		}
		list := functions(t, "p=1", "p=1.5", "p=2", "tanh", "a=1")
		fits := fit(t, want, list, tight)
		k := kernelMatrix(t, kernel.Polynomial{Degree: 2, Scale: 0.5, Offset: 3}, x, centre)
		for i, f := range kernelFit(t, k, list, tight) {
			assert.Check(t, alike(f.Projections, projected(fits[i].Loadings, want), 1e-9), f.Function.Name())
		}
	}
}

// A matrix of distinct samples with weights has the components of one that repeats every sample.
func TestRepeatedSamplesAreWeighed(t *testing.T) {
	distinct := separated(12, 4, 0.3, 3)
	rows := []int{0, 1, 2, 3, 3, 3, 4, 5, 5, 6, 7, 8, 8, 8, 8, 9, 10, 11, 0}
	repeated := mat.NewDense(len(rows), 4, nil)
	for i, from := range rows {
		repeated.SetRow(i, distinct.RawRowView(from))
	}
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 0.7}, repeated, true)
	assert.Equal(t, len(k.Weights), 12)
	assert.Equal(t, k.Total, float64(len(rows)))
	// The same without merging: samples differ in a feature that the kernel ignores.
	marked := mat.NewDense(len(rows), 5, nil)
	for i := range rows {
		marked.SetRow(i, append(append([]float64(nil), repeated.RawRowView(i)...), 1e-30*float64(i)))
	}
	full := kernelMatrix(t, kernel.Gaussian{Sigma: 0.7}, marked, true)
	n, _ := full.Values.Dims()
	assert.Equal(t, n, len(rows))
	place := map[int]int{} // of an original sample among the distinct ones
	for i, from := range rows {
		if _, seen := place[from]; !seen {
			place[from] = len(place)
		}
		for j, other := range rows[:i+1] {
			assert.Assert(t, math.Abs(full.Values.At(i, j)-k.Values.At(place[from], place[other])) <= 1e-15,
				"kernel value of samples %d and %d differs", i, j)
		}
	}
	want := kernelFit(t, full, settling(), tight)
	y := separated(9, 4, 0.5, 4)
	for i, f := range kernelFit(t, k, settling(), tight) {
		spread := mat.NewDense(4, len(rows), nil)
		for c := range 4 {
			for j, from := range rows {
				spread.Set(c, j, f.Projections.At(c, place[from]))
			}
		}
		assert.Check(t, alike(spread, want[i].Projections, 1e-9), "%s: projections", f.Function.Name())
		for j, c := range f.Components {
			o := want[i].Components[j].Objective
			assert.Check(t, math.Abs(c.Objective-o) <= 1e-9*o, "%s: objective %g, want %g", f.Function.Name(), c, o)
		}
		got, lengths := project(k, f.Coefficients, y)
		unmerged, unmergedLengths := project(full, want[i].Coefficients, mat.DenseCopyOf(augmented(y)))
		assert.Check(t, alike(got, unmerged, 1e-9), "%s: new samples", f.Function.Name())
		for j := range lengths {
			assert.Check(t, math.Abs(lengths[j]-unmergedLengths[j]) <= 1e-14,
				"squared length %g, want %g", lengths[j], unmergedLengths[j])
		}
	}
}

func augmented(y *mat.Dense) *mat.Dense {
	rows, columns := y.Dims()
	m := mat.NewDense(rows, columns+1, nil)
	m.Slice(0, rows, 0, columns).(*mat.Dense).Copy(y)
	return m
}

func project(k *kernel.Matrix, coefficients, y *mat.Dense) (projections *mat.Dense, lengths []float64) {
	rows, _ := y.Dims()
	directions, _ := coefficients.Dims()
	p := mat.NewDense(rows, directions, nil)
	lengths = make([]float64, rows)
	k.Projector(coefficients).Project(p, lengths, y)
	return mat.DenseCopyOf(p.T()), lengths
}

func TestTrainingSamplesProjectAsTheyDidInTraining(t *testing.T) {
	x := separated(25, 4, 1, 5)
	for _, f := range []kernel.Function{kernel.Gaussian{Sigma: 1.5}, kernel.Linear{}, kernel.Polynomial{Degree: 3, Scale: 0.5, Offset: 1}} {
		for _, centre := range []bool{true, false} {
			k := kernelMatrix(t, f, x, centre)
			for _, fit := range kernelFit(t, k, functions(t, "p=0.5", "p=1", "p=2", "tanh", "q=2"), solver.Settings{Components: 4, MaxIterations: 50}) {
				projections, lengths := project(k, fit.Coefficients, x)
				assert.Check(t, alike(projections, fit.Projections, 1e-11), "%s: %s", f, fit.Function.Name())
				for i, length := range lengths {
					assert.Check(t, math.Abs(length-k.Values.At(i, i)) <= 1e-12*k.Values.At(i, i),
						"%s, centre %t: squared length %d is %g, want %g", f, centre, i, length, k.Values.At(i, i))
				}
			}
		}
	}
}

// Directions are orthonormal in feature space: BKBᵀ = I with every coefficient times the weight of its sample.
func TestDirectionsAreOrthonormal(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	x := random(60, 3, r)
	for i := 40; i < 60; i++ { // twenty samples twice
		x.SetRow(i, x.RawRowView(i-40))
	}
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 1}, x, true)
	for _, f := range kernelFit(t, k, objective.Named(), solver.Settings{Components: 25, MaxIterations: 50}) {
		var weighed, image, products mat.Dense
		weighed.Apply(func(_, j int, v float64) float64 { return v * k.Weights[j] }, f.Coefficients)
		image.Mul(&weighed, k.Values)
		products.Mul(&image, weighed.T())
		assert.Check(t, alike(&products, identity(25), 1e-10), f.Function.Name())
	}
}
