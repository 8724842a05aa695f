package robust

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// The choices of the paper of [FitCells], and of the programs that its results are compared with: the quantile beyond
// which a cell is outlying, the least correlation of features that predict each other, how many predict one, and where
// the weights of locations and the ρ of scales end, in median absolute deviations without a factor.
const (
	cellLevel        = 0.99
	leastCorrelation = 0.5
	mostNeighbours   = 100
	locationBound    = 3
	scaleBound       = 2.5
	// scaleMean makes the scale of normal values 1: the mean of min((z/q)², scaleBound²), q the third quartile. The
	// exact one is 0.8444720379; this one, measured, makes residuals equal those of others to their last digit.
	scaleMean = 0.844471205082625
)

// CellCutOff is what the size of the residual of a regular cell exceeds with probability 1%, if it is normal.
func CellCutOff() float64 { return normalExtent(cellLevel) }

// Cells predicts each cell of a row from the others: Detecting Deviating Cells (P. J. Rousseeuw, W. Van den Bossche,
// "Detecting deviating data cells", Technometrics 60, 2018, section 3). Lists have an entry for each feature.
type Cells struct {
	// Centre and Scale are one-step M-estimates. A feature whose MAD is 0 has the scale 0, takes no part, and has its
	// median for a centre.
	Centre []float64 `json:"centre"`
	Scale  []float64 `json:"scale"`
	// Neighbours predict a feature, by at least leastCorrelation; one without is judged alone.
	Neighbours []Neighbours `json:"neighbours"`
	// Stretch undoes that predictions are too near to 0; Spread is the scale of what they miss.
	Stretch []float64 `json:"stretch"`
	Spread  []float64 `json:"spread"`
	// RowCentre and RowSpread are those of how far the cells of a row deviate together.
	RowCentre float64 `json:"row_centre"`
	RowSpread float64 `json:"row_spread"`
}

// Neighbours are the features that predict one, with their correlations with it and its slopes on them.
type Neighbours struct {
	Features     []int     `json:"features"`
	Correlations []float64 `json:"correlations"`
	Slopes       []float64 `json:"slopes"`
}

// Deviations are what [Cells] say of samples.
type Deviations struct {
	// Residuals are standardised, and NaN for missing cells and in a feature without a scale. Cells beyond [CellCutOff]
	// are outlying.
	Residuals *mat.Dense
	// Replaced are the missing and the outlying cells, row by row.
	Replaced []Cell
	// Rows says how far the cells of a row deviate together, in robust standard deviations from what is usual; NaN for
	// a row without cells. A row beyond [CellCutOff] is outlying.
	Rows []float64
}

// A Cell is one that is missing or outlying, and the value that takes its place.
type Cell struct {
	Row, Feature int
	Missing      bool
	Expected     float64
}

// FitCells fits samples, in which missing cells are NaN, and says how they deviate. The error is that of the context.
// The neighbours of more than mostExact features are likely ones, see wrapped: the time grows with the square of their
// number else.
func FitCells(ctx context.Context, samples *mat.Dense, workers int) (*Cells, *Deviations, error) {
	return fitCells(&problem{ctx: ctx, workers: workers}, samples, true)
}

