package classify

import (
	"math"

	"gpca/solver/internal/vector"
)

// fixedPoint holds the loadings of a linear model as integers of 8 or 16 bits. With the loadings W of a method, the
// mean μ and a diagonal matrix S of scales,
//
//	W(x − μ) ≈ S(Q x + q),  Q = round(S⁻¹W),  q = round(−Qμ),
//
// and Q x + q is computed exactly.
type fixedPoint struct {
	subspaces *vector.Subspaces
	features  int
	mean      float64 // squared length of μ
	// By method: the bound ‖x − μ‖·matrix + start on the error of the projection of x, and the relative error
	// of its square.
	matrix, start, square []float64
}

// fixedPointValues is the least number of loadings of a class for which estimates save time.
const fixedPointValues = 256

// newFixedPoint returns nil for few loadings, for means that are too large, and without the instructions.
func newFixedPoint(mean []float64, stacked vector.Matrix, ends []int, bits int) *fixedPoint {
	if stacked.Rows*stacked.Cols < fixedPointValues {
		return nil
	}
	f := &fixedPoint{features: len(mean), mean: vector.Dot(mean, mean)}
	values := make([]int16, stacked.Rows*stacked.Cols)
	starts, scales := make([]int32, stacked.Rows), make([]float32, stacked.Rows)
	first := 0
	for _, end := range ends {
		loadings := stacked.View(first, 0, end-first, stacked.Cols)
		rest := vector.NewMatrix(loadings.Rows, loadings.Cols)
		start := 0.0
		for i := range loadings.Rows {
			w, r := loadings.Row(i), rest.Row(i)
			scales[first+i] = scaleOf(mean, w, bits)
			scale, offset := float64(scales[first+i]), 0.0
			if !(scale > 0) {
				return nil
			}
			for j, v := range w {
				q := math.RoundToEven(v / scale)
				values[(first+i)*stacked.Cols+j] = int16(q)
				r[j] = v - scale*q
				offset -= q * mean[j]
			}
			q := math.RoundToEven(offset)
			starts[first+i] = int32(q)
			start += scale * scale * (offset - q) * (offset - q)
		}
		f.matrix = append(f.matrix, vector.SpectralBound(rest))
		f.start = append(f.start, math.Sqrt(start))
		f.square = append(f.square, vector.SquareError(end-first))
		first = end
	}
	if f.subspaces = vector.PackSubspaces(values, bits, stacked.Cols, starts, scales, ends); f.subspaces == nil {
		return nil
	}
	return f
}

// scaleOf returns a scale s for which w/s rounds to integers within the limits of vector.PackSubspaces, or 0.
func scaleOf(mean, w []float64, bits int) float32 {
	// Rounding adds up to a half to each value, 1 to the start, and 2⁻²⁴ to the scale.
	most, largest, sum := float64(math.MaxInt32-256), 0.0, 0.0
	for j, v := range w {
		reach := 255 + math.Abs(mean[j])
		most -= reach / 2
		largest = max(largest, math.Abs(v))
		sum += math.Abs(v) * reach
	}
	switch {
	case !(most > 0):
		return 0
	case largest == 0:
		return 1
	}
	return float32(max(largest/float64(int(1)<<(bits-1)-1), sum/most))
}

// bound bounds the errors of images.
func (f *fixedPoint) bound(low, high [][]float64, block *images) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	projected, stride := f.subspaces.SquaredLengths(s.singles, block.pixels)
	s.singles = projected
	count := len(block.norms)
	memory := vector.In(&s.lengths, 3, count)
	lengths, roots, slacks := memory.Row(0), memory.Row(1), memory.Row(2)
	// The roundings of float64, here and in SquaredErrors, are about 2⁻⁵² of the squared lengths a feature.
	rounding := float64(f.features+64) * 0x1p-49 // (‖x‖ + ‖μ‖)² ≤ 2(‖x‖² + ‖μ‖²)
	for i, norm := range block.norms {
		lengths[i] = norm - 2*block.products[i] + f.mean
		slacks[i] = rounding*(norm+f.mean) + 0x1p-100
		roots[i] = math.Sqrt(max(lengths[i], 0) + slacks[i])
	}
	for m := range f.matrix {
		vector.BoundDistances(low[m], high[m], projected[m*stride:][:count], lengths, roots, slacks, 1.001*f.matrix[m],
			1.001*f.start[m], 1.001*f.square[m])
	}
}
