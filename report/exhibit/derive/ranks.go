package derive

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/figures"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// ranked reports whether the columns can be ranked.
func ranked(l *layout.Layout) bool {
	own := func(c layout.Column) bool { return c.Best != nil || c.Sigma || c.Nth > 0 }
	return min(len(l.Columns), len(l.Data)) >= 2 && !l.Measures && l.Grid.Measured.Favours == "" &&
		!slices.ContainsFunc(l.Columns, own)
}

// byData returns the numbers of the columns on each data set: their averages over its rows, which are not independent.
// A column that is not applicable has NaN. Complete are the data sets where all columns are applicable; left names the
// others.
func byData(f *fill.Filled) (all, complete [][]float64, left []string, state table.State) {
	of := func(i int) string {
		return strings.Join(words.AppendNew(nil, f.On(f.Rows[i], f.Columns[0].Column)...), "+")
	}
	for _, rows := range words.Grouped(statistics.Indices(len(f.Rows)), of) {
		values := words.Each(f.Columns, func(c fill.Column) fill.Value {
			return fill.Average(words.Each(rows, func(i int) fill.Value { return c.Places[i].Value }))
		})
		numbers := words.Each(values, func(v fill.Value) float64 {
			if !v.Known() {
				return math.NaN()
			}
			return v.Mean()
		})
		all = append(all, numbers)
		switch s := fill.Worst(values...); s {
		case table.Filled:
			complete = append(complete, numbers)
		case table.NotApplicable:
			left = append(left, f.Title(of(rows[0])))
		default:
			state = max(state, s)
		}
	}
	if state == table.Filled && len(complete) < 2 {
		state = table.NotApplicable
	}
	return all, complete, left, state
}

// Ranking compares the columns over data sets. It returns a row of mean ranks, what they show, and a
// critical-difference diagram.
func Ranking(f *fill.Filled) (row table.Row, said []string, drawn figures.Figure) {
	all, complete, left, state := byData(f)
	row = table.Row{Heading: "Mean rank", Summary: true,
		Cells: slices.Repeat([]table.Cell{fill.RestsOn(state).Bare()}, len(f.Columns))}
	lower := f.MeasureOf(f.Layout.Rows[0]).LowerIsBetter
	if len(left) > 0 && (state == table.Filled || state == table.NotApplicable) {
		said = []string{"Not ranked, as a method is not applicable: " + strings.Join(left, ", ") + "."}
		if square, degrees, p := statistics.SkillingsMack(all, lower); degrees > 0 {
			said[0] += fmt.Sprintf(" By the test of Skillings and Mack, for which each data set ranks the methods "+
				"that it has, all %d together: χ²(%d) = %.2f, %s.", len(all), degrees, square, statistics.PText(p))
		}
	}
	if state != table.Filled {
		return row, said, nil
	}
	ranks, untied := statistics.MeanRanks(complete, lower)
	found := statistics.NewFriedman(ranks, untied, len(complete))
	diagram := figures.Ranks{Means: found.Ranks, Pairs: found.Pairs, Groups: found.Groups(Significance),
		Difference: statistics.Nemenyi(len(found.Ranks), found.Sets, Significance)}
	for place, i := range found.Order {
		row.Cells[i] = table.Cell{Value: found.Ranks[place], Decimals: 2, DecimalsSet: true}
		diagram.Names = append(diagram.Names, f.ColumnTitle(f.Columns[i].Column))
	}
	said = append([]string{verdict(found, diagram.Names)}, said...)
	diagram.Notes = slices.Concat(said, []string{fmt.Sprintf("A bar joins methods of which no two are separated. CD: "+
		"Nemenyi's critical difference, %.2f.", diagram.Difference)}, fill.OriginNote(f.Origin))
	return row, said, diagram
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
		if worse := names[f.Separated(i, Significance):]; len(worse) > 0 {
			apart = append(apart, name+" from "+words.Enumerate(worse))
		}
	}
	switch {
	case f.P > Significance:
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
