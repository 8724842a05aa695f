package compare

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"gpca/report/claim"
	"gpca/report/exhibit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// A Statement is a claim of the publication with what the numbers say about it: those that
// it speaks of, and for each of its readings others.
type Statement struct {
	claim.Claim
	// Printed is the outcome by the printed numbers, empty when no audit was given.
	Printed string
	// Reproduced is the answer by ours. It is undecided where the draws leave it open.
	Reproduced claim.Answer
	// P is the least level at which the numbers decide it so, 0 where chance has no part
	// in it; Corrected is P corrected for all claims of the publication.
	P, Corrected float64
	// Forced tells that none of the numbers could have come out otherwise.
	Forced bool
	// Missing says why there are no numbers of ours to decide by, empty when there are.
	Missing string
	// Readings are the claim's, each with what the numbers say about it.
	Readings []Statement
}

// The verdicts on a claim beside the outcomes.
const (
	open             = "open"
	dependsOnReading = "depends on the reading"
)

// verdict is that of all readings. Those that decide it otherwise leave it to the reading. One
// without numbers leaves it open, where another one decides it.
func (c Statement) verdict() string {
	all := words.AppendNew([]string{c.alone()}, words.Each(c.Readings, Statement.alone)...)
	judged := slices.DeleteFunc(slices.Clone(all), func(verdict string) bool { return verdict == open })
	switch {
	case len(judged) > 1:
		return dependsOnReading
	case len(judged) == 1 && (len(all) == 1 || judged[0] == claim.Undecided.String()):
		return judged[0]
	}
	return open
}

// alone is the verdict without further readings.
func (c Statement) alone() string {
	if c.Missing != "" {
		return open
	}
	return c.outcome().String()
}

// discoveries is the share of the claims decided that may be so by chance.
const discoveries = 0.05

// outcome is that of the claim among all claims of the publication: one that would be
// decided alone may be left open by the correction for their number.
func (c Statement) outcome() claim.Outcome {
	if c.Corrected > discoveries {
		return claim.Undecided
	}
	return c.Reproduced.Outcome
}

// correct corrects for the number of claims that chance has a part in, each reading of its
// own. Those without numbers are not among them.
func correct(all []Statement) {
	var p []float64
	var of []*Statement
	for i := range all {
		k := &all[i]
		if k.Missing == "" && k.P > 0 {
			p, of = append(p, k.P), append(of, k)
		}
		for j := range k.Readings {
			if r := &k.Readings[j]; r.Missing == "" && r.P > 0 {
				p, of = append(p, r.P), append(of, r)
			}
		}
	}
	for i, q := range statistics.FalseDiscovery(p) {
		of[i].Corrected = q
	}
}

// statements puts the claims to the reproduced numbers.
func (r rerun) statements(o Options) []Statement {
	byPrint := map[string]string{}
	if o.Audit != nil {
		for _, a := range o.Audit.Claims {
			byPrint[a.Claim.ID] = a.Printed.Outcome.String()
		}
	}
	var all []Statement
	for _, c := range o.Claims {
		judged := r.statement(c)
		judged.Printed, judged.Readings = byPrint[c.ID], make([]Statement, len(c.Readings))
		for i, reading := range c.Readings {
			judged.Readings[i] = r.statement(reading)
		}
		all = append(all, judged)
	}
	correct(all)
	return all
}

// statement puts one claim, or a reading of it, to the reproduced numbers.
func (r rerun) statement(c claim.Claim) Statement {
	w := &witness{rerun: r}
	judged := Statement{Claim: c}
	judged.Reproduced, judged.P = c.Decide(w)
	judged.Forced = !w.free
	// A claim may be decided in spite of a gap; where it is not, the gap is the reason.
	if c.Rule == "peak" && w.missing != "" {
		// The rule passes over gaps, and what is missing may be the peak.
		judged.Reproduced, judged.P = claim.Answer{}, 1
	}
	if judged.Reproduced.Outcome == claim.Undecided {
		judged.Missing = w.missing
	}
	return judged
}

// A witness answers for the printed tables with our numbers, to one claim.
type witness struct {
	rerun
	// missing is the first number that was asked for and is not there.
	missing string
	// free tells that a number could have come out otherwise.
	free bool
}

