package derive

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/choice"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
	"gpca/solver/kernel"
)

// Chosen holds a method that chooses its parameter against the methods of the other columns, whose parameter is fixed.
type Chosen struct {
	unread    `yaml:"-"`
	Method    string `yaml:"chosen" doc:"Method that chooses its parameter, with what that gains." example:"best a"`
	Against   string `yaml:"against" doc:"Column that it is held against." example:"a=1"`
	Hindsight names  `yaml:"hindsight" doc:"Methods whose best is looked for." example:"[a=1, a=10]"`

	chooses method.Method
	fixed   []string // methods of the other columns
}

func (t *Chosen) Check(l *layout.Layout, at strictyaml.Node) (err error) {
	t.fixed = words.Each(l.Columns, layout.Column.Method)
	if t.chooses, err = l.Grid.Study.Method(t.Method); err != nil {
		return at.At("chosen").Fault("%w", err)
	}
	if t.chooses.Choose == nil {
		return at.At("chosen").Fault("method %q does not choose its parameter: define it under methods, with choose",
			t.Method)
	}
	for _, r := range l.Rows {
		if err := l.GridOf(r).CheckMethod(t.Method, at.At("chosen")); err != nil {
			return err
		}
	}
	anywhere := layout.Grid{Study: l.Grid.Study}
	if t.Hindsight, err = anywhere.CheckMethods(t.Hindsight, at.At("hindsight")); err != nil {
		return err
	}
	if len(t.Hindsight) == 0 {
		t.Hindsight = t.fixed
	}
	for _, name := range slices.Concat(t.fixed, t.Hindsight) {
		if m, err := l.Grid.Study.Method(name); err != nil || m.Choose != nil {
			return at.Fault("the other columns and hindsight must be methods with a fixed parameter")
		}
	}
	if !slices.Contains(t.fixed, t.Against) {
		return at.At("against").Fault("against is %q, want one of the columns: %s", t.Against,
			strings.Join(t.fixed, ", "))
	}
	return nil
}

func (t *Chosen) Needs() []layout.Need {
	return words.Each(slices.Concat([]string{t.Method}, t.fixed, t.Hindsight), layout.Further)
}

// Label names the choice and what it is held against.
func (t *Chosen) Label(f *fill.Filled) string {
	return f.Label(t.Method) + " over " + f.Label(t.Against)
}

// A Match is one row: the method that chooses and the fixed methods.
type Match struct {
	Heading string
	Row     layout.Row
	Measure experiment.Measure

	chosen    fill.Value
	parameter string     // that is chosen
	picks     []pick     // of all training sets
	hindsight fill.Value // the best fixed method on the test data
	best      string     // the name of that method, empty while unknown
	Gain      fill.Value // of the choice over the reference column, positive where better
	regret    fill.Value // to the best in hindsight
}

// A pick is what was chosen on a training set, at a spot of the row.
type pick struct {
	name string
	spot layout.Spot
}

func (t *Chosen) Matches(f *fill.Filled) []Match {
	return words.Each(statistics.Indices(len(f.Rows)), func(i int) Match {
		of := func(method string) fill.Value { return fill.Average(f.Needed[method][i].Behind) }
		values := f.Needed[t.Method][i].Behind
		c := Match{Row: f.Rows[i], Measure: f.MeasureOf(f.Rows[i]), chosen: fill.Average(values),
			picks: picks(f, f.Rows[i], values), parameter: t.chooses.Choose.Parameter()}
		c.Heading, _ = f.RowTitle(f.Rows[i])
		fixed := words.Each(t.fixed, of)
		c.Gain = gain(c.chosen, fixed[slices.Index(t.fixed, t.Against)], c.Measure)
		c.best, c.hindsight = fill.Best(t.Hindsight, of, c.Measure)
		c.regret = gain(c.chosen, c.hindsight, c.Measure)
		return c
	})
}

// gain is the paired difference of two values, positive where the first is better.
func gain(a, b fill.Value, m experiment.Measure) fill.Value {
	if state := fill.Worst(a, b); state != table.Filled {
		return fill.RestsOn(state)
	}
	if len(a.Draws) != len(b.Draws) {
		return fill.Unfilled(table.Failed, "the repetitions of the two differ")
	}
	if m.LowerIsBetter {
		a, b = b, a
	}
	return fill.Value{Estimate: a.Plus(-1, b.Estimate)}
}

// picks are the choices on all training sets, which the levels of a data set may share.
func picks(f *fill.Filled, r layout.Row, values []fill.Value) (all []pick) {
	points, _ := f.Points(r, layout.Column{}) // no error: they are those of the values
	shared := map[string]bool{}
	for i, v := range values {
		data := points[i][experiment.Data]
		if shared[data] {
			continue
		}
		shared[data] = v.Shared
		spot := layout.Spot{Data: data, Level: experiment.Value{Text: points[i][experiment.Level]}}
		all = append(all, words.Each(v.Chosen, func(name string) pick { return pick{name, spot} })...)
	}
	return all
}

