package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sync"

	"gpca/report/claim"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// Options are what a study is compared with.
type Options struct {
	// Title is the publication in sentences, "the paper"; Chapter is the number of the chapter in a report.
	Title, Chapter string
	// Partial means a report of a part of the study, which omits a comparison without verdicts.
	Partial bool
	Metrics []printed.Metric // of the publication
	// Tables are compared, in order. Context are further tables for the claims.
	Tables, Context []printed.Table
	Links           audit.Links
	Claims          []claim.Claim
	// Audit is the audit of the printed tables, nil for none.
	Audit *audit.Report
}

// A Comparison is the outcome of [Compare].
type Comparison struct {
	Contrasts  []Contrast
	Statements []Statement
	// Misprints are mistakes that the audit proposes and our numbers support, in the audit's order.
	Misprints []string
	// Null, Yardstick and Calibration are over all tables.
	Null        Null
	Yardstick   Yardstick
	Calibration Calibration

	with  Options
	rerun rerun
	sum   sync.Once // of its facts
	facts *Facts
}

// A Contrast is a printed table with our numbers.
type Contrast struct {
	printed.Table
	// These are from the study's table.
	Caption, Corner         string
	RowTitles, ColumnTitles []string
	// Definition defines the numbers.
	Definition string
	// Refused says why no cell is judged, empty when one is; Generated means because of generated data.
	Refused   string
	Generated bool
	missing   string // of a cell that has no result
	// Cells has a row for each of Rows. A place without a result has a cell without InPrint.
	Cells   [][]Reproduction
	Summary Summary
	// Null, Methods and Calibration are zero for a table without lines.
	Null        Null
	Methods     Methods
	Calibration Calibration

	lines   []line
	methods []string // of the numbers of a line
	on      []string // the data set of each row, empty for an average or several sets
}

// Compared reports whether the methods of the table can be compared.
func (t Contrast) Compared() bool { return len(t.lines) > 0 }

// A Reproduction is a printed number with ours.
type Reproduction struct {
	printed.Place
	// InPrint has no text for a place without a result.
	InPrint statistics.Estimate
	Number
	// Difference is ours less the printed number.
	Difference float64
	Verdict    Verdict
	// Explanation is the audit's explanation of a number that differs. Misprint is its number there, 0 if not
	// proved.
	Explanation string
	Misprint    int
	// Forced says why the result is forced, empty where it is not.
	Forced string
	// Derived marks an average or a winning count, which follows from other numbers.
	Derived bool
	// Counted is the place that the number is counted at, another one where that prints it too.
	Counted printed.Place
}

// counts reports whether a number counts: each result that could come out either way once.
func (c Reproduction) counts() bool {
	decided := c.Verdict == Match && c.Forced == "" || c.Verdict == Differs
	return decided && !c.Derived && c.Counted == c.Place
}

// Counts counts numbers. Match and Differs are of all that count, which is the one denominator; the others are left
// out, each for the first reason that applies, in the order of Unjudged, Derived, Inconclusive, Forced, Repeated.
type Counts struct {
	Numbers int `json:"numbers"`
	Match   int `json:"match"`
	Differs int `json:"differ"`
	// Explained are those of Differs with a proved misprint, Possible those with another explanation.
	Explained int `json:"misprints"`
	Possible  int `json:"possible_misprints"`
	// Unjudged have no verdict: their data is generated, or they are not computed.
	Unjudged     int `json:"not_judged"`
	Derived      int `json:"averages_and_counts"`
	Inconclusive int `json:"inconclusive"`
	// Forced match, and could not have come out otherwise.
	Forced int `json:"forced"`
	// Repeated are counted where an earlier place prints them.
	Repeated int `json:"printed_before"`
}

func (c *Counts) Add(o Counts) {
	c.Numbers += o.Numbers
	c.Match += o.Match
	c.Differs += o.Differs
	c.Explained += o.Explained
	c.Possible += o.Possible
	c.Unjudged += o.Unjudged
	c.Derived += o.Derived
	c.Inconclusive += o.Inconclusive
	c.Forced += o.Forced
	c.Repeated += o.Repeated
}

