package report

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/trial"
	"gpca/solver"
)

// Wide rows have the same eigenvalues in parts of their columns as at once.
func TestEigenvaluesOfWideRows(t *testing.T) {
	const rows, features = 12, 5000
	random, samples := rand.New(rand.NewPCG(1, 2)), mat.NewDense(rows, features, nil)
	samples.Apply(func(i, j int, _ float64) float64 { return 1e4 + float64(i*(j%7)) + random.NormFloat64() }, samples)
	some := []int{0, 2, 3, 5, 7, 11}
	centred, _ := solver.Centre(trial.RowsOf(samples, some))
	var svd mat.SVD
	svd.Factorize(centred, mat.SVDNone)
	found := eigenvaluesOf(samples, some)
	if len(found) != len(some) {
		t.Fatalf("%d eigenvalues of %d rows", len(found), len(some))
	}
	for i, v := range svd.Values(nil) {
		if math.Abs(found[i]-v*v) > 1e-9*found[0] {
			t.Errorf("eigenvalue %d is %v, want %v", i, found[i], v*v)
		}
	}
}
