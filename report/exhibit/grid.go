package exhibit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Grid is the kind of a table with a row for each level or data set and a column for
// each method.
var Grid = Kind{"grid", "has a row for each level or data set and a column for each method", func() decoder { return &gridTable{} }}

// A gridTable is a table of that kind.
type gridTable struct {
	declared
	*grid

	Part        part                    `yaml:",inline"`
	Layout      layout                  `yaml:",inline"`
	Columns     strictyaml.List[column] `yaml:"columns" doc:"Columns: methods; the best method of another table; the width of the kernel." example:"[p=1, p=2]" required:"yes"`
	Average     bool                    `yaml:"average" doc:"Adds a row of averages." default:"false" example:"true"`
	Draw        bool                    `yaml:"chart" doc:"Also draws the table as a chart over the levels." default:"false" example:"true"`
	Contrast    contrast                `yaml:",inline"`
	Sensitivity string                  `yaml:"sensitivity" doc:"Number of a table of kind sensitivity: rows whose methods differ by less than the settings of the optimiser make of one method are marked." example:"S.1"`
}

var (
	_ Charted = (*gridTable)(nil)
	_ Reader  = (*gridTable)(nil)
)

func (t *gridTable) resolve() (err error) {
	if t.grid, err = t.Part.grid(t.scope, t.block); err != nil {
		return err
	}
	t.corner = t.Layout.Corner
	if len(t.Columns) == 0 {
		return t.block.Fault("table %s has no columns", t.head.Number)
	}
	t.Columns = t.members(t.Columns)
	if err := t.checkColumns(t.Columns, t.grid); err != nil {
		return err
	}
	if t.Draw && !t.byLevel {
		return t.block.At("chart").Fault("table %s has no levels to draw a chart over", t.head.Number)
	}
	var lines []string
	for _, c := range t.Columns {
		if c.Method != "" {
			lines = append(lines, c.Method)
		}
	}
	if err := t.Contrast.check(lines, t.block); err != nil {
		return err
	}
	return t.setDigits(&t.Layout, t.measure)
}

// Check refuses columns that refer to what is no grid, or to each other in a circle.
func (t *gridTable) Check() error {
	for _, c := range t.Columns {
		if c.BestOf == "" {
			continue
		}
		of, _, err := t.bestOf(c)
		if err != nil {
			return c.at.Fault("%w", err)
		}
		if of.leadsTo(t, map[*gridTable]bool{}) {
			return c.at.Fault("best of table %s, which is itself chosen by table %s", c.BestOf, t.head.Number)
		}
	}
	if of := t.scope.Table(t.Sensitivity); of != nil {
		if _, ok := of.(*sensitivityTable); !ok {
			return t.block.At("sensitivity").Fault("table %s is held against table %s, which is not of kind %s", t.head.Number, t.Sensitivity, Sensitivity.Name)
		}
	}
	return nil
}

// leadsTo reports whether the best-of columns of a table lead to another.
func (t *gridTable) leadsTo(to *gridTable, seen map[*gridTable]bool) bool {
	if t == to {
		return true
	}
	seen[t] = true
	for _, c := range t.Columns {
		if of, ok := t.scope.Table(c.BestOf).(*gridTable); ok && !seen[of] && of.leadsTo(to, seen) {
			return true
		}
	}
	return false
}

