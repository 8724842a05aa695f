package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/render"
)

func (p *program) auditCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "audit",
		Short: "Check the published tables for errors",
		Long: `Audit checks the tables of the publication that a study repeats for consistency:
averages against their columns, bold against the best of the row, winning counts
against what they count, numbers that are printed twice, breaks in a trend, and
the claims of the text. It writes audit.md and prints how much each check examined
and found. If --out has results on the real data, audit.md also says for each
correction whether they confirm it; the findings do not depend on them.

With --published it checks the tables of a CSV file instead, with one printed number
on a line, in columns named table, title, axis, metric, row, column, value and bold.
Checks that apply only to the publication, such as which of its tables count the
wins of which, are made when all tables of the file have the number and title of
one of its tables.`,
		Example: `  report audit --check              for a script
  report audit --published mine.csv`,
		RunE: p.audit,
	}, p.studyFlag, func(cmd *cobra.Command) {
		cmd.Flags().StringVar(&p.options.published, "published", "", "CSV `file` with tables to examine instead of the publication's")
		p.outFlag(cmd, "for audit.md")
		p.checkFlag(cmd, "exit with code 3 if anything is found")
	}, p.forceFlag, p.answerFlags)
}

// checkFlag makes a finding the command's failure.
func (p *program) checkFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVar(&p.options.strict, "check", false, what)
}

// audit answers audit.
func (p *program) audit(cmd *cobra.Command, _ []string) error {
	result, err := p.auditTables(cmd.Context())
	if err != nil {
		return err
	}
	err = p.answer(struct {
		Checks   []audit.Tally   `json:"checks"`
		Findings []audit.Finding `json:"findings"`
	}{result.Tallies, append([]audit.Finding{}, result.Findings...)}, auditRows(result))
	if err == nil && p.options.strict && len(result.Findings) > 0 {
		err = fmt.Errorf("%w: %d findings", errCheck, len(result.Findings))
	}
	return err
}

// auditTables audits the tables of the file that the user names, or those of the
// publication that the study repeats, and writes audit.md.
func (p *program) auditTables(ctx context.Context) (*audit.Report, error) {
	o := &p.options
	chosen, err := report.OpenStudy(o.study)
	if err != nil {
		return nil, err
	}
	text, err := publication.Find(chosen.Repeats)
	if err != nil {
		return nil, fmt.Errorf("study %s repeats no publication: %w", chosen.Name, err)
	}
	if o.published != "" {
		return o.auditFile(text)
	}
	s, err := p.load(ctx, chosen, nil, hasReal, plan.Selection{}, 0)
	if err != nil {
		return nil, err
	}
	if s.created, err = sourceDate(p.getenv("SOURCE_DATE_EPOCH")); err != nil {
		return nil, err
	}
	result, err := text.Audit()
	if err != nil {
		return nil, err
	}
	if err := p.claim(chosen); err != nil {
		return nil, err
	}
	return result, s.render(ctx, "audit.md")
}

// auditFile audits the tables of a file and writes audit.md into a folder that is no
// study's. What holds of the publication alone is checked when all of them are the
// publication's.
func (o *options) auditFile(text *publication.Publication) (*audit.Report, error) {
	file, err := os.Open(o.published)
	if err != nil {
		return nil, fmt.Errorf("--published: %w", err)
	}
	defer file.Close()
	tables, err := printed.Read(file, "", o.published)
	if err != nil {
		return nil, err
	}
	known := audit.Options{Links: text.Links, Claims: text.Claims}
	for _, t := range tables {
		same := func(s printed.Table) bool { return s.Number == t.Number && s.Title == t.Title }
		if !slices.ContainsFunc(text.Tables, same) {
			known = audit.Options{}
		}
	}
	result, err := audit.Run(tables, known)
	if err != nil {
		return nil, err
	}
	if m, err := render.ReadManifest(o.out); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--published: audit.md in %s is for study %s: name another folder with --out", o.out, m.Study)
	}
	if err := report.CheckOut(o.out); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := result.WriteMarkdown(&b); err != nil {
		return nil, err
	}
	return result, render.Write(o.out, []render.File{{Path: "audit.md", Content: b.Bytes()}})
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
