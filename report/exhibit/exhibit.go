// Package exhibit builds the tables and figures that a study declares from the
// results that are there.
//
// Everything derived is derived here, from cells: averages, winning counts, the
// best column of another table. Nothing is typed in and nothing is rounded. The
// numbers of a publication enter charts alone, as points apart from our lines,
// and never those on generated data, which has nothing to say about them.
// What is missing or failed stays visible: an average over a missing cell is
// missing, a count over a failed one has failed.
package exhibit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/statistics"
	"gpca/report/study"
	"gpca/report/table"
)

// A Builder makes the exhibits of one study.
type Builder struct {
	Study *study.Study
	// Result returns the result for a need, false when there is none.
	Result func(study.Need) (grid.Result, bool)
	// Origin says on which data a study's needs are computed.
	Origin func(data string) dataset.Origin
	// Title is the name of a data set for people.
	Title func(data string) string
	// Printed are the numbers of the publication that the study repeats. Charts on
	// real data show them beside ours; the zero value has none.
	Printed Printed
}

// Printed looks up numbers in print. They are passed in, as a study of one's own
// repeats no publication.
type Printed struct {
	// Source is the publication as a note names it: "the thesis".
	Source string
	// Value returns the number that a table prints for a method at a level, in the
	// unit of the table; false where it prints none.
	Value func(table string, level float64, method string) (float64, bool)
	// At is the same for a table of variants, which names a table in print itself;
	// level is 0 where the rows in print are data sets.
	At func(table, data string, level float64, method string) (float64, bool)
}

// A value is what one cell of a table rests on.
type value struct {
	state  table.State
	values []float64 // one for each repetition, one alone when deterministic
	reason string
	ends   grid.Ends
	result bool // values are those of a stored result, not derived
}

func (b Builder) value(need study.Need) value {
	r, ok := b.Result(need)
	switch {
	case !ok:
		return value{state: table.Missing, reason: "not computed yet"}
	case r.Failure != "":
		return value{state: table.Failed, reason: r.Failure}
	}
	return value{values: r.Values, ends: r.Ends, result: true}
}

func (v value) mean() float64 {
	mean, _ := statistics.Interval(v.values)
	return mean
}

// average returns the average of values, repetition by repetition.
func average(values []value) value {
	if len(values) == 1 {
		return values[0]
	}
	if state := worst(values); state != table.Filled {
		return value{state: state, reason: "averages over a cell that is " + state.String()}
	}
	all := make([][]float64, len(values))
	for i, v := range values {
		all[i] = v.values
	}
	return value{values: statistics.Average(all)}
}

// worst is the state of what is derived from values: failed when one of them
// failed, since waiting will not help, else missing when one is missing.
func worst(values []value) table.State {
	state := table.Filled
	for _, v := range values {
		state = max(state, v.state)
	}
	return state
}

// cell is the table's form of a value.
func (v value) cell() table.Cell {
	c := table.Cell{State: v.state, Reason: v.reason}
	if v.state == table.Filled {
		c.Value, c.HalfWidth = statistics.Interval(v.values)
		c.Repetitions = len(v.values)
	}
	return c
}

// unsettledMark stands behind a number that rests on iterations that did not
// converge.
const unsettledMark = "†"

// best makes bold what the row prints as its best: with ties, all of them. A
// parameter, which has decimals of its own, is no result and takes no part.
func best(cells []table.Cell, decimals int, lowerIsBetter bool) {
	bestValue, found := 0.0, false
	for _, c := range cells {
		if c.State != table.Filled || c.DecimalsSet {
			continue
		}
		if !found || (c.Value < bestValue) == lowerIsBetter && c.Value != bestValue {
			bestValue, found = c.Value, true
		}
	}
	if !found {
		return
	}
	printed := table.Format(table.Cell{Value: bestValue}, decimals).Text
	for i := range cells {
		if cells[i].State == table.Filled && !cells[i].DecimalsSet && table.Format(table.Cell{Value: cells[i].Value}, decimals).Text == printed {
			cells[i].Bold = true
		}
	}
}

