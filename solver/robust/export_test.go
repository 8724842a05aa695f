package robust

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// UnivariateMCD is the univariate MCD with the factor that makes its scale consistent for the normal distribution
// (C. Croux, G. Haesbroeck, J. Multivariate Analysis 71, 1999).
func UnivariateMCD(values []float64, h int) (location, scale float64) {
	location, deviation := regularMoments(slices.Clone(values), h, 1)
	return location, deviation * math.Sqrt(consistency(1, reweighted))
}

// ScaleAbout0 is the scale of residuals, of those that are not missing.
func ScaleAbout0(values []float64) float64 { return scaleAbout0(slices.DeleteFunc(values, math.IsNaN)) }

// Stages are what a fit of MacroPCA passes through; rows count from 0.
type Stages struct {
	Excluded, Calm, Deciding, Near []int
	First, Second                  []float64 // eigenvalues of the rows that decide and of those near the components
	// Of the MCD: the number and the places among Near of the rows that it starts with, the logarithm of their
	// determinant, the factors of it, and how many rows count in the end.
	H, Kept      int
	Subset       []int
	Logarithm    float64
	Raw, Samples float64
}

// StagesOf fits MacroPCA to samples.
func StagesOf(ctx context.Context, samples *mat.Dense, components int) (s Stages, err error) {
	f, err := newMacro(ctx, samples, MacroSettings{Components: components})
	if err != nil {
		return s, err
	}
	flagged := f.exclude()
	for i, excluded := range f.excluded {
		if excluded {
			s.Excluded = append(s.Excluded, i)
		}
	}
	s.Calm = f.least(flagged, subsetSize(f.alpha, f.x.Rows, components))
	if s.Deciding, err = f.deciding(components, flagged); err != nil {
		return s, err
	}
	f.table.show(nil)
	fit, err := f.classical(s.Deciding, components)
	if err != nil {
		return s, err
	}
	s.First = fit.Eigenvalues
	if err = f.run(components); err != nil {
		return s, err
	}
	s.Near = slices.DeleteFunc(upTo(make([]float64, len(f.mended)), 0), func(i int) bool { return !f.mended[i] })
	f.table.show(nil)
	if fit, err = f.classical(s.Near, components); err != nil {
		return s, err
	}
	s.Second, s.H = fit.Eigenvalues, subsetSize(f.alpha, len(s.Near), components)
	p := &problem{ctx: ctx, components: components, workers: 1, x: f.turned(fit).Select(s.Near)}
	axes, err := p.fitOf(p.concentrate(p.x, fit.inScores(), s.H, stepsLimit), p.count)
	if err != nil {
		return s, err
	}
	axes.Centre = make([]float64, components)
	p.x = p.turned(axes)
	share := float64(s.H) / float64(len(s.Near))
	h := subsetSize(share, len(s.Near), components)
	best, err := p.fromSix(p.x, h)
	if err != nil {
		return s, err
	}
	s.Subset, s.Logarithm = p.leastOf(p.squaredDistances(best, p.x), h), best.logarithm
	s.Raw = consistency(components, float64(h)/float64(len(s.Near)))
	s.Samples = smallSample(rawSmall, components, len(s.Near), share)
	e, err := p.deterministicMCD(p.x, share)
	if err == nil {
		s.Kept = e.kept
	}
	return s, err
}
