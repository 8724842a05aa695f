package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"gpca/report"
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
	if err == nil {
		err = s.render(cmd.Context(), "audit.md")
	}
	if err != nil {
		return err
	}
	var answers []auditAnswer
	rows := [][]string{{"PUBLICATION", "CHECK", "EXAMINED", "FOUND", "EXCUSED"}}
	found := 0
	// In JSON a list without findings, not null.
	listed := func(all []audit.Finding) []audit.Finding { return append([]audit.Finding{}, all...) }
	for _, c := range all {
		name, r := c.Part.Repeats, c.Audit
		answers = append(answers, auditAnswer{name, r.Tallies, listed(r.Findings), listed(r.Excused), r.Mistakes()})
		for _, t := range r.Tallies {
			rows = append(rows, row(name, t.Name(), t.Examined, t.Found, t.Excused))
		}
		rows = append(rows, row(name, "all", "", len(r.Findings), len(r.Excused)))
		found += len(r.Findings)
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
