package compare

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gpca/report/claim"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// Options are what a study is compared with.
type Options struct {
	// Title is the publication in sentences, "the thesis"; Chapter the number of the
	// comparison's chapter in a report.
	Title, Chapter string
	// Partial tells that only a part of the study is looked at. A report of a part says
	// nothing of a comparison in which nothing is judged.
	Partial bool
	// Tables are the printed tables whose numbers are compared, in order.
	Tables []printed.Table
	// Context are further printed tables that claims speak of.
	Context []printed.Table
	// Links tell which tables and columns of another source mean the same.
	Links audit.Links
	// Claims are put to the reproduced numbers.
	Claims []claim.Claim
	// Audit is the audit of the printed tables, to explain what differs and to
	// name misprints; it may be nil.
	Audit *audit.Report
}

// A Comparison is the outcome.
type Comparison struct {
	Contrasts  []Contrast
	Statements []Statement
	// Misprints are the mistakes in print that the audit proposes and our numbers
	// bear out, in the audit's order.
	Misprints []Misprint
	// Null and Calibration are those of all tables together.
	Null        Null
	Calibration Calibration

	with  Options
	rerun rerun
}

// A Contrast is a printed table with the numbers that stand for its own.
type Contrast struct {
	printed.Table
	// Caption, Corner, RowTitles and ColumnTitles are those of the study's own table.
	Caption, Corner         string
	RowTitles, ColumnTitles []string
	// Definition says what the numbers are.
	Definition string
	// Refused says why no cell of the table is judged, empty when one is; Generated that
	// generated data is why.
	Refused   string
	Generated bool
	// Cells has a row of cells for each of Rows; a place that prints nothing, or
	// a setting instead of a result, has a cell without Printed.
	Cells   [][]Reproduction
	Summary Summary
	// Null, Methods and Calibration are zero for a table without two numbers in a line.
	Null        Null
	Methods     Methods
	Calibration Calibration

	lines   []line
	methods []string // whose numbers the lines have
}

// A Reproduction is a printed number and ours.
type Reproduction struct {
	printed.Place
	// Printed is the number with its digits; empty for a place without a result.
	Printed string
	inPrint float64
	// Rounding is half a unit of the last printed digit.
	Rounding float64
	Number
	// Difference is Mean less the printed number.
	Difference float64
	Verdict    Verdict
	// Explanation says what of the audit would explain a number that differs, empty when
	// nothing would. Misprint is the number of the mistake in the audit, several places of
	// which may have one; 0 for an explanation that is not proved.
	Explanation string
	Misprint    int
	// Forced says why the number could not have come out otherwise, empty where it could.
	Forced string
}

// Judged reports whether any number has a verdict. Without one there is no real
// data, or nothing is computed.
func (c *Comparison) Judged() bool { return c.refused() < len(c.Contrasts) }

// Verdict is that on the number in print of a method at a level, or None.
func (c *Comparison) Verdict(table string, level float64, method string) Verdict {
	for _, t := range c.Contrasts {
		column := t.column(c.with.Links, method)
		if t.Name() != table || column < 0 {
			continue
		}
		for i, row := range t.Rows {
			if v, err := strconv.ParseFloat(row, 64); err == nil && v == level {
				return t.Cells[i][column].Verdict
			}
		}
	}
	return None
}

// Total sums the verdicts of all tables.
func (c *Comparison) Total() Counts {
	var total Counts
	for _, t := range c.Contrasts {
		total.Add(t.Summary.Counts)
	}
	return total
}

