package derive

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// unsettled has the ends of iterations that did not settle.
type unsettled []experiment.Ends

// mark marks a cell behind which an iteration did not settle.
func (u *unsettled) mark(c *table.Cell, behind ...fill.Value) {
	for _, v := range behind {
		if v.Ends.Unsettled() > 0 {
			if !strings.HasPrefix(c.Mark, table.UnsettledMark) {
				c.Mark = table.UnsettledMark + c.Mark
			}
			*u = append(*u, v.Ends)
		}
	}
}

// note explains the mark with the worst marked cell.
func (u unsettled) note() []string {
	if len(u) == 0 {
		return nil
	}
	worst := u[0]
	for _, e := range u {
		if e.Unsettled()*worst.Total() > worst.Unsettled()*e.Total() {
			worst = e
		}
	}
	return []string{fmt.Sprintf("%s Some iterations did not converge, in the worst cell %d of %d (%s).",
		table.UnsettledMark, worst.Unsettled(), worst.Total(), worst.Ways())}
}

// bold makes the best cells as printed bold, with ties all of them. Parameters, which have their own
// decimals, are no results.
func bold(cells []table.Cell, decimals int, lowerIsBetter bool) {
	values := words.Each(cells, func(c table.Cell) float64 {
		if c.State != table.Filled || c.DecimalsSet {
			return math.NaN() // takes no part
		}
		return c.Value
	})
	for _, best := range statistics.Best(values, lowerIsBetter) {
		for i, v := range values {
			cells[i].Bold = cells[i].Bold || table.Number(v, decimals) == table.Number(values[best], decimals)
		}
	}
}

// points is the unit of differences between values of a measure after a blank; empty for none.
func points(m experiment.Measure) string {
	if m.Points == "" {
		return ""
	}
	return " " + m.Points
}

// exactly is a cell with all digits of a number.
func exactly(v float64) table.Cell {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return table.Cell{Value: v, Decimals: len(decimals), DecimalsSet: true}
}

// An extent is the range of values. If one of them is missing or failed, so is the range: that of the
// others could be too small.
type extent struct {
	low, high float64
	state     table.State
}

func extentOf(values []fill.Value) extent {
	e := extent{math.Inf(1), math.Inf(-1), fill.Worst(values...)}
	for _, v := range values {
		if v.Known() {
			e.low, e.high = min(e.low, v.Mean()), max(e.high, v.Mean())
		}
	}
	return e
}

func (e extent) width() float64 { return e.high - e.low }

func (e extent) cell(v float64) table.Cell {
	if e.state != table.Filled {
		return fill.RestsOn(e.state).Bare()
	}
	return table.Cell{Value: v}
}

func rangeCell(values []fill.Value) table.Cell {
	e := extentOf(values)
	return e.cell(e.width())
}

// Significance is the probability that a row of equally good methods names a winner.
const Significance = 1 - statistics.Confidence

// leadingGroups marks the leading group of each row, unless all lead. The values correspond to the cells;
// those of a column without results are empty. What names the rows in the note, which says which difference
// the draws can detect. There is no note if no row can be tested.
func leadingGroups(
	rows [][]table.Cell, values [][]fill.Value, m experiment.Measure, decimals int, what string,
) []string {
	var found []float64 // between rows whose draws vary
	marked, fewest, most, sets := false, math.MaxInt, 0, 0
	for i, row := range values {
		tests := words.Each(row, fill.Value.Of)
		g := statistics.LeadingGroup(tests, m.LowerIsBetter, Significance)
		if slices.ContainsFunc(tests, func(e statistics.Estimate) bool { return e.Sets }) {
			sets = g.Draws
		} else if g.Deviation > 0 {
			found = append(found, g.Deviation*statistics.Detectable(g.Draws, g.Others, Significance))
			fewest, most = min(fewest, g.Draws), max(most, g.Draws)
		}
		for k, s := range tests { // a cell left out must not make the others leading
			if g.Best >= 0 && s.State == table.Filled && len(s.Draws) > 0 && !g.Leading[k] {
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
	switch {
	case len(found) > 0:
		note += power(found, fewest, most, m, decimals, what)
	case !marked && sets == 0:
		return nil
	}
	if sets > 0 {
		note += fmt.Sprintf(" In an average over data sets, the %d sets are the unit.", sets)
	}
	return []string{note}
}

// power says which differences the draws of the rows can detect. Found has one of each row, fewest and most are numbers
// of draws.
func power(found []float64, fewest, most int, m experiment.Measure, decimals int, what string) string {
	number := func(v float64) string { return table.Format(table.Cell{HalfWidth: v}, decimals).HalfWidth }
	draws, low, high := fmt.Sprint(fewest), number(slices.Min(found)), number(slices.Max(found))
	if fewest < most {
		draws += fmt.Sprintf(" to %d", most)
	}
	by := number(statistics.Median(found)) + points(m)
	if low != high {
		by += fmt.Sprintf(" (%s to %s by %s)", low, high, what)
	}
	return fmt.Sprintf(" With %s draws, the power is %g%% for a difference of %s.", draws, 100*statistics.Power, by)
}

func Turned[T any](rows [][]T) [][]T {
	columns := make([][]T, len(rows[0]))
	for _, row := range rows {
		for j, v := range row {
			columns[j] = append(columns[j], v)
		}
	}
	return columns
}
