package solver

import (
	"context"
	"fmt"
	"math"

	"gpca/solver/internal/vector"
	"gpca/solver/score"
)

// An extraction is what an [ascent] in input space and a [network] in feature space have in
// common: the search for the components of one score.
type extraction struct {
	score      score.Score
	wanted     int
	components []Component
	norms      []float64 // squared, of the deflated samples
	largest    float64   // the largest before deflation
	iteration  iteration
	wanders    bool
	err        error
}

func newExtraction(s score.Score, norms []float64, dimensions int, settings Settings) extraction {
	e := extraction{score: s, norms: norms, wanted: min(settings.Components, dimensions)}
	e.iteration.settings, e.wanders = settings, wanders(s)
	_, e.largest = largest(norms)
	if _, closed := s.Primitive(1); settings.Start == BestSample && !closed {
		e.err = fmt.Errorf("score %s: start %s needs a closed form of f, which this score does not have", s.Name(),
			BestSample)
	}
	return e
}

// done reports whether there is no further component to look for.
func (e *extraction) done() bool { return len(e.components) == e.wanted || e.err != nil }

// record adds a component, on which the samples have the given projections, and deflates the
// norms by it. No weights are all 1.
func (e *extraction) record(c Component, projections, weights []float64) {
	for i, u := range projections {
		e.norms[i] -= u * u
	}
	c.Objective = objective(e.score, projections, weights)
	e.components = append(e.components, c)
}

func (e *extraction) fail() bool {
	e.err = fmt.Errorf("score %s: component %d: the sum of f′(wᵀx) x is not finite", e.score.Name(),
		len(e.components)+1)
	return false
}

// objective is Σ weight_i f(|u_i|), NaN for a score without a closed form.
func objective(s score.Score, projections, weights []float64) float64 {
	sum, weight := 0.0, 1.0
	for i, u := range projections {
		f, ok := s.Primitive(math.Abs(u))
		if !ok {
			return math.NaN()
		}
		if weights != nil {
			weight = weights[i]
		}
		sum += weight * f
	}
	return sum
}

// A search is an extraction of all components for one score. It finds them exactly, if that
// is f(u) = u², or advances by products, which several searches share.
type search[S any] interface {
	decompose() error
	// follow makes a decomposed search the PrincipalComponent to start from.
	follow(principal S)
	// start begins with the next component. It reports whether there is one to look for.
	start() bool
	// load sets dst to what the next product takes.
	load(dst []float64)
	// advance takes one step, from what was loaded and its product, which it may overwrite.
	// It reports whether it needs another product.
	advance(loaded, product []float64) bool
}

// extract creates a search for each score and finds its components: exactly or by iterating
// all others together.
func extract[S search[S]](ctx context.Context, scores []score.Score, settings Settings,
	create func(score.Score) S, iterate func([]S) error) ([]S, error) {
	all := make([]S, len(scores))
	var iterated []S
	for i, s := range scores {
		all[i] = create(s)
		if !s.Exact() {
			iterated = append(iterated, all[i])
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		_ = all[i].decompose() // which keeps its error
	}
	if settings.Start == PrincipalComponent && len(iterated) > 0 {
		principal := create(scores[0]) // the score has an effect on unused objectives only
		if err := principal.decompose(); err != nil {
			return nil, err
		}
		for _, s := range iterated {
			s.follow(principal)
		}
	}
	return all, iterate(iterated)
}

// together advances all searches until each has its components. Multiply computes the
// products of those that are still active, a row each.
func together[S search[S]](ctx context.Context, searches []S, columns int,
	multiply func(products, loaded vector.Matrix, active []S)) error {
	active := make([]S, 0, len(searches))
	for _, s := range searches {
		if s.start() {
			active = append(active, s)
		}
	}
	loaded, products := vector.NewMatrix(len(active), columns), vector.NewMatrix(len(active), columns)
	for len(active) > 0 {
		if err := ctx.Err(); err != nil {
			return err
		}
		loaded.Rows, products.Rows = len(active), len(active)
		for i, s := range active {
			s.load(loaded.Row(i))
		}
		multiply(products, loaded, active)
		remaining := active[:0]
		for i, s := range active {
			if s.advance(loaded.Row(i), products.Row(i)) {
				remaining = append(remaining, s)
			}
		}
		active = remaining
	}
	return nil
}
