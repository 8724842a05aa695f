package classify

import (
	"math"

	"gpca/solver/internal/vector"
)

// fixedPoint holds the loadings of a Linear as 16-bit integers. With the loadings W of a
// method, the mean μ and a scale s,
//
//	W(x − μ) ≈ s·(Q x + q),  Q = round(W/s),  q = round(−Wμ/s),
//
// and Q x + q is computed exactly.
type fixedPoint struct {
	words *vector.Words
	mean  float64 // squared length of μ
	// By method: the scale, and the two parts of the bound ‖x‖·matrix + start on the
	// error of the projection of x, as a vector.
	scales, matrix, start []float64
}

// fixedPointValues is the least number of values in the loadings of a class for which
// estimates save time: with fewer, preparing them takes longer than float64.
const fixedPointValues = 256

// newFixedPoint returns nil for few loadings, and on processors without the instructions.
func newFixedPoint(mean []float64, stacked vector.Matrix, ends []int) *fixedPoint {
	if stacked.Rows*stacked.Cols < fixedPointValues {
		return nil
	}
	f := &fixedPoint{mean: vector.Dot(mean, mean)}
	values, starts := make([]int16, stacked.Rows*stacked.Cols), make([]int32, stacked.Rows)
	first := 0
	for _, end := range ends {
		loadings := stacked.View(first, 0, end-first, stacked.Cols)
		scale := scaleOf(mean, loadings)
		rest := vector.NewMatrix(loadings.Rows, loadings.Cols)
		start := 0.0
		for i := range loadings.Rows {
			w, r := loadings.Row(i), rest.Row(i)
			for j, v := range w {
				q := math.RoundToEven(v / scale)
				values[(first+i)*stacked.Cols+j] = int16(q)
				r[j] = v - scale*q
			}
			offset := -vector.Dot(w, mean)
			q := math.RoundToEven(offset / scale)
			starts[first+i] = int32(q)
			start += (offset - scale*q) * (offset - scale*q)
		}
		f.scales = append(f.scales, scale)
		f.matrix = append(f.matrix, spectralBound(rest))
		f.start = append(f.start, math.Sqrt(start))
		first = end
	}
	if f.words = vector.PackWords(values, stacked.Cols, starts); f.words == nil {
		return nil
	}
	return f
}

// scaleOf returns a scale s for which W/s and Wμ/s round to integers within the limits of
// vector.PackWords.
func scaleOf(mean []float64, loadings vector.Matrix) float64 {
	scale := 0.0
	// Rounding adds up to a half to each value.
	most := float64(math.MaxInt32 - 255*(loadings.Cols+1))
	for i := range loadings.Rows {
		w := loadings.Row(i)
		largest, sum := 0.0, 0.0
		for _, v := range w {
			largest = max(largest, math.Abs(v))
			sum += math.Abs(v)
		}
		offset := math.Abs(vector.Dot(w, mean))
		scale = max(scale, largest/(math.MaxInt16-1), offset/(vector.MaxStart-1), (255*sum+offset)/most)
	}
	if scale == 0 {
		return 1
	}
	return scale
}

// spectralBound returns a bound on the spectral norm of m, the most by which it can
// lengthen a vector: ‖m‖² = ‖mmᵀ‖ is at most the largest sum of magnitudes of a row of
// mmᵀ.
func spectralBound(m vector.Matrix) float64 {
	gram := vector.NewMatrix(m.Rows, m.Rows)
	vector.MulTransposed(gram, m, m)
	largest := 0.0
	for i := range gram.Rows {
		sum := 0.0
		for _, v := range gram.Row(i) {
			sum += math.Abs(v)
		}
		largest = max(largest, sum)
	}
	return math.Sqrt(largest)
}

func (l *Linear) canEstimate() bool { return l.fixed() != nil }

// estimate implements estimator.
func (l *Linear) estimate(squares, bounds [][]float64, block *images) {
	f := l.fixed()
	s := l.scratches.Get().(*scratch)
	defer l.scratches.Put(s)
	z := s.integers(len(block.norms), l.stacked.Rows)
	f.words.MulTransposed(z, block.pixels)
	mean := math.Sqrt(f.mean)
	// The roundings of float64, here and in SquaredErrors, are some 2⁻⁵² of the squared
	// lengths for each feature.
	rounding := float64(len(l.mean)+64) * 0x1p-50
	for i, norm := range block.norms {
		length := norm - 2*vector.Dot(block.samples.RawRowView(i), l.mean) + f.mean
		root := math.Sqrt(norm)
		slack := rounding * (root + mean) * (root + mean)
		projections := z.Row(i)
		first := 0
		for m, end := range l.ends {
			square := f.scales[m] * f.scales[m] * vector.SumSquares(projections[first:end])
			off := root*f.matrix[m] + f.start[m]
			// |‖z+e‖² − ‖z‖²| ≤ 2‖z‖‖e‖ + ‖e‖²
			squares[m][i] = length - square
			bounds[m][i] = off*(2*math.Sqrt(square)+off)*1.001 + slack
			first = end
		}
	}
}
