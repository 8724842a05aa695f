package exhibit

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/publication/audit/claim"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Cross is the kind of a table whose rows and columns run along axes of an experiment
// that has no methods: stages, contrasts, mixing matrices. In place of an axis the columns
// may be measures.
//
// What a text says of the numbers can stand with it as a claim: that some columns are
// better than others. The notes say whether it holds.
var Cross = Kind{"cross", "has rows and columns along axes of an experiment that has no methods", func() decoder { return &crossTable{} }}

type crossTable struct {
	declared
	*grid

	Part     part                               `yaml:",inline"`
	Layout   layout                             `yaml:",inline"`
	Along    strictyaml.List[string]            `yaml:"rows" doc:"Axes that the rows run along, the last one fastest." example:"[mixing, contrast]" required:"yes"`
	Across   string                             `yaml:"columns" doc:"Axis that the columns run along; without it they are measures." example:"stage"`
	Measures strictyaml.List[string]            `yaml:"measures" doc:"Measures, a column each, where no axis is on the columns; all unless named." example:"[sir, amari]"`
	Values   map[string]strictyaml.List[string] `yaml:"values" doc:"Values of the axes of rows and columns that are shown; all of an axis unless named." example:"{stage: [whitened, separated]}"`
	Claims   strictyaml.List[statement]         `yaml:"claims" doc:"What the text says of the numbers: the notes say whether it holds."`

	axes    []experiment.Axis // of the rows, with the values that are shown
	columns []crossColumn
	points  []experiment.Point // of the rows
}

// A statement is a claim of the text about the table.
type statement struct {
	Text    string                  `yaml:"text" doc:"What the text says." example:"Whitening alone is not sufficient." required:"yes"`
	Columns strictyaml.List[string] `yaml:"columns" doc:"Columns that are better, by their values or measures." example:"separated" required:"yes"`
	Over    strictyaml.List[string] `yaml:"over" doc:"Columns that they are better than." example:"whitened" required:"yes"`
	Rows    strictyaml.List[string] `yaml:"rows" doc:"Rows in which they are, by their values, with a comma between those of several axes; all unless named." example:"\"three-signals, log-cosh\""`
}

// A crossColumn is a value of an axis, or a measure.
type crossColumn struct {
	name    string // in claims
	value   experiment.Value
	measure experiment.Measure
}

var (
	_ Table  = (*crossTable)(nil)
	_ Reader = (*crossTable)(nil)
)

func (t *crossTable) resolve() (err error) {
	if t.grid, err = t.Part.grid(t.scope, t.block); err != nil {
		return err
	}
	if len(t.Along) == 0 {
		return t.block.Fault("table %s has no rows: name axes of the experiment", t.head.Number)
	}
	t.points = []experiment.Point{t.fixed}
	for i, name := range t.Along {
		axis, err := t.axisOf(name, t.block.At("rows").Index(i))
		if err != nil {
			return err
		}
		t.axes = append(t.axes, axis)
		var product []experiment.Point
		for _, p := range t.points {
			for _, v := range axis.Values {
				product = append(product, p.With(name, v.Text))
			}
		}
		t.points = product
	}
	if err := t.resolveColumns(); err != nil {
		return err
	}
	for _, pair := range t.block.Field("values").Pairs() {
		if !slices.Contains(t.Along, pair.Name()) && pair.Name() != t.Across {
			return pair.Key.Fault("values are for the axes of rows and columns: fix %s by at", pair.Name())
		}
	}
	for i, s := range t.Claims {
		if err := t.checkClaim(s, t.block.At("claims").Index(i)); err != nil {
			return err
		}
	}
	return t.setDigits(&t.Layout, t.columns[0].measure)
}

// axisOf is an axis of rows or columns, with the values that are shown.
func (t *crossTable) axisOf(name string, at strictyaml.Node) (experiment.Axis, error) {
	axis, ok := t.Experiment.Axis(name)
	if !ok || axis.Open {
		return axis, at.Fault("experiment %s does not vary %s; it varies %s", t.Experiment.Name, name, strings.Join(varied(t.Experiment), ", "))
	}
	if _, fixed := t.fixed[name]; fixed {
		return axis, t.block.At("at").At(name).Fault("table %s runs along %s: at must not fix it", t.head.Number, name)
	}
	wanted := t.Values[name]
	if name == experiment.Data && len(wanted) == 0 {
		wanted = t.Part.Data
	}
	values, err := t.values(name, wanted, t.block.At("values").At(name))
	axis.Values = values
	return axis, err
}