// fitCells is FitCells, with residuals if they are kept.
func fitCells(p *problem, samples *mat.Dense, keep bool) (*Cells, *Deviations, error) {
	rows, features := samples.Dims()
	c := &Cells{Neighbours: make([]Neighbours, features)}
	for _, list := range []*[]float64{&c.Centre, &c.Scale, &c.Stretch, &c.Spread} {
		*list = make([]float64, features)
	}
	p.parallel(features, func(j int) {
		if present := slices.DeleteFunc(mat.Col(nil, j, samples), math.IsNaN); len(present) > 0 {
			c.Centre[j], c.Scale[j] = oneStep(present)
		}
	})
	z := c.standardised(samples)
	c.findNeighbours(p, z)
	p.parallel(features, func(j int) {
		predicted := c.predict(j, z, make([]float64, rows), make([]float64, rows))
		if len(c.Neighbours[j].Features) > 0 {
			c.Stretch[j] = slope(z.Row(j), predicted)
		}
		floats.Scale(c.Stretch[j], predicted)
		floats.SubTo(predicted, z.Row(j), predicted)
		c.Spread[j] = scaleAbout0(slices.DeleteFunc(predicted, math.IsNaN))
		if alone := len(c.Neighbours[j].Features) == 0; alone || c.Spread[j] <= rounding {
			c.Spread[j] = 1 // where most residuals are 0 their unit is the scale of the feature
		}
	})
	if err := p.ctx.Err(); err != nil {
		return nil, nil, err
	}
	d := c.judge(p, samples, keep)
	if usual := slices.DeleteFunc(slices.Clone(d.Rows), math.IsNaN); len(usual) > 0 {
		c.RowCentre = Median(usual)
		c.RowSpread = medianOf(deviations(usual, c.RowCentre)) / normalQuantile(0.75)
	}
	c.standardiseRows(d.Rows)
	return c, d, p.ctx.Err()
}

func (c *Cells) standardiseRows(rows []float64) {
	for i, v := range rows {
		if rows[i] = (v - c.RowCentre) / c.RowSpread; v == c.RowCentre {
			rows[i] = 0
		}
	}
}

// standardised returns the standardised cells, features × samples.
func (c *Cells) standardised(samples *mat.Dense) vector.Matrix {
	x := vector.Of(samples)
	z := vector.NewMatrix(x.Cols, x.Rows)
	vector.Transpose(z, x)
	for j := range z.Rows {
		row := z.Row(j)
		floats.AddConst(-c.Centre[j], row)
		for i, v := range row {
			if row[i] = v / c.Scale[j]; c.Scale[j] == 0 {
				row[i] = math.NaN()
			}
		}
	}
	return z
}

// oneStep is step 1 of the paper: one-step M-estimators of location and scale.
func oneStep(values []float64) (centre, scale float64) {
	centre = Median(values)
	bound := locationBound * medianOf(deviations(values, centre))
	if bound <= rounding*math.Abs(centre) {
		return centre, 0
	}
	sum, weights := 0.0, 0.0
	for _, v := range values {
		if t := (v - centre) / bound; math.Abs(t) <= 1 {
			weight := square(1 - t*t)
			sum, weights = sum+weight*(v-centre), weights+weight
		}
	}
	centre += sum / weights
	return centre, scaleAbout0(deviations(values, centre))
}

// scaleAbout0 is the one-step M-estimate of the scale of values about 0, consistent for normal ones. It changes the
// values to their sizes, in another order.
func scaleAbout0(values []float64) float64 {
	if len(values) == 0 {
		return 0
	}
	for i, v := range values {
		values[i] = math.Abs(v)
	}
	first := medianOf(values)
	if first == 0 {
		return 0
	}
	sum := 0.0
	for _, v := range values {
		if v > scaleBound*first {
			v = scaleBound * first
		}
		sum += square(v / first)
	}
	return first * math.Sqrt(sum/float64(len(values))/scaleMean)
}

// A correlator has memory for the correlations of features.
type correlator struct {
	cutOff            float64
	sums, differences []float64
}

// usual reports whether cells are neither missing nor outlying by themselves.
func (c *correlator) usual(y, x float64) bool {
	return math.Abs(y) <= c.cutOff && math.Abs(x) <= c.cutOff
}

// correlation is that of two features among the samples within the ellipse that a first robust correlation gives (step
// 3), 0 where there are no such samples.
func (c *correlator) correlation(y, x []float64) float64 {
	sums, differences := c.sums[:0], c.differences[:0]
	for i, v := range y {
		if u := x[i]; c.usual(v, u) {
			sums, differences = append(sums, v+u), append(differences, v-u)
		}
	}
	c.sums, c.differences = sums, differences
	const most = 0.99 // else the ellipse is a line
	first := (square(scaleAbout0(sums)) - square(scaleAbout0(differences))) / 4
	first = min(max(first, -most), most)
	within := -2 * math.Log(1-cellLevel) * (1 - first*first) // the quantile of χ²(2)
	xx, yy, xy := 0.0, 0.0, 0.0
	for i, v := range y {
		if u := x[i]; c.usual(v, u) && v*v-2*first*v*u+u*u < within {
			xx, yy, xy = xx+u*u, yy+v*v, xy+v*u
		}
	}
	if length := math.Sqrt(xx) * math.Sqrt(yy); length > 0 {
		return xy / length
	}
	return 0
}

