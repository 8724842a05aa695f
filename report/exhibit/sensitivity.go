package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Sensitivity is the kind of a table that has a row for each method and, for each axis
// that its experiment varies, the range over the values of that axis: what the settings
// of the optimiser make of one method.
//
// One setting is changed at a time and the others stay at the first of their values, the
// experiment's own: so a difference has one cause.
var Sensitivity = Kind{"sensitivity",
	"has a row for each method and shows what each setting that the experiment varies makes of it",
	made[sensitivityTable]}

type sensitivityTable struct {
	declared
	*grid
	settings []experiment.Axis // with values beside the own ones

	Part    part                    `yaml:",inline"`
	Layout  layout                  `yaml:",inline"`
	Methods strictyaml.List[string] `yaml:"rows" doc:"Methods, a row each." example:"[p=1, p=2]" required:"yes"`
	Heading string                  `yaml:"heading" doc:"Heading of the column of values under the experiment's own settings." example:"As reported"`
}

var _ Table = (*sensitivityTable)(nil)

func (t *sensitivityTable) resolve() (err error) {
	if t.grid, err = t.Part.grid(t.scope, t.block); err != nil {
		return err
	}
	if len(t.Methods) == 0 {
		return t.block.Fault("table %s has no rows (methods)", t.head.Number)
	}
	if t.Methods, err = t.methods(t.Methods, "rows", t.Experiment); err != nil {
		return err
	}
	for _, a := range t.Experiment.Axes() {
		_, fixed := t.fixed[a.Name]
		if !fixed && !a.Open && len(a.Values) > 1 && a.Name != experiment.Data && a.Name != experiment.Level {
			t.settings = append(t.settings, a)
		}
	}
	if len(t.settings) == 0 {
		return t.block.At("experiment").Fault("table %s shows what settings matter, but experiment %s varies none",
			t.head.Number, t.Experiment.Name)
	}
	return t.setDigits(&t.Layout, t.measure)
}

// settingName and settingNames name a setting within a sentence.
func settingName(a experiment.Axis) string  { return strings.ToLower(a.Title) }
func settingNames(a experiment.Axis) string { return settingName(a) + "s" }

// A spread is what the settings of the optimiser make of one method.
type spread struct {
	own    Value     // under the experiment's own settings
	varied [][]Value // of each setting, under all values of it, the own first
	rows   []Value   // what the own value is the average of
	// Unsettled counts the settings under which some iteration did not converge.
	unsettled int
}

// spread collects the values of a method, each the average over rows, under all settings.
func (t *sensitivityTable) spread(src Source, rows []row, method string) spread {
	var s spread
	under := func(fixed experiment.Point) (Value, []Value) {
		g := *t.grid
		g.fixed, g.rows = fixed, rows
		values := g.column(src, method)
		if slices.ContainsFunc(values, func(v Value) bool { return v.Ends.Unsettled() > 0 }) {
			s.unsettled++
		}
		return Average(values), values
	}
	s.own, s.rows = under(t.fixed)
	for _, setting := range t.settings {
		values := []Value{s.own}
		for _, v := range setting.Values[1:] {
			changed, _ := under(t.fixed.With(setting.Name, v.Text))
			values = append(values, changed)
		}
		s.varied = append(s.varied, values)
	}
	return s
}

func (t *sensitivityTable) spreads(src Source) []spread {
	return words.Each(t.Methods, func(method string) spread { return t.spread(src, t.rows, method) })
}

// all are the values under all settings, the own first.
func (s spread) all() []Value {
	values := []Value{s.own}
	for _, v := range s.varied {
		values = append(values, v[1:]...)
	}
	return values
}

// An extent is the range from the lowest to the highest of values. Its state is not Filled
// when one of them is missing or failed: a range over what is left would be too small.
type extent struct {
	low, high float64
	state     table.State
}

