package robust_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/robust"
)

func generator(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

func values(n int, seed uint64) []float64 {
	r := generator(seed)
	list := make([]float64, n)
	for i := range list {
		list[i] = math.Round(100*r.NormFloat64()) / 100 // with ties
	}
	return list
}

// The definitions, by sorting and by all pairs.
func TestLocationAndScaleAreTheirDefinitions(t *testing.T) {
	median := func(v []float64) float64 {
		s := slices.Sorted(slices.Values(v))
		n := len(s)
		return (s[(n-1)/2] + s[n/2]) / 2
	}
	factors := []float64{2: 0.399, 0.994, 0.512, 0.844, 0.611, 0.857, 0.669, 0.872} // Croux and Rousseeuw 1992
	for n := 1; n <= 900; n += 1 + n/6 {
		v := values(n, uint64(n))
		before := slices.Clone(v)
		assert.Check(t, is.Equal(robust.Median(v), median(v)), "median of %d", n)
		var deviations, pairs []float64
		for i, x := range v {
			deviations = append(deviations, math.Abs(x-median(v)))
			for _, y := range v[:i] {
				pairs = append(pairs, math.Abs(x-y))
			}
		}
		assert.Check(t, is.Equal(robust.MAD(v), 1.4826*median(deviations)), "MAD of %d", n)
		if n >= 2 {
			slices.Sort(pairs)
			h := n/2 + 1
			factor := float64(n) / (float64(n) + 3.8)
			switch {
			case n < len(factors):
				factor = factors[n]
			case n%2 == 1:
				factor = float64(n) / (float64(n) + 1.4)
			}
			got, want := robust.Qn(v), 2.2219*factor*pairs[h*(h-1)/2-1]
			assert.Check(t, math.Abs(got-want) <= 1e-15*want, "Qn of %d is %g, want %g", n, got, want)
		}
		assert.Check(t, is.DeepEqual(v, before), "%d values are reordered", n)
	}
}

// Fewer than half of the values, wherever they go, leave location and scale within bounds that the others give; half of
// them do not (D. L. Donoho, P. J. Huber, "The notion of breakdown point", 1983; Rousseeuw and Croux 1993; Rousseeuw
// and Leroy 1987).
func TestLocationAndScaleBreakDownAtHalf(t *testing.T) {
	for _, n := range []int{11, 20, 101} {
		good := values(n, uint64(n))
		spoil := func(count int, at float64) []float64 {
			v := slices.Clone(good)
			for i := range count {
				v[i] = at * (1 + float64(i)/7)
			}
			return v
		}
		const far = 1e12
		for name, estimate := range map[string]func(v []float64) float64{
			"median": robust.Median, "MAD": robust.MAD, "Qn": robust.Qn,
			"location by MCD": func(v []float64) float64 { m, _ := robust.UnivariateMCD(v, len(v)/2+1); return m },
			"scale by MCD":    func(v []float64) float64 { _, s := robust.UnivariateMCD(v, len(v)/2+1); return s },
		} {
			for _, sign := range []float64{-1, 1} {
				got := estimate(spoil((n-1)/2, sign*far))
				assert.Check(t, math.Abs(got) <= 100, "%s of %d with %d outliers is %g", name, n, (n-1)/2, got)
				got = estimate(spoil(n/2+1, sign*far))
				assert.Check(t, math.Abs(got) >= far/1000, "%s of %d with %d outliers is only %g", name, n, n/2+1, got)
			}
		}
	}
}

// For the normal distribution, scales estimate the standard deviation.
func TestScalesAreConsistent(t *testing.T) {
	r := generator(6)
	v := make([]float64, 20000)
	for i := range v {
		v[i] = 3 + 2*r.NormFloat64()
	}
	location, scale := robust.UnivariateMCD(v, 15000)
	for name, got := range map[string]float64{"MAD": robust.MAD(v), "Qn": robust.Qn(v), "MCD": scale} {
		assert.Check(t, math.Abs(got-2) <= 0.05, "%s is %g, want 2", name, got)
	}
	assert.Check(t, math.Abs(location-3) <= 0.05, "location by MCD is %g, want 3", location)
}

// All values are an h of n that leaves none out: the classical estimate, reweighted.
func TestUnivariateMCDOfAllValues(t *testing.T) {
	v := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 200}
	location, scale := robust.UnivariateMCD(v, len(v))
	want, wantScale := robust.UnivariateMCD(v[:19], 19) // 200 lies beyond √χ²(1; 0.975) standard deviations
	assert.Check(t, math.Abs(location-want) <= 1e-12 && math.Abs(scale-wantScale) <= 1e-12,
		"%g and %g, want %g and %g", location, scale, want, wantScale)
}

func TestUnivariateMCDOfEqualValues(t *testing.T) {
	m, s := robust.UnivariateMCD([]float64{2, 9, 2, 2, -4}, 3)
	assert.Check(t, m == 2 && s == 0, "location %g and scale %g, want 2 and 0", m, s)
}

// At the spatial median, unit vectors to the samples sum to zero, or to at most the number of samples there.
func TestSpatialMedianIsStationary(t *testing.T) {
	for shape, samples := range shapes() {
		centre := spatialMedian(t, samples)
		n, features := samples.Dims()
		if features == 1 {
			continue
		}
		force, here := make([]float64, features), 0.0
		for i := range n {
			length := floats.Distance(samples.RawRowView(i), centre, 2)
			if length < 1e-9 {
				here++
				continue
			}
			floats.AddScaled(force, 1/length, samples.RawRowView(i))
			floats.AddScaled(force, -1/length, centre)
		}
		rest := floats.Norm(force, 2)
		assert.Check(t, rest <= here+1e-9,
			"%s: the sum has length %g, with %g samples at the median", shape, rest, here)
	}
}

// Three samples of a triangle with an angle of more than 120° have their median there.
func TestSpatialMedianIsASample(t *testing.T) {
	got := spatialMedian(t, mat.NewDense(3, 2, []float64{-10, 1, 0, 0, 10, 1}))
	near(t, "median", []float64{got[0] + 1, got[1] + 1}, []float64{1, 1}, 1e-15)
}

// Fewer than half of the samples, wherever they go, leave it near the others (Lopuhaä and Rousseeuw 1991): no further
// than 2ε/(1 − 2ε) + 1 times the largest distance of these from any point, say their median.
func TestSpatialMedianBreaksDownAtHalf(t *testing.T) {
	const n, features = 41, 4
	good := normal(n, features, generator(2))
	for _, count := range []int{10, 20} {
		x := mat.DenseCopyOf(good)
		for i := range count {
			x.SetRow(i, []float64{1e9, 1e9, 2e9, float64(i)})
		}
		got := mat.Norm(mat.NewVecDense(features, spatialMedian(t, x)), 2)
		assert.Check(t, got <= 6*n, "%d outliers: the median is %g away", count, got)
	}
}

func spatialMedian(tb testing.TB, samples *mat.Dense) []float64 {
	tb.Helper()
	centre, err := robust.SpatialMedian(tb.Context(), samples)
	assert.NilError(tb, err)
	return centre
}
