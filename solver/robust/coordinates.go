package robust

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/internal/vector"
)

// A basis is an origin and orthonormal directions, which span all samples.
type basis struct {
	origin []float64
	// directions has a direction a row; it is empty if coordinates are features.
	directions vector.Matrix
}

// reduce returns the samples in coordinates of their span: features less the origin where the samples span all of
// them. The origin is the sample nearest to the medians of the features: so samples that are no outliers have small
// coordinates, and each is exact to the rounding error of its own length, however far others lie.
func reduce(samples *mat.Dense, workers int) (vector.Matrix, basis) {
	rows, features := samples.Dims()
	b := basis{origin: make([]float64, features)}
	copy(b.origin, samples.RawRowView(nearest(vector.Of(samples), medians(samples))))
	x := vector.Of(solver.Shifted(samples, -1, b.origin))
	span := spanned(x, math.Sqrt(vector.Dot(b.origin, b.origin)))
	if span.Rows == features {
		return x, b
	}
	b.directions = span
	coordinates := vector.NewMatrix(rows, span.Rows)
	if span.Rows > 0 {
		vector.MulTransposedParallel(coordinates, x, span, workers)
	}
	return coordinates, b
}

// lift turns coordinates into features.
func (b basis) lift(centre []float64, loadings *mat.Dense) ([]float64, *mat.Dense) {
	lifted := loadings
	if b.directions.Rows > 0 {
		rows, _ := loadings.Dims()
		at, m := vector.NewMatrix(1, b.directions.Cols), vector.NewMatrix(rows, b.directions.Cols)
		vector.Mul(at, vector.OneRow(centre), b.directions)
		vector.Mul(m, vector.Of(loadings), b.directions)
		centre, lifted = at.Data, m.Dense()
	}
	return floats.AddTo(make([]float64, len(centre)), centre, b.origin), lifted
}

func medians(samples *mat.Dense) []float64 {
	rows, features := samples.Dims()
	centre, column := make([]float64, features), make([]float64, rows)
	for j := range centre {
		mat.Col(column, j, samples)
		centre[j] = medianOf(column)
	}
	return centre
}

// nearest is the row that is nearest to a point.
func nearest(x vector.Matrix, point []float64) int {
	best, least := 0, math.Inf(1)
	difference := make([]float64, x.Cols)
	for i := range x.Rows {
		floats.SubTo(difference, x.Row(i), point)
		if d := vector.Dot(difference, difference); d < least {
			best, least = i, d
		}
	}
	return best
}

// spanBlock is the number of rows that are made orthogonal to the basis together.
const spanBlock = 32

// spanned returns an orthonormal basis of the rows of x, by Gram–Schmidt in blocks. Each block is made orthogonal
// twice, as once is not enough when little is left (L. Giraud, J. Langou, M. Rozložník, "The loss of orthogonality in
// the Gram–Schmidt orthogonalization process", Computers & Mathematics with Applications 50, 2005). What is left of a
// row and no more than its rounding error is no direction; shift is the length of what was subtracted from each.
func spanned(x vector.Matrix, shift float64) vector.Matrix {
	const negligible, reorthogonalise = 1e-12, 1e-2
	b := vector.Empty(min(x.Rows, x.Cols), x.Cols)
	block := vector.NewMatrix(spanBlock, x.Cols)
	for first := 0; first < x.Rows && b.Rows < x.Cols; first += spanBlock {
		block.Rows = min(spanBlock, x.Rows-first)
		for i := range block.Rows {
			copy(block.Row(i), x.Row(first+i))
		}
		before := b.Rows
		if before > 0 {
			products, change := vector.NewMatrix(block.Rows, before), vector.NewMatrix(block.Rows, x.Cols)
			for range 2 {
				vector.MulTransposed(products, block, b)
				vector.Mul(change, products, b)
				for i := range block.Rows {
					vector.Axpy(-1, change.Row(i), block.Row(i))
				}
			}
		}
		for i := 0; i < block.Rows && b.Rows < x.Cols; i++ {
			v := block.Row(i)
			length, full := norm(v), norm(x.Row(first+i))
			added := b.View(before, 0, b.Rows-before, x.Cols)
			vector.Remove(v, added)
			vector.Remove(v, added)
			rest := norm(v)
			if !(rest > max(negligible*full, 64*0x1p-53*shift)) {
				continue
			}
			if rest < reorthogonalise*length {
				vector.Remove(v, b)
				rest = norm(v)
			}
			to := b.Append()
			for j := range to {
				to[j] = v[j] / rest
			}
		}
	}
	return b
}

func norm(v []float64) float64 { return math.Sqrt(vector.Dot(v, v)) }