func extentOf(values []Value) extent {
	e := extent{math.Inf(1), math.Inf(-1), worst(values)}
	for _, v := range values {
		if v.State == table.Filled {
			e.low, e.high = min(e.low, v.Mean()), max(e.high, v.Mean())
		}
	}
	return e
}

func (e extent) width() float64 { return e.high - e.low }

// cell is that of a number that is derived from the range.
func (e extent) cell(v float64) table.Cell {
	if e.state != table.Filled {
		return table.Cell{State: e.state, Reason: "ranges over a cell that is " + e.state.String()}
	}
	return table.Cell{Value: v}
}

// rangeCell is the width of the range of values.
func rangeCell(values []Value) table.Cell {
	e := extentOf(values)
	return e.cell(e.width())
}

// ownSettings heads the values under the experiment's own settings.
func (t *sensitivityTable) ownSettings() string { return cmp.Or(t.Heading, "Own settings") }

// Build makes the table.
func (t *sensitivityTable) Build(src Source) *table.Table {
	metric := t.measure.Title + "; ranges from the lowest to the highest value"
	if t.measure.Points != "" {
		metric += ", in " + t.measure.Points
	}
	built := t.table(src, t.Data(), cmp.Or(t.Layout.Corner, "Method"), metric, *t.Layout.Decimals)
	built.Columns = []string{t.ownSettings()}
	total := 1
	for _, s := range t.settings {
		built.Columns = append(built.Columns, fmt.Sprintf("Over %d %s", len(s.Values), settingNames(s)))
		total += len(s.Values) - 1
	}
	built.Columns = append(built.Columns, fmt.Sprintf("Over all %d", total), "Lowest", "Highest", "Not converged")

	spreads := t.spreads(src)
	var marked unsettled
	for i, method := range t.Methods {
		s := spreads[i]
		own := s.own.cell()
		marked.mark(&own, s.rows...)
		over := extentOf(s.all())
		count := over.cell(float64(s.unsettled))
		count.DecimalsSet = true // a count has no digits after the point
		cells := slices.Concat([]table.Cell{own}, words.Each(s.varied, rangeCell),
			[]table.Cell{over.cell(over.width()), over.cell(over.low), over.cell(over.high), count})
		built.Rows = append(built.Rows, table.Row{Heading: t.scope.Label(method), Cells: cells})
	}
	built.Notes = append(built.Notes,
		fmt.Sprintf("One setting is changed at a time. Not converged: of the %d settings, those under which some "+
			"iteration did not converge.", total))
	built.Notes = append(built.Notes, t.notes(spreads)...)
	built.Notes = append(built.Notes, marked.note()...)
	return built
}

