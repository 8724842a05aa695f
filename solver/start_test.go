package solver_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

var starts = []solver.Start{
	solver.LargestSample, solver.PrincipalComponent, solver.BestSample, solver.SmallestSample,
	solver.RandomStart(1), solver.RandomStart(math.MaxUint64),
}

func TestParseStart(t *testing.T) {
	for _, s := range starts {
		got, err := solver.ParseStart(string(s))
		assert.Check(t, got == s && err == nil, "ParseStart(%q) = %q, %v", string(s), got, err)
	}
	for _, name := range []string{"", "random", "random-", "random-01", "random--1", "random-1.5", "random-18446744073709551616", "largest"} {
		_, err := solver.ParseStart(name)
		assert.Check(t, is.ErrorContains(err,
			"largest-sample, principal-component, best-sample, smallest-sample, and random"),
			"ParseStart(%q): error %v, want one that names the starts", name, err)
	}
}

// still is a function without a gradient: its components are the starts themselves.
type still struct{ objective.Function }

func (still) Apply(dst, u []float64) { clear(dst[:len(u)]) }

func TestStartsAreWhatTheySay(t *testing.T) {
	// The first sample is zero.
	x := mat.NewDense(6, 3, []float64{
		0, 0, 0,
		0, 0, 3, // largest
		1.5, 0, 0, // with its copy the largest Σ |wᵀx| but for the next
		1.5, 0, 0,
		1, 1, 0, // Σ |wᵀx| = (1.5 + 1.5 + 2)/√2 = 3.54
		0, 0.1, 0, // smallest
	})
	// XᵀX is 9 along the third axis and (5.5 1; 1 1.01) in the plane of the others, whose leading eigenvector is
	// at half the angle atan2(2, 4.49).
	sin, cos := math.Sincos(math.Atan2(2, 4.49) / 2)
	for _, c := range []struct {
		start solver.Start
		want  []float64
	}{
		{solver.LargestSample, []float64{0, 0, 1, 1, 0, 0, 0, 1, 0}},
		{solver.PrincipalComponent, []float64{0, 0, 1, cos, sin, 0, -sin, cos, 0}},
		// Then x₃ with 3.54 against 4 for x₁ after deflation, and |x₂| is 3.
		{solver.BestSample, []float64{1, 0, 0, 0, 0, 1, 0, 1, 0}},
		{solver.SmallestSample, []float64{0, 1, 0, 1, 0, 0, 0, 0, 1}},
	} {
		t.Run(string(c.start), func(t *testing.T) {
			list := []objective.Function{still{functions(t, "p=1")[0]}}
			settings := solver.Settings{Components: 5, Start: c.start}
			want := mat.NewDense(3, 3, c.want)
			f := fit(t, x, list, settings)[0]
			assert.Check(t, alike(f.Loadings, want, 1e-12), "loadings %v", mat.Formatted(f.Loadings))
			for _, e := range ends(f.Components) {
				assert.Check(t, is.Equal(e, solver.Vanished), "ended as")
			}
			k := kernelMatrix(t, kernel.Linear{}, x, false)
			n := kernelFit(t, k, list, settings)[0]
			// The kernel matrix has one of the two equal samples.
			distinct := mat.NewDense(5, 3, append(slices.Clone(x.RawMatrix().Data[:9]), x.RawMatrix().Data[12:]...))
			assert.Check(t, alike(n.Projections, projected(want, distinct), 1e-12), "projections")
		})
	}
}

func TestRandomStarts(t *testing.T) {
	x := separated(40, 6, 1, 4)
	list := []objective.Function{still{functions(t, "p=1")[0]}, still{functions(t, "tanh")[0]}}
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 2}, x, true)
	directions := func(seed uint64) []*mat.Dense {
		settings := solver.Settings{Components: 3, Start: solver.RandomStart(seed)}
		f, n := fit(t, x, list, settings), kernelFit(t, k, list, settings)
		return []*mat.Dense{f[0].Loadings, f[1].Loadings, n[0].Projections, n[1].Projections}
	}
	one, again, two := directions(1), directions(1), directions(2)
	for i := range one {
		assert.Check(t, identical(one[i], again[i]), "%d: a seed gives two starts", i)
		assert.Check(t, identical(one[i], one[i/2*2]), "%d: two functions do not share their start", i)
		assert.Check(t, !alike(one[i], two[i], 0.01)().Success(), "%d: two seeds give one start", i)
	}
	// Uniform on the sphere: each axis has a share of 1/6 of the squared length, with a deviation of
	// √(2·5/(6²·8)) = 0.186 for one direction, 0.0186 for 100.
	mean := make([]float64, 6)
	for seed := range uint64(100) {
		f := fit(t, x, list[:1], solver.Settings{Components: 1, Start: solver.RandomStart(seed)})[0]
		for j, v := range f.Loadings.RawRowView(0) {
			mean[j] += v * v / 100
		}
	}
	for j, v := range mean {
		assert.Check(t, math.Abs(v-1./6) <= 4*0.0186, "axis %d has a share of %.3f of directions", j, v)
	}
}

