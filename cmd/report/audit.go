package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"gpca/report"
	"gpca/report/publication"
	"gpca/report/publication/audit"
)

// An auditAnswer is what the audit of a publication found.
type auditAnswer struct {
	Publication string          `json:"publication,omitempty"`
	Checks      []audit.Tally   `json:"checks"`
	Findings    []audit.Finding `json:"findings"`
	Excused     []audit.Finding `json:"excused"` // by rounding: no findings
	Mistakes    []audit.Mistake `json:"mistakes"`
}

// audited is the audit of a publication of a name.
type audited struct {
	name string
	*audit.Report
}

// audit audits the tables of the publications that the parts of the study repeat, or those of a folder.
func (p *program) audit(cmd *cobra.Command, folder []string) error {
	if len(folder) > 0 {
		return p.auditFolder(folder[0])
	}
	chosen, err := report.OpenStudy(p.options.study, p.options.papers...)
	if err != nil {
		return err
	}
	s, err := p.loadDrawn(cmd.Context(), chosen, nil)
	if err != nil {
		return err
	}
	all, err := s.compared()
	if err == nil {
		s.created, err = sourceDate(p.getenv("SOURCE_DATE_EPOCH"))
	}
	if err == nil {
		err = p.claim(cmd, chosen)
	}
	if err != nil {
		return err
	}
	var found []audited
	for _, c := range all {
		if c.Audit != nil {
			found = append(found, audited{c.Part.Repeats, c.Audit})
		}
	}
	if len(found) == 0 {
		return fmt.Errorf("study %s repeats no publication, so that there are no tables to audit", chosen.Name)
	}
	return errors.Join(s.render(cmd.Context(), "audit.md"), p.answerAudited(found))
}

// auditFolder audits the publication in a folder, and prints audit.md.
func (p *program) auditFolder(folder string) error {
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return fmt.Errorf("audit: %s is a file, and a publication a folder: report init --paper %s %s writes it",
			folder, quoteShell(paperOf(folder)), quoteShell(folder))
	}
	text, err := publication.Open(folder)
	if err != nil {
		return err
	}
	r, err := text.Audit()
	if err != nil {
		return err
	}
	all := []audited{{text.Name, r}}
	if p.options.json {
		return p.answerAudited(all)
	}
	fmt.Fprintf(p.stdout, "%s\n\n", text.Citation())
	if err := r.WriteMarkdown(p.stdout, func(audit.Correction) string { return "" }); err != nil {
		return err
	}
	return p.announce(all)
}

// answerAudited prints what each check found.
func (p *program) answerAudited(all []audited) error {
	var answers []auditAnswer
	rows := [][]string{{"PUBLICATION", "CHECK", "EXAMINED", "FOUND", "EXCUSED"}}
	// In JSON a list without findings, not null.
	listed := func(all []audit.Finding) []audit.Finding { return append([]audit.Finding{}, all...) }
	for _, r := range all {
		answers = append(answers, auditAnswer{r.name, r.Tallies, listed(r.Findings), listed(r.Excused), r.Mistakes()})
		for _, t := range r.Tallies {
			rows = append(rows, row(r.name, t.Name(), t.Examined, t.Found, t.Excused))
		}
		rows = append(rows, row(r.name, "all", "", len(r.Findings), len(r.Excused)))
	}
	if err := p.answer(answers, rows, 2, 3, 4); err != nil {
		return err
	}
	return p.announce(all)
}

// announce annotates the findings for CI, and makes them a failure where that is asked for.
func (p *program) announce(all []audited) error {
	found, what := 0, "errors"
	for _, r := range all {
		found += r.Errors()
		if p.options.suspicious {
			found, what = found+len(r.Findings)-r.Errors(), "findings"
		}
		for _, f := range r.Findings {
			file, line := r.Line(f)
			level := map[audit.Severity]string{audit.Error: "error", audit.Suspicious: "warning"}[f.Severity]
			p.annotate(level, file, line, string(f.Check), "Table "+f.Table+": "+f.Message)
		}
	}
	if p.options.strict && found > 0 {
		return fmt.Errorf("%w: %d %s", errCheck, found, what)
	}
	return nil
}
