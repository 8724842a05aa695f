package vector

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func symmetric(n int, r *rand.Rand) Matrix {
	s := random(n, n, r)
	mirror(s, n)
	return s
}

// The product by half of a symmetric matrix has the bits of the naive product by all of it, within one block and
// across blocks, full and ragged.
func TestMulSymmetric(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	r := rand.New(rand.NewPCG(11, 1))
	shapes := [][2]int{{0, 5}, {3, 0}, {1, 1}, {2, 7}, {7, 64}, {30, 100}, {1, symmetricSize}}
	for _, m := range []int{1, 2, 3, 6, 7, 8, 9, 24, 25} {
		shapes = append(shapes, [2]int{m, symmetricSize + 1}, [2]int{m, symmetricSize + symmetricRows})
	}
	shapes = append(shapes, [2]int{2, symmetricColumns + 1}, [2]int{5, 2*symmetricColumns + 17})
	for _, shape := range shapes {
		m, n := shape[0], shape[1]
		a, b := random(m, n, r), symmetric(n, r)
		want := naive(Matrix{}, a, b)
		eachKernel(t, func() {
			dst := guardMatrix(m, n, 3, 1, r)
			name := fmt.Sprintf("%s: MulSymmetric of %d×%d", Kernel(), m, n)
			MulSymmetric(dst.Matrix, a, b)
			sameBits(t, name, dst.Matrix, want)
			dst.check(t, name)
		})
	}
}

func TestMulSymmetricReadsHalf(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 2))
	const m, n = 2, symmetricSize + 100
	a, b := random(m, n, r), symmetric(n, r)
	want := naive(Matrix{}, a, b)
	for i := range n {
		for j := i/symmetricRows*symmetricRows + symmetricRows; j < n; j++ {
			b.Row(i)[j] = 1e300
		}
	}
	got := NewMatrix(m, n)
	MulSymmetric(got, a, b)
	sameBits(t, "MulSymmetric", got, want)
}

func TestMulSymmetricRefusesShapes(t *testing.T) {
	for _, shape := range [][6]int{{2, 3, 2, 4, 3, 3}, {2, 3, 2, 3, 3, 4}, {1, 3, 2, 3, 3, 3}, {2, 4, 2, 3, 3, 3}} {
		assert.Check(t, is.Panics(func() {
			MulSymmetric(NewMatrix(shape[0], shape[1]), NewMatrix(shape[2], shape[3]), NewMatrix(shape[4], shape[5]))
		}), shape)
	}
}
