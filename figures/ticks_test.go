package figures

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/plot"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func always([]plot.Tick) bool { return true }

func atMost(n int) fit {
	return func(ticks []plot.Tick) bool { return len(ticks) <= n }
}

func labels(ticks []plot.Tick) []string {
	var out []string
	for _, tk := range ticks {
		if tk.Label != "" {
			out = append(out, tk.Label)
		}
	}
	return out
}

func TestLinearTicks(t *testing.T) {
	for _, tc := range []struct {
		low, high float64
		most      int // negative for whole numbers alone
		want      string
	}{
		{0, 1, 6, "0.0 0.2 0.4 0.6 0.8 1.0"},
		{0, 1, 3, "0.0 0.5 1.0"},
		{-0.02, 0.47, 12, "0.00 0.05 0.10 0.15 0.20 0.25 0.30 0.35 0.40 0.45"}, // no −0.00
		{-3, 3, 8, "−3 −2 −1 0 1 2 3"},
		{76.1, 95.9, 5, "80 85 90 95"},
		{0.1, 0.3, 3, "0.1 0.2 0.3"}, // not 0.30000000000000004
		{0, 2e6, 5, "0 0.5×10^{6} 1.0×10^{6} 1.5×10^{6} 2.0×10^{6}"},
		{0, 3e-6, 4, "0 1×10^{−6} 2×10^{−6} 3×10^{−6}"},
		{99990, 100010, 5, "99990 99995 100000 100005 100010"},
		{0.9, 4.1, 12, "1.0 1.5 2.0 2.5 3.0 3.5 4.0"},
		// Numbers of components are whole.
		{0.9, 4.1, -12, "1 2 3 4"},
		{0.2, 0.8, -12, "0.2 0.3 0.4 0.5 0.6 0.7 0.8"},
	} {
		assert.Check(t, is.Equal(
			strings.Join(labels(linearTicks(tc.low, tc.high, tc.most < 0, atMost(max(tc.most, -tc.most)))), " "),
			tc.want), "%v to %v", tc.low, tc.high)
	}
}

func TestLogTicks(t *testing.T) {
	for _, tc := range []struct {
		low, high float64
		most      int
		want      string
	}{
		{1, 500, 12, "1 2 5 10 20 50 100 200 500"},
		{1, 500, 5, "1 10 100"},
		{1e-12, 1e2, 8, "10^{−12} 10^{−10} 10^{−8} 10^{−6} 10^{−4} 10^{−2} 10^{0} 10^{2}"},
		{0.01, 1, 12, "0.01 0.02 0.05 0.1 0.2 0.5 1"},
		{31, 39, 6, "32 34 36 38"}, // too short for powers of ten
	} {
		ticks := logTicks(tc.low, tc.high, func(ticks []plot.Tick) bool { return len(ticks) <= tc.most })
		assert.Check(t, is.Equal(strings.Join(labels(ticks), " "), tc.want), "%v to %v", tc.low, tc.high)
	}
	few := logTicks(1, 100, atMost(3))
	minor := len(few) - len(labels(few))
	assert.Equal(t, minor, 16) // 2 to 9 and 20 to 90
}

// Ticks lie on the axis, in order, and their labels give their values.
func TestTicksSayWhereTheyAre(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		low := random.NormFloat64() * math.Pow(10, float64(random.IntN(16)-8))
		high := low + random.ExpFloat64()*math.Pow(10, float64(random.IntN(16)-8))
		ticks := linearTicks(low, high, false, always)
		span := high - low
		if span < 1e-9*math.Abs(low) {
			continue // labels cannot tell such values apart
		}
		assert.Assert(t, len(ticks) != 0, "%v to %v: no ticks", low, high)
		last := math.Inf(-1)
		for _, tk := range ticks {
			inside := tk.Value >= low-1e-6*span && tk.Value <= high+1e-6*span
			assert.Assert(t, inside && tk.Value > last, "%v to %v: %v after %v", low, high, tk.Value, last)
			last = tk.Value
			says := parseLabel(t, tk.Label)
			assert.Assert(t, math.Abs(says-last) <= 0.01*span,
				"%v to %v: tick at %v says %q", low, high, last, tk.Label)
		}
		all := labels(ticks)
		assert.Equal(t, len(slices.Compact(slices.Clone(all))), len(all), "%v to %v: equal labels %q", low, high, all)
	}
}

func parseLabel(t *testing.T, label string) float64 {
	t.Helper()
	label = strings.ReplaceAll(label, minus, "-")
	mantissa, power, found := strings.Cut(strings.TrimSuffix(label, "}"), "×10^{")
	v, err := strconv.ParseFloat(mantissa, 64)
	assert.NilError(t, err)
	if found {
		exponent, err := strconv.Atoi(power)
		assert.NilError(t, err)
		v *= math.Pow(10, float64(exponent))
	}
	return v
}

