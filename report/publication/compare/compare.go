package compare

import (
	"errors"
	"fmt"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/publication/audit"
	"gpca/report/publication/audit/claim"
	"gpca/report/publication/printed"
	"gpca/report/study"
)

// Options are what is compared with what.
type Options struct {
	// Study is the study that repeats the publication: its tables go by the
	// publication's numbers.
	Study *study.Study
	// Result returns the stored result for a need, false when there is none.
	Result func(study.Need) (grid.Result, bool)
	// Origin says on which data a study's needs are computed.
	Origin func(data string) dataset.Origin
	// Tables are the printed tables whose cells are compared, in order.
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
	Tables []Table
	Claims []Claim
	// Misprints are the mistakes in print that the audit proposes and our numbers
	// bear out, in the audit's order.
	Misprints []Misprint

	audit   *audit.Report // nil when none was given
	support func(audit.Correction) (support, []string)
}

// A Table is a printed table with the numbers that stand for its own.
type Table struct {
	Number, Caption string
	Corner          string
	// Rows and Columns are the printed labels, RowTitles and ColumnTitles those of
	// the study's own tables.
	Rows, Columns           []string
	RowTitles, ColumnTitles []string
	Metric                  printed.Metric
	// Definition says what the numbers are.
	Definition string
	Margin     Margin
	// Refused says why no cell of the table is judged, empty when one is.
	Refused string
	// Cells has a row of cells for each of Rows; a place that prints nothing, or
	// a setting instead of a result, has a cell without Printed.
	Cells   [][]Cell
	Summary Summary
}

// A Cell is a printed number and ours.
type Cell struct {
	printed.Place
	// Printed is the number with its digits; empty for a place without a result.
	Printed string
	// Rounding is half a unit of the last printed digit.
	Rounding float64

	// Missing says why there is no number of ours; the fields below are zero then.
	Missing string
	// Mean is ours, HalfWidth half the width of its 95% interval, 0 when nothing
	// is random, Repetitions the number of draws. Low and High are the interval:
	// of a winning count, the counts that the contests in doubt allow.
	Mean, HalfWidth float64
	Low, High       float64
	Repetitions     int
	// Unsettled tells that iterations behind the number did not converge.
	Unsettled bool
	// Difference is Mean less the printed number.
	Difference float64
	// Margin is the margin that was applied.
	Margin  float64
	Verdict Verdict
	// Explanation says which misprint would explain a number that differs, empty
	// when none would.
	Explanation string
}

// Judged reports whether any number has a verdict. Without one there is no real
// data, or nothing is computed.
func (c *Comparison) Judged() bool {
	for _, t := range c.Tables {
		if t.Refused == "" {
			return true
		}
	}
	return false
}

// Total sums the verdicts of all tables.
func (c *Comparison) Total() Counts {
	var total Counts
	for _, t := range c.Tables {
		total.add(t.Summary.Counts)
	}
	return total
}

// Compare compares every number of the tables. It is an error when the study
// has a table's number but measures something else in it.
func Compare(o Options) (*Comparison, error) {
	if o.Study == nil || o.Result == nil || o.Origin == nil {
		return nil, errors.New("compare: a study, its results and the origin of its data are needed")
	}
	r := reproduced{o.Study, o.Result, o.Origin, o.Links}
	c := &Comparison{audit: o.Audit}
	for _, t := range o.Tables {
		compared, err := r.table(t, newExplainer(o.Audit))
		if err != nil {
			return nil, fmt.Errorf("compare table %s: %w", t.Name(), err)
		}
		c.Tables = append(c.Tables, compared)
	}
	c.Claims = r.claims(o)
	c.Misprints = r.misprints(o)
	c.support = func(correction audit.Correction) (support, []string) { return r.support(correction, tablesByName(o)) }
	return c, nil
}

// standInsSayNothing is why generated data is refused.
const standInsSayNothing = "A stand-in has the shape of the real data and roughly its difficulty, but nothing to say about the numbers in print."

