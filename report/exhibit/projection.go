package exhibit

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Projection is the kind of a table that lays an experiment's grid out in rows and columns.
//
// Rows are values of axes, by default the levels or the data sets, or they are methods. Columns are
// methods, values of another axis, or labelled combinations of values; publications refer to the latter by
// label. By default the columns are the measures or, if the rows are methods, the average over levels and
// data sets. All other axes are fixed.
var Projection = Kind{
	"table", "lays an experiment's grid out in rows and columns: levels, data sets, methods, other axes, measures",
	made[projection],
}

type projection struct {
	Shown `yaml:",inline"`

	Method   string `yaml:"method" doc:"The one method." example:"p=2"`
	Layout   layout `yaml:",inline"`
	Along    names  `yaml:"rows" doc:"Axes, the last one fastest, or methods." example:"[mixing, contrast]"`
	Across   nodes  `yaml:"columns" doc:"Methods, an axis, or mappings." example:"[p=1, p=2]"`
	Heading  string `yaml:"heading" doc:"Heading of the one column of averages." example:"Average"`
	Measures names  `yaml:"measures" doc:"Measures that are columns; all unless named." example:"[sir, amari]"`

	Values selection `yaml:"values" doc:"Values that are shown of an axis." example:"{stage: [whitened, separated]}"`

	Real        names      `yaml:"real-only" doc:"Rows not shown on generated data." example:"[2]"`
	Average     bool       `yaml:"average" doc:"Adds a row of averages." default:"false" example:"true"`
	Printed     string     `yaml:"printed" doc:"Table in print of single draws that a note counts." example:"\"2.5\""`
	Plain       bool       `yaml:"plain" doc:"Leaves out the marks of the best." default:"false" example:"true"`
	Draw        bool       `yaml:"chart" doc:"Also draws a chart along the rows." default:"false" example:"true"`
	Contrast    contrast   `yaml:",inline"`
	Claims      statements `yaml:"claims" doc:"What the text says of the numbers: notes judge it."`
	Sensitivity string     `yaml:"sensitivity" doc:"Table of kind sensitivity, by which rows are marked." example:"S.1"`

	lines   []line // the rows
	columns []line
	data    []string
}

// A line is a row or a column.
type line struct {
	name    string // in claims and publications
	heading string // if empty, the values are the heading
	values  []experiment.Value
	axes    []string // of the values
	point   experiment.Point
	measure experiment.Measure // of a column
	column                     // of a column that depends on results; else zero
	best    column             // what the method of a column is the best of in print; else zero
}

func (l line) along(axis string, v experiment.Value) line {
	l.name = strings.TrimPrefix(l.name+", "+v.Text, ", ")
	l.values, l.axes = append(slices.Clone(l.values), v), append(slices.Clone(l.axes), axis)
	l.point = l.point.With(axis, v.Text)
	return l
}

func (l line) of(method string) line {
	return l.along(experiment.Method, experiment.Value{Text: method, Label: method})
}

var (
	_ Charted   = (*projection)(nil)
	_ Sensitive = (*projection)(nil)
)

func (projection) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", struct {
		Head   columnHead `yaml:",inline"`
		Column column     `yaml:",inline"`
	}{})
	entry.Scalar, entry.Others = strictyaml.Text, &strictyaml.Shape{}
	return map[string]strictyaml.Shape{"columns": entry}
}

type columnHead struct {
	Label string `yaml:"label" doc:"Heading of the column." example:"plain"`
}

