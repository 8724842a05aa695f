package exhibit

import (
	"cmp"
	"strings"

	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// A reading is a layout as comparisons read it: by the keys of rows and columns, also of those that it leaves out.
type reading struct {
	laid    *layout.Layout
	derived []derive.Derivation
}

// Whole reads an experiment as if a table showed all of it.
func Whole(name string, scope Scope) (Reader, error) {
	g, err := layout.Part{Experiment: name}.Grid(scope, strictyaml.Node{})
	if err != nil {
		return nil, err
	}
	return &reading{laid: layout.Whole(g)}, nil
}

func (r *reading) Measure() experiment.Measure {
	for _, d := range r.derived {
		if m := d.Measure(r.laid); m.Name != "" {
			return m
		}
	}
	return r.laid.Grid.Measured
}

func (r *reading) Corner() string {
	switch {
	case r.laid.Corner != "" || r.laid.ByMethod():
		return r.laid.Corner
	case r.laid.Labelled():
		return "Variant"
	}
	return strings.Join(words.Each(r.laid.Rows[0].Axes, func(name string) string {
		a, _ := r.laid.Grid.Experiment.Axis(name)
		return a.Title
	}), ", ")
}

func (r *reading) Rows() []string { return r.laid.Keys() }

// RowTitle is the heading of a row of one value. That of a data set or of another row is its key.
func (r *reading) RowTitle(key string) string {
	row, ok := r.laid.Row(key)
	if !ok || len(row.Values) != 1 {
		return key
	}
	text, _ := row.Title.Text(func(string) string { return key }, r.laid.Grid.Study.Label)
	return text
}

func (r *reading) On(key string) string {
	if row, ok := r.laid.Row(key); ok {
		if of := words.AppendNew(nil, r.laid.On(row, layout.Column{})...); len(of) == 1 {
			return of[0]
		}
	}
	return ""
}

// Read is the number in a row and a column. The column may be a method that is not shown.
func (r *reading) Read(src Source, row, column string) Value {
	at, ok := r.laid.Row(row)
	if !ok {
		axes := strings.Join(r.laid.Rows[0].Axes, " ")
		if axes == experiment.Method {
			return fill.Absent("the study has no row %q here: %s", row, typo.DidYouMean(row, r.Rows()))
		}
		what := map[string]string{experiment.Data: "data set", experiment.Level: "level"}[axes]
		return fill.Absent("the study has no %s %q here%s", cmp.Or(what, "row"), row, near(row, r.Rows()))
	}
	for _, d := range r.derived {
		of := func(n layout.Need) fill.Place { return fill.Further(r.laid, src, at, n) }
		if v, ok := d.Read(r.laid, column, of); ok {
			return v
		}
	}
	for _, c := range r.laid.Columns {
		if c.Averages() || c.Key == column && !c.ShowsWinner() {
			return fill.Read(r.laid, src, at, c).Value
		}
	}
	switch axis, _ := r.laid.Grid.Experiment.Axis(experiment.Method); {
	case at.Grid != nil && r.laid.Method() != "": // the columns are spots
		spots := reading{laid: layout.Whole(at.Grid)}
		return spots.Read(src, column, r.laid.Method())
	case axis.Open && r.laid.Method() == "":
		return fill.Read(r.laid, src, at, layout.Column{Measure: r.laid.Grid.Measured}.Of(column)).Value
	}
	keys := words.Each(r.laid.Columns, func(c layout.Column) string { return c.Key })
	return fill.Absent("the study has no column %q in this table%s", column, near(column, keys))
}

// near suggests names like one that is not there; empty where none is, as a study may have a part of a table alone.
func near(name string, valid []string) string {
	if len(typo.Nearest(name, valid)) == 0 {
		return ""
	}
	return ": " + typo.DidYouMean(name, valid)
}
