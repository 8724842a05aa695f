package solver

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/internal/vector"
)

func symmetric(eigenvalues []float64, r *rand.Rand) vector.Matrix {
	n := len(eigenvalues)
	a := mat.NewDense(n, n, nil)
	a.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, a)
	var qr mat.QR
	qr.Factorize(a)
	var q, scaled, product mat.Dense
	qr.QTo(&q)
	scaled.Apply(func(_, j int, v float64) float64 { return v * eigenvalues[j] }, &q)
	product.Mul(&scaled, q.T())
	s := vector.NewMatrix(n, n)
	for i := range n {
		for j := range i + 1 {
			s.Row(i)[j] = product.At(i, j)
			s.Row(j)[i] = product.At(i, j)
		}
	}
	return s
}

func spectrum(n int, formula func(i int) float64) []float64 {
	values := make([]float64, n)
	for i := range values {
		values[i] = formula(i)
	}
	return values
}

func checkEigenpairs(t *testing.T, a vector.Matrix, values []float64, vectors vector.Matrix, want []float64) {
	t.Helper()
	scale := 0.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	assert.Assert(t, len(values) <= len(want) && vectors.Rows == len(values),
		"%d values and %d vectors, want %d", len(values), vectors.Rows, len(want))
	image := make([]float64, a.Rows)
	for i, value := range values {
		assert.Check(t, math.Abs(value-want[i]) <= 1e-11*scale, "eigenvalue %d is %.15g, want %.15g", i, value, want[i])
		v := vectors.Row(i)
		project(image, a, v, 1)
		vector.Axpy(-value, v, image)
		r := norm(image)
		assert.Check(t, r <= 1e-11*scale, "eigenpair %d has residual %g", i, r)
		off := math.Abs(vector.Dot(v, v) - 1)
		for j := range i {
			off = math.Max(off, math.Abs(vector.Dot(v, vectors.Row(j))))
		}
		assert.Check(t, off <= 1e-12, "eigenvector %d has products with those before it up to %g off", i, off)
	}
}

func TestKrylovFindsLeadingEigenpairs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for _, test := range []struct {
		name    string
		n       int
		formula func(i int) float64 // descending in i
	}{
		{"just above the threshold", 65, func(i int) float64 { return math.Pow(0.9, float64(i)) }},
		{"fast decay", 129, func(i int) float64 { return math.Pow(0.5, float64(i)) }},
		{"slow decay", 200, func(i int) float64 { return 1 / math.Sqrt(float64(i+1)) }},
		{"linear", 257, func(i int) float64 { return 1 - float64(i)/257 }},
		{"cluster", 300, func(i int) float64 { return 1 - 1e-9*float64(min(i, 50)) - 0.5*float64(i/50) }},
		{"repeated 40 times", 200, func(i int) float64 { return 2 - float64(i/40) }},
		{"repeated as often as a block has vectors", 200, func(i int) float64 { return math.Pow(0.7, float64(i/krylovBlock)) }},
		{"repeated once more", 200, func(i int) float64 { return math.Pow(0.7, float64(i/(krylovBlock+1))) }},
		{"repeated, from the second on", 200, func(i int) float64 { return 3 - float64(min(i, 1)) - float64(max(i-25, 0))/200 }},
		{"large ones repeated, then small ones", 200, func(i int) float64 { return float64(4-min(i/7, 3)) * 10 / float64(1+i/21*i) }},
		{"rank 3", 400, func(i int) float64 { return float64(max(3-i, 0)) }},
		{"rank 1", 150, func(i int) float64 { return float64(max(1-i, 0)) }},
		{"zero", 150, func(int) float64 { return 0 }},
		{"identity", 150, func(int) float64 { return 1 }},
		{"tiny", 150, func(i int) float64 { return 1e-90 / float64(i+1) }},
		{"indefinite", 150, func(i int) float64 { return 1 - float64(i)/10 }},
		{"large", 600, func(i int) float64 { return 1e6 / float64((i+1)*(i+1)) }},
	} {
		eigenvalues := spectrum(test.n, test.formula)
		a := symmetric(eigenvalues, r)
		for _, count := range []int{1, 5, 30} {
			t.Run(fmt.Sprintf("%s/%d", test.name, count), func(t *testing.T) {
				for _, small := range []bool{false, true} {
					values, vectors, err := krylovEigenpairs(a, count, 1, small)
					assert.NilError(t, err)
					assert.Equal(t, len(values), count)
					checkEigenpairs(t, a, values, vectors, eigenvalues)
				}
			})
		}
	}
}

// Eigenvalues too close for restarts to separate are left to the complete decomposition.
func TestKrylovGivesUpOnFlatSpectrum(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1))
	eigenvalues := spectrum(129, func(i int) float64 { return 1 - 1e-10*float64(i) })
	a := symmetric(eigenvalues, r)
	values, vectors, err := krylovEigenpairs(a, 5, 1, a.Rows >= krylovRows)
	assert.NilError(t, err)
	checkEigenpairs(t, a, values, vectors, eigenvalues)
}

func TestLeadingEigenpairsOfSmallMatrices(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	for _, n := range []int{1, 2, 7, 8, 9, 63, 64} {
		eigenvalues := spectrum(n, func(i int) float64 { return float64(n - i) })
		a := symmetric(eigenvalues, r)
		for _, count := range []int{1, n, n + 5} {
			values, vectors, err := Eigenpairs(a, count, 1)
			assert.NilError(t, err)
			assert.Check(t, is.Equal(len(values), min(count, n)), "eigenvalues of n = %d", n)
			checkEigenpairs(t, a, values, vectors, eigenvalues)
		}
	}
}

func TestEigenvaluesOfNaNAreAnError(t *testing.T) {
	a := vector.NewMatrix(5, 5)
	for i := range a.Data {
		a.Data[i] = math.NaN()
	}
	values, _, err := fullEigenpairs(a, 2)
	assert.Check(t, err != nil, "eigenvalues %v", values)
}

func TestRepeated(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   bool
	}{
		{[]float64{3, 2, 2, 2, 1}, true},
		{[]float64{3, 3, 2, 2, 1, 1}, false},
		{[]float64{3, 2, 1, 1 - 1e-7, 1 - 2e-7}, true},
		{[]float64{3, 2, 1, 1 - 1e-5, 1 - 2e-5}, false},
		{[]float64{0, 0, 0}, true},
		{[]float64{1, 1}, false},
	} {
		assert.Check(t, is.Equal(repeated(c.values, 3), c.want), c.values)
	}
}
