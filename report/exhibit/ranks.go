package exhibit

import (
	"fmt"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// unranked reports whether the columns cannot be ranked.
func (t *projection) unranked() bool {
	own := func(c line) bool { return c.BestOf+c.best.BestOf+c.Parameter != "" || c.nth > 0 }
	return min(len(t.columns), len(t.data)) < 2 || len(t.Measures) > 0 || t.measure.Favours != "" ||
		slices.ContainsFunc(t.columns, own)
}

// byData returns the numbers of the columns on each data set, by the average over its rows, which are not independent.
// It leaves out data sets where a column is not applicable.
func (t *projection) byData(src Source) (numbers [][]float64, left []string, state table.State) {
	of := func(l line) string { return strings.Join(words.AppendNew(nil, t.on(l, t.columns[0])...), "+") }
	for _, rows := range words.Grouped(t.rowsOn(src), of) {
		values := words.Each(t.columns, func(c line) Value {
			return Average(words.Each(rows, func(row line) Value { return t.value(src, row, c) }))
		})
		switch s := worst(values...); s {
		case table.Filled:
			numbers = append(numbers, words.Each(values, func(v Value) float64 { return v.Mean() }))
		case table.NotApplicable:
			left = append(left, src.Title(of(rows[0])))
		default:
			state = max(state, s)
		}
	}
	if state == table.Filled && len(numbers) < 2 {
		state = table.NotApplicable
	}
	return numbers, left, state
}

// ranking compares the columns over data sets. It returns a row of mean ranks, what they show, and a
// critical-difference diagram.
func (t *projection) ranking(src Source) (row table.Row, notes []string, drawn figures.Figure) {
	numbers, left, state := t.byData(src)
	row = table.Row{Heading: "Mean rank", Summary: true,
		Cells: slices.Repeat([]table.Cell{restsOn(state).bare()}, len(t.columns))}
	if state != table.Filled {
		return row, nil, nothingYet
	}
	f := statistics.NewFriedman(statistics.MeanRanks(numbers, t.measureOf(t.lines[0]).LowerIsBetter), len(numbers))
	diagram := figures.Ranks{Means: f.Ranks, Pairs: f.Pairs, Groups: f.Groups(significance),
		Difference: statistics.Nemenyi(len(f.Ranks), f.Sets, significance)}
	for place, i := range f.Order {
		row.Cells[i] = table.Cell{Value: f.Ranks[place], Decimals: 2, DecimalsSet: true}
		name, _ := t.title(src, t.columns[i])
		diagram.Names = append(diagram.Names, name)
	}
	notes = []string{verdict(f, diagram.Names)}
	if len(left) > 0 {
		notes = append(notes, "Not ranked, as a method is not applicable: "+strings.Join(left, ", ")+".")
	}
	diagram.Notes = slices.Concat(notes, []string{fmt.Sprintf("A bar joins methods of which no two are separated. CD: "+
		"Nemenyi's critical difference, %.2f.", diagram.Difference)}, dataNote(src, t.data))
	return row, notes, diagram
}

// verdict says whether methods differ, and which pairs of them.
func verdict(f statistics.Friedman, names []string) string {
	const few = 5 // data sets: with fewer, F is far from its distribution, and hardly any pair can be separated
	k := len(names)
	ratio := strings.Replace(fmt.Sprintf("%.2f", f.F), "+Inf", "∞", 1)
	text := fmt.Sprintf("Ranks over %d data sets, 1 is the best. Friedman's test: F(%d, %d) = %s after Iman and "+
		"Davenport, %s. ", f.Sets, k-1, (k-1)*(f.Sets-1), ratio, statistics.PText(f.P))
	var apart []string
	for i, name := range names {
		if worse := names[f.Separated(i, significance):]; len(worse) > 0 {
			apart = append(apart, name+" from "+words.Enumerate(worse))
		}
	}
	switch {
	case f.P > significance:
		text += "No difference between the methods can be shown."
	case len(apart) == 0:
		text += "The methods differ, but Holm's test of all pairs separates no two."
	default:
		text += "The methods differ. Holm's test of all pairs separates " + strings.Join(apart, "; ") + "."
	}
	if f.Sets < few {
		text += " So few data sets can show little."
	}
	return text
}
