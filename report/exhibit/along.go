package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Along is the kind of a table with a row for each value of an axis of an experiment, and
// columns that stand for values of its other axes, all by one method. The label of a
// column is what a publication calls it.
var Along = Kind{"along", "has a row for each value of an axis, and columns that stand for values of other axes", func() decoder { return &alongTable{} }}

type alongTable struct {
	declared

	Part    part                             `yaml:",inline"`
	Axis    string                           `yaml:"along" doc:"Axis of the experiment whose values are the rows." example:"components" required:"yes"`
	Method  string                           `yaml:"method" doc:"The method of all numbers." example:"p=2" required:"yes"`
	Columns strictyaml.List[strictyaml.Node] `yaml:"columns" doc:"Columns, each with a label and with values of other axes." example:"[{label: plain, kernel: none}]" required:"yes"`
	Layout  layout                           `yaml:",inline"`
	Real    strictyaml.List[string]          `yaml:"real-only" doc:"Values of the axis that are left out on generated data." example:"[2]"`
	Printed string                           `yaml:"printed" doc:"Number of a table in print of single draws: a note counts how many of its numbers lie where one more draw of ours would." example:"\"2.5\""`
	Plain   bool                             `yaml:"plain" doc:"Leaves out the marks of the best columns of a row, for columns that do not compete." default:"false" example:"true"`
	Draw    bool                             `yaml:"chart" doc:"Also draws the table as a chart along the axis." default:"false" example:"true"`

	axis    experiment.Axis
	columns []alongColumn
}

type alongColumn struct {
	label string
	*grid
}

// An alongHead is what an entry of columns says beside values of axes.
type alongHead struct {
	Label string `yaml:"label" doc:"Heading of the column." example:"plain" required:"yes"`
}

var (
	_ Charted = (*alongTable)(nil)
	_ Reader  = (*alongTable)(nil)
)

// Describe says what the entries of columns are.
func (alongTable) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", alongHead{})
	entry.Others = &strictyaml.Shape{}
	return map[string]strictyaml.Shape{"columns": entry}
}

func (t *alongTable) resolve() error {
	for _, n := range t.Columns {
		if err := t.addColumn(n.In(t.block)); err != nil {
			return err
		}
	}
	if len(t.columns) == 0 {
		return t.block.Fault("table %s has no columns", t.head.Number)
	}
	for i, text := range t.Real {
		v, err := t.axis.Find(text)
		if err != nil {
			return t.block.At("real-only").Index(i).Fault("table %s: %w", t.head.Number, err)
		}
		t.Real[i] = v.Text
	}
	if t.Printed != "" {
		if err := t.scope.InPrint(t.Printed); err != nil {
			return t.block.At("printed").Fault("%w", err)
		}
	}
	first := t.columns[0]
	if err := t.methodOf(t.Method, first.Experiment, t.block.At("method")); err != nil {
		return err
	}
	return t.setDigits(&t.Layout, first.measure)
}

// addColumn reads an entry of columns.
func (t *alongTable) addColumn(n strictyaml.Node) error {
	var written alongHead
	if err := n.Only("label").Decode(&written); err != nil {
		return err
	}
	if strings.TrimSpace(written.Label) == "" {
		return n.Fault("a column needs a label")
	}
	for _, c := range t.columns {
		if c.label == written.Label {
			return n.At("label").Fault("column %s stands twice", c.label)
		}
	}
	g, err := t.Part.grid(t.scope, t.block)
	if err != nil {
		return err
	}
	var ok bool
	if t.axis, ok = g.Experiment.Axis(t.Axis); !ok || t.axis.Open {
		return t.block.At("along").Fault("experiment %s does not vary %s; it varies %s", g.Experiment.Name, t.Axis, words.Enumerate(varied(g.Experiment)))
	}
	p := t.Part
	p.fixed = experiment.Point{}
	for _, pair := range n.Without("label").Pairs() {
		if err := g.fix(pair); err != nil {
			return err
		}
		p.fixed[pair.Name()] = g.fixed[pair.Name()]
	}
	if g, err = p.of(g.Experiment, t.scope, t.block); err != nil {
		return err
	}
	if _, fixed := g.fixed[t.Axis]; fixed || len(g.rows) != 1 {
		return n.Fault("table %s runs along %s: a column names one data set, one level and no %[2]s", t.head.Number, t.Axis)
	}
	t.columns = append(t.columns, alongColumn{written.Label, g})
	return nil
}

// value is that of a column at a value of the axis.
func (t *alongTable) value(src Source, c alongColumn, v experiment.Value) Value {
	g := *c.grid
	g.fixed = g.fixed.With(t.Axis, v.Text)
	return g.at(src, g.rows[0], t.Method)
}

// values are those of the axis that have a row on the data there is.
func (t *alongTable) values(src Source) []experiment.Value {
	generated := slices.ContainsFunc(t.Data(), func(d string) bool { return src.Origin(d) != dataset.Real })
	return slices.DeleteFunc(slices.Clone(t.axis.Values), func(v experiment.Value) bool { return generated && slices.Contains(t.Real, v.Text) })
}

