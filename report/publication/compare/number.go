package compare

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/study"
)

// A number is a reproduced one, or the reason why there is none.
type number struct {
	// missing says why there is no number, empty when there is one.
	missing string
	// standIn tells that there is none because the data is generated.
	standIn bool

	values          []float64 // one for each repetition; none for a count
	mean, halfWidth float64
	// random tells that another draw would give another number. With a single
	// value that is all that is known of its spread.
	random bool
	// unsettled tells that iterations behind it did not converge.
	unsettled bool

	// A count lies between low and high, by the contests that are in doubt.
	count     bool
	low, high float64
}

func absent(format string, args ...any) number { return number{missing: fmt.Sprintf(format, args...)} }

func numberOf(values []float64) number {
	n := number{values: values}
	n.mean, n.halfWidth = statistics.Interval(values)
	return n
}

// reproduced finds, for a place in a published table, the number of the study
// that stands for the same.
type reproduced struct {
	study  *study.Study
	result func(study.Need) (grid.Result, bool)
	origin func(data string) dataset.Origin
	links  audit.Links
}

// one is the number of a single need.
func (r reproduced) one(need study.Need) number {
	if r.origin(need.Data) != dataset.Real {
		return number{standIn: true, missing: fmt.Sprintf("the data of %s is generated, and a stand-in cannot be compared with what is in print", need.Data)}
	}
	result, ok := r.result(need)
	switch {
	case !ok:
		return absent("not computed yet")
	case result.Failure != "":
		return absent("failed: %s", result.Failure)
	case len(result.Values) == 0:
		return absent("the stored result is empty")
	}
	n := numberOf(result.Values)
	n.random = need.Experiment.Protocol == study.CrossValidation || need.Level != 0
	n.unsettled = result.Ends.Unsettled() > 0
	return n
}

// average is the average of numbers; missing when one of them is.
func average(numbers []number) number {
	if len(numbers) == 1 {
		return numbers[0]
	}
	var values [][]float64
	random, unsettled := false, false
	for _, n := range numbers {
		if n.missing != "" {
			return number{missing: "averages over a cell that is " + n.missing, standIn: n.standIn}
		}
		values = append(values, n.values)
		random, unsettled = random || n.random, unsettled || n.unsettled
	}
	if len(values) == 0 {
		return absent("averages over nothing")
	}
	a := numberOf(statistics.Average(values))
	a.random, a.unsettled = random, unsettled
	return a
}

// at is the number for a place in a published table.
func (r reproduced) at(t printed.Table, row, column string) number {
	declared := r.declared(t)
	if declared != nil && declared.Kind == study.WinningCount {
		return r.winningCount(declared, row, column)
	}
	e := r.experiment(t)
	if e == nil {
		return absent("the study has no such table")
	}
	if declared != nil && declared.Kind == study.ByMethod {
		method, ok := methodOfRow(declared.Rows, row)
		if !ok {
			return absent("the study has no row %q in this table", row)
		}
		return average(r.over(e, declared.DataOf(e), declared.LevelsOf(e), method))
	}
	method := r.method(t, column)
	if !printed.IsAverage(row) {
		return r.grid(e, row, method)
	}
	var body []number
	for _, row := range t.Body() {
		body = append(body, r.grid(e, row, method))
	}
	return average(body)
}

// declared is the study's own table of that number, nil for a table of another
// source: a study repeats the tables of one.
func (r reproduced) declared(t printed.Table) *study.Table {
	if t.Name() != t.Number {
		return nil
	}
	return r.study.Table(t.Number)
}

// experiment is that behind a table of results, by the study's own table or by
// the link between tables of one experiment, which goes by the same name.
func (r reproduced) experiment(t printed.Table) *study.Experiment {
	if declared := r.declared(t); declared != nil {
		return r.study.Experiment(declared.Experiment)
	}
	for _, e := range r.links.Experiments {
		if slices.Contains(e.Tables, t.Name()) {
			return r.study.Experiment(e.Name)
		}
	}
	return nil
}

// method is the method of a column; a source may call it by a name of its own.
func (r reproduced) method(t printed.Table, column string) string {
	for _, c := range r.links.Columns {
		if c.Name == column && (c.Table == t.Source || c.Table == t.Name()) {
			return c.Means
		}
	}
	return column
}

