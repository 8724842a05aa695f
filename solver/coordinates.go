package solver

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// Coordinates returns samples, one a row, in an orthonormal basis of the space that
// they span, where they are fewer than their features, and the samples themselves
// else. All inner products are kept, and with them means, components, kernels and
// residuals: who trains on many parts of the samples can do without the features.
//
// The basis is that of the eigenvectors of the inner products, XXᵀ = VΛVᵀ, in which the
// samples are the rows of VΛ^½. Inner products agree to rounding of the largest of
// them, which leaves less of a sample that is 10⁻⁸ of the longest than [GPCA] by
// itself would.
func Coordinates(samples *mat.Dense) (*mat.Dense, error) {
	rows, features := samples.Dims()
	if rows >= features {
		return samples, nil
	}
	products := vector.NewMatrix(rows, rows)
	vector.GramLower(products, dense(samples))
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
