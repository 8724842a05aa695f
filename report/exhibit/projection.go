package exhibit

import (
	"fmt"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Projection is the kind of a table that lays experiments out in rows and columns.
//
// Rows are values of axes, by default the levels or the data sets; or they are methods; or each is a part of an
// experiment with a label. Columns are methods, values of another axis, labelled combinations of values, by which
// publications refer to them, or what is derived from the numbers of a row. By default the columns are the measures or,
// if the rows are methods, the average over levels and data sets. All other axes are fixed. The levels or data sets of
// labelled rows are blocks with all these rows, or are averaged, or are the columns of the one method.
var Projection = Kind{
	"table", "lays experiments out in rows and columns: levels, data sets, methods, other axes, measures",
	func() decoder { return &projection{} },
}

type projection struct {
	declared
	reading `yaml:"-"`

	Written   layout.TableKeys `yaml:",inline"`
	Additions derive.Additions `yaml:",inline"`
	Draw      bool             `yaml:"chart" doc:"Draws a chart by row, or of ranks." example:"true"`
	Panel     panel            `yaml:",inline"`
}

var (
	_ Charted   = (*projection)(nil)
	_ Sensitive = (*projection)(nil)
)

func (projection) Describe() map[string]strictyaml.Shape {
	columns := strictyaml.Describe("", layout.Entered{})
	for _, d := range derive.Kinds {
		columns.Keys = append(columns.Keys, strictyaml.Describe("", d.Make()).Keys...)
	}
	rows := strictyaml.Describe("", layout.LabelledRow{})
	for _, entry := range []*strictyaml.Shape{&columns, &rows} {
		entry.Scalar, entry.Others = strictyaml.Text, &strictyaml.Shape{}
	}
	return map[string]strictyaml.Shape{"columns": columns, "rows": rows}
}

func (t *projection) resolve() error {
	places, err := t.readDerived()
	if err != nil {
		return err
	}
	if t.laid, err = t.Written.Lay(t.head.Number, t.scope, t.block, len(t.derived) > 0); err != nil {
		return err
	}
	for i, d := range t.derived {
		if err := d.Check(t.laid, places[i]); err != nil {
			return err
		}
	}
	t.derived = append(derive.Implied(t.laid), t.derived...)
	t.laid.Needs = words.Each(t.derived, derive.Derivation.Needs)
	if t.Written.Decimals == nil && len(t.laid.Columns) == 0 {
		t.laid.Decimals = t.Measure().Decimals
	}
	return words.InTurn(func() error { return t.Additions.Check(t.laid) }, t.checkChart, t.laid.CheckMethod)
}

// readDerived reads the columns that are derived from others, and leaves the others to the layout. It returns where
// they stand.
func (t *projection) readDerived() (places []strictyaml.Node, err error) {
	columns := &t.Written.Columns
	all := columns.Written
	columns.Written = nil
	for _, n := range all {
		kind, found := words.First(derive.Kinds, func(k derive.Kind) bool {
			return n.Text() == k.Name || !n.Field(k.Name).IsZero()
		})
		if !found {
			columns.Written = append(columns.Written, n)
			continue
		}
		d := kind.Make()
		if n.IsMapping() {
			if err := n.Decode(d); err != nil {
				return nil, err
			}
		}
		t.derived, places = append(t.derived, d), append(places, n)
	}
	return places, nil
}

func (t *projection) checkChart() error {
	switch axes := t.laid.Rows[0].Axes; {
	case !t.Draw || t.Additions.Ranks: // whose chart is of these
	case len(axes) > 0 && axes[0] == experiment.Data:
		return t.block.At("chart").Fault("the table has no levels to draw a chart over")
	case !t.laid.Curved():
		return t.block.At("chart").Fault("a chart needs rows along one axis, and columns that are no measures")
	}
	var curves []string
	for _, c := range t.laid.Columns {
		if !c.ShowsWinner() && !c.Sigma {
			curves = append(curves, c.Key)
		}
	}
	return t.Panel.check(curves, t.block)
}

// Check refuses best-of columns and marks that refer to no table for them.
func (t *projection) Check() error {
	if err := t.laid.Link(func(number string) *layout.Layout {
		if of, ok := t.scope.Table(number).(*projection); ok {
			return of.laid
		}
		return nil
	}); err != nil {
		return err
	}
	if of := t.scope.Table(t.Additions.Sensitivity); of != nil {
		if _, settings := derivedOf[*derive.Settings](of); settings == nil {
			return t.block.At("sensitivity").Fault("table %s has no columns: settings", t.Additions.Sensitivity)
		}
	}
	return nil
}

// derivedOf is the derivation of a type in a table, nil if it has none.
func derivedOf[D derive.Derivation](of Table) (t *projection, d D) {
	t, ok := of.(*projection)
	if !ok {
		return nil, d
	}
	for _, other := range t.derived {
		if d, ok := other.(D); ok {
			return t, d
		}
	}
	return t, d
}

// Spots reads a labelled row of a table, level by level or data set by data set.
func Spots(of Table, label string) (Reader, bool) {
	if t, ok := of.(*projection); ok {
		if row, _ := t.laid.Row(label); row.Grid != nil {
			return &reading{laid: layout.Whole(row.Grid)}, true
		}
	}
	return nil, false
}

func (t *projection) Data() []string { return t.laid.Data }

func (t *projection) Build(src Source) *table.Table {
	f := fill.Once(t.laid, src)
	built := t.table(f.Origin, f.Decimals)
	t.Additions.AddTo(built, f, t.derived, t.width(src))
	if t.laid.Corner != "" || built.Corner == "" {
		built.Corner = t.Corner()
	}
	return built
}

// width gives the ranges in the table of settings that the table names, by the key of a cell; nil without such a table.
// Nothing is computed for them.
func (t *projection) width(src Source) derive.Width {
	of, settings := derivedOf[*derive.Settings](t.scope.Table(t.Additions.Sensitivity))
	if settings == nil {
		return nil
	}
	filled := fill.Once(of.laid, fill.Incidental{Source: src})
	return func(key string) (float64, bool) { return settings.Width(filled, key) }
}

// Reach is the range of a number over the settings of the optimiser, by the table of settings that the table names. A
// fit that serves all levels is measured at one of them: its range is the best estimate for other levels and averages.
func (t *projection) Reach(src Source, row, column string) float64 {
	width := t.width(src)
	if width == nil {
		return 0
	}
	r, found := t.laid.Row(row)
	for i := range t.laid.Grid.Spots {
		spot := layout.Row{Key: fmt.Sprint("spot ", i), Spots: t.laid.Grid.Spots[i : i+1]}
		v := fill.Read(t.laid, src, spot, layout.Column{Measure: t.laid.Grid.Measured}.Of(column))
		same := found && i < len(t.laid.Rows) && t.laid.Rows[i].Key == r.Key
		if same || v.Shared && (!found || t.laid.Grid.ByLevel) {
			if w, known := width(v.Key); known {
				return w
			}
		}
	}
	return 0
}

// Chart draws the table if the study asks for a chart of it.
func (t *projection) Chart(src Source) (figures.Figure, bool) {
	switch {
	case !t.Draw:
		return nil, false
	case !t.Additions.Ranks:
		return chartOf(fill.Once(t.laid, src), t.Panel, t.scope.Look, false), true
	}
	if _, _, diagram := derive.Ranking(fill.Once(t.laid, src)); diagram != nil {
		return diagram, true
	}
	return nothingYet, true
}

// Lines are those of its chart, if the study asks for one.
func (t *projection) Lines() []string {
	if !t.Draw {
		return nil
	}
	return linesOf(t.laid)
}
