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

// Projection is the kind of a table that lays experiments out in rows and columns.
//
// Rows are values of axes, by default the levels or the data sets; or they are methods; or each is a part of
// an experiment with a label. Columns are methods, values of another axis, labelled combinations of values,
// by which publications refer to them, or what is derived from the numbers of a row. By default the columns
// are the measures or, if the rows are methods, the average over levels and data sets. All other axes are
// fixed. The levels or data sets of labelled rows are blocks with all these rows, or are averaged, or are
// the columns of the one method.
var Projection = Kind{
	"table", "lays experiments out in rows and columns: levels, data sets, methods, other axes, measures",
	func() decoder { return &projection{statistics: derivations} },
}

// derivations are the columns of statistics. A new one is a file and a line here.
var derivations = []derivationKind{
	{name: "settled", make: func() derivation { return new(settled) }},
	{name: "wins", make: func() derivation { return new(wins) }},
	{name: "settings", make: func() derivation { return new(settings) }},
	{name: "breaks", make: func() derivation { return new(breaks) }},
	{name: "chosen", make: func() derivation { return new(chosen) }},
	{make: func() derivation { return new(fromPrint) }, implied: (*projection).fromPrint},
	{make: func() derivation { return new(methodPairs) }, implied: (*projection).paired},
}

type projection struct {
	Shown `yaml:",inline"`

	Method      string     `yaml:"method" doc:"The one method." example:"p=2"`
	Layout      layout     `yaml:",inline"`
	Along       names      `yaml:"-"` // rows that are no mappings
	Written     nodes      `yaml:"rows" doc:"Axes, the last one fastest, methods, or mappings." example:"[mixing]"`
	Across      nodes      `yaml:"columns" doc:"Methods, an axis, or mappings." example:"[p=1, p=2]"`
	Pool        string     `yaml:"pool" doc:"What labelled rows average over." words:"levels all" example:"all"`
	Pairs       pairs      `yaml:"pairs" doc:"Pairs of methods, a row each." example:"{first: p=1, second: p=2}"`
	Heading     string     `yaml:"heading" doc:"Heading of the one column of averages." example:"Average"`
	Measures    names      `yaml:"measures" doc:"Measures that are columns; all unless named." example:"[sir, amari]"`
	Values      selection  `yaml:"values" doc:"Values that are shown of an axis." example:"{stage: [whitened, separated]}"`
	Real        names      `yaml:"real-only" doc:"Rows not shown on generated data." example:"[2]"`
	Average     bool       `yaml:"average" doc:"Adds a row of averages." default:"false" example:"true"`
	Range       bool       `yaml:"range" doc:"Adds a row of ranges over the rows." default:"false" example:"true"`
	Ranks       bool       `yaml:"ranks" doc:"Adds mean ranks over the data sets." default:"false" example:"true"`
	Printed     string     `yaml:"printed" doc:"Table in print that the table is held against." example:"V"`
	Plain       bool       `yaml:"plain" doc:"Leaves out the marks of the best." default:"false" example:"true"`
	Draw        bool       `yaml:"chart" doc:"Draws a chart, along the rows or of ranks." default:"false" example:"true"`
	Panel       panel      `yaml:",inline"`
	Claims      statements `yaml:"claims" doc:"What the text says of the numbers: notes judge it."`
	Sensitivity string     `yaml:"sensitivity" doc:"Table of settings, by which rows are marked." example:"S.1"`

	parts   []line // the rows that are mappings
	lines   []line // the rows
	columns []line
	derived []derivation
	data    []string

	statistics []derivationKind // that columns may name
}

// A line is a row or a column.
type line struct {
	name     string // in claims and publications
	heading  string // if empty, the values are the heading
	values   []experiment.Value
	axes     []string // of the values
	point    experiment.Point
	realOnly bool               // of a row that is left out on generated data
	places   []row              // that a row averages; nil for the one that point and the part of the table name
	labelled                    // of a row that is a mapping; else zero
	measure  experiment.Measure // of a column
	nth      int                // of a column that is a level or data set of each row, counted from 1; else 0
	column                      // of a column that depends on results; else zero
	best     column             // what the method of a column is the best of in print; else zero
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
	_ Grounded  = (*projection)(nil)
	_ Varied    = (*projection)(nil)
)

func (t projection) Describe() map[string]strictyaml.Shape {
	columns := strictyaml.Describe("", column{})
	for _, d := range t.statistics {
		columns.Keys = append(columns.Keys, strictyaml.Describe("", d.make()).Keys...)
	}
	rows := strictyaml.Describe("", partHead{})
	for _, entry := range []*strictyaml.Shape{&columns, &rows} {
		entry.Scalar, entry.Others = strictyaml.Text, &strictyaml.Shape{}
	}
	return map[string]strictyaml.Shape{"columns": columns, "rows": rows}
}

