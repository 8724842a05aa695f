package solver_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

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
	k, err := kernel.NewMatrix(kernel.Linear{}, axes, false, 1)
	if err != nil {
		t.Fatal(err)
	}
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
				n, err := solver.KernelGPCA(t.Context(), k, list, settings)
				if err != nil {
					t.Fatal(err)
				}
				if d := differ(f.Loadings, want(limit), 1e-12); d != "" {
					t.Errorf("loading %v: %s", mat.Formatted(f.Loadings), d)
				}
				if d := differ(n[0].Projections, want(limit+1), 1e-12); d != "" {
					t.Errorf("projections %v: %s", mat.Formatted(n[0].Projections), d)
				}
				for _, c := range []solver.Component{f.Components[0], n[0].Components[0]} {
					if c.End != solver.Cycled || c.Period != period || c.Iterations >= 40 || math.Abs(c.Step-2*math.Sin(angle/2)) > 1e-12 {
						t.Errorf("%+v", c)
					}
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
		if d := differ(f.Loadings, want, 1e-9); d != "" {
			t.Errorf("limit %d: %s", limit, d)
		}
		if c := f.Components[0]; c.End != solver.Cycled || c.Period != 5 || c.Iterations > 200 {
			t.Errorf("limit %d: %+v", limit, c)
		}
	}
}

