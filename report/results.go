package report

import (
	"encoding/csv"
	"io"
	"strconv"
	"strings"

	"gpca/report/statistics"
)

// writeResults writes results.csv: a row for each cell of the plan, failed and
// missing ones included, in the order of the study.
func (r *renderer) writeResults(w io.Writer) error {
	out := csv.NewWriter(w)
	header := []string{
		"study", "key", "data", "origin", "protocol", "metric", "folds", "noise", "level", "kernel", "score", "centring",
		"components", "state", "mean", "half_width_95", "repetitions", "values",
		"exact", "converged", "cycled", "stopped", "wandered", "vanished", "most_iterations", "failure",
		"tolerance", "max_iterations", "patience", "start", "choice", "chosen",
	}
	if err := out.Write(header); err != nil {
		return err
	}
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	for _, c := range r.plan.Cells {
		state, mean, half, values := "missing", "", "", []string(nil)
		result, ok := r.results.Get(c.Key())
		switch {
		case ok && result.Failure != "":
			state = "failed"
		case ok:
			state = "done"
			m, h := statistics.Interval(result.Values)
			mean, half = number(m), number(h)
			for _, v := range result.Values {
				values = append(values, number(v))
			}
		}
		e := result.Ends
		row := []string{
			r.plan.Study.Name, c.Key(), c.Data, string(c.Origin), c.Protocol, c.Metric, strconv.Itoa(c.Folds), c.Noise, number(c.Level), c.Kernel, c.Score, c.Centring,
			strconv.Itoa(c.Components), state, mean, half, strconv.Itoa(c.Repetitions), strings.Join(values, " "),
			strconv.Itoa(e.Exact), strconv.Itoa(e.Converged), strconv.Itoa(e.Cycled), strconv.Itoa(e.Stopped), strconv.Itoa(e.Wandered), strconv.Itoa(e.Vanished), strconv.Itoa(e.MostIterations), result.Failure,
			number(c.Tolerance), strconv.Itoa(c.MaxIterations), strconv.Itoa(c.Patience), c.Start.String(), c.Choice, strings.Join(result.Chosen, " "),
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
