package exhibit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Projection is the kind of a table that lays an experiment's grid out in rows and columns.
//
// Rows run along axes of the experiment, along its levels or data sets unless said, or are
// methods. Columns are methods, run along another axis, or have labels and stand for values
// of axes; a publication calls those by their label. Without columns, the measures are
// columns, or, where the rows are methods, the average over levels and data sets is the one.
// What is neither in rows nor in columns is fixed.
//
// What a text says of the numbers can stand with it as a claim: that some columns are
// better than others. The notes say whether it holds.
var Projection = Kind{
	"table", "lays an experiment's grid out in rows and columns: levels, data sets, methods, other axes, measures",
	made[projection],
}

type projection struct {
	declared
	*grid

	Part        part                               `yaml:",inline"`
	Method      string                             `yaml:"method" doc:"The method of all numbers, where methods are neither rows nor columns." example:"p=2"`
	Layout      layout                             `yaml:",inline"`
	Along       strictyaml.List[string]            `yaml:"rows" doc:"Axes that the rows run along, the last one fastest: the levels, or the data sets where there are none, unless named. Or methods, a row each." example:"[mixing, contrast]"`
	Across      strictyaml.List[strictyaml.Node]   `yaml:"columns" doc:"Columns: methods, the best method of another table, the width of the kernel; or the axis that the columns run along; or columns with a label and values of axes. Without it they are measures." example:"[p=1, p=2]"`
	Heading     string                             `yaml:"heading" doc:"Heading of the one column of averages; the measure unless given." example:"Average"`
	Measures    strictyaml.List[string]            `yaml:"measures" doc:"Measures, a column each, where there are no other columns; all unless named." example:"[sir, amari]"`
	Values      map[string]strictyaml.List[string] `yaml:"values" doc:"Values of the axes of rows and columns that are shown; all of an axis unless named." example:"{stage: [whitened, separated]}"`
	Real        strictyaml.List[string]            `yaml:"real-only" doc:"Values of the first axis of the rows that are left out on generated data." example:"[2]"`
	Average     bool                               `yaml:"average" doc:"Adds a row of averages." default:"false" example:"true"`
	Printed     string                             `yaml:"printed" doc:"Number of a table in print of single draws: a note counts how many of its numbers lie where one more draw of ours would." example:"\"2.5\""`
	Plain       bool                               `yaml:"plain" doc:"Leaves out the marks of the best columns of a row, for columns that do not compete." default:"false" example:"true"`
	Draw        bool                               `yaml:"chart" doc:"Also draws the table as a chart along the axis of its rows." default:"false" example:"true"`
	Contrast    contrast                           `yaml:",inline"`
	Claims      strictyaml.List[statement]         `yaml:"claims" doc:"What the text says of the numbers: the notes say whether it holds."`
	Sensitivity string                             `yaml:"sensitivity" doc:"Number of a table of kind sensitivity: rows whose methods differ by less than the settings of the optimiser make of one method are marked." example:"S.1"`

	lines   []line // the rows
	columns []line
	data    []string
}

// A line is a row or a column.
type line struct {
	name    string // as claims and publications call it
	heading string // empty where the values are its heading
	values  []experiment.Value
	axes    []string // of the values
	point   experiment.Point
	measure experiment.Measure // of a column
	column                     // what is not known before there are results; zero for all else
}

// along adds a value of an axis to a line.
func (l line) along(axis string, v experiment.Value) line {
	l.name = strings.TrimPrefix(l.name+", "+v.Text, ", ")
	l.values, l.axes = append(slices.Clone(l.values), v), append(slices.Clone(l.axes), axis)
	l.point = l.point.With(axis, v.Text)
	return l
}

// of is the line of a method.
func (l line) of(method string) line {
	return l.along(experiment.Method, experiment.Value{Text: method, Label: method})
}

var (
	_ Charted   = (*projection)(nil)
	_ Sensitive = (*projection)(nil)
)

// Describe says what the entries of columns are.
func (projection) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", struct {
		Head   columnHead `yaml:",inline"`
		Column column     `yaml:",inline"`
	}{})
	entry.Scalar, entry.Others = strictyaml.Text, &strictyaml.Shape{}
	return map[string]strictyaml.Shape{"columns": entry}
}

