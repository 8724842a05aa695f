package audit_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"slices"

	"gpca/report/publication/audit"
)

var plantedTables = flag.Int("planted", 0, "plant an error in so many tables, print the rates, and hold them against the documentation's to the digit")

// rates count what became of planted errors.
type rates struct {
	planted, contradicting, found, placed, named int
	mistakes, right                              int
}

func (r *rates) add(p planted, report *audit.Report) {
	r.planted++
	if p.contradicts() {
		r.contradicting++
	}
	if len(report.Findings) > 0 {
		r.found++
	}
	placed := slices.ContainsFunc(report.Findings, func(f audit.Finding) bool {
		return slices.ContainsFunc(p.changes, func(e audit.Edit) bool {
			return f.Place == e.Place || f.Check == audit.Bold && f.Table == e.Table && f.Row == e.Row || f.Check == audit.Repeated && f.Table == e.Table && f.Column == e.Column
		})
	})
	named := false
	for _, m := range report.Mistakes() {
		quoted := append([]audit.Correction{m.Correction}, m.Alternatives[:min(2, len(m.Alternatives))]...)
		placed = placed || slices.ContainsFunc(quoted, p.isPlacedBy)
		named = named || slices.ContainsFunc(quoted, p.isNamedBy)
		r.mistakes++
		if p.isNamedBy(m.Correction) {
			r.right++
		}
	}
	if placed {
		r.placed++
	}
	if named {
		r.named++
	}
}

func TestPlantedErrors(t *testing.T) {
	t.Parallel()
	o := options(t)
	o.Claims = nil
	rows := layout(t)
	n := *plantedTables
	if n == 0 {
		n = 3 * len(gardeners)
	}
	byKind := make([]rates, len(gardeners))
	byConfidence := map[audit.Confidence]*rates{audit.High: {}, audit.Medium: {}, audit.Low: {}}
	for i := range n {
		kind := i % len(gardeners)
		p := sow(t, gardeners[kind], simulate(t, rows, o, uint64(1000+i)), o, uint64(i))
		report, err := audit.Run(p.tables, p.options)
		if err != nil {
			t.Fatal(err)
		}
		before := byKind[kind]
		byKind[kind].add(p, report)
		after := byKind[kind]
		if p.contradicts() && len(report.Findings) == 0 {
			t.Errorf("%d, %s: the printed digits contradict each other, and nothing is found: %v", i, p.kind, p.changes)
		}
		for _, m := range report.Mistakes() {
			c := byConfidence[m.Confidence]
			c.mistakes++
			if p.isNamedBy(m.Correction) {
				c.right++
			}
		}
		wrong := slices.ContainsFunc(report.Mistakes(), func(m audit.Mistake) bool { return !p.isNamedBy(m.Correction) && m.Confidence != audit.Low })
		if testing.Verbose() && wrong || testing.Verbose() && after.named == before.named && len(report.Findings) > 0 && p.contradicts() {
			var text []string
			for _, f := range report.Findings {
				text = append(text, fmt.Sprintf("\n  f %s %v %s %s", f.Check, f.Place, f.Printed, f.Expected))
			}
			for _, m := range report.Mistakes() {
				text = append(text, fmt.Sprintf("\n  m %s %s %.200v (+%d)", m.Confidence, m.Slip, m.Edits, len(m.Alternatives)))
			}
			t.Logf("%d %s: %.300v %v: not named%s", i, p.kind, p.changes, p.missing, strings.Join(text, ""))
		}
	}
	for k, r := range byKind {
		t.Logf("%-35s %4d %4d %4d %4d %4d   %d of %d", gardeners[k].kind, r.planted, r.contradicting, r.found, r.placed, r.named, r.right, r.mistakes)
	}
	for c, r := range byConfidence {
		t.Logf("%s %d of %d", c, r.right, r.mistakes)
	}
}
