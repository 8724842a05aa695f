package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// settings shows how far the settings of the optimiser move the method of each row: the range over the values
// of each axis that the experiment varies. All other axes keep their first value, so that each range has one
// cause.
type settings struct {
	underived
	axes []experiment.Axis // with more than one value
}

func (s *settings) check() error {
	t := s.t
	if !t.byMethod() {
		return s.at.Fault("settings are of methods: the rows must be methods")
	}
	for _, a := range t.Experiment.Axes() {
		_, fixed := t.fixed[a.Name]
		if !fixed && !a.Open && len(a.Values) > 1 && a.Name != experiment.Data && a.Name != experiment.Level {
			s.axes = append(s.axes, a)
		}
	}
	if len(s.axes) == 0 {
		return t.block.At("experiment").Fault("experiment %s varies no settings", t.Experiment.Name)
	}
	t.Heading = cmp.Or(t.Heading, "Own settings")
	return nil
}

func settingNames(a experiment.Axis) string { return strings.ToLower(a.Title) + "s" }

// A spread holds the values of one method under the settings of the optimiser.
type spread struct {
	own    Value     // under the experiment's own settings
	varied [][]Value // of each setting, under all its values, the experiment's own first
	rows   []Value   // of which own is the average
	// unsettled counts the settings under which some iteration did not converge.
	unsettled int
}

func (t *settings) spread(src Source, r line) spread {
	var s spread
	under := func(changed experiment.Point) (Value, []Value) {
		v, values := t.t.cell(src, r, line{point: changed, measure: t.t.measure})
		if v.Ends.Unsettled() > 0 {
			s.unsettled++
		}
		return v, values
	}
	s.own, s.rows = under(nil)
	for _, setting := range t.axes {
		values := []Value{s.own}
		for _, v := range setting.Values[1:] {
			changed, _ := under(experiment.Point{setting.Name: v.Text})
			values = append(values, changed)
		}
		s.varied = append(s.varied, values)
	}
	return s
}

func (t *settings) spreads(src Source) []spread {
	return words.Each(t.t.lines, func(r line) spread { return t.spread(src, r) })
}

// all are the values under all settings, own first.
func (s spread) all() []Value {
	values := []Value{s.own}
	for _, v := range s.varied {
		values = append(values, v[1:]...)
	}
	return values
}

func (t *settings) columns(src Source, rows []line) derived {
	headings := []string{t.t.Heading}
	total := 1
	for _, a := range t.axes {
		headings = append(headings, fmt.Sprintf("Over %d %s", len(a.Values), settingNames(a)))
		total += len(a.Values) - 1
	}
	d := headed(append(headings, fmt.Sprintf("Over all %d", total), "Lowest", "Highest", "Not converged")...)
	d.corner, d.metric = "Method", t.t.measure.Title+"; ranges from the lowest to the highest value"
	if t.t.measure.Points != "" {
		d.metric += ", in " + t.t.measure.Points
	}
	spreads := t.spreads(src)
	var marked unsettled
	for _, s := range spreads {
		own := s.own.Cell()
		marked.mark(&own, s.rows...)
		over := extentOf(s.all())
		count := over.cell(float64(s.unsettled))
		count.DecimalsSet = true // a count has no decimals
		d.add(slices.Concat([]table.Cell{own}, words.Each(s.varied, rangeCell),
			[]table.Cell{over.cell(over.width()), over.cell(over.low), over.cell(over.high), count})...)
	}
	one := fmt.Sprintf("One setting is changed at a time. Not converged: of the %d settings, those with "+
		"iterations that did not converge.", total)
	d.notes = slices.Concat([]string{one}, t.notes(spreads), marked.note())
	return d
}

// notes compare the spread between methods with that within each. There are none while a value is missing.
func (t *settings) notes(spreads []spread) []string {
	m, methods := t.t.measure, t.t.Rows()
	number := func(v float64) string { return table.Number(v, *t.t.Shape.Decimals) + points(m) }
	var reaches []reach
	for i, s := range spreads {
		if fill.Worst(s.all()...) != table.Filled {
			return nil
		}
		reaches = append(reaches, reach{methods[i], s.own.Mean(), extentOf(s.all()).width()})
	}
	if len(reaches) < 2 {
		return nil
	}
	most := func(r reach) string {
		widths := words.Each(spreads[slices.Index(methods, r.method)].varied,
			func(values []Value) float64 { return extentOf(values).width() })
		widest := slices.Max(widths)
		return fmt.Sprintf("%s spans %s over all settings, %s over its %s", t.t.scope.Label(r.method), number(r.width),
			number(widest), settingNames(t.axes[slices.Index(widths, widest)]))
	}
	byValue := func(x, y reach) int { return cmp.Compare(x.value, y.value) }
	lowest, highest := slices.MinFunc(reaches, byValue), slices.MaxFunc(reaches, byValue)
	between := fmt.Sprintf("The methods span %s under their own settings, from %s to %s.",
		number(highest.value-lowest.value), t.t.scope.Label(lowest.method), t.t.scope.Label(highest.method))
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
	start := slices.IndexFunc(t.axes, func(a experiment.Axis) bool { return a.Name == "start" })
	var lucky []string
	for j, s := range spreads {
		if start >= 0 && !slices.ContainsFunc(s.varied[start][1:],
			func(v Value) bool { return !fill.Better(m, s.own.Mean(), v.Mean()) }) {
			lucky = append(lucky, t.t.scope.Label(methods[j]))
		}
	}
	if len(lucky) > 0 {
		all := len(t.axes[start].Values)
		notes = append(notes, fmt.Sprintf("Best under its own of %d starts, as one method in %[1]d is by chance: %s.",
			all, strings.Join(lucky, ", ")))
	}
	return notes
}

