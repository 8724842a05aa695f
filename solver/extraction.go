package solver

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gpca/solver/internal/vector"
	"gpca/solver/objective"
)

// An extraction is the search for the components of one function, of [ascent] and of [network].
type extraction struct {
	function   objective.Function
	wanted     int
	components []Component
	weights    []float64 // of the samples; nil weights are 1
	norms      []float64 // squared, of the deflated samples
	largest    float64   // of the norms before deflation
	iteration  iteration
	wanders    bool // whether the objective is watched; for f(u) = u^p that is free: Σ u f′(u) is p times it
	err        error

	first *Found        // the fit that this one repeats, nil for none
	known vector.Matrix // the components of it: loadings, or projections of the samples
	apart bool          // an iteration has ended elsewhere than the first did
}

func newExtraction(s objective.Function, weights, norms []float64, dimensions int, settings Settings) extraction {
	e := extraction{function: s, weights: weights, norms: norms, wanted: min(settings.Components, dimensions)}
	e.iteration.settings = settings
	_, e.largest = largest(norms)
	_, closed := s.Primitive(1)
	e.wanders = closed && s.Properties().SingularAtZero
	if settings.First != nil {
		e.first = settings.First(s)
	}
	if settings.Start == BestSample && !closed {
		e.err = fmt.Errorf("function %s: start %s needs a closed form of f, which this function does not have", s.Name(),
			BestSample)
	}
	return e
}

func (e *extraction) done() bool { return len(e.components) == e.wanted || e.err != nil }

// settled reports whether the next component is known from the first fit and settled there.
func (e *extraction) settled() bool {
	next := len(e.components)
	return next < e.known.Rows && !e.apart && e.first.Components[next].End.Settled()
}

// again reports whether an iteration has found the next component of the first fit, all but for rounding.
func (e *extraction) again(found []float64) bool {
	next := len(e.components)
	if next >= e.known.Rows || e.apart {
		return false
	}
	const alike = 1e-6
	known := e.known.Row(next)
	e.apart = !(distance(found, known) <= alike*norm(known))
	return !e.apart
}

// record adds a component with the given projections of the samples, and deflates the norms.
func (e *extraction) record(c Component, projections []float64) {
	for i, u := range projections {
		e.norms[i] -= u * u
	}
	c.Objective = e.objective(projections)
	e.components = append(e.components, c)
}

func (e *extraction) fail() bool {
	e.err = fmt.Errorf("function %s: component %d: the sum of f′(wᵀx) x is not finite", e.function.Name(),
		len(e.components)+1)
	return false
}

// objective is Σ weight_i f(|u_i|), NaN without a closed form of f.
func (e *extraction) objective(projections []float64) float64 {
	sum, weight := 0.0, 1.0
	for i, u := range projections {
		f, ok := e.function.Primitive(math.Abs(u))
		if !ok {
			return math.NaN()
		}
		if e.weights != nil {
			weight = e.weights[i]
		}
		sum += weight * f
	}
	return sum
}

// A search finds the components of one function: by decomposition if f(u) = u², else by products with the data,
// which several searches share. What it found is a fit F.
type search[F any] interface {
	decompose() error
	// start begins the next component and reports whether there is one.
	start() bool
	// load sets dst to the left operand of the next product.
	load(dst []float64)
	// advance takes one step, from the loaded operand and its product, which it may overwrite. It reports whether
	// it needs another product.
	advance(loaded, product []float64) bool
	result() F
}

// extract finds the components of each function by a search: by decomposition, or all others together by iterate.
// Searches are created with a decomposed one for PrincipalComponent starts.
func extract[S search[F], F any](ctx context.Context, functions []objective.Function, settings Settings,
	create func(s objective.Function, principal S) S, iterate func([]S) error) ([]F, error) {
	var principal S
	iterates := func(s objective.Function) bool { return !s.Exact() }
	if settings.Start == PrincipalComponent && slices.ContainsFunc(functions, iterates) {
		principal = create(functions[0], principal) // the function affects only the objectives, which are not used
		if err := principal.decompose(); err != nil {
			return nil, err
		}
	}
	all := make([]S, len(functions))
	var iterated []S
	for i, s := range functions {
		all[i] = create(s, principal)
		if iterates(s) {
			iterated = append(iterated, all[i])
			continue
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		_ = all[i].decompose() // search keeps the error
	}
	if err := iterate(iterated); err != nil {
		return nil, err
	}
	fits := make([]F, len(functions))
	for i, s := range all {
		fits[i] = s.result()
	}
	return fits, nil
}

// together advances all searches to their end. Multiply computes the products of active ones, a row each.
func together[S search[F], F any](ctx context.Context, searches []S, columns int,
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
