package exhibit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A Value is the estimate of a cell, in the unit of the measure, with where it comes from.
type Value struct {
	statistics.Estimate
	Ends experiment.Ends
	// Stored says that the draws are those of one stored result, not derived.
	Stored bool
	// Key is that of the stored result.
	Key string
	// Chosen are the choices of a method that chooses its parameter; Shared says that values at other
	// levels rest on the same choice.
	Chosen []string
	Shared bool

	// A count lies between Low and High, depending on the contests in doubt.
	Count     bool
	Low, High float64
}

func (v Value) estimate() statistics.Estimate { return v.Estimate }

func get(src Source, q Query) Value {
	r, ok := src.Result(q)
	m, err := experiment.MeasureOf(q.Experiment, q.Measure)
	v := Value{Estimate: r.Estimate(m)}
	// A toy has no other data to stand in for.
	v.Generated = src.Origin(q.Point[experiment.Data]) == dataset.StandIn
	switch {
	case !ok:
		v.State, v.Reason = table.Missing, "not computed yet"
	case r.Failure+r.Inapplicable != "":
	case err != nil || len(v.Draws) == 0:
		v.State, v.Reason = table.Failed, fmt.Sprintf("the stored result has no %s", m.Name)
	default:
		v.Ends, v.Stored, v.Key, v.Chosen, v.Shared = r.Ends, true, r.Key, r.Chosen, r.Shared
		// The first fit serves all draws, and the study asks for no refits.
		v.Unmeasured = r.Shared && r.Ends.Unsettled() > 0 && len(v.Refits) == 0 && q.Experiment.Refits == 0
	}
	return v
}

// Average returns the average of values, repetition by repetition.
func Average(values []Value) Value {
	if len(values) == 1 {
		return values[0]
	}
	a := Value{Estimate: statistics.Average(words.Each(values, Value.estimate)...)}
	for _, v := range values {
		a.Ends.Merge(v.Ends)
	}
	return a
}

// OverSets is an average over several data sets with their means in place of draws, which say nothing of other data
// sets. On has the data set of each of the values behind it.
func OverSets(average Value, behind []Value, on []string) Value {
	sets := words.Grouped(statistics.Indices(len(behind)), func(i int) string { return on[i] })
	if len(sets) > 1 && average.filled() && len(average.Draws) > 0 {
		average.Estimate = average.OverSets(words.Each(sets, func(of []int) float64 {
			return Average(words.Each(of, func(i int) Value { return behind[i] })).Mean()
		}))
	}
	return average
}

// worst puts failed before missing, since a failure stays.
func worst(values ...Value) table.State {
	state := table.Filled
	for _, v := range values {
		state = max(state, v.State)
	}
	return state
}

// restsOn is derived from values, of which one has the given state.
func restsOn(state table.State) Value { return unfilled(state, "rests on a cell that is %s", state) }

// bare is the cell of a number without its interval.
func (v Value) bare() table.Cell {
	c := table.Cell{State: v.State, Reason: v.Reason}
	if v.filled() {
		c.Value = v.Mean()
	}
	return c
}

// cell is that of the number. A failed one has the number of the draws that did not fail, which nothing else counts.
func (v Value) cell() table.Cell {
	c := v.bare()
	if v.State == table.Failed && len(v.Draws) > 0 {
		v.State, c.Value = table.Filled, statistics.Mean(v.Draws)
	}
	if v.filled() {
		_, c.HalfWidth = v.Interval()
		c.Repetitions = len(v.Draws)
		if v.OptimiserDominates() {
			c.Mark = table.OptimiserMark
		}
	}
	return c
}

func (v Value) filled() bool { return v.State == table.Filled }

func better(m experiment.Measure, a, b float64) bool { return a != b && (a < b) == m.LowerIsBetter }

type unsettled []experiment.Ends

func (u *unsettled) mark(c *table.Cell, behind ...Value) {
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
	best := math.NaN()
	takesPart := func(c table.Cell) bool { return c.State == table.Filled && !c.DecimalsSet }
	for _, c := range cells {
		if takesPart(c) && (math.IsNaN(best) || c.Value != best && (c.Value < best) == lowerIsBetter) {
			best = c.Value
		}
	}
	text := func(v float64) string { return table.Number(v, decimals) }
	for i, c := range cells {
		cells[i].Bold = c.Bold || takesPart(c) && text(c.Value) == text(best)
	}
}

// points is the unit of differences between values of a measure after a blank; empty for none.
func points(m experiment.Measure) string {
	if m.Points == "" {
		return ""
	}
	return " " + m.Points
}

// axisTitle is a measure as the title of an axis or a column.
func axisTitle(m experiment.Measure) string { return words.Capitalise(m.Title) }

// Absent is a value that is missing for a reason.
func Absent(format string, arguments ...any) Value {
	return unfilled(table.Missing, format, arguments...)
}

func unfilled(state table.State, format string, arguments ...any) Value {
	return Value{Estimate: statistics.Estimate{State: state, Reason: fmt.Sprintf(format, arguments...)}}
}

func exactly(v float64) table.Cell {
	_, decimals, _ := strings.Cut(strconv.FormatFloat(v, 'f', -1, 64), ".")
	return table.Cell{Value: v, Decimals: len(decimals), DecimalsSet: true}
}

func bestOfAll(methods []string, of func(string) Value, m experiment.Measure) (best string, v Value) {
	values := words.Each(methods, of)
	if state := worst(values...); state != table.Filled {
		return "", restsOn(state)
	}
	for i, candidate := range values {
		if best == "" || better(m, candidate.Mean(), v.Mean()) {
			best, v = methods[i], candidate
		}
	}
	return best, v
}

// An extent is the range of values. If one of them is missing or failed, so is the range: that of the
// others could be too small.
type extent struct {
	low, high float64
	state     table.State
}

func extentOf(values []Value) extent {
	e := extent{math.Inf(1), math.Inf(-1), worst(values...)}
	for _, v := range values {
		if v.filled() {
			e.low, e.high = min(e.low, v.Mean()), max(e.high, v.Mean())
		}
	}
	return e
}

func (e extent) width() float64 { return e.high - e.low }

func (e extent) cell(v float64) table.Cell {
	if e.state != table.Filled {
		return restsOn(e.state).bare()
	}
	return table.Cell{Value: v}
}

func rangeCell(values []Value) table.Cell {
	e := extentOf(values)
	return e.cell(e.width())
}

// significance is the probability that a row of equally good methods names a winner.
const significance = 1 - statistics.Confidence

// leadingGroups marks the leading group of each row, unless all lead. The values correspond to the cells;
// those of a column without results are empty. What names the rows in the note, which says which difference
// the draws can detect. There is no note if no row can be tested.
func leadingGroups(rows [][]table.Cell, values [][]Value, m experiment.Measure, decimals int, what string) []string {
	var found []float64 // between rows whose draws vary
	marked, fewest, most, sets := false, math.MaxInt, 0, 0
	for i, row := range values {
		tests := words.Each(row, Value.estimate)
		g := statistics.LeadingGroup(tests, m.LowerIsBetter, significance)
		if slices.ContainsFunc(tests, func(e statistics.Estimate) bool { return e.Sets }) {
			sets = g.Draws
		} else if g.Deviation > 0 {
			found = append(found, g.Deviation*statistics.Detectable(g.Draws, g.Others, significance))
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
	} else if !marked && sets == 0 {
		return nil
	}
	if sets > 0 {
		note += fmt.Sprintf(" In an average over data sets, the %d sets are the unit.", sets)
	}
	return []string{note}
}
