package audit

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// metrics are those of the built-in publications.
var metrics = []printed.Metric{
	{Name: "accuracy_pct", Unit: "percent", Better: printed.Larger, Measure: "accuracy"},
	{Name: "accuracy", Unit: "share", Better: printed.Larger},
	{Name: "misclassification_pct", Unit: "percent", Better: printed.Smaller, Measure: "misclassification"},
	{Name: "misclassification", Unit: "share", Better: printed.Smaller},
	{Name: "reconstruction_error", Better: printed.Smaller, Measure: "reconstruction-error"},
	{Name: "winning_count", Unit: "count", Measure: "winning-count"},
}

func read(t testing.TB, text string) printed.Table {
	t.Helper()
	tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value,bold\n"+text), "", "test.csv", metrics)
	assert.NilError(t, err)
	return tables[0]
}

func of(t testing.TB, table printed.Table) *book {
	t.Helper()
	b, err := newBook([]printed.Table{table}, Links{})
	assert.NilError(t, err)
	return b
}

// A panic of a check is an error of the audit.
func TestPanicOfACheck(t *testing.T) {
	_, err := Run([]printed.Table{read(t, "1,,,accuracy_pct,a,x,1.0,0")}, Options{Links: Links{SameCells: [][]string{{"1/a"}}}})
	assert.ErrorContains(t, err, "panic: runtime error: index out of range")
}

// A correction that cannot be taken is not checked to the end. Checked to the end, all take 4,000 checks.
func TestHopelessCorrectionsEndEarly(t *testing.T) {
	text, err := os.ReadFile("../thesis/printed/tables.csv")
	assert.NilError(t, err)
	tables, err := printed.Read(bytes.NewReader(text), "", "tables.csv", metrics)
	assert.NilError(t, err)
	b, err := newBook(tables, Links{})
	assert.NilError(t, err)
	e, first, runs := newEngine(b, nil), state{book: b}, 0
	for i, u := range e.units {
		e.units[i].run = func(b *book) ([]Finding, int) { runs++; return u.run(b) }
		found, _ := e.findings(i, b)
		first.found = append(first.found, found)
	}
	const most = 1_500
	causes, _ := e.causes(first)
	assert.Assert(t, runs <= most && len(causes) > 0, "%d causes are found by %d checks, want at most %d", len(causes), runs, most)
}

func TestMisprints(t *testing.T) {
	for _, c := range []struct {
		printed   string
		low, high string
		want      []string
	}{
		{"95.41", "96", "97", []string{"96.41 one digit"}},
		{"5.58", "6.48", "6.72", []string{"6.58 one digit"}},
		{"97.25", "60", "70", []string{"67.25 one digit"}},
		{"12.34", "12.3", "12.5", []string{"12.44 one digit", "12.30 one digit", "12.31 one digit", "12.32 one digit", "12.33 one digit", "12.35 one digit",
			"12.36 one digit", "12.37 one digit", "12.38 one digit", "12.39 one digit", "12.43 two neighbouring digits exchanged"}},
		{"21.34", "12", "12.9", []string{"12.34 two neighbouring digits exchanged"}},
		{"94.51", "95.3", "95.5", []string{"95.41 two digits exchanged across the point"}},
		{"9.05", "0.9", "1", []string{"0.95 two digits exchanged across the point"}},
		{"9.541", "95", "96", []string{"95.41 decimal point"}},
		{"95.41", "9", "10", []string{"9.541 decimal point"}},
		{"0.95", "9", "10", []string{"9.95 one digit", "9.05 two digits exchanged across the point", "9.5 decimal point"}},
		{"-3", "1", "5", []string{"3 sign"}},
		{"-3", "-5", "-4", []string{"-4 one digit", "-5 one digit"}},
	} {
		low, high := decimal(t, c.low).Centre, decimal(t, c.high).Centre
		var got []string
		for _, m := range misprints(printed.Number{Estimate: decimal(t, c.printed)}, low, high) {
			got = append(got, fmt.Sprintf("%s %s", m.Edits[0].To, m.Slip))
		}
		assert.Check(t, is.DeepEqual(got, c.want), "%s between %s and %s", c.printed, c.low, c.high)
	}
}

// At the ends of the interval the average is just explained, a unit beyond not.
func TestIntervalOfAnEntryIsSharp(t *testing.T) {
	table := read(t, `1,T,sigma,accuracy_pct,0,a,95.41,0
1,T,sigma,accuracy_pct,1,a,96.34,0
1,T,sigma,accuracy_pct,2,a,96.32,0
1,T,sigma,accuracy_pct,Average,a,96.36,0
`)
	b := of(t, table)
	m, ok := b.mean(table, "a")
	assert.Assert(t, ok && m.wrong(), "the average should be wrong")
	// (3 × 96.36 − 96.34 − 96.32) ± 3 × 0.01 = 96.42 ± 0.03, by hand.
	low, high := m.interval(m.entries[0])
	assert.Check(t, statistics.Digits(low, 4) == "96.3900" && statistics.Digits(high, 4) == "96.4500",
		"the entry lies between %v and %v", low, high)
	for _, c := range []struct {
		value string
		wrong bool
	}{{"96.38", true}, {"96.39", false}, {"96.45", false}, {"96.46", true}} {
		changed := b.with(Correction{Edits: []Edit{{m.entries[0].Place, "", c.value}}})
		m, _ := changed.mean(changed.tables[0], "a")
		assert.Check(t, is.Equal(m.wrong(), c.wrong), "with %s the average is wrong", c.value)
	}
}

