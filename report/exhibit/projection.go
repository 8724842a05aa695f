package exhibit

import (
	"cmp"
	"slices"
	"strings"

	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
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
	func() decoder { return &projection{} },
}

type projection struct {
	Shown `yaml:",inline"`

	Method      string     `yaml:"method" doc:"The one method." example:"p=2"`
	Shape       shape      `yaml:",inline"`
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

	parts   []layout.Row // the rows that are mappings
	lines   []layout.Row // the rows
	columns []layout.Column
	derived []derivation
	data    []string
	laid    *layout.Layout
}

// A derivation has columns that follow from others, and where it is written.
type derivation struct {
	derive.Derivation
	at strictyaml.Node
}

func along(r layout.Row, axis string, v experiment.Value) layout.Row {
	r.Key = strings.TrimPrefix(r.Key+", "+v.Text, ", ")
	r.Axes, r.Values = append(slices.Clone(r.Axes), axis), append(slices.Clone(r.Values), v)
	r.Point = r.Point.With(axis, v.Text)
	r.Title = layout.Title{Pieces: append(slices.Clone(r.Title.Pieces), pieceOf(axis, v)), TeX: true}
	return r
}

func pieceOf(axis string, v experiment.Value) layout.Piece {
	switch axis {
	case experiment.Data:
		return layout.Piece{Data: v.Text, TeX: v.TeX}
	case experiment.Method:
		return layout.Piece{Method: v.Text, TeX: v.TeX}
	}
	return layout.Piece{Label: v.Label, TeX: v.TeX}
}

var (
	_ Charted   = (*projection)(nil)
	_ Sensitive = (*projection)(nil)
	_ Varied    = (*projection)(nil)
)

