package render

import (
	"io"
	"slices"
	"strconv"

	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/statistics"
	"gpca/report/words"
)

// endColumns count how fits ended: countsOf has the places of these numbers, in this order.
var endColumns = []string{"exact", "converged", "cycled", "stopped", "wandered", "vanished", "most_iterations"}

func countsOf(e *experiment.Ends) []*int {
	return []*int{&e.Exact, &e.Converged, &e.Cycled, &e.Stopped, &e.Wandered, &e.Vanished, &e.MostIterations}
}

// writeResults writes results.csv: a row for each measure of a cell that the report
// shows, failed and missing ones included, in the order of the study. The columns that
// kinds of experiments add stand in the order in which the cells bring them up. In a
// study with scores or programs of its own, each row has the name of its method too. Where
// fits were repeated, the last columns have what they gave, and the optimiser's share in
// the variance of the mean. The very last is a checksum of the row.
func writeResults(w io.Writer, e evidence) error {
	var columns []string
	if slices.ContainsFunc(e.plan.Shown, func(s plan.Shown) bool { return s.Method.Own() }) {
		columns = []string{"method"}
	}
	fields := make([]map[string]string, len(e.plan.Shown))
	for i, s := range e.plan.Shown {
		fields[i] = map[string]string{"method": s.Method.Name}
		for _, f := range s.Cell.SpecFields() {
			columns = words.AppendNew(columns, f.Name)
			fields[i][f.Name] = f.Value
		}
	}
	repeated := slices.ContainsFunc(e.plan.Shown, func(s plan.Shown) bool {
		result, _ := e.results.Get(s.Key)
		return len(result.Refits) > 0
	})
	header := slices.Concat(
		[]string{"study", "key", "kind", "data", "origin"}, columns,
		[]string{"measure", "state", "mean", "half_width_95", "repetitions", "values"}, endColumns,
		[]string{"chosen", "failure"},
	)
	if repeated {
		header = append(header, "refits", "optimiser_share")
	}
	rows := [][]string{header}
	for i, s := range e.plan.Shown {
		c := s.Cell
		row := []string{e.plan.Study.Name, s.Key, c.Kind, c.Data, string(c.Origin)}
		for _, name := range columns {
			row = append(row, fields[i][name])
		}
		state, mean, half, share := "missing", "", "", ""
		result, ok := e.results.Get(s.Key)
		sample := result.Estimate(s.Measure)
		switch {
		case ok && result.Failure != "":
			state = "failed"
		case ok && result.Inapplicable != "":
			state = statistics.NotApplicable.String()
		case ok:
			state = "done"
			m, h := sample.Interval()
			mean, half = number(m), number(h)
			if draws, optimiser := sample.Variances(); optimiser > 0 {
				share = number(optimiser / (draws + optimiser))
			}
		}
		row = append(row, s.Measure.Name, state, mean, half, strconv.Itoa(c.Repetitions), numbers(sample.Draws))
		row = append(row, words.Each(countsOf(&result.Ends), func(n *int) string { return strconv.Itoa(*n) })...)
		row = append(row, blanks(result.Chosen), result.Failure+result.Inapplicable)
		if repeated {
			row = append(row, numbers(sample.Refits), share)
		}
		rows = append(rows, row)
	}
	return writeSealed(w, rows)
}
