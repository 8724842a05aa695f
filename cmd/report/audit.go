package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/audit"
	"gpca/report/compare"
	"gpca/report/dataset"
	"gpca/report/published"
	"gpca/report/study"
)

func (p *program) auditCommand() *cobra.Command {
	o := &p.options
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "Look for errors in the published tables themselves",
		Long: `Audit examines the tables of the thesis and of its paper by their own arithmetic:
averages against their columns, bold against the best of the row, winning counts
against what they count, what is printed twice, breaks in a trend, and the claims
of the text. It writes audit.md and prints how much each check examined and found.
Where results on the real data lie under --out, audit.md says of each correction
whether they bear it out; the findings do not depend on them.

With --published it examines the tables of a file instead, one printed number a
line, in columns named table, title, axis, metric, row, column, value and bold.
What holds of the tables of the thesis alone, such as which of them count the wins
of which, is checked when all tables of the file are the thesis's by number and
title.`,
		Example: `  report audit --check              for a script
  report audit --published mine.csv`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.audit(cmd) },
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.published, "published", "", "CSV `file` with tables to examine instead of the thesis's")
	f.StringVarP(&o.out, "out", "o", "out", "`folder` for audit.md")
	must(cmd.MarkFlagDirname("out"))
	p.checkFlag(cmd, "exit with code 3 when anything is found")
	p.answerFlags(cmd)
	return cmd
}

// checkFlag makes a finding the command's failure.
func (p *program) checkFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVar(&p.options.strict, "check", false, what)
}

// audit answers audit.
func (p *program) audit(cmd *cobra.Command) error {
	o := &p.options
	if o.out == "" {
		return usage(cmd, fmt.Errorf("--out names no folder"))
	}
	tables, options, err := o.auditedTables()
	if err != nil {
		return err
	}
	if err := report.CheckOut(o.out); err != nil {
		return err
	}
	result, err := audit.Run(tables, options)
	if err != nil {
		return err
	}
	var rerun *compare.Comparison
	if o.published == "" {
		if rerun, err = p.rerun(cmd.Context()); err != nil {
			return err
		}
	}
	if err := report.WriteAudit(cmd.Context(), result, rerun, o.out); err != nil {
		return err
	}
	if o.json {
		err = p.answerJSON(auditAnswer(result))
	} else {
		err = p.answerTable(auditRows(result), "")
	}
	if err == nil && o.strict && len(result.Findings) > 0 {
		err = fmt.Errorf("%w: findings: %d in %d tables", errCheck, len(result.Findings), len(tables))
	}
	return err
}

// rerun is what is stored of the thesis under the output folder, held against print;
// nil when nothing on real data is.
func (p *program) rerun(ctx context.Context) (*compare.Comparison, error) {
	results, _, err := report.OpenStore(p.options.out)
	if err != nil {
		return nil, err
	}
	thesis, err := study.Open(published.SourceThesis)
	if err != nil {
		return nil, err
	}
	stored := func(data string) bool { return results.Has(data, dataset.Real) }
	if !slices.ContainsFunc(thesis.Experiments, func(e study.Experiment) bool { return slices.ContainsFunc(e.Data, stored) }) {
		return nil, nil
	}
	plan, err := report.NewPlan(ctx, thesis, report.NewData(nil), results, report.Selection{}, 0)
	if err != nil {
		return nil, err
	}
	return report.Compare(plan, results)
}

// auditedTables are the tables of the file that the user names, or those of the
// thesis and its paper.
func (o *options) auditedTables() ([]published.Table, audit.Options, error) {
	thesis, err := published.Thesis()
	if err != nil {
		return nil, audit.Options{}, err
	}
	known, err := audit.Thesis()
	if err != nil {
		return nil, audit.Options{}, err
	}
	if o.published == "" {
		paper, err := published.Paper()
		return slices.Concat(thesis, paper), known, err
	}
	file, err := os.Open(o.published)
	if err != nil {
		return nil, audit.Options{}, fmt.Errorf("--published: %w", err)
	}
	defer file.Close()
	tables, err := published.Read(file, "", o.published)
	if err != nil {
		return nil, audit.Options{}, err
	}
	for _, t := range tables {
		same := func(s published.Table) bool { return s.Number == t.Number && s.Title == t.Title }
		if !slices.ContainsFunc(thesis, same) {
			return tables, audit.Options{}, nil
		}
	}
	return tables, known, nil
}

// auditRows is what the checks examined and found, as a table.
func auditRows(r *audit.Report) [][]string {
	rows := [][]string{{"CHECK", "EXAMINED", "FOUND"}}
	for _, t := range r.Tallies {
		rows = append(rows, []string{string(t.Check), strconv.Itoa(t.Examined), strconv.Itoa(t.Found)})
	}
	rows = append(rows, []string{"all", none, strconv.Itoa(len(r.Findings))})
	alignRight(rows, 1, 2)
	return rows
}

// An auditSummary is an audit in JSON; audit.md has it in full.
type auditSummary struct {
	Checks   []auditTally   `json:"checks"`
	Findings []auditFinding `json:"findings"`
}

type auditTally struct {
	Check    string `json:"check"`
	Examined int    `json:"examined"`
	Found    int    `json:"found"`
}

type auditFinding struct {
	Check    string `json:"check"`
	Severity string `json:"severity"`
	Table    string `json:"table,omitempty"`
	Row      string `json:"row,omitempty"`
	Column   string `json:"column,omitempty"`
	Printed  string `json:"printed"`
	Expected string `json:"expected"`
	Message  string `json:"message"`
}

func auditAnswer(r *audit.Report) auditSummary {
	answer := auditSummary{Checks: []auditTally{}, Findings: []auditFinding{}}
	for _, t := range r.Tallies {
		answer.Checks = append(answer.Checks, auditTally{string(t.Check), t.Examined, t.Found})
	}
	for _, f := range r.Findings {
		answer.Findings = append(answer.Findings, auditFinding{
			string(f.Check), f.Severity.String(), f.Table, f.Row, f.Column, f.Printed, f.Expected, f.Message,
		})
	}
	return answer
}
