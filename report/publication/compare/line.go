package compare

import (
	"math"
	"slices"

	"gpca/report/exhibit/fill"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A line is a row of a printed table, or its one column where the methods are rows. Averages, winning counts, rows
// with a number that is forced or not judged, and columns of forced numbers are left out.
type line struct {
	printed []statistics.Estimate
	// counts says which of them count; see [Counts].
	counts []bool
	// numbers are ours for the columns, then those of other methods of the experiment.
	numbers []Number
}

func (r rerun) lines(t Contrast) (lines []line, methods []string) {
	if t.Metric.Counts() {
		return nil, nil
	}
	results := t.Results()
	columns := slices.DeleteFunc(statistics.Indices(len(t.Columns)), func(j int) bool {
		free := func(cells []Reproduction) bool { return cells[j].InPrint.Text != "" && cells[j].Forced == "" }
		return !slices.Contains(results, t.Columns[j]) || !slices.ContainsFunc(t.Cells, free)
	})
	var rows [][]Reproduction
	for i, cells := range t.Cells {
		if !t.Derived(t.Rows[i]) {
			rows = append(rows, words.Each(columns, func(j int) Reproduction { return cells[j] }))
			methods = append(methods, t.RowTitles[i])
		}
	}
	down := len(results) == 1 // the methods are the rows
	if down {
		rows = [][]Reproduction{slices.Concat(rows...)}
	}
	unclear := func(c Reproduction) bool { return c.Verdict == None || c.Forced != "" }
	rows = slices.DeleteFunc(rows, func(cells []Reproduction) bool {
		return len(cells) < 2 || slices.ContainsFunc(cells, unclear)
	})
	lines = words.Each(rows, func(cells []Reproduction) line {
		return line{
			printed: words.Each(cells, func(c Reproduction) statistics.Estimate { return c.InPrint }),
			counts:  words.Each(cells, Reproduction.counts),
			numbers: words.Each(cells, func(c Reproduction) Number { return c.Number }),
		}
	})
	if down {
		return lines, methods
	}
	methods = words.Each(columns, func(j int) string { return r.labelIn(t.Table)(t.Columns[j]) })
	for _, other := range r.others(t.Table) {
		numbers := words.Each(rows, func(cells []Reproduction) Number { return r.at(t.Table, cells[0].Row, other) })
		if slices.ContainsFunc(numbers, func(n Number) bool { return n.State != table.Filled }) {
			continue // a partial study may lack the method
		}
		methods = append(methods, r.study.Label(other))
		for i, n := range numbers {
			lines[i].numbers = append(lines[i].numbers, n)
		}
	}
	return lines, methods
}

func linesOf(tables []Contrast) [][]line {
	return words.Each(tables, func(t Contrast) []line { return t.lines })
}

// baseline is the printed name of the baseline method, empty for none.
func (r rerun) baseline() string {
	if r.links.Baseline == "" {
		return ""
	}
	return r.study.Label(r.links.Baseline)
}

func (r rerun) others(t printed.Table) []string {
	var others []string
	for _, e := range r.links.Experiments {
		if !slices.Contains(e.Tables, t.Name()) {
			continue
		}
		for _, name := range e.Tables {
			for _, column := range r.tables[name].Results() {
				others = append(others, r.links.Means(r.tables[name], column))
			}
		}
	}
	slices.Sort(others)
	return slices.DeleteFunc(slices.Compact(others), func(m string) bool {
		return slices.ContainsFunc(t.Columns, func(column string) bool { return r.links.Means(t, column) == m })
	})
}

func (l line) columns() int { return len(l.printed) }

// matches reports whether our number of a method matches the printed one of a column.
func (l line) matches(column, method int) bool {
	return judge(l.printed[column], l.numbers[method]) == Match
}

// mean is the mean over the columns that are determined, or over all if none is.
func (l line) mean() (inPrint statistics.Estimate, n Number) {
	settled := func(i int) bool { return !l.numbers[i].undetermined() }
	columns := words.Those(statistics.Indices(l.columns()), settled)
	if len(columns) == 0 {
		columns = statistics.Indices(l.columns())
	}
	n.Readings = l.numbers[columns[0]].Readings
	n.Value = fill.Average(words.Each(columns, func(i int) fill.Value { return l.numbers[i].Value }))
	inPrint = statistics.Average(words.Each(columns, func(i int) statistics.Estimate { return l.printed[i] })...)
	return inPrint, n.measured()
}

// difference is the difference of two columns, draw by draw and refit by refit.
func (l line) difference(a, b int) (inPrint statistics.Estimate, n Number) {
	n = l.numbers[a]
	o := l.numbers[b]
	n.Estimate, n.Step = n.Plus(-1, o.Estimate), max(n.Step, o.Step)
	n.Ends.Merge(o.Ends)
	return l.printed[a].Plus(-1, l.printed[b]), n.measured()
}

// reprinted is the line with one of our repetitions in place of print. It is not rounded: where draws are finer
// than the printed digits, rounded ones would match whatever the margin.
func (l line) reprinted(repetition int) line {
	var as line
	for i, n := range l.numbers {
		v := n.Mean()
		if n.drawn() {
			v = n.Draws[repetition]
			n.Draws = slices.Delete(slices.Clone(n.Draws), repetition, repetition+1)
		}
		// It is one draw, with the same starts and order of the samples.
		n.Readings, n.Refits, n.Unmeasured = 1, nil, false
		as.numbers = append(as.numbers, n.measured())
		if i < l.columns() {
			as.printed = append(as.printed, statistics.Estimate{Centre: v})
		}
	}
	return as
}

// varies reports whether a number is a mean of draws, at least so many, that are not all equal.
func (n Number) varies(draws int) bool {
	return n.drawn() && len(n.Draws) >= draws && slices.Min(n.Draws) < slices.Max(n.Draws)
}

// leaveOut is the number without a repetition, whose margin judges it as print. The margin of the optimiser is that of
// all repetitions, since the refits are.
func (n Number) leaveOut(repetition int) Number {
	optimiser := n.OptimiserHalfWidth()
	n.Draws = slices.Delete(slices.Clone(n.Draws), repetition, repetition+1)
	n.Margin = max(math.Hypot(statistics.Prediction(n.Draws, 1), optimiser), n.Step)
	return n
}

// inPlace is the line with one of our repetitions as print has its numbers: with as many digits, judged by the other
// repetitions and by the rule for print.
func (l line) inPlace(repetition, draws int) line {
	as := line{numbers: slices.Clone(l.numbers), printed: slices.Clone(l.printed), counts: l.counts}
	for i, n := range l.numbers {
		if !n.varies(draws) {
			continue
		}
		if as.numbers[i] = n.leaveOut(repetition); i < l.columns() {
			as.printed[i].Centre = rounded(n.Draws[repetition], printed.Places(l.printed[i].Text))
		}
	}
	return as
}
