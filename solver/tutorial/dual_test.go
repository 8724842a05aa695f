package tutorial_test

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/tutorial"
)

// read reads the results of scikit-learn (testdata/recorded.py).
func read(t *testing.T) map[string]*mat.Dense {
	t.Helper()
	source, err := os.ReadFile("testdata/recorded.json")
	assert.NilError(t, err)
	var recorded map[string]json.RawMessage
	assert.NilError(t, json.Unmarshal(source, &recorded))
	delete(recorded, "scikit-learn") // the version
	matrices := map[string]*mat.Dense{}
	for name, text := range recorded {
		var rows [][]float64
		assert.NilError(t, json.Unmarshal(text, &rows), name)
		matrices[name] = mat.NewDense(len(rows), len(rows[0]), slices.Concat(rows...))
	}
	return matrices
}

// same reports columns of two matrices that differ in more than their sign.
func same(t *testing.T, what string, got, want *mat.Dense, signs []float64) {
	t.Helper()
	rows, columns := want.Dims()
	r, c := got.Dims()
	assert.Assert(t, r == rows && c == columns, "%s: %d × %d, want %d × %d", what, r, c, rows, columns)
	turned := mat.DenseCopyOf(got)
	turned.Apply(func(_, j int, v float64) float64 { return signs[j] * v }, turned)
	assert.Check(t, mat.EqualApprox(turned, want, 1e-9), "%s: %v, want %v", what, turned, want)
}

func signsOf(got, want *mat.Dense) []float64 {
	_, columns := want.Dims()
	signs := make([]float64, columns)
	for j := range signs {
		signs[j] = math.Copysign(1, mat.Dot(got.ColView(j), want.ColView(j)))
	}
	return signs
}

// PCA and kernel PCA are scikit-learn's, in and out of sample.
func TestPCA(t *testing.T) {
	r := read(t)
	x := r["samples"]
	train, test := mat.DenseCopyOf(x.Slice(0, 12, 0, 5)), mat.DenseCopyOf(x.Slice(12, 15, 0, 5))
	p, err := tutorial.NewPCA(train, 3)
	assert.NilError(t, err)
	signs := signsOf(p.Project(), r["pca-train"])
	same(t, "scores", p.Project(), r["pca-train"], signs)
	same(t, "new functions", p.ProjectNew(test), r["pca-test"], signs)
	ones := []float64{1, 1, 1, 1, 1}
	same(t, "new samples", p.ReconstructNew(test), r["pca-reconstructed"], ones)
	same(t, "training samples", p.Reconstruct(), p.ReconstructNew(train), ones)
	var gram mat.Dense
	gram.Mul(p.Loadings(), p.Loadings().T())
	same(t, "UᵀU", &gram, mat.DenseCopyOf(mat.NewDiagDense(3, []float64{1, 1, 1})), ones[:3])
}

func TestKernel(t *testing.T) {
	r := read(t)
	x := r["samples"]
	gaussian := func(i, j int) float64 {
		sum := 0.0
		for c := range 5 {
			d := x.At(i, c) - x.At(j, c)
			sum += d * d
		}
		return math.Exp(-0.1 * sum)
	}
	k, values := mat.NewSymDense(12, nil), mat.NewDense(3, 12, nil)
	for i := range 15 {
		for j := range 12 {
			if i >= 12 {
				values.Set(i-12, j, gaussian(i, j))
			} else if j <= i {
				k.SetSym(i, j, gaussian(i, j))
			}
		}
	}
	d, err := tutorial.NewKernel(k, 3)
	assert.NilError(t, err)
	signs := signsOf(d.Project(), r["rbf-train"])
	same(t, "scores", d.Project(), r["rbf-train"], signs)
	same(t, "new functions", d.ProjectNew(values), r["rbf-test"], signs)
	sum := mat.Sum(d.Centre(mat.DenseCopyOf(k)))
	assert.Check(t, math.Abs(sum) <= 1e-12, "centred values add up to %g", sum)
}

func TestDualFaults(t *testing.T) {
	for _, test := range []struct {
		x     *mat.Dense
		count int
		want  string
	}{
		{mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 7}), 0, "0 components asked for"},
		{mat.NewDense(3, 2, []float64{1, 2, 1, 2, 1, 2}), 1, "all samples are the same"},
	} {
		_, err := tutorial.NewPCA(test.x, test.count)
		assert.Check(t, is.ErrorContains(err, test.want))
	}
	p, err := tutorial.NewPCA(mat.NewDense(2, 3, []float64{1, 2, 3, 4, 5, 7}), 3)
	assert.NilError(t, err)
	assert.Equal(t, len(p.Sigma), 1, "%d components of two samples", len(p.Sigma))
}
