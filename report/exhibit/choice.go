package exhibit

import (
	"fmt"
	"math"
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

// choiceNotes are what a table of a chosen parameter says in words, all of it
// computed.
func (b Builder) choiceNotes(t *study.Table, rows []contest) []string {
	notes := []string{"A gain is positive where choosing is better, with its paired 95% interval over shared draws; rows with levels are averages over them. " +
		"Better and worse are those whose interval leaves out 0, as that of one in twenty does by chance."}
	against := b.Study.Label(t.Against)
	if n := b.countNote(rows, against, func(c contest) value { return c.gain }); n != "" {
		notes = append(notes, n)
	}
	if len(b.hindsight(t)) > 1 {
		if n := b.countNote(rows, "the best fixed value in hindsight", func(c contest) value { return c.regret }); n != "" {
			notes = append(notes, n+" "+b.hindsightNote(t, rows))
		}
	}
	return append(notes, b.costNotes(t, rows)...)
}

func (b Builder) countNote(rows []contest, against string, of func(contest) value) string {
	counts, total := map[verdict]int{}, 0
	lost, at := 0.0, ""
	for _, c := range rows {
		v := of(c)
		if v.state != table.Filled {
			continue
		}
		total++
		counts[v.verdict()]++
		if v.verdict() == worse && v.mean() < lost {
			lost, at = v.mean(), c.heading
		}
	}
	if total == 0 {
		return ""
	}
	note := fmt.Sprintf("Against %s, choosing is better in %d of %d rows, worse in %d, undecided in %d", against, counts[better], total, counts[worse], counts[undecided])
	if n := counts[same]; n > 0 {
		note += fmt.Sprintf(", and comes to the same numbers in %d", n)
	}
	if at != "" {
		note += fmt.Sprintf("; it loses most on %s (%.2f)", at, -lost)
	}
	return note + "."
}

// hindsightNote says which values were best, as only the test data can tell.
func (b Builder) hindsightNote(t *study.Table, rows []contest) string {
	var parts []string
	for _, c := range rows {
		if c.best != "" {
			parts = append(parts, c.heading+" "+strings.ReplaceAll(b.Study.Label(c.best), " = ", "="))
		}
	}
	return "That value is known only from the test data (" + strings.Join(parts, "; ") + "): a bound to hold against, and the best of several noisy numbers, not a method."
}

// costNotes say what choosing costs, in fits, and how firm the choice is.
func (b Builder) costNotes(t *study.Table, rows []contest) []string {
	least, most, folds := math.MaxInt, 0, 0
	firmness, lowest := "", 2.0
	var sizes []int
	on := map[int][]string{} // data sets by the largest number of samples of a class
	for _, c := range rows {
		made, err := b.Study.Method(t.Chosen).ChoiceFor(c.data, c.experiment.Kernel)
		if err != nil {
			continue // a study with it has been refused
		}
		folds = made.Folds
		for _, p := range c.picks {
			least, most = min(least, made.Fits(p)), max(most, made.Fits(p))
		}
		if title := b.Title(c.data); made.Samples > 0 && !slices.Contains(on[made.Samples], title) {
			if on[made.Samples] == nil {
				sizes = append(sizes, made.Samples)
			}
			on[made.Samples] = append(on[made.Samples], title)
		}
		if len(c.picks) < 2 {
			continue
		}
		value, count := commonest(c.picks)
		if share := float64(count) / float64(len(c.picks)); share < lowest {
			lowest = share
			firmness = fmt.Sprintf(" Where several training sets choose for themselves, the value is the one chosen most often; it is least firm on %s, where %d of %d training sets came to %g.",
				c.heading, count, len(c.picks), choice.Value(value))
		}
	}
	if most == 0 {
		return nil
	}
	fits := strconv.Itoa(most)
	if least != most {
		fits = fmt.Sprintf("%d to %d", least, most)
	}
	note := fmt.Sprintf("Choosing costs %s fits for each training set besides the one that a fixed value costs, each on %d of %d folds of the training samples", fits, folds-1, folds)
	for _, size := range sizes {
		note += fmt.Sprintf("; on %s, of at most %d random samples a class", strings.Join(on[size], " and "), size)
	}
	return []string{note + "." + firmness}
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
