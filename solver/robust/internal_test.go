package robust

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// The numbers of samples kept by rrcov: octane, hbk of three and of four features. Below them are those by which the
// manual says how many outliers can be left out.
func TestSubsetSizeOfROBPCA(t *testing.T) {
	for _, test := range []struct {
		n, most, want int
		alpha         float64
	}{
		{39, 10, 32, 0.75}, {75, 3, 57, 0.75}, {75, 4, 57, 0.75}, {75, 3, 39, 0.5}, {75, 3, 75, 1},
		{300, 10, 227, 0.75}, {225, 30, 176, 0.75}, {50, 10, 40, 0.75}, {30, 10, 25, 0.75}, {30, 6, 24, 0.75},
		{30, 4, 23, 0.75}, {300, 2, 151, 0.5}, {30, 2, 16, 0.5},
	} {
		if got := subsetSize(test.alpha, test.n, test.most); got != test.want {
			t.Errorf("%+v: got %d", test, got)
		}
	}
}

// Factors that robustbase 0.95 prints as cnp2 of covMcd.
func TestSmallSample(t *testing.T) {
	for _, test := range []struct {
		p, n            int
		alpha           float64
		raw, reweighted float64
	}{
		{1, 20, 0.5, 1.269549654, 1.033215789}, {1, 75, 0.9, 1.007038978, 1.008963050},
		{2, 75, 0.76, 1.042983901, 1.015245667}, {3, 75, 0.76, 1.059369382, 1.021304875},
		{5, 20, 0.9, 1.182215531, 1.186535775}, {10, 500, 0.76, 1.020955191, 1.009408331},
	} {
		raw, again := smallSample(rawSmall, test.p, test.n, test.alpha), smallSample(reweightedSmall, test.p, test.n, test.alpha)
		if abs(raw-test.raw) > 1e-9 || abs(again-test.reweighted) > 1e-9 {
			t.Errorf("%+v: got %.9f and %.9f", test, raw, again)
		}
	}
}

func TestSortByDigits(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	values := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.SmallestNonzeroFloat64}
	for range 3000 {
		values = append(values, math.Round(10*r.NormFloat64()), r.NormFloat64()*math.Exp(50*r.NormFloat64()))
	}
	want := slices.Sorted(slices.Values(values))
	if sortByDigits(values); !slices.Equal(values, want) {
		t.Error("values are in another order")
	}
}

func abs(v float64) float64 { return max(v, -v) }

// Coordinates give the samples again and lengths as they are: of wide samples, far ones, repeated ones, and ones whose
// spread falls by orders of magnitude.
func TestReduceKeepsSamples(t *testing.T) {
	for name, change := range map[string]func(m *mat.Dense, i int){
		"wide": func(*mat.Dense, int) {},
		"far": func(m *mat.Dense, i int) {
			floats.Scale(math.Pow(10, float64(i%3*i)), m.RawRowView(i))
		},
		"repeated": func(m *mat.Dense, i int) { m.SetRow(i, m.RawRowView(i/2)) },
		"falling": func(m *mat.Dense, i int) {
			for j := range m.RawRowView(i) {
				m.Set(i, j, m.At(i, j)*math.Pow(10, -float64(j)/4))
			}
		},
	} {
		r := rand.New(rand.NewPCG(1, 7))
		m := mat.NewDense(60, 300, nil)
		m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
		for i := range 60 {
			change(m, i)
		}
		x, b := reduce(m, 1)
		for i := range 60 {
			full := floats.Distance(m.RawRowView(i), b.origin, 2)
			if d := floats.Distance(b.point(x.Row(i)), m.RawRowView(i), 2); !(d <= 1e-12*full+1e-14) {
				t.Errorf("%s: sample %d is %g off", name, i, d)
			}
			if !(math.Abs(norm(x.Row(i))-full) <= 1e-11*full) {
				t.Errorf("%s: sample %d is %g from the origin, want %g", name, i, norm(x.Row(i)), full)
			}
		}
	}
}