func (t *projection) resolve() error {
	for _, step := range []func() error{t.resolveRows, t.resolveColumns, t.check} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// averages reports whether a column averages over the axes that the rows do not name.
func (l line) averages() bool { return l.name == "" && l.heading != "" }

func (t *projection) resolveRows() error {
	if len(t.Along) == 0 {
		t.Along = names{experiment.Data, experiment.Level}
		if !t.byLevel {
			t.Along = t.Along[:1]
		} else if len(t.grid.Data()) < 2 {
			t.Along = t.Along[1:]
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
		of := slices.DeleteFunc(slices.Clone(t.rows), func(r row) bool { return r.data != t.rows[0].data })
		axis.Values = words.Each(of, func(r row) experiment.Value { return r.level })
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
		if err := t.addColumns(n); err != nil {
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

// addColumns reads an axis with a column for each of its values, a method, or a column with keys.
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
		if err := t.checkColumn(c); err != nil {
			return err
		}
		l := base
		if l.column = c; c.Method != "" {
			l = l.of(c.Method)
		}
		l.name = c.text()
		if c.InPrint != "" {
			if err := t.methodOf(c.InPrint, t.Experiment, c.at.At("in-print")); err != nil {
				return err
			}
			l.best, l.column = c, column{Method: c.InPrint, at: c.at}
			l = l.of(c.InPrint)
			l.name = c.InPrint
		}
		t.columns = append(t.columns, l)
	}
	return nil
}

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
	switch {
	case t.Draw && t.Along[0] == experiment.Data:
		return t.block.At("chart").Fault("table %s has no levels to draw a chart over", t.head.Number)
	case t.Draw && !t.curved():
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
	if !slices.Contains(slices.Concat(t.lines[0].axes, t.columns[0].axes), experiment.Method) &&
		len(curves) == len(t.columns) {
		if err := t.oneMethod(t.Method, t.Experiment); err != nil {
			return err
		}
	}
	return t.setDigits(&t.Layout, t.columns[0].measure)
}

// Check refuses best-of columns that refer to no table of the kind or form a cycle.
func (t *projection) Check() error {
	for _, c := range t.columns {
		if c.BestOf == "" && c.best.BestOf == "" {
			continue
		} else if c.BestOf == "" {
			c.column = c.best
		}
		of, _, err := t.bestOf(c.column)
		if err != nil {
			return c.at.Fault("%w", err)
		}
		if of.leadsTo(t, map[*projection]bool{}) {
			return c.at.Fault("best of table %s, which is itself chosen by table %s", c.BestOf, t.head.Number)
		}
	}
	if of := t.scope.Table(t.Sensitivity); of != nil {
		if _, ok := of.(*sensitivityTable); !ok {
			return t.block.At("sensitivity").Fault("table %s is held against table %s, which is not of kind %s",
				t.head.Number, t.Sensitivity, Sensitivity.Name)
		}
	}
	return nil
}

// curved reports whether the columns are curves along the axis of the rows.
func (t *projection) curved() bool {
	return len(t.lines[0].axes) == 1 && len(t.Across) > 0 && t.Along[0] != experiment.Data
}

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

func (t *projection) value(src Source, r, c line) Value {
	v, _ := t.cell(src, r, c)
	return v
}

func (t *projection) rowsOn(src Source) []line {
	return slices.DeleteFunc(slices.Clone(t.lines),
		func(r line) bool { return slices.Contains(t.Real, r.values[0].Text) && !allReal(src, t.data) })
}

func (t *projection) Data() []string { return t.data }

// known are the columns with each best-of column replaced by its winner, once that is known. Columns
// without numbers have no point.
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

func (t *projection) Corner() string {
	if t.columns[0].averages() {
		return t.Layout.Corner
	}
	return cmp.Or(t.Layout.Corner, strings.Join(words.Each(t.Along, func(name string) string {
		a, _ := t.Experiment.Axis(name)
		return a.Title
	}), ", "))
}

func (t *projection) Rows() []string {
	return words.Each(t.lines, func(r line) string { return r.name })
}

// find returns the row of a label. Numbers match in any notation. A method may be named by its
// parameter alone, "30" for a=30, or as "L1-norm". A level or data set that the table leaves out is
// found in the experiment.
func (t *projection) find(label string) (line, bool) {
	if len(t.Along) == 1 && !t.columns[0].averages() {
		axis, _ := t.Experiment.Axis(t.Along[0])
		if v, ok := found(axis, label); ok {
			return line{}.along(axis.Name, v), true
		}
	}
	norm, isNorm := strings.CutSuffix(label, "-norm")
	i := slices.IndexFunc(t.lines, func(r line) bool {
		_, parameter, _ := strings.Cut(r.name, "=")
		return r.name == label || t.columns[0].averages() && (parameter == label && !strings.HasPrefix(r.name, "p=") ||
			isNorm && r.name == "p="+strings.TrimPrefix(norm, "L"))
	})
	if i < 0 {
		return line{}, false
	}
	return t.lines[i], true
}

// RowTitle is the label of a value or a method; of several axes it is the row itself.
func (t *projection) RowTitle(label string) string {
	r, ok := t.find(label)
	switch {
	case !ok || len(r.values) != 1 || r.axes[0] == experiment.Data:
		return label
	case r.axes[0] == experiment.Method:
		return t.scope.Label(r.values[0].Text)
	}
	return r.values[0].Label
}

// Read is the value in a row and a column. The column may be a method that is not shown.
func (t *projection) Read(src Source, row, column string) Value {
	r, ok := t.find(row)
	if !ok && len(t.Along) == 1 && slices.Contains([]string{experiment.Data, experiment.Level}, t.Along[0]) {
		return absentOn(t.Along[0], row)
	}
	if !ok {
		return Absent("the study has no row %q in this table", row)
	}
	for _, c := range t.columns {
		if c.averages() || c.name == column && c.BestOf == "" {
			return t.value(src, r, c)
		}
	}
	if axis, _ := t.Experiment.Axis(experiment.Method); axis.Open && t.Method == "" {
		return t.value(src, r, line{measure: t.measure}.of(column))
	}
	return Absent("the study has no column %q in this table", column)
}