func (t Contrast) numbers() []Reproduction {
	return slices.DeleteFunc(slices.Concat(t.Cells...), func(c Reproduction) bool { return c.InPrint.Text == "" })
}

// Forced lists the reasons for forced numbers that match.
func (t Contrast) Forced() (reasons []string) {
	for _, cell := range t.numbers() {
		if cell.Forced != "" && cell.Verdict == Match {
			reasons = words.AppendNew(reasons, cell.Forced)
		}
	}
	return reasons
}

// Judged returns how many numbers count.
func (c Counts) Judged() int { return c.Match + c.Differs }

// LeftOut returns how many numbers have a verdict, or none that is clear, and do not count.
func (c Counts) LeftOut() int { return c.Numbers - c.Judged() - c.Unjudged }

// Unexplained returns how many count and differ without a misprint.
func (c Counts) Unexplained() int { return c.Differs - c.Explained }

func (c *Counts) count(cell Reproduction) {
	c.Numbers++
	switch {
	case cell.Verdict == None:
		c.Unjudged++
	case cell.Derived:
		c.Derived++
	case cell.Verdict == Inconclusive:
		c.Inconclusive++
	case cell.Verdict == Match && cell.Forced != "":
		c.Forced++
	case !cell.counts():
		c.Repeated++
	case cell.Verdict == Match:
		c.Match++
	default:
		c.Differs++
		switch {
		case cell.Misprint > 0:
			c.Explained++
		case cell.Explanation != "":
			c.Possible++
		}
	}
}

// A Summary says how close a table is as a whole.
type Summary struct {
	Counts
	// Without averages, ours less printed, in the unit of the table; NaN where there is none.
	MeanAbsolute, Bias float64
}

func summarise(t Contrast) Summary {
	var s Summary
	compared := 0.0
	for _, c := range t.numbers() {
		s.count(c)
		if c.Verdict != None && !t.Derived(c.Row) {
			compared++
			s.MeanAbsolute += math.Abs(c.Difference)
			s.Bias += c.Difference
		}
	}
	s.MeanAbsolute, s.Bias = s.MeanAbsolute/compared, s.Bias/compared
	return s
}

// Verdict returns the verdict on the number of a method at a level, or None.
func (c *Comparison) Verdict(table string, level float64, method string) Verdict {
	t, _ := c.contrastOf(table)
	means := func(column string) bool { return c.with.Links.Means(t.Table, column) == method }
	column := slices.IndexFunc(t.Columns, means)
	for i, row := range t.Rows {
		if v, ok := printed.Level(row); ok && v == level && column >= 0 {
			return t.Cells[i][column].Verdict
		}
	}
	return None
}

func (c *Comparison) contrastOf(table string) (Contrast, bool) {
	return words.First(c.Contrasts, func(t Contrast) bool { return t.Name() == table })
}

// Compare compares every number of the tables. It is an error if the study's table of a number has another measure.
func Compare(study Study, with Options) (*Comparison, error) {
	r := rerun{study, with.Links, with.Metrics, map[string]printed.Table{}, map[printed.Place]Number{},
		map[printed.Place]float64{}}
	for _, t := range slices.Concat(with.Tables, with.Context) {
		r.tables[t.Name()] = t
	}
	first, err := with.Links.Reprinted(with.Tables)
	if err != nil {
		return nil, fmt.Errorf("compare: %w", err)
	}
	once := once{first, map[printed.Place]printed.Place{}}
	report := cmp.Or(with.Audit, &audit.Report{})
	c := &Comparison{with: with, rerun: r, Statements: r.statements(with.Claims, report)}
	explain := newExplainer(report)
	for _, t := range with.Tables {
		compared, err := r.contrast(t, explain, once)
		if err != nil {
			return nil, fmt.Errorf("compare table %s: %w", t.Name(), err)
		}
		c.Contrasts = append(c.Contrasts, compared)
	}
	c.Misprints = misprints(report, func(of audit.Correction) bool {
		says, _ := r.support(of)
		return says == confirmed
	})
	c.Calibration = c.judgeMethods()
	compared := words.Those(c.Contrasts, Contrast.Compared)
	c.Null, c.Yardstick = nullOf(r.baseline(), compared...), yardstickOf(compared...)
	c.putClaims()
	return c, nil
}

