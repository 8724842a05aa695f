package exhibit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Cross is the kind of a table whose rows run along axes of an experiment: stages,
// contrasts, numbers of components. The columns run along another axis, or are measures,
// or have labels and stand for values of other axes; a publication calls those by their
// label. An experiment with methods shows one of them.
//
// What a text says of the numbers can stand with it as a claim: that some columns are
// better than others. The notes say whether it holds.
var Cross = Kind{"cross", "has rows along axes of an experiment; its columns run along another axis, have labels and stand for values of axes, or are measures", func() decoder { return &crossTable{} }}

type crossTable struct {
	declared
	*grid

	Part     part                               `yaml:",inline"`
	Method   string                             `yaml:"method" doc:"The method of all numbers, for an experiment that has methods." example:"p=2"`
	Layout   layout                             `yaml:",inline"`
	Along    strictyaml.List[string]            `yaml:"rows" doc:"Axes that the rows run along, the last one fastest." default:"data" example:"[mixing, contrast]"`
	Across   strictyaml.List[strictyaml.Node]   `yaml:"columns" doc:"Axis that the columns run along, or columns, each with a label and with values of axes; without it they are measures." example:"[{label: plain, kernel: none}]"`
	Measures strictyaml.List[string]            `yaml:"measures" doc:"Measures, a column each, where there are no other columns; all unless named." example:"[sir, amari]"`
	Values   map[string]strictyaml.List[string] `yaml:"values" doc:"Values of the axes of rows and columns that are shown; all of an axis unless named." example:"{stage: [whitened, separated]}"`
	Real     strictyaml.List[string]            `yaml:"real-only" doc:"Values of the first axis of the rows that are left out on generated data." example:"[2]"`
	Printed  string                             `yaml:"printed" doc:"Number of a table in print of single draws: a note counts how many of its numbers lie where one more draw of ours would." example:"\"2.5\""`
	Plain    bool                               `yaml:"plain" doc:"Leaves out the marks of the best columns of a row, for columns that do not compete." default:"false" example:"true"`
	Draw     bool                               `yaml:"chart" doc:"Also draws the table as a chart along the axis of its rows." default:"false" example:"true"`
	Contrast contrast                           `yaml:",inline"`
	Claims   strictyaml.List[statement]         `yaml:"claims" doc:"What the text says of the numbers: the notes say whether it holds."`

	axes    []experiment.Axis // of the rows, with the values that are shown
	across  string            // the axis of the columns, empty for none
	columns []crossColumn
	all     []crossRow
	data    []string
}

// A crossColumn is a value of an axis, a measure, or what an entry of columns says.
type crossColumn struct {
	name, label string // in claims, and above the column
	point       experiment.Point
	measure     experiment.Measure
}

// A crossRow has a value of each axis of the rows.
type crossRow struct {
	values []experiment.Value
	point  experiment.Point
}

// A crossHead is what an entry of columns says beside values of axes.
type crossHead struct {
	Label string `yaml:"label" doc:"Heading of the column." example:"plain" required:"yes"`
}

var (
	_ Charted = (*crossTable)(nil)
	_ Reader  = (*crossTable)(nil)
)

// Describe says what the entries of columns are.
func (crossTable) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", crossHead{})
	entry.Scalar, entry.Others = strictyaml.Text, &strictyaml.Shape{}
	return map[string]strictyaml.Shape{"columns": entry}
}

func (t *crossTable) resolve() (err error) {
	if t.grid, err = t.Part.grid(t.scope, t.block); err != nil {
		return err
	}
	if len(t.Along) == 0 {
		t.Along = strictyaml.List[string]{experiment.Data}
	}
	t.all = []crossRow{{}}
	for i, name := range t.Along {
		axis, err := t.axisOf(name, t.block.At("rows").Index(i))
		if err != nil {
			return err
		}
		t.axes = append(t.axes, axis)
		var product []crossRow
		for _, r := range t.all {
			for _, v := range axis.Values {
				product = append(product, crossRow{append(slices.Clone(r.values), v), r.point.With(name, v.Text)})
			}
		}
		t.all = product
	}
	if err := t.resolveColumns(); err != nil {
		return err
	}
	return t.check()
}

