package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/grid"
	"gpca/report/study"
	"gpca/report/table"
)

// A spread is what the settings of the optimiser make of one method.
type spread struct {
	own    value     // under the experiment's own settings
	varied [][]value // of each setting, under the values that are tried of it
	// Unsettled counts the settings under which some iteration did not converge;
	// ends are those of the iterations under the own ones where they are among them.
	unsettled int
	ends      []grid.Ends
}

// spread collects the values of a method, each the average over places, under the
// settings of an experiment.
func (b Builder) spread(e *study.Experiment, places []place, method string) spread {
	var s spread
	under := func(v study.Variation) (_ value, unsettled []grid.Ends) {
		var values []value
		for _, p := range places {
			one := b.value(study.Need{Experiment: e, Data: p.data, Level: p.level, Method: method, Variation: v})
			if one.ends.Unsettled() > 0 {
				unsettled = append(unsettled, one.ends)
			}
			values = append(values, one)
		}
		if len(unsettled) > 0 {
			s.unsettled++
		}
		return average(values), unsettled
	}
	s.own, s.ends = under(study.Variation{})
	for _, setting := range e.Varied() {
		var values []value
		for _, v := range setting.Variations {
			changed, _ := under(v)
			values = append(values, changed)
		}
		s.varied = append(s.varied, values)
	}
	return s
}

// all are the values under all settings, the own first.
func (s spread) all() []value {
	values := []value{s.own}
	for _, v := range s.varied {
		values = append(values, v...)
	}
	return values
}

// extent is the range from the lowest to the highest of values. Its state is not
// Filled when one of them is missing or failed: a range over what is left would be
// too small.
func extent(values []value) (low, high float64, state table.State) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		low, high = min(low, v.mean()), max(high, v.mean())
	}
	return low, high, worst(values)
}

// rangeCell is the width of the range of values.
func rangeCell(values []value) table.Cell {
	low, high, state := extent(values)
	return derived(high-low, state)
}

// derived is a cell made from others of a state.
func derived(v float64, state table.State) table.Cell {
	if state != table.Filled {
		return table.Cell{State: state, Reason: "a range over a cell that is " + state.String()}
	}
	return table.Cell{Value: v}
}

// sensitivity builds a table of what the settings of the optimiser matter.
func (b Builder) sensitivity(built *table.Table, t *study.Table) {
	e := b.Study.Experiment(t.Experiment)
	built.Metric = MetricOf(e) + "; ranges from the lowest to the highest value"
	if points(e) != "" {
		built.Metric += ", in" + points(e)
	}
	if built.Corner == "" {
		built.Corner = "Method"
	}
	settings := e.Varied()
	total := 1
	built.Columns = []string{cmp.Or(t.Heading, "Own settings")}
	for _, s := range settings {
		built.Columns = append(built.Columns, fmt.Sprintf("Over %d %s", len(s.Variations)+1, s.Names))
		total += len(s.Variations)
	}
	built.Columns = append(built.Columns, fmt.Sprintf("Over all %d", total), "Lowest", "Highest", "Not converged")

	spreads := b.spreads(t)
	var ends []grid.Ends
	for i, method := range t.Rows {
		s := spreads[i]
		own := s.own.cell()
		if len(s.ends) > 0 {
			own.Mark = unsettledMark
			ends = append(ends, s.ends...)
		}
		cells := []table.Cell{own}
		for _, values := range s.varied {
			cells = append(cells, rangeCell(append([]value{s.own}, values...)))
		}
		low, high, state := extent(s.all())
		cells = append(cells, rangeCell(s.all()), derived(low, state), derived(high, state))
		count := derived(float64(s.unsettled), state)
		count.DecimalsSet = true // a count has no digits after the point
		cells = append(cells, count)
		built.Rows = append(built.Rows, table.Row{Heading: b.Study.Label(method), Cells: cells})
	}
	built.Notes = append(built.Notes, fmt.Sprintf("One setting is changed at a time. Not converged: of the %d settings, those under which some iteration did not converge.", total))
	built.Notes = append(built.Notes, b.spreadNotes(t, spreads)...)
	built.Notes = append(built.Notes, unsettledNote(ends)...)
}

func (b Builder) spreads(t *study.Table) []spread {
	e := b.Study.Experiment(t.Experiment)
	var spreads []spread
	for _, method := range t.Rows {
		spreads = append(spreads, b.spread(e, rowsOf(e, t), method))
	}
	return spreads
}

// points is the unit of differences between values of an experiment's metric, with
// a blank before it; nothing for a metric without a unit.
func points(e *study.Experiment) string {
	if e.Metric == study.ReconstructionError {
		return ""
	}
	return " points"
}