func TestIterationWithoutEndIsStopped(t *testing.T) {
	c := fit(t, axes, []objective.Function{rotating(t, 1)}, solver.Settings{Components: 1, MaxIterations: 100})[0].Components[0]
	if c.End != solver.Stopped || c.Iterations != 100 || c.Period != 0 || math.Abs(c.Step-2*math.Sin(0.5)) > 1e-12 {
		t.Errorf("%+v", c)
	}
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
				if c.Iterations < 100 || c.Iterations > 5000 || c.Step < 1e-5 {
					t.Errorf("seed %d: component %d: %+v", seed, i, c)
				}
			case solver.Stopped:
				t.Errorf("seed %d: component %d: %+v", seed, i, c)
			}
		}
		// Patience as long as the limit ends nothing.
		patient := solver.Settings{Components: 4, MaxIterations: 2000, Patience: 2000}
		for i, c := range slices.Concat(fit(t, x, list, patient)[0].Components,
			kernelFit(t, kernelMatrix(t, kernel.Gaussian{Sigma: 4}, x, true), list, patient)[0].Components) {
			if c.End == solver.Wandered {
				t.Errorf("seed %d: component %d is given up in spite of all patience: %+v", seed, i, c)
			}
		}
		settings.MaxIterations = 50
		for _, c := range fit(t, x, list, settings)[0].Components {
			if c.End == solver.Wandered {
				t.Errorf("seed %d: given up before the limit of 50: %+v", seed, c)
			}
		}
	}
	if count[solver.Wandered] < 10 || count[solver.Converged] < 10 {
		t.Errorf("ends %v", count)
	}
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
		if d := differ(f.Loadings, mat.NewDense(1, 2, []float64{math.Cos(half), math.Sin(half)}), 1e-10); d != "" || f.Components[0].End != solver.Converged {
			t.Errorf("cos φ = %g: %s %+v", cos, d, f.Components[0])
		}
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
	if !slices.Equal(ends(f.Components), want) || !slices.Equal(ends(n.Components), want) || f.Err != nil || n.Err != nil {
		t.Errorf("%v, feature space %v %q", f.Components, n.Components, settings.Update)
	}
	distinct, _ := k.Values.Dims() // the first ones, here
	training := x.Slice(0, distinct, 0, len(x.RawRowView(0))).(*mat.Dense)
	if d := differ(n.Projections, projected(f.Loadings, training), 1e-10); d != "" {
		t.Errorf("projections %q: %s", settings.Update, d)
	}
	// A direction in feature space is Σ_j weight_j b_j Φ(x_j), here Φ(x) = x.
	var weighed, loadings mat.Dense
	weighed.Apply(func(_, j int, v float64) float64 { return v * k.Weights[j] }, n.Coefficients)
	loadings.Mul(&weighed, training)
	if d := differ(&loadings, f.Loadings, 1e-12); d != "" {
		t.Errorf("directions %q: %s", settings.Update, d)
	}
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
	if c := f.Components[0]; c.End != solver.Vanished || c.Iterations != 3 || !(c.Step > 0.01) {
		t.Errorf("%+v", c)
	}
	k, err := kernel.NewMatrix(kernel.Linear{}, axes, false, 1)
	if err != nil {
		t.Fatal(err)
	}
	steps = 0
	n, err := solver.KernelGPCA(t.Context(), k, []objective.Function{s}, solver.Settings{Components: 1})
	if err != nil {
		t.Fatal(err)
	}
	if c := n[0].Components[0]; c.End != solver.Vanished || c.Iterations != 3 || n[0].Err != nil {
		t.Errorf("feature space: %+v", c)
	}
	// The last state that did not vanish is the start, mapped twice by u + 0.1v.
	if d := differ(n[0].Projections, f.Loadings, 1e-12); d != "" {
		t.Error(d)
	}
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
	k, err := kernel.NewMatrix(kernel.Gaussian{Sigma: 2}, x, true, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), 1e200} {
		for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
			healthy := functions(t, "p=1", "tanh")
			settings := solver.Settings{Components: 3, Update: update}
			calls := 0
			bad := notFinite{healthy[1], v, &calls}
			batch := []objective.Function{healthy[0], bad, healthy[1]}
			want := fit(t, x, healthy, settings)
			got := fit(t, x, batch, settings)
			if !identical(got[0].Loadings, want[0].Loadings) || !identical(got[2].Loadings, want[1].Loadings) || got[0].Err != nil || got[2].Err != nil {
				t.Errorf("%g: other functions are touched", v)
			}
			if err := got[1].Err; err == nil || !strings.Contains(err.Error(), "tanh") || !strings.Contains(err.Error(), "component 1") {
				t.Errorf("%g: error %v", v, err)
			}
			if len(got[1].Components) != 0 || !got[1].Loadings.IsEmpty() {
				t.Errorf("%g: components %v", v, got[1].Components)
			}

			calls = 0
			wantKernel, err := solver.KernelGPCA(t.Context(), k, healthy, settings)
			if err != nil {
				t.Fatal(err)
			}
			gotKernel, err := solver.KernelGPCA(t.Context(), k, batch, settings)
			if err != nil {
				t.Fatal(err)
			}
			if !identical(gotKernel[0].Coefficients, wantKernel[0].Coefficients) || !identical(gotKernel[2].Coefficients, wantKernel[1].Coefficients) {
				t.Errorf("%g %q: feature space: other functions are touched", v, update)
			}
			if gotKernel[1].Err == nil || !gotKernel[1].Coefficients.IsEmpty() {
				t.Errorf("%g %q: feature space: error %v, components %v", v, update, gotKernel[1].Err, gotKernel[1].Components)
			}
		}
	}
}

func TestContextEndsFit(t *testing.T) {
	x := separated(20, 4, 1, 9)
	k, err := kernel.NewMatrix(kernel.Linear{}, x, true, 1)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"p=1", "p=2"} {
		for _, update := range []solver.Update{solver.Parallel, solver.Serial} {
			settings := solver.Settings{Components: 2, Update: update}
			if _, err := solver.GPCA(ctx, x, functions(t, name), settings); !errors.Is(err, context.Canceled) {
				t.Errorf("GPCA %s: %v", name, err)
			}
			if _, err := solver.KernelGPCA(ctx, k, functions(t, name), settings); !errors.Is(err, context.Canceled) {
				t.Errorf("KernelGPCA %s %q: %v", name, update, err)
			}
		}
	}
}