// Columns are the choice, its gain, and that of the best in hindsight.
func (t *Chosen) Columns(f *fill.Filled) Columns {
	rows := t.Matches(f)
	d := Columns{Corner: "Data set", Metric: metricsOf(rows)}
	add := func(heading string, cell func(Match) table.Cell) {
		d.Columns = append(d.Columns, Column{heading, words.Each(rows, cell)})
	}
	against, several := f.Label(t.Against), len(t.Hindsight) > 1
	d.Notes = countNote(rows, against, func(c Match) fill.Value { return c.Gain })
	if several {
		add("Best fixed in hindsight", func(c Match) table.Cell { return c.hindsight.Cell() })
	}
	add(f.Label(t.Method), func(c Match) table.Cell { return c.chosen.Cell() })
	add("Chosen value", Match.picked)
	add("Gain over "+against, func(c Match) table.Cell { return c.Gain.Cell() })
	if several {
		add("Gain over best fixed", func(c Match) table.Cell { return c.regret.Cell() })
		regret := func(c Match) fill.Value { return c.regret }
		for _, n := range countNote(rows, "the best fixed value in hindsight", regret) {
			d.Notes = append(d.Notes, n+" "+t.hindsightNote(f, rows))
		}
	}
	d.Notes = append(append(d.Notes, t.costNotes(f, rows)...),
		"A gain is positive where choosing is better. Its 95% confidence interval is that of paired draws. Better "+
			"and worse: significantly, at level 5% for each row. A row with levels is an average over them.")
	return d
}

// picked is the cell of the value chosen most often, the smaller one of a tie.
func (c Match) picked() table.Cell {
	if len(c.picks) == 0 {
		return table.Cell{State: c.chosen.State, Reason: c.chosen.Reason}
	}
	most, _ := c.commonest()
	return exactly(choice.Value(most, c.parameter))
}

func (c Match) commonest() (most string, count int) {
	counts := map[string]int{}
	for _, p := range c.picks {
		counts[p.name]++
	}
	value := func(name string) float64 { return choice.Value(name, c.parameter) }
	for _, p := range c.picks {
		if n := counts[p.name]; n > count || n == count && value(p.name) < value(most) {
			most, count = p.name, n
		}
	}
	return most, count
}

// metricsOf names the measure of most rows, and the other measures with their rows.
func metricsOf(rows []Match) string {
	byMetric := words.Grouped(rows, func(c Match) string { return c.Measure.Title })
	usual := slices.MaxFunc(byMetric, func(a, b []Match) int { return len(a) - len(b) })[0].Measure.Title
	text := []string{usual}
	for _, of := range byMetric {
		if m := of[0].Measure.Title; m != usual {
			text = append(text,
				strings.Join(words.Each(of, func(c Match) string { return c.Heading }), " and ")+": "+m)
		}
	}
	return strings.Join(text, "; ")
}

// outcome compares two methods: a difference counts if its paired interval excludes 0.
func outcome(v fill.Value) string {
	if slices.Min(v.Draws) == 0 && slices.Max(v.Draws) == 0 {
		return "same"
	}
	zero := statistics.Estimate{Draws: make([]float64, len(v.Draws))}
	switch {
	case !(v.Compare(zero) <= Significance):
		return "undecided"
	case v.Mean() > 0:
		return "better"
	}
	return "worse"
}

func countNote(rows []Match, against string, of func(Match) fill.Value) []string {
	counts, total := map[string]int{}, 0
	most, at := 0.0, ""
	for _, c := range rows {
		v := of(c)
		if !v.Known() {
			continue
		}
		total++
		how := outcome(v)
		counts[how]++
		if how == "worse" && v.Mean() < most {
			most, at = v.Mean(), c.Heading
		}
	}
	if total == 0 {
		return nil
	}
	note := fmt.Sprintf("Choosing is better than %s in %d of %d rows, worse in %d, undecided in %d", against,
		counts["better"], total, counts["worse"], counts["undecided"])
	if n := counts["same"]; n > 0 {
		note += fmt.Sprintf(", the same in %d", n)
	}
	if at != "" {
		note += fmt.Sprintf("; its largest loss is %.2f, on %s", -most, at)
	}
	return []string{note + "."}
}

func (t *Chosen) hindsightNote(f *fill.Filled, rows []Match) string {
	var parts []string
	for _, c := range rows {
		if c.best != "" {
			parts = append(parts, c.Heading+" "+strings.ReplaceAll(f.Label(c.best), " = ", "="))
		}
	}
	return "That value is chosen on the test data, an optimistic bound and no method: " +
		strings.Join(parts, "; ") + "."
}

// costNotes say how many fits a choice costs and how stable it is.
func (t *Chosen) costNotes(f *fill.Filled, rows []Match) []string {
	least, most, folds := math.MaxInt, 0, 0
	firmness, lowest := "", 2.0
	var ends []string // rows whose value is the first or last candidate
	var sizes []int
	on := map[int][]string{} // data sets by the largest number of samples of a class
	for _, c := range rows {
		value, count := c.commonest()
		atEnd := false
		for _, p := range c.picks {
			var k kernel.Function
			if sigma := f.GridOf(c.Row).SigmaOn(p.spot); sigma > 0 {
				k = kernel.Gaussian{Sigma: sigma}
			}
			made, err := t.chooses.Choice(p.spot.Data, k)
			if err != nil {
				continue // Parse refuses such a study
			}
			folds, least, most = made.Folds, min(least, made.Fits(p.name)), max(most, made.Fits(p.name))
			if made.Samples > 0 {
				sizes = words.AppendNew(sizes, made.Samples)
				on[made.Samples] = words.AppendNew(on[made.Samples], f.Title(p.spot.Data))
			}
			all := made.All()
			atEnd = atEnd || value == all[0] || value == all[len(all)-1]
		}
		if atEnd {
			ends = append(ends, c.Heading)
		}
		if share := float64(count) / float64(len(c.picks)); len(c.picks) > 1 && share < lowest {
			lowest = share
			firmness = fmt.Sprintf(" Of several training sets, the table has the value chosen most often. It is least "+
				"stable on %s: %d of %d training sets chose %g.", c.Heading, count, len(c.picks),
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
