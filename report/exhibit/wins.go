package exhibit

import (
	"math"
	"slices"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/table"
)

// wins counts over the levels or data sets of a table how often the method of a column is better than that
// of a row, less how often it is worse.
type wins struct {
	underived `yaml:"-"`
	Methods   names `yaml:"wins" doc:"Methods: how often they beat that of the row." example:"[p=1, p=2]"`
}

func (w *wins) check() (err error) {
	if !w.t.byMethod() || len(w.Methods) == 0 {
		return w.at.Fault("wins are of methods: the rows must be methods, and so must be those of wins")
	}
	w.Methods, err = layout.Methods(w.t.scope, w.Methods, w.at.At("wins"), w.t.Experiment)
	return err
}

func (w *wins) measure() experiment.Measure {
	return experiment.Measure{
		Name: "winning-count", Title: "wins minus losses",
		Definition: w.t.grid.rowsAre() +
			" on which the column's method is better than the row's, less those on which it is worse",
	}
}

func (w *wins) columns(src Source, rows []line) derived {
	d := w.byMethod(rows, w.Methods, func(r line, m string) Value {
		v, _ := w.read(src, r, m)
		return v
	})
	d.metric = w.measure().Title
	d.notes = []string{"Positive: the column's method is better than the row's on more " + w.t.grid.rowsAre() +
		" than it is worse."}
	return d
}

// read counts wins less losses. A contest whose paired interval contains 0 may be either, so the count lies
// between Low and High.
func (w *wins) read(src Source, r line, column string) (Value, bool) {
	if !slices.Contains(w.Methods, column) {
		return Absent("the study has no column %q in this table", column), true
	}
	values, against := w.t.under(src, r, column), w.t.under(src, r, r.name)
	count := Value{Count: true}
	if state := max(fill.Worst(values...), fill.Worst(against...)); state != table.Filled {
		return fill.RestsOn(state), true
	}
	count.Draws = []float64{0}
	for i, v := range values {
		a := against[i]
		count.Generated = count.Generated || v.Generated || a.Generated
		outcome := 0.0
		if fill.Better(w.t.grid.measure, v.Mean(), a.Mean()) {
			outcome = 1
		} else if fill.Better(w.t.grid.measure, a.Mean(), v.Mean()) {
			outcome = -1
		}
		low, high := outcome, outcome
		if inDoubt(v, a) {
			low, high = -1, 1
		}
		count.Draws[0], count.Low, count.High = count.Draws[0]+outcome, count.Low+low, count.High+high
	}
	return count, true
}

// inDoubt reports whether the draws leave the sign of a difference in doubt.
func inDoubt(a, b Value) bool {
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
