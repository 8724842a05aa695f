package solver

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// Coordinates returns the samples, one a row, in an orthonormal basis of their span. With at least as many
// samples as features it returns the samples themselves.
//
// The basis consists of the eigenvectors of XXᵀ = VΛVᵀ; the samples are the rows of VΛ^½ in it. Inner products
// change by the rounding error of the largest of them.
func Coordinates(samples *mat.Dense) (*mat.Dense, error) {
	rows, features := samples.Dims()
	if rows >= features {
		return samples, nil
	}
	products := vector.NewMatrix(rows, rows)
	vector.GramLower(products, vector.Of(samples), 1)
	values, vectors, err := fullEigenpairs(products, rows)
	if err != nil {
		return nil, err
	}
	coordinates := mat.NewDense(rows, rows, nil)
	for k, value := range values {
		length := math.Sqrt(max(value, 0))
		for i, v := range vectors.Row(k) {
			coordinates.Set(i, k, length*v)
		}
	}
	return coordinates, nil
}
