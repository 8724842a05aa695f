package audit

import (
	"fmt"

	"gpca/report/claim"
	"gpca/report/publication/printed"
)

// An Assessment is a claim with its answers.
type Assessment struct {
	Claim claim.Claim
	// Recomputed takes averages and winning counts from the printed entries.
	Printed, Recomputed claim.Answer
}

type printedSource struct {
	*book
	recompute bool
}

func (s printedSource) Value(table, row, column string) (claim.Quantity, bool) {
	t := s.table(table)
	if row == claim.Average {
		row, _ = t.Average()
	}
	c, ok := t.At(row, column)
	if !ok {
		return claim.Quantity{}, false
	}
	if s.recompute {
		if e, ok := s.recomputed(t, c); ok {
			return e, true
		}
	}
	e := claim.Quantity{Value: c.Value.Rat(), HalfWidth: c.Value.HalfUnit(), Text: c.Printed()}
	if t.Metric == printed.WinningCount {
		e.HalfWidth = nil // a count is not rounded
	}
	return e, true
}

// recomputed returns the mean of a column with its rounding error, or a count with its ties as the error.
func (s printedSource) recomputed(t printed.Table, c printed.Number) (claim.Quantity, bool) {
	if printed.IsAverage(c.Row) {
		m, ok := s.mean(t, c.Column)
		if !ok {
			return claim.Quantity{}, false
		}
		half := less(m.slack, m.average.Value.HalfUnit())
		return claim.Quantity{Value: m.mean, HalfWidth: half, Text: places(m.mean, c, 2)}, true
	}
	for _, of := range s.links.Counts {
		if of.Table != t.Name() {
			continue
		}
		if n, ok := s.record(of, c.Column, c.Row); ok {
			count := n.wins - n.losses
			return claim.Quantity{Value: whole(count), HalfWidth: whole(n.ties), Text: fmt.Sprint(count)}, true
		}
	}
	return claim.Quantity{}, false
}

func (s printedSource) Rows(table string) []string { return s.table(table).Body() }

func (s printedSource) HigherIsBetter(table string) bool {
	return s.table(table).Metric.Better() != printed.Smaller
}

func (b *book) assess(c claim.Claim) Assessment {
	return Assessment{c, c.Evaluate(printedSource{b, false}), c.Evaluate(printedSource{b, true})}
}

func (b *book) checkClaim(c claim.Claim) []Finding {
	a := b.assess(c)
	answer, by := a.Printed, "the printed numbers contradict it"
	if answer.Outcome == claim.Holds && a.Recomputed.Outcome == claim.Fails {
		answer = a.Recomputed
		by = "it holds as printed, but not with averages and counts recomputed from the printed entries"
	}
	if answer.Outcome != claim.Fails {
		return nil
	}
	f := Finding{
		Check: Claim, Severity: Warning,
		Printed: c.Text, Expected: "does not hold",
		Message: fmt.Sprintf("%s: %s: %s", c.Place, by, answer.Why(3)),
		id:      c.ID,
	}
	f.Table = c.Table // none for a claim about several
	if c.Reading != "" {
		f.Message += fmt.Sprintf(" (read as: %s)", c.Reading)
	}
	return []Finding{f}
}
