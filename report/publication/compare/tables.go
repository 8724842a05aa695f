package compare

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/table"
	"gpca/report/words"
)

// Tables returns summary, yardstick, null and comparison of methods; nil where nothing is judged.
func (f *Facts) Tables() []*table.Table { return f.tables(f.Number) }

func (f *Facts) tables(chapter string) []*table.Table {
	if !f.Judged || f.OfClaims {
		return nil
	}
	all := []*table.Table{f.summary(), f.yardstick(), f.nulls(), f.methods()}
	for i, t := range all {
		t.Number, t.Origin = fmt.Sprintf("%s.%d", chapter, i+1), "real"
		if c := slices.Index(t.Columns, ""); c >= 0 { // what no table has
			t.Columns = slices.Delete(t.Columns, c, c+1)
			for r := range t.Rows {
				t.Rows[r].Cells = slices.Delete(t.Rows[r].Cells, c, c+1)
			}
		}
	}
	// All but the first are empty for a single method, which cannot be compared with others.
	return slices.DeleteFunc(all, func(t *table.Table) bool { return len(t.Rows) == 0 })
}

func add(to *table.Table, heading string, cells ...table.Cell) {
	to.Rows = append(to.Rows, table.Row{Heading: heading, Summary: heading == "All", Cells: cells})
}

func integer(n int) table.Cell { return table.Cell{Value: float64(n)} }

func decimal(v float64, decimals int) table.Cell {
	if math.IsNaN(v) {
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: v, Decimals: decimals, DecimalsSet: true}
}

func (f *Facts) summary() *table.Table {
	s := &table.Table{
		Caption: "Published against reproduced", Corner: "Table", Metric: "numbers by verdict",
		Columns: []string{"numbers", "derived", "repeated", "", "inconclusive", "not judged", "count", "match",
			"differ", "misprints", "mean |d|", "bias"},
		Notes: notes("notes of the summary"),
	}
	if f.Total.Forced > 0 {
		s.Columns[3] = "forced"
		s.Notes = append([]string{say("forced", f)}, s.Notes...)
	}
	all := Contrast{Summary: Summary{f.Total, math.NaN(), math.NaN()}}
	all.Number = "All"
	for _, t := range append(slices.Clone(f.Contrasts), all) {
		n := t.Summary
		add(s, t.Number, integer(n.Numbers), integer(n.Derived), integer(n.Repeated), integer(n.Forced),
			integer(n.Inconclusive), integer(n.Unjudged), integer(n.Judged()), integer(n.Match), integer(n.Differs),
			integer(n.Explained), decimal(n.MeanAbsolute, 2), decimal(n.Bias, 2))
	}
	return s
}

// nulls compares the matches of each table with those of other methods.
func (f *Facts) nulls() *table.Table {
	s := &table.Table{
		Caption: "Matches against those of other methods", Corner: "Table", Notes: notes("notes of the null"),
		Columns: []string{"numbers", "match", "one method", "which", f.rerun.baseline(), "exchanged", "excess",
			"from", "to", "p", "calibration"},
		Metric: "numbers that match, of those that count",
	}
	all := Contrast{Null: f.Null, Calibration: f.Calibration}
	all.Number = "All"
	for _, t := range append(slices.Clone(f.Compared), all) {
		n, c := t.Null, t.Calibration
		if n.Numbers == 0 {
			continue
		}
		calibrated := decimal(c.Share, 1)
		if calibrated.State == table.Filled {
			calibrated.Text = fmt.Sprintf("%s (%s to %s)",
				table.Number(c.Share, 1), table.Number(c.Low, 1), table.Number(c.High, 1))
		}
		if c.off() {
			calibrated.Mark = "*"
		}
		which := table.Cell{State: table.Blank}
		if n.Method != "" {
			which = table.Cell{Text: n.Method}
		}
		add(s, t.Number, integer(n.Numbers), integer(n.Own), integer(n.Best), which, decimal(n.Baseline, 0),
			decimal(n.Others, 1), integer(n.Excess()), decimal(n.Low, 0), decimal(n.High, 0), decimal(n.P, 4),
			calibrated)
	}
	return s
}

func (d Decision) cell() table.Cell {
	return [...]table.Cell{{Text: "?"}, {Value: 1, Text: "yes"}, {Value: -1, Text: "no"}, {Value: 1, Text: "yes"},
		{Value: -1, Text: "no"}, {Text: "—"}}[d]
}

func (s Spread) cell() table.Cell {
	c := integer(s.Outside)
	if !math.IsNaN(s.Low) {
		c.Text = fmt.Sprintf("%d (%.0f%%, %.0f to %.0f)", s.Outside, 100*s.Share(), 100*s.Low, 100*s.High)
	}
	return c
}

// methods says which sides of each table are reproduced.
func (f *Facts) methods() *table.Table {
	s := &table.Table{
		Caption: "Levels and comparisons of methods", Corner: "Table", Notes: notes("notes of the methods"),
		Columns: []string{"level", "rows", "match", "differences", "pairs", "outside", "order", "τ", "p", "methods",
			"calibration"},
		Metric: "yes: reproduced, of differences and methods not contradicted; no: not reproduced, contradicted; " +
			"?: undecided; —: cannot be told",
	}
	for _, t := range f.Compared {
		m, k := t.Methods, t.Calibration
		calibration := table.Cell{State: table.Blank}
		if k.Repetitions > 0 {
			yes, no := k.Compared[NotContradicted], k.Compared[Contradicted]
			calibration = integer(yes - no)
			calibration.Text = fmt.Sprintf("%d − %d of %d", yes, no, k.Repetitions)
		}
		add(s, t.Number, m.Level.cell(), integer(m.Lines), integer(m.Levels), m.Differences.cell(), integer(m.Pairs),
			m.Spread.cell(), m.Order.cell(), decimal(m.Tau, 2), decimal(m.Corrected, 4), m.Comparison.cell(),
			calibration)
	}
	return s
}

// yardstick compares the null of print with that of each of our repetitions in its place.
func (f *Facts) yardstick() *table.Table {
	s := &table.Table{
		Caption: words.Capitalise(f.Title) + " and each of our repetitions in its place", Corner: "In print",
		Columns: []string{"numbers", "match", "one method", "excess", "claims", "hold", "fail"},
		Metric:  "numbers that match, of those that count",
		Notes:   append(notes("notes of the yardstick"), written("kept", f.Yardstick)),
	}
	inPrint := f.Yardstick.Print
	inPrint.Own, inPrint.Best = f.Null.Own, f.Null.Best
	for i, r := range append([]Run{inPrint}, f.Yardstick.Runs...) {
		heading := f.Title
		if i > 0 {
			heading = fmt.Sprintf("repetition %d", i)
		}
		add(s, heading, integer(f.Null.Numbers), integer(r.Own), integer(r.Best), integer(r.Excess()),
			integer(r.Claims), integer(r.Hold), integer(r.Fail))
	}
	if len(f.Yardstick.Runs) == 0 {
		s.Rows = nil
	}
	return s
}
