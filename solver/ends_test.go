package solver_test

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// mapped is a function whose Apply is any map of the projections of two samples.
type mapped struct {
	objective.Function
	apply func(u, v float64) (float64, float64)
}

func (m mapped) Apply(dst, u []float64) { dst[0], dst[1] = m.apply(u[0], u[1]) }

func rotating(t *testing.T, angle float64) objective.Function {
	sin, cos := math.Sincos(angle)
	return mapped{functions(t, "tanh")[0], func(u, v float64) (float64, float64) { return cos*u - sin*v, sin*u + cos*v }}
}

var axes = mat.NewDense(2, 2, []float64{1, 0, 0, 1})

func TestCycleEndsInPhaseOfTheLimit(t *testing.T) {
	k := kernelMatrix(t, kernel.Linear{}, axes, false)
	for _, period := range []int{3, 5, 8} {
		for limit := 100; limit < 100+period; limit++ {
			t.Run(fmt.Sprintf("period %d, limit %d", period, limit), func(t *testing.T) {
				angle := 2 * math.Pi / float64(period)
				list := []objective.Function{rotating(t, angle)}
				settings := solver.Settings{Components: 1, MaxIterations: limit}
				want := func(steps int) *mat.Dense {
					sin, cos := math.Sincos(angle * float64(steps))
					return mat.NewDense(1, 2, []float64{cos, sin})
				}
				f := fit(t, axes, list, settings)[0]
				// The network applies the function once before its first step.
				n := kernelFit(t, k, list, settings)
				assert.Check(t, alike(f.Loadings, want(limit), 1e-12), "loading %v", mat.Formatted(f.Loadings))
				assert.Check(t, alike(n[0].Projections, want(limit+1), 1e-12), "projections")
				for _, c := range []solver.Component{f.Components[0], n[0].Components[0]} {
					assert.Check(t, c.End == solver.Cycled && c.Period == period && c.Iterations < 40 &&
						math.Abs(c.Step-2*math.Sin(angle/2)) <= 1e-12, "%+v", c)
				}
			})
		}
	}
}

func TestCycleOfPublishedScore(t *testing.T) {
	x := separated(40, 6, 2, 1)
	list := functions(t, "g=1")
	for limit := 995; limit <= 1000; limit++ {
		f := fit(t, x, list, solver.Settings{Components: 2, MaxIterations: limit})[0]
		want, _ := naive{list[0], solver.DefaultTolerance, limit}.gpca(x, 2)
		assert.Check(t, alike(f.Loadings, want, 1e-9), "limit %d", limit)
		c := f.Components[0]
		assert.Check(t, c.End == solver.Cycled && c.Period == 5 && c.Iterations <= 200, "limit %d: %+v", limit, c)
	}
}

func TestIterationWithoutEndIsStopped(t *testing.T) {
	c := fit(t, axes, []objective.Function{rotating(t, 1)}, solver.Settings{Components: 1, MaxIterations: 100})[0].Components[0]
	assert.Check(t, c.End == solver.Stopped && c.Iterations == 100 && c.Period == 0 &&
		math.Abs(c.Step-2*math.Sin(0.5)) <= 1e-12, "%+v", c)
}

// p = 0.5 is singular at 0: on some data its ascent wanders. An iteration that converges slowly goes on.
func TestSingularScoreWanders(t *testing.T) {
	list := functions(t, "p=0.5")
	count := map[solver.End]int{}
	for seed := range uint64(10) {
		x := separated(40, 6, 2, seed)
		settings := solver.Settings{Components: 4, MaxIterations: 1e5}
		components := slices.Concat(fit(t, x, list, settings)[0].Components,
			kernelFit(t, kernelMatrix(t, kernel.Gaussian{Sigma: 4}, x, true), list, settings)[0].Components)
		for i, c := range components {
			count[c.End]++
			switch c.End {
			case solver.Wandered:
				assert.Check(t, c.Iterations >= 100 && c.Iterations <= 5000 && c.Step >= 1e-5,
					"seed %d: component %d: %+v", seed, i, c)
			case solver.Stopped:
				t.Errorf("seed %d: component %d: %+v", seed, i, c)
			}
		}
		// Patience as long as the limit ends nothing.
		patient := solver.Settings{Components: 4, MaxIterations: 2000, Patience: 2000}
		for i, c := range slices.Concat(fit(t, x, list, patient)[0].Components,
			kernelFit(t, kernelMatrix(t, kernel.Gaussian{Sigma: 4}, x, true), list, patient)[0].Components) {
			assert.Check(t, c.End != solver.Wandered, "seed %d: component %d: %+v", seed, i, c)
		}
		settings.MaxIterations = 50
		for _, c := range fit(t, x, list, settings)[0].Components {
			assert.Check(t, c.End != solver.Wandered, "seed %d: given up before the limit of 50: %+v", seed, c)
		}
	}
	assert.Check(t, count[solver.Wandered] >= 10 && count[solver.Converged] >= 10, "ends %v", count)
}

