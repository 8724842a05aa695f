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
		for _, t := range r.Tallies {
			rows = append(rows, row(r.publication, t.Name(), t.Examined, t.Found, t.Excused))
		}
		rows = append(rows, row(r.publication, "all", "", len(r.Findings), len(r.Excused)))
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

// An audited publication.
type audited struct {
	publication string
	*audit.Report
}

// auditTables audits the tables of the publications that the parts of the study repeat, and
// writes audit.md.
func (p *program) auditTables(cmd *cobra.Command) ([]audited, error) {
	chosen, err := report.OpenStudy(p.options.study)
	if err != nil {
		return nil, err
	}
	var results []audited
	for _, part := range chosen.Parts() {
		if part.Repeats == "" {
			continue
		}
		text, err := publication.Find(part.Repeats)
		if err != nil {
			return nil, err
		}
		result, err := text.Audit()
		if err != nil {
			return nil, err
		}
		results = append(results, audited{text.Name, result})
	}
	if len(results) == 0 {
		return nil, repeatsNone(chosen)
	}
	s, err := p.loadDrawn(cmd.Context(), chosen, nil)
	if err != nil {
		return nil, err
	}
	if s.created, err = sourceDate(p.getenv("SOURCE_DATE_EPOCH")); err != nil {
		return nil, err
	}
	if err := p.claim(cmd, chosen); err != nil {
		return nil, err
	}
	return results, s.render(cmd.Context(), "audit.md")
}
