package tutorial_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver"
	"gpca/solver/tutorial"
)

// labelled are samples of three classes; only the first feature depends on the class.
func labelled(n, d int) (*mat.Dense, []int) {
	random := rand.New(rand.NewPCG(3, 4))
	x := mat.NewDense(n, d, nil)
	labels := make([]int, n)
	for i := range n {
		labels[i] = i % 3
		for j := range d {
			x.Set(i, j, 10+random.NormFloat64()*float64(j+1))
		}
		x.Set(i, 0, x.At(i, 0)+4*float64(labels[i]))
	}
	return x, labels
}

func centring(n int) *mat.Dense {
	h := mat.NewDense(n, n, slices.Repeat([]float64{-1 / float64(n)}, n*n))
	for i := range n {
		h.Set(i, i, 1-1/float64(n))
	}
	return h
}

func areEigenvectors(t *testing.T, m, u *mat.Dense, values []float64) {
	t.Helper()
	for i, value := range values {
		var image mat.VecDense
		image.MulVec(m, u.RowView(i))
		image.AddScaledVec(&image, -value, u.RowView(i))
		d := mat.Norm(&image, 2)
		assert.Check(t, d <= 1e-10*values[0], "component %d: M u − λ u has the length %g", i+1, d)
	}
}

// The components are eigenvectors of X H K H Xᵀ (equation 65), and no other unit vectors have a larger criterion.
func TestEquation65(t *testing.T) {
	x, labels := labelled(60, 5)
	k, h := tutorial.Delta(labels), centring(60)
	m := solver.Product(x.T(), h, k, h, x)
	u, values, err := tutorial.Components(x, tutorial.OneHot(labels, 3), 5)
	assert.NilError(t, err)
	rows, _ := u.Dims()
	assert.Assert(t, rows == 2 && len(values) == 2, "%d components of three classes, want 2", rows)
	assert.Check(t, values[0] >= values[1], "eigenvalues %g are not in order", values)
	areEigenvectors(t, m, u, values)
	assert.Check(t, math.Abs(u.At(0, 0)) >= 0.95,
		"the first component is %g, though only the first feature depends on the class", u.RawRowView(0))
	// tr(Kx H Ky H)/(n−1)² of the projections is the sum of the eigenvalues over (n−1)².
	var z mat.Dense
	z.Mul(x, u.T())
	var kx mat.SymDense
	kx.SymOuterK(1, &z)
	got, want := tutorial.HSIC(&kx, k), (values[0]+values[1])/(59*59)
	assert.Check(t, math.Abs(got-want) <= 1e-10*want, "HSIC of the projections is %g, want %g", got, want)
}

// With K_y = I it is PCA, here gonum's.
func TestIsPCAWithoutLabels(t *testing.T) {
	x, _ := labelled(40, 6)
	u, values, err := tutorial.Components(x, nil, 3)
	assert.NilError(t, err)
	centred := solver.Product(centring(40), x)
	scatter := solver.Product(centred.T(), centred)
	areEigenvectors(t, scatter, u, values)
}

// recordedHSIC was computed with Python 3 and numpy 1.24.2: u = −4 … 4, v = u²; K(a) = exp(−(a[:,
// None]−a[None])**2); H = eye(9) − 1/9; trace(K(u) @ H @ K(v) @ H) / 64.
const recordedHSIC = 0.09554748451262406

// A kernel that detects every dependence has the recorded criterion; linear kernels have 0 for u and u².
func TestHSIC(t *testing.T) {
	gauss := func(v []float64) *mat.SymDense {
		k := mat.NewSymDense(len(v), nil)
		for i, a := range v {
			for j, b := range v[:i+1] {
				k.SetSym(i, j, math.Exp(-(a-b)*(a-b)))
			}
		}
		return k
	}
	linear := func(v []float64) *mat.SymDense {
		var k mat.SymDense
		k.SymOuterK(1, mat.NewVecDense(len(v), v))
		return &k
	}
	var u, v []float64
	for i := -4; i <= 4; i++ {
		u, v = append(u, float64(i)), append(v, float64(i*i))
	}
	got := tutorial.HSIC(gauss(u), gauss(v))
	assert.Check(t, math.Abs(got-recordedHSIC) <= 1e-12, "HSIC is %.15g, want %.15g", got, recordedHSIC)
	got = tutorial.HSIC(linear(u), linear(v))
	assert.Check(t, math.Abs(got) <= 1e-12, "HSIC by linear kernels is %g, though u and u² are uncorrelated", got)
}

func TestSupervisedFaults(t *testing.T) {
	x, labels := labelled(12, 3)
	for _, test := range []struct {
		factor *mat.Dense
		count  int
		want   string
	}{
		{tutorial.OneHot(labels[:6], 3), 1, "6 labels for 12 samples"},
		{nil, 0, "0 components asked for"},
		{mat.NewDense(12, 1, nil), 1, "do not depend on the labels"},
	} {
		_, _, err := tutorial.Components(x, test.factor, test.count)
		assert.Check(t, is.ErrorContains(err, test.want))
	}
}
