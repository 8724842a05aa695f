package robust

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// The choices of the paper of [CellResiduals]: the quantile beyond which a cell is outlying, the least correlation of
// features that predict each other, and where the weights of locations and the ρ of scales end.
const (
	cellLevel        = 0.99
	leastCorrelation = 0.5
	locationBound    = 3
	scaleBound       = 2.5
)

// CellCutOff is what the size of the residual of a regular cell exceeds with probability 1%, if it is normal.
func CellCutOff() float64 { return math.Sqrt(chiSquared(1, cellLevel)) }

// CellResiduals returns a standardised residual for each cell of samples × features: how far it lies from the value
// that the other cells of its row predict. Cells beyond [CellCutOff] are outlying. The residual is NaN for a missing
// cell, which is NaN itself, and in a feature whose MAD is 0. The error is that of the context.
//
// The method is Detecting Deviating Cells (P. J. Rousseeuw, W. Van den Bossche, "Detecting deviating data cells",
// Technometrics 60, 2018, section 3), in which features that correlate by one half or more predict each other. Its time
// grows with the square of the number of features.
func CellResiduals(ctx context.Context, samples *mat.Dense) (*mat.Dense, error) {
	rows, features := samples.Dims()
	c := cells{vector.NewMatrix(features, rows), vector.NewMatrix(features, features), CellCutOff()}
	for j := 0; j < features && ctx.Err() == nil; j++ {
		c.standardise(j, mat.Col(nil, j, samples))
		for h := range j {
			v := c.correlation(c.z.Row(j), c.z.Row(h))
			c.correlations.Row(j)[h], c.correlations.Row(h)[j] = v, v
		}
	}
	residuals := mat.NewDense(rows, features, nil)
	for j := 0; j < features && ctx.Err() == nil; j++ {
		residuals.SetCol(j, c.residuals(j))
	}
	return residuals, ctx.Err()
}

// cells are the standardised cells, features × samples, and the correlations of features, 0 where they are below
// leastCorrelation.
type cells struct {
	z, correlations vector.Matrix
	cutOff          float64
}

// usual reports whether cells are neither missing nor outlying by themselves.
func (c cells) usual(y, x float64) bool { return math.Abs(y) <= c.cutOff && math.Abs(x) <= c.cutOff }

// standardise sets a feature: step 1 of the paper, by its one-step M-estimators of location and scale.
func (c cells) standardise(feature int, values []float64) {
	row, present := c.z.Row(feature), slices.DeleteFunc(slices.Clone(values), math.IsNaN)
	if len(present) == 0 {
		present = []float64{0} // which has no scale
	}
	centre, spread := Median(present), MAD(present)
	sum, weights := 0.0, 0.0
	for _, v := range present {
		if t := (v - centre) / (locationBound * spread); math.Abs(t) < 1 {
			weight := square(1 - t*t)
			sum, weights = sum+weight*(v-centre), weights+weight
		}
	}
	if weights > 0 {
		centre += sum / weights
	}
	floats.AddConst(-centre, present)
	scale := scaleAbout0(present)
	if spread == 0 {
		scale = math.NaN()
	}
	for i, v := range values {
		row[i] = (v - centre) / scale
	}
}

// scaleAbout0 is the one-step M-estimate of the scale of values about 0, consistent for normal ones.
func scaleAbout0(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	sizes := deviations(values, 0)
	first := madNormal * medianOf(sizes)
	if first == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range sizes {
		sum += min(square(v/first), scaleBound*scaleBound)
	}
	return first * math.Sqrt(sum/float64(len(values))/scaleMean)
}

// scaleMean is the mean of min(z², scaleBound²) for normal z.
const scaleMean = 0.9775599834528066

// correlation is that of two features among the samples within the ellipse that a first robust correlation gives (step
// 3), 0 where it is below leastCorrelation or there are no such samples.
func (c cells) correlation(y, x []float64) float64 {
	sums, differences := make([]float64, 0, len(y)), make([]float64, 0, len(y))
	for i, v := range y {
		if c.usual(v, x[i]) {
			sums, differences = append(sums, v+x[i]), append(differences, v-x[i])
		}
	}
	const most = 1 - 1e-6 // else the ellipse is a line
	first := (square(scaleAbout0(sums)) - square(scaleAbout0(differences))) / 4
	first = min(max(first, -most), most)
	within := -2 * math.Log(1-cellLevel) * (1 - first*first) // the quantile of χ²(2)
	xx, yy, xy := 0.0, 0.0, 0.0
	for i, v := range y {
		if u := x[i]; c.usual(v, u) && v*v-2*first*v*u+u*u <= within {
			xx, yy, xy = xx+u*u, yy+v*v, xy+v*u
		}
	}
	if r := xy / math.Sqrt(xx*yy); math.Abs(r) >= leastCorrelation {
		return r
	}
	return 0
}

// slope is that of y on x through 0: least squares on the points near the line of the median slope (step 3).
func slope(cutOff float64, y, x []float64) float64 {
	slopes := make([]float64, 0, len(x))
	for i, v := range x {
		if s := y[i] / v; !math.IsNaN(s) && !math.IsInf(s, 0) {
			slopes = append(slopes, s)
		}
	}
	if len(slopes) == 0 {
		return 0
	}
	first := medianOf(slopes)
	errors := slopes[:0]
	for i, v := range x {
		if e := y[i] - first*v; !math.IsNaN(e) {
			errors = append(errors, e)
		}
	}
	limit := cutOff * scaleAbout0(errors)
	xx, xy := 0.0, 0.0
	for i, v := range x {
		if math.Abs(y[i]-first*v) <= limit {
			xx, xy = xx+v*v, xy+v*y[i]
		}
	}
	if xx == 0 {
		return first
	}
	return xy / xx
}

// residuals predicts a feature, undoes the shrinkage, and standardises the residuals (steps 4 to 6). A feature predicts
// itself too, beside others; one alone is predicted by 0. Where most residuals are 0 their unit is the scale of the
// feature.
func (c cells) residuals(feature int) []float64 {
	z := c.z.Row(feature)
	predicted, weights := make([]float64, len(z)), make([]float64, len(z))
	y, x, alone := make([]float64, 0, len(z)), make([]float64, 0, len(z)), true
	for h := range c.z.Rows {
		other, weight, by := c.z.Row(h), 1.0, 1.0
		if h != feature {
			if weight = math.Abs(c.correlations.Row(feature)[h]); weight == 0 || math.IsNaN(weight) {
				continue
			}
			y, x, alone = y[:0], x[:0], false
			for i, v := range other {
				if c.usual(z[i], v) {
					y, x = append(y, z[i]), append(x, v)
				}
			}
			by = slope(c.cutOff, y, x)
		}
		for i, v := range other {
			if math.Abs(v) <= c.cutOff {
				predicted[i], weights[i] = predicted[i]+weight*by*v, weights[i]+weight
			}
		}
	}
	for i, w := range weights {
		predicted[i] /= max(w, math.SmallestNonzeroFloat64)
	}
	by := 0.0
	if !alone {
		by = slope(c.cutOff, z, predicted)
	}
	residuals := make([]float64, len(z))
	for i, v := range z {
		residuals[i] = v - by*predicted[i]
	}
	scale := scaleAbout0(slices.DeleteFunc(slices.Clone(residuals), math.IsNaN))
	if scale <= rounding {
		scale = 1
	}
	for i := range residuals {
		residuals[i] /= scale
	}
	return residuals
}
