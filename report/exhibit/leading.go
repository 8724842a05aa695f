package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// significance is the probability that a row of equally good methods names a winner.
const significance = 1 - statistics.Confidence

// leadingGroups marks the leading group of each row, unless all lead. The values correspond to the cells;
// those of a column without results are empty. What names the rows in the note, which says which difference
// the draws can detect. There is no note if no row can be tested.
func leadingGroups(rows [][]table.Cell, values [][]Value, m experiment.Measure, decimals int, what string) []string {
	var found []float64 // between rows whose draws vary
	marked, fewest, most := false, math.MaxInt, 0
	for i, row := range values {
		tests := words.Each(row, Value.estimate)
		g := statistics.LeadingGroup(tests, m.LowerIsBetter, significance)
		if g.Deviation > 0 {
			found = append(found, g.Deviation*statistics.Detectable(g.Draws, g.Others, significance))
			fewest, most = min(fewest, g.Draws), max(most, g.Draws)
		}
		for k, s := range tests { // a cell left out must not make the others leading
			if g.Best >= 0 && len(s.Draws) > 0 && !g.Leading[k] {
				marked = true
				for j, leading := range g.Leading {
					rows[i][j].Leading = leading
				}
			}
		}
	}
	note := "No method is significantly worse than another of its " + what + "."
	if marked {
		note = table.LeadingMark + " Leading group: not significantly worse than another of its " + what + "."
	}
	if len(found) > 0 {
		number := func(v float64) string { return table.Format(table.Cell{HalfWidth: v}, decimals).HalfWidth }
		draws, low, high := fmt.Sprint(fewest), number(slices.Min(found)), number(slices.Max(found))
		if fewest < most {
			draws += fmt.Sprintf(" to %d", most)
		}
		by := number(statistics.Median(found)) + points(m)
		if low != high {
			by += fmt.Sprintf(" (%s to %s by %s)", low, high, what)
		}
		note += fmt.Sprintf(" With %s draws, the power is %g%% for a difference of %s.", draws,
			100*statistics.Power, by)
	} else if !marked {
		return nil
	}
	return []string{note}
}
