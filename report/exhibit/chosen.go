package exhibit

import (
	"cmp"
	"slices"
	"strings"

	"gpca/report/choice"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// ChosenParameter is the kind of a table that holds a method that chooses its parameter
// against methods with a fixed one, a row for each data set of each experiment, over all
// levels.
var ChosenParameter = Kind{"chosen-parameter",
	"holds a method that chooses its parameter against methods with a fixed one", made[chosenTable]}

type chosenTable struct {
	declared

	Experiments strictyaml.List[strictyaml.Node] `yaml:"experiments" doc:"Experiments behind the rows: names, or mappings with the part of each that is shown." example:"[usps]" required:"yes"`
	Chosen      string                           `yaml:"chosen" doc:"Method that chooses its parameter." example:"best a" required:"yes"`
	Against     string                           `yaml:"against" doc:"Column that it is held against." example:"a=1" required:"yes"`
	Columns     strictyaml.List[string]          `yaml:"columns" doc:"Methods with a fixed parameter, a column each." example:"[a=1, a=10]" required:"yes"`
	Hindsight   strictyaml.List[string]          `yaml:"hindsight" doc:"Methods of which the best on the test data is looked for; the columns unless named." example:"[a=1, a=10]"`
	Layout      layout                           `yaml:",inline"`

	grids []*grid
}

var _ Table = (*chosenTable)(nil)

// Describe says what the entries of experiments are.
func (chosenTable) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", part{})
	entry.Scalar = strictyaml.Text
	return map[string]strictyaml.Shape{"experiments": entry}
}

func (t *chosenTable) resolve() error {
	block, number := t.block, t.head.Number
	if len(t.Experiments) == 0 || len(t.Columns) == 0 || t.Chosen == "" {
		return block.Fault("table %s needs experiments, chosen (a method that chooses its parameter), and columns "+
			"(methods that do not)", number)
	}
	for _, n := range t.Experiments {
		if err := t.addGrid(n.In(block)); err != nil {
			return err
		}
	}
	chosen, err := t.scope.Method(t.Chosen)
	if err != nil {
		return block.At("chosen").Fault("%w", err)
	}
	if chosen.Choose == nil {
		return block.At("chosen").Fault("table %s: %q is not a method that chooses its parameter: define it under "+
			"methods, with choose", number, t.Chosen)
	}
	for _, g := range t.grids {
		if err := g.Experiment.Check(chosen); err != nil {
			return block.At("chosen").Fault("experiment %s: %w", g.Experiment.Name, err)
		}
	}
	for _, fixed := range []struct {
		key   string
		names *strictyaml.List[string]
	}{{"columns", &t.Columns}, {"hindsight", &t.Hindsight}} {
		if *fixed.names, err = t.methods(*fixed.names, fixed.key, nil); err != nil {
			return err
		}
		for i, name := range *fixed.names {
			if m, err := t.scope.Method(name); err == nil && m.Choose != nil {
				return block.At(fixed.key).Index(i).Fault("table %s: %s must be methods with a fixed parameter", number,
					fixed.key)
			}
		}
	}
	if !slices.Contains(t.Columns, t.Against) {
		return block.At("against").Fault("table %s: against is %q, want one of its columns: %s", number, t.Against,
			strings.Join(t.Columns, ", "))
	}
	return t.setDigits(&t.Layout, t.grids[0].measure)
}

// addGrid adds an experiment, or a part of one.
func (t *chosenTable) addGrid(n strictyaml.Node) error {
	p := part{Experiment: n.Text()}
	if n.IsMapping() {
		p = part{}
		if err := n.Decode(&p); err != nil {
			return err
		}
	}
	g, err := p.grid(t.scope, n)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(t.grids,
		func(o *grid) bool { return o.Experiment == g.Experiment && o.fixed.String() == g.fixed.String() }) {
		return n.Fault("experiment %s stands twice", p.Experiment)
	}
	t.grids = append(t.grids, g)
	return nil
}

// Data lists the data sets of the rows.
func (t *chosenTable) Data() []string { return dataOf(t.grids, (*grid).Data) }

// A match is one row: the method that chooses against methods that do not, on one data
// set of one experiment.
type match struct {
	heading string
	grid    *grid // of the one data set

	chosen    Value
	parameter string   // that is chosen
	picks     []string // of all training sets
	fixed     []Value  // of the columns
	hindsight Value    // the best of the fixed methods on the test data
	best      string   // which one that is, empty while not known
	gain      Value    // of choosing over the column it is held against, positive where better
	regret    Value    // over the best in hindsight
}