// turnedPairs counts the pairs whose order depends on the settings.
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

// Ranges is the kind of a figure that draws a table of settings.
var Ranges = figureKind[rangesFigure]("sensitivity", "draws a table with columns: settings")

type rangesFigure struct {
	declared
	Table string `yaml:"table" doc:"Table with columns: settings that is drawn." example:"S.1" required:"yes"`
}

func (f *rangesFigure) Check() error {
	if f.of() == nil {
		return f.block.At("table").Fault("table %q has no columns: settings", f.Table)
	}
	return nil
}

func (f *rangesFigure) of() *settings { return derivedOf[*settings](f.scope.Table(f.Table)) }

func (f *rangesFigure) Data() []string { return f.of().t.data }

func (f *rangesFigure) Build(src Source) (figures.Figure, error) {
	of := f.of()
	t := of.t
	chart := figures.Chart{XLabel: axisTitle(t.measure), Notes: dataNote(src, t.Data()),
		Series: []figures.Series{{Name: t.Heading, Style: figures.Markers}}}
	for _, s := range of.axes {
		chart.Series = append(chart.Series, figures.Series{Name: fmt.Sprintf("%d %s", len(s.Values), settingNames(s))})
	}
	for i, s := range slices.Backward(of.spreads(src)) { // the first row is the highest
		row := float64(len(chart.Rows))
		chart.Rows = append(chart.Rows, t.scope.Label(t.Rows()[i]))
		for j, values := range append([][]Value{{s.own}}, s.varied...) {
			x := words.Each(words.Each(values, Value.Of), statistics.Estimate.Mean)
			slices.Sort(x)
			line := &chart.Series[j]
			line.X = append(append(line.X, x...), math.NaN())
			line.Y = append(line.Y, slices.Repeat([]float64{row}, len(x)+1)...)
		}
	}
	return orPlaceholder(chart), nil
}

// widths finds the complete range of a cell by its key under the experiment's own settings. Other settings are
// looked up only for a cell that is asked for.
func (t *settings) widths(src Source) func(key string) (width float64, ok bool) {
	own := map[string]line{}
	for _, at := range t.t.rows {
		for _, r := range t.t.lines {
			r.places = []row{at}
			own[t.t.value(src, r, line{measure: t.t.measure}).Key] = r
		}
	}
	return func(key string) (width float64, ok bool) {
		r, known := own[key]
		if !known || key == "" {
			return 0, false
		}
		e := extentOf(t.spread(src, r).all())
		if e.state != table.Filled {
			return 0, false
		}
		return e.width(), true
	}
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

// markSensitive compares the rows with the sensitivity table that the table names. The methods of a tie get
// a mark, and a note gives both numbers. Only rows whose cells are those of the sensitivity table take
// part. Nothing is computed for the marks.
func (t *projection) markSensitive(src Source, built *table.Table) (notes []string) {
	of := derivedOf[ranging](t.scope.Table(t.Sensitivity))
	if of == nil {
		return nil
	}
	widths := of.widths(fill.Incidental{Source: src})
	methods := words.Each(t.known(src), func(c line) string { return c.point[experiment.Method] })
	number := func(v float64) string { return table.Number(v, *t.Shape.Decimals) }
	for i, r := range t.rows {
		group := tied(t.reaches(src, r, methods, widths), t.measure.LowerIsBetter)
		if len(group.members) == 0 {
			continue
		}
		for j, method := range methods {
			if slices.ContainsFunc(group.members, func(r reach) bool { return r.method == method }) {
				built.Rows[i].Cells[j].Mark += table.SensitiveMark
			}
		}
		notes = append(notes,
			fmt.Sprintf("%s Row %s: %s%s apart; %s spans %s over the settings of the optimiser (Table %s).",
				table.SensitiveMark, built.Rows[i].Heading, number(group.apart), points(t.measure),
				t.scope.Label(group.widest.method), number(group.widest.width), t.Sensitivity))
	}
	return notes
}

// Reach is the range of a number over the settings of the sensitivity table that the table names. A
// fit that serves all levels is measured at one of them; its range is the best estimate for other
// levels and for averages.
func (t *projection) Reach(src Source, label, column string) float64 {
	of := derivedOf[ranging](t.scope.Table(t.Sensitivity))
	if of == nil {
		return 0
	}
	widths := of.widths(fill.Incidental{Source: src})
	r, found := t.find(label)
	for i, o := range t.rows {
		same := found && t.lines[i].name == r.name
		if v := t.at(src, o, column); same || v.Shared && (!found || t.byLevel) {
			if width, ok := widths(v.Key); ok {
				return width
			}
		}
	}
	return 0
}

// reaches are those of the methods in a row, each method once; none if a value is missing, since the best
// method is then unknown.
func (t *projection) reaches(src Source, r row, methods []string, width func(key string) (float64, bool)) []reach {
	var reaches []reach
	for _, method := range words.AppendNew(nil, methods...) {
		if method == "" {
			continue
		}
		v := t.at(src, r, method)
		if !v.Filled() {
			return nil
		}
		wide, _ := width(v.Key)
		reaches = append(reaches, reach{method, v.Mean(), wide})
	}
	return reaches
}
