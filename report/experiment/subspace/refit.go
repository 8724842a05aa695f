package subspace

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/objective"
)

// A refit is a function times a constant. That changes no component (see package objective), but it rounds every sum in
// another way, so that an iteration that depends on the last bits ends elsewhere. Refits share passes over samples
// with each other, which fits to samples in other orders could not.
type refit struct {
	objective.Function
	of     string // the name of the function in its training
	number int
}

// factor is no power of two, by which all numbers would round alike.
func (r refit) factor() float64 { return 1 + float64(r.number)/math.Pi }

func (r refit) Name() string { return refitOf(r.of, r.number) }

func (r refit) Derivative(u float64) float64 { return r.factor() * r.Function.Derivative(u) }

func (r refit) Primitive(u float64) (f float64, ok bool) {
	f, ok = r.Function.Primitive(u)
	return r.factor() * f, ok
}

func (r refit) Apply(dst, u []float64) {
	r.Function.Apply(dst, u)
	floats.Scale(r.factor(), dst[:len(u)])
}

func refitOf(score string, number int) string { return fmt.Sprintf("%s, refit %d", score, number) }

// AtRefit returns the index of a refit of a function, of the function itself for number 0; -1 if missing.
func (t Training) AtRefit(score string, number int) int {
	if number > 0 {
		score = refitOf(score, number)
	}
	return t.At(score)
}

// Again returns a training for refits of classes that t has fitted. It has no functions so far. A refit iterates only
// the components that did not settle in the first fit of a class, and those after one that it finds elsewhere.
func (t Training) Again(classes Classes) Training {
	again := t.Without()
	again.first = &firstFits{t, classes}
	return again
}

// firstFits are the classes that a training has fitted.
type firstFits struct {
	Training
	classes Classes
}

// of returns what the first fit of a class found by the function that a refit repeats; nil for a function that is no
// refit. The refit is the same if all iterations of the first fit settled, or if refit 1 found the same components.
func (t *firstFits) of(class int, s objective.Function) (found *solver.Found, same bool) {
	r, ok := s.(refit)
	if t == nil || !ok {
		return nil, false
	}
	f, first, once := t.classes.Fits[class], t.At(r.of), t.AtRefit(r.of, 1)
	same = f.Ends(first, t.Settings.Components).Unsettled() == 0 || once >= 0 && f.equals(first, once)
	return &solver.Found{Loadings: f.Loadings[first], Components: f.Components[first]}, same
}

// Refits adds refits of a function, by their numbers, to another training, and returns it. Those that it has, or that t
// has, are left out.
func (t Training) Refits(more Training, score string, numbers ...int) Training {
	for _, number := range numbers {
		if name := refitOf(score, number); t.At(name) < 0 && more.At(name) < 0 {
			more.Names = append(slices.Clip(more.Names), name)
			more.Functions = append(slices.Clip(more.Functions), refit{t.Functions[t.At(score)], score, number})
		}
	}
	return more
}

// Append adds another training on the same samples, and returns the training of both.
func (c Classes) Append(o Classes, own, others Training) Training {
	for class, f := range c.Fits {
		of := o.Fits[class]
		f.Loadings, f.Components = append(f.Loadings, of.Loadings...), append(f.Components, of.Components...)
		f.Failures = append(f.Failures, of.Failures...)
		maps.Copy(f.squaredLengths, of.squaredLengths) // a refit without them has found the same coefficients
	}
	own.Names, own.Functions = slices.Concat(own.Names, others.Names), slices.Concat(own.Functions, others.Functions)
	return own
}

// Equals reports whether two scores have the same components, all but for rounding.
func (c Classes) Equals(score, other int) bool {
	return !slices.ContainsFunc(c.Fits, func(f *Fit) bool { return !f.equals(score, other) })
}

func (f *Fit) equals(score, other int) bool {
	const rounding = 1e-6
	a, b := f.Loadings[score], f.Loadings[other]
	return mat.EqualApprox(a, b, rounding*floats.Norm(b.RawMatrix().Data, math.Inf(1)))
}
