package main

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gpca/report"
)

func (p *program) status(ctx context.Context, s *session, _ []string) error {
	if n := p.options.machines; n != 0 {
		return p.statusOfShards(ctx, s, n)
	}
	status, err := report.NewStatus(ctx, s.plan, s.results, p.options.RunOptions)
	if err != nil {
		return err
	}
	rows := [][]string{slices.Concat(row("DATA SET", "DATA"), workHeadings, row("FOLDER"))}
	for _, d := range status.Datasets {
		rows = append(rows, slices.Concat(row(d.Name, d.Origin), work(d.Work), row(d.Folder)))
	}
	if len(status.Datasets) != 1 {
		all := report.Work{Count: status.Cells, Seconds: status.Seconds, Bytes: status.Bytes}
		rows = append(rows, slices.Concat(row("all", ""), work(all), row("")))
	}
	return p.answer(status, rows, 2, 3, 4, 5, 6, 7)
}

func (p *program) statusOfShards(ctx context.Context, s *session, machines int) error {
	shards, floor, err := report.NewShards(ctx, s.plan, s.results, p.options.RunOptions, machines)
	if err != nil {
		return err
	}
	if p.options.json {
		return p.answerJSON(struct {
			Shards []report.ShardStatus `json:"shards"`
			Floor  float64              `json:"floor_seconds"`
		}{shards, floor})
	}
	rows := [][]string{slices.Concat(row("SHARD"), workHeadings)}
	for _, s := range shards {
		rows = append(rows, append(row(fmt.Sprintf("%d/%d", s.Shard, machines)), work(s.Work)...))
	}
	if err := p.answerTable(rows, "", 1, 2, 3, 4, 5, 6); err != nil {
		return err
	}
	const all = "the longest piece takes %s, and so does the grid on any number of machines\n"
	_, err = fmt.Fprintf(p.stdout, all, timeText(floor))
	return err
}

// workHeadings are those of the columns that work fills: how far cells are, and what the rest
// of them takes.
var workHeadings = row("CELLS", "DONE", "FAILED", "MISSING", "TIME", "MEMORY")

func work(w report.Work) []string {
	return row(w.Total(), w.Done, w.Failed, w.Missing, timeText(w.Seconds), memoryText(w.Bytes))
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
