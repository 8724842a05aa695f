package exhibit

import (
	"slices"
	"strconv"
	"strings"

	"gpca/figures"
	"gpca/report/choice"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/report/study"
	"gpca/report/table"
)

// A contest is one row of a table of a chosen parameter: a method that chooses
// against methods that do not, on one data set of one experiment.
type contest struct {
	heading    string
	metric     string
	experiment *study.Experiment
	data       string

	chosen    value
	picks     []string // of all training sets
	fixed     []value  // of the columns
	hindsight value    // the best of the fixed methods on the test data
	best      string   // which one that is, empty while not known
	gain      value    // of choosing over the column it is held against, positive where better
	regret    value    // over the best in hindsight
}

// contests are the rows of a table of a chosen parameter.
func (b Builder) contests(t *study.Table) []contest {
	var rows []contest
	for _, name := range t.Experiments {
		e := b.Study.Experiment(name)
		for _, d := range e.Data {
			at := &study.Table{Data: []string{d}}
			of := func(method string) value { return average(b.column(e, at, method)) }
			c := contest{heading: b.settingOf(e, d), metric: MetricOf(e), experiment: e, data: d, chosen: of(t.Chosen), picks: b.picks(e, at, t.Chosen)}
			for _, column := range t.Columns {
				v := of(column.Method)
				c.fixed = append(c.fixed, v)
				if column.Method == t.Against {
					c.gain = gain(c.chosen, v, e.LowerIsBetter())
				}
			}
			c.best, c.hindsight = bestOfAll(b.hindsight(t), of, e.LowerIsBetter())
			c.regret = gain(c.chosen, c.hindsight, e.LowerIsBetter())
			rows = append(rows, c)
		}
	}
	return rows
}

// hindsight lists the fixed methods of which the best on the test data is looked
// for: those named, else the columns.
func (b Builder) hindsight(t *study.Table) []string {
	if len(t.Hindsight) > 0 {
		return t.Hindsight
	}
	var methods []string
	for _, column := range t.Columns {
		methods = append(methods, column.Method)
	}
	return methods
}

// bestOfAll returns the method with the best mean; among equal ones the first.
func bestOfAll(methods []string, of func(string) value, lowerIsBetter bool) (best string, v value) {
	var values []value
	for _, m := range methods {
		values = append(values, of(m))
	}
	if state := worst(values); state != table.Filled {
		return "", value{state: state, reason: "the best of cells of which one is " + state.String()}
	}
	for i, candidate := range values {
		if best == "" || candidate.mean() != v.mean() && (candidate.mean() < v.mean()) == lowerIsBetter {
			best, v = methods[i], candidate
		}
	}
	return best, v
}

// gain is how much better a value is than another, repetition by repetition.
func gain(a, b value, lowerIsBetter bool) value {
	if state := worst([]value{a, b}); state != table.Filled {
		return value{state: state, reason: "the difference from a cell that is " + state.String()}
	}
	if len(a.values) != len(b.values) {
		// Averages over the same levels have the same draws.
		return value{state: table.Failed, reason: "the repetitions of the two differ"}
	}
	g := value{}
	for i, v := range a.values {
		d := v - b.values[i]
		if lowerIsBetter {
			d = -d
		}
		g.values = append(g.values, d)
	}
	return g
}

// picks are what a method chose on all training sets of an experiment's levels. A
// published split has one training set, whatever the level.
func (b Builder) picks(e *study.Experiment, t *study.Table, method string) []string {
	var picks []string
	for _, r := range rowsOf(e, t) {
		result, ok := b.Result(study.Need{Experiment: e, Data: r.data, Level: r.level, Method: method})
		if !ok || result.Failure != "" {
			continue
		}
		picks = append(picks, result.Chosen...)
		if e.Protocol == study.Split {
			return picks
		}
	}
	return picks
}

// settingOf names a data set with what is done to it.
func (b Builder) settingOf(e *study.Experiment, data string) string {
	switch e.Protocol {
	case study.Split:
		if n, err := noise.Find(e.Noise); err == nil && n.Name() != (noise.None{}).Name() {
			return b.Title(data) + ", " + n.Title()
		}
	case study.Contamination:
		return b.Title(data) + ", dummy images"
	}
	return b.Title(data)
}

// A verdict says how a method that chooses did against another.
type verdict int

const (
	undecided verdict = iota
	better
	worse
	same
)