// Three entries of 1.004 print as 1.00, and so does their mean; but 1.0149 and 1.0050 print as 1.01 twice and
// average to 1.00995, 1.01.
func TestAverageWithinRounding(t *testing.T) {
	for _, c := range []struct {
		entries []string
		average string
		wrong   bool
	}{
		{[]string{"1.01", "1.01"}, "1.02", false}, // 1.0149 twice, printed up
		{[]string{"1.01", "1.01"}, "1.00", false},
		{[]string{"1.01", "1.01"}, "1.03", true},
		{[]string{"1.0", "1.00"}, "1.03", false}, // the coarser entry may be 1.05
		{[]string{"1.0", "1.00"}, "1.04", false}, // or 1.08, cut off
		{[]string{"1.0", "1.00"}, "1.07", true},
		{[]string{"1.005", "1.005"}, "1.0", false},
	} {
		text := ""
		for i, e := range c.entries {
			text += fmt.Sprintf("1,T,sigma,accuracy,%d,a,%s,0\n", i, e)
		}
		table := read(t, text+"1,T,sigma,accuracy,Average,a,"+c.average+",0\n")
		found, _ := of(t, table).checkAverages(table)
		assert.Check(t, is.Equal(slices.ContainsFunc(found, proven), c.wrong),
			"%v averaging to %s: wrong is %t", c.entries, c.average, !c.wrong)
	}
}

func TestMeanWithoutARow(t *testing.T) {
	table := read(t, `1,T,sigma,accuracy,0,a,1.0,0
1,T,sigma,accuracy,1,a,2.00,0
1,T,sigma,accuracy,2,a,4.5,0
1,T,sigma,accuracy,Average,a,3.25,0
`)
	b := of(t, table)
	all := b.mendByOmission(table)
	assert.Assert(t, len(all) == 1 && all[0].Edits[0].To == "0", "omissions proposed: %v", all)
	// (2.00 ± 0.005 + 4.5 ± 0.05) / 2, and half a unit of the average, by hand.
	if m, _ := b.with(all[0]).mean(table, "a"); statistics.Digits(m.mean.Centre, 2) != "3.25" || statistics.Digits(m.slack(), 4) != "0.0325" {
		t.Errorf("mean %v ± %v, want 3.25 ± 0.0325", m.mean, m.slack())
	}
}

// smooth is a table of four methods that get worse with the noise, each in its own way.
func smooth(t testing.TB, change func(level, column int) float64) printed.Table {
	t.Helper()
	text := ""
	for level := range 10 {
		for column := range 4 {
			x := float64(level) / 10
			v := 95 - 20*x*x + 0.3*float64(column)*x + 0.01*float64((level*7+column*3)%5) + change(level, column)
			text += fmt.Sprintf("1,T,sigma,accuracy_pct,%d,m%d,%.2f,0\n", level, column, v)
		}
	}
	return read(t, text)
}

func TestTrend(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(level, column int) float64
		want   []string
	}{
		{"nothing", func(int, int) float64 { return 0 }, nil},
		{"in the middle", func(l, c int) float64 { return spike(l, c, 5, 2, 1) }, []string{"5/m2"}},
		{"at the first level", func(l, c int) float64 { return spike(l, c, 0, 1, -1) }, []string{"0/m1"}},
		{"at the last level", func(l, c int) float64 { return spike(l, c, 9, 3, 1) }, []string{"9/m3"}},
		{"two in a column", func(l, c int) float64 { return spike(l, c, 2, 0, 2) + spike(l, c, 6, 0, -2) }, []string{"2/m0", "6/m0"}},
		{"a hard level", func(l, c int) float64 { return spike(l, 0, 5, 0, -0.5) }, nil},
	} {
		table := smooth(t, c.change)
		var got []string
		found, _ := of(t, table).checkTrend(table)
		for _, f := range found {
			got = append(got, f.Row+"/"+f.Column)
		}
		slices.Sort(got)
		slices.Sort(c.want)
		assert.Check(t, is.DeepEqual(got, c.want), c.name)
	}
}

func spike(level, column, atLevel, atColumn int, size float64) float64 {
	if level == atLevel && column == atColumn {
		return size
	}
	return 0
}

// An audit of any readable tables must end.
func FuzzRun(f *testing.F) {
	const header = "table,title,axis,metric,row,column,value,bold\n"
	f.Add(header + "1,T,sigma,accuracy_pct,0,a,95.41,0\n1,T,sigma,accuracy_pct,1,a,96.34,1\n1,T,sigma,accuracy_pct,Average,a,96.36,0\n")
	f.Add(header + "1,T,x,winning_count,a,b,-1,0\n2,U,y,reconstruction_error,NaN,b,0.05,1\n2,U,y,reconstruction_error,Inf,b,5,1\n")
	f.Fuzz(func(t *testing.T, text string) {
		tables, err := printed.Read(strings.NewReader(text), "", "fuzz.csv", metrics)
		if err != nil || len(text) > 2000 {
			return
		}
		r, err := Run(tables, Options{})
		assert.NilError(t, err)
		for _, f := range r.Findings {
			assert.Check(t, f.Message != "" && f.Cause < len(r.Causes),
				"finding without a message or with a cause that is not there: %+v", f)
		}
	})
}
