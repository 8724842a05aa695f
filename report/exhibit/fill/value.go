package fill

import (
	"fmt"

	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A Value is the estimate of a cell, in the unit of the measure, with where it comes from.
type Value struct {
	statistics.Estimate
	Ends experiment.Ends
	// Key is that of the stored result; empty for a number that is derived.
	Key string
	// Chosen are the choices of a method that chooses its parameter; Shared says that values at other
	// levels rest on the same choice.
	Chosen []string
	Shared bool

	// A count lies between Low and High, depending on the contests in doubt.
	Count     bool
	Low, High float64
}

func (v Value) Of() statistics.Estimate { return v.Estimate }

// Average returns the average of values, repetition by repetition.
func Average(values []Value) Value {
	if len(values) == 1 {
		return values[0]
	}
	a := Value{Estimate: statistics.Average(words.Each(values, Value.Of)...)}
	for _, v := range values {
		a.Ends.Merge(v.Ends)
	}
	return a
}

// OverSets is an average over several data sets with their means in place of draws, which say nothing of other data
// sets. On has the data set of each of the values behind it.
func OverSets(average Value, behind []Value, on []string) Value {
	sets := words.Grouped(statistics.Indices(len(on)), func(i int) string { return on[i] }) // none for an absent value
	if len(sets) > 1 && average.Known() && len(average.Draws) > 0 {
		average.Estimate = average.OverSets(words.Each(sets, func(of []int) float64 {
			return Average(words.Each(of, func(i int) Value { return behind[i] })).Mean()
		}))
	}
	return average
}

// Worst puts failed before missing, since a failure stays.
func Worst(values ...Value) table.State {
	state := table.Filled
	for _, v := range values {
		state = max(state, v.State)
	}
	return state
}

// RestsOn is the value that follows from others, one of which has the given state.
func RestsOn(state table.State) Value { return Unfilled(state, "rests on a cell that is %s", state) }

// Bare is the cell of the number without its interval.
func (v Value) Bare() table.Cell {
	c := table.Cell{State: v.State, Reason: v.Reason}
	if v.Known() {
		c.Value = v.Mean()
	}
	return c
}

// Cell is the cell of the number with its interval. The cell of a failed value has the mean of the draws that did not
// fail; no average counts it.
func (v Value) Cell() table.Cell {
	c := v.Bare()
	if v.State == table.Failed && len(v.Draws) > 0 {
		v.State, c.Value = table.Filled, statistics.Mean(v.Draws)
	}
	if v.Known() {
		_, c.HalfWidth = v.Interval()
		c.Repetitions = len(v.Draws)
		if v.OptimiserDominates() {
			c.Mark = table.OptimiserMark
		}
	}
	return c
}

func (v Value) Known() bool { return v.State == table.Filled }

// Better reports whether a value a of the measure is better than b.
func Better(m experiment.Measure, a, b float64) bool { return a != b && (a < b) == m.LowerIsBetter }

// Absent is a value that is missing for a reason.
func Absent(format string, arguments ...any) Value {
	return Unfilled(table.Missing, format, arguments...)
}

// Unfilled is a value without a number, for a reason.
func Unfilled(state table.State, format string, arguments ...any) Value {
	return Value{Estimate: statistics.Estimate{State: state, Reason: fmt.Sprintf(format, arguments...)}}
}

// Best returns the first of the methods with the best value. It is unknown as long as one of the values is.
func Best(methods []string, of func(string) Value, m experiment.Measure) (best string, v Value) {
	values := words.Each(methods, of)
	if state := Worst(values...); state != table.Filled {
		return "", RestsOn(state)
	}
	for i, candidate := range values {
		if best == "" || Better(m, candidate.Mean(), v.Mean()) {
			best, v = methods[i], candidate
		}
	}
	return best, v
}