// For f′ = 1/u and two samples with angle φ between them, (wᵀx₁)/(wᵀx₂) follows a Möbius map, an
// oscillation damped by (1−cos φ)/(1+cos φ) a step.
func TestDampedAscentConverges(t *testing.T) {
	for _, cos := range []float64{0.5, 1e-2, 1e-4} {
		x := mat.NewDense(2, 2, []float64{2, 0, cos, math.Sqrt(1 - cos*cos)})
		list := functions(t, "f'=u > 0 ? 1/u : 0")
		f := fit(t, x, list, solver.Settings{Components: 1, MaxIterations: 1e6})[0]
		// At the fixed point wᵀx₁/‖x₁‖ = wᵀx₂/‖x₂‖: w halves the angle.
		half := math.Acos(cos) / 2
		want := mat.NewDense(1, 2, []float64{math.Cos(half), math.Sin(half)})
		assert.Check(t, alike(f.Loadings, want, 1e-10), "cos φ = %g", cos)
		assert.Check(t, is.Equal(f.Components[0].End, solver.Converged), "cos φ = %g", cos)
	}
}

// exp(−u²) is 0 in floating-point numbers for u > 27.3: no start has a gradient.
func TestVanishedGradientKeepsDirection(t *testing.T) {
	x := mat.NewDense(5, 3, []float64{
		100, 0, 0,
		60, 80, 0,
		0, 0, 90,
		100, 0, 0,
		100, 0, 0,
	})
	list := functions(t, "f'=exp(-u^2)")
	for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
		compareSpaces(t, x, list, solver.Settings{Components: 3, Update: update},
			[]solver.End{solver.Vanished, solver.Vanished, solver.Vanished})
	}
}

// A function that ignores projections always gives the same direction: later gradients are zero up to rounding.
func TestGradientAlongEarlierComponentVanishes(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{3, 1, 1, 2})
	for i := range 20 {
		list := []objective.Function{mapped{functions(t, "tanh")[0], func(_, _ float64) (float64, float64) { return 1, 0.1 + 0.3*float64(i) }}}
		compareSpaces(t, x, list, solver.Settings{Components: 2}, []solver.End{solver.Converged, solver.Vanished})
	}
}

// compareSpaces fits samples in input space and with a linear kernel, with the same results.
func compareSpaces(t *testing.T, x *mat.Dense, list []objective.Function, settings solver.Settings, want []solver.End) {
	t.Helper()
	k := kernelMatrix(t, kernel.Linear{}, x, false)
	f, n := fit(t, x, list, settings)[0], kernelFit(t, k, list, settings)[0]
	assert.Check(t, slices.Equal(ends(f.Components), want) && slices.Equal(ends(n.Components), want) && f.Err == nil &&
		n.Err == nil, "%v, feature space %v %q", f.Components, n.Components, settings.Update)
	distinct, _ := k.Values.Dims() // the first ones, here
	training := x.Slice(0, distinct, 0, len(x.RawRowView(0))).(*mat.Dense)
	assert.Check(t, alike(n.Projections, projected(f.Loadings, training), 1e-10), settings.Update)
	// A direction in feature space is Σ_j weight_j b_j Φ(x_j), here Φ(x) = x.
	var weighed, loadings mat.Dense
	weighed.Apply(func(_, j int, v float64) float64 { return v * k.Weights[j] }, n.Coefficients)
	loadings.Mul(&weighed, training)
	assert.Check(t, alike(&loadings, f.Loadings, 1e-12), "directions %q", settings.Update)
}

