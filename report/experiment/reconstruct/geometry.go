package reconstruct

import (
	"context"
	_ "embed" // for the measures
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/external"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver/robust"
)

// Measures of subspaces, for samples with classes and without.
const (
	residual        = "residual"
	residualMedian  = "residual-median"
	residualTrimmed = "residual-trimmed"
	angle           = "angle"
	kept            = "kept"
	imputed         = "imputed"
)

var geometric = []string{residual, residualMedian, residualTrimmed, angle, kept, imputed}

func isGeometric(measure string) bool { return slices.Contains(geometric, measure) }

//go:embed geometry.yaml
var geometryMeasures string

// fitClean finds the classical components of the clean training samples, in a scale fitted to these, or takes the
// directions that data was drawn around. They are what the components of contaminated samples should be. They are
// found once for all cells, and alone, as those who wait may hold all processors.
func (f *fitted) fitClean(ctx context.Context) error {
	j := f.job
	s := j.specs[0].Spec
	if drawn := j.Set.Directions; drawn != nil && f.cleanScaling == nil && s.Components <= drawn.RawMatrix().Rows {
		f.clean = []*mat.Dense{drawn.Slice(0, s.Components, 0, drawn.RawMatrix().Cols).(*mat.Dense)}
		return nil
	}
	rows := j.Conditions[0].Regular(f.part.Train)
	clean, err := j.Once(fmt.Sprintf("clean %d %s %t", s.Components, s.Scale, j.byClass()), rows, func() (any, error) {
		s.Centring, s.Centre, s.Key, s.Robust = method.Mean, "", external.Key{}, ""
		classical, err := subspace.NewTraining(s, 0, []string{"p=2"})
		if err != nil {
			return nil, err
		}
		groups, names := j.Groups(rows, j.byClass())
		fits, err := classical.FitEach(ctx, trial.Serial{}, subspace.NewLoad(s, j.Data, j.byClass()),
			f.cleanScaling.Divide(j.Set.Samples), groups, names)
		if err != nil {
			return nil, err
		}
		return words.Each(fits.Fits, func(fit *subspace.Fit) *mat.Dense { return fit.Loadings[0] }),
			words.Try(fits.Fits, func(fit *subspace.Fit) error { return fit.Failures[0] })
	})
	if err == nil {
		f.clean = clean.([]*mat.Dense)
	}
	return err
}

// angles returns the mean over the classes of the angles of some scores; none without geometry.
func (f *fitted) angles(scores []int) []float64 {
	if f.clean == nil {
		return nil
	}
	toClean := slices.Clone(f.scaling)
	floats.Div(toClean, f.cleanScaling)
	return words.Each(scores, func(score int) float64 {
		const rounding = 1e-6
		sum := 0.0
		for i, fit := range f.classes.Fits {
			if fit.Failures[score] == nil { // else Outcome has the failure
				if angle := subspace.Angle(f.clean[i], toClean.Directions(fit.Loadings[score])); angle > rounding {
					sum += angle
				}
			}
		}
		return sum / float64(len(f.classes.Fits))
	})
}

// heads is how many numbers stand before the residuals in what measure returns.
const heads = 6

// measure returns sums over test samples, and behind these the residual of each. The sums are: samples classified
// right, the angle, the variance of the scores, that of the samples, squared errors of imputed cells, imputed cells.
func (f *fitted) measure(
	score int, right, angle float64, samples *mat.Dense, rows []int, gaps [][]bool,
) []float64 {
	found := []float64{right, angle, 0, 0, 0, 0}
	for i, fit := range f.classes.Fits {
		if fit.Failures[score] != nil {
			continue
		}
		var places []int
		for place, row := range rows {
			if !f.job.byClass() || f.job.Set.Labels[row] == f.classes.Labels[i] {
				places = append(places, place)
			}
		}
		if len(places) == 0 {
			continue
		}
		own := trial.RowsOf(samples, places)
		for i := range gaps[:min(len(gaps), len(places))] {
			squares, cells := f.impute(fit, score, own.RawRowView(i), gaps[places[i]])
			found[4], found[5] = found[4]+squares, found[5]+cells
		}
		missed, scores := fit.Residuals(score, own)
		for place := range places {
			row := missed.RawRowView(place)
			f.scaling.Restore(row)
			found = append(found, floats.Norm(row, 2))
		}
		found[2] += subspace.Variance(scores)
		found[3] += subspace.Variance(own)
	}
	return found
}

// impute imputes missing cells of a row, and returns the sum of the squared errors and their number.
func (f *fitted) impute(fit *subspace.Fit, score int, row []float64, missing []bool) (squares, cells float64) {
	errors, units := slices.Clone(row), f.units()
	fit.Impute(score, row, missing)
	floats.Sub(errors, row)
	f.scaling.Restore(errors)
	for j, e := range errors {
		if missing[j] && units[j] > 0 {
			squares, cells = squares+e*e/(units[j]*units[j]), cells+1
		}
	}
	return squares, cells
}

func (j *job) geometryValues(parts [][]float64, samples int) map[string]float64 {
	sums := trial.Total(words.Each(parts, func(p []float64) []float64 { return p[:heads] }))
	values := map[string]float64{}
	if j.byClass() {
		values = trial.RateValues(sums[0], samples)
	}
	residuals := slices.Concat(words.Each(parts, func(p []float64) []float64 { return p[heads:] })...)
	values[angle] = sums[1] / float64(len(parts))
	values[kept] = 100
	if sums[3] > 0 {
		values[kept] = 100 * sums[2] / sums[3]
	}
	if sums[5] > 0 {
		values[imputed] = math.Sqrt(sums[4] / sums[5])
	}
	if len(residuals) == 0 { // the fit has failed
		residuals = []float64{0}
	}
	values[residual] = statistics.Mean(residuals)
	values[residualMedian] = robust.Median(residuals)
	slices.Sort(residuals)
	values[residualTrimmed] = statistics.Mean(residuals[:len(residuals)-len(residuals)/10])
	return values
}
