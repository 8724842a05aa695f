package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/figures"
	"gpca/report/choice"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/kernel"
)

// chosen holds a method that chooses its parameter against the methods of the other columns, whose
// parameter is fixed.
type chosen struct {
	underived `yaml:"-"`
	Chosen    string `yaml:"chosen" doc:"Method that chooses its parameter, with what that gains." example:"best a"`
	Against   string `yaml:"against" doc:"Column that it is held against." example:"a=1"`
	Hindsight names  `yaml:"hindsight" doc:"Methods whose best is looked for." example:"[a=1, a=10]"`
}

// fixed are the methods of the other columns.
func (t *chosen) fixed() []string {
	return words.Each(t.t.columns, func(c line) string { return c.point[experiment.Method] })
}

func (t *chosen) check() error {
	method, err := t.t.scope.Method(t.Chosen)
	if err != nil {
		return t.at.At("chosen").Fault("%w", err)
	}
	if method.Choose == nil {
		return t.at.At("chosen").Fault("method %q does not choose its parameter: define it under methods, with choose",
			t.Chosen)
	}
	for _, r := range t.t.lines {
		if err := t.t.methodOf(t.Chosen, cmp.Or(r.grid, t.t.grid).Experiment, t.at.At("chosen")); err != nil {
			return err
		}
	}
	if t.Hindsight, err = layout.Methods(t.t.scope, t.Hindsight, t.at.At("hindsight"), nil); err != nil {
		return err
	}
	if len(t.Hindsight) == 0 {
		t.Hindsight = t.fixed()
	}
	for _, name := range slices.Concat(t.fixed(), t.Hindsight) {
		if m, err := t.t.scope.Method(name); err != nil || m.Choose != nil {
			return t.at.Fault("the other columns and hindsight must be methods with a fixed parameter")
		}
	}
	if !slices.Contains(t.fixed(), t.Against) {
		return t.at.At("against").Fault("against is %q, want one of the columns: %s", t.Against,
			strings.Join(t.fixed(), ", "))
	}
	return nil
}

// A match is one row: the method that chooses and the fixed methods.
type match struct {
	heading string
	line    line
	measure experiment.Measure

	chosen    Value
	parameter string   // that is chosen
	picks     []string // of all training sets
	hindsight Value    // the best fixed method on the test data
	best      string   // the name of that method, empty while unknown
	gain      Value    // of the choice over the reference column, positive where better
	regret    Value    // to the best in hindsight
}

func (t *chosen) matches(src Source, lines []line) []match {
	chooses, _ := t.t.scope.Method(t.Chosen)
	return words.Each(lines, func(r line) match {
		of := func(method string) Value { return Average(t.t.under(src, r, method)) }
		values := t.t.under(src, r, t.Chosen)
		c := match{line: r, measure: t.t.measureOf(r), chosen: Average(values), picks: picks(values),
			parameter: chooses.Choose.Parameter()}
		c.heading, _ = t.t.title(src, r)
		fixed := words.Each(t.fixed(), of)
		c.gain = gain(c.chosen, fixed[slices.Index(t.fixed(), t.Against)], c.measure)
		c.best, c.hindsight = fill.Best(t.Hindsight, of, c.measure)
		c.regret = gain(c.chosen, c.hindsight, c.measure)
		return c
	})
}

// gain is the paired difference of two values, positive where the first is better.
func gain(a, b Value, m experiment.Measure) Value {
	if state := fill.Worst(a, b); state != table.Filled {
		return fill.RestsOn(state)
	}
	if len(a.Draws) != len(b.Draws) {
		return fill.Unfilled(table.Failed, "the repetitions of the two differ")
	}
	if m.LowerIsBetter {
		a, b = b, a
	}
	return Value{Estimate: a.Plus(-1, b.Estimate)}
}

// picks are the choices on all training sets, which levels may share.
func picks(values []Value) (all []string) {
	for _, v := range values {
		if all = append(all, v.Chosen...); v.Shared {
			break
		}
	}
	return all
}

