package derive

import (
	"cmp"
	"math"
	"slices"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
)

// wins counts over the levels or data sets of a table how often the method of a column is better than that
// of a row, less how often it is worse.
type wins struct {
	Methods names `yaml:"wins" doc:"Methods: how often they beat that of the row." example:"[p=1, p=2]"`
}

func (w *wins) Check(l *layout.Layout, at strictyaml.Node) (err error) {
	if !l.ByMethod() || len(w.Methods) == 0 {
		return at.Fault("wins are of methods: the rows must be methods, and so must be those of wins")
	}
	w.Methods, err = l.Grid.CheckMethods(w.Methods, at.At("wins"))
	return err
}

// ownNumbers is the need of the numbers of the method that a row is.
var ownNumbers = layout.Need{Of: func(layout.Row) layout.Column { return layout.Column{} }}

func (w *wins) Needs() (needs []layout.Need) {
	for i, m := range w.Methods {
		needs = append(needs, layout.Further(m))
		if i == 0 {
			needs = append(needs, ownNumbers)
		}
	}
	return needs
}

func (w *wins) Measure(l *layout.Layout) experiment.Measure {
	return experiment.Measure{
		Name: "winning-count", Title: "wins minus losses",
		Definition: l.Grid.SpotsAre() +
			" on which the column's method is better than the row's, less those on which it is worse",
	}
}

func (w *wins) Columns(f *fill.Filled) Columns {
	d := byMethod(f, w.Methods, func(i int, m string) fill.Value {
		return won(f.Needed[m][i], f.Needed[ownNumbers.Key][i], f.Grid.Measured)
	})
	d.Metric = w.Measure(f.Layout).Title
	d.Notes = []string{"Positive: the column's method is better than the row's on more " + f.Grid.SpotsAre() +
		" than it is worse."}
	return d
}

func (w *wins) Read(l *layout.Layout, column string, of func(layout.Need) fill.Place) (fill.Value, bool) {
	if !slices.Contains(w.Methods, column) {
		return fill.Absent("the study has no column %q in this table", column), true
	}
	return won(of(layout.Further(column)), of(ownNumbers), l.Grid.Measured), true
}

// won counts wins less losses. A contest whose paired interval contains 0 may be either, so the count lies
// between Low and High.
func won(place, than fill.Place, m experiment.Measure) fill.Value {
	values, against := place.Behind, than.Behind
	count := fill.Value{Count: true}
	if state := max(fill.Worst(values...), fill.Worst(against...)); state != table.Filled {
		return fill.RestsOn(state)
	}
	count.Draws = []float64{0}
	for i, v := range values {
		a := against[i]
		count.Generated = count.Generated || v.Generated || a.Generated
		outcome := float64(cmp.Compare(v.Mean(), a.Mean()))
		if m.LowerIsBetter {
			outcome = -outcome
		}
		low, high := outcome, outcome
		if inDoubt(v, a) {
			low, high = -1, 1
		}
		count.Draws[0], count.Low, count.High = count.Draws[0]+outcome, count.Low+low, count.High+high
	}
	return count
}

// inDoubt reports whether the draws leave the sign of a difference in doubt.
func inDoubt(a, b fill.Value) bool {
	_, left := a.Interval()
	_, right := b.Interval()
	reach := left + right
	if len(a.Draws) == len(b.Draws) {
		_, reach = a.Plus(-1, b.Estimate).Interval()
	}
	if (a.Random || b.Random) && max(len(a.Draws), len(b.Draws)) < 2 {
		return true // the spread is unknown
	}
	return reach > 0 && math.Abs(a.Mean()-b.Mean()) <= reach
}
