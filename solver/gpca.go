package solver

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/score"
)

// A Fit is what GPCA found for one function f.
type Fit struct {
	Score score.Score
	// Loadings holds one component a row, orthonormal; components × features.
	Loadings *mat.Dense
	// Components tells how each row of Loadings was found.
	Components []Component
	// Err says why extraction ended early: the score gave a value that is not a
	// finite number, or one so large that its square is not. Fewer components
	// without an error mean that the samples span no further dimension.
	Err error
}

// GPCA extracts components of centred samples, a sample a row, for every score
// at once (thesis, Algorithms 1 and 2). Each component starts as Settings.Start
// says, by default from the deflated sample of largest norm; among equal ones the
// first is taken. p = 2 is solved as an eigenproblem.
//
// Fits are in the order of the scores. GPCA does not modify the samples. It returns an
// error for invalid settings, for samples that are not finite or whose squares overflow or
// underflow, and when the context ends. A score that fails sets Err of its own fit only.
func GPCA(ctx context.Context, samples *mat.Dense, scores []score.Score, settings Settings) ([]Fit, error) {
	settings, err := settings.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := checkScores(scores); err != nil {
		return nil, err
	}
	if err := checkSamples(samples); err != nil {
		return nil, err
	}
	reduced, basis := reduce(samples)
	x := dense(reduced)

	fits := make([]Fit, len(scores))
	norms := squaredNorms(x)
	ascents := make([]*ascent, len(scores)) // nil where the score is exact
	var climbing []*ascent
	for i, s := range scores {
		fits[i].Score = s
		if !s.Exact() {
			ascents[i] = newAscent(x, norms, s, settings)
			climbing = append(climbing, ascents[i])
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		fits[i].Components, fits[i].Loadings, fits[i].Err = principalComponents(x, s, settings)
	}
	if err := principalStarts(x, climbing, settings); err != nil {
		return nil, err
	}
	if err := climb(ctx, x, climbing); err != nil {
		return nil, err
	}
	for i, a := range ascents {
		if a != nil {
			fits[i].Components, fits[i].Loadings, fits[i].Err = a.components, fromRows(a.loadings), a.err
		}
		fits[i].Loadings = basis.lift(fits[i].Loadings)
	}
	return fits, nil
}

// climb advances all ascents together until each has its components: one pass over x
// projects on every direction, applies the scores, and accumulates every new gradient.
func climb(ctx context.Context, x vector.Matrix, ascents []*ascent) error {
	active := make([]*ascent, 0, len(ascents))
	for _, a := range ascents {
		if a.start() {
			active = append(active, a)
		}
	}
	directions := vector.NewMatrix(len(active), x.Cols)
	gradients := vector.NewMatrix(len(active), x.Cols)
	samples := vector.NewSamples(x)
	var scratch vector.PassScratch
	for len(active) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		directions.Rows, gradients.Rows = len(active), len(active)
		for i, a := range active {
			copy(directions.Row(i), a.direction)
		}
		vector.Pass(gradients, samples, directions, &scratch, func(_, count int, u vector.Matrix) {
			for i, a := range active {
				projections := u.Row(i)[:count]
				a.score.Apply(projections, projections)
			}
		})
		remaining := active[:0]
		for i, a := range active {
			if a.advance(gradients.Row(i)) {
				remaining = append(remaining, a)
			}
		}
		active = remaining
	}
	return nil
}

// An ascent is the extraction of all components for one score.
type ascent struct {
	samples    vector.Matrix
	score      score.Score
	wanted     int
	loadings   vector.Matrix // Rows grows with the components found
	components []Component

	// norms are the squared norms of the deflated samples, largest that of the
	// sample of largest norm before any deflation.
	norms     []float64
	largest   float64
	principal vector.Matrix // components to start from, see PrincipalComponent

	direction   []float64
	projections []float64
	iteration   iteration
	wanders     bool
	err         error
}

func newAscent(x vector.Matrix, norms []float64, s score.Score, settings Settings) *ascent {
	a := &ascent{
		samples: x, score: s,
		wanted:      min(settings.Components, x.Cols),
		norms:       append([]float64(nil), norms...),
		direction:   make([]float64, x.Cols),
		projections: make([]float64, x.Rows),
	}
	a.iteration.settings, a.wanders = settings, wanders(s)
	a.loadings = vector.NewMatrix(a.wanted, x.Cols)
	a.loadings.Rows = 0
	_, a.largest = largest(norms)
	if _, closed := s.Primitive(1); settings.Start == BestSample && !closed {
		a.err = needsPrimitive(s.Name())
	}
	return a
}

// start sets the direction to the start of the next component. It reports whether there
// is another component to look for.
func (a *ascent) start() bool {
	if len(a.components) == a.wanted || a.err != nil {
		return false
	}
	at, norm := largest(a.norms)
	// Norms are deflated by subtraction, which leaves only rounding errors of a norm
	// that has become small: compute them from the samples.
	if norm < 1e-10*a.largest {
		for i := range a.norms {
			copy(a.direction, a.samples.Row(i))
			orthogonalise(a.direction, a.loadings)
			a.norms[i] = vector.Dot(a.direction, a.direction)
		}
		at, norm = largest(a.norms)
	}
	if exhausted(norm, a.largest) {
		return false
	}
	a.orient(at)
	a.iteration.reset()
	return true
}

// advance takes one step of Algorithm 1 along the gradient, which it
// overwrites. It reports whether the ascent needs another pass.
func (a *ascent) advance(gradient []float64) bool {
	before := norm(gradient)
	if math.IsNaN(before) || math.IsInf(before, 0) {
		a.err = notANumber(a.score, len(a.components))
		return false
	}
	if a.wanders && a.iteration.stagnates(vector.Dot(a.direction, gradient)) {
		return a.finish(a.iteration.wandered())
	}
	orthogonalise(gradient, a.loadings)
	after := norm(gradient)
	if after <= 1e-12*before {
		return a.finish(a.iteration.vanished())
	}
	scale(1/after, gradient)
	step := distance(gradient, a.direction)
	copy(a.direction, gradient)
	end, done := a.iteration.next(a.direction, step, 1)
	if !done {
		return true
	}
	return a.finish(end)
}

// finish records the component that the direction has reached, deflates the
// norms by it, and starts the next one.
func (a *ascent) finish(c Component) bool {
	// A second orthogonalisation of a unit vector: the loadings stay orthonormal
	// to machine precision however many there are.
	orthogonalise(a.direction, a.loadings)
	normalise(a.direction)
	copy(a.loadings.Data[a.loadings.Rows*a.loadings.Stride:], a.direction)
	a.loadings.Rows++

	project(a.projections, a.samples, a.direction)
	for i, u := range a.projections {
		a.norms[i] -= u * u
	}
	c.Objective = objective(a.score, a.projections)
	a.components = append(a.components, c)
	return a.start()
}

// exhausted reports whether the deflated samples, whose largest squared norm is norm, are
// nothing but rounding error. Largest is the largest squared norm before deflation.
func exhausted(norm, largest float64) bool { return !(norm > 1e-24*largest) }

func notANumber(s score.Score, components int) error {
	return fmt.Errorf("score %s: component %d: the sum of f′(wᵀx) x is not finite", s.Name(), components+1)
}

// objective is Σ f(|u_i|), NaN for a score without a closed form.
func objective(s score.Score, projections []float64) float64 {
	sum := 0.0
	for _, u := range projections {
		f, ok := s.Primitive(math.Abs(u))
		if !ok {
			return math.NaN()
		}
		sum += f
	}
	return sum
}