func (t *crossTable) resolveColumns() error {
	if t.Across == "" {
		if len(t.Measures) == 0 {
			for _, m := range t.Experiment.Measures() {
				t.Measures = append(t.Measures, m.Name)
			}
		}
		for i, name := range t.Measures {
			m, err := experiment.MeasureOf(t.Experiment, name)
			if err != nil {
				return t.block.At("measures").Index(i).Fault("experiment %s: %w", t.Experiment.Name, err)
			}
			t.columns = append(t.columns, crossColumn{name: m.Name, measure: m})
		}
		return nil
	}
	if len(t.Measures) > 0 {
		return t.block.At("measures").Fault("table %s has columns along %s: give one measure, by measure", t.head.Number, t.Across)
	}
	if slices.Contains(t.Along, t.Across) {
		return t.block.At("columns").Fault("table %s has rows along %s: the columns run along another axis", t.head.Number, t.Across)
	}
	axis, err := t.axisOf(t.Across, t.block.At("columns"))
	for _, v := range axis.Values {
		t.columns = append(t.columns, crossColumn{v.Text, v, t.measure})
	}
	return err
}

func (t *crossTable) checkClaim(s statement, at strictyaml.Node) error {
	if strings.TrimSpace(s.Text) == "" || len(s.Columns) == 0 || len(s.Over) == 0 {
		return at.Fault("a claim needs text, columns and over: which columns are better than which")
	}
	if t.Across == "" {
		return at.Fault("table %s has measures as columns, and those do not compare", t.head.Number)
	}
	var columns []string
	for _, c := range t.columns {
		columns = append(columns, c.name)
	}
	for _, part := range []struct {
		key, what    string
		named, known []string
	}{{"columns", "column", s.Columns, columns}, {"over", "column", s.Over, columns}, {"rows", "row", s.Rows, t.Rows()}} {
		for i, name := range part.named {
			if !slices.Contains(part.known, name) {
				return at.At(part.key).Index(i).Fault("table %s has no %s %q; it has %s", t.head.Number, part.what, name, strings.Join(part.known, "; "))
			}
		}
	}
	return nil
}

// point is that of a cell.
func (t *crossTable) point(row experiment.Point, c crossColumn) experiment.Point {
	if t.Across != "" {
		row = row.With(t.Across, c.value.Text)
	}
	return t.Experiment.Complete(row)
}

func (t *crossTable) cell(src Source, row experiment.Point, c crossColumn) Value {
	return get(src, Query{Experiment: t.Experiment, Point: t.point(row, c), Measure: c.measure.Name})
}

// Data lists the data sets behind the table.
func (t *crossTable) Data() []string {
	var data []string
	for _, row := range t.points {
		for _, c := range t.columns {
			data = appendNew(data, t.point(row, c)[experiment.Data])
		}
	}
	return data
}

// heading is the title of a data set, else the label of a value.
func heading(src Source, axis string, v experiment.Value) string {
	if axis == experiment.Data {
		return src.Title(v.Text)
	}
	return words.Capitalise(v.Label)
}

// title heads a column.
func (t *crossTable) title(src Source, c crossColumn) string {
	if t.Across == "" {
		return axisTitle(c.measure)
	}
	return heading(src, t.Across, c.value)
}

// Build makes the table. Every row has its best number in bold.
func (t *crossTable) Build(src Source) *table.Table {
	var titles []string
	for _, c := range t.columns {
		titles = appendNew(titles, c.measure.Title)
	}
	built := t.table(src, t.Data(), t.Corner(), strings.Join(titles, ", "), *t.Layout.Decimals)
	for _, c := range t.columns {
		built.Columns = append(built.Columns, t.title(src, c))
	}
	var marked unsettled
	var rows [][]table.Cell
	var results [][]Value
	for _, p := range t.points {
		var row []table.Cell
		var values []Value
		for _, c := range t.columns {
			v := t.cell(src, p, c)
			cell := v.cell()
			marked.mark(&cell, v)
			if t.Across == "" && t.block.Field("decimals").IsZero() {
				cell.Decimals, cell.DecimalsSet = c.measure.Decimals, true
			}
			row, values = append(row, cell), append(values, v)
		}
		rows, results = append(rows, row), append(results, values)
		built.Rows = append(built.Rows, table.Row{Heading: t.rowTitle(src, p), Cells: row})
	}
	if t.Across != "" {
		for _, row := range rows {
			bold(row, built.Decimals, t.measure.LowerIsBetter)
		}
		built.Notes = leadingGroups(rows, results, t.measure.LowerIsBetter, "row")
	}
	built.Notes = append(built.Notes, marked.note()...)
	for _, s := range t.Claims {
		built.Notes = append(built.Notes, t.judge(src, s))
	}
	return built
}

