package main

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"gpca/report/publication"
	"gpca/report/publication/compare"
	"gpca/report/render"
	"gpca/report/table"
)

func (p *program) compareCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "compare",
		Short: "Compare the results with the published numbers",
		Long: `Compare compares every printed number of the publications that the study repeats
with the stored result for it. A number matches, differs, or is inconclusive when
the random draws vary too much to decide. Compare computes nothing, writes
compare.md and compare.csv, and prints a summary of each table. Results on
generated data are not compared.

With --check the exit code is 3 when a number differs that no misprint explains, and
when nothing could be compared. With a selection, files that compare more are left as
they are.`,
		Example: `  report compare --table '3.*'
  report compare --check            for a script`,
		RunE: p.compare,
	}, p.cellFlags, func(cmd *cobra.Command) {
		p.checkFlag(cmd, "exit with code 3 if a number differs and no misprint explains it, or nothing is compared")
	}, p.forceFlag, p.answerFlags)
}

// compare answers compare.
func (p *program) compare(cmd *cobra.Command, _ []string) error {
	s, err := p.open(cmd, toDraw)
	if err != nil {
		return err
	}
	all, err := render.Compare(s.plan, s.results)
	switch {
	case err != nil:
		return err
	case len(all) == 0:
		return fmt.Errorf("study %s repeats no publication: a study names one with the key repeats, such as repeats: %s", s.plan.Study.Name, strings.Join(publication.Names(), ", "))
	}
	if err := s.render(cmd.Context(), "compare.md", "compare.csv"); err != nil {
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
	rows := [][]string{{"TABLE", "NUMBERS", "MATCH", "INCONCLUSIVE", "DIFFER", "MISPRINTS", "NOT JUDGED", "MEAN |D|", "BIAS", "RANKS"}}
	row := func(name string, n compare.Counts, rest ...string) {
		counts := []string{name}
		for _, v := range []int{n.Numbers, n.Match, n.Inconclusive, n.Differs, n.Explained, n.Unjudged} {
			counts = append(counts, strconv.Itoa(v))
		}
		rows = append(rows, append(counts, rest...))
	}
	decimals := func(v float64) string {
		if math.IsNaN(v) {
			return none
		}
		return table.Format(table.Cell{Value: v}, 2).Text
	}
	for _, c := range all {
		for _, t := range c.Contrasts {
			row(t.Number, t.Summary.Counts, decimals(t.Summary.MeanAbsolute), decimals(t.Summary.Bias), decimals(t.Summary.Agreement))
		}
		if len(all) > 1 {
			row("all of "+c.Part.Repeats, c.Total(), none, none, none)
		}
	}
	row("all", totalOf(all), none, none, none)
	alignRight(rows, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	return rows
}

// A comparedTable is the summary of a table in JSON, without what is not a number.
type comparedTable struct {
	Table   string `json:"table"`
	Refused string `json:"refused,omitempty"`
	compare.Counts
	MeanAbsolute *float64 `json:"mean_absolute_difference,omitempty"`
	Bias         *float64 `json:"bias,omitempty"`
	Agreement    *float64 `json:"rank_agreement,omitempty"`
}

func comparisonAnswer(all []render.Comparison) []comparedTable {
	number := func(v float64) *float64 {
		if math.IsNaN(v) {
			return nil
		}
		return &v
	}
	answer := []comparedTable{}
	for _, c := range all {
		for _, t := range c.Contrasts {
			s := t.Summary
			answer = append(answer, comparedTable{t.Number, t.Refused, s.Counts, number(s.MeanAbsolute), number(s.Bias), number(s.Agreement)})
		}
	}
	return answer
}
