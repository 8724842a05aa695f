package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/render"
	"gpca/report/study"
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
	}, p.answerFlags)
}

// checkFlag makes a finding the command's failure.
func (p *program) checkFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVar(&p.options.strict, "check", false, what)
}

// audit answers audit.
func (p *program) audit(cmd *cobra.Command, _ []string) error {
	if err := report.CheckOut(p.options.out); err != nil {
		return err
	}
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
	var result *audit.Report
	if o.published != "" {
		result, err = o.auditFile(text)
	} else {
		result, err = text.Audit()
	}
	if err != nil {
		return nil, err
	}
	write := result.WriteMarkdown
	if o.published == "" {
		c, err := p.rerun(ctx, chosen)
		if err != nil {
			return nil, err
		}
		if c != nil {
			write = func(w io.Writer) error { return result.WriteMarkdownWith(w, c.Support) }
		}
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return nil, err
	}
	return result, render.Write(o.out, []render.File{{Path: "audit.md", Content: b.Bytes()}})
}

// rerun is what is stored of a study under the output folder, held against print;
// nil when nothing on real data is.
func (p *program) rerun(ctx context.Context, chosen *study.Study) (*compare.Comparison, error) {
	s, err := p.load(ctx, chosen, nil, hasReal, plan.Selection{}, 0)
	if err != nil || !s.results.HasReal() {
		return nil, err
	}
	return render.Compare(s.plan, s.results)
}

// auditFile audits the tables of a file. What holds of the publication alone is checked
// when all of them are the publication's.
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
	return audit.Run(tables, known)
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
