package audit

import (
	"fmt"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
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

func (s printedSource) Value(table, row, column string) statistics.Estimate {
	t := s.table(table)
	if row == claim.Average {
		row, _ = t.Average()
	}
	c, ok := t.At(row, column)
	if !ok {
		return statistics.Estimate{State: statistics.Missing}
	}
	if s.recompute {
		if e := s.recomputed(t, c); e.State == statistics.Filled {
			return e
		}
	}
	if t.Metric.Counts() {
		c.HalfWidth = 0 // a count is not rounded
	}
	return c.Estimate
}

// recomputed returns the mean of a column with its rounding error, or a count with its ties as the error.
func (s printedSource) recomputed(t printed.Table, c printed.Number) statistics.Estimate {
	if m, ok := s.mean(t, c.Column); ok && t.IsAverage(c.Row) {
		m.mean.Text = places(m.mean.Centre, c, 2)
		return m.mean
	}
	for _, of := range s.links.Counts {
		if n, ok := s.record(of, c.Column, c.Row); ok && of.Table == t.Name() {
			count := n.wins - n.losses
			return statistics.Estimate{Centre: float64(count), HalfWidth: float64(n.ties), Text: fmt.Sprint(count)}
		}
	}
	return statistics.Estimate{State: statistics.Missing}
}

func (s printedSource) Rows(table string) []string { return s.table(table).Body() }

func (s printedSource) HigherIsBetter(table string) bool {
	return s.table(table).Metric.Better != printed.Smaller
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
		Check: Claim, Severity: Suspicious,
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
