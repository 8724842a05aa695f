package exhibit

import (
	"cmp"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/choice"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/table"
)

// ChosenParameter is the kind of a table that holds a method that chooses its parameter
// against methods with a fixed one, a row for each data set of each experiment, over all
// levels.
type ChosenParameter struct{}

// Name is what a study file calls the kind.
func (ChosenParameter) Name() string { return "chosen-parameter" }

type chosenTable struct {
	declared

	// Experiments are those of the rows: names, or mappings with an experiment and what
	// a part of it may say.
	Experiments strictyaml.List[strictyaml.Node] `yaml:"experiments"`
	// Chosen is the method that chooses, Against the column that it is held against.
	Chosen  string                  `yaml:"chosen"`
	Against string                  `yaml:"against"`
	Columns strictyaml.List[column] `yaml:"columns"`
	// Hindsight are the fixed methods of which the best on the test data is looked for,
	// the columns when empty.
	Hindsight   strictyaml.List[string] `yaml:"hindsight"`
	CornerTitle string                  `yaml:"corner"`
	Decimals    *int                    `yaml:"decimals"`

	grids []*grid
}

var _ Table = (*chosenTable)(nil)

// Decode reads a table.
func (ChosenParameter) Decode(block strictyaml.Node, head Head, scope Scope) (Exhibit, error) {
	t := &chosenTable{}
	var err error
	if t.declared, err = decode(block, head, scope, t); err != nil {
		return nil, err
	}
	if len(t.Experiments) == 0 || len(methodNames(t.Columns)) == 0 || t.Chosen == "" {
		return nil, block.Fault("table %s needs experiments, chosen (a method that chooses its parameter), and columns (methods that do not)", head.Number)
	}
	for _, n := range t.Experiments {
		if err := t.addGrid(n.In(block)); err != nil {
			return nil, err
		}
	}
	chosen, err := t.method(t.Chosen, block.At("chosen"))
	if err != nil {
		return nil, err
	}
	if chosen.Choose == nil {
		return nil, block.At("chosen").Fault("table %s: %q is not a method that chooses its parameter: define it under methods, with choose", head.Number, t.Chosen)
	}
	for _, g := range t.grids {
		if err := g.Experiment.Check(chosen); err != nil {
			return nil, block.At("chosen").Fault("experiment %s: %w", g.Experiment.Name, err)
		}
	}
	if columns := methodNames(t.Columns); !slices.Contains(columns, t.Against) {
		return nil, block.At("against").Fault("table %s: against is %q, want one of its columns: %s", head.Number, t.Against, strings.Join(columns, ", "))
	}
	if err := t.plain(t.Columns, "compares methods with a fixed parameter"); err != nil {
		return nil, err
	}
	for _, fixed := range []struct {
		key   string
		names []string
	}{{"columns", methodNames(t.Columns)}, {"hindsight", t.Hindsight}} {
		if err := t.methods(fixed.names, fixed.key, nil); err != nil {
			return nil, err
		}
		for i, name := range fixed.names {
			if m, err := scope.Method(name); err == nil && m.Choose != nil {
				return nil, block.At(fixed.key).Index(i).Fault("table %s: %s must be methods with a fixed parameter", head.Number, fixed.key)
			}
		}
	}
	digits, err := t.digits(t.Decimals, t.grids[0].Measure)
	t.Decimals = &digits
	return t, err
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
	e, err := t.scope.Experiment(p.Experiment)
	if err != nil {
		return n.At("experiment").Fault("%w", err)
	}
	g, err := p.of(e, t.scope, n)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(t.grids, func(o *grid) bool { return o.Experiment == e && o.fixed.String() == g.fixed.String() }) {
		return n.Fault("experiment %s stands twice", p.Experiment)
	}
	t.grids = append(t.grids, g)
	return nil
}

// Data lists the data sets of the rows.
func (t *chosenTable) Data() []string {
	var data []string
	for _, g := range t.grids {
		data = appendNew(data, g.data()...)
	}
	return data
}