// matches are the rows.
func (t *chosenTable) matches(src Source) []match {
	var rows []match
	chooses, err := t.scope.Method(t.Chosen)
	if err != nil {
		return nil // it has been found before
	}
	for _, whole := range t.grids {
		for _, d := range whole.Data() {
			g := *whole
			g.rows = slices.DeleteFunc(slices.Clone(whole.rows), func(r row) bool { return r.data != d })
			of := func(method string) Value { return Average(g.column(src, method)) }
			c := match{heading: src.Title(d), grid: &g, chosen: of(t.Chosen), parameter: chooses.Choose.Parameter(),
				picks: picks(g.column(src, t.Chosen))}
			if s := g.Experiment.Setting(); s != "" {
				c.heading += ", " + s
			}
			for _, column := range t.Columns {
				v := of(column)
				c.fixed = append(c.fixed, v)
				if column == t.Against {
					c.gain = gain(c.chosen, v, g.measure)
				}
			}
			c.best, c.hindsight = bestOfAll(t.fixed(), of, g.measure)
			c.regret = gain(c.chosen, c.hindsight, g.measure)
			rows = append(rows, c)
		}
	}
	return rows
}

// fixed lists the fixed methods of which the best on the test data is looked for.
func (t *chosenTable) fixed() []string {
	if len(t.Hindsight) > 0 {
		return t.Hindsight
	}
	return t.Columns
}

// gain is how much better a value is than another, repetition by repetition.
func gain(a, b Value, m experiment.Measure) Value {
	if state := worst([]Value{a, b}); state != table.Filled {
		return Value{State: state, Reason: "the difference from a cell that is " + state.String()}
	}
	if len(a.Draws) != len(b.Draws) {
		// Averages over the same levels have the same draws.
		return Value{State: table.Failed, Reason: "the repetitions of the two differ"}
	}
	if m.LowerIsBetter {
		a, b = b, a
	}
	d := a.Sample().Plus(-1, b.Sample())
	return Value{Draws: d.Draws, Refits: d.Refits}
}

// picks are what a method chose on all training sets behind values. Where all levels
// share one training set, its one choice counts once.
func picks(values []Value) []string {
	var all []string
	for _, v := range values {
		if v.State != table.Filled {
			continue
		}
		all = append(all, v.Chosen...)
		if v.Shared {
			break
		}
	}
	return all
}

// Build makes the table.
func (t *chosenTable) Build(src Source) *table.Table {
	rows := t.matches(src)
	built := t.table(src, t.Data(), cmp.Or(t.Layout.Corner, "Data set"), metricsOf(rows), *t.Layout.Decimals)
	for _, c := range rows {
		built.Rows = append(built.Rows, table.Row{Heading: c.heading, Cells: words.Each(c.fixed, Value.cell)})
	}
	built.Columns = words.Each(t.Columns, t.scope.Label)
	add := func(heading string, cell func(match) table.Cell) {
		built.Columns = append(built.Columns, heading)
		for i, c := range rows {
			built.Rows[i].Cells = append(built.Rows[i].Cells, cell(c))
		}
	}
	several := len(t.fixed()) > 1
	if several {
		add("Best fixed in hindsight", func(c match) table.Cell { return c.hindsight.cell() })
	}
	add(t.scope.Label(t.Chosen), func(c match) table.Cell { return c.chosen.cell() })
	add("Chosen value", match.picked)
	add("Gain over "+t.scope.Label(t.Against), func(c match) table.Cell { return c.gain.cell() })
	if several {
		add("Gain over best fixed", func(c match) table.Cell { return c.regret.cell() })
	}
	built.Notes = t.notes(src, rows)
	return built
}

// picked is the cell of the value that most training sets came to; of equally many,
// the smaller.
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

// metricsOf says what the numbers of the rows are, each measure with its rows where
// they differ.
func metricsOf(rows []match) string {
	var metrics []string
	in := map[string][]string{}
	for _, c := range rows {
		title := c.grid.measure.Title
		metrics = words.AppendNew(metrics, title)
		in[title] = append(in[title], c.heading)
	}
	if len(metrics) == 1 {
		return metrics[0]
	}
	// The measure of most rows needs no list of them.
	usual := slices.MaxFunc(metrics, func(a, b string) int { return len(in[a]) - len(in[b]) })
	text := []string{usual}
	for _, m := range metrics {
		if m != usual {
			text = append(text, strings.Join(in[m], " and ")+": "+m)
		}
	}
	return strings.Join(text, "; ")
}

// outcome says how a method that chooses did against another, by the paired interval: a
// difference counts when its interval leaves out 0.
func (v Value) outcome() string {
	if v.State != table.Filled {
		return "undecided"
	}
	if slices.Min(v.Draws) == 0 && slices.Max(v.Draws) == 0 {
		return "same"
	}
	zero := statistics.Sample{Draws: make([]float64, len(v.Draws))}
	switch p := statistics.PairedSampleT(v.Sample(), zero); {
	case !(p <= significance):
		return "undecided"
	case v.Mean() > 0:
		return "better"
	default:
		return "worse"
	}
}
