package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/table"
	"gpca/report/words"
)

// Tables returns summary, yardstick, null and comparison of methods; nil where nothing is judged.
func (c *Comparison) Tables() []*table.Table {
	if !c.Judged() || c.OfClaims() {
		return nil
	}
	return c.tables(c.with.Chapter)
}

func (c *Comparison) tables(chapter string) []*table.Table {
	all := []*table.Table{
		c.summary(chapter + ".1"), c.yardstick(chapter + ".2"), c.nulls(chapter + ".3"), c.methods(chapter + ".4"),
	}
	// All but the first are empty for a single method, which cannot be compared with others.
	return slices.DeleteFunc(all, func(t *table.Table) bool { return len(t.Rows) == 0 })
}

func integer(n int) table.Cell { return table.Cell{Value: float64(n)} }

func decimal(v float64, decimals int) table.Cell {
	if math.IsNaN(v) {
		return table.Cell{State: table.Blank}
	}
	return table.Cell{Value: v, Decimals: decimals, DecimalsSet: true}
}

func (c *Comparison) summary(number string) *table.Table {
	s := &table.Table{
		Number: number, Caption: "Published against reproduced", Corner: "Table",
		Columns: []string{"numbers", "derived", "repeated", "forced", "inconclusive", "not judged", "count", "match",
			"differ", "misprints", "mean |d|", "bias"},
		Metric: "numbers by verdict", Origin: "real", Notes: notes("notes of the summary"),
	}
	row := func(heading string, n Counts, absolute, bias float64) table.Row {
		return table.Row{Heading: heading, Cells: []table.Cell{
			integer(n.Numbers), integer(n.Derived), integer(n.Repeated), integer(n.Forced), integer(n.Inconclusive),
			integer(n.Unjudged), integer(n.Judged()), integer(n.Match), integer(n.Differs), integer(n.Explained),
			decimal(absolute, 2), decimal(bias, 2),
		}}
	}
	for _, t := range c.Contrasts {
		s.Rows = append(s.Rows, row(t.Number, t.Summary.Counts, t.Summary.MeanAbsolute, t.Summary.Bias))
	}
	total := row("All", c.Total(), math.NaN(), math.NaN())
	total.Summary = true
	s.Rows = append(s.Rows, total)
	if c.Total().Forced == 0 {
		without(s, "forced")
		return s
	}
	s.Notes = append([]string{"forced: how many match that could not have come out otherwise: " +
		strings.Join(c.forced(), "; ")}, s.Notes...)
	return s
}

func without(t *table.Table, column string) {
	i := slices.Index(t.Columns, column)
	t.Columns = slices.Delete(t.Columns, i, i+1)
	for r := range t.Rows {
		t.Rows[r].Cells = slices.Delete(t.Rows[r].Cells, i, i+1)
	}
}

// forced gives the reasons for forced numbers, with the tables.
func (c *Comparison) forced() (reasons []string) {
	for _, t := range c.Contrasts {
		reasons = words.AppendNew(reasons, t.forced()...)
	}
	return words.Each(reasons, func(why string) string {
		free := func(t Contrast) bool { return !slices.Contains(t.forced(), why) }
		return tablesNamed(slices.DeleteFunc(slices.Clone(c.Contrasts), free)) + ", since " + why
	})
}

// forced lists the reasons for forced numbers that match.
func (t Contrast) forced() (reasons []string) {
	for _, cell := range slices.Concat(t.Cells...) {
		if cell.Forced != "" && cell.Verdict == Match {
			reasons = words.AppendNew(reasons, cell.Forced)
		}
	}
	return reasons
}

// compared lists the tables whose methods can be compared.
func (c *Comparison) compared() []Contrast {
	return slices.DeleteFunc(slices.Clone(c.Contrasts), func(t Contrast) bool { return len(t.lines) == 0 })
}