// axisOf is an axis of rows or columns, with the values that are shown.
func (t *crossTable) axisOf(name string, at strictyaml.Node) (experiment.Axis, error) {
	axis, ok := t.Experiment.Axis(name)
	if !ok || axis.Open {
		return axis, at.Fault("experiment %s does not vary %s; it varies %s", t.Experiment.Name, name, words.Enumerate(varied(t.Experiment)))
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
	if len(t.Across) == 0 {
		if len(t.Measures) == 0 {
			t.Measures = words.Each(t.Experiment.Measures(), func(m experiment.Measure) string { return m.Name })
		}
		for i, name := range t.Measures {
			m, err := experiment.MeasureOf(t.Experiment, name)
			if err != nil {
				return t.block.At("measures").Index(i).Fault("experiment %s: %w", t.Experiment.Name, err)
			}
			t.columns = append(t.columns, crossColumn{name: m.Name, label: axisTitle(m), measure: m})
		}
		return nil
	}
	if len(t.Measures) > 0 {
		return t.block.At("measures").Fault("table %s has columns: give one measure, by measure", t.head.Number)
	}
	for _, n := range t.Across {
		if err := t.addColumns(n.In(t.block)); err != nil {
			return err
		}
	}
	return nil
}

// addColumns reads an axis with a column for each of its values, or a column with a label.
func (t *crossTable) addColumns(n strictyaml.Node) error {
	if !n.IsMapping() {
		if len(t.Across) > 1 {
			return n.Fault("table %s has columns along one axis, or columns that are mappings with a label", t.head.Number)
		}
		t.across = n.Text()
		if slices.Contains(t.Along, t.across) {
			return n.Fault("table %s has rows along %s: the columns run along another axis", t.head.Number, t.across)
		}
		axis, err := t.axisOf(t.across, n)
		for _, v := range axis.Values {
			t.columns = append(t.columns, crossColumn{v.Text, v.Label, experiment.Point{t.across: v.Text}, t.measure})
		}
		return err
	}
	var head crossHead
	points, err := decodeEntry(n, &head, t.Experiment, "label")
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(head.Label) == "":
		return n.Fault("a column needs a label")
	case len(points) > 1:
		return n.Fault("column %s has several values of an axis: give one", head.Label)
	case slices.ContainsFunc(t.columns, func(c crossColumn) bool { return c.name == head.Label }):
		return n.At("label").Fault("column %s stands twice", head.Label)
	}
	for axis := range points[0] {
		if slices.Contains(t.Along, axis) {
			return n.At(axis).Fault("table %s has rows along %s: its columns have no value of it", t.head.Number, axis)
		}
	}
	t.columns = append(t.columns, crossColumn{head.Label, head.Label, points[0], t.measure})
	return nil
}

// check refuses what does not fit rows and columns.
func (t *crossTable) check() error {
	for _, r := range t.all {
		for _, c := range t.columns {
			p, err := t.point(r, c)
			if err != nil {
				return t.block.Fault("table %s: %w", t.head.Number, err)
			}
			t.data = words.AppendNew(t.data, p[experiment.Data])
		}
	}
	for _, pair := range t.block.Field("values").Pairs() {
		if !slices.Contains(t.Along, pair.Name()) && pair.Name() != t.across {
			return pair.Key.Fault("values are for the axes of rows and columns: fix %s by at", pair.Name())
		}
	}
	for i, text := range t.Real {
		v, err := t.axes[0].Find(text)
		if err != nil {
			return t.block.At("real-only").Index(i).Fault("table %s: %w", t.head.Number, err)
		}
		t.Real[i] = v.Text
	}
	for i, s := range t.Claims {
		if err := t.checkClaim(s, t.block.At("claims").Index(i)); err != nil {
			return err
		}
	}
	if t.Printed != "" {
		if err := t.scope.InPrint(t.Printed); err != nil {
			return t.block.At("printed").Fault("%w", err)
		}
	}
	if t.Draw && !t.curved() {
		return t.block.At("chart").Fault("table %s has no chart: it needs rows along one axis, and columns that are no measures", t.head.Number)
	}
	lines := words.Each(t.columns, func(c crossColumn) string { return c.name })
	if err := cmp.Or(t.Contrast.check(lines, t.block), t.oneMethod(t.Method, t.Experiment)); err != nil {
		return err
	}
	return t.setDigits(&t.Layout, t.columns[0].measure)
}

