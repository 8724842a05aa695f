package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/input"
	"gpca/report/plan"
	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/render"
	"gpca/report/words"
)

func (p *program) auditCommand() *cobra.Command {
	return verb(&cobra.Command{
		Use:   "audit",
		Short: "Check the published tables for errors",
		Long: `Audit checks the tables of the publications that a study repeats for consistency:
averages against their columns, bold against the best of the row, winning counts
against what they count, numbers that are printed twice, breaks in a trend, accuracies
that no number of test samples gives, and the claims of the text. It writes audit.md and prints how much each check examined and found, and
what is wrong by the printed digits but may be excused by their rounding. If --out has
results on the real data, audit.md also says for each correction whether they confirm
it; the findings do not depend on them.

With --json it also prints the mistakes: what was probably meant instead, by which
rule, with how much confidence, and which findings that explains, by their places in
its list of findings, from 0.

With --published it checks the tables of a CSV file instead, with one printed number
on a line, in columns named table, title, axis, metric, row, column, value and bold.
Checks that apply only to the publication, such as which of its tables count the
wins of which, are made when all tables of the file have the number and title of
one of its tables.`,
		Example: `  report audit --check              for a script
  report audit --published mine.csv`,
		RunE: p.audit,
	}, p.studyFlag, func(cmd *cobra.Command) {
		cmd.Flags().StringVar(&p.options.published, "published", "",
			"CSV `file` with tables to examine instead of the publication's")
		p.outFlag(cmd, "for audit.md")
		p.checkFlag(cmd, "exit with code 3 if anything is found")
	}, p.writeFlags, p.answerFlags)
}

// checkFlag makes a finding the command's failure.
func (p *program) checkFlag(cmd *cobra.Command, what string) {
	cmd.Flags().BoolVar(&p.options.strict, "check", false, what)
}

// An auditAnswer is what the audit of a publication found.
type auditAnswer struct {
	Publication string          `json:"publication,omitempty"`
	Checks      []audit.Tally   `json:"checks"`
	Findings    []audit.Finding `json:"findings"`
	Excused     []audit.Finding `json:"excused"` // by rounding: no findings
	Mistakes    []audit.Mistake `json:"mistakes"`
}

// audit answers audit.
func (p *program) audit(cmd *cobra.Command, _ []string) error {
	results, err := p.auditTables(cmd)
	if err != nil {
		return err
	}
	var answers []auditAnswer
	rows := [][]string{{"PUBLICATION", "CHECK", "EXAMINED", "FOUND", "EXCUSED"}}
	found := 0
	for _, r := range results {
		// In JSON a list without findings, not null.
		listed := func(all []audit.Finding) []audit.Finding { return append([]audit.Finding{}, all...) }
		answers = append(answers, auditAnswer{
			r.publication, r.Tallies, listed(r.Findings), listed(r.Excused), r.Mistakes(),
		})
		rows = append(rows, auditRows(r)...)
		found += len(r.Findings)
		for _, f := range r.Findings {
			file, line := r.Line(f)
			p.annotate(f.Severity.String(), file, line, string(f.Check), "Table "+f.Table+": "+f.Message)
		}
	}
	alignRight(rows, 2, 3, 4)
	err = p.answer(answers, rows)
	if err == nil && p.options.strict && found > 0 {
		err = fmt.Errorf("%w: %d findings", errCheck, found)
	}
	return err
}

// An audited publication, without a name for tables of a file.
type audited struct {
	publication string
	*audit.Report
}

// auditTables audits the tables of the file that the user names, or those of the
// publications that the parts of the study repeat, and writes audit.md.
func (p *program) auditTables(cmd *cobra.Command) ([]audited, error) {
	o := &p.options
	chosen, err := report.OpenStudy(o.study)
	if err != nil {
		return nil, err
	}
	var texts []*publication.Publication
	for _, part := range chosen.Parts() {
		if part.Repeats == "" {
			continue
		}
		text, err := publication.Find(part.Repeats)
		if err != nil {
			return nil, err
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil, repeatsNone(chosen)
	}
	if o.published != "" {
		return o.auditFile(texts)
	}
	s, err := p.loadDrawn(cmd.Context(), chosen, nil, plan.Selection{}, 0)
	if err != nil {
		return nil, err
	}
	if s.created, err = sourceDate(p.getenv("SOURCE_DATE_EPOCH")); err != nil {
		return nil, err
	}
	var results []audited
	for _, text := range texts {
		result, err := text.Audit()
		if err != nil {
			return nil, err
		}
		results = append(results, audited{text.Name, result})
	}
	if err := p.claim(cmd, chosen); err != nil {
		return nil, err
	}
	return results, s.render(cmd.Context(), "audit.md")
}

// auditFile audits the tables of a file and writes audit.md into a folder that is no
// study's. What holds of a publication alone is checked when all of them are that
// publication's.
func (o *options) auditFile(texts []*publication.Publication) ([]audited, error) {
	file, err := input.Open(o.published)
	if err != nil {
		return nil, fmt.Errorf("--published: %w", err)
	}
	defer file.Close()
	tables, err := printed.Read(file, "", o.published)
	if err != nil {
		return nil, err
	}
	var known audit.Options
	for _, text := range texts {
		foreign := func(t printed.Table) bool {
			return !slices.ContainsFunc(text.Tables, func(s printed.Table) bool {
				return s.Number == t.Number && s.Title == t.Title
			})
		}
		if !slices.ContainsFunc(tables, foreign) {
			known = audit.Options{Links: text.Links, Claims: text.Claims}
			break
		}
	}
	result, err := audit.Run(tables, known)
	if err != nil {
		return nil, err
	}
	if m, err := render.ReadManifest(o.out); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--published: audit.md in %s is for study %s: name another folder with --out",
			o.out, m.Study)
	}
	if err := report.CheckOut(o.out); err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := result.WriteMarkdown(&b); err != nil {
		return nil, err
	}
	return []audited{{"", result}}, render.Write(o.out, []render.File{{Path: "audit.md", Content: b.Bytes()}})
}

// auditRows is what the checks examined and found, as lines of a table.
func auditRows(r audited) [][]string {
	rows := words.Each(r.Tallies, func(t audit.Tally) []string {
		return row(r.publication, t.Name(), t.Examined, t.Found, t.Excused)
	})
	return append(rows, row(r.publication, "all", "", len(r.Findings), len(r.Excused)))
}