// origin names the data of several sets: one word when they agree.
func (b Builder) origin(data []string) string {
	var real, generated []string
	for _, d := range data {
		if b.Origin(d) == dataset.Real {
			real = append(real, b.Title(d))
		} else {
			generated = append(generated, b.Title(d))
		}
	}
	switch {
	case len(generated) == 0:
		return string(dataset.Real)
	case len(real) == 0:
		return string(dataset.StandIn)
	}
	return fmt.Sprintf("%s: %s; %s: %s", dataset.Real, strings.Join(real, ", "), dataset.StandIn, strings.Join(generated, ", "))
}

// metricNames are the metrics as tables and axes name them.
var metricNames = map[string]string{
	study.Accuracy:                   "accuracy in percent",
	study.Misclassification:          "misclassification in percent",
	study.ReconstructionError:        "mean reconstruction error",
	study.SquaredReconstructionError: "mean squared reconstruction error",
	study.RootMeanSquareError:        "root of the mean squared reconstruction error",
}

// MetricOf words an experiment's metric with its unit.
func MetricOf(e *study.Experiment) string {
	name := metricNames[e.Metric]
	if e.MeasuresReconstruction() && e.Scale != 0 && e.Scale != 1 {
		name += fmt.Sprintf(" × %g", e.Scale)
	}
	return name
}

// winner is the candidate of a best-of column with the best average over the
// table that the column refers to. Among equal ones the first wins. While that
// cannot be said, the state says whether results are missing or failed.
func (b Builder) winner(column study.Column) (method string, state table.State) {
	of := b.Study.Table(column.BestOf)
	e := b.Study.Experiment(of.Experiment)
	winner, winning := "", math.NaN()
	for _, method := range b.Study.Candidates(column) {
		a := average(b.column(e, of, method))
		if state = max(state, a.state); state != table.Filled {
			continue
		}
		mean := a.mean()
		if winner == "" || mean != winning && (mean < winning) == e.LowerIsBetter() {
			winner, winning = method, mean
		}
	}
	return winner, state
}

// column returns the values of a method down a grid table.
func (b Builder) column(e *study.Experiment, t *study.Table, method string) []value {
	var values []value
	for _, r := range rowsOf(e, t) {
		values = append(values, b.value(study.Need{Experiment: e, Data: r.data, Level: r.level, Method: method}))
	}
	return values
}

// A place is what a row of a grid table stands for.
type place struct {
	data  string
	level float64
}

func rowsOf(e *study.Experiment, t *study.Table) []place {
	var places []place
	for _, d := range t.DataOf(e) {
		levels := t.LevelsOf(e)
		if len(levels) == 0 {
			places = append(places, place{data: d})
		}
		for _, l := range levels {
			places = append(places, place{d, l})
		}
	}
	return places
}

// byLevel reports whether the rows of a grid table are levels, not data sets.
func byLevel(e *study.Experiment, t *study.Table) bool { return len(t.LevelsOf(e)) > 0 }

// dataOf lists the data sets behind a table, each once.
func (b Builder) dataOf(t *study.Table) []string {
	if t.Kind == study.WinningCount {
		var data []string
		for _, of := range t.Of {
			for _, d := range b.dataOf(b.Study.Table(of)) {
				if !slices.Contains(data, d) {
					data = append(data, d)
				}
			}
		}
		return data
	}
	if t.Kind == study.Variants {
		return b.variantsData(t)
	}
	if t.Kind == study.ChosenParameter {
		var data []string
		for _, name := range t.Experiments {
			for _, d := range b.Study.Experiment(name).Data {
				if !slices.Contains(data, d) {
					data = append(data, d)
				}
			}
		}
		return data
	}
	return t.DataOf(b.Study.Experiment(t.Experiment))
}