// grid is the number of a method at a row, which is a level or a data set.
func (r reproduced) grid(e *study.Experiment, row, method string) number {
	if len(e.Levels) == 0 {
		i := slices.IndexFunc(e.Data, func(d string) bool { return strings.EqualFold(d, row) })
		if i < 0 {
			return absent("the study has no data set %q here", row)
		}
		return r.one(study.Need{Experiment: e, Data: e.Data[i], Method: method})
	}
	level, err := strconv.ParseFloat(row, 64)
	if err != nil || !slices.Contains(e.Levels, level) {
		return absent("the study has no level %q here", row)
	}
	return r.one(study.Need{Experiment: e, Data: e.Data[0], Level: level, Method: method})
}

// over are the numbers of a method on all given data sets at all levels.
func (r reproduced) over(e *study.Experiment, data []string, levels []float64, method string) []number {
	if len(levels) == 0 {
		levels = []float64{0}
	}
	var numbers []number
	for _, d := range data {
		for _, l := range levels {
			numbers = append(numbers, r.one(study.Need{Experiment: e, Data: d, Level: l, Method: method}))
		}
	}
	return numbers
}

// methodOfRow finds the method of a row that the thesis labels by the parameter
// alone, "30" for a=30, or by a name, "L1-norm" for p=1.
func methodOfRow(methods []string, row string) (string, bool) {
	norm, isNorm := strings.CutSuffix(row, "-norm")
	for _, m := range methods {
		if m == row || m == "a="+row || isNorm && "L"+strings.TrimPrefix(m, "p=") == norm {
			return m, true
		}
	}
	return "", false
}

// winningCount is how often the column's method is better than the row's, less
// how often it is worse. A contest is in doubt when the interval of the paired
// difference reaches over zero, and may then be a win or a loss.
func (r reproduced) winningCount(declared *study.Table, row, column string) number {
	of := r.study.Table(declared.Of[0])
	e := r.study.Experiment(of.Experiment)
	count := number{count: true}
	left := r.over(e, of.DataOf(e), of.LevelsOf(e), column)
	right := r.over(e, of.DataOf(e), of.LevelsOf(e), row)
	for i, a := range left {
		b := right[i]
		for _, n := range []number{a, b} {
			if n.missing != "" {
				return number{missing: "counts over a cell that is " + n.missing, standIn: n.standIn}
			}
		}
		difference, doubt := contest(a, b)
		if e.LowerIsBetter() {
			difference = -difference
		}
		outcome := 0.0
		switch {
		case difference > 0:
			outcome = 1
		case difference < 0:
			outcome = -1
		}
		count.mean += outcome
		if doubt {
			count.low, count.high = count.low-1, count.high+1
		} else {
			count.low, count.high = count.low+outcome, count.high+outcome
		}
	}
	return count
}

// contest is the mean difference of two numbers, and whether the draws leave its
// sign in doubt.
func contest(a, b number) (difference float64, doubt bool) {
	difference = a.mean - b.mean
	reach := a.halfWidth + b.halfWidth
	if len(a.values) == len(b.values) {
		paired := make([]float64, len(a.values))
		for i := range paired {
			paired[i] = a.values[i] - b.values[i]
		}
		_, reach = statistics.Interval(paired)
	}
	if (a.random || b.random) && max(len(a.values), len(b.values)) < 2 {
		return difference, true // nothing is known of the spread
	}
	return difference, reach > 0 && math.Abs(difference) <= reach
}

// rowTitle is the label of a row in the study's own table.
func (r reproduced) rowTitle(t printed.Table, e *study.Experiment, row string) string {
	declared := r.declared(t)
	switch {
	case declared != nil && declared.Kind == study.WinningCount:
		return r.study.Label(row)
	case declared != nil && declared.Kind == study.ByMethod:
		if method, ok := methodOfRow(declared.Rows, row); ok {
			return r.study.Label(method)
		}
	case e != nil && len(e.Levels) > 0:
		if level, err := strconv.ParseFloat(row, 64); err == nil {
			return e.LevelLabel(level)
		}
	}
	return row
}
