package kernel

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/internal/vector"
)

func random(rows, columns int, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	m := mat.NewDense(rows, columns, nil)
	m.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, m)
	return m
}

func newMatrix(t *testing.T, f Function, samples *mat.Dense, centre bool) *Matrix {
	t.Helper()
	m, err := NewMatrix(f, samples, centre, 1)
	assert.NilError(t, err)
	return m
}

func TestValuesAreThoseOfTheFormula(t *testing.T) {
	x := random(20, 7, 1)
	for _, test := range []struct {
		f       Function
		formula func(x, y []float64) float64
	}{
		{Gaussian{1.7}, func(x, y []float64) float64 {
			d := floats.Distance(x, y, 2)
			return math.Exp(-d * d / (1.7 * 1.7))
		}},
		{Linear{}, floats.Dot},
		{Polynomial{1, 2, 0.5}, func(x, y []float64) float64 { return 2*floats.Dot(x, y) + 0.5 }},
		{Polynomial{5, 0.1, 1}, func(x, y []float64) float64 { return math.Pow(0.1*floats.Dot(x, y)+1, 5) }},
		{Polynomial{6, 0.1, 0}, func(x, y []float64) float64 { return math.Pow(0.1*floats.Dot(x, y), 6) }},
	} {
		m := newMatrix(t, test.f, x, false)
		for i := range 20 {
			for j := range 20 {
				got, want := m.Values.At(i, j), test.formula(x.RawRowView(i), x.RawRowView(j))
				assert.Check(t, math.Abs(got-want) <= 1e-13*(1+math.Abs(want)),
					"%s: %.16g, want %.16g", test.f, got, want)
			}
		}
	}
}

// Equation 1.8: (I − 11ᵀ/n) K (I − 11ᵀ/n).
func TestCentringIsProjection(t *testing.T) {
	x := random(15, 3, 2)
	k := newMatrix(t, Gaussian{1}, x, false).Values
	p := mat.NewDense(15, 15, slices.Repeat([]float64{-1.0 / 15}, 15*15))
	for i := range 15 {
		p.Set(i, i, 1-1.0/15)
	}
	var want mat.Dense
	want.Product(p, k, p)
	m := newMatrix(t, Gaussian{1}, x, true)
	assert.Check(t, mat.EqualApprox(m.Values, &want, 1e-15), "centred values differ")
	assert.Check(t, mat.Equal(m.Values, m.Values.T()), "centred values are not exactly symmetric")
}

func TestGaussianOfSampleWithItselfIsOne(t *testing.T) {
	x := random(50, 37, 3)
	x.Scale(1000, x) // squared norms of 1e7, distances relative to sigma = 1
	m := newMatrix(t, Gaussian{1}, x, false)
	for i := range 50 {
		assert.Check(t, is.Equal(m.Values.At(i, i), 1.0), "sample %d", i)
	}
}

func TestEqualSamplesAreKeptOnce(t *testing.T) {
	m := newMatrix(t, Linear{}, mat.NewDense(6, 2, []float64{
		1, 2,
		0, 0,
		1, 2,
		math.Copysign(0, -1), 0,
		1, 2,
		2, 1,
	}), true)
	rows, columns := m.Values.Dims()
	assert.Assert(t, rows == 3 && columns == 3 && m.Total == 6, "%d×%d values of %g samples", rows, columns, m.Total)
	for i, want := range []float64{3, 2, 1} {
		assert.Check(t, is.Equal(m.Weights[i], want), "weights %v", m.Weights)
	}
	// Rows of a centred matrix sum to 0, by weight.
	for i := range 3 {
		sum := floats.Dot(m.Values.RawRowView(i), m.Weights)
		assert.Check(t, math.Abs(sum) <= 1e-14, "row %d sums to %g", i, sum)
	}
}

func TestWorkersDoNotChangeValues(t *testing.T) {
	x := random(1000, 9, 4)
	one := newMatrix(t, Gaussian{3}, x, true)
	for _, workers := range []int{0, 2, 5} {
		m, err := NewMatrix(Gaussian{3}, x, true, workers)
		assert.NilError(t, err)
		assert.Check(t, mat.Equal(m.Values, one.Values), "%d workers give other values", workers)
	}
}

func TestNewMatrixExplains(t *testing.T) {
	x := random(3, 2, 5)
	nan := mat.DenseCopyOf(x)
	nan.Set(1, 1, math.NaN())
	large := mat.DenseCopyOf(x)
	large.Set(2, 0, 1e40)
	for _, test := range []struct {
		name    string
		f       Function
		samples *mat.Dense
		says    string
	}{
		{"no function", nil, x, "no kernel function"},
		{"sigma", Gaussian{-1}, x, "sigma must be positive"},
		{"no samples", Linear{}, &mat.Dense{}, "no samples"},
		{"nil samples", Linear{}, nil, "no samples"},
		{"NaN", Linear{}, nan, "sample 1, feature 1 is NaN"},
		{"overflow", Polynomial{10, 1, 0}, large, "polynomial(degree=10,scale=1,offset=0) is +Inf for a sample of length 1e+40"},
	} {
		m, err := NewMatrix(test.f, test.samples, true, 1)
		assert.Check(t, err != nil && m == nil && strings.Contains(err.Error(), test.says),
			"%s: error %v, want one that says %q", test.name, err, test.says)
	}
}

