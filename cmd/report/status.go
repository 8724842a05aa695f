package main

import (
	"fmt"
	"math"
	"strconv"

	"github.com/spf13/cobra"

	"gpca/report"
)

func (p *program) statusCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Say how far the cells are and what the rest will cost",
		Long: `Status counts the cells that are done, failed and missing, says which data sets
are real and which are generated, and estimates time and memory for what a run
with the same flags would compute. It computes and writes nothing.`,
		Example: `  report status --table 2.5
  report status -j 8 --shard 1/4    the cost of one of four parts`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.status(cmd) },
	}
	cmd.Flags().SortFlags = false
	p.cellFlags(cmd)
	p.runFlags(cmd)
	p.answerFlags(cmd)
	return cmd
}

// status answers status, and run with --dry-run.
func (p *program) status(cmd *cobra.Command) error {
	s, err := p.open(cmd, toLook)
	if err != nil {
		return err
	}
	status, err := report.NewStatus(cmd.Context(), s.plan, s.results, s.runOptions())
	if err != nil {
		return err
	}
	if p.options.json {
		return p.answerJSON(status)
	}
	return p.answerTable(statusRows(status), "")
}

// statusRows is a status as a table with a row for each data set and, when
// there are several, one for all.
func statusRows(s report.Status) [][]string {
	rows := [][]string{{"DATA SET", "DATA", "CELLS", "DONE", "FAILED", "MISSING", "TIME", "MEMORY", "FOLDER"}}
	row := func(name, origin string, cells, done, failed, missing int, seconds float64, bytes int64, folder string) {
		rows = append(rows, []string{
			name, origin, strconv.Itoa(cells), strconv.Itoa(done), strconv.Itoa(failed), strconv.Itoa(missing),
			timeText(seconds), memoryText(bytes), folder,
		})
	}
	for _, d := range s.Datasets {
		folder := d.Folder
		if folder == "" {
			folder = none
		}
		row(d.Name, string(d.Origin), d.Cells, d.Done, d.Failed, d.Missing, d.Seconds, d.Bytes, folder)
	}
	if len(s.Datasets) != 1 {
		t := s.Cells
		row("all", none, t.Done+t.Failed+t.Missing, t.Done, t.Failed, t.Missing, s.Seconds, s.Bytes, none)
	}
	alignRight(rows, 2, 3, 4, 5, 6, 7)
	return rows
}

// timeText words an estimate of time, which is good to a factor of about one and a half.
func timeText(seconds float64) string {
	switch {
	case seconds <= 0:
		return none
	case seconds < 1:
		return "< 1 s"
	case seconds < 100:
		return fmt.Sprintf("%.0f s", seconds)
	case seconds < 100*60:
		return fmt.Sprintf("%.0f min", seconds/60)
	}
	return fmt.Sprintf("%.0f h", seconds/3600)
}

// memoryText words an estimate of memory.
func memoryText(bytes int64) string {
	const mebibyte = 1 << 20
	switch {
	case bytes <= 0:
		return none
	case bytes < 1000*mebibyte:
		return fmt.Sprintf("%.0f MiB", math.Ceil(float64(bytes)/mebibyte))
	}
	return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
}