// Build makes the table.
func (t *gridTable) Build(src Source) *table.Table {
	lower := t.measure.LowerIsBetter
	built := t.table(src, t.Data(), t.Corner(), t.measure.Title, *t.Layout.Decimals)
	for _, r := range t.rows {
		built.Rows = append(built.Rows, table.Row{Heading: t.heading(src, r)})
	}
	if t.Average {
		built.Rows = append(built.Rows, table.Row{Heading: "Average", Summary: true})
	}
	var marked unsettled
	results := make([][]Value, len(built.Rows)) // behind the cells
	for _, c := range t.Columns {
		if c.Parameter != "" {
			t.parameter(built)
			continue
		}
		method := c.Method
		if c.BestOf != "" {
			winner, state := t.winner(src, c)
			if state != table.Filled {
				t.askForCandidates(src, c)
				t.unknownBest(built, c, state)
				continue
			}
			method = winner
			built.Notes = append(built.Notes, t.explainBest(c, winner))
		}
		built.Columns = append(built.Columns, t.columnHeading(built.Columns, c, method))
		values := t.column(src, method)
		if t.Average {
			values = append(values, Average(values))
		}
		for i, v := range values {
			cell := v.cell()
			if v.Stored {
				marked.mark(&cell, v)
			}
			// What went before without a result, such as a width, is empty.
			results[i] = append(results[i], make([]Value, len(built.Rows[i].Cells)-len(results[i]))...)
			results[i] = append(results[i], v)
			built.Rows[i].Cells = append(built.Rows[i].Cells, cell)
		}
	}
	rows := make([][]table.Cell, len(built.Rows))
	for i := range built.Rows {
		rows[i] = built.Rows[i].Cells
		bold(rows[i], built.Decimals, lower)
	}
	built.Notes = append(built.Notes, leadingGroups(rows, results, t.measure, built.Decimals, "row")...)
	built.Notes = append(built.Notes, marked.note()...)
	built.Notes = append(built.Notes, t.markSensitive(src, built)...)
	return built
}

// askForCandidates asks for every method that the column may come to show: which is
// best is known only once all of the other table is.
func (t *gridTable) askForCandidates(src Source, c column) {
	_, candidates, err := t.bestOf(c)
	if err != nil {
		return // Check has refused it
	}
	for _, m := range candidates {
		t.column(src, m)
	}
}

// parameter adds the column of kernel widths.
func (t *gridTable) parameter(built *table.Table) {
	built.Columns = append(built.Columns, "σ")
	for i := range built.Rows {
		c := table.Cell{State: table.Blank}
		if i < len(t.rows) {
			c = exactly(sigmaOn(t.grid, t.rows[i]))
		}
		built.Rows[i].Cells = append(built.Rows[i].Cells, c)
	}
}

// exactly is a cell that prints a number with all its digits.
func exactly(v float64) table.Cell {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return table.Cell{Value: v, Decimals: len(decimals), DecimalsSet: true}
}

// columnHeading is the label of a column's method. A best-of column says so where its
// winner has another column too: no two columns of a table are headed alike.
func (t *gridTable) columnHeading(taken []string, c column, method string) string {
	label := t.scope.Label(method)
	own := func(o column) bool { return o.Method == method }
	if c.BestOf != "" && (slices.ContainsFunc(t.Columns, own) || slices.Contains(taken, label)) {
		label += ", " + t.bestOfTitle(c)
	}
	return label
}

// bestOfTitle words a best-of column, with its candidates where another column is
// the best of the same table.
func (t *gridTable) bestOfTitle(c column) string {
	text, others := "best of "+c.BestOf, 0
	for _, o := range t.Columns {
		if o.BestOf == c.BestOf {
			others++
		}
	}
	if others > 1 && len(c.Among) > 0 {
		text += " among " + strings.Join(c.Among, ", ")
	}
	return text
}

// unknownBest adds the column of a winner that cannot be named.
func (t *gridTable) unknownBest(built *table.Table, c column, state table.State) {
	reason := "known once Table " + c.BestOf + " is complete"
	if state == table.Failed {
		reason = "not known: a cell of Table " + c.BestOf + " failed"
	}
	built.Columns = append(built.Columns, t.bestOfTitle(c))
	for i := range built.Rows {
		built.Rows[i].Cells = append(built.Rows[i].Cells, table.Cell{State: state, Reason: reason})
	}
}

func (t *gridTable) explainBest(c column, winner string) string {
	among := "all its methods"
	if len(c.Among) > 0 {
		among = strings.Join(words.Each(c.Among, t.scope.Label), ", ")
	}
	return fmt.Sprintf("%s has the best average of Table %s among %s.", t.scope.Label(winner), c.BestOf, among)
}

// shown are the methods behind the columns, the winner for a best-of column; empty for
// a column that is no method, or not yet known which.
func (t *gridTable) shown(src Source) []string {
	methods := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		methods[i] = c.Method
		if c.BestOf == "" {
			continue
		}
		if winner, state := t.winner(src, c); state == table.Filled {
			methods[i] = winner
		}
	}
	return methods
}

