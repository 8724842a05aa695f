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
)

// Sensitivity is the kind of a table that has a row for each method and, for each axis
// that its experiment varies, the range over the values of that axis: what the settings
// of the optimiser make of one method.
//
// One setting is changed at a time and the others stay at the first of their values, the
// experiment's own: so a difference has one cause.
var Sensitivity = Kind{"sensitivity", "has a row for each method and shows what each setting that the experiment varies makes of it", func() decoder { return &sensitivityTable{} }}

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
	if t.grid, t.Methods, err = t.methodRows(t.Part, t.Methods, &t.Layout); err != nil {
		return err
	}
	for _, a := range t.Experiment.Axes() {
		_, fixed := t.fixed[a.Name]
		if !fixed && !a.Open && len(a.Values) > 1 && a.Name != experiment.Data && a.Name != experiment.Level {
			t.settings = append(t.settings, a)
		}
	}
	if len(t.settings) == 0 {
		return t.block.At("experiment").Fault("table %s shows what settings matter, but experiment %s varies none", t.head.Number, t.Experiment.Name)
	}
	return nil
}

// methodRows resolves what tables with a row for each method share.
func (d declared) methodRows(p part, rows []string, l *layout) (g *grid, methods []string, err error) {
	if g, err = p.grid(d.scope, d.block); err != nil {
		return nil, nil, err
	}
	if len(rows) == 0 {
		return nil, nil, d.block.Fault("table %s has no rows (methods)", d.head.Number)
	}
	if methods, err = d.methods(rows, "rows", g.Experiment); err != nil {
		return nil, nil, err
	}
	return g, methods, d.setDigits(l, g.measure)
}

// settingName and settingNames name a setting within a sentence.
func settingName(a experiment.Axis) string  { return strings.ToLower(a.Title) }
func settingNames(a experiment.Axis) string { return settingName(a) + "s" }

// A spread is what the settings of the optimiser make of one method.
type spread struct {
	own    Value     // under the experiment's own settings
	varied [][]Value // of each setting, under the other values of it
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
		var values []Value
		for _, v := range setting.Values[1:] {
			changed, _ := under(t.fixed.With(setting.Name, v.Text))
			values = append(values, changed)
		}
		s.varied = append(s.varied, values)
	}
	return s
}

func (t *sensitivityTable) spreads(src Source) []spread {
	var spreads []spread
	for _, method := range t.Methods {
		spreads = append(spreads, t.spread(src, t.rows, method))
	}
	return spreads
}

// all are the values under all settings, the own first.
func (s spread) all() []Value {
	values := []Value{s.own}
	for _, v := range s.varied {
		values = append(values, v...)
	}
	return values
}

// extent is the range from the lowest to the highest of values. Its state is not Filled
// when one of them is missing or failed: a range over what is left would be too small.
func extent(values []Value) (low, high float64, state table.State) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if v.State == table.Filled {
			low, high = min(low, v.Mean()), max(high, v.Mean())
		}
	}
	return low, high, worst(values)
}

// derived is a cell that is a range over others of a state.
func derived(v float64, state table.State) table.Cell {
	if state != table.Filled {
		return table.Cell{State: state, Reason: "ranges over a cell that is " + state.String()}
	}
	return table.Cell{Value: v}
}

// rangeCell is the width of the range of values.
func rangeCell(values []Value) table.Cell {
	low, high, state := extent(values)
	return derived(high-low, state)
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
		cells := []table.Cell{own}
		for _, values := range s.varied {
			cells = append(cells, rangeCell(append([]Value{s.own}, values...)))
		}
		low, high, state := extent(s.all())
		cells = append(cells, rangeCell(s.all()), derived(low, state), derived(high, state))
		count := derived(float64(s.unsettled), state)
		count.DecimalsSet = true // a count has no digits after the point
		cells = append(cells, count)
		built.Rows = append(built.Rows, table.Row{Heading: t.scope.Label(method), Cells: cells})
	}
	built.Notes = append(built.Notes, fmt.Sprintf("One setting is changed at a time. Not converged: of the %d settings, those under which some iteration did not converge.", total))
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
		reaches = append(reaches, reach{t.Methods[i], s.own.Mean(), s.width()})
	}
	if len(reaches) < 2 {
		return nil
	}
	most := func(r reach) string {
		s := spreads[slices.Index(t.Methods, r.method)]
		return fmt.Sprintf("%s for %s, %s of it over its %s", number(r.width), t.scope.Label(r.method), number(s.over(s.mover())), settingNames(t.settings[s.mover()]))
	}
	byValue := func(x, y reach) int { return cmp.Compare(x.value, y.value) }
	lowest, highest := slices.MinFunc(reaches, byValue), slices.MaxFunc(reaches, byValue)
	between := fmt.Sprintf("Under their own settings the methods lie %s apart, from %s to %s.",
		number(highest.value-lowest.value), t.scope.Label(lowest.method), t.scope.Label(highest.method))
	switch group := tied(reaches, m.LowerIsBetter); {
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
			notes = append(notes, fmt.Sprintf("Better under its own start than under every one of the %d others, as chance has it for one method in %d: %s.",
				others, others+1, strings.Join(lucky, ", ")))
		}
	}
	return notes
}

// bestAtOwn reports whether all other values of a setting are worse than the own.
func (s spread) bestAtOwn(setting int, m experiment.Measure) bool {
	for _, v := range s.varied[setting] {
		if !better(m, s.own.Mean(), v.Mean()) {
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
	low, high, _ := extent(append([]Value{s.own}, s.varied[setting]...))
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
var Ranges = Kind{"sensitivity", "draws a table of kind sensitivity", func() decoder { return &rangesFigure{} }}

type rangesFigure struct {
	declared
	Table string `yaml:"table" doc:"Number of the table of kind sensitivity that is drawn." example:"S.1" required:"yes"`
}

var _ Figure = (*rangesFigure)(nil)

func (*rangesFigure) resolve() error { return nil }

// Check refuses a table that is none of the kind.
func (f *rangesFigure) Check() error {
	if _, ok := f.scope.Table(f.Table).(*sensitivityTable); !ok {
		return f.block.At("table").Fault("figure %s draws a table of kind %s, which %q is not", f.head.Number, Sensitivity.Name, f.Table)
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
		for _, v := range s.all() {
			drawable = drawable || v.State == table.Filled
		}
		for j, values := range s.varied {
			points := []float64{s.own.drawn()}
			for _, v := range values {
				points = append(points, v.drawn())
			}
			r.Series[j].Values = append(r.Series[j].Values, points)
		}
	}
	if !drawable {
		return nothingYet, nil
	}
	return r, nil
}