// slope is that of y on x through 0: least squares on the points near the line of the median slope (step 3), which is
// at most 2. Missing values are left out.
func slope(y, x []float64) float64 {
	const most = 2
	values := make([]float64, 0, len(x))
	for i, v := range x {
		if s := y[i] / v; v != 0 && !math.IsNaN(s) {
			values = append(values, s)
		}
	}
	if len(values) == 0 {
		return 0
	}
	first := min(max(medianOf(values), -most), most)
	values = values[:0]
	for i, v := range x {
		if e := y[i] - first*v; v != 0 && !math.IsNaN(e) {
			values = append(values, e)
		}
	}
	limit := CellCutOff() * scaleAbout0(values)
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

// predict sets the standardised cells of a feature to what the features beside it, and itself, predict: step 4, without
// the stretch of step 5. Outlying cells predict nothing.
func (c *Cells) predict(feature int, z vector.Matrix, predicted, weights []float64) []float64 {
	clear(predicted)
	clear(weights)
	cutOff := CellCutOff()
	add := func(by, weight float64, other []float64) {
		for i, v := range other {
			if math.Abs(v) <= cutOff {
				predicted[i], weights[i] = predicted[i]+weight*by*v, weights[i]+weight
			}
		}
	}
	add(1, 1, z.Row(feature))
	near := c.Neighbours[feature]
	for at, h := range near.Features {
		add(near.Slopes[at], math.Abs(near.Correlations[at]), z.Row(h))
	}
	for i, w := range weights {
		if w > 0 {
			predicted[i] /= w
		}
	}
	return predicted
}

// judge returns the residuals (step 6), if they are kept, the cells that they flag (step 7) and how far rows deviate,
// not yet standardised: the mean over their cells of what χ²(1) has below the squared residual, less a half (step 8).
// Of a feature that is judged alone, the residual is the standardised cell.
func (c *Cells) judge(p *problem, samples *mat.Dense, keep bool) *Deviations {
	rows, features := samples.Dims()
	d := &Deviations{Rows: make([]float64, rows)}
	if keep {
		d.Residuals = mat.NewDense(rows, features, nil)
	}
	block, cutOff := min(256, rows/16+1), CellCutOff()
	replaced := make([][]Cell, (rows+block-1)/block)
	p.parallel(len(replaced), func(at int) {
		first := at * block
		some := samples.Slice(first, min(first+block, rows), 0, features).(*mat.Dense)
		z := c.standardised(some)
		expected, weights := vector.NewMatrix(features, z.Cols), make([]float64, z.Cols)
		for j, near := range c.Neighbours {
			if len(near.Features) > 0 {
				floats.Scale(c.Stretch[j], c.predict(j, z, expected.Row(j), weights))
			}
		}
		for i := range z.Cols {
			sum, count := 0.0, 0.0
			for j := range features {
				e := expected.Row(j)[i]
				residual := (z.Row(j)[i] - e) / c.Spread[j]
				if keep {
					d.Residuals.Set(first+i, j, residual)
				}
				if !math.IsNaN(residual) {
					sum, count = sum+math.Erf(math.Abs(residual)/math.Sqrt2), count+1
				}
				if missing := math.IsNaN(some.At(i, j)); missing || math.Abs(residual) > cutOff {
					replaced[at] = append(replaced[at], Cell{first + i, j, missing, c.Centre[j] + c.Scale[j]*e})
				}
			}
			d.Rows[first+i] = sum/count - 0.5
		}
	})
	d.Replaced = slices.Concat(replaced...)
	return d
}