func (t *projection) locate() error {
	if slices.ContainsFunc(t.Written, strictyaml.Node.IsMapping) {
		return t.locateParts()
	}
	return t.Shown.locate()
}

func (t *projection) resolve() error {
	return words.InTurn(t.resolveDerived, t.resolveRows, t.resolveColumns, t.check)
}

// averages reports whether a column averages over the axes that the rows do not name.
func (l line) averages() bool { return l.name == "" && l.heading != "" }

func (t *projection) check() error {
	for _, r := range t.lines {
		for _, c := range t.columns {
			points, err := t.points(r, c)
			if err != nil {
				return t.block.Fault("%w", err)
			}
			for _, p := range points {
				t.data = words.AppendNew(t.data, p[experiment.Data])
			}
			if m := c.point[experiment.Method]; m != "" && r.grid != nil {
				if err := t.methodOf(m, r.grid.Experiment, c.at); err != nil {
					return err
				}
			}
		}
		if r.grid != nil || len(t.columns) == 0 {
			t.data = words.AppendNew(t.data, cmp.Or(r.grid, t.grid).Data()...)
		}
	}
	for _, pair := range t.block.Field("values").Pairs() {
		if !slices.Contains(t.Along, pair.Name()) && !slices.ContainsFunc(t.columns,
			func(c line) bool { return slices.Contains(c.axes, pair.Name()) }) {
			return pair.Key.Fault("values are for the axes of rows and columns: fix %s by at", pair.Name())
		}
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
	case t.Ranks && t.unranked():
		return t.block.At("ranks").Fault("ranks compare two or more columns over two or more data sets that are " +
			"rows, without best-of and parameter, by a measure that favours no method by construction")
	case t.Ranks: // whose chart is of these
	case t.Draw && len(t.Along) > 0 && t.Along[0] == experiment.Data:
		return t.block.At("chart").Fault("the table has no levels to draw a chart over")
	case t.Draw && !t.curved():
		return t.block.At("chart").Fault("a chart needs rows along one axis, and columns that are no measures")
	}
	var curves []string
	for _, c := range t.columns {
		if c.BestOf == "" && c.Parameter == "" {
			curves = append(curves, c.name)
		}
	}
	if err := t.Panel.check(curves, t.block); err != nil {
		return err
	}
	if err := words.Try(t.derived, derivation.check); err != nil {
		return err
	}
	measure := t.Measure()
	if len(t.columns) > 0 {
		measure = t.columns[0].measure
		if !slices.Contains(slices.Concat(t.lines[0].axes, t.columns[0].axes), experiment.Method) &&
			len(curves) == len(t.columns) {
			if err := t.oneMethod(t.Method, t.Experiment); err != nil {
				return err
			}
		}
	}
	return t.setDigits(&t.Layout, measure)
}

// Check refuses best-of columns and marks that refer to no table for them.
func (t *projection) Check() error {
	for _, c := range t.columns {
		if c.BestOf == "" && c.best.BestOf == "" {
			continue
		} else if c.BestOf == "" {
			c.column = c.best
		}
		if _, _, err := t.bestOf(c.column); err != nil {
			return c.at.Fault("%w", err)
		}
	}
	if of := t.scope.Table(t.Sensitivity); of != nil {
		if derivedOf[ranging](of) == nil {
			return t.block.At("sensitivity").Fault("table %s has no columns: settings", t.Sensitivity)
		}
	}
	return nil
}

// curved reports whether the columns are curves along the axis of the rows.
func (t *projection) curved() bool {
	return len(t.lines[0].axes) == 1 && len(t.Across) > 0 && t.Along[0] != experiment.Data
}

func (t *projection) points(r, c line) ([]experiment.Point, error) {
	p := experiment.Point{}
	maps.Copy(p, r.point)
	maps.Copy(p, c.point)
	if t.Method != "" {
		p[experiment.Method] = t.Method
	}
	g, places := cmp.Or(r.grid, t.grid), r.places
	if c.nth > 0 {
		places = g.rows[c.nth-1 : c.nth]
	}
	if places == nil {
		p, err := g.place(p)
		return []experiment.Point{p}, err
	}
	return words.Each(places, func(r row) experiment.Point {
		place := g.point(r)
		maps.Copy(place, p)
		return g.Experiment.Complete(place)
	}), nil
}

// on names the data set of each result behind a row in a column.
func (t *projection) on(r, c line) []string {
	points, _ := t.points(r, c)
	return words.Each(points, func(p experiment.Point) string { return p[experiment.Data] })
}