// A columnHead is what an entry of columns says beside values of axes.
type columnHead struct {
	Label string `yaml:"label" doc:"Heading of the column." example:"plain"`
}

func (t *projection) resolve() (err error) {
	if t.grid, err = t.Part.grid(t.scope, t.block); err != nil {
		return err
	}
	t.corner = t.Layout.Corner
	if err := t.resolveRows(); err != nil {
		return err
	}
	if err := t.resolveColumns(); err != nil {
		return err
	}
	return t.check()
}

// averages tells that a column averages over what the rows do not name.
func (l line) averages() bool { return l.name == "" && l.heading != "" }

func (t *projection) resolveRows() error {
	if len(t.Along) == 0 {
		t.Along = strictyaml.List[string]{experiment.Data}
		if t.byLevel {
			t.Along[0] = experiment.Level
			if len(t.grid.Data()) > 1 {
				t.Along = strictyaml.List[string]{experiment.Data, experiment.Level}
			}
		}
	}
	if _, err := t.scope.Method(t.scope.Members(t.Along[0])[0]); err == nil && len(t.Across) == 0 {
		methods, err := t.methods(t.Along, "rows", t.Experiment)
		for _, m := range methods {
			t.lines = append(t.lines, line{}.of(m))
		}
		return err
	}
	t.lines = []line{{}}
	for i, name := range t.Along {
		axis, err := t.axisOf(name, t.block.At("rows").Index(i))
		if err != nil {
			return err
		}
		var product []line
		for _, l := range t.lines {
			for _, v := range axis.Values {
				product = append(product, l.along(name, v))
			}
		}
		t.lines = product
	}
	return nil
}

// axisOf is an axis of rows or columns, with the values that are shown.
func (t *projection) axisOf(name string, at strictyaml.Node) (experiment.Axis, error) {
	axis, ok := t.Experiment.Axis(name)
	if !ok || axis.Open {
		return axis, at.Fault("experiment %s does not vary %s; it varies %s", t.Experiment.Name, name,
			words.Enumerate(varied(t.Experiment)))
	}
	_, fixed := t.fixed[name]
	part := name == experiment.Data || name == experiment.Level
	if fixed && !(part && len(t.block.Field("rows").Entries()) == 0) {
		return axis, t.block.At("at").At(name).Fault("table %s runs along %s: at must not fix it", t.head.Number, name)
	}
	var err error
	switch wanted := t.Values[name]; {
	case len(wanted) == 0 && name == experiment.Data:
		axis.Values, err = t.grid.values(name, t.Part.Data, t.block.At("data"))
	case len(wanted) == 0 && name == experiment.Level:
		axis.Values = nil
		for _, r := range t.rows {
			if !slices.ContainsFunc(axis.Values, func(v experiment.Value) bool { return v.Text == r.level.Text }) {
				axis.Values = append(axis.Values, r.level)
			}
		}
	default:
		axis.Values, err = t.grid.values(name, wanted, t.block.At("values").At(name))
	}
	return axis, err
}

func (t *projection) resolveColumns() error {
	if len(t.Across) > 0 && len(t.Measures) > 0 {
		return t.block.At("measures").Fault("table %s has columns: give one measure, by measure", t.head.Number)
	}
	if len(t.Across) == 0 && t.Along[0] == t.lines[0].name { // methods: no axis has the name of a value
		t.columns = []line{{heading: cmp.Or(t.Heading, axisTitle(t.measure)), measure: t.measure}}
		return nil
	}
	if len(t.Across) == 0 && len(t.Measures) == 0 {
		t.Measures = words.Each(t.Experiment.Measures(), func(m experiment.Measure) string { return m.Name })
	}
	for i, name := range t.Measures {
		m, err := experiment.MeasureOf(t.Experiment, name)
		if err != nil {
			return t.block.At("measures").Index(i).Fault("experiment %s: %w", t.Experiment.Name, err)
		}
		t.columns = append(t.columns, line{name: m.Name, heading: axisTitle(m), measure: m})
	}
	for _, n := range t.Across {
		if err := t.addColumns(n.In(t.block)); err != nil {
			return err
		}
	}
	for i, c := range t.columns {
		if slices.ContainsFunc(t.columns[:i], func(o line) bool { return o.name == c.name }) {
			return c.at.Fault("column %s stands twice", c.name)
		}
	}
	return nil
}

