package robust

import (
	"cmp"
	"math"
	"slices"

	"gpca/solver/internal/vector"
)

// mostExact is the number of features up to which the robust correlations of all pairs are computed.
const mostExact = 750

// findNeighbours sets, for each feature, the others that correlate with it most, and its slopes on them.
func (c *Cells) findNeighbours(p *problem, z vector.Matrix) {
	var correlations func(j int) []float64
	if z.Rows > mostExact {
		correlations = p.wrapped(z)
	} else {
		correlations = p.correlations(z).Row
	}
	p.parallel(z.Rows, func(j int) {
		all, near := correlations(j), &c.Neighbours[j]
		y, x := make([]float64, 0, z.Cols), make([]float64, 0, z.Cols)
		usual := correlator{cutOff: CellCutOff()}
		for _, h := range strongest(all, j, leastCorrelation) {
			y, x = y[:0], x[:0]
			for i, v := range z.Row(j) {
				if u := z.Row(h)[i]; usual.usual(v, u) {
					y, x = append(y, v), append(x, u)
				}
			}
			near.Features, near.Correlations = append(near.Features, h), append(near.Correlations, all[h])
			near.Slopes = append(near.Slopes, slope(y, x))
		}
	})
}

// strongest are the features of the largest correlations with one, at least so large, mostNeighbours at most.
func strongest(correlations []float64, with int, least float64) []int {
	sizes := deviations(correlations, 0)
	sizes[with] = 0
	if len(sizes) > mostNeighbours { // so that few are sorted
		least = max(least, smallest(slices.Clone(sizes), len(sizes)-mostNeighbours))
	}
	var order []int
	for h, r := range sizes {
		if r >= least {
			order = append(order, h)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	return order[:min(len(order), mostNeighbours)]
}

// correlations are the robust ones of all pairs of features.
func (p *problem) correlations(z vector.Matrix) vector.Matrix {
	all := vector.NewMatrix(z.Rows, z.Rows)
	p.parallel(z.Rows, func(at int) {
		c, j := correlator{cutOff: CellCutOff()}, z.Rows-1-at // the longest first
		for h := range j {
			all.Row(j)[h] = c.correlation(z.Row(j), z.Row(h))
		}
	})
	for j := range z.Rows {
		for h := range j {
			all.Row(h)[j] = all.Row(j)[h]
		}
	}
	return all
}

// The function that wraps standardised values: of the paper of [problem.wrapped], Table 1.
const (
	wrapBegins, wrapEnds = 1.5, 4
	wrapHeight, wrapRate = 1.540793, 0.8622731
	// likely is the wrapped correlation of features of which the robust one is computed.
	likely = leastCorrelation / 2
)

// wrapped returns the robust correlations of a feature with those others that are likely among its neighbours, else 0:
// the mostNeighbours that correlate most when values are wrapped, which takes a product of matrices alone (J.
// Raymaekers, P. J. Rousseeuw, "Fast robust correlation for high-dimensional data", Technometrics 63, 2021).
func (p *problem) wrapped(z vector.Matrix) func(feature int) []float64 {
	w := vector.NewMatrix(z.Rows, z.Cols)
	p.parallel(z.Rows, func(j int) {
		row := w.Row(j)
		for i, v := range z.Row(j) {
			switch size := math.Abs(v); {
			case size <= wrapBegins:
				row[i] = v
			case size <= wrapEnds:
				row[i] = math.Copysign(wrapHeight*math.Tanh(wrapRate*(wrapEnds-size)), v)
			} // a missing one is as the centre
		}
		standardise(row)
	})
	return func(j int) []float64 {
		products := make([]float64, z.Rows)
		vector.MulTransposed(vector.OneRow(products), vector.OneRow(w.Row(j)), w)
		all, c := make([]float64, z.Rows), correlator{cutOff: CellCutOff()}
		for _, h := range strongest(products, j, likely) {
			all[h] = c.correlation(z.Row(j), z.Row(h))
		}
		return all
	}
}