// On implements Grounded.
func (t *projection) On(row string) string {
	if r, ok := t.find(row); ok {
		if of := words.AppendNew(nil, t.on(r, line{})...); len(of) == 1 {
			return of[0]
		}
	}
	return ""
}

// cell is the number in a row and a column, with the results that it averages.
func (t *projection) cell(src Source, r, c line) (v Value, behind []Value) {
	points, err := t.points(r, c)
	if err != nil {
		return Absent("%v", err), nil
	}
	measure := c.measure
	if len(t.Measures) == 0 {
		measure = t.measureOf(r)
	}
	behind = words.Each(points, func(p experiment.Point) Value { return cmp.Or(r.grid, t.grid).value(src, p, measure) })
	return Average(behind), behind
}

func (t *projection) measureOf(r line) experiment.Measure { return cmp.Or(r.grid, t.grid).measure }

// under are the results of a method that a row rests on.
func (t *projection) under(src Source, r line, method string) []Value {
	_, behind := t.cell(src, r, line{measure: t.measure}.of(method))
	return behind
}

func (t *projection) value(src Source, r, c line) Value {
	v, _ := t.cell(src, r, c)
	return v
}

func (t *projection) rowsOn(src Source) []line {
	return slices.DeleteFunc(slices.Clone(t.lines), func(r line) bool {
		data := t.data
		if r.grid != nil {
			data = r.grid.Data()
		}
		return r.realOnly && !allReal(src, data)
	})
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

func (t *projection) Measure() experiment.Measure {
	for _, d := range t.derived {
		if m := d.measure(); m.Name != "" {
			return m
		}
	}
	return t.measure
}

func (t *projection) Corner() string {
	switch {
	case t.byMethod():
		return t.Layout.Corner
	case len(t.parts) > 0:
		return cmp.Or(t.Layout.Corner, "Variant")
	}
	return cmp.Or(t.Layout.Corner, strings.Join(words.Each(t.Along, func(name string) string {
		a, _ := t.Experiment.Axis(name)
		return a.Title
	}), ", "))
}

// named are the rows that have a name of their own.
func (t *projection) named() []line {
	if len(t.parts) > 0 {
		return t.parts
	}
	return t.lines
}

// byMethod reports whether the rows are methods: no axis has the name of a value.
func (t *projection) byMethod() bool { return len(t.Along) > 0 && t.lines[0].places != nil }

func (t *projection) Rows() []string {
	return words.Each(t.named(), func(r line) string { return r.name })
}

// find returns the row of a label. Numbers match in any notation. A method may be named by its
// parameter alone, "30" for a=30, or as "L1-norm". A level or data set that the table leaves out is
// found in the experiment.
func (t *projection) find(label string) (line, bool) {
	if len(t.Along) == 1 && !t.byMethod() {
		axis, _ := t.Experiment.Axis(t.Along[0])
		if v, ok := found(axis, label); ok {
			return line{}.along(axis.Name, v), true
		}
	}
	norm, isNorm := strings.CutSuffix(label, "-norm")
	i := slices.IndexFunc(t.named(), func(r line) bool {
		_, parameter, _ := strings.Cut(r.name, "=")
		return r.name == label || t.byMethod() && (parameter == label && !strings.HasPrefix(r.name, "p=") ||
			isNorm && r.name == "p="+strings.TrimPrefix(norm, "L"))
	})
	if i < 0 {
		return line{}, false
	}
	return t.named()[i], true
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
	if !ok {
		noun := map[string]string{experiment.Data: "data set", experiment.Level: "level"}
		return Absent("the study has no %s %q here", cmp.Or(noun[strings.Join(t.Along, " ")], "row"), row)
	}
	for _, d := range t.derived {
		if v, ok := d.read(src, r, column); ok {
			return v
		}
	}
	if r.grid != nil && t.Method != "" {
		return r.grid.reader().Read(src, column, t.Method)
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

// Variant is a labelled row, level by level or data set by data set.
func (t *projection) Variant(label string) (Reader, bool) {
	i := slices.IndexFunc(t.parts, func(r line) bool { return r.name == label })
	if i < 0 {
		return nil, false
	}
	return t.parts[i].grid.reader(), true
}

// Whole reads an experiment as if a table showed all of it.
func Whole(e *experiment.Named, scope Scope) (Reader, error) {
	g, err := part{}.of(e, scope, strictyaml.Node{})
	if err != nil {
		return nil, err
	}
	return g.reader(), nil
}

// reader reads the part as a table of methods with its rows.
func (g *grid) reader() *projection {
	name := experiment.Data
	if g.byLevel {
		name = experiment.Level
	}
	return &projection{Shown: Shown{declared: declared{scope: g.study}, grid: g}, Along: names{name},
		lines: words.Each(g.labels(), func(label string) line { return line{name: label} })}
}
