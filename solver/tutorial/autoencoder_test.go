package tutorial_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/tutorial"
)

// samples are normal, with variances that fall from feature to feature, and rotated.
func samples(n, d int) *mat.Dense {
	random := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(n, d, nil)
	x.Apply(func(_, j int, _ float64) float64 { return 30 * random.NormFloat64() / float64(j+1) }, x)
	var qr mat.QR
	turn := mat.NewDense(d, d, nil)
	turn.Apply(func(_, _ int, _ float64) float64 { return random.NormFloat64() }, turn)
	qr.Factorize(turn)
	var q, turned mat.Dense
	qr.QTo(&q)
	turned.Mul(x, &q)
	centred, _ := solver.Centre(&turned)
	return centred
}

// Any number of layers reconstructs as PCA does and spans its subspace with orthonormal columns.
func TestIsPCA(t *testing.T) {
	x := samples(120, 9)
	var svd mat.SVD
	assert.Assert(t, svd.Factorize(x, mat.SVDThin), "no SVD")
	var v mat.Dense
	svd.VTo(&v)
	for _, widths := range [][]int{{3}, {6, 3}, {8, 5, 3}} {
		n, err := tutorial.Train(t.Context(), x, widths...)
		assert.NilError(t, err, widths)
		u := v.Slice(0, 9, 0, 3)
		want := solver.Product(x, u, u.T())
		var difference mat.Dense
		difference.Sub(n.Reconstruct(x), want)
		d := mat.Norm(&difference, math.Inf(1)) / mat.Norm(want, math.Inf(1))
		assert.Check(t, d <= 1e-9, "%v: the reconstruction differs by %g after %d steps", widths, d, n.Iterations)
		gram := solver.Product(n.Weights().T(), n.Weights())
		assert.Check(t, mat.EqualApprox(gram, mat.NewDiagDense(3, []float64{1, 1, 1}), 1e-9),
			"%v: UᵀU is %v", widths, gram)
	}
}

func TestAutoencoderFaults(t *testing.T) {
	x := samples(20, 4)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := tutorial.Train(ended, x, 2)
	assert.ErrorIs(t, err, context.Canceled, "of an ended context")
	for _, test := range []struct {
		x      *mat.Dense
		widths []int
		want   string
	}{
		{x, nil, "at least one layer"},
		{x, []int{2, 0}, "of at least 1"},
		{mat.NewDense(3, 2, nil), []int{1}, "do not vary"},
	} {
		_, err := tutorial.Train(t.Context(), test.x, test.widths...)
		assert.Check(t, is.ErrorContains(err, test.want), test.widths)
	}
}