// nulls compares the matches of each table with those of other methods.
func (c *Comparison) nulls(number string) *table.Table {
	s := &table.Table{
		Number: number, Caption: "Matches against those of other methods", Corner: "Table",
		Columns: []string{"numbers", "match", "one method", "which", c.rerun.baseline(), "exchanged", "excess",
			"from", "to", "p", "calibration"},
		Metric: "numbers that match, of those that count", Origin: "real", Notes: notes("notes of the null"),
	}
	row := func(heading string, n Null, c Calibration) table.Row {
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
		return table.Row{Heading: heading, Cells: []table.Cell{
			integer(n.Numbers), integer(n.Own), integer(n.Best), which, decimal(n.Baseline, 0), decimal(n.Others, 1),
			integer(n.Excess()), decimal(n.Low, 0), decimal(n.High, 0), decimal(n.P, 4), calibrated,
		}}
	}
	for _, t := range c.compared() {
		if t.Null.Numbers > 0 {
			s.Rows = append(s.Rows, row(t.Number, t.Null, t.Calibration))
		}
	}
	if len(s.Rows) > 0 {
		total := row("All", c.Null, c.Calibration)
		total.Summary = true
		s.Rows = append(s.Rows, total)
	}
	if c.rerun.baseline() == "" {
		without(s, "")
	}
	return s
}

func (f Finding) cell() table.Cell {
	return [...]table.Cell{{Text: "?"}, {Value: 1, Text: "yes"}, {Value: -1, Text: "no"}, {Value: 1, Text: "yes"},
		{Value: -1, Text: "no"}, {Text: "—"}}[f]
}

func (s Spread) cell() table.Cell {
	c := integer(s.Outside)
	if !math.IsNaN(s.Low) {
		c.Text = fmt.Sprintf("%d (%.0f%%, %.0f to %.0f)", s.Outside, 100*s.Share(), 100*s.Low, 100*s.High)
	}
	return c
}

// methods says which sides of each table are reproduced.
func (c *Comparison) methods(number string) *table.Table {
	s := &table.Table{
		Number: number, Caption: "Levels and comparisons of methods", Corner: "Table",
		Columns: []string{"level", "rows", "match", "differences", "pairs", "outside", "order", "τ", "p", "methods",
			"calibration"},
		Metric: "yes: reproduced, of differences and methods not contradicted; no: not reproduced, contradicted; " +
			"?: undecided; —: cannot be told",
		Origin: "real", Notes: notes("notes of the methods"),
	}
	for _, t := range c.compared() {
		m, k := t.Methods, t.Calibration
		calibration := table.Cell{State: table.Blank}
		if k.Repetitions > 0 {
			yes, no := k.Compared[NotContradicted], k.Compared[Contradicted]
			calibration = integer(yes - no)
			calibration.Text = fmt.Sprintf("%d − %d of %d", yes, no, k.Repetitions)
		}
		s.Rows = append(s.Rows, table.Row{Heading: t.Number, Cells: []table.Cell{
			m.Level.cell(), integer(m.Lines), integer(m.Levels), m.Differences.cell(), integer(m.Pairs),
			m.Spread.cell(), m.Order.cell(), decimal(m.Tau, 2), decimal(m.Corrected, 4),
			m.Comparison.cell(), calibration,
		}})
	}
	return s
}

// yardstick compares the null of print with that of each of our repetitions in its place.
func (c *Comparison) yardstick(number string) *table.Table {
	s := &table.Table{
		Number: number, Caption: words.Capitalise(c.with.Title) + " and each of our repetitions in its place",
		Corner: "In print", Columns: []string{"numbers", "match", "one method", "excess", "claims", "hold", "fail"},
		Metric: "numbers that match, of those that count", Origin: "real", Notes: notes("notes of the yardstick"),
	}
	y := c.Yardstick
	row := func(heading string, r Run) {
		s.Rows = append(s.Rows, table.Row{Heading: heading, Cells: []table.Cell{
			integer(c.Null.Numbers), integer(r.Own), integer(r.Best), integer(r.Excess()), integer(r.Claims),
			integer(r.Hold), integer(r.Fail),
		}})
	}
	for i, r := range y.Runs {
		if i == 0 {
			y.Print.Own, y.Print.Best = c.Null.Own, c.Null.Best
			row(c.with.Title, y.Print)
		}
		row(fmt.Sprintf("repetition %d", i+1), r)
	}
	s.Notes = append(s.Notes, written("kept", y))
	return s
}