// table compares one table.
func (r reproduced) table(t printed.Table, explain explainer) (Table, error) {
	compared := Table{
		Number: t.Name(), Caption: t.Title, Corner: t.Axis, Rows: t.Rows, Columns: t.Columns,
		Metric: t.Metric, Margin: MarginOf(t.Metric),
	}
	if declared := r.declared(t); declared != nil {
		compared.Caption = declared.Caption
	}
	e := r.experiment(t)
	compared.Definition = define(t.Metric, e)
	if e != nil {
		compared.Corner = e.Axis
		if declared := r.declared(t); declared != nil && declared.Corner != "" {
			compared.Corner = declared.Corner
		}
		if want, ok := metricOf(e); t.Metric != printed.WinningCount && (!ok || want != t.Metric) {
			return Table{}, fmt.Errorf("prints %s, but the study's experiment %s measures %s", t.Metric, e.Name, e.Metric)
		}
	}
	for _, column := range t.Columns {
		compared.ColumnTitles = append(compared.ColumnTitles, r.study.Label(r.method(t, column)))
	}
	for _, row := range t.Rows {
		compared.RowTitles = append(compared.RowTitles, r.rowTitle(t, e, row))
	}
	results := map[string]bool{}
	for _, column := range t.Results() {
		results[column] = true
	}
	judged, standIn, missing := 0, 0, ""
	for _, row := range t.Rows {
		cells := make([]Cell, len(t.Columns))
		for i, column := range t.Columns {
			cells[i].Place = printed.Place{Table: t.Name(), Row: row, Column: column}
			printed, ok := t.Cell(row, column)
			if !ok || !results[column] {
				continue
			}
			n := r.at(t, row, column)
			cells[i].fill(printed.Value, t.Metric, n, explain)
			switch {
			case n.standIn:
				standIn++
			case n.missing != "":
				missing = n.missing
			default:
				judged++
			}
		}
		compared.Cells = append(compared.Cells, cells)
	}
	switch {
	case judged > 0:
	case standIn > 0:
		compared.Refused = "Its data is generated. " + standInsSayNothing
	case missing != "":
		compared.Refused = "None of its numbers can be had: " + missing + "."
	}
	compared.Summary = summarise(compared)
	return compared, nil
}

// fill judges a cell.
func (c *Cell) fill(printed printed.Decimal, metric printed.Metric, n number, explain explainer) {
	c.Printed = printed.String()
	c.Rounding, _ = printed.HalfUnit().Float64()
	if metric == printed.WinningCount {
		c.Rounding = 0
	}
	if c.Missing = n.missing; n.missing != "" {
		return
	}
	c.Mean, c.HalfWidth, c.Repetitions, c.Unsettled = n.mean, n.halfWidth, len(n.values), n.unsettled
	c.Low, c.High = n.mean-n.halfWidth, n.mean+n.halfWidth
	if n.count {
		c.Low, c.High = n.low, n.high
	}
	c.Difference = n.mean - printed.Float64()
	c.Verdict, c.Margin = judge(printed, metric, n)
	if c.Verdict == Differs {
		c.Explanation = explain.misprint(c.Place, metric, n)
	}
}

// metricOf is the printed metric that an experiment's numbers can be compared
// with.
func metricOf(e *study.Experiment) (printed.Metric, bool) {
	switch e.Metric {
	case study.Accuracy:
		return printed.AccuracyPercent, true
	case study.Misclassification:
		return printed.MisclassificationPercent, true
	case study.ReconstructionError:
		return printed.ReconstructionError, true
	}
	return "", false
}

// define words what a number is, so that a verdict can be read with it.
func define(m printed.Metric, e *study.Experiment) string {
	if m == printed.WinningCount {
		return "data sets on which the column's method is better than the row's, less those on which it is worse"
	}
	if e == nil {
		return ""
	}
	classified := "the class of least squared reconstruction error (equation B.1)"
	where := "test samples; training samples are clean, noise is added to the test samples only"
	if e.Protocol == study.CrossValidation {
		where = fmt.Sprintf("samples, each tested once in a cross-validation with %d random folds", e.Folds)
	}
	switch e.Metric {
	case study.Accuracy:
		return "share, in percent, that get " + classified + " right, of the " + where
	case study.Misclassification:
		return "share, in percent, that get " + classified + " wrong, of the " + where
	case study.ReconstructionError:
		scale := e.Scale
		if scale == 0 {
			scale = 1
		}
		return fmt.Sprintf("mean over the original images of the norm of what their reconstruction misses, times %g; images of random pixels join the training samples", scale)
	}
	return ""
}
