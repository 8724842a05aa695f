package subspace

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/solver"
	"gpca/solver/robust"
)

// A way to standardise samples is a function with its name.
type way[F any] struct {
	value experiment.Value
	of    F
}

func (w way[F]) Value() experiment.Value { return w.value }

// A centre is what samples lose before components are found, in input space; nil for that of the method.
type centre = way[func(ctx context.Context, samples *mat.Dense) ([]float64, error)]

const (
	ownCentre = "own"
	// NoScale leaves columns as they are.
	NoScale = "none"
)

func centres() []centre {
	return []centre{
		{experiment.Called(ownCentre, "the method’s own"), nil},
		{experiment.Called(method.Mean, "the mean"), func(_ context.Context, samples *mat.Dense) ([]float64, error) {
			_, mean := solver.Centre(samples)
			return mean, nil
		}},
		{experiment.Called("median", "the median of each column"),
			func(_ context.Context, samples *mat.Dense) ([]float64, error) {
				return contamination.UnitsOf(samples).Centre, nil
			}},
		{experiment.Called("spatial-median", "the spatial median"), robust.SpatialMedian},
	}
}

// A scale is what columns are divided by; nil for nothing.
type scale = way[func(column []float64) float64]

func scales() []scale {
	return []scale{
		{experiment.Called(NoScale, "columns are not scaled"), nil},
		{experiment.Called("sd", "columns are divided by their standard deviation"), contamination.Deviation},
		{experiment.Called("mad", "columns are divided by their MAD, or Qn where it is 0, then the standard deviation"),
			contamination.Spread},
		{experiment.Called("qn", "columns are divided by their Qn, or the standard deviation where it is 0"),
			func(column []float64) float64 {
				if q := robust.Qn(column); q > 0 {
					return q
				}
				return contamination.Deviation(column)
			}},
	}
}

// checkCentre refuses a centre where there is a kernel, or nothing is centred.
func (o *Fitting) checkCentre(block strictyaml.Node) error {
	for i, c := range o.Centre {
		at := block.At("centre").Index(i)
		switch {
		case c == ownCentre:
		case slices.ContainsFunc(o.Kernel, func(k Kernel) bool { return k.Function != inputSpace }):
			return at.Fault("centre %s is for input space, and the experiment has a kernel: leave it out", c)
		case slices.Contains(o.Centring, method.None):
			return at.Fault("centre %s is for samples that are centred: leave out centring %s", c, method.None)
		}
	}
	return nil
}

// ScaleAt returns the scale at a point, empty for none.
func (o *Fitting) ScaleAt(p experiment.Point) string {
	if s := experiment.Item(o.axes, p, "scale", o.Scale); s != NoScale {
		return s
	}
	return ""
}

// A Scaling has what each column is divided by; nil divides by nothing.
type Scaling []float64

// Scaling fits the scale to training samples, the given rows, all classes together.
func (s Spec) Scaling(samples *mat.Dense, rows []int) (Scaling, error) {
	if s.Scale == "" {
		return nil, nil
	}
	by, err := experiment.Find("scale", s.Scale, scales())
	if err != nil {
		return nil, err
	}
	_, features := samples.Dims()
	scaling := make(Scaling, features)
	for j := range scaling {
		column := contamination.Present(samples, rows, j)
		if scaling[j] = by.of(column); scaling[j] == 0 {
			scaling[j] = 1
		}
		for _, v := range column {
			if !(scaling[j] <= math.MaxFloat64 && math.Abs(v)/scaling[j] <= robust.LargestScale) {
				most := slices.MaxFunc(column, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
				return nil, fmt.Errorf("column %d has the value %g, too large for the scale %s: correct it, or leave "+
					"the column out", j+1, most, s.Scale)
			}
		}
	}
	return scaling, nil
}

// Samples returns the samples of a job, of which those that a part trains on are contaminated. Their columns are
// divided by the scale that is fitted to these. It also returns that scale, and that of the clean training samples.
func (s Spec) Samples(ctx context.Context, j *trial.Job, p trial.Part) (
	samples *mat.Dense, fitted, clean Scaling, err error,
) {
	of, err := j.Once("scale "+s.Scale, p.Train, func() (any, error) { return s.Scaling(j.Set.Samples, p.Train) })
	if err != nil {
		return nil, nil, nil, err
	}
	clean = of.(Scaling)
	if samples, err = j.Training(ctx, p, clean); err != nil {
		return nil, nil, nil, err
	}
	under := fmt.Sprintf("scale %s under %+v of seed %d in draw %d and fold %d, with gaps: %t", s.Scale, j.Conditions[0],
		j.Cells[0].Seed, p.Repetition, p.Fold, j.TakesGaps)
	if of, err = j.Once(under, p.Train, func() (any, error) { return s.Scaling(samples, p.Train) }); err != nil {
		return nil, nil, nil, err
	}
	if fitted = of.(Scaling); samples == j.Set.Samples {
		return fitted.Divide(samples), fitted, clean, nil
	}
	fitted.divide(samples) // which are a copy
	return samples, fitted, clean, nil
}

// Divide returns scaled samples. A quotient that overflows is the largest number.
func (s Scaling) Divide(samples *mat.Dense) *mat.Dense {
	if s == nil {
		return samples
	}
	scaled := mat.DenseCopyOf(samples)
	s.divide(scaled)
	return scaled
}

func (s Scaling) divide(samples *mat.Dense) {
	for i := range samples.RawMatrix().Rows {
		row := samples.RawRowView(i)
		for j, by := range s {
			row[j] = min(max(row[j]/by, -math.MaxFloat64), math.MaxFloat64)
		}
	}
}

// Restore undoes Divide for a row, in place.
func (s Scaling) Restore(row []float64) {
	for j, by := range s {
		row[j] *= by
	}
}
