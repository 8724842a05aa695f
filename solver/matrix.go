package solver

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// Product multiplies matrices from the left to the right.
func Product(first, second mat.Matrix, more ...mat.Matrix) *mat.Dense {
	var p mat.Dense
	p.Mul(first, second)
	if len(more) > 0 {
		return Product(&p, more[0], more[1:]...)
	}
	return &p
}

// Shifted returns samples, one a row, plus a multiple of a row.
func Shifted(samples mat.Matrix, multiple float64, row []float64) *mat.Dense {
	shifted := mat.DenseCopyOf(samples)
	for i := range shifted.RawMatrix().Rows {
		floats.AddScaled(shifted.RawRowView(i), multiple, row)
	}
	return shifted
}

func project(dst []float64, x vector.Matrix, w []float64, workers int) {
	vector.MulTransposedParallel(vector.OneRow(dst), vector.OneRow(w), x, workers)
}

// orthogonalise removes from v its part in the span of the orthonormal rows of basis, by modified Gram–Schmidt,
// twice: once is not enough when little of v is left (L. Giraud, J. Langou, M. Rozložník, "The loss of
// orthogonality in the Gram–Schmidt orthogonalization process", Computers & Mathematics with Applications 50,
// 2005).
func orthogonalise(v []float64, basis vector.Matrix) {
	for range 2 {
		vector.Remove(v, basis)
	}
}

func norm(v []float64) float64 { return math.Sqrt(vector.Dot(v, v)) }

func normalise(v []float64) { floats.Scale(1/norm(v), v) }

func distance(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		d := v - y[i]
		sum += d * d
	}
	return math.Sqrt(sum)
}
