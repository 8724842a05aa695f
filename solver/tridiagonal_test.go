package solver

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gotest.tools/v3/assert"

	"gpca/solver/internal/vector"
)

// Repeated, clustered and graded eigenvalues are found, with orthonormal eigenvectors.
func TestDivideAndConquer(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	cases := map[string]func(i, n int) float64{
		"spread":    func(i, n int) float64 { return float64(i - n/3) },
		"graded":    func(i, n int) float64 { return math.Pow(10, -12*float64(i)/float64(n)) },
		"repeated":  func(i, n int) float64 { return float64(i / 40) },
		"clustered": func(i, n int) float64 { return 1 + 1e-13*float64(i) + float64(i/(n-5)) },
		"zero":      func(i, n int) float64 { return 0 },
		"low rank":  func(i, n int) float64 { return float64(max(i-n+7, 0)) },
	}
	for name, eigenvalue := range cases {
		for _, n := range []int{1, 2, 33, 97, 250} {
			want := make([]float64, n)
			largest := 0.0
			for i := range want {
				want[i] = eigenvalue(i, n)
				largest = max(largest, math.Abs(want[i]))
			}
			a := symmetric(want, r)
			values, vectors, err := dividedEigenpairs(a, n)
			assert.NilError(t, err)
			tolerance := 1e-14 * float64(n+10) * max(largest, 1e-300)
			reference, _, err := fullEigenpairs(a, n)
			assert.NilError(t, err)
			gram, images := vector.NewMatrix(n, n), vector.NewMatrix(n, n)
			vector.MulTransposed(gram, vectors, vectors)
			vector.MulTransposed(images, vectors, a)
			for i := range n {
				assert.Check(t, math.Abs(values[i]-reference[i]) <= tolerance,
					"%s, n = %d: eigenvalue %d is %v, want %v", name, n, i, values[i], reference[i])
				gram.Row(i)[i]--
				products := floats.Norm(gram.Row(i), 2)
				assert.Assert(t, products < 1e-14*float64(n+10), "%s, n = %d: products of %d %g", name, n, i, products)
				vector.Axpy(-values[i], vectors.Row(i), images.Row(i))
				off := floats.Norm(images.Row(i), 2)
				assert.Assert(t, off <= 10*tolerance, "%s, n = %d: eigenvector %d is off by %g", name, n, i, off)
			}
		}
	}
}