// judge says whether a claim holds.
func (t *crossTable) judge(src Source, s statement) string {
	n := crossNumbers{t, src, map[[2]string]Value{}}
	c := claim.Claim{Rule: "beats", Table: t.head.Number}
	for _, p := range t.points {
		row := t.rowTitle(src, p)
		if len(s.Rows) == 0 || slices.Contains(s.Rows, t.rowName(p)) {
			c.Rows.Labels = append(c.Rows.Labels, row)
		}
		for _, column := range t.columns {
			n.values[[2]string{row, unslashed(t.title(src, column))}] = t.cell(src, p, column)
		}
	}
	for _, column := range t.columns {
		if slices.Contains(s.Columns, column.name) {
			c.Columns = append(c.Columns, unslashed(t.title(src, column)))
		}
		if slices.Contains(s.Over, column.name) {
			c.Over = append(c.Over, unslashed(t.title(src, column)))
		}
	}
	answer := c.Evaluate(n)
	verdict := map[claim.Outcome]string{claim.Holds: "It holds", claim.Fails: "It does not hold", claim.Undecided: "It is undecided"}[answer.Outcome]
	if why := answer.Why(2); why != "" {
		verdict += ": " + why
	}
	return fmt.Sprintf("The text says: “%s” %s.", s.Text, verdict)
}

// unslashed is a name without the slash that would part a table from a column in a claim.
func unslashed(name string) string { return strings.ReplaceAll(name, "/", "∕") }

// crossNumbers answers for the table to a claim, by the titles of rows and columns.
type crossNumbers struct {
	*crossTable
	src    Source
	values map[[2]string]Value
}

// Value is the number in a row and a column.
func (n crossNumbers) Value(_, row, column string) (claim.Quantity, bool) {
	v, ok := n.values[[2]string{row, column}]
	if !ok || v.State != table.Filled {
		return claim.Quantity{}, false
	}
	value := new(big.Rat).SetFloat64(v.Mean())
	return claim.Quantity{Value: value, Draws: v.Draws, Text: table.Format(table.Cell{Value: v.Mean()}, *n.Layout.Decimals).Text}, value != nil
}

// Rows are none: claims name theirs.
func (crossNumbers) Rows(string) []string { return nil }

// HigherIsBetter says in which direction the numbers get better.
func (n crossNumbers) HigherIsBetter(string) bool { return !n.measure.LowerIsBetter }

// Corner heads the rows.
func (t *crossTable) Corner() string {
	var titles []string
	for _, a := range t.axes {
		titles = append(titles, a.Title)
	}
	return cmp.Or(t.Layout.Corner, strings.Join(titles, ", "))
}

// Rows are the values of the axes of the rows.
func (t *crossTable) Rows() []string {
	var rows []string
	for _, p := range t.points {
		rows = append(rows, t.rowName(p))
	}
	return rows
}

func (t *crossTable) rowName(p experiment.Point) string {
	var values []string
	for _, name := range t.Along {
		values = append(values, p[name])
	}
	return strings.Join(values, ", ")
}

func (t *crossTable) rowTitle(src Source, p experiment.Point) string {
	var labels []string
	for _, a := range t.axes {
		i := slices.IndexFunc(a.Values, func(v experiment.Value) bool { return v.Text == p[a.Name] })
		labels = append(labels, heading(src, a.Name, a.Values[i]))
	}
	return strings.Join(labels, ", ")
}

// RowTitle is the row itself.
func (t *crossTable) RowTitle(row string) string { return row }

// ColumnTitle is the label of a value, or a measure.
func (t *crossTable) ColumnTitle(column string) string {
	for _, c := range t.columns {
		if c.name == column {
			return cmp.Or(c.value.Label, c.measure.Title)
		}
	}
	return column
}

// Read is the value in a row and a column.
func (t *crossTable) Read(src Source, row, column string) Value {
	for _, p := range t.points {
		for _, c := range t.columns {
			if c.name == column && t.rowName(p) == row {
				return t.cell(src, p, c)
			}
		}
	}
	return Absent("the study has no such row and column in this table")
}