// addColumns reads an axis with a column for each of its values, a method, or a column with
// keys.
func (t *projection) addColumns(n strictyaml.Node) error {
	base := line{measure: t.measure, column: column{at: n}}
	if slices.ContainsFunc(n.Pairs(), func(key strictyaml.Pair) bool {
		_, ok := t.Experiment.Axis(key.Name())
		return ok || key.Name() == "label"
	}) {
		return t.addLabelled(n, base)
	}
	if axis, ok := t.Experiment.Axis(n.Text()); ok && !n.IsMapping() && !axis.Open {
		if len(t.Across) > 1 {
			return n.Fault("table %s has columns along one axis, or columns that are mappings with a label",
				t.head.Number)
		}
		if slices.Contains(t.Along, axis.Name) {
			return n.Fault("table %s has rows along %s: the columns run along another axis", t.head.Number, axis.Name)
		}
		axis, err := t.axisOf(axis.Name, n)
		for _, v := range axis.Values {
			t.columns = append(t.columns, base.along(axis.Name, v))
		}
		return err
	}
	if err := n.Decode(&base.column); err != nil {
		return err
	}
	base.at = n
	for _, c := range t.members(base.column) {
		if err := t.checkColumn(c, t.grid); err != nil {
			return err
		}
		l := base
		if l.column = c; c.Method != "" {
			l = l.of(c.Method)
		}
		l.name = c.text()
		t.columns = append(t.columns, l)
	}
	return nil
}

// addLabelled reads a column with a label and values of axes.
func (t *projection) addLabelled(n strictyaml.Node, l line) error {
	var head columnHead
	points, err := decodeEntry(n, &head, t.Experiment, "label")
	switch {
	case err != nil:
		return err
	case strings.TrimSpace(head.Label) == "":
		return n.Fault("a column needs a label")
	case len(points) > 1:
		return n.Fault("column %s has several values of an axis: give one", head.Label)
	}
	for axis := range points[0] {
		if slices.Contains(t.Along, axis) {
			return n.At(axis).Fault("table %s has rows along %s: its columns have no value of it", t.head.Number, axis)
		}
	}
	l.name, l.heading, l.point, l.at = head.Label, head.Label, points[0], n.At("label")
	t.columns = append(t.columns, l)
	return nil
}