// Equations C.6 and C.7.
func TestProjectorCentresNewSamples(t *testing.T) {
	x, y, b := random(12, 3, 6), random(5, 3, 7), random(2, 12, 8)
	for _, f := range []Function{Gaussian{1.5}, Polynomial{3, 1, 1}, Linear{}} {
		k := newMatrix(t, f, x, false).Values
		total := mat.Sum(k) / 144
		var both mat.Dense
		both.Stack(x, y)
		all := newMatrix(t, f, &both, false).Values

		projections, lengths := mat.NewDense(5, 2, nil), make([]float64, 5)
		newMatrix(t, f, x, true).Projector(b).Project(projections, lengths, y)
		for i := range 5 {
			values := all.RawRowView(12 + i)[:12]
			mean := floats.Sum(values) / 12
			length := all.At(12+i, 12+i) - 2*mean + total
			assert.Check(t, math.Abs(lengths[i]-length) <= 1e-13*(1+length), "%s: %g, want %g", f, lengths[i], length)
			for d := range 2 {
				want := 0.0
				for q, v := range values {
					want += b.At(d, q) * (v - mean - floats.Sum(k.RawRowView(q))/12 + total)
				}
				assert.Check(t, math.Abs(projections.At(i, d)-want) <= 1e-12*(1+math.Abs(want)),
					"%s: projection %g, want %g", f, projections.At(i, d), want)
			}
		}
	}
}

func TestProjectorWithoutDirections(t *testing.T) {
	m := newMatrix(t, Gaussian{1}, random(4, 2, 9), true)
	m.Release() // a projector does not need it
	lengths := make([]float64, 3)
	m.Projector(&mat.Dense{}).Project(nil, lengths, random(3, 2, 10))
	for _, l := range lengths {
		assert.Check(t, l > 0, "squared lengths %g", lengths)
	}
}

func TestRelease(t *testing.T) {
	for _, size := range []int{40, 30, 1, 33, 44, 90} {
		m := newMatrix(t, Gaussian{2}, random(size, 3, uint64(size)), false)
		k := m.Values
		held := cap(k.RawMatrix().Data)
		assert.Check(t, held <= 2*size*size, "%d samples: the matrix holds the memory of %d values", size, held)
		for i := range size {
			x := m.samples().Row(i)
			for j := range size {
				if want := math.Exp(-math.Pow(floats.Distance(x, m.samples().Row(j), 2), 2) / 4); math.Abs(k.At(i, j)-want) > 1e-14 {
					t.Fatalf("%d samples: value (%d, %d) is %g, want %g", size, i, j, k.At(i, j), want)
				}
			}
		}
		for i := range k.RawMatrix().Data {
			k.RawMatrix().Data[i] = math.NaN()
		}
		m.Release()
		m.Release() // does nothing
		assert.Check(t, m.Values == nil, "values after a release")
	}
}

// Grey values are multiplied as bytes where the processor can, with the same results.
func TestProjectionOfPixels(t *testing.T) {
	const training, tested, features, directions = 70, 150, 50, 3
	r := rand.New(rand.NewPCG(8, 0))
	pixels := func(rows int) *mat.Dense {
		m := mat.NewDense(rows, features, nil)
		m.Apply(func(int, int, float64) float64 { return float64(r.IntN(256)) }, m)
		return m
	}
	m := newMatrix(t, Gaussian{Sigma: 900}, pixels(training), true)
	samples := pixels(tested)
	samples.Set(2*projectRows+1, 3, 0.5)
	coefficients := random(directions, training, 9)
	project := func(p *Projector) (*mat.Dense, []float64) {
		z, lengths := mat.NewDense(tested, directions, nil), make([]float64, tested)
		p.Project(z, lengths, samples)
		return z, lengths
	}
	want := vector.NewMatrix(training, training)
	vector.GramLower(want, m.samples(), 1)
	m.Function.products(want, m.norms, m.norms)
	m.centre(want)
	assert.Check(t, floats.Equal(m.Values.RawMatrix().Data, want.Data),
		"samples of bytes have another kernel matrix than the same of floating-point numbers")
	z, lengths := project(m.Projector(coefficients))
	m.pixels = nil
	wantZ, wantLengths := project(m.Projector(coefficients))
	assert.Check(t, mat.Equal(z, wantZ) && floats.Equal(lengths, wantLengths),
		"samples of bytes have other projections than the same of floating-point numbers")
}
