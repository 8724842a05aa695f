package derive

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Settings shows how far the settings of the optimiser move the method of each row: the range over the values of each
// axis that the experiment varies. All other axes keep their first value, so that each range has one cause.
type Settings struct {
	unread
	Axes    []experiment.Axis // with more than one value
	Heading string            // of the number under the own settings
}

func (s *Settings) Check(l *layout.Layout, at strictyaml.Node) error {
	if !l.ByMethod() {
		return at.Fault("settings are of methods: the rows must be methods")
	}
	for _, a := range l.Grid.Experiment.Axes() {
		_, fixed := l.Grid.Fixed[a.Name]
		if !fixed && !a.Open && len(a.Values) > 1 && a.Name != experiment.Data && a.Name != experiment.Level {
			s.Axes = append(s.Axes, a)
		}
	}
	if len(s.Axes) == 0 {
		return l.Block.At("experiment").Fault("experiment %s varies no settings", l.Grid.Experiment.Name)
	}
	s.Heading = cmp.Or(l.Heading, "Own settings")
	return nil
}

func SettingNames(a experiment.Axis) string { return strings.ToLower(a.Title) + "s" }

// A Spread holds the values of one method under the settings of the optimiser.
type Spread struct {
	Own    fill.Value     // under the experiment's own settings
	Varied [][]fill.Value // of each setting, under all its values, the experiment's own first
	rows   []fill.Value   // of which own is the average
	// unsettled counts the settings under which some iteration did not converge.
	unsettled int
}

func settingKey(axis, value string) string { return "setting " + axis + "=" + value }

// Needs are the numbers of the row under all settings, the own ones first.
func (t *Settings) Needs() []layout.Need {
	at := func(key string, p experiment.Point) layout.Need {
		return layout.Need{Key: key, Of: func(layout.Row) layout.Column { return layout.Column{Point: p} }}
	}
	needs := []layout.Need{at(settingKey("", ""), nil)}
	for _, a := range t.Axes {
		for _, v := range a.Values[1:] {
			needs = append(needs, at(settingKey(a.Name, v.Text), experiment.Point{a.Name: v.Text}))
		}
	}
	return needs
}

// spread is that of the number that pick takes of each need.
func (t *Settings) spread(f *fill.Filled, row int, pick func(fill.Place) fill.Value) Spread {
	var s Spread
	under := func(key string) fill.Value {
		v := pick(f.Needed[key][row])
		if v.Ends.Unsettled() > 0 {
			s.unsettled++
		}
		return v
	}
	s.Own, s.rows = under(settingKey("", "")), f.Needed[settingKey("", "")][row].Behind
	for _, a := range t.Axes {
		values := []fill.Value{s.Own}
		for _, v := range a.Values[1:] {
			values = append(values, under(settingKey(a.Name, v.Text)))
		}
		s.Varied = append(s.Varied, values)
	}
	return s
}

func (t *Settings) Spreads(f *fill.Filled) []Spread {
	return words.Each(statistics.Indices(len(f.Rows)), func(i int) Spread {
		return t.spread(f, i, func(p fill.Place) fill.Value { return p.Value })
	})
}

// all are the values under all settings, own first.
func (s Spread) all() []fill.Value {
	values := []fill.Value{s.Own}
	for _, v := range s.Varied {
		values = append(values, v[1:]...)
	}
	return values
}

// Columns are the own number, and the ranges.
func (t *Settings) Columns(f *fill.Filled) Columns {
	headings := []string{t.Heading}
	total := 1
	for _, a := range t.Axes {
		headings = append(headings, fmt.Sprintf("Over %d %s", len(a.Values), SettingNames(a)))
		total += len(a.Values) - 1
	}
	d := headed(append(headings, fmt.Sprintf("Over all %d", total), "Lowest", "Highest", "Not converged")...)
	d.Corner, d.Metric = "Method", f.Grid.Measured.Title+"; ranges from the lowest to the highest value"
	if f.Grid.Measured.Points != "" {
		d.Metric += ", in " + f.Grid.Measured.Points
	}
	spreads := t.Spreads(f)
	var marked unsettled
	for _, s := range spreads {
		own := s.Own.Cell()
		marked.mark(&own, s.rows...)
		over := extentOf(s.all())
		count := over.cell(float64(s.unsettled))
		count.DecimalsSet = true // a count has no decimals
		d.add(slices.Concat([]table.Cell{own}, words.Each(s.Varied, rangeCell),
			[]table.Cell{over.cell(over.width()), over.cell(over.low), over.cell(over.high), count})...)
	}
	one := fmt.Sprintf("One setting is changed at a time. Not converged: of the %d settings, those with "+
		"iterations that did not converge.", total)
	d.Notes = slices.Concat([]string{one}, t.notes(f, spreads), marked.note())
	return d
}