func (t *chosen) columns(src Source, lines []line) derived {
	rows := t.matches(src, lines)
	d := derived{corner: "Data set", metric: metricsOf(rows)}
	add := func(heading string, cell func(match) table.Cell) {
		d.columns = append(d.columns, derivedColumn{heading, words.Each(rows, cell)})
	}
	against, several := t.t.scope.Label(t.Against), len(t.Hindsight) > 1
	d.notes = []string{countNote(rows, against, func(c match) Value { return c.gain })}
	if several {
		add("Best fixed in hindsight", func(c match) table.Cell { return c.hindsight.Cell() })
	}
	add(t.t.scope.Label(t.Chosen), func(c match) table.Cell { return c.chosen.Cell() })
	add("Chosen value", match.picked)
	add("Gain over "+against, func(c match) table.Cell { return c.gain.Cell() })
	if several {
		add("Gain over best fixed", func(c match) table.Cell { return c.regret.Cell() })
		if n := countNote(rows, "the best fixed value in hindsight", func(c match) Value { return c.regret }); n != "" {
			d.notes = append(d.notes, n+" "+t.hindsightNote(rows))
		}
	}
	d.notes = slices.DeleteFunc(d.notes, func(note string) bool { return note == "" })
	d.notes = append(append(d.notes, t.costNotes(src, rows)...),
		"A gain is positive where choosing is better. Its 95% confidence interval is that of paired draws. Better "+
			"and worse: significantly, at level 5% for each row. A row with levels is an average over them.")
	return d
}

// picked is the cell of the value chosen most often, the smaller one of a tie.
func (c match) picked() table.Cell {
	if len(c.picks) == 0 {
		return table.Cell{State: c.chosen.State, Reason: c.chosen.Reason}
	}
	most, _ := c.commonest()
	return exactly(choice.Value(most, c.parameter))
}

func (c match) commonest() (most string, count int) {
	counts := map[string]int{}
	for _, p := range c.picks {
		counts[p]++
	}
	value := func(pick string) float64 { return choice.Value(pick, c.parameter) }
	for _, p := range c.picks {
		if n := counts[p]; n > count || n == count && value(p) < value(most) {
			most, count = p, n
		}
	}
	return most, count
}

// metricsOf names the measure of most rows, and the other measures with their rows.
func metricsOf(rows []match) string {
	byMetric := words.Grouped(rows, func(c match) string { return c.measure.Title })
	usual := slices.MaxFunc(byMetric, func(a, b []match) int { return len(a) - len(b) })[0].measure.Title
	text := []string{usual}
	for _, of := range byMetric {
		if m := of[0].measure.Title; m != usual {
			text = append(text,
				strings.Join(words.Each(of, func(c match) string { return c.heading }), " and ")+": "+m)
		}
	}
	return strings.Join(text, "; ")
}

// outcome compares two methods: a difference counts if its paired interval excludes 0.
func outcome(v Value) string {
	if slices.Min(v.Draws) == 0 && slices.Max(v.Draws) == 0 {
		return "same"
	}
	zero := statistics.Estimate{Draws: make([]float64, len(v.Draws))}
	switch p := v.Compare(zero); {
	case !(p <= significance):
		return "undecided"
	case v.Mean() > 0:
		return "better"
	default:
		return "worse"
	}
}

func countNote(rows []match, against string, of func(match) Value) string {
	counts, total := map[string]int{}, 0
	most, at := 0.0, ""
	for _, c := range rows {
		v := of(c)
		if !v.Filled() {
			continue
		}
		total++
		outcome := outcome(v)
		counts[outcome]++
		if outcome == "worse" && v.Mean() < most {
			most, at = v.Mean(), c.heading
		}
	}
	if total == 0 {
		return ""
	}
	note := fmt.Sprintf("Choosing is better than %s in %d of %d rows, worse in %d, undecided in %d", against,
		counts["better"], total, counts["worse"], counts["undecided"])
	if n := counts["same"]; n > 0 {
		note += fmt.Sprintf(", the same in %d", n)
	}
	if at != "" {
		note += fmt.Sprintf("; its largest loss is %.2f, on %s", -most, at)
	}
	return note + "."
}

func (t *chosen) hindsightNote(rows []match) string {
	var parts []string
	for _, c := range rows {
		if c.best != "" {
			parts = append(parts, c.heading+" "+strings.ReplaceAll(t.t.scope.Label(c.best), " = ", "="))
		}
	}
	return "That value is chosen on the test data, an optimistic bound and no method: " +
		strings.Join(parts, "; ") + "."
}

