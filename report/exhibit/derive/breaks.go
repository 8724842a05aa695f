package derive

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// breaks are the levels of contamination from which methods lose the subspace: in more than half of the draws the
// angle is larger than [lostAngle].
type breaks struct {
	unread  `yaml:"-"`
	Methods names `yaml:"breaks" doc:"Methods: the level from which they lose the subspace." example:"[p=2, robpca]"`
}

// Angle is the measure of how far a subspace is from that which is wanted. lostAngle, in degrees, is half way to an
// orthogonal one.
const (
	Angle     = "angle"
	lostAngle = 45
)

// Lost counts the angles at which a subspace is lost.
func Lost(angles []float64) int {
	return len(slices.DeleteFunc(slices.Clone(angles), func(degrees float64) bool { return degrees <= lostAngle }))
}

// never is the percentage that stands for a subspace that no level loses.
const never = 100

func (b *breaks) Check(l *layout.Layout, at strictyaml.Node) (err error) {
	for _, r := range l.Rows {
		rising := func(p, q layout.Spot) int { return cmp.Compare(p.Level.Number, q.Level.Number) }
		if r.Grid == nil || l.Pool != layout.PoolAll || len(r.Grid.Data()) > 1 || r.Grid.Measured.Name != Angle ||
			!slices.IsSortedFunc(r.Spots, rising) || r.Spots[len(r.Spots)-1].Level.Number >= 1 {
			return at.Fault("breaks needs rows with a label, pool: all, each of one data set, and the measure angle " +
				"over rising levels that are fractions")
		}
		if b.Methods, err = r.Grid.CheckMethods(b.Methods, at.At("breaks")); err != nil {
			return err
		}
	}
	return nil
}

func (b *breaks) Needs() []layout.Need { return words.Each(b.Methods, layout.Further) }

func (b *breaks) Columns(f *fill.Filled) Columns {
	d := headed(words.Each(b.Methods, f.Label)...)
	for i, r := range f.Rows {
		d.add(words.Each(b.Methods, func(m string) table.Cell { return broken(r, f.Needed[m][i].Behind) })...)
	}
	d.Corner, d.Metric = "Outliers", "level in percent from which the subspace is lost"
	d.Notes = []string{fmt.Sprintf("The lowest level at which the angle is beyond %d degrees in more than half of the "+
		"draws; in brackets the highest level up to which all are shown to hold, and the lowest that is shown to be "+
		"lost, each by an exact interval at 95%% for the share of the draws. “>”: never up to that level, 100 in "+
		"the CSV; “?”: no level is shown.", lostAngle)}
	return d
}

func broken(r layout.Row, values []fill.Value) table.Cell {
	if at := slices.IndexFunc(values, func(v fill.Value) bool { return !v.Known() }); at >= 0 {
		return values[at].Bare()
	}
	broken := statistics.BreakingOf(words.Each(values, func(v fill.Value) int { return Lost(v.Draws) }),
		words.Each(values, func(v fill.Value) int { return len(v.Draws) }), Significance)
	percent := func(i int) string { return strconv.FormatFloat(100*r.Spots[i].Level.Number, 'g', 3, 64) }
	last := len(values) - 1
	c := table.Cell{Value: never, Text: ">" + percent(last)}
	if broken.First <= last {
		c.Value, c.Text = 100*r.Spots[broken.First].Level.Number, percent(broken.First)
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