// Data lists the data sets behind the table.
func (t *alongTable) Data() []string {
	var data []string
	for _, c := range t.columns {
		data = appendNew(data, c.grid.Data()...)
	}
	return data
}

// Build makes the table.
func (t *alongTable) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), t.Corner(), t.Measure().Title, *t.Layout.Decimals)
	for _, c := range t.columns {
		built.Columns = append(built.Columns, c.label)
	}
	lower := t.Measure().LowerIsBetter
	var marked unsettled
	var cells [][]table.Cell
	var results [][]Value
	for _, v := range t.values(src) {
		row := table.Row{Heading: v.Label}
		var values []Value
		for _, c := range t.columns {
			value := t.value(src, c, v)
			cell := value.cell()
			marked.mark(&cell, value)
			row.Cells, values = append(row.Cells, cell), append(values, value)
		}
		if !t.Plain {
			bold(row.Cells, built.Decimals, lower)
		}
		built.Rows, cells, results = append(built.Rows, row), append(cells, row.Cells), append(results, values)
	}
	if !t.Plain {
		built.Notes = leadingGroups(cells, results, lower, "row")
	}
	built.Notes = append(built.Notes, marked.note()...)
	if note := t.heldAgainstPrint(src); note != "" {
		built.Notes = append(built.Notes, note)
	}
	return built
}

// heldAgainstPrint counts the numbers in print that our draws bear out, as another way to
// compute a table may bear out more of them; empty where nothing can be held against them.
func (t *alongTable) heldAgainstPrint(src Source) string {
	inPrint, within := 0, 0
	for _, v := range t.values(src) {
		for _, c := range t.columns {
			ours := t.value(src, c, v)
			if printed, ok := t.inPrint(src, v, c.label); ok && ours.State == table.Filled {
				inPrint++
				if math.Abs(ours.Mean()-printed) <= statistics.Prediction(ours.Draws)+roundedInPrint {
					within++
				}
			}
		}
	}
	if inPrint == 0 {
		return ""
	}
	return fmt.Sprintf("Of the %d numbers of Table %s in %s that are single draws, %d lie where one more draw of ours would fall 95 times in 100.",
		inPrint, t.Printed, src.Printed().Source, within)
}

// roundedInPrint is by how much the digits in print may differ from the number.
const roundedInPrint = 0.005

// inPrint is the number in print at a value of the axis; none on generated data.
func (t *alongTable) inPrint(src Source, v experiment.Value, column string) (float64, bool) {
	at := src.Printed().At
	if t.Printed == "" || at == nil || Origin(src, t.Data()) != string(dataset.Real) {
		return 0, false
	}
	return at(t.Printed, "", v.Number, column)
}

// Chart draws the table as a chart of its own, where one is wanted.
func (t *alongTable) Chart(src Source) (figures.Figure, bool) {
	if !t.Draw {
		return nil, false
	}
	return orPlaceholder(t.chart(src)), true
}

// chart draws the columns as lines along the axis, with the numbers in print beside them.
func (t *alongTable) chart(src Source) figures.Chart {
	chart := figures.Chart{XLabel: t.axis.Title, YLabel: axisTitle(t.Measure()), Notes: dataNote(src, t.Data())}
	var x []float64
	for _, v := range t.values(src) {
		x = append(x, v.Number)
	}
	for _, c := range t.columns {
		var values []Value
		for _, v := range t.values(src) {
			values = append(values, t.value(src, c, v))
		}
		s := line(c.label, x, values)
		s.Counterparts = counterparts(src, t, x, c.label)
		chart.Series = append(chart.Series, s)
	}
	noteCounterparts(&chart, src)
	return chart
}

// Measure says what the numbers are.
func (t *alongTable) Measure() experiment.Measure { return t.columns[0].measure }

// Corner heads the values of the axis.
func (t *alongTable) Corner() string { return cmp.Or(t.Layout.Corner, t.axis.Title) }

// Rows are the values of the axis.
func (t *alongTable) Rows() []string {
	var rows []string
	for _, v := range t.axis.Values {
		rows = append(rows, v.Text)
	}
	return rows
}

// RowTitle is the label of a value.
func (t *alongTable) RowTitle(row string) string {
	if v, err := t.axis.Find(row); err == nil {
		return v.Label
	}
	return row
}

// ColumnTitle is the label itself.
func (t *alongTable) ColumnTitle(column string) string { return column }

// Read is the number of a column, by its label, at a value of the axis.
func (t *alongTable) Read(src Source, row, column string) Value {
	v, err := t.axis.Find(row)
	if err != nil {
		return Absent("%v", err)
	}
	for _, c := range t.columns {
		if c.label == column {
			return t.value(src, c, v)
		}
	}
	return Absent("the study has no column %q here", column)
}