// A fixed point of Algorithm 1 is its own successor, by the definition on explicitly deflated samples.
func TestEveryStartReachesAFixedPoint(t *testing.T) {
	x := separated(60, 8, 0.5, 5)
	for _, start := range starts {
		for _, f := range fit(t, x, settling(), solver.Settings{Components: 8, Start: start}) {
			name := fmt.Sprintf("%s: %s", start, f.Function.Name())
			rows, _ := f.Loadings.Dims()
			assert.Equal(t, rows, 8, "%s: %d components, want 8", name, rows)
			left := mat.DenseCopyOf(x)
			for i, c := range f.Components {
				w := f.Loadings.RowView(i)
				if c.End == solver.Converged {
					moved := step(left, w, f.Function)
					assert.Check(t, moved <= 1e-8, "%s: a step moves component %d by %g", name, i+1, moved)
				} else {
					assert.Check(t, is.Equal(c.End, solver.Exact), "%s: component %d", name, i+1)
				}
				var projections mat.VecDense
				projections.MulVec(left, w)
				left.RankOne(left, -1, &projections, w)
			}
			assert.Check(t, alike(solver.Product(f.Loadings, f.Loadings.T()), identity(8), 1e-12), name)
		}
	}
}

func step(x *mat.Dense, w mat.Vector, s objective.Function) float64 {
	rows, columns := x.Dims()
	gradient := mat.NewVecDense(columns, nil)
	for i := range rows {
		u := mat.Dot(x.RowView(i), w)
		if u != 0 {
			gradient.AddScaledVec(gradient, math.Copysign(s.Derivative(math.Abs(u)), u), x.RowView(i))
		}
	}
	gradient.ScaleVec(1/gradient.Norm(2), gradient)
	gradient.SubVec(gradient, w)
	return gradient.Norm(2)
}

func identity(n int) *mat.Dense {
	return mat.DenseCopyOf(mat.NewDiagDense(n, slices.Repeat([]float64{1}, n)))
}

func TestLinearKernelStartsAsInputSpace(t *testing.T) {
	x := separated(30, 5, 0.3, 1)
	k := kernelMatrix(t, kernel.Linear{}, x, true)
	for _, start := range starts[:4] { // random ones are of two distributions
		settings := tight
		settings.Start = start
		fits := fit(t, x, settling(), settings)
		for i, f := range kernelFit(t, k, settling(), settings) {
			assert.Check(t, alike(f.Projections, projected(fits[i].Loadings, x), 1e-9),
				"%s: %s", start, f.Function.Name())
		}
	}
}

func TestExactComponentsDoNotDependOnTheStart(t *testing.T) {
	x, _ := solver.Centre(pictures(50, 40, 6))
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 800}, pictures(50, 40, 6), true)
	list := functions(t, "p=2")
	want := fit(t, x, list, solver.Settings{Components: 6})[0].Loadings
	wantKernel := kernelFit(t, k, list, solver.Settings{Components: 6})[0].Coefficients
	for _, start := range starts {
		settings := solver.Settings{Components: 6, Start: start}
		assert.Check(t, identical(fit(t, x, list, settings)[0].Loadings, want), start)
		assert.Check(t, identical(kernelFit(t, k, list, settings)[0].Coefficients, wantKernel), start)
	}
}

func TestStartsOnExhaustedSamples(t *testing.T) {
	x := separated(6, 20, 1, 7) // rank 5
	k := kernelMatrix(t, kernel.Linear{}, x, true)
	for _, start := range starts {
		settings := solver.Settings{Components: 20, Start: start, MaxIterations: 100}
		for _, f := range fit(t, x, settling(), settings) {
			assert.Check(t, f.Err, "%s: %s", start, f.Function.Name())
			assert.Check(t, is.Len(f.Loadings.RawMatrix().Data, 5*20), "%s: %s", start, f.Function.Name())
		}
		for _, f := range kernelFit(t, k, settling(), settings) {
			assert.Check(t, f.Err, "%s: %s", start, f.Function.Name())
			assert.Check(t, is.Len(f.Coefficients.RawMatrix().Data, 5*6), "%s: %s", start, f.Function.Name())
		}
	}
}

func TestSerialUpdateTakesTheStart(t *testing.T) {
	x := separated(30, 5, 0.3, 8)
	k := kernelMatrix(t, kernel.Linear{}, x, true)
	list := []objective.Function{still{functions(t, "p=1")[0]}}
	for _, start := range starts {
		settings := solver.Settings{Components: 3, Start: start}
		parallel := kernelFit(t, k, list, settings)[0].Projections
		settings.Update = solver.Serial
		assert.Check(t, alike(kernelFit(t, k, list, settings)[0].Projections, parallel, 1e-12), start)
	}
}

func TestBestSampleNeedsAClosedForm(t *testing.T) {
	x := separated(20, 4, 1, 9)
	e, err := objective.Expression("u/(1+u)")
	assert.NilError(t, err)
	list := append(functions(t, "p=1"), e)
	settings := solver.Settings{Components: 2, Start: solver.BestSample}
	fits := fit(t, x, list, settings)
	networks := kernelFit(t, kernelMatrix(t, kernel.Linear{}, x, true), list, settings)
	for i, errs := range [][2]error{{fits[0].Err, networks[0].Err}, {fits[1].Err, networks[1].Err}} {
		for _, err := range errs {
			assert.Check(t, is.Equal(err != nil && strings.Contains(err.Error(), "closed form of f"), i == 1),
				"%s: error %v", list[i].Name(), err)
		}
	}
	rows, _ := fits[0].Loadings.Dims()
	assert.Equal(t, rows, 2, "the other function has %d components, want 2", rows)
}
