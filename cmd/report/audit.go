package main

import (
	"fmt"

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

// audit audits the tables of the publications that the parts of the study repeat.
func (p *program) audit(cmd *cobra.Command, _ []string) error {
	chosen, err := report.OpenStudy(p.options.study)
	if err != nil {
		return err
	}
	var answers []auditAnswer
	var results []*audit.Report
	rows := [][]string{{"PUBLICATION", "CHECK", "EXAMINED", "FOUND", "EXCUSED"}}
	found := 0
	for _, part := range chosen.Parts() {
		if part.Repeats == "" {
			continue
		}
		text, err := publication.Find(part.Repeats)
		if err != nil {
			return err
		}
		r, err := text.Audit()
		if err != nil {
			return err
		}
		// In JSON a list without findings, not null.
		listed := func(all []audit.Finding) []audit.Finding { return append([]audit.Finding{}, all...) }
		answers = append(answers, auditAnswer{
			text.Name, r.Tallies, listed(r.Findings), listed(r.Excused), r.Mistakes(),
		})
		for _, t := range r.Tallies {
			rows = append(rows, row(text.Name, t.Name(), t.Examined, t.Found, t.Excused))
		}
		rows = append(rows, row(text.Name, "all", "", len(r.Findings), len(r.Excused)))
		results, found = append(results, r), found+len(r.Findings)
	}
	if len(results) == 0 {
		return repeatsNone(chosen)
	}
	s, err := p.loadDrawn(cmd.Context(), chosen, nil)
	if err == nil {
		s.created, err = sourceDate(p.getenv("SOURCE_DATE_EPOCH"))
	}
	if err == nil {
		err = p.claim(cmd, chosen)
	}
	if err == nil {
		err = s.render(cmd.Context(), "audit.md")
	}
	if err != nil {
		return err
	}
	for _, r := range results {
		for _, f := range r.Findings {
			file, line := r.Line(f)
			p.annotate(f.Severity.String(), file, line, string(f.Check), "Table "+f.Table+": "+f.Message)
		}
	}
	err = p.answer(answers, rows, 2, 3, 4)
	if err == nil && p.options.strict && found > 0 {
		err = fmt.Errorf("%w: %d findings", errCheck, found)
	}
	return err
}
