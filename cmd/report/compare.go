package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/publication"
	"gpca/report/publication/compare"
	"gpca/report/render"
	"gpca/report/study"
	"gpca/report/table"
	"gpca/report/words"
)

func (p *program) compareCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "compare",
		Short: "Compare the results with the published numbers",
		Long: `Compare compares every printed number of the publications that the study repeats
with the stored result for it. A number matches when it may be one more reading of the
experiment that was repeated, by the spread of its random draws. Compare computes
nothing, writes compare.md and compare.csv, and prints a summary of each table. EXCESS is
how many more numbers match than with those of one method in every column; LEVEL and
METHODS say whether the mean of each row and the comparison of methods are reproduced.
compare.md has the intervals, and what the same rules make of each of our own repetitions
in the place of print. Results on generated data are not compared.

With --check the exit code is 3 when a number differs that no misprint explains, and
when nothing could be compared. With a selection, files that compare more are left as
they are.`,
		Example: `  report compare --table '3.*'
  report compare --check            for a script`,
		RunE: p.on(toDraw, p.compare),
	}, p.cellFlags, func(cmd *cobra.Command) {
		p.checkFlag(cmd, "exit with code 3 if a number differs and no misprint explains it, or nothing is compared")
	}, p.junitFlag, p.writeFlags, p.answerFlags)
}

// compare answers compare.
func (p *program) compare(ctx context.Context, s *session, _ []string) error {
	all, err := render.Compare(s.plan, s.results)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return repeatsNone(s.plan.Study)
	}
	if err := s.render(ctx, "compare.md", "compare.csv"); err != nil {
		return err
	}
	suites := slices.Concat(words.Each(all, render.Comparison.Tests)...)
	if err := p.writeJUnit("compare", suites); err != nil {
		return err
	}
	if err := p.answer(comparisonAnswer(all), comparisonRows(all)); err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(c render.Comparison) bool { return c.Judged() }) {
		const why = "nothing is compared: the data is generated, or no results are stored"
		if p.options.strict {
			return fmt.Errorf("%w: %s", errCheck, why)
		}
		p.display.Log().Warn(why)
	}
	if total := totalOf(all); p.options.strict && total.Differs > total.Explained {
		return fmt.Errorf("%w: %d numbers differ, %d of them by a misprint", errCheck, total.Differs, total.Explained)
	}
	return nil
}

// repeatsNone is the error of a study with nothing in print to hold it against.
func repeatsNone(s *study.Study) error {
	return fmt.Errorf("study %s repeats no publication: a study names one with the key repeats, such as repeats: %s",
		s.Name, strings.Join(publication.Names(), ", "))
}

// totalOf counts the verdicts of all publications.
func totalOf(all []render.Comparison) compare.Counts {
	var total compare.Counts
	for _, c := range all {
		total.Add(c.Total())
	}
	return total
}

// comparisonRows is the summary as a table, all tables in the last row.
func comparisonRows(all []render.Comparison) [][]string {
	rows := [][]string{{
		"TABLE", "NUMBERS", "MATCH", "INCONCLUSIVE", "DIFFER", "MISPRINTS", "NOT JUDGED",
		"MEAN |D|", "BIAS", "EXCESS", "LEVEL", "METHODS",
	}}
	add := func(name string, n compare.Counts, rest ...any) {
		counts := row(name, n.Numbers, n.Match, n.Inconclusive, n.Differs, n.Explained, n.Unjudged)
		rows = append(rows, append(counts, row(rest...)...))
	}
	decimals := func(v float64) string {
		if math.IsNaN(v) {
			return none
		}
		return table.Format(table.Cell{Value: v}, 2).Text
	}
	excess := 0
	for _, c := range all {
		for _, t := range c.Contrasts {
			excess, level, methods := none, none, none
			if t.Null.Numbers > 0 {
				excess, level = strconv.Itoa(t.Null.Excess()), t.Methods.Level.String()
				methods = t.Methods.Comparison.String()
			}
			s := t.Summary
			add(t.Number, s.Counts, decimals(s.MeanAbsolute), decimals(s.Bias), excess, level, methods)
		}
		own := c.Null.Excess()
		if excess += own; len(all) > 1 {
			add("all of "+c.Part.Repeats, c.Total(), none, none, own, none, none)
		}
	}
	add("all", totalOf(all), none, none, excess, none, none)
	alignRight(rows, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	return rows
}

// A comparedTable is the summary of a table in JSON.
type comparedTable struct {
	Table   string `json:"table"`
	Refused string `json:"refused,omitempty"`
	compare.Counts
	MeanAbsolute report.Number `json:"mean_absolute_difference,omitzero"`
	Bias         report.Number `json:"bias,omitzero"`
	*comparedMethods
}

// comparedMethods is of a table that has several methods with a verdict.
type comparedMethods struct {
	OneMethod   int           `json:"match_with_one_method"`
	Excess      int           `json:"excess"`
	Calibration report.Number `json:"calibration,omitzero"`
	Agreement   report.Number `json:"rank_agreement,omitzero"`
	Level       string        `json:"level,omitempty"`
	Methods     string        `json:"methods,omitempty"`
}

func comparisonAnswer(all []render.Comparison) []comparedTable {
	answer := []comparedTable{}
	for _, c := range all {
		for _, t := range c.Contrasts {
			s := t.Summary
			a := comparedTable{
				Table: t.Number, Refused: t.Refused, Counts: s.Counts,
				MeanAbsolute: report.Number(s.MeanAbsolute), Bias: report.Number(s.Bias),
			}
			if t.Null.Numbers > 0 {
				a.comparedMethods = &comparedMethods{
					t.Null.Best, t.Null.Excess(), report.Number(t.Calibration.Share), report.Number(t.Methods.Tau),
					t.Methods.Level.String(), t.Methods.Comparison.String(),
				}
			}
			answer = append(answer, a)
		}
	}
	return answer
}
