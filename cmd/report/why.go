package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"gpca/report"
	"gpca/report/experiment"
	"gpca/report/words"
)

func (p *program) why(_ context.Context, s *session, args []string) error {
	reasons, err := report.Why(s.plan, s.results, strings.Join(args, " "))
	if err != nil {
		return err
	}
	if p.options.json {
		return p.answerJSON(reasons)
	}
	for i, g := range words.Grouped(reasons, answered) {
		if i > 0 {
			fmt.Fprintln(p.stdout)
		}
		names := words.Some(words.Each(g, func(r report.Reason) string { return r.Cell.String() }), 4)
		if _, err := fmt.Fprintf(p.stdout, "%s\n  %s\n", names, explanation(g)); err != nil {
			return err
		}
		for line := range strings.Lines(g[0].Result.Log) {
			fmt.Fprintf(p.stdout, "    | %s\n", strings.TrimSuffix(line, "\n"))
		}
		if g[0].Same() || len(g) == 1 {
			rows := words.Each(g[0].Differences, func(d experiment.Difference) []string {
				return row(d.Field, changed(d))
			})
			if err := p.answerTable(rows, "    "); err != nil {
				return err
			}
		}
	}
	return nil
}

// answered is the same for cells with the same answer.
func answered(r report.Reason) string {
	key := r.State
	switch {
	case r.State == report.Missing && !r.Nearest():
		key += " " + r.Cell.Data
	case r.Same():
		key += fmt.Sprint(r.Differences) + maker(r.Result)
	case r.State != report.Missing:
		key += r.Result.Failure + maker(r.Result)
	}
	return key
}

// explanation words the answer that a group of cells has in common.
func explanation(group []report.Reason) string {
	r := group[0]
	switch {
	case r.Result.Inapplicable != "" && r.State == report.Stored:
		return "stored, nothing to do: " + r.Result.Inapplicable
	case r.State == report.Stored:
		return "stored, nothing to do: computed " + made(group)
	case r.State == report.Failed:
		return "failed, computed again with --retry-failed: " + r.Result.Failure + "; computed " + made(group)
	case r.Same():
		return "missing: stored under another key, computed " + made(group) + ", which differs in"
	case !r.Nearest():
		return "missing: no cell of " + r.Cell.Data + " is stored"
	case len(group) > 1:
		return "missing: never computed; name one of them to see the nearest stored cell"
	}
	return "missing: never computed; the nearest stored cell is " + r.Result.Cell.String() + ", which differs in"
}

func maker(r experiment.Result) string { return "by " + r.Program + " (" + r.Processor + ")" }

// made says which program computed the results of a group and when.
func made(group []report.Reason) string {
	times := words.Each(group, func(r report.Reason) time.Time { return r.Result.Computed })
	first, last := slices.MinFunc(times, time.Time.Compare), slices.MaxFunc(times, time.Time.Compare)
	when := " at "
	if !first.Equal(last) {
		when = " from " + first.Format(time.DateTime) + " to "
	}
	return maker(group[0].Result) + when + last.Format(time.DateTime) + " UTC"
}

// changed says how a part of a key differs between two cells.
func changed(d experiment.Difference) string {
	shorter := func(value string) string {
		if strings.HasSuffix(d.Field, "digest") { // of which less is enough
			return value[:min(12, len(value))]
		}
		return cmp.Or(value, none)
	}
	return shorter(d.Old) + " → " + shorter(d.New)
}
