package compare

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// generated is a table of means of draws, with spreads shared by the methods of a line and own to each. Leads are
// the distances between successive methods. Print is one more draw, to two digits.
func generated(r *rand.Rand, lines, draws int, shared, own float64, leads ...float64) []line {
	table := make([]line, lines)
	for i := range table {
		base := 90 - 4*float64(i)
		common := make([]float64, draws+1)
		for d := range common {
			common[d] = shared * r.NormFloat64()
		}
		for _, lead := range leads {
			base += lead
			values := make([]float64, draws+1)
			for d := range values {
				values[d] = base + common[d] + own*r.NormFloat64()
			}
			n := Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: values[1:], Random: true}}}
			table[i].numbers = append(table[i].numbers, n.measured())
			table[i].printed = append(table[i].printed, statistics.Estimate{Centre: values[0], HalfWidth: 0.005, Text: "90.00"})
			table[i].counts = append(table[i].counts, true)
		}
	}
	return table
}

// printing replaces the printed numbers.
func printing(lines []line, as func(inPrint, ours []float64) []float64) []line {
	lines = slices.Clone(lines)
	for i, l := range lines {
		means := words.Each(l.numbers, func(n Number) float64 { return n.Mean() })
		lines[i].printed = slices.Clone(l.printed)
		for k, v := range as(words.Each(l.printed, statistics.Estimate.Mean), means) {
			lines[i].printed[k].Centre = v
		}
	}
	return lines
}

// In print are the truth, the truth on another level, another order on the right level, or one method in all
// columns.
func TestMethods(t *testing.T) {
	table := generated(rand.New(rand.NewPCG(1, 2)), 10, 5, 0.1, 0.1, 0, 0.5, 0.5, 0.5)
	for _, c := range []struct {
		name              string
		as                func(inPrint, ours []float64) []float64
		level, comparison Decision
		excess            bool
	}{
		{"the truth", func(p, _ []float64) []float64 { return p }, Reproduced, NotContradicted, true},
		{"another level", func(p, _ []float64) []float64 {
			for i := range p {
				p[i] += 5
			}
			return p
		}, NotReproduced, NotContradicted, false},
		{"another order", func(p, _ []float64) []float64 { slices.Reverse(p); return p }, Reproduced, Contradicted, false},
		{"the right order, with twice the differences", func(p, _ []float64) []float64 {
			for i := range p {
				p[i] += float64(i) - 1.5
			}
			return p
		}, Reproduced, Contradicted, false},
		{"one method in every column", func(_, ours []float64) []float64 { return slices.Repeat(ours[:1], 4) }, NotReproduced, Contradicted, false},
		{"the mean in every column", func(_, ours []float64) []float64 {
			return slices.Repeat([]float64{(ours[0] + ours[1] + ours[2] + ours[3]) / 4}, 4)
		}, Reproduced, Contradicted, false},
	} {
		lines := printing(table, c.as)
		m := methodsOf(lines, 1)
		if m.Level != c.level || m.Comparison != c.comparison {
			t.Errorf("%s: the level is %s, the comparison %s; want %s and %s: %+v", c.name, m.Level, m.Comparison, c.level, c.comparison, m)
		}
		n := nullOf("", Contrast{lines: lines, methods: []string{"a", "b", "c", "d"}})
		excess := n.Excess() > 0 && n.Low > 0 && n.P <= 0.05
		assert.Check(t, is.Equal(excess, c.excess), "%s: %d of %d match, %d with method %s (%v to %v), p = %v", c.name,
			n.Own, n.Numbers, n.Best, n.Method, n.Low, n.High, n.P)
	}
}

// A table with many differences outside is not called reproduced where its few rows leave it to chance; several
// such tables together exceed chance.
func TestFewRowsDoNotReproduce(t *testing.T) {
	var tables []Contrast
	for i := range 6 {
		lines := generated(rand.New(rand.NewPCG(11, uint64(i))), 9, 10, 0.1, 0.1, 0, 1, 1, 1)
		lines = printing(lines, func(_, ours []float64) []float64 { return ours })
		for _, far := range []int{0, 1} {
			lines[far].printed[3].Centre += 0.75 // half a lead and more
		}
		m := methodsOf(lines, 1)
		tables = append(tables, Contrast{Table: printed.Table{Number: strconv.Itoa(i)}, lines: lines, Methods: m})
		text := say("table", tables[i])
		if m.Comparison != NotContradicted || strings.Contains(text, "comparison of methods is reproduced") || !strings.Contains(text, "%, 95% confidence interval") || !strings.Contains(text, "where 5% do by chance") {
			t.Errorf("%v to %v: %s", m.Low, m.High, text)
		}
	}
	c := &Comparison{Contrasts: tables}
	c.Null.Numbers = 1
	if text := say("what holds", c.Facts()); !strings.Contains(text, "Nor do the differences between methods contradict print in Tables 0, 1, 2, 3, 4 and 5, each on its own, which does not show that they are right; taken together they do contradict it: ") || !strings.Contains(text, "more than the 5% that do by chance") {
		t.Error(text)
	}
}