// spreadNotes hold the spread between methods against what the settings make of
// each. There are none while a value is missing.
func (b Builder) spreadNotes(t *study.Table, spreads []spread) []string {
	e := b.Study.Experiment(t.Experiment)
	number := func(v float64) string { return table.Format(table.Cell{Value: v}, t.Decimals).Text + points(e) }
	var reaches []reach
	for i, s := range spreads {
		if worst(s.all()) != table.Filled {
			return nil
		}
		reaches = append(reaches, reach{t.Rows[i], s.own.mean(), s.width()})
	}
	if len(reaches) < 2 {
		return nil
	}
	most := func(r reach) string {
		s := spreads[slices.Index(t.Rows, r.method)]
		return fmt.Sprintf("%s for %s, %s of it over its %s", number(r.width), b.Study.Label(r.method), number(s.over(s.mover())), e.Varied()[s.mover()].Names)
	}
	byValue := func(x, y reach) int { return cmp.Compare(x.value, y.value) }
	lowest, highest := slices.MinFunc(reaches, byValue), slices.MaxFunc(reaches, byValue)
	between := fmt.Sprintf("Under their own settings the methods lie %s apart, from %s to %s.",
		number(highest.value-lowest.value), b.Study.Label(lowest.method), b.Study.Label(highest.method))
	switch group := tied(reaches, e.LowerIsBetter()); {
	case len(group.members) == len(reaches):
		between += " That is no more than what other settings make of one of them: " + most(group.widest) + "."
	case len(group.members) > 0:
		between += fmt.Sprintf(" The best %d of them lie %s apart, no more than what other settings make of one of these: %s.",
			len(group.members), number(group.apart), most(group.widest))
	default:
		widest := slices.MaxFunc(reaches, func(x, y reach) int { return cmp.Compare(x.width, y.width) })
		between += " Even the best two are further apart than other settings move either; most they make " + most(widest) + "."
	}
	turned, pairs := turnedPairs(spreads)
	notes := []string{between, fmt.Sprintf("Of the %d pairs of methods, %d are in one order under some settings and in the other order under others.", pairs, turned)}
	for i, setting := range e.Varied() {
		var lucky []string
		for j, s := range spreads {
			if s.bestAtOwn(i, e.LowerIsBetter()) {
				lucky = append(lucky, b.Study.Label(t.Rows[j]))
			}
		}
		// Of starts none is better than another beforehand; that a smaller tolerance
		// or a higher limit is better would be no surprise.
		if setting.Name == "start" && len(lucky) > 0 {
			notes = append(notes, fmt.Sprintf("Better under its own start than under every one of the %d others, as chance has it for one method in %d: %s.",
				len(setting.Variations), len(setting.Variations)+1, strings.Join(lucky, ", ")))
		}
	}
	return notes
}

// bestAtOwn reports whether all other values of a setting are worse than the own.
func (s spread) bestAtOwn(setting int, lowerIsBetter bool) bool {
	for _, v := range s.varied[setting] {
		if !(v.mean() != s.own.mean() && (s.own.mean() < v.mean()) == lowerIsBetter) {
			return false
		}
	}
	return true
}

// width is the range over all settings.
func (s spread) width() float64 {
	low, high, _ := extent(s.all())
	return high - low
}

// mover is the index of the setting over which the range is widest.
func (s spread) mover() int {
	at := 0
	for i := range s.varied {
		if s.over(i) > s.over(at) {
			at = i
		}
	}
	return at
}

// over is the range over one setting.
func (s spread) over(setting int) float64 {
	low, high, _ := extent(append([]value{s.own}, s.varied[setting]...))
	return high - low
}

// turnedPairs counts the pairs of methods of which now one is better and now the
// other, both under the same settings.
func turnedPairs(spreads []spread) (turned, pairs int) {
	for i := range spreads {
		for j := range i {
			pairs++
			above, below := false, false
			others := spreads[j].all()
			for k, v := range spreads[i].all() {
				above = above || v.mean() > others[k].mean()
				below = below || v.mean() < others[k].mean()
			}
			if above && below {
				turned++
			}
		}
	}
	return turned, pairs
}

// ranges draws a sensitivity table.
func (b Builder) ranges(f *study.Figure) figures.Figure {
	t := b.Study.Table(f.Table)
	e := b.Study.Experiment(t.Experiment)
	r := figures.Ranges{XLabel: capitalised(MetricOf(e)), CenterName: cmp.Or(t.Heading, "Own settings"), Notes: b.dataNote(b.dataOf(t))}
	for _, s := range e.Varied() {
		r.Series = append(r.Series, figures.RangeSeries{Name: fmt.Sprintf("%d %s", len(s.Variations)+1, s.Names)})
	}
	drawable := false
	for i, s := range b.spreads(t) {
		r.Groups = append(r.Groups, b.Study.Label(t.Rows[i]))
		r.Centers = append(r.Centers, drawn(s.own))
		drawable = drawable || s.own.state == table.Filled
		for j, values := range s.varied {
			points := []float64{drawn(s.own)}
			for _, v := range values {
				points = append(points, drawn(v))
				drawable = drawable || v.state == table.Filled
			}
			r.Series[j].Values = append(r.Series[j].Values, points)
		}
	}
	if !drawable {
		return figures.Placeholder{Text: "None of the numbers of this figure is computed yet."}
	}
	return r
}

// drawn is a value as figures take it, NaN where there is none.
func drawn(v value) float64 {
	if v.state != table.Filled {
		return math.NaN()
	}
	return v.mean()
}
