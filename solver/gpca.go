package solver

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/objective"
)

// A Fit is what GPCA found for one function f.
type Fit struct {
	Function objective.Function
	// Loadings holds one component a row, orthonormal; components × features.
	Loadings   *mat.Dense
	Components []Component
	// Err says why extraction ended early: a function gave a value whose square is not finite. Fewer components
	// without an error mean that the samples span no further dimension.
	Err error
}

// GPCA extracts the components of centred samples, one a row, for every function (Battaglino 2019, Algorithms 1 and 2).
// Fits are in the order of the functions.
//
// The error is for invalid settings, for samples that are not finite or whose squares overflow or underflow, and
// for the end of the context. A function that fails sets Err of its own fit only.
func GPCA(ctx context.Context, samples *mat.Dense, functions []objective.Function, settings Settings) ([]Fit, error) {
	return Rows{of: samples}.GPCA(ctx, functions, settings)
}

// GPCA is [GPCA] of centred rows.
func (r Rows) GPCA(ctx context.Context, functions []objective.Function, settings Settings) ([]Fit, error) {
	settings, err := settings.prepare()
	if err != nil {
		return nil, err
	}
	if err := r.Check(); err != nil {
		return nil, err
	}
	x, basis := r.reduce(settings.Workers, copied)
	n, width := x.Dims()
	norms := make([]float64, n)
	for i, sample := range x.All() {
		norms[i] = vector.Dot(sample, sample)
	}
	create := func(s objective.Function, principal *ascent) *ascent {
		a := &ascent{
			extraction: newExtraction(s, nil, slices.Clone(norms), width, settings), samples: x, basis: basis,
			principal: principal, direction: make([]float64, width), projections: make([]float64, n),
		}
		a.loadings = vector.Empty(a.wanted, width)
		if a.first != nil {
			a.known = vector.Of(basis.lower(a.first.Loadings))
		}
		return a
	}
	return extract(ctx, functions, settings, create, func(iterated []*ascent) error {
		return together(ctx, iterated, width, func(gradients, directions vector.Matrix, active []*ascent) {
			x.Pass(gradients, directions, func(u vector.Matrix) {
				for i, a := range active {
					a.function.Apply(u.Row(i), u.Row(i))
				}
			})
		})
	})
}

// Principal returns at most so many classical components of centred samples, one a row.
func Principal(ctx context.Context, samples *mat.Dense, most int) (*mat.Dense, error) {
	square, err := objective.Power(2)
	if err != nil {
		return nil, err
	}
	fits, err := GPCA(ctx, samples, []objective.Function{square}, Settings{Components: most})
	if err == nil {
		err = fits[0].Err
	}
	if err != nil {
		return nil, err
	}
	return fits[0].Loadings, nil
}

// An ascent is the extraction for one function in input space.
type ascent struct {
	extraction
	samples                *vector.Samples
	basis                  basis         // of the samples
	loadings               vector.Matrix // one row a component found
	principal              *ascent       // for the start PrincipalComponent
	direction, projections []float64
}

func (a *ascent) result() Fit {
	return Fit{a.function, a.basis.lift(a.loadings.Dense()), a.components, a.err}
}

func (a *ascent) load(dst []float64) { copy(dst, a.direction) }

func (a *ascent) start() bool {
	for a.settled() {
		a.keep()
	}
	if _, norm := largest(a.norms); !a.done() && norm < 1e-10*a.largest { // mostly rounding error of the subtraction
		for i := range a.norms {
			a.norms[i] = a.deflated(a.direction, i)
		}
	}
	return a.begin(a, rounding)
}

// deflated sets dst to a sample deflated by the components found. It returns the square of its norm.
func (a *ascent) deflated(dst []float64, sample int) float64 {
	a.samples.Copy(dst, sample)
	orthogonalise(dst, a.loadings)
	return vector.Dot(dst, dst)
}

// advance takes one step of Algorithm 1.
func (a *ascent) advance(_, gradient []float64) bool {
	before := norm(gradient)
	if math.IsNaN(before) || math.IsInf(before, 0) {
		return a.fail()
	}
	if a.wanders && a.iteration.stagnates(vector.Dot(a.direction, gradient)) {
		return a.finish(a.iteration.ended(Wandered))
	}
	orthogonalise(gradient, a.loadings)
	after := norm(gradient)
	if after <= 1e-12*before {
		return a.finish(a.iteration.ended(Vanished))
	}
	floats.Scale(1/after, gradient)
	step := distance(gradient, a.direction)
	copy(a.direction, gradient)
	if end, done := a.iteration.next(a.direction, step, 1); done {
		return a.finish(end)
	}
	return true
}

func (a *ascent) finish(c Component) bool {
	if a.again(a.direction) {
		a.keep()
	} else {
		a.add(c)
	}
	return a.start()
}

// keep adds the next component of the first fit.
func (a *ascent) keep() {
	next := len(a.components)
	copy(a.direction, a.known.Row(next))
	a.add(a.first.Components[next])
}

func (a *ascent) add(c Component) {
	orthogonalise(a.direction, a.loadings) // to machine precision
	normalise(a.direction)
	copy(a.loadings.Append(), a.direction)
	a.samples.Project(a.projections, a.direction)
	a.record(c, a.projections)
}

// rounding is the share of the largest squared norm before deflation below which one after is rounding error.
const rounding = 1e-24

// gramRange is the smallest eigenvalue, relative to the largest λ₁, whose eigenvector is taken from the same XᵀX:
// the rounding error of eigenvectors is about 1e-16 λ₁ over the gap to the next eigenvalue. The others are taken
// from XᵀX of deflated samples.
const gramRange = 1e-4

// decompose solves f(u) = u² by leading eigenvectors of XᵀX.
func (a *ascent) decompose() error {
	n, width := a.samples.Dims()
	workers, row := a.iteration.settings.Workers, make([]float64, width)
	for !a.done() {
		left, gram := 0.0, vector.NewMatrix(width, width)
		vector.GramOfRows(gram, n, func(i int) []float64 {
			left = max(left, a.deflated(row, i))
			return row
		}, workers)
		if !(left > rounding*a.largest) {
			break
		}
		values, vectors, err := Eigenpairs(gram, a.wanted-a.loadings.Rows, workers)
		if err != nil {
			a.err = err
			break
		}
		for i, value := range values {
			if !(value > gramRange*values[0]) {
				break
			}
			copy(a.direction, vectors.Row(i))
			a.add(Component{End: Exact})
		}
	}
	return a.err
}
