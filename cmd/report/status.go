package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report"
	"gpca/report/words"
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
	if err := p.answer(status, rows, 2, 3, 4, 5, 6, 7); err != nil || p.options.json || status.Kept == 0 {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s of missing cells kept from a stopped run, which the next takes over: it takes "+
		"less than TIME\n", words.Count(float64(status.Kept), "piece"))
	return err
}

func (p *program) statusOfShards(ctx context.Context, s *session, machines int) error {
	divided, err := report.NewShards(ctx, s.plan, s.results, p.options.RunOptions, machines)
	if err != nil {
		return err
	}
	rows := [][]string{slices.Concat(row("SHARD"), workHeadings)}
	for _, s := range divided.Shards {
		rows = append(rows, append(row(fmt.Sprintf("%d/%d", s.Shard, machines)), work(s.Work)...))
	}
	if err := p.answer(divided, rows, 1, 2, 3, 4, 5, 6); err != nil || p.options.json {
		return err
	}
	const all = "the longest piece takes %s: on any number of machines the grid takes no less\n"
	_, err = fmt.Fprintf(p.stdout, all, timeText(divided.Floor))
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

// mostShards bounds the work of dividing: schedulers allow fewer tasks in an array.
const mostShards = 10000

// An array is how a scheduler numbers a task among several: by variables of the
// environment. First names that of the least index; without one the least is from. One
// that names no total leaves that to the command line.
type array struct {
	index, total, first string
	from                int
}

// arrays are the schedulers that --shard auto knows:
// https://slurm.schedmd.com/job_array.html
// https://kubernetes.io/docs/concepts/workloads/controllers/job/#completion-mode
// https://docs.gitlab.com/ci/yaml/#parallel
// https://circleci.com/docs/parallelism-faster-jobs/
// https://buildkite.com/docs/pipelines/environment-variables
var arrays = []array{
	{index: "SLURM_ARRAY_TASK_ID", total: "SLURM_ARRAY_TASK_COUNT", first: "SLURM_ARRAY_TASK_MIN"},
	{index: "JOB_COMPLETION_INDEX"},
	{index: "CI_NODE_INDEX", total: "CI_NODE_TOTAL", from: 1},
	{index: "CIRCLE_NODE_INDEX", total: "CIRCLE_NODE_TOTAL"},
	{index: "BUILDKITE_PARALLEL_JOB", total: "BUILDKITE_PARALLEL_JOB_COUNT"},
}

// setShard takes the value of --shard: "i/n", "auto", or "auto/n".
func (p *program) setShard(text string) (err error) {
	o := &p.options
	part, parts, given := strings.Cut(text, "/")
	if part == "auto" {
		o.Shard, o.Shards, err = p.scheduled(parts, given)
		return err
	}
	i, errPart := strconv.Atoi(part)
	n, errParts := strconv.Atoi(parts)
	if errPart != nil || errParts != nil || i < 1 || i > n || n > mostShards {
		return fmt.Errorf("must be i/n with i from 1 to n, such as 2/4, or auto; n is at most %d", mostShards)
	}
	o.Shard, o.Shards = i, n
	return nil
}

// scheduled is the shard that a scheduler names, and of how many, unless that is given. What the environment leaves
// open is an error: a task that took everything would do the work of all others too.
func (p *program) scheduled(parts string, given bool) (shard, shards int, err error) {
	found := words.Those(arrays, func(a array) bool { return p.getenv(a.index) != "" })
	switch len(found) {
	case 0:
		names := words.Each(arrays, func(a array) string { return a.index })
		return 0, 0, fmt.Errorf("but no scheduler says which part this is: none of %s is set; name the part as i/n",
			strings.Join(names, ", "))
	case 1:
	default:
		return 0, 0, fmt.Errorf("but both %s and %s are set: name the part as i/n", found[0].index, found[1].index)
	}
	number := func(name, text string) int {
		n, fault := strconv.Atoi(text)
		if fault != nil && err == nil {
			err = fmt.Errorf("but %s is %q, not a whole number: name the part as i/n", name, text)
		}
		return n
	}
	a, total := found[0], "the total"
	index, first := number(a.index, p.getenv(a.index)), a.from
	if a.first != "" {
		first = number(a.first, p.getenv(a.first))
	}
	if !given {
		if total = a.total; total == "" {
			return 0, 0, fmt.Errorf("but %s has no total beside it: say auto/n", a.index)
		}
		if parts = p.getenv(total); parts == "" {
			return 0, 0, fmt.Errorf("but %s is not set: say auto/n", total)
		}
	}
	shard, shards = index-first+1, number(total, parts)
	switch {
	case err != nil:
	case shards > mostShards:
		err = fmt.Errorf("but %s is %d, more than %d", total, shards, mostShards)
	case shard < 1 || shard > shards:
		err = fmt.Errorf("but %s is %d, which is none of %d from %d on: number the tasks without gaps", a.index, index,
			shards, first)
	}
	return shard, shards, err
}