// Value returns our number for a cell: with its draws, so that methods are
// compared within each; without chance, to half a unit of the last printed digit,
// since a smaller difference is none that the publication could have spoken of.
func (w *witness) Value(name, row, column string) (claim.Quantity, bool) {
	n := w.number(name, row, column)
	w.free = w.free || w.links.ForcedAt(printed.Place{Table: name, Row: row, Column: column}) == ""
	if n.Missing == "" && n.alone() {
		n = absent("a single draw has no interval")
	}
	if n.Missing != "" {
		if w.missing == "" {
			w.missing = fmt.Sprintf("%s, row %s, %s: %s", claim.TitleOf(name), row, column, n.Missing)
		}
		return claim.Quantity{}, false
	}
	e := claim.Quantity{Value: new(big.Rat).SetFloat64(n.Mean), Text: formatNumber(n.Mean, w.decimals(name))}
	if e.Value == nil {
		return claim.Quantity{}, false
	}
	// What one reading may differ by, and the digits that are shown cannot tell.
	margin := n.Margin + math.Pow(10, -float64(w.decimals(name)))
	if w.metric(name) != "" { // nothing in print says what is much of another measure
		e.Margin = new(big.Rat).SetFloat64(margin)
	}
	half := n.HalfWidth
	e.Refits, e.Reach, e.Unmeasured = n.Refits, w.reach(name, row, column), n.undetermined()
	switch {
	case n.Count:
		// Symmetric about the count, so wide enough for both ends, which are
		// counts it may be.
		if half = max(n.High-n.Mean, n.Mean-n.Low); half > 0 {
			e.Text, e.Chance = e.Text+" ± "+formatHalfWidth(half, 0), true
			half += 0.5
		}
	case n.Random:
		e.Draws, e.Chance = n.Draws, true
		if half > 0 {
			e.Text += " ± " + formatHalfWidth(half, w.decimals(name))
		}
	case n.Unsettled() && half > 0:
		e.Draws, e.Chance = n.Draws, true
		e.Text += " ± " + formatHalfWidth(half, w.decimals(name))
	case n.Unsettled():
		// Its digits depend on where iterations were stopped, nobody knows how far.
	default:
		e.Right, e.Tested = n.Right, n.Tested
		e.Draws, half = n.Draws, math.Pow(10, -float64(w.decimals(name)))/2
	}
	if half > 0 {
		e.HalfWidth = new(big.Rat).SetFloat64(half)
	}
	if n.Unsettled() {
		e.Text += "†"
	}
	return e, true
}

// reach is how far other settings of the optimiser move a number; see [claim.Quantity].
func (w *witness) reach(name, row, column string) float64 {
	of, ok := w.own(name)
	if !ok {
		of, ok = w.reader(w.tables[name])
	}
	sensitive, known := of.(exhibit.Sensitive)
	if !ok || !known {
		return 0
	}
	return sensitive.Reach(w.study.Source(), row, column)
}

// decimals is how many digits a table prints after the point; an exhibit of the study's own
// is read to two, like the tables of its numbers.
func (w *witness) decimals(name string) int {
	if t, ok := w.tables[name]; ok {
		return t.Decimals()
	}
	return 2
}

// metric is what a table prints or a figure draws.
func (w *witness) metric(name string) printed.Metric {
	if f, ok := w.own(name); ok {
		return metricOf(f.Measure())
	}
	return w.tables[name].Metric
}

func (w *witness) number(name, row, column string) Number {
	if f, ok := w.own(name); ok {
		rows := []string{row}
		if row == claim.Average {
			rows = f.Rows()
		}
		return w.shareOf(w.average(f, rows, column), printed.Place{Table: name, Row: row, Column: column}, w.metric(name))
	}
	t, ok := w.tables[name]
	if !ok {
		return absent("no such table was given")
	}
	if row == claim.Average {
		if row, ok = t.Average(); !ok {
			return absent("the table has no averages")
		}
	}
	return w.at(t, row, column)
}

// own is an exhibit of the study that a claim names and the publication does not print: a
// figure, "figure 2.4", or a table that is the study's alone.
func (w *witness) own(name string) (exhibit.Reader, bool) {
	if _, printed := w.tables[name]; printed {
		return nil, false
	}
	return w.study.Reader(name)
}

// Rows returns the rows of a table or figure.
func (w *witness) Rows(name string) []string {
	if f, ok := w.own(name); ok {
		return f.Rows()
	}
	return w.tables[name].Body()
}

// HigherIsBetter says in which direction the numbers get better.
func (w *witness) HigherIsBetter(name string) bool {
	if f, ok := w.own(name); ok {
		return !f.Measure().LowerIsBetter
	}
	return w.tables[name].Metric.Better() != printed.Smaller
}
