package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/junit"
	"gpca/report/publication"
	"gpca/report/publication/compare"
	"gpca/report/render"
	"gpca/report/words"
)

func (p *program) compare(ctx context.Context, s *session, _ []string) error {
	all, err := s.compared()
	if err != nil {
		return err
	}
	suites := slices.Concat(words.Each(all, func(c render.Comparison) []junit.Suite { return c.Facts().Tests() })...)
	var total compare.Counts
	for _, c := range all {
		total.Add(c.Facts().Total)
	}
	if err := errors.Join(s.render(ctx, "compare.md", "compare.csv", "compare.json", "badge.json", "badge.svg"),
		p.writeJUnit("compare", suites), p.printBeside(s, all), p.answerCompared(all, total)); err != nil {
		return err
	}
	if !slices.ContainsFunc(all, func(c render.Comparison) bool { return c.Facts().Judged }) {
		hindrance := func(c render.Comparison) string { return c.Facts().Hindrance }
		why := "nothing is compared: " + strings.Join(words.Each(all, hindrance), "; ")
		if p.options.strict {
			return fmt.Errorf("%w: %s", errCheck, why)
		}
		p.display.Log().Warn(why)
	}
	differ, explained := 0, 0
	for _, c := range all {
		differ, explained = differ+c.Facts().Differing, explained+c.Facts().Explained
	}
	if p.options.strict && differ > explained {
		return fmt.Errorf("%w: %d numbers differ, %d of them by a misprint", errCheck, differ, explained)
	}
	return nil
}

// compared holds the results against print. A study with nothing in print to hold them against is an error.
func (s *session) compared() ([]render.Comparison, error) {
	all, err := render.Compare(s.plan, s.results)
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("study %s repeats no publication and has no claims: a study names one with the key repeats, "+
			"such as repeats: %s", s.plan.Study.Name, strings.Join(publication.Names(), ", "))
	}
	return all, err
}

// comparedTable is the verdicts on a table in JSON.
type comparedTable struct {
	Table   string `json:"table"`
	Refused string `json:"refused,omitempty"`
	compare.Counts
}

// printBeside prints the tables that are selected, the numbers in print beside ours.
func (p *program) printBeside(s *session, all []render.Comparison) error {
	if p.options.json || s.plan.Whole() {
		return nil
	}
	for _, c := range all {
		for _, t := range c.Contrasts {
			if t.Refused != "" {
				continue // which the note on standard error says
			}
			rows := [][]string{slices.Concat([]string{t.Corner}, t.ColumnTitles)}
			for i, cells := range t.Cells {
				rows = append(rows, slices.Concat(t.RowTitles[i:i+1], words.Each(cells, compare.Reproduction.Brief)))
			}
			fmt.Fprintf(p.stdout, "%s: %s. Ours (in print) = match, ≠ differ\n", claim.TitleOf(t.Number), t.Caption)
			if err := p.answerTable(rows, "  "); err != nil {
				return err
			}
			fmt.Fprintln(p.stdout)
		}
	}
	return nil
}

// answerCompared prints the verdicts on each table, and of all tables in the last rows.
func (p *program) answerCompared(all []render.Comparison, total compare.Counts) error {
	answer := []comparedTable{}
	rows := [][]string{{"TABLE", "NUMBERS", "LEFT OUT", "NOT JUDGED", "MATCH", "DIFFER", "MISPRINTS"}}
	add := func(name string, n compare.Counts) {
		rows = append(rows, row(name, n.Numbers, n.LeftOut(), n.Unjudged, n.Match, n.Differs, n.Explained))
	}
	for _, c := range all {
		if c.Facts().OfClaims {
			verdict := func(k compare.Statement) []string { return []string{k.ID, k.Verdict()} }
			verdicts := words.Each(c.Statements, verdict)
			return p.answer(verdicts, slices.Concat([][]string{{"CLAIM", "VERDICT"}}, verdicts))
		}
		for _, t := range c.Contrasts {
			answer = append(answer, comparedTable{t.Number, t.Refused, t.Summary.Counts})
			add(t.Number, t.Summary.Counts)
		}
		if len(all) > 1 {
			add("all of "+c.Part.Repeats, c.Facts().Total)
		}
	}
	add("all", total)
	return p.answer(answer, rows, 1, 2, 3, 4, 5, 6)
}