func TestGradientThatVanishesLater(t *testing.T) {
	steps := 0
	s := mapped{functions(t, "tanh")[0], func(u, v float64) (float64, float64) {
		if steps++; steps > 3 {
			return 0, 0
		}
		return u + 0.1*v, v + 0.1*u
	}}
	f := fit(t, axes, []objective.Function{s}, solver.Settings{Components: 1})[0]
	c := f.Components[0]
	assert.Check(t, c.End == solver.Vanished && c.Iterations == 3 && c.Step > 0.01, "%+v", c)
	k := kernelMatrix(t, kernel.Linear{}, axes, false)
	steps = 0
	n := kernelFit(t, k, []objective.Function{s}, solver.Settings{Components: 1})
	c = n[0].Components[0]
	assert.Check(t, c.End == solver.Vanished && c.Iterations == 3 && n[0].Err == nil, "feature space: %+v", c)
	// The last state that did not vanish is the start, mapped twice by u + 0.1v.
	assert.Check(t, alike(n[0].Projections, f.Loadings, 1e-12))
}

// notFinite is a function that gives v from its third block of projections on.
type notFinite struct {
	objective.Function
	v     float64
	calls *int
}

func (n notFinite) Apply(dst, u []float64) {
	n.Function.Apply(dst, u)
	if *n.calls++; *n.calls > 2 {
		dst[len(dst)-1] = n.v
	}
}

func TestScoreWithoutFiniteValueFailsAlone(t *testing.T) {
	x := separated(20, 4, 1, 9)
	k := kernelMatrix(t, kernel.Gaussian{Sigma: 2}, x, true)
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e200} {
		for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
			healthy := functions(t, "p=1", "tanh")
			settings := solver.Settings{Components: 3, Update: update}
			calls := 0
			bad := notFinite{healthy[1], v, &calls}
			batch := []objective.Function{healthy[0], bad, healthy[1]}
			want := fit(t, x, healthy, settings)
			got := fit(t, x, batch, settings)
			for i, other := range []int{0, 2} {
				assert.Check(t, identical(got[other].Loadings, want[i].Loadings), "%g: other functions are touched", v)
				assert.Check(t, got[other].Err, "%g", v)
			}
			assert.Check(t, is.ErrorContains(got[1].Err, "tanh"), "%g", v)
			assert.Check(t, is.ErrorContains(got[1].Err, "component 1"), "%g", v)
			assert.Check(t, len(got[1].Components) == 0 && got[1].Loadings.IsEmpty(), "%g", v)

			calls = 0
			wantKernel := kernelFit(t, k, healthy, settings)
			gotKernel := kernelFit(t, k, batch, settings)
			for i, other := range []int{0, 2} {
				assert.Check(t, identical(gotKernel[other].Coefficients, wantKernel[i].Coefficients),
					"%g %q: feature space: other functions are touched", v, update)
			}
			assert.Check(t, gotKernel[1].Err != nil && gotKernel[1].Coefficients.IsEmpty(),
				"%g %q: feature space: error %v, components %v", v, update, gotKernel[1].Err, gotKernel[1].Components)
		}
	}
}

func TestContextEndsFit(t *testing.T) {
	x := separated(20, 4, 1, 9)
	k := kernelMatrix(t, kernel.Linear{}, x, true)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"p=1", "p=2"} {
		for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
			settings := solver.Settings{Components: 2, Update: update}
			_, err := solver.GPCA(ctx, x, functions(t, name), settings)
			assert.Check(t, is.ErrorIs(err, context.Canceled), "GPCA %s", name)
			_, err = solver.KernelGPCA(ctx, k, functions(t, name), settings)
			assert.Check(t, is.ErrorIs(err, context.Canceled), "KernelGPCA %s %q", name, update)
		}
	}
}
