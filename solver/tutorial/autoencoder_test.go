package tutorial_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

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
	if !svd.Factorize(x, mat.SVDThin) {
		t.Fatal("no SVD")
	}
	var v mat.Dense
	svd.VTo(&v)
	for _, widths := range [][]int{{3}, {6, 3}, {8, 5, 3}} {
		n, err := tutorial.Train(t.Context(), x, widths...)
		if err != nil {
			t.Fatalf("%v: %v", widths, err)
		}
		u := v.Slice(0, 9, 0, 3)
		var scores, want, difference, gram mat.Dense
		scores.Mul(x, u)
		want.Mul(&scores, u.T())
		difference.Sub(n.Reconstruct(x), &want)
		if d := mat.Norm(&difference, math.Inf(1)) / mat.Norm(&want, math.Inf(1)); d > 1e-9 {
			t.Errorf("%v: the reconstruction differs by %g after %d steps", widths, d, n.Iterations)
		}
		gram.Mul(n.Weights().T(), n.Weights())
		for i := range 3 {
			for j := range 3 {
				want := 0.0
				if i == j {
					want = 1
				}
				if math.Abs(gram.At(i, j)-want) > 1e-9 {
					t.Errorf("%v: UᵀU has %g at %d, %d", widths, gram.At(i, j), i, j)
				}
			}
		}
	}
}

func TestAutoencoderFaults(t *testing.T) {
	x := samples(20, 4)
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := tutorial.Train(ended, x, 2); !errors.Is(err, context.Canceled) {
		t.Errorf("of an ended context: %v", err)
	}
	for _, test := range []struct {
		x      *mat.Dense
		widths []int
		want   string
	}{
		{x, nil, "at least one layer"},
		{x, []int{2, 0}, "of at least 1"},
		{mat.NewDense(3, 2, nil), []int{1}, "do not vary"},
	} {
		if _, err := tutorial.Train(t.Context(), test.x, test.widths...); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: error %v, want %q", test.widths, err, test.want)
		}
	}
}
