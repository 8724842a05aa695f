package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/printed"
)

func contrastOf(lines []line) Contrast {
	return Contrast{lines: lines, methods: []string{"a", "b", "c", "d"}, Methods: sidesOf(lines)}
}

// An honest print exceeds one method in every column by as much as our repetitions do. The mean in every column,
// which matches as often, does not.
func TestYardstick(t *testing.T) {
	honest := generated(rand.New(rand.NewPCG(31, 32)), 12, 10, 0.1, 0.1, 0, 0.5, 0.5, 0.5)
	mean := printing(honest, func(_, ours []float64) []float64 {
		all := (ours[0] + ours[1] + ours[2] + ours[3]) / 4
		return []float64{all, all, all, all}
	})
	for i := range mean {
		mean[i].counts = honest[i].counts
	}
	of := yardstickOf(contrastOf(honest))
	assert.Assert(t, len(of.Runs) == 10 && of.Replaced == 48 && of.Kept == 0,
		"%d runs, %d numbers are replaced, %d are kept", len(of.Runs), of.Replaced, of.Kept)
	if e := nullOf("", contrastOf(honest)).Excess(); e < of.Low()-3 || e > of.High()+3 {
		t.Errorf("an honest print exceeds one method by %d, our repetitions by %d to %d", e, of.Low(), of.High())
	}
	other := yardstickOf(contrastOf(mean))
	assert.Equal(t, fmt.Sprint(other.Runs), fmt.Sprint(of.Runs), "the yardstick depends on what is in print")
	if e := nullOf("", contrastOf(mean)).Excess(); e >= of.Low() {
		t.Errorf("one number in every column exceeds one method by %d, our repetitions by %d or more", e, of.Low())
	}
}

// The repetition in the place of print is not among those that judge it, has the digits of print, and does not replace
// a number that it does not move.
func TestRepetitionInPlace(t *testing.T) {
	far := func(draws ...float64) Number {
		var n Number
		n.Draws, n.Random = draws, true
		return n.measured()
	}
	l := line{numbers: []Number{far(1.04, 1.06, 1.04, 1.06, 5), far(2, 2, 2, 2, 2)}, counts: []bool{true, true}}
	for _, text := range []string{"1.1", "3.0"} {
		n, err := printed.Parse(text)
		assert.NilError(t, err)
		l.printed = append(l.printed, n)
	}
	for i := range l.numbers {
		assert.Assert(t, l.printed[i].Text != "", "a printed number has no digits: %+v", l.printed[i])
	}
	as := l.inPlace(4, 5)
	assert.Check(t, as.printed[0].Centre == 5 && !as.matches(0, 0) && len(as.numbers[0].Draws) == 4,
		"a repetition at 5 matches others at 1: %+v, of %v", as.printed[0], as.numbers[0].Draws)
	if as := l.inPlace(0, 5); as.printed[0].Centre != 1 || math.Abs(as.printed[0].HalfWidth-0.05) > 1e-12 {
		t.Errorf("1.04 with one decimal is %+v", as.printed[0])
	}
	assert.Equal(t, as.printed[1].Centre, 3.0, "equal repetitions replace print: %+v", as.printed[1])
	y := yardstickOf(Contrast{lines: []line{l}, methods: []string{"a", "b"}})
	assert.Check(t, y.Replaced == 1 && y.Kept == 1 && y.KeptMatch == 0 && y.Runs[4].Own == 0 && y.Runs[0].Own == 1,
		"%+v", y)
}

// With fewer than three repetitions nobody can say what a faithful one would reach, which is said.
func TestYardstickOfFewRepetitions(t *testing.T) {
	c := contrastOf(generated(rand.New(rand.NewPCG(33, 34)), 4, 2, 0.1, 0.1, 0, 1, 1, 1))
	y := yardstickOf(c)
	assert.Check(t, len(y.Runs) == 0 && y.Kept == 16, "%+v", y)
	said := say("yardstick", map[string]any{"Yardstick": y, "Null": nullOf("", c)})
	assert.Equal(t, said, "By how much a faithful repetition would exceed these cannot be told without 3 repetitions.")
	rows := (&Facts{Comparison: &Comparison{Yardstick: y}}).yardstick().Rows
	assert.Check(t, len(rows) == 0, "a table of no repetition has %d rows", len(rows))
}

// A table that lacks the baseline has no count of it, nor has the sum.
func TestNullWithoutBaseline(t *testing.T) {
	a := contrastOf(generated(rand.New(rand.NewPCG(35, 36)), 4, 5, 0.1, 0.1, 0, 1, 1, 1))
	b := a
	b.methods = []string{"other", "b", "c", "d"}
	for _, c := range []struct {
		tables []Contrast
		known  bool
	}{{[]Contrast{a}, true}, {[]Contrast{b}, false}, {[]Contrast{a, b}, false}, {[]Contrast{b, a}, false}} {
		if n := nullOf("a", c.tables...); math.IsNaN(n.Baseline) == c.known {
			t.Errorf("%d tables: %v match with the baseline", len(c.tables), n.Baseline)
		}
	}
}