// A match is one row: the method that chooses against methods that do not, on one data
// set of one experiment.
type match struct {
	heading string
	grid    *grid // of the one data set

	chosen    Value
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
	for _, whole := range t.grids {
		for _, d := range whole.data() {
			g := *whole
			g.rows = slices.DeleteFunc(slices.Clone(whole.rows), func(r row) bool { return r.data != d })
			of := func(method string) Value { return average(g.column(src, method)) }
			c := match{heading: src.Title(d), grid: &g, chosen: of(t.Chosen), picks: picks(g.column(src, t.Chosen))}
			if s := g.Experiment.Setting(); s != "" {
				c.heading += ", " + s
			}
			for _, column := range t.Columns {
				v := of(column.Method)
				c.fixed = append(c.fixed, v)
				if column.Method == t.Against {
					c.gain = gain(c.chosen, v, g.Measure)
				}
			}
			c.best, c.hindsight = bestOfAll(t.fixed(), of, g.Measure)
			c.regret = gain(c.chosen, c.hindsight, g.Measure)
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
	return methodNames(t.Columns)
}

// bestOfAll returns the method with the best mean; among equal ones the first.
func bestOfAll(methods []string, of func(string) Value, m experiment.Measure) (best string, v Value) {
	var values []Value
	for _, name := range methods {
		values = append(values, of(name))
	}
	if state := worst(values); state != table.Filled {
		return "", Value{State: state, Reason: "the best of cells of which one is " + state.String()}
	}
	for i, candidate := range values {
		if best == "" || better(m, candidate.Mean(), v.Mean()) {
			best, v = methods[i], candidate
		}
	}
	return best, v
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
	g := Value{}
	for i, v := range a.Draws {
		d := v - b.Draws[i]
		if m.LowerIsBetter {
			d = -d
		}
		g.Draws = append(g.Draws, d)
	}
	return g
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
	built := &table.Table{
		Number: t.head.Number, Caption: t.head.Caption, Corner: cmp.Or(t.CornerTitle, "Data set"), Decimals: *t.Decimals,
		Origin: Origin(src, t.Data()), Metric: metricsOf(rows),
	}
	for _, column := range t.Columns {
		built.Columns = append(built.Columns, t.scope.Label(column.Method))
	}
	several := len(t.fixed()) > 1
	if several {
		built.Columns = append(built.Columns, "Best fixed in hindsight")
	}
	built.Columns = append(built.Columns, t.scope.Label(t.Chosen), "Chosen value", "Gain over "+t.scope.Label(t.Against))
	if several {
		built.Columns = append(built.Columns, "Gain over best fixed")
	}
	for _, c := range rows {
		row := table.Row{Heading: c.heading}
		for _, v := range c.fixed {
			row.Cells = append(row.Cells, v.cell())
		}
		if several {
			row.Cells = append(row.Cells, c.hindsight.cell())
		}
		row.Cells = append(row.Cells, c.chosen.cell(), c.picked(), c.gain.cell())
		if several {
			row.Cells = append(row.Cells, c.regret.cell())
		}
		built.Rows = append(built.Rows, row)
	}
	built.Notes = append(built.Notes, t.notes(src, rows)...)
	return built
}

// picked is the cell of the value that most training sets came to; of equally many,
// the smaller.
func (c match) picked() table.Cell {
	if len(c.picks) == 0 {
		return table.Cell{State: c.chosen.State, Reason: c.chosen.Reason}
	}
	most, _ := commonest(c.picks)
	return exactly(choice.Value(most))
}

func commonest(picks []string) (most string, count int) {
	counts := map[string]int{}
	for _, p := range picks {
		counts[p]++
	}
	for _, p := range picks {
		if n := counts[p]; n > count || n == count && choice.Value(p) < choice.Value(most) {
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
		title := c.grid.Measure.Title
		metrics = appendNew(metrics, title)
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

// An outcome says how a method that chooses did against another.
type outcome int

const (
	undecided outcome = iota
	gained
	lost
	same
)

// outcome is that of the paired interval: a difference counts when its interval
// leaves out 0.
func (v Value) outcome() outcome {
	if v.State != table.Filled {
		return undecided
	}
	if slices.Min(v.Draws) == 0 && slices.Max(v.Draws) == 0 {
		return same
	}
	zero := make([]float64, len(v.Draws))
	switch p := statistics.PairedT(v.Draws, zero); {
	case !(p <= significance):
		return undecided
	case v.Mean() > 0:
		return gained
	default:
		return lost
	}
}

// Gains is the kind of a figure that draws what the methods of tables of kind
// chosen-parameter gain on each data set.
type Gains struct{}

// Name is what a study file calls the kind.
func (Gains) Name() string { return "gains" }

type gainsFigure struct {
	declared
	Of strictyaml.List[string] `yaml:"of"`
}

var _ Figure = (*gainsFigure)(nil)

// Decode reads a figure.
func (Gains) Decode(block strictyaml.Node, head Head, scope Scope) (Exhibit, error) {
	f := &gainsFigure{}
	var err error
	if f.declared, err = decode(block, head, scope, f); err != nil {
		return nil, err
	}
	if len(f.Of) == 0 {
		return nil, block.Fault("figure %s needs of, the tables of kind %s that it draws", head.Number, ChosenParameter{}.Name())
	}
	return f, nil
}

// Check refuses tables of another kind.
func (f *gainsFigure) Check() error {
	for i, number := range f.Of {
		at := f.block.At("of").Index(i)
		if _, ok := f.scope.Table(number).(*chosenTable); !ok {
			return at.Fault("figure %s draws table %s, which is not one of kind %s of this study", f.head.Number, number, ChosenParameter{}.Name())
		}
		if slices.Contains(f.Of[:i], number) {
			return at.Fault("table %s stands twice", number)
		}
	}
	return nil
}

func (f *gainsFigure) tables() []*chosenTable {
	var tables []*chosenTable
	for _, number := range f.Of {
		tables = append(tables, f.scope.Table(number).(*chosenTable))
	}
	return tables
}

// Data lists the data sets behind the tables.
func (f *gainsFigure) Data() []string {
	var data []string
	for _, t := range f.tables() {
		data = appendNew(data, t.Data()...)
	}
	return data
}

// Build draws the figure.
func (f *gainsFigure) Build(src Source) (figures.Figure, error) {
	chart := figures.Chart{YLabel: "Gain of choosing (in the unit of the row)", Notes: dataNote(src, f.Data())}
	rows := make([][]match, len(f.Of))
	for i, t := range f.tables() {
		rows[i] = t.matches(src)
		for _, c := range rows[i] {
			chart.Categories = appendNew(chart.Categories, c.heading)
		}
	}
	places := make([]float64, len(chart.Categories))
	for i := range places {
		places[i] = float64(i)
	}
	for i, t := range f.tables() {
		values := make([]Value, len(chart.Categories))
		for i := range values {
			values[i] = Value{State: table.Blank}
		}
		for _, c := range rows[i] {
			values[slices.Index(chart.Categories, c.heading)] = c.gain
		}
		s := line(t.scope.Label(t.Chosen)+" over "+t.scope.Label(t.Against), places, values)
		s.Style = figures.Markers
		chart.Series = append(chart.Series, s)
	}
	chart.References = []figures.Reference{{Y: 0, Label: "no gain"}}
	return orPlaceholder(chart), nil
}
