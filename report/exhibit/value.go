package exhibit

import (
	"fmt"
	"math"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// A Value is the number of a cell with its draws.
type Value struct {
	State  table.State
	Reason string // why there are no draws
	// Draws has a number for each repetition in the unit of the measure, or only one if nothing is random.
	Draws []float64
	// Refits are the means of the draws under further fits, if the first did not settle and serves all
	// draws; see [statistics.Sample].
	Refits []float64
	Ends   experiment.Ends
	// Unmeasured says that the first fit did not settle and serves all draws, and that the study asks for
	// no refits. How far refits would move the number is unknown.
	Unmeasured bool
	// Stored says that the draws are those of one stored result, not derived.
	Stored bool
	// Random says that other draws would give another number.
	Random bool
	// Generated says that the data is a stand-in.
	Generated bool
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

// Mean is the mean of the draws.
func (v Value) Mean() float64 {
	if v.Count {
		return v.Draws[0]
	}
	return statistics.Mean(v.Draws)
}

// Sample is the value as package statistics takes it.
func (v Value) Sample() statistics.Sample {
	return statistics.Sample{Draws: v.Draws, Refits: v.Refits}
}

// OptimiserDominates reports whether another order of the training samples moves the number further than
// other draws do. No claim can rest on it.
func (v Value) OptimiserDominates() bool {
	return v.filled() && !v.Count && v.Sample().OptimiserDominates()
}

func get(src Source, q Query) Value {
	r, ok := src.Result(q)
	// A toy has no other data to stand in for.
	v := Value{Generated: src.Origin(q.Point[experiment.Data]) == dataset.StandIn}
	m, err := experiment.MeasureOf(q.Experiment, q.Measure)
	sample := r.Sample(m)
	switch {
	case !ok:
		v.State, v.Reason = table.Missing, "not computed yet"
	case r.Failure != "":
		v.State, v.Reason = table.Failed, r.Failure
	case err != nil || len(sample.Draws) == 0:
		v.State, v.Reason = table.Failed, fmt.Sprintf("the stored result has no %s", m.Name)
	default:
		v.Draws, v.Refits, v.Ends, v.Stored, v.Random = sample.Draws, sample.Refits, r.Ends, true, r.Cell.Random
		v.Key, v.Chosen, v.Shared = r.Key, r.Chosen, r.Shared
		v.Unmeasured = r.Shared && r.Ends.Unsettled() > 0 && len(sample.Refits) == 0 && q.Experiment.Refits == 0
	}
	return v
}

// Average returns the average of values, repetition by repetition.
func Average(values []Value) Value {
	if len(values) == 1 {
		return values[0]
	}
	a := Value{State: worst(values...)}
	for _, v := range values {
		a.Random, a.Generated = a.Random || v.Random, a.Generated || v.Generated
		a.Unmeasured = a.Unmeasured || v.Unmeasured
		a.Ends.Merge(v.Ends)
	}
	switch {
	case len(values) == 0:
		a.State, a.Reason = table.Missing, "averages over nothing"
	case !a.filled():
		a.Reason = "averages over a cell that is " + a.State.String()
	default:
		average := statistics.AverageSample(words.Each(values, Value.Sample))
		a.Draws, a.Refits = average.Draws, average.Refits
	}
	return a
}

// worst puts failed before missing, since a failure stays.
func worst(values ...Value) table.State {
	state := table.Filled
	for _, v := range values {
		state = max(state, v.State)
	}
	return state
}

// restsOn is a cell derived from values, of which one has the given state.
func restsOn(state table.State) table.Cell {
	return table.Cell{State: state, Reason: "rests on a cell that is " + state.String()}
}

func (v Value) cell() table.Cell {
	c := table.Cell{State: v.State, Reason: v.Reason}
	if v.filled() {
		c.Value, c.HalfWidth = v.Sample().Interval()
		c.Repetitions = len(v.Draws)
		if v.OptimiserDominates() {
			c.Mark = table.OptimiserMark
		}
	}
	return c
}

func (v Value) filled() bool { return v.State == table.Filled }

func (v Value) drawn() float64 {
	if !v.filled() {
		return math.NaN()
	}
	return v.Mean()
}

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
	return []string{fmt.Sprintf("%s Iterations that did not converge: in the worst cell %d of %d (%s).",
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
