package subspace_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/report/experiment/subspace"
)

func TestAngle(t *testing.T) {
	turned := func(degrees float64) []float64 {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		return []float64{cos, 0, sin, 0}
	}
	plane := func(first []float64) *mat.Dense { return mat.NewDense(2, 4, append(slices.Clone(first), 0, 1, 0, 0)) }
	for _, want := range []float64{0, 1e-9, 12, 45, 89.999, 90} {
		got := subspace.Angle(plane(turned(0)), plane(turned(want)))
		assert.Check(t, math.Abs(got-want) <= 1e-12, "a plane turned by %g degrees has the angle %v", want, got)
	}
	line := mat.NewDense(1, 4, turned(0))
	assert.Equal(t, subspace.Angle(line, plane(turned(0))), 0.0, "a line in a plane has the angle")
	assert.Equal(t, subspace.Angle(plane(turned(0)), line), 90.0,
		"a plane of which one direction is found has the angle")
	a, b := subspace.Angle(&mat.Dense{}, line), subspace.Angle(line, &mat.Dense{})
	assert.Check(t, a == 0 && b == 90, "nothing to find has the angle %g, nothing found %g", a, b)
}

// The angle depends on the spans alone.
func TestAngleOfSpans(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	basis := func(rows, columns int) *mat.Dense {
		x := mat.NewDense(columns, rows, nil)
		x.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, x)
		var qr mat.QR
		qr.Factorize(x)
		var q mat.Dense
		qr.QTo(&q)
		return mat.DenseCopyOf(q.Slice(0, columns, 0, rows).T())
	}
	for range 50 {
		a, b, turn := basis(3, 7), basis(3, 7), basis(3, 3)
		var other mat.Dense
		other.Mul(turn, b)
		first, second, back := subspace.Angle(a, b), subspace.Angle(a, &other), subspace.Angle(b, a)
		assert.Check(t, math.Abs(first-second) <= 1e-6 && math.Abs(first-back) <= 1e-6 && first > 0 && first <= 90,
			"angles %g, in another basis %g, the other way round %g", first, second, back)
	}
}

func TestScaling(t *testing.T) {
	x := mat.NewDense(5, 3, []float64{
		1, 10, 4,
		2, 10, 4,
		3, 10, 4,
		4, 90, 4,
		1000, 1e9, 1e9, // no training sample
	})
	rows := []int{0, 1, 2, 3}
	for name, want := range map[string]subspace.Scaling{
		"":    nil,
		"sd":  {math.Sqrt(5. / 3), 40, 1},
		"mad": {1.4826, 40, 1}, // the second has a MAD of 0, and a Qn of 0
	} {
		s, err := subspace.Spec{Scale: name}.Scaling(x, rows)
		assert.NilError(t, err)
		for j := range want {
			assert.Check(t, math.Abs(s[j]-want[j]) <= 1e-4, "scale %s is %v, want %v", name, s, want)
		}
		back := mat.DenseCopyOf(s.Divide(x))
		for i := range 5 {
			s.Restore(back.RawRowView(i))
		}
		assert.Check(t, mat.EqualApprox(x, back, 1e-6), "scale %s is not undone: %v", name, mat.Formatted(back))
	}
	// A direction is one of the scaled space; in the other space it is longer where the columns are.
	d := subspace.Scaling{3, 4, 1}.Directions(mat.NewDense(1, 3, []float64{math.Sqrt2 / 2, math.Sqrt2 / 2, 0}))
	got := subspace.Angle(mat.NewDense(1, 3, []float64{0.6, 0.8, 0}), d)
	assert.Check(t, got <= 1e-12, "direction %v, want (0.6, 0.8, 0)", d.RawRowView(0))
}

// Directions are the bits of all of Q, and of 40,000 features they take no matrix of these squared.
func TestDirectionsAreThoseOfQR(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	for _, shape := range [][2]int{{1, 4}, {3, 90}, {40, 60}} {
		count, features := shape[0], shape[1]
		m := mat.NewDense(count, features, nil)
		m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
		s := make(subspace.Scaling, features)
		for j := range s {
			s[j] = 1 + r.Float64()
		}
		var qr mat.QR
		scaled := mat.DenseCopyOf(m)
		for i := range count {
			s.Restore(scaled.RawRowView(i))
		}
		qr.Factorize(scaled.T())
		var q mat.Dense
		qr.QTo(&q)
		if got := s.Directions(m); !mat.Equal(got, q.Slice(0, features, 0, count).T()) {
			t.Errorf("%d of %d features: other directions than those of QR", count, features)
		}
	}
	s := slices.Repeat(subspace.Scaling{2}, 40_000)
	wide := mat.NewDense(1, len(s), nil)
	wide.Set(0, 7, 1)
	got := s.Directions(wide)
	assert.Check(t, math.Abs(math.Abs(got.At(0, 7))-1) <= 1e-15, "the direction is %g along its feature", got.At(0, 7))
}