// verdict is that of the paired interval: a difference counts when its interval
// leaves out 0.
func (v value) verdict() verdict {
	if v.state != table.Filled {
		return undecided
	}
	if slices.Min(v.values) == 0 && slices.Max(v.values) == 0 {
		return same
	}
	zero := make([]float64, len(v.values))
	switch p := statistics.PairedT(v.values, zero); {
	case !(p <= significance):
		return undecided
	case v.mean() > 0:
		return better
	default:
		return worse
	}
}

// chosenParameter builds a table of a method that chooses its parameter.
func (b Builder) chosenParameter(built *table.Table, t *study.Table) {
	rows := b.contests(t)
	built.Metric = metricsOf(rows)
	if built.Corner == "" {
		built.Corner = "Data set"
	}
	for _, column := range t.Columns {
		built.Columns = append(built.Columns, b.Study.Label(column.Method))
	}
	several := len(b.hindsight(t)) > 1
	if several {
		built.Columns = append(built.Columns, "Best fixed in hindsight")
	}
	built.Columns = append(built.Columns, b.Study.Label(t.Chosen), "Chosen value", "Gain over "+b.Study.Label(t.Against))
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
		row.Cells = append(row.Cells, c.chosen.cell(), picked(c), c.gain.cell())
		if several {
			row.Cells = append(row.Cells, c.regret.cell())
		}
		built.Rows = append(built.Rows, row)
	}
	built.Notes = append(built.Notes, b.choiceNotes(t, rows)...)
}

// picked is the cell of the value that most training sets came to; of equally many,
// the smaller.
func picked(c contest) table.Cell {
	if len(c.picks) == 0 {
		return table.Cell{State: c.chosen.state, Reason: c.chosen.reason}
	}
	most, _ := commonest(c.picks)
	v := choice.Value(most)
	text := strconv.FormatFloat(v, 'f', -1, 64)
	_, decimals, _ := strings.Cut(text, ".")
	return table.Cell{Value: v, Decimals: len(decimals), DecimalsSet: true}
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

// metricsOf says what the numbers of the rows are, each metric with its rows where
// they differ.
func metricsOf(rows []contest) string {
	var metrics []string
	in := map[string][]string{}
	for _, c := range rows {
		if in[c.metric] == nil {
			metrics = append(metrics, c.metric)
		}
		in[c.metric] = append(in[c.metric], c.heading)
	}
	if len(metrics) == 1 {
		return metrics[0]
	}
	// The metric of most rows needs no list of them.
	usual := slices.MaxFunc(metrics, func(a, b string) int { return len(in[a]) - len(in[b]) })
	words := []string{usual}
	for _, m := range metrics {
		if m != usual {
			words = append(words, strings.Join(in[m], " and ")+": "+m)
		}
	}
	return strings.Join(words, "; ")
}

// gains draws what the methods of tables of a chosen parameter gain over the fixed
// value that each is held against.
func (b Builder) gains(f *study.Figure) figures.Figure {
	chart := figures.Chart{YLabel: "Gain of choosing (in the unit of the row)"}
	var headings, data []string
	for _, number := range f.Of {
		t := b.Study.Table(number)
		for _, c := range b.contests(t) {
			if !slices.Contains(headings, c.heading) {
				headings = append(headings, c.heading)
			}
			if !slices.Contains(data, c.data) {
				data = append(data, c.data)
			}
		}
	}
	chart.Categories = headings
	chart.Notes = b.dataNote(data)
	for _, number := range f.Of {
		t := b.Study.Table(number)
		values := make([]value, len(headings))
		for i := range values {
			values[i] = value{state: table.Blank}
		}
		for _, c := range b.contests(t) {
			values[slices.Index(headings, c.heading)] = c.gain
		}
		places := make([]float64, len(headings))
		for i := range places {
			places[i] = float64(i)
		}
		s := line(b.Study.Label(t.Chosen)+" over "+b.Study.Label(t.Against), places, values)
		s.Style = figures.Markers
		chart.Series = append(chart.Series, s)
	}
	chart.References = []figures.Reference{{Y: 0, Label: "no gain"}}
	return orPlaceholder(chart)
}

// gainsOrigin is the data label of a figure of gains.
func (b Builder) gainsOrigin(f *study.Figure) string {
	var data []string
	for _, number := range f.Of {
		for _, d := range b.dataOf(b.Study.Table(number)) {
			if !slices.Contains(data, d) {
				data = append(data, d)
			}
		}
	}
	return b.origin(data)
}
