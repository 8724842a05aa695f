package exhibit

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gpca/report/exhibit/layout"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// breaks are the levels of contamination from which methods lose the subspace: in more than half of the draws the
// angle is larger than [LostAngle].
type breaks struct {
	underived `yaml:"-"`
	Methods   names `yaml:"breaks" doc:"Methods: the level from which they lose the subspace." example:"[p=2, robpca]"`
}

// Angle is the measure of how far a subspace is from that which is wanted. LostAngle, in degrees, is half way to an
// orthogonal one.
const (
	Angle     = "angle"
	LostAngle = 45
)

// Lost counts the angles at which a subspace is lost.
func Lost(angles []float64) int {
	return len(slices.DeleteFunc(slices.Clone(angles), func(degrees float64) bool { return degrees <= LostAngle }))
}

// never is the percentage that stands for a subspace that no level loses.
const never = 100

func (b *breaks) check() (err error) {
	for _, r := range b.t.lines {
		rising := func(p, q row) int { return cmp.Compare(p.level.Number, q.level.Number) }
		if r.grid == nil || b.t.Pool != "all" || len(r.grid.Data()) > 1 || r.grid.measure.Name != Angle ||
			!slices.IsSortedFunc(r.places, rising) || r.places[len(r.places)-1].level.Number >= 1 {
			return b.at.Fault("breaks needs rows with a label, pool: all, each of one data set, and the measure angle over " +
				"rising levels that are fractions")
		}
		if b.Methods, err = layout.Methods(b.t.scope, b.Methods, b.at.At("breaks"), r.grid.Experiment); err != nil {
			return err
		}
	}
	return nil
}

func (b *breaks) columns(src Source, rows []line) derived {
	d := headed(words.Each(b.Methods, b.t.scope.Label)...)
	for _, r := range rows {
		d.add(words.Each(b.Methods, func(m string) table.Cell { return b.cell(src, r, m) })...)
	}
	d.corner, d.metric = "Outliers", "level in percent from which the subspace is lost"
	d.notes = []string{fmt.Sprintf("The lowest level at which the angle is beyond %d degrees in more than half of the "+
		"draws; in brackets the highest level up to which all are shown to hold, and the lowest that is shown to be "+
		"lost, each by an exact interval at 95%% for the share of the draws. “>”: never up to that level, 100 in the CSV; "+
		"“?”: no level is shown.", LostAngle)}
	return d
}

func (b *breaks) cell(src Source, r line, method string) table.Cell {
	values := b.t.under(src, r, method)
	if at := slices.IndexFunc(values, func(v Value) bool { return !v.Filled() }); at >= 0 {
		return values[at].Bare()
	}
	broken := statistics.BreakingOf(words.Each(values, func(v Value) int { return Lost(v.Draws) }),
		words.Each(values, func(v Value) int { return len(v.Draws) }), significance)
	percent := func(i int) string { return strconv.FormatFloat(100*r.places[i].level.Number, 'g', 3, 64) }
	last := len(values) - 1
	c := table.Cell{Value: never, Text: ">" + percent(last)}
	if broken.First <= last {
		c.Value, c.Text = 100*r.places[broken.First].level.Number, percent(broken.First)
	}
	low, high := "?", "?"
	if broken.Held > 0 {
		low = percent(broken.Held - 1)
	}
	if broken.Lost <= last {
		high = percent(broken.Lost)
	}
	if broken.Held <= last { // else all levels are shown to hold
		c.Text += fmt.Sprintf(" (%s–%s)", low, high)
	}
	return c
}
