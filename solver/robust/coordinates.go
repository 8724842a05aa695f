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
	// directions are in blocks, whose coordinates follow each other; none if coordinates are features.
	directions []directions
}

// directions are the rows of mixing · samples. They are not multiplied out, as few vectors are turned into features.
type directions struct{ mixing, samples vector.Matrix }

// along returns the coordinates of rows along the directions.
func (d directions) along(x vector.Matrix, workers int) vector.Matrix {
	products, coordinates := vector.NewMatrix(x.Rows, d.samples.Rows), vector.NewMatrix(x.Rows, d.mixing.Rows)
	vector.MulTransposedParallel(products, x, d.samples, workers)
	vector.MulTransposedParallel(coordinates, products, d.mixing, workers)
	return coordinates
}

// features returns the rows of these coordinates.
func (d directions) features(coordinates vector.Matrix) vector.Matrix {
	weights, x := vector.NewMatrix(coordinates.Rows, d.samples.Rows), vector.NewMatrix(coordinates.Rows, d.samples.Cols)
	vector.Mul(weights, coordinates, d.mixing)
	vector.Mul(x, weights, d.samples)
	return x
}

// reduce returns the samples in coordinates of their span: features less the origin where the samples span all of
// them. The origin is the sample nearest to the medians of the features: so samples that are no outliers have small
// coordinates, and each is exact to the rounding error of its own length, however far others lie.
func reduce(samples *mat.Dense, workers int) (vector.Matrix, basis) {
	b := basis{origin: samples.RawRowView(nearest(vector.Of(samples), medians(samples)))}
	x := vector.Of(solver.Shifted(samples, -1, b.origin))
	coordinates := b.span(x, workers)
	if coordinates.Cols == x.Cols {
		return x, basis{origin: b.origin}
	}
	return coordinates, b
}

// lift turns rows of coordinates into features, without the origin.
func (b basis) lift(coordinates vector.Matrix) vector.Matrix {
	if coordinates.Cols == len(b.origin) {
		return coordinates
	}
	lifted, at := vector.NewMatrix(coordinates.Rows, len(b.origin)), 0
	for _, d := range b.directions {
		part := d.features(coordinates.View(0, at, coordinates.Rows, d.mixing.Rows))
		floats.Add(lifted.Data, part.Data)
		at += d.mixing.Rows
	}
	return lifted
}

// point turns coordinates into a point among the samples.
func (b basis) point(coordinates []float64) []float64 {
	return floats.AddTo(make([]float64, len(b.origin)), b.lift(vector.OneRow(coordinates)).Data, b.origin)
}

func medians(samples *mat.Dense) []float64 {
	x := vector.Of(samples)
	centre := make([]float64, x.Cols)
	const together = 1 << 15 // values of columns, as those of one lie far apart
	for first, count := 0, max(1, together/x.Rows); first < x.Cols; first += count {
		columns := vector.NewMatrix(min(count, x.Cols-first), x.Rows)
		vector.Transpose(columns, x.View(0, first, x.Rows, columns.Rows))
		for j := range columns.Rows {
			centre[first+j] = medianOf(columns.Row(j))
		}
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
const spanBlock = 256

// span finds directions and returns the rows of x in them, or some of these rows where they span all features. A block
// of rows loses its part along the directions before, twice, as once is not enough when little is left (L. Giraud, J.
// Langou, M. Rozložník, "The loss of orthogonality in the Gram–Schmidt orthogonalization process", Computers &
// Mathematics with Applications 50, 2005). What is left is made orthonormal by the Cholesky decomposition of its inner
// products. These square the condition number, so rows of which little is left beside those before wait for the
// next turn. What is left of a row and no more than its rounding error is no direction.
func (b *basis) span(x vector.Matrix, workers int) vector.Matrix {
	const negligible, dependent = 1e-12, 1e-3
	shift, rank, most := norm(b.origin), 0, min(x.Rows, x.Cols)
	coordinates := vector.Matrix{Cols: most, Stride: most}
	for first := 0; first < x.Rows && rank < x.Cols; first += spanBlock {
		block := min(spanBlock, x.Rows-first)
		coordinates.Data = append(coordinates.Data, make([]float64, block*most)...)
		coordinates.Rows += block
		waiting := make([]int, block)
		for i := range waiting {
			waiting[i] = first + i
		}
		for len(waiting) > 0 && rank < x.Cols {
			rest := x.View(first, 0, block, x.Cols)
			if b.directions != nil {
				rest = x.Select(waiting)
				b.remove(rest, workers, func(i int) []float64 { return coordinates.Row(waiting[i]) })
			}
			products := vector.NewMatrix(rest.Rows, rest.Rows)
			vector.GramLower(products, rest, workers)
			for i, row := range waiting {
				length := math.Sqrt(products.Row(i)[i])
				if !(length > max(negligible*norm(x.Row(row)), 64*0x1p-53*shift)) {
					products.Row(i)[i] = 0
				}
			}
			root, inverse, chosen, _ := inverseRoot(products, dependent)
			for i, at := range chosen {
				copy(coordinates.Row(waiting[at])[rank:], root.Row(at)[:i+1])
				products.Row(at)[at] = 0
			}
			if len(chosen) > 0 {
				b.directions = append(b.directions, directions{inverse, rest})
				rank += len(chosen)
			}
			left := waiting[:0]
			for i, row := range waiting {
				if products.Row(i)[i] > 0 {
					left = append(left, row)
				}
			}
			waiting = left
		}
	}
	narrow := vector.NewMatrix(coordinates.Rows, rank)
	for i := range narrow.Rows {
		copy(narrow.Row(i), coordinates.Row(i))
	}
	return narrow
}

// remove takes from rows their part along the directions and sets their coordinates, which it asks for by row.
func (b *basis) remove(rest vector.Matrix, workers int, of func(i int) []float64) {
	for i := range rest.Rows {
		clear(of(i))
	}
	for range 2 {
		at := 0
		for _, d := range b.directions {
			along := d.along(rest, workers)
			part := d.features(along)
			for i := range rest.Rows {
				vector.Axpy(-1, part.Row(i), rest.Row(i))
				floats.Add(of(i)[at:at+along.Cols], along.Row(i))
			}
			at += along.Cols
		}
	}
}

func norm(v []float64) float64 { return math.Sqrt(vector.Dot(v, v)) }
