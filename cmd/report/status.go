package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"gpca/report"
)

func (p *program) statusCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "status",
		Short: "Show what is computed and what the rest will cost",
		Long: `Status counts the cells that are done, failed and missing, shows which data sets
are real and which are generated, and estimates the time and memory of a run with
the same flags. It computes and writes nothing. With --shards it does so for each of
several machines, between which the cells are divided by the time expected; the longest
piece that cannot be divided sets the least time.`,
		Example: `  report status --table 2.5
  report status -j 8 --shard 1/4    the cost of one of four parts
  report status -j 8 --shards 4     of each of them`,
		RunE: p.status,
	}, p.cellFlags, p.runFlags, func(cmd *cobra.Command) {
		cmd.Flags().IntVar(&p.options.machines, "shards", 0, "show the parts of so many `machines`")
	}, p.answerFlags)
}

// status answers status, and run with --dry-run.
func (p *program) status(cmd *cobra.Command, _ []string) error {
	s, err := p.open(cmd, toLook)
	if err != nil {
		return err
	}
	if n := p.options.machines; n != 0 {
		return p.statusOfShards(cmd, s, n)
	}
	status, err := report.NewStatus(cmd.Context(), s.plan, s.results, s.runOptions())
	if err != nil {
		return err
	}
	return p.answer(status, statusRows(status))
}

// statusRows is a status as a table with a row for each data set and, when
// there are several, one for all.
func statusRows(s report.Status) [][]string {
	rows := [][]string{{"DATA SET", "DATA", "CELLS", "DONE", "FAILED", "MISSING", "TIME", "MEMORY", "FOLDER"}}
	datasets := s.Datasets
	if len(datasets) != 1 {
		datasets = append(slices.Clip(datasets), report.DatasetStatus{
			Name: "all", Origin: none, Cells: s.Cells.Total(), Count: s.Cells, Seconds: s.Seconds, Bytes: s.Bytes,
		})
	}
	for _, d := range datasets {
		rows = append(rows, []string{
			d.Name, string(d.Origin), strconv.Itoa(d.Cells), strconv.Itoa(d.Done), strconv.Itoa(d.Failed), strconv.Itoa(d.Missing),
			timeText(d.Seconds), memoryText(d.Bytes), orNone(d.Folder),
		})
	}
	alignRight(rows, 2, 3, 4, 5, 6, 7)
	return rows
}

// statusOfShards answers status --shards.
func (p *program) statusOfShards(cmd *cobra.Command, s *session, machines int) error {
	shards, floor, err := s.shards(cmd.Context(), machines)
	if err != nil {
		return err
	}
	if p.options.json {
		return p.answerJSON(struct {
			Shards []report.ShardStatus `json:"shards"`
			Floor  float64              `json:"floor_seconds"`
		}{shards, floor})
	}
	rows := [][]string{{"SHARD", "CELLS", "DONE", "FAILED", "MISSING", "TIME", "MEMORY"}}
	for _, s := range shards {
		rows = append(rows, []string{
			fmt.Sprintf("%d/%d", s.Shard, machines), strconv.Itoa(s.Cells), strconv.Itoa(s.Done), strconv.Itoa(s.Failed), strconv.Itoa(s.Missing),
			timeText(s.Seconds), memoryText(s.Bytes),
		})
	}
	alignRight(rows, 1, 2, 3, 4, 5, 6)
	if err := p.answerTable(rows, ""); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "the longest piece takes %s, and so does the grid on any number of machines\n", timeText(floor))
	return err
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