// notes hold the spread between methods against what the settings make of each. There
// are none while a value is missing.
func (t *sensitivityTable) notes(spreads []spread) []string {
	m := t.measure
	number := func(v float64) string { return table.Format(table.Cell{Value: v}, *t.Layout.Decimals).Text + points(m) }
	var reaches []reach
	for i, s := range spreads {
		if worst(s.all()) != table.Filled {
			return nil
		}
		reaches = append(reaches, reach{t.Methods[i], s.own.Mean(), extentOf(s.all()).width()})
	}
	if len(reaches) < 2 {
		return nil
	}
	most := func(r reach) string {
		s := spreads[slices.Index(t.Methods, r.method)]
		return fmt.Sprintf("%s for %s, %s of it over its %s", number(r.width), t.scope.Label(r.method),
			number(extentOf(s.varied[s.mover()]).width()), settingNames(t.settings[s.mover()]))
	}
	byValue := func(x, y reach) int { return cmp.Compare(x.value, y.value) }
	lowest, highest := slices.MinFunc(reaches, byValue), slices.MaxFunc(reaches, byValue)
	between := fmt.Sprintf("Under their own settings the methods lie %s apart, from %s to %s.",
		number(highest.value-lowest.value), t.scope.Label(lowest.method), t.scope.Label(highest.method))
	switch group := tied(reaches, m.LowerIsBetter); {
	case len(group.members) == len(reaches):
		between += " That is no more than what other settings make of one of them: " + most(group.widest) + "."
	case len(group.members) > 0:
		between += fmt.Sprintf(" The best %d of them lie %s apart, no more than what other settings make of one of "+
			"these: %s.",
			len(group.members), number(group.apart), most(group.widest))
	default:
		widest := slices.MaxFunc(reaches, func(x, y reach) int { return cmp.Compare(x.width, y.width) })
		between += " Even the best two are further apart than other settings move either; most they make " +
			most(widest) + "."
	}
	turned, pairs := turnedPairs(spreads)
	notes := []string{between,
		fmt.Sprintf("Of the %d pairs of methods, %d are in one order under some settings and in the other order "+
			"under others.", pairs, turned)}
	for i, setting := range t.settings {
		var lucky []string
		for j, s := range spreads {
			if s.bestAtOwn(i, m) {
				lucky = append(lucky, t.scope.Label(t.Methods[j]))
			}
		}
		// Of starts none is better than another beforehand; that a smaller tolerance
		// or a higher limit is better would be no surprise.
		if setting.Name == "start" && len(lucky) > 0 {
			others := len(setting.Values) - 1
			notes = append(notes,
				fmt.Sprintf("Better under its own start than under every one of the %d others, as chance has it for "+
					"one method in %d: %s.",
					others, others+1, strings.Join(lucky, ", ")))
		}
	}
	return notes
}

// bestAtOwn reports whether all other values of a setting are worse than the own.
func (s spread) bestAtOwn(setting int, m experiment.Measure) bool {
	return !slices.ContainsFunc(s.varied[setting][1:], func(v Value) bool { return !better(m, s.own.Mean(), v.Mean()) })
}

// mover is the index of the setting over which the range is widest.
func (s spread) mover() int {
	return least(words.Each(s.varied, func(values []Value) float64 { return -extentOf(values).width() }))
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

// Ranges is the kind of a figure that draws a table of kind sensitivity.
var Ranges = Kind{"sensitivity", "draws a table of kind sensitivity", made[rangesFigure]}

type rangesFigure struct {
	declared
	Table string `yaml:"table" doc:"Number of the table of kind sensitivity that is drawn." example:"S.1" required:"yes"`
}

var _ Figure = (*rangesFigure)(nil)

// Check refuses a table that is none of the kind.
func (f *rangesFigure) Check() error {
	if _, ok := f.scope.Table(f.Table).(*sensitivityTable); !ok {
		return f.block.At("table").Fault("figure %s draws a table of kind %s, which %q is not", f.head.Number,
			Sensitivity.Name, f.Table)
	}
	return nil
}

func (f *rangesFigure) of() *sensitivityTable { return f.scope.Table(f.Table).(*sensitivityTable) }

// Data lists the data sets behind the table.
func (f *rangesFigure) Data() []string { return f.of().Data() }

// Build draws the figure.
func (f *rangesFigure) Build(src Source) (figures.Figure, error) {
	t := f.of()
	r := figures.Ranges{XLabel: axisTitle(t.measure), CenterName: t.ownSettings(), Notes: dataNote(src, t.Data())}
	for _, s := range t.settings {
		r.Series = append(r.Series, figures.RangeSeries{Name: fmt.Sprintf("%d %s", len(s.Values), settingNames(s))})
	}
	drawable := false
	for i, s := range t.spreads(src) {
		r.Groups = append(r.Groups, t.scope.Label(t.Methods[i]))
		r.Centers = append(r.Centers, s.own.drawn())
		drawable = drawable || slices.ContainsFunc(s.all(), Value.filled)
		for j, values := range s.varied {
			r.Series[j].Values = append(r.Series[j].Values, words.Each(values, Value.drawn))
		}
	}
	if !drawable {
		return nothingYet, nil
	}
	return r, nil
}