func (t projection) Describe() map[string]strictyaml.Shape {
	columns := strictyaml.Describe("", column{})
	for _, d := range derive.Kinds {
		columns.Keys = append(columns.Keys, strictyaml.Describe("", d.Make()).Keys...)
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

func (t *projection) check() error {
	t.laid = t.layOut()
	for _, r := range t.lines {
		for _, c := range t.columns {
			points, err := t.laid.Points(r, c)
			if err != nil {
				return t.block.Fault("%w", err)
			}
			for _, p := range points {
				t.data = words.AppendNew(t.data, p[experiment.Data])
			}
			if m := c.Point[experiment.Method]; m != "" && r.Grid != nil {
				if err := t.methodOf(m, r.Grid.Experiment, c.At); err != nil {
					return err
				}
			}
		}
		if r.Grid != nil || len(t.columns) == 0 {
			t.data = words.AppendNew(t.data, t.laid.GridOf(r).Data()...)
		}
	}
	t.laid.Data = t.data
	for _, pair := range t.block.Field("values").Pairs() {
		if !slices.Contains(t.Along, pair.Name()) && !slices.ContainsFunc(t.columns,
			func(c layout.Column) bool { return slices.Contains(c.Axes, pair.Name()) }) {
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
		if !c.ShowsWinner() && !c.Sigma {
			curves = append(curves, c.Key)
		}
	}
	if err := t.Panel.check(curves, t.block); err != nil {
		return err
	}
	for _, d := range t.derived {
		if err := d.Check(t.laid, t.scope, d.at); err != nil {
			return err
		}
		t.laid.Needs = append(t.laid.Needs, d.Needs(t.laid))
	}
	measure := t.Measure()
	if len(t.columns) > 0 {
		measure = t.columns[0].Measure
		if !slices.Contains(slices.Concat(t.lines[0].Axes, t.columns[0].Axes), experiment.Method) &&
			len(curves) == len(t.columns) {
			if err := t.oneMethod(t.Method, t.Experiment); err != nil {
				return err
			}
		}
	}
	err := t.setDigits(&t.Shape, measure)
	if err == nil {
		t.laid.Decimals = *t.Shape.Decimals
	}
	return err
}

// layOut is the table before it is filled.
func (t *projection) layOut() *layout.Layout {
	axis, _ := t.Experiment.Axis(experiment.Method)
	l := &layout.Layout{Number: t.head.Number, Grid: t.grid, Rows: t.lines, Columns: t.columns, Block: t.block,
		Measures: len(t.Measures) > 0, RowByRow: !axis.Open || t.Method != "" || t.parts != nil, InPrint: t.Printed,
		Blocked: t.blocked(), Pooled: t.Pool == "all", Heading: t.Heading}
	if t.Method != "" {
		l.Point = experiment.Point{experiment.Method: t.Method}
	}
	return l
}

// fill fills the table.
func (t *projection) fill(src Source) *fill.Filled { return fill.Once(t.laid, src, t.scope.Label) }

// Check refuses best-of columns and marks that refer to no table for them.
func (t *projection) Check() error {
	for _, c := range t.columns {
		if c.Best == nil {
			continue
		}
		if err := t.resolveBest(c.Best); err != nil {
			return c.At.Fault("%w", err)
		}
	}
	if of := t.scope.Table(t.Sensitivity); of != nil {
		if derivedOf[*derive.Settings](of) == nil {
			return t.block.At("sensitivity").Fault("table %s has no columns: settings", t.Sensitivity)
		}
	}
	return nil
}

// curved reports whether the columns are curves along the axis of the rows.
func (t *projection) curved() bool {
	return len(t.lines[0].Axes) == 1 && len(t.Across) > 0 && t.Along[0] != experiment.Data
}

func (t *projection) Data() []string { return t.data }

func (t *projection) Measure() experiment.Measure {
	for _, d := range t.derived {
		if m := d.Measure(t.laid); m.Name != "" {
			return m
		}
	}
	return t.Measured
}

func (t *projection) Corner() string {
	switch {
	case t.byMethod():
		return t.Shape.Corner
	case len(t.parts) > 0:
		return cmp.Or(t.Shape.Corner, "Variant")
	}
	return cmp.Or(t.Shape.Corner, strings.Join(words.Each(t.Along, func(name string) string {
		a, _ := t.Experiment.Axis(name)
		return a.Title
	}), ", "))
}

// named are the rows that have a name of their own.
func (t *projection) named() []layout.Row {
	if len(t.parts) > 0 {
		return t.parts
	}
	return t.lines
}

// byMethod reports whether the rows are methods: no axis has the name of a value.
func (t *projection) byMethod() bool { return len(t.Along) > 0 && t.lines[0].Spots != nil }

func (t *projection) Rows() []string {
	return words.Each(t.named(), func(r layout.Row) string { return r.Key })
}

// find returns the row of a label. Numbers match in any notation. A method may be named by its
// parameter alone, "30" for a=30, or as "L1-norm". A level or data set that the table leaves out is
// found in the experiment.
func (t *projection) find(label string) (layout.Row, bool) {
	if len(t.Along) == 1 && !t.byMethod() {
		axis, _ := t.Experiment.Axis(t.Along[0])
		if v, ok := found(axis, label); ok {
			return along(layout.Row{}, axis.Name, v), true
		}
	}
	norm, isNorm := strings.CutSuffix(label, "-norm")
	i := slices.IndexFunc(t.named(), func(r layout.Row) bool {
		_, parameter, _ := strings.Cut(r.Key, "=")
		return r.Key == label || t.byMethod() && (parameter == label && !strings.HasPrefix(r.Key, "p=") ||
			isNorm && r.Key == "p="+strings.TrimPrefix(norm, "L"))
	})
	if i < 0 {
		return layout.Row{}, false
	}
	return t.named()[i], true
}

// RowTitle is the label of a value or a method; of several axes it is the row itself.
func (t *projection) RowTitle(label string) string {
	r, ok := t.find(label)
	switch {
	case !ok || len(r.Values) != 1 || r.Axes[0] == experiment.Data:
		return label
	case r.Axes[0] == experiment.Method:
		return t.scope.Label(r.Values[0].Text)
	}
	return r.Values[0].Label
}

// Read is the value in a row and a column. The column may be a method that is not shown.
func (t *projection) Read(src Source, row, column string) Value {
	r, ok := t.find(row)
	if !ok {
		noun := map[string]string{experiment.Data: "data set", experiment.Level: "level"}
		return Absent("the study has no %s %q here", cmp.Or(noun[strings.Join(t.Along, " ")], "row"), row)
	}
	for _, d := range t.derived {
		if v, ok := d.Read(t.laid, r, column, func(key string) fill.Place {
			for _, n := range slices.Concat(d.Needs(t.laid), []layout.Need{layout.Further(column)}) {
				if n.Key == key {
					return fill.Further(t.laid, src, r, n)
				}
			}
			return fill.Place{}
		}); ok {
			return v
		}
	}
	if r.Grid != nil && t.Method != "" {
		return readerOf(r.Grid).Read(src, column, t.Method)
	}
	for _, c := range t.columns {
		if c.Averages() || c.Key == column && !c.ShowsWinner() {
			return fill.Read(t.laid, src, r, c, t.scope.Label).Value
		}
	}
	if axis, _ := t.Experiment.Axis(experiment.Method); axis.Open && t.Method == "" {
		return fill.Read(t.laid, src, r, layout.Column{Measure: t.Measured}.Of(column), t.scope.Label).Value
	}
	return Absent("the study has no column %q in this table", column)
}

// Variant is a labelled row, level by level or data set by data set.
func (t *projection) Variant(label string) (Reader, bool) {
	i := slices.IndexFunc(t.parts, func(r layout.Row) bool { return r.Key == label })
	if i < 0 {
		return nil, false
	}
	return readerOf(t.parts[i].Grid), true
}

// Whole reads an experiment as if a table showed all of it.
func Whole(e *experiment.Named, scope Scope) (Reader, error) {
	g, err := part{}.of(e, scope, strictyaml.Node{})
	if err != nil {
		return nil, err
	}
	return readerOf(g), nil
}

// readerOf reads the part as a table of methods with its rows.
func readerOf(g *grid) *projection {
	name := experiment.Data
	if g.ByLevel {
		name = experiment.Level
	}
	t := &projection{Shown: Shown{grid: g}, Along: names{name},
		lines: words.Each(g.Labels(), func(label string) layout.Row { return layout.Row{Key: label} })}
	t.scope, _ = g.Study.(Scope)
	t.laid = &layout.Layout{Grid: g, Rows: t.lines}
	return t
}

// derivedOf is the derivation of a type in a table, nil if it has none.
func derivedOf[D derive.Derivation](of Table) (none D) {
	if t, ok := of.(*projection); ok {
		for _, d := range t.derived {
			if found, ok := d.Derivation.(D); ok {
				return found
			}
		}
	}
	return none
}