// check refuses what does not fit rows and columns.
func (t *projection) check() error {
	for _, r := range t.lines {
		for _, c := range t.columns {
			points, err := t.points(r, c)
			if err != nil {
				return t.block.Fault("table %s: %w", t.head.Number, err)
			}
			for _, p := range points {
				t.data = words.AppendNew(t.data, p[experiment.Data])
			}
		}
	}
	for _, pair := range t.block.Field("values").Pairs() {
		if !slices.Contains(t.Along, pair.Name()) && !slices.Contains(t.columns[0].axes, pair.Name()) {
			return pair.Key.Fault("values are for the axes of rows and columns: fix %s by at", pair.Name())
		}
	}
	for i, text := range t.Real {
		axis, _ := t.Experiment.Axis(t.Along[0])
		v, err := axis.Find(text)
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
	if t.Draw && t.Along[0] == experiment.Data {
		return t.block.At("chart").Fault("table %s has no levels to draw a chart over", t.head.Number)
	}
	if t.Draw && !t.curved() {
		return t.block.At("chart").Fault(
			"table %s has no chart: it needs rows along one axis, and columns that are no measures", t.head.Number)
	}
	var curves []string
	for _, c := range t.columns {
		if c.BestOf == "" && c.Parameter == "" {
			curves = append(curves, c.name)
		}
	}
	if err := t.Contrast.check(curves, t.block); err != nil {
		return err
	}
	if !slices.Contains(slices.Concat(t.lines[0].axes, t.columns[0].axes), experiment.Method) && !t.compares() {
		if err := t.oneMethod(t.Method, t.Experiment); err != nil {
			return err
		}
	}
	return t.setDigits(&t.Layout, t.columns[0].measure)
}

// curved tells that the columns are curves along the axis of the rows.
func (t *projection) curved() bool {
	return len(t.lines[0].axes) == 1 && len(t.Across) > 0 && t.Along[0] != experiment.Data
}

// compares tells that columns are the best of another table, or a parameter.
func (t *projection) compares() bool {
	return slices.ContainsFunc(t.columns, func(c line) bool { return c.BestOf != "" || c.Parameter != "" })
}

// points are those of a cell: several for an average.
func (t *projection) points(r, c line) ([]experiment.Point, error) {
	p := maps.Clone(r.point)
	maps.Copy(p, c.point)
	if t.Method != "" {
		p[experiment.Method] = t.Method
	}
	if !c.averages() {
		p, err := t.place(p)
		return []experiment.Point{p}, err
	}
	var all []experiment.Point
	for _, r := range t.rows {
		place := t.grid.point(r)
		maps.Copy(place, p)
		all = append(all, t.Experiment.Complete(place))
	}
	return all, nil
}

// cell is the number in a row and a column, with the results that it averages.
func (t *projection) cell(src Source, r, c line) (v Value, behind []Value) {
	points, err := t.points(r, c)
	if err != nil {
		return Absent("%v", err), nil
	}
	for _, p := range points {
		behind = append(behind, t.grid.value(src, p, c.measure))
	}
	return Average(behind), behind
}

// value is the number in a row and a column.
func (t *projection) value(src Source, r, c line) Value {
	v, _ := t.cell(src, r, c)
	return v
}

// rowsOn are the rows on the data there is.
func (t *projection) rowsOn(src Source) []line {
	generated := slices.ContainsFunc(t.data, func(d string) bool { return src.Origin(d) != dataset.Real })
	return slices.DeleteFunc(slices.Clone(t.lines),
		func(r line) bool { return generated && slices.Contains(t.Real, r.values[0].Text) })
}

// Data lists the data sets behind the table.
func (t *projection) Data() []string { return t.data }

// title heads a line, in Unicode and with its formulas in TeX.
func (t *projection) title(src Source, l line) (label, tex string) {
	if l.heading != "" {
		return l.heading, ""
	}
	var labels, formulas []string
	for i, v := range l.values {
		switch l.axes[i] {
		case experiment.Data:
			v.Label = src.Title(v.Text)
		case experiment.Method:
			v.Label = t.scope.Label(v.Text)
		}
		labels, formulas = append(labels, v.Label), append(formulas, cmp.Or(v.TeX, v.Label))
	}
	return strings.Join(labels, ", "), strings.Join(formulas, ", ")
}

// Build makes the table. Every row has its best number in bold, unless its columns are
// measures, whose definitions are notes; a single column of averages has its own.
func (t *projection) Build(src Source) *table.Table {
	alone := t.columns[0].averages()
	compete, metric := len(t.Across) > 0 || alone, ""
	if compete {
		metric = t.measure.Title
	}
	built := t.table(src, t.data, t.Corner(), metric, *t.Layout.Decimals)
	lines := t.rowsOn(src)
	for _, r := range lines {
		heading, tex := t.title(src, r)
		built.Rows = append(built.Rows, table.Row{Heading: heading, TeX: tex})
	}
	if t.Average {
		built.Rows = append(built.Rows, table.Row{Heading: "Average", Summary: true})
	}
	var marked unsettled
	results := make([][]Value, len(built.Rows)) // behind the cells
	add := func(heading string, cells []table.Cell, values []Value) {
		built.Columns = append(built.Columns, heading)
		for i, c := range cells {
			built.Rows[i].Cells, results[i] = append(built.Rows[i].Cells, c), append(results[i], values[i])
		}
	}
	if axis, _ := t.Experiment.Axis(experiment.Method); !axis.Open || t.Method != "" {
		for _, r := range lines { // in the order of reading, which is that of the cells in results.csv
			for _, c := range t.columns {
				t.value(src, r, c)
			}
		}
	}
	for _, c := range t.columns {
		if c.Parameter != "" {
			add("σ", t.kernelWidths(len(built.Rows)), make([]Value, len(built.Rows)))
			continue
		}
		heading, _ := t.title(src, c)
		if c.BestOf != "" {
			winner, state := t.winner(src, c.column)
			if state != table.Filled {
				add(t.bestOfTitle(c.column), t.unknown(src, c.column, state, len(built.Rows)),
					make([]Value, len(built.Rows)))
				continue
			}
			built.Notes = append(built.Notes, t.explainBest(c.column, winner))
			c = c.of(winner)
			heading = t.columnHeading(built.Columns, c)
		}
		if !compete {
			built.Notes = append(built.Notes, heading+": "+c.measure.Definition+".")
		}
		var cells []table.Cell
		var values []Value
		for _, r := range lines {
			v, behind := t.cell(src, r, c)
			cell := v.cell()
			marked.mark(&cell, behind...)
			if !compete && t.block.Field("decimals").IsZero() {
				cell.Decimals, cell.DecimalsSet = c.measure.Decimals, true
			}
			if c.measure.Write != nil && cell.State == table.Filled {
				cell.Text = c.measure.Write(cell.Value)
			}
			cells, values = append(cells, cell), append(values, v)
		}
		if t.Average {
			v := Average(values)
			cells, values = append(cells, v.cell()), append(values, v)
		}
		add(heading, cells, values)
	}
	built.Notes = append(built.Notes, t.rank(built, results, alone, compete)...)
	built.Notes = append(append(built.Notes, marked.note()...), t.heldAgainstPrint(src)...)
	built.Notes = append(built.Notes, t.markSensitive(src, built)...)
	for _, s := range t.Claims {
		built.Notes = append(built.Notes, t.judge(src, s))
	}
	return built
}

// rank marks the best of each row, or of the one column, where they compete.
func (t *projection) rank(built *table.Table, results [][]Value, alone, compete bool) []string {
	if !compete || t.Plain {
		return nil
	}
	what, groups := "row", make([][]table.Cell, len(built.Rows))
	for i, r := range built.Rows {
		groups[i] = r.Cells
	}
	if alone {
		what = "column"
		groups, results = turned(groups), turned(results)
	}
	for _, cells := range groups {
		bold(cells, built.Decimals, t.measure.LowerIsBetter)
	}
	notes := leadingGroups(groups, results, t.measure, built.Decimals, what)
	if alone {
		for i, cells := range turned(groups) {
			built.Rows[i].Cells = cells
		}
	}
	return notes
}

// turned turns rows into columns.
func turned[T any](rows [][]T) [][]T {
	columns := make([][]T, len(rows[0]))
	for _, row := range rows {
		for j, v := range row {
			columns[j] = append(columns[j], v)
		}
	}
	return columns
}

// Chart draws the table as a chart of its own, where one is wanted.
func (t *projection) Chart(src Source) (figures.Figure, bool) {
	if !t.Draw {
		return nil, false
	}
	return t.chart(src, false), true
}

// chart draws the columns as lines with intervals along the axis of the rows, and on real
// data the numbers that the table has in print as points in the colour of their line. Where
// our best method of another table is not the one in print, its line has no such points.
func (t *projection) chart(src Source, logarithmic bool) figures.Figure {
	axis, _ := t.Experiment.Axis(t.Along[0])
	chart := figures.Chart{XLabel: axis.Title, XLog: logarithmic, YLabel: axisTitle(t.measure),
		Notes: dataNote(src, t.data)}
	lines := t.rowsOn(src)
	levels := words.Each(lines, func(r line) float64 { return r.values[0].Number })
	x := levels
	if !logarithmic && crowded(levels) {
		chart.Categories, x = t.Rows(), places(len(levels))
		chart.Notes = append(chart.Notes, "Levels stand at equal distances")
	}
	var names []string
	var curves []curve
	for _, c := range t.known(src) {
		if c.point == nil {
			continue
		}
		name := t.columnHeading(names, c)
		if c.BestOf == "" {
			name, _ = t.title(src, c)
		}
		names = append(names, name)
		values := words.Each(lines, func(r line) Value { return t.value(src, r, c) })
		key := cmp.Or(c.point[experiment.Method], c.name)
		s := lineOf(name, x, values, *t.Layout.Decimals)
		addCounterparts(&s, src, t, levels, key, *t.Layout.Decimals)
		curves = append(curves, curve{key, s, values})
	}
	noteCounterparts(&chart, src, curves)
	return t.Contrast.draw(chart, curves, t.measure)
}

// known are the columns, the best of another table as that of the winner once it is known.
// Columns without numbers have no point.
func (t *projection) known(src Source) []line {
	known := slices.Clone(t.columns)
	for i, c := range known {
		if c.BestOf == "" {
			continue
		}
		if winner, state := t.winner(src, c.column); state == table.Filled {
			known[i] = c.of(winner)
		}
	}
	return known
}