// curved tells that the columns are curves along the axis of the rows.
func (t *crossTable) curved() bool { return len(t.Along) == 1 && len(t.Across) > 0 }

// point is that of a cell.
func (t *crossTable) point(r crossRow, c crossColumn) (experiment.Point, error) {
	p := maps.Clone(r.point)
	maps.Copy(p, c.point)
	if t.Method != "" {
		p[experiment.Method] = t.Method
	}
	return t.place(p)
}

func (t *crossTable) cell(src Source, r crossRow, c crossColumn) Value {
	p, err := t.point(r, c)
	var m method.Method
	if t.Method != "" && err == nil {
		m, err = t.scope.Method(t.Method)
	}
	if err != nil {
		return Absent("%v", err)
	}
	return get(src, Query{Experiment: t.Experiment, Point: p, Method: m, Measure: c.measure.Name})
}

// rowsOn are the rows on the data there is.
func (t *crossTable) rowsOn(src Source) []crossRow {
	generated := slices.ContainsFunc(t.Data(), func(d string) bool { return src.Origin(d) != dataset.Real })
	return slices.DeleteFunc(slices.Clone(t.all), func(r crossRow) bool { return generated && slices.Contains(t.Real, r.values[0].Text) })
}

// Data lists the data sets behind the table.
func (t *crossTable) Data() []string { return t.data }

// title heads a column.
func (t *crossTable) title(src Source, c crossColumn) string {
	if t.across == experiment.Data {
		return src.Title(c.name)
	}
	if t.across == experiment.Method {
		return t.scope.Label(c.name)
	}
	return c.label
}

// rowTitle heads a row, in Unicode and with its formulas in TeX.
func (t *crossTable) rowTitle(src Source, r crossRow) (label, tex string) {
	var labels, formulas []string
	for i, v := range r.values {
		if t.Along[i] == experiment.Data {
			v.Label = src.Title(v.Text)
		}
		if t.Along[i] == experiment.Method {
			v.Label = t.scope.Label(v.Text)
		}
		labels, formulas = append(labels, v.Label), append(formulas, cmp.Or(v.TeX, v.Label))
	}
	return strings.Join(labels, ", "), strings.Join(formulas, ", ")
}

