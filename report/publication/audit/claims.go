package audit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/claim"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// An Assessment is a claim with its answers.
type Assessment struct {
	Claim claim.Claim
	// Recomputed takes averages and winning counts from the printed entries.
	Printed, Recomputed claim.Answer
	// Undirected is a table of which the claim asks what is better, and the publication does not say; empty for none.
	Undirected string
}

type printedSource struct {
	*book
	recompute  bool
	undirected string
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
	if t.IsAverage(c.Row) {
		if m, ok := s.mean(t, c.Column); ok {
			m.mean.Text = places(m.mean.Centre, c, 2)
			return m.mean
		}
	}
	for _, of := range s.links.Counts {
		if of.Table != t.Name() {
			continue
		}
		if n, ok := s.record(of, c.Column, c.Row); ok {
			count := n.wins - n.losses
			return statistics.Estimate{Centre: float64(count), HalfWidth: float64(n.ties), Text: fmt.Sprint(count)}
		}
	}
	return statistics.Estimate{State: statistics.Missing}
}

func (s printedSource) Rows(table string) []string { return s.table(table).Body() }

func (s *printedSource) HigherIsBetter(table string) bool {
	m := s.table(table).Metric
	if m.Better == "" && !m.Counts() && s.has(table) {
		s.undirected = table
	}
	return m.Better != printed.Smaller
}

// A spreadSource gives printed means of draws the interval that their printed spread leaves them. Said is the least
// difference that these decide: by Student's t for two means of as many draws, with one standard deviation.
type spreadSource struct {
	printedSource
	least float64
	said  string
}

func (s *spreadSource) Value(table, row, column string) statistics.Estimate {
	e := s.printedSource.Value(table, row, column)
	n, _ := s.table(table).At(row, column)
	of, ok := words.First(s.links.Repetitions, func(r Repetitions) bool { return r.Spread != "" && r.cover(n.Place) })
	if !ok || of.Of < 2 || n.Spread == 0 || s.table(table).Derived(row) {
		return e
	}
	draws, deviation := float64(of.Of), n.Spread
	if of.Spread == "error" {
		deviation *= math.Sqrt(draws)
	}
	t := distuv.StudentsT{Sigma: 1, Nu: 2 * (draws - 1)}.Quantile((1 + statistics.Confidence) / 2)
	least := t * deviation * math.Sqrt(2/draws)
	if s.said == "" || least < s.least {
		s.least, s.said = least, fmt.Sprintf("means of %d draws with standard deviation %.2g decide no difference "+
			"below %.2g", of.Of, deviation, least)
	}
	e.HalfWidth += least / 2
	return e
}

func (b *book) assess(c claim.Claim) Assessment {
	as, by := &printedSource{book: b}, &printedSource{book: b, recompute: true}
	a := Assessment{c, c.Evaluate(as), c.Evaluate(by), cmp.Or(as.undirected, by.undirected)}
	if a.Undirected != "" {
		a.Printed, a.Recomputed = claim.Answer{}, claim.Answer{}
	}
	return a
}

func (b *book) checkClaim(a Assessment) []Finding {
	c := a.Claim
	answer, by := a.Printed, "the printed numbers contradict it"
	if answer.Outcome == claim.Holds && a.Recomputed.Outcome == claim.Fails {
		answer = a.Recomputed
		by = "it holds as printed, but not with averages and counts recomputed from the printed entries"
	}
	expected := "does not hold"
	spreads := slices.ContainsFunc(b.links.Repetitions, func(r Repetitions) bool { return r.Spread != "" })
	if spread := (&spreadSource{printedSource: printedSource{book: b}}); spreads && answer.Outcome == claim.Holds {
		if answer = c.Evaluate(spread); answer.Outcome == claim.Undecided && spread.said != "" {
			answer.Outcome, by, expected = claim.Fails, spread.said, "is undecided"
		}
	}
	if answer.Outcome != claim.Fails {
		return nil
	}
	f := Finding{
		Check: Claim, Severity: Suspicious,
		Printed: c.Text, Expected: expected,
		Message: fmt.Sprintf("%s: %s: %s", c.Place, by, answer.Why(3)),
		id:      c.ID,
	}
	f.Table = c.Table // none for a claim about several
	if c.Reading != "" {
		f.Message += fmt.Sprintf(" (read as: %s)", c.Reading)
	}
	return []Finding{f}
}