// costNotes say how many fits a choice costs and how stable it is.
func (t *chosen) costNotes(src Source, rows []match) []string {
	chooses, _ := t.t.scope.Method(t.Chosen)
	least, most, folds := math.MaxInt, 0, 0
	firmness, lowest := "", 2.0
	var ends []string // rows whose value is the first or last candidate
	var sizes []int
	on := map[int][]string{} // data sets by the largest number of samples of a class
	for _, c := range rows {
		grid := cmp.Or(c.line.grid, t.t.grid)
		r := slices.Concat(c.line.places, grid.rows)[0]
		var k kernel.Function
		if sigma := grid.sigmaOn(r); sigma > 0 {
			k = kernel.Gaussian{Sigma: sigma}
		}
		made, err := chooses.Choice(r.data, k)
		if err != nil {
			continue // Parse refuses such a study
		}
		folds = made.Folds
		for _, p := range c.picks {
			least, most = min(least, made.Fits(p)), max(most, made.Fits(p))
		}
		if made.Samples > 0 {
			sizes = words.AppendNew(sizes, made.Samples)
			on[made.Samples] = words.AppendNew(on[made.Samples], src.Title(r.data))
		}
		if len(c.picks) == 0 {
			continue
		}
		value, count := c.commonest()
		if all := made.All(); value == all[0] || value == all[len(all)-1] {
			ends = append(ends, c.heading)
		}
		if share := float64(count) / float64(len(c.picks)); len(c.picks) > 1 && share < lowest {
			lowest = share
			firmness = fmt.Sprintf(" Of several training sets, the table has the value chosen most often. It is least "+
				"stable on %s: %d of %d training sets chose %g.", c.heading, count, len(c.picks),
				choice.Value(value, c.parameter))
		}
	}
	if most == 0 {
		return nil
	}
	fits := strconv.Itoa(most)
	if least != most {
		fits = fmt.Sprintf("%d to %d", least, most)
	}
	note := fmt.Sprintf("Choosing takes %s further fits for each training set, each on %d of %d folds of it", fits,
		folds-1, folds)
	for _, size := range sizes {
		note += fmt.Sprintf("; on %s, of at most %d random samples a class", strings.Join(on[size], " and "), size)
	}
	notes := []string{note + "." + firmness}
	if len(ends) > 0 {
		notes = append(notes, fmt.Sprintf("In %d of %d rows the value is the first or last candidate, so that a "+
			"longer list might have a better one: %s.", len(ends), len(rows), strings.Join(ends, "; ")))
	}
	return notes
}

// Gains is the kind of a figure that draws the gains of tables with a chosen parameter.
var Gains = figureKind[gainsFigure]("gains", "draws what methods gain that choose their parameter")

type gainsFigure struct {
	declared
	Of names `yaml:"of" doc:"Tables with columns: chosen, which are drawn." example:"[P.1]" required:"yes"`

	tables []*chosen
}

func (f *gainsFigure) Check() error {
	f.tables = nil
	for i, number := range f.Of {
		at := f.block.At("of").Index(i)
		t := derivedOf[*chosen](f.scope.Table(number))
		if t == nil {
			return at.Fault("the study has no table %s with a column chosen", number)
		}
		if slices.Contains(f.tables, t) {
			return at.Fault("table %s stands twice", number)
		}
		f.tables = append(f.tables, t)
	}
	return nil
}

func (f *gainsFigure) Data() []string {
	return dataOf(f.tables, func(t *chosen) []string { return t.t.data })
}

// Build draws a panel for each unit: percentage points and errors share no axis.
func (f *gainsFigure) Build(src Source) (figures.Figure, error) {
	var units, categories []string
	unit := func(c match) string { return cmp.Or(c.measure.Points, c.measure.Title) }
	rows := words.Each(f.tables, func(t *chosen) []match { return t.matches(src, t.t.lines) })
	for _, c := range slices.Concat(rows...) {
		categories, units = words.AppendNew(categories, c.heading), words.AppendNew(units, unit(c))
	}
	var charts []figures.Chart
	for _, u := range units {
		chart := figures.Chart{YLabel: "Gain in " + u, Categories: categories,
			References: []figures.Reference{{Y: 0, Label: "no gain"}}}
		drawable := false
		for i, t := range f.tables {
			values := slices.Repeat([]Value{fill.Unfilled(table.Blank, "")}, len(categories))
			for _, c := range rows[i] {
				if unit(c) == u {
					values[slices.Index(categories, c.heading)] = c.gain
					drawable = drawable || c.gain.Filled()
				}
			}
			s := lineOf(t.t.scope.Label(t.Chosen)+" over "+t.t.scope.Label(t.Against), places(len(categories)), values,
				*t.t.Shape.Decimals)
			s.Style = figures.Markers
			chart.Series = append(chart.Series, s)
		}
		if drawable {
			charts = append(charts, chart)
		}
	}
	if len(charts) == 0 {
		return nothingYet, nil
	}
	charts[0].Notes = dataNote(src, f.Data())
	if len(charts) == 1 {
		return charts[0], nil
	}
	return figures.Panels{Charts: charts}, nil
}