// Equal methods have no order to reproduce: no print is found to reproduce it, and the truth is not refused.
func TestMethodsThatAreEqual(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	reproduced, refused := 0, 0
	const tables = 80
	for range tables {
		table := generated(r, 8, 5, 0.4, 0.1, 0, 0, 0, 0)
		switch methodsOf(table, 1).Comparison {
		case NotContradicted:
			reproduced++
		case Contradicted:
			refused++
		}
		same := printing(table, func(_, ours []float64) []float64 { return slices.Repeat(ours[:1], 4) })
		if m := methodsOf(same, 1); m.Comparison == NotContradicted {
			t.Errorf("one number in all columns reproduces methods that are equal: %+v", m)
		}
	}
	// 5% by chance, plus three standard deviations.
	assert.Check(t, reproduced <= 10 && refused <= 10,
		"of %d tables of equal methods %d are reproduced and %d refused", tables, reproduced, refused)
}

// 95% of honest numbers match for any number of draws, and few honest tables of different methods are refused.
func TestCalibration(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for _, draws := range []int{3, 5, 10} {
		var tables [][]line
		for range 20 {
			tables = append(tables, generated(r, 10, draws, 0.2, 0.2, 0, 0.5, 0.5, 0.5))
		}
		c, _ := calibrate(1, tables...)
		if c.Share < 93 || c.Share > 97 || c.High-c.Low < 0.4 || c.High-c.Low > 4 || c.Low > 96 || c.High < 94 {
			t.Errorf("%d draws: of honest numbers %.1f%% (%.1f to %.1f) match, want 95%%", draws, c.Share, c.Low, c.High)
		}
		if refused := c.Compared[Contradicted]; c.Repetitions != 20*draws || float64(refused) > 0.08*float64(c.Repetitions) {
			t.Errorf("%d draws: of %d honest tables %d are refused", draws, c.Repetitions, refused)
		}
	}
}

func TestCalibrationIsMarked(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for _, rows := range []int{1, 7} {
		off := 0
		for range 150 {
			if c, _ := calibrate(1, generated(r, rows, 5, 0.2, 0.2, 0, 0.5, 0.5, 0.5)); c.off() {
				off++
			}
		}
		t.Logf("%d rows: %d of 150 honest tables are marked", rows, off)
		assert.Check(t, off <= 7, "%d rows: %d of 150 honest tables are marked, want 5%%", rows, off)
	}
	for _, c := range []struct {
		low, high float64
		want      bool
	}{{90, 94.9, true}, {95.1, 99, true}, {94, 96, false}} {
		assert.Check(t, is.Equal((Calibration{Low: c.low, High: c.high}).off(), c.want),
			"%v to %v: marked", c.low, c.high)
	}
}

func TestNothingToCalibrate(t *testing.T) {
	table := generated(rand.New(rand.NewPCG(7, 8)), 3, 2, 1, 1, 0, 1)
	fixed := printing(table, func(p, _ []float64) []float64 { return p })
	for i := range fixed {
		fixed[i].numbers = slices.Clone(fixed[i].numbers)
		for j := range fixed[i].numbers {
			fixed[i].numbers[j].Random = false
		}
	}
	for name, lines := range map[string][]line{"two draws": table, "no draws": fixed, "no lines": nil} {
		c, _ := calibrate(1, lines)
		assert.Check(t, c.Repetitions == 0 && math.IsNaN(c.Share), "%s: %+v", name, c)
	}
}

// The margin is that of the draws, wider by refits, and at least one of the tested samples.
func TestMargin(t *testing.T) {
	draws := Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: []float64{90, 91, 92, 93, 94}, Random: true}}}
	alone := draws.measured().Margin // 2.776 · √2.5 · √(1 + 1/5) = 4.81
	many, wide, coarse := draws, draws, Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: []float64{96, 96}, Random: true}}, Step: 2. / 3}
	many.Readings, wide.Refits = 1000, []float64{95, 89}
	fixed := Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: []float64{90}, Refits: []float64{90.1, 89.9}}}}
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"one reading", alone, 4.809}, {"a thousand readings", many.measured().Margin, 1.968}, {"with other starts", wide.measured().Margin, 13.775},
		{"equal draws of 150 samples", coarse.measured().Margin, 2. / 3}, {"nothing drawn", fixed.measured().Margin, 0.430},
	} {
		assert.Check(t, c.got >= c.want-5e-4 && c.got <= c.want+5e-4,
			"%s: margin %.4f, want %.3f", c.name, c.got, c.want)
	}
}