// Compare compares every number of the tables. It is an error when the study has a
// table's number but measures something else in it.
func Compare(study Study, with Options) (*Comparison, error) {
	r := rerun{study, with.Links, map[string]printed.Table{}}
	for _, t := range slices.Concat(with.Tables, with.Context) {
		r.tables[t.Name()] = t
	}
	c := &Comparison{with: with, rerun: r, Statements: r.statements(with)}
	explain := newExplainer(with.Audit)
	for _, t := range with.Tables {
		compared, err := r.contrast(t, explain)
		if err != nil {
			return nil, fmt.Errorf("compare table %s: %w", t.Name(), err)
		}
		c.Contrasts = append(c.Contrasts, compared)
	}
	c.Misprints = misprints(with.Audit, r.bearsOut)
	c.Null, c.Calibration = nullOf(r.baseline(), c.compared()...), calibrate(linesOf(c.compared())...)
	return c, nil
}

// Generated reports whether generated data keeps a table from being judged.
func (c *Comparison) Generated() bool {
	return slices.ContainsFunc(c.Contrasts, func(t Contrast) bool { return t.Generated })
}

// silent tells that a report has nothing to say of the comparison.
func (c *Comparison) silent() bool { return c.with.Partial && !c.Judged() }

// standInsSayNothing is why generated data is refused.
const standInsSayNothing = "A stand-in has the shape of the real data and roughly its difficulty, but nothing to say about the numbers in print."

// contrast compares one table.
func (r rerun) contrast(t printed.Table, explain explainer) (Contrast, error) {
	compared := Contrast{Table: t, Caption: cmp.Or(r.study.Caption(t.Number), t.Title), Corner: t.Axis, RowTitles: t.Rows}
	if own, ok := r.reader(t); ok {
		measured := own.Measure()
		if !fits(t.Metric, measured) {
			return Contrast{}, fmt.Errorf("prints %s, but the study's table measures %s", t.Metric, measured.Title)
		}
		compared.Definition = measured.Definition
		compared.Corner = cmp.Or(own.Corner(), t.Axis)
		compared.RowTitles = words.Each(t.Rows, own.RowTitle)
	}
	for _, column := range t.Columns {
		compared.ColumnTitles = append(compared.ColumnTitles, r.study.Label(r.links.Means(t, column)))
	}
	results := t.Results()
	judged, generated, missing := 0, 0, ""
	for _, row := range t.Rows {
		cells := make([]Reproduction, len(t.Columns))
		for i, column := range t.Columns {
			cells[i].Place = printed.Place{Table: t.Name(), Row: row, Column: column}
			inPrint, ok := t.At(row, column)
			if !ok || !slices.Contains(results, column) {
				continue
			}
			cells[i].Number, cells[i].Forced = r.at(t, row, column), r.links.ForcedAt(cells[i].Place)
			cells[i].judge(inPrint.Value, t.Metric, explain)
			switch {
			case cells[i].Generated:
				generated++
			case cells[i].Missing != "":
				missing = cells[i].Missing
			default:
				judged++
			}
		}
		compared.Cells = append(compared.Cells, cells)
	}
	switch {
	case judged > 0:
	case generated > 0:
		compared.Generated, compared.Refused = true, "Its data is generated. "+standInsSayNothing
	case missing != "":
		compared.Refused = "None of its numbers can be had: " + missing + "."
	}
	compared.Summary = summarise(compared)
	if compared.lines, compared.methods = r.lines(compared); len(compared.lines) > 0 {
		compared.Null, compared.Methods, compared.Calibration = nullOf(r.baseline(), compared), methodsOf(compared.lines), calibrate(compared.lines)
	}
	return compared, nil
}

// judge holds our number of a cell against the printed one.
func (c *Reproduction) judge(inPrint printed.Decimal, metric printed.Metric, explain explainer) {
	c.Printed, c.inPrint = inPrint.String(), inPrint.Float64()
	if metric != printed.WinningCount {
		c.Rounding, _ = inPrint.HalfUnit().Float64()
	}
	if c.Missing != "" {
		return
	}
	c.Difference = c.Mean - c.inPrint
	if c.Verdict = judge(c.inPrint, c.Rounding, c.Number); c.Verdict == Differs {
		p := explain.proposal(c.Place, c.inPrint, c.Number)
		c.Explanation, c.Misprint = p.text, p.misprint
	}
}