// Build makes the table. Every row has its best number in bold, unless its columns are
// measures, whose definitions are notes.
func (t *crossTable) Build(src Source) *table.Table {
	compete, metric := len(t.Across) > 0, ""
	if compete {
		metric = t.measure.Title
	}
	built := t.table(src, t.Data(), t.Corner(), metric, *t.Layout.Decimals)
	for _, c := range t.columns {
		built.Columns = append(built.Columns, t.title(src, c))
		if !compete {
			built.Notes = append(built.Notes, axisTitle(c.measure)+": "+c.measure.Definition+".")
		}
	}
	var marked unsettled
	var rows [][]table.Cell
	var results [][]Value
	for _, r := range t.rowsOn(src) {
		var row []table.Cell
		var values []Value
		for _, c := range t.columns {
			v := t.cell(src, r, c)
			cell := v.cell()
			marked.mark(&cell, v)
			if !compete && t.block.Field("decimals").IsZero() {
				cell.Decimals, cell.DecimalsSet = c.measure.Decimals, true
			}
			if c.measure.Write != nil && cell.State == table.Filled {
				cell.Text = c.measure.Write(cell.Value)
			}
			row, values = append(row, cell), append(values, v)
		}
		if compete && !t.Plain {
			bold(row, built.Decimals, t.measure.LowerIsBetter)
		}
		rows, results = append(rows, row), append(results, values)
		heading, tex := t.rowTitle(src, r)
		built.Rows = append(built.Rows, table.Row{Heading: heading, TeX: tex, Cells: row})
	}
	if compete && !t.Plain {
		built.Notes = leadingGroups(rows, results, t.measure, built.Decimals, "row")
	}
	built.Notes = append(append(built.Notes, marked.note()...), t.heldAgainstPrint(src)...)
	for _, s := range t.Claims {
		built.Notes = append(built.Notes, t.judge(src, s))
	}
	return built
}

// Chart draws the table as a chart of its own, where one is wanted.
func (t *crossTable) Chart(src Source) (figures.Figure, bool) {
	if !t.Draw {
		return nil, false
	}
	return t.chart(src, false), true
}

// chart draws the columns as lines along the axis of the rows, with the numbers in print
// beside them.
func (t *crossTable) chart(src Source, logarithmic bool) figures.Figure {
	chart := figures.Chart{XLabel: t.axes[0].Title, XLog: logarithmic, YLabel: axisTitle(t.measure), Notes: dataNote(src, t.Data())}
	var x []float64
	for _, r := range t.rowsOn(src) {
		x = append(x, r.values[0].Number)
	}
	var curves []curve
	for _, c := range t.columns {
		var values []Value
		for _, r := range t.rowsOn(src) {
			values = append(values, t.cell(src, r, c))
		}
		s := line(t.title(src, c), x, values, *t.Layout.Decimals)
		addCounterparts(&s, src, t, x, c.name, *t.Layout.Decimals)
		curves = append(curves, curve{c.name, s, values})
	}
	noteCounterparts(&chart, src, curves)
	return t.Contrast.draw(chart, curves, t.measure)
}

// Corner heads the rows.
func (t *crossTable) Corner() string {
	return cmp.Or(t.Layout.Corner, strings.Join(words.Each(t.axes, func(a experiment.Axis) string { return a.Title }), ", "))
}

// Rows are the values of the axes of the rows.
func (t *crossTable) Rows() []string { return words.Each(t.all, t.rowName) }

func (t *crossTable) rowName(r crossRow) string {
	return strings.Join(words.Each(r.values, func(v experiment.Value) string { return v.Text }), ", ")
}

// find is the row of a label, of which a number may be written differently.
func (t *crossTable) find(label string) (crossRow, bool) {
	if len(t.axes) == 1 {
		if v, err := t.axes[0].Find(label); err == nil {
			label = v.Text
		}
	}
	i := slices.IndexFunc(t.all, func(r crossRow) bool { return t.rowName(r) == label })
	if i < 0 {
		return crossRow{}, false
	}
	return t.all[i], true
}

// RowTitle is the label of a value, of several axes the row itself.
func (t *crossTable) RowTitle(label string) string {
	if r, ok := t.find(label); ok && len(r.values) == 1 {
		return r.values[0].Label
	}
	return label
}

// ColumnTitle is the label of a value, or a measure.
func (t *crossTable) ColumnTitle(column string) string {
	for _, c := range t.columns {
		if c.name == column {
			return c.label
		}
	}
	return column
}

// Read is the value in a row and a column.
func (t *crossTable) Read(src Source, row, column string) Value {
	if r, ok := t.find(row); ok {
		for _, c := range t.columns {
			if c.name == column {
				return t.cell(src, r, c)
			}
		}
	}
	return Absent("the study has no such row and column in this table")
}