// notes compare the spread between methods with that within each. There are none while a value is missing.
func (t *Settings) notes(f *fill.Filled, spreads []Spread) []string {
	m, methods := f.Grid.Measured, words.Each(f.Rows, func(r layout.Row) string { return r.Key })
	number := func(v float64) string { return table.Number(v, f.Decimals) + points(m) }
	var reaches []reach
	for i, s := range spreads {
		if fill.Worst(s.all()...) != table.Filled {
			return nil
		}
		reaches = append(reaches, reach{methods[i], s.Own.Mean(), extentOf(s.all()).width()})
	}
	if len(reaches) < 2 {
		return nil
	}
	most := func(r reach) string {
		widths := words.Each(spreads[slices.Index(methods, r.method)].Varied,
			func(values []fill.Value) float64 { return extentOf(values).width() })
		widest := slices.Max(widths)
		return fmt.Sprintf("%s spans %s over all settings, %s over its %s", f.Label(r.method), number(r.width),
			number(widest), SettingNames(t.Axes[slices.Index(widths, widest)]))
	}
	byValue := func(x, y reach) int { return cmp.Compare(x.value, y.value) }
	lowest, highest := slices.MinFunc(reaches, byValue), slices.MaxFunc(reaches, byValue)
	between := fmt.Sprintf("The methods span %s under their own settings, from %s to %s.",
		number(highest.value-lowest.value), f.Label(lowest.method), f.Label(highest.method))
	switch group := tied(reaches, m.LowerIsBetter); {
	case len(group.members) == len(reaches):
		between += " That is no more than one of them over its settings: " + most(group.widest) + "."
	case len(group.members) > 0:
		between += fmt.Sprintf(" The best %d span %s, no more than one of them over its settings: %s.",
			len(group.members), number(group.apart), most(group.widest))
	default:
		widest := slices.MaxFunc(reaches, func(x, y reach) int { return cmp.Compare(x.width, y.width) })
		between += " Even the best two differ by more than either over its settings. At most, " + most(widest) + "."
	}
	turned, pairs := turnedPairs(spreads)
	notes := []string{between, fmt.Sprintf("%d of the %d pairs of methods change their order with the settings.",
		turned, pairs)}
	// No start is better than another a priori. A smaller tolerance or a higher limit is expected to be.
	start := slices.IndexFunc(t.Axes, func(a experiment.Axis) bool { return a.Name == "start" })
	var lucky []string
	for j, s := range spreads {
		if start >= 0 && !slices.ContainsFunc(s.Varied[start][1:],
			func(v fill.Value) bool { return !fill.Better(m, s.Own.Mean(), v.Mean()) }) {
			lucky = append(lucky, f.Label(methods[j]))
		}
	}
	if len(lucky) > 0 {
		all := len(t.Axes[start].Values)
		notes = append(notes, fmt.Sprintf("Best under its own of %d starts, as one method in %[1]d is by chance: %s.",
			all, strings.Join(lucky, ", ")))
	}
	return notes
}

// turnedPairs counts the pairs whose order depends on the settings.
func turnedPairs(spreads []Spread) (turned, pairs int) {
	for i := range spreads {
		for j := range i {
			pairs++
			above, below := false, false
			others := spreads[j].all()
			for k, v := range spreads[i].all() {
				above = above || v.Mean() > others[k].Mean()
				below = below || v.Mean() < others[k].Mean()
			}
			if above && below {
				turned++
			}
		}
	}
	return turned, pairs
}

// Width is the range of a single cell, by its key under the experiment's own settings. It is not known while a number
// is missing, nor for a cell that the table does not have.
func (t *Settings) Width(f *fill.Filled, key string) (width float64, known bool) {
	for i, p := range f.Needed[settingKey("", "")] {
		for at, own := range p.Behind {
			if own.Key != key || key == "" {
				continue
			}
			s := t.spread(f, i, func(p fill.Place) fill.Value { return p.Behind[at] })
			if e := extentOf(s.all()); e.state == table.Filled {
				return e.width(), true
			}
		}
	}
	return 0, false
}

// A reach is the value of a method with its range over all settings of the optimiser, 0 if unknown.
type reach struct {
	method string
	value  float64
	width  float64
}

// A tie is a group of methods, from the best on down, that differ by no more than the range of one of them.
type tie struct {
	members []reach // the best first
	apart   float64
	widest  reach
}

// tied returns the largest tie, empty if there is none. A larger group can be a tie though a smaller one is
// not, since each method brings its own range.
func tied(reaches []reach, lowerIsBetter bool) tie {
	ordered := slices.Clone(reaches)
	slices.SortStableFunc(ordered, func(a, b reach) int {
		if lowerIsBetter {
			return cmp.Compare(a.value, b.value)
		}
		return cmp.Compare(b.value, a.value)
	})
	var largest tie
	var widest reach
	for i, r := range ordered {
		if r.width > widest.width {
			widest = r
		}
		apart := math.Abs(r.value - ordered[0].value)
		// Equal differences of rates, which are multiples of 1/samples, differ by rounding.
		if i > 0 && widest.width > 0 && apart <= widest.width*(1+1e-9) {
			largest = tie{ordered[:i+1], apart, widest}
		}
	}
	return largest
}