// Axes at the limits of float64 must neither hang nor panic.
func TestTicksOfExtremeAxes(t *testing.T) {
	for _, r := range []struct{ low, high float64 }{
		{-math.MaxFloat64, math.MaxFloat64},
		{0, math.SmallestNonzeroFloat64},
		{1e308, math.MaxFloat64},
		{1e16, 1e16 + 2},
		{-1e-320, 1e-320},
	} {
		linearTicks(r.low, r.high, false, always)
		linearTicks(r.low, r.high, false, atMost(1))
		if r.low > 0 {
			logTicks(r.low, r.high, always)
		}
	}
	logTicks(math.SmallestNonzeroFloat64, math.MaxFloat64, atMost(8))
}

func TestFitAxis(t *testing.T) {
	seen := func(low, high float64) extent { return extent{low, high, true} }
	for _, tc := range []struct {
		name      string
		axis      axis
		data      extent
		low, high float64
	}{
		{"margin", axis{}, seen(0, 100), -4, 104},
		{"one value", axis{}, seen(50, 50), 48, 52},
		{"only zero", axis{}, seen(0, 0), -1, 1},
		{"one value on log", axis{log: true}, seen(8, 8), 4, 16},
		{"names", axis{names: []string{"a", "b"}}, extent{}, -0.6, 1.6},
	} {
		a, err := fitAxis(tc.axis, tc.data)
		assert.Check(t, err == nil && math.Abs(a.low-tc.low) <= 1e-12 && math.Abs(a.high-tc.high) <= 1e-12,
			"%s: %v to %v, %v; want %v to %v", tc.name, a.low, a.high, err, tc.low, tc.high)
	}
	a, err := fitAxis(axis{log: true}, seen(1, 1000))
	at := func(v float64) float64 { return logarithmic{}.Normalize(a.low, a.high, v) }
	assert.NilError(t, err)
	assert.Check(t, math.Abs(at(1)-(1-at(1000))) <= 1e-12, "margins of a logarithmic axis differ: %v", a)
}

// Where print stands far from all that is ours, the ordinate is broken: both have room, in the order of the values, and
// ticks tell both.
func TestBrokenAxis(t *testing.T) {
	for _, print := range []float64{1, 30} {
		x := []float64{0, 1, 2}
		ch := Chart{Series: []Series{{X: x, Y: []float64{6.4, 6.5, 6.6}, Counterparts: []float64{print, print, print + 0.1}}}}
		s, err := ch.sheet(testTheme(t))
		assert.NilError(t, err)
		y := &s.panels[0].Y
		apart := y.Norm(6.6) - y.Norm(6.4)
		assert.Check(t, apart >= 0.5, "print at %v leaves ours %.2f of the axis", print, apart)
		last := -1.0
		for v := s.panels[0].y.low; v <= s.panels[0].y.high; v += 0.01 {
			at := y.Norm(v)
			assert.Assert(t, at >= max(last, 0) && at <= 1, "print at %v: %v stands at %v after %v", print, v, at, last)
			last = at
		}
		all := strings.Join(labels(s.panels[0].y.ticks(always)), " ")
		assert.Check(t, strings.Contains(all, "6.5") && strings.Contains(all, strconv.Itoa(int(print))),
			"ticks %s", all)
		ch.Series[0].Counterparts = []float64{6.3, 6.2, 6.7}
		_, whole, err := ch.axes()
		assert.Check(t, err == nil && whole.gap == gap{}, "an axis with print among ours is broken: %v, %v", whole, err)
	}
}

// An axis at the limits of numbers is not broken.
func TestBrokenAxisOfExtremes(t *testing.T) {
	for _, far := range []float64{1e308, math.MaxFloat64, 5e-324} {
		drawFinite(t, Chart{Series: []Series{{X: []float64{0, 1}, Y: []float64{-far, -far}, Counterparts: []float64{far, far}}}})
	}
}

// An axis does not show digits apart that do not count, and keeps its length otherwise.
func TestLeastLength(t *testing.T) {
	for _, tc := range []struct{ low, high, want float64 }{{0.9999970, 1, 0.01}, {0.5, 1, 0.54}} {
		ch := Chart{Least: 0.01, Series: []Series{{X: []float64{0, 1}, Y: []float64{tc.low, tc.high}}}}
		_, y, err := ch.axes()
		assert.NilError(t, err)
		assert.Check(t, math.Abs(y.high-y.low-tc.want) <= 1e-9 && y.low <= tc.low && y.high >= tc.high,
			"%+v: %v", tc, y)
	}
}

// Boxes of which one has no draws are drawn without it.
func TestBoxWithoutDraws(t *testing.T) {
	ch := boxes()
	ch.Series[0].Draws[1], ch.Series[0].Y[1] = nil, math.NaN()
	assert.Check(t, len(withColor(record(t, ch), "fill", 0)) != 0, "no box is drawn")
}