// Chart draws the table as lines with intervals, one line for each method, and on
// real data the numbers that the table has in print as points in the colour of their
// method's line. Where our best method of another table is not the one in print, its
// line has no such points.
func (t *gridTable) Chart(src Source) (figures.Figure, bool) {
	if !t.Draw {
		return nil, false
	}
	chart := figures.Chart{XLabel: t.axis().Title, YLabel: axisTitle(t.measure), Notes: dataNote(src, t.Data())}
	x := t.levels()
	if crowded(x) {
		chart.Categories, x = t.Rows(), places(len(x))
		chart.Notes = append(chart.Notes, "Levels stand at equal distances")
	}
	var names []string
	var curves []curve
	for i, method := range t.shown(src) {
		if method == "" {
			continue
		}
		name := t.columnHeading(names, t.Columns[i], method)
		names = append(names, name)
		values := t.column(src, method)
		s := line(name, x, values, *t.Layout.Decimals)
		addCounterparts(&s, src, t, t.levels(), method, *t.Layout.Decimals)
		curves = append(curves, curve{method, s, values})
	}
	noteCounterparts(&chart, src, curves)
	return t.Contrast.draw(chart, curves, t.measure), true
}

// crowded reports whether some levels are so near to each other that what belongs to one
// cannot be told from what belongs to the next.
func crowded(levels []float64) bool {
	const least = 1.0 / 40 // of their range
	gap := math.Inf(1)
	for i := range levels[1:] {
		gap = min(gap, math.Abs(levels[i+1]-levels[i]))
	}
	return gap < least*(slices.Max(levels)-slices.Min(levels))
}

// places are those of categories.
func places(n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = float64(i)
	}
	return x
}

// noteCounterparts says what the points beside the lines of a chart are.
func noteCounterparts(chart *figures.Chart, src Source, curves []curve) {
	if slices.ContainsFunc(curves, func(c curve) bool { return c.series.Counterparts != nil }) {
		chart.Notes = append(chart.Notes, "Small circles: printed in "+src.Printed().Source)
	}
}

// addCounterparts adds the numbers that a table has in print in a column at the levels of a
// series, with the verdicts on them; none on data that is not the publication's.
func addCounterparts(s *figures.Series, src Source, t Table, levels []float64, column string, decimals int) {
	printed := src.Printed()
	if printed.Value == nil || Origin(src, t.Data()) != string(dataset.Real) {
		return
	}
	numbers := make([]float64, len(levels))
	found := false
	for i, level := range levels {
		v, ok := printed.Value(t.Head().Number, level, column)
		if numbers[i] = v; !ok {
			numbers[i] = math.NaN()
			continue
		}
		found = true
		s.Texts[i] += "\nin print " + table.Format(table.Cell{Value: v}, decimals).Text
		if printed.Verdict != nil {
			s.Texts[i] += printed.Verdict(t.Head().Number, level, column)
		}
	}
	if found {
		s.Counterparts = numbers
	}
}

// nothingYet stands in place of a figure while no value of it is there.
var nothingYet = figures.Placeholder{Text: "None of the numbers of this figure is computed yet."}

// orPlaceholder is the chart, or what takes its place while no value of it is there.
func orPlaceholder(chart figures.Chart) figures.Figure {
	for _, s := range chart.Series {
		if slices.ContainsFunc(s.Y, func(y float64) bool { return !math.IsNaN(y) }) {
			return chart
		}
	}
	return nothingYet
}

// line is the series of values over x, told with some decimals. Missing and failed values
// break it.
func line(name string, x []float64, values []Value, decimals int) figures.Series {
	s := figures.Series{Name: name, X: x}
	for _, v := range values {
		mean, half := math.NaN(), math.NaN()
		if v.State == table.Filled {
			mean, half = v.Sample().Interval()
		}
		s.Y = append(s.Y, mean)
		s.Low = append(s.Low, mean-half)
		s.High = append(s.High, mean+half)
		s.Texts = append(s.Texts, table.Format(v.cell(), decimals).String())
	}
	return s
}
