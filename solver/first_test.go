package solver_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// counting counts the values of a function.
type counting struct {
	objective.Function
	values *int
}

func (c counting) Apply(dst, u []float64) {
	*c.values += len(u)
	c.Function.Apply(dst, u)
}

// A fit that repeats another keeps components that settled in it. It iterates the others, and those behind one that it
// finds elsewhere.
func TestFirst(t *testing.T) {
	const samples, components, replaced = 40, 5, 2
	tanh, err := objective.Parse("tanh")
	assert.NilError(t, err)
	for _, c := range []struct {
		name     string
		features int
		kernel   kernel.Function
	}{{"tall", 8, nil}, {"wide", 60, nil}, {"kernel", 8, kernel.Gaussian{Sigma: 20}}} {
		r := rand.New(rand.NewPCG(3, uint64(c.features)))
		x := mat.NewDense(samples, c.features, nil)
		for i := range samples {
			for j := range c.features - 1 { // the last feature is 0
				x.Set(i, j, r.NormFloat64()*float64(1+j%7))
			}
		}
		copy(x.RawRowView(1), x.RawRowView(0)) // repeats
		x, _ = solver.Centre(x)
		values := 0
		fit := func(first *solver.Found) solver.Found {
			values = 0
			settings := solver.Settings{Components: components, First: func(objective.Function) *solver.Found { return first }}
			functions := []objective.Function{counting{tanh, &values}}
			if c.kernel != nil {
				k := kernelMatrix(t, c.kernel, x, true)
				fits := kernelFit(t, k, functions, settings)
				return solver.Found{Loadings: fits[0].Coefficients, Components: fits[0].Components}
			}
			fits, err := solver.GPCA(t.Context(), x, functions, settings)
			assert.NilError(t, err)
			return solver.Found{Loadings: fits[0].Loadings, Components: fits[0].Components}
		}
		// ending returns a fit of which one component, which ended so, is exchanged with that behind it.
		ending := func(f solver.Found, end solver.End, exchange bool) *solver.Found {
			f = solver.Found{Loadings: mat.DenseCopyOf(f.Loadings), Components: slices.Clone(f.Components)}
			f.Components[replaced].End = end
			if exchange {
				a, b := mat.Row(nil, replaced, f.Loadings), mat.Row(nil, replaced+1, f.Loadings)
				f.Loadings.SetRow(replaced, b)
				f.Loadings.SetRow(replaced+1, a)
			}
			return &f
		}
		own := fit(nil)
		whole, scale := values, mat.Max(own.Loadings)
		assert.Assert(t, len(own.Components) == components &&
			!slices.ContainsFunc(own.Components, func(c solver.Component) bool { return c.End != solver.Converged }),
			"%s: components %v", c.name, own.Components)
		exchanged := ending(own, solver.Converged, true)
		for _, s := range []struct {
			name  string
			first *solver.Found
			want  *mat.Dense
			from  int // the first and the last component that is iterated
			to    int
		}{
			{"settled", ending(own, solver.Converged, false), own.Loadings, 0, 0},
			{"settled, of another order", exchanged, exchanged.Loadings, 0, 0},
			{"stopped, but found again", ending(own, solver.Stopped, false), own.Loadings, replaced, replaced + 1},
			{"stopped elsewhere", ending(own, solver.Stopped, true), own.Loadings, replaced, components},
		} {
			again := fit(s.first)
			assert.Equal(t, len(again.Components), components, "%s, %s", c.name, s.name)
			var difference mat.Dense
			difference.Sub(again.Loadings, s.want)
			most := mat.Norm(&difference, math.Inf(1))
			assert.Check(t, most <= 1e-7*scale, "%s, %s: components differ by %g", c.name, s.name, most)
			steps := 0
			for _, c := range own.Components[s.from:s.to] {
				steps += c.Iterations
			}
			all := 0
			for _, c := range own.Components {
				all += c.Iterations
			}
			// Equal samples count once in feature space; a start there takes a pass, too.
			if share := float64(values) / float64(whole); math.Abs(share-float64(steps)/float64(all)) > 0.05 {
				t.Errorf("%s, %s: %.2f of the values of f′, want %d of %d steps", c.name, s.name, share, steps, all)
			}
		}
	}
}