// Of several tables only those are tested whose columns can show an order, and p is corrected for these.
func TestOrdersOfSeveralTables(t *testing.T) {
	r := rand.New(rand.NewPCG(37, 38))
	four := func() Contrast { return contrastOf(generated(r, 8, 5, 0.1, 0.1, 0, 1, 1, 1)) }
	six := contrastOf(generated(r, 8, 5, 0.1, 0.1, 0, 1, 1, 1, 1, 1))
	equal := contrastOf(generated(r, 8, 5, 0.1, 0.1, 0, 0, 0, 0, 0, 0))
	for name, c := range map[string]struct {
		tables []Contrast
		want   []Decision
	}{
		"four columns alone":     {[]Contrast{four()}, []Decision{Reproduced}},
		"four columns twice":     {[]Contrast{four(), four()}, []Decision{CannotBeTold, CannotBeTold}},
		"one with more":          {[]Contrast{four(), six, four()}, []Decision{CannotBeTold, Reproduced, CannotBeTold}},
		"one without any order":  {[]Contrast{six, equal}, []Decision{Reproduced, Undecided}},
		"a table without a line": {[]Contrast{{}, six}, []Decision{Undecided, Reproduced}},
	} {
		of := &Comparison{Contrasts: c.tables}
		of.judgeMethods()
		for i, want := range c.want {
			m := of.Contrasts[i].Methods
			assert.Check(t, is.Equal(m.Order, want), "%s: the order of table %d", name, i+1)
			assert.Check(t, want != CannotBeTold || (m.Comparison != NotContradicted && math.IsNaN(m.Corrected)),
				"%s: the comparison of table %d %s, p is corrected to %v", name, i+1, m.Comparison, m.Corrected)
		}
	}
}

// The answer says no more than the counts of statements.
func TestAnswer(t *testing.T) {
	for want, c := range map[string][3]int{ // hold, fail, undecided
		"Yes": {3, 0, 0}, "No": {0, 2, 0}, "That is undecided": {0, 0, 4}, "That is mostly undecided": {3, 4, 16},
		"For the most part": {3, 1, 1}, "For the most part not": {1, 5, 2}, "In part": {2, 2, 0},
	} {
		claims := Claims{All: c[0] + c[1] + c[2], By: map[string][]string{"holds": make([]string, c[0]), "fails": make([]string, c[1])}}
		f := &Facts{Comparison: &Comparison{}, Title: "the paper", Judged: true, Claims: claims}
		v := f.Verdict()
		assert.Assert(t, v != nil && v.Answer == "Does the paper hold? "+want+".", "%v: %+v", c, v)
		if sides := v.Counts[0].Sides; sides[0].Count != c[0] || sides[1].Count != c[2] || sides[2].Count != c[1] {
			t.Errorf("%v: the bar has %v", c, sides)
		}
	}
	without := &Facts{Comparison: &Comparison{}, Title: "the paper", Judged: true, Compared: make([]Contrast, 3)}
	if v := without.Verdict(); v.Answer != "The numbers of the paper against ours" || v.Counts[0].Sides[1].Count != 3 {
		t.Errorf("without statements: %+v", v)
	}
}

// A repetition answers claims as print does, with its digits; what it does not move stays as it is.
func TestRepetitionAnswersClaims(t *testing.T) {
	var moving, still, count Number
	moving.Draws, moving.Random = []float64{1.004, 2.006, 3}, true
	still.Draws = []float64{95.004}
	count.Draws, count.Count, count.Low, count.High = []float64{2}, true, 1, 3
	metrics := []printed.Metric{{Name: "accuracy_pct", Unit: "percent", Better: printed.Larger, Measure: "accuracy"}}
	tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\n1,D,sigma,accuracy_pct,10,p=1,1.00\n"), "", "t.csv", metrics)
	assert.NilError(t, err)
	o := &ours{rerun: rerun{
		tables: map[string]printed.Table{"1": tables[0]},
		read: map[printed.Place]Number{
			{Table: "1", Column: "moving"}: moving, {Table: "1", Column: "still"}: still, {Table: "1", Column: "count"}: count,
			{Table: "1", Column: "none"}: absent("not computed yet"),
		},
	}}
	for column, want := range map[string][2]float64{"moving": {2.01, 0.005}, "still": {95, 0.005}, "count": {2, 0}} {
		if e := (repetition{o, 1}).Value("1", "", column); math.Abs(e.Centre-want[0])+math.Abs(e.HalfWidth-want[1]) > 1e-9 {
			t.Errorf("%s: %v ± %v, want %v", column, e.Centre, e.HalfWidth, want)
		}
	}
	e := (repetition{o, 1}).Value("1", "", "none")
	assert.Check(t, math.IsNaN(e.Mean()), "what is missing is %v", e.Mean())
}
