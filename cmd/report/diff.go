package main

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/experiment"
	"gpca/report/input"
	"gpca/report/render"
	"gpca/report/store"
	"gpca/report/table"
	"gpca/report/words"
)

func twoFolders(cmd *cobra.Command, args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return usage(cmd, fmt.Errorf("diff takes two output folders, but got %d", len(args)))
	}
	if filepath.Clean(args[0]) == filepath.Clean(append(args, "out")[1]) {
		return usage(cmd, fmt.Errorf("diff holds %s against itself: name another folder", args[0]))
	}
	return nil
}

// A diffAnswer holds two output folders against each other.
type diffAnswer struct {
	report.Diff
	Files []report.Discrepancy `json:"files"`
}

func (p *program) diff(_ *cobra.Command, folders []string) error {
	first, second := folders[0], append(folders, "out")[1]
	before, err := p.cellsOf(first)
	if err != nil {
		return err
	}
	after, err := p.cellsOf(second)
	if err != nil {
		return err
	}
	files, same, err := report.DiffFiles(first, second)
	if err != nil {
		return err
	}
	answer := diffAnswer{Files: append([]report.Discrepancy{}, files...)}
	switch {
	case before.Len() > 0 && after.Len() > 0:
		answer.Diff = report.NewDiff(before, after)
	case len(files)+same == 0:
		empty := first
		if before.Len() > 0 {
			empty = second
		}
		return fmt.Errorf("diff: there are no results in %s: report run computes some", filepath.Join(empty, "cells"))
	default:
		p.display.Log().Warn("one of the folders has no cells: their files alone are compared")
	}
	err = p.answerDiff(answer, first, second, same)
	if len(answer.Lines)+len(files) == 0 {
		return err
	}
	a, _ := render.ReadManifest(first)
	b, _ := render.ReadManifest(second)
	p.tellBuilds(a.Version, b.Version)
	if err == nil && p.options.strict {
		err = fmt.Errorf("%w: %d cells and %d files are not the same", errCheck, len(answer.Lines), len(files))
	}
	return err
}

// cellsOf are the results in an output folder.
func (p *program) cellsOf(out string) (*store.Store, error) {
	if err := isFolder(out); err != nil {
		return nil, fmt.Errorf("diff: %w", err)
	}
	return p.results(out)
}

// answerDiff prints what differs in two folders, beside so many files that are the same.
func (p *program) answerDiff(answer diffAnswer, first, second string, same int) error {
	cells := fmt.Sprintf("%s the same, %d with other values, %d only in %s, %d only in %s",
		words.Count(answer.Same, "cell"), answer.Differ, answer.OnlyFirst, first, answer.OnlySecond, second)
	drawn := fmt.Sprintf("%s the same, %d not", words.Count(same, "file"), len(answer.Files))
	lines, different := diffRows(answer.Diff, first, second), discrepancyRows(answer.Files)
	switch {
	case p.options.summary:
		return p.summarise(second, fmt.Sprintf("## Changes since %s\n\n%s.\n\n%s%s.\n\n%s",
			first, cells, markdownTable(lines), drawn, markdownTable(different)))
	case p.options.json:
		return p.answerJSON(answer)
	}
	err := p.answerTable(lines, "", 2, 3, 4, 5)
	fmt.Fprintln(p.stdout, cells)
	if len(answer.Files) > 0 {
		err = cmp.Or(err, p.answerTable(different, ""))
	}
	if len(answer.Files)+same > 0 {
		fmt.Fprintln(p.stdout, drawn)
	}
	return err
}

// summarise prints the summary of a report with a section put in before its first.
func (p *program) summarise(out, section string) error {
	text, err := input.Read(filepath.Join(out, render.SummaryFile))
	if err != nil {
		return fmt.Errorf("diff: no report was drawn: %w", err)
	}
	verdict, rest, _ := strings.Cut(string(text), "\n## ")
	if rest != "" {
		rest = "## " + rest
	}
	_, err = fmt.Fprint(p.stdout, verdict+"\n"+section+rest)
	return err
}

// markdownTable is a table in Markdown, cut to what a page can hold.
func markdownTable(rows [][]string) string {
	const most = 100
	if len(rows) < 2 {
		return ""
	}
	var b strings.Builder
	for i, row := range rows[:min(len(rows), most+1)] {
		for _, cell := range row {
			b.WriteString("| " + table.EscapeMarkdown(cell) + " ")
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("|:--", len(row)) + "|\n")
		}
	}
	if more := len(rows) - 1 - most; more > 0 {
		fmt.Fprintf(&b, "\nAnd %d more.\n", more)
	}
	return b.String() + "\n"
}

// diffRows are the lines of a diff as a table, nil for none.
func diffRows(d report.Diff, first, second string) [][]string {
	if len(d.Lines) == 0 {
		return nil
	}
	number := func(v report.Number, digits int) string {
		if v.IsZero() {
			return none
		}
		return strconv.FormatFloat(float64(v), 'g', digits, 64)
	}
	rows := [][]string{{"CELL", "MEASURE", first, second, "DIFFERENCE", "P", "VERDICT"}}
	for _, l := range d.Lines {
		difference, verdict := report.Number(math.NaN()), "differs"
		switch {
		case l.Second == nil:
			verdict = "only in " + first
		case l.First == nil:
			verdict = "only in " + second
		default:
			difference = l.Second.Mean - l.First.Mean
		}
		if len(l.Key) > 0 {
			parts := words.Each(l.Key, func(k experiment.Difference) string { return k.Field + " " + changed(k) })
			verdict += ", computed with " + strings.Join(parts, ", ")
		}
		side := func(s *report.DiffSide) string {
			switch {
			case s == nil:
				return none
			case s.Failure != "":
				return "failed"
			}
			return number(s.Mean, 5)
		}
		rows = append(rows, row(
			l.Cell, l.Measure, side(l.First), side(l.Second), number(difference, 3), number(l.P, 2), verdict,
		))
	}
	return rows
}