// once finds where a number counts that is printed more than once: at its first place with a clear verdict.
type once struct {
	first, counted map[printed.Place]printed.Place
}

func (o once) at(c Reproduction) printed.Place {
	first, ok := o.first[c.Place]
	if !ok {
		first = c.Place
	}
	if at, ok := o.counted[first]; ok {
		return at
	}
	if c.Verdict == Match || c.Verdict == Differs {
		o.counted[first] = c.Place
	}
	return c.Place
}

func (r rerun) contrast(t printed.Table, explain explainer, once once) (Contrast, error) {
	compared := Contrast{Table: t, Corner: t.Axis, RowTitles: t.Rows}
	compared.Caption = cmp.Or(r.study.Caption(t.Number), t.Title)
	if own, ok := r.reader(t); ok {
		measured := own.Measure()
		if !fits(t.Metric, measured) {
			return Contrast{}, fmt.Errorf("prints %s, but the study's table measures %s: if it is the same, give it "+
				"measure: %s, and unit: percent, or unit: share for 0.945", t.Metric, measured.Title, measured.Name)
		}
		compared.Definition = measured.Definition
		compared.Corner = cmp.Or(own.Corner(), t.Axis)
		compared.RowTitles = words.Each(t.Rows, func(row string) string { return own.RowTitle(r.links.Row(t, row)) })
		compared.on = words.Each(t.Rows, func(row string) string { return own.On(r.links.Row(t, row)) })
	}
	compared.ColumnTitles = words.Each(t.Columns, r.labelIn(t))
	results := t.Results()
	for _, row := range t.Rows {
		cells := make([]Reproduction, len(t.Columns))
		for i, column := range t.Columns {
			c := &cells[i]
			c.Place = printed.Place{Table: t.Name(), Row: row, Column: column}
			inPrint, ok := t.At(row, column)
			if !ok || !slices.Contains(results, column) {
				continue
			}
			c.Number, c.Forced = r.at(t, row, column), r.links.ForcedAt(c.Place)
			if c.InPrint = inPrint.Estimate; t.Metric.Counts() {
				c.InPrint.HalfWidth = 0 // a count is not rounded
			}
			c.judge(explain)
			c.Derived, c.Counted = t.Derived(row) || t.Metric.Counts(), once.at(*c)
		}
		compared.Cells = append(compared.Cells, cells)
	}
	compared.refuse()
	compared.Summary = summarise(compared)
	if compared.lines, compared.methods = r.lines(compared); len(compared.lines) > 0 {
		compared.Null, compared.Methods = nullOf(r.baseline(), compared), sidesOf(compared.lines)
	}
	return compared, nil
}

// refuse says why no number is judged.
func (t *Contrast) refuse() {
	generated := false
	for _, c := range t.numbers() {
		switch {
		case c.Verdict != None:
			return
		case c.Generated:
			generated = true
		case c.Reason != "":
			t.missing = c.Reason
		}
	}
	if t.Generated = generated; generated {
		t.Refused = "Its data is generated. " + say("stand-in", nil)
	} else if t.missing != "" {
		t.Refused = "None of its numbers is available: " + t.missing + "."
	}
}

// labelIn returns the printed name of the method of a table's column.
func (r rerun) labelIn(t printed.Table) func(column string) string {
	return func(column string) string { return r.study.Label(r.links.Means(t, column)) }
}

func (c *Reproduction) judge(explain explainer) {
	if c.Reason != "" {
		return
	}
	c.Difference = c.Mean() - c.InPrint.Centre
	if c.Verdict = judge(c.InPrint, c.Number); c.Verdict == Differs {
		p := explain.proposal(c.Place, c.InPrint.Centre, c.Number)
		c.Explanation, c.Misprint = p.text, p.misprint
	}
}
