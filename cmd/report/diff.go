package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/store"
	"gpca/report/words"
)

func (p *program) diffCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "diff DIR1 DIR2",
		Short: "Compare two runs cell by cell",
		Long: `Diff compares the stored results of two output folders, of whatever study. Cells
belong together that have the same key, else the same name. It prints the cells whose values
differ, by the first measure that does, with the p-value of a paired t test where both
were tested on the same random draws (Holm's correction over all lines) and the parts
of the key that are not the same; the cells that only one folder has; and a line that
counts. Values are the same when all their bits are. It computes and writes nothing.`,
		Example: `  report diff before after --check  for a script`,
		Args:    twoFolders,
		RunE:    p.diff,
	}, func(cmd *cobra.Command) {
		p.checkFlag(cmd, "exit with code 3 if anything is not the same")
	}, p.answerFlags)
}

func twoFolders(cmd *cobra.Command, args []string) error {
	if len(args) != 2 {
		return usage(cmd, fmt.Errorf("diff takes two output folders, but got %d", len(args)))
	}
	return nil
}

// diff answers diff.
func (p *program) diff(_ *cobra.Command, folders []string) error {
	var stores [2]*store.Store
	for i, folder := range folders {
		if err := isFolder(folder); err != nil {
			return fmt.Errorf("diff: %w", err)
		}
		results, err := p.results(folder)
		if err != nil {
			return err
		}
		if len(results.Results()) == 0 {
			return fmt.Errorf("diff: there are no results in %s: report run computes some", filepath.Join(folder, "cells"))
		}
		stores[i] = results
	}
	d := report.NewDiff(stores[0], stores[1])
	if err := p.answer(d, diffRows(d, folders)); err != nil {
		return err
	}
	if !p.options.json {
		fmt.Fprintf(p.stdout, "%s the same, %d with other values, %d only in %s, %d only in %s\n",
			words.Count(float64(d.Same), "cell"), d.Differ, d.OnlyFirst, folders[0], d.OnlySecond, folders[1])
	}
	if p.options.strict && len(d.Lines) > 0 {
		return fmt.Errorf("%w: %d cells are not the same", errCheck, d.Differ+d.OnlyFirst+d.OnlySecond)
	}
	return nil
}

// diffRows are the lines of a diff as a table, nil for none.
func diffRows(d report.Diff, folders []string) [][]string {
	if len(d.Lines) == 0 {
		return nil
	}
	number := func(v float64, digits int) string {
		if math.IsNaN(v) {
			return none
		}
		return strconv.FormatFloat(v, 'g', digits, 64)
	}
	rows := [][]string{{"CELL", "MEASURE", folders[0], folders[1], "DIFFERENCE", "P", "VERDICT"}}
	for _, l := range d.Lines {
		difference, verdict := math.NaN(), "differs"
		switch {
		case l.Second == nil:
			verdict = "only in " + folders[0]
		case l.First == nil:
			verdict = "only in " + folders[1]
		default:
			difference = l.Second.Mean - l.First.Mean
		}
		var parts []string
		for _, k := range l.Key {
			parts = append(parts, k.Field+" "+changed(k))
		}
		if len(parts) > 0 {
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
		rows = append(rows, []string{l.Cell, orNone(l.Measure), side(l.First), side(l.Second), number(difference, 3), number(l.P, 2), verdict})
	}
	alignRight(rows, 2, 3, 4, 5)
	return rows
}
