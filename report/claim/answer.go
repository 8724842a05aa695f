package claim

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// shown is the number for messages.
func shown(e statistics.Estimate) string { return cmp.Or(e.Text, statistics.Digits(e.Mean(), 2)) }

// dominated says why the optimiser may outweigh the draws of one of two numbers; empty if not.
func dominated(e, f statistics.Estimate) string {
	switch {
	case e.Unmeasured || f.Unmeasured:
		return " (iterations behind a number did not converge, and the effect of that was not measured)"
	case e.OptimiserDominates() || f.OptimiserDominates():
		return " (the last bits of sums change a number more than the draws)"
	}
	return ""
}

// within says that the optimiser moves one of two numbers at least as far as they differ; empty if not.
func within(e, f statistics.Estimate) string {
	reach := max(e.Reach, f.Reach)
	if reach > 0 && math.Abs(e.Mean()-f.Mean()) <= reach*(1+1e-9) { // as package exhibit compares for its marks
		return fmt.Sprintf(" (other settings of the optimiser change one of them by %.2f)", reach)
	}
	return ""
}

// sampled reports whether two numbers are shares of the same samples without draws.
func sampled(e, f statistics.Estimate) bool { return e.Tested > 0 && e.Tested == f.Tested }

// distance returns how far e lies above f, and the sum of their half-widths, those of chance at a level.
func distance(e, f statistics.Estimate, level float64) (gap, slack float64) {
	for _, n := range []statistics.Estimate{e, f} {
		_, half := n.Interval()
		if n.Random && level != usualLevel {
			half *= distuv.UnitNormal.Quantile(1-level/2) / distuv.UnitNormal.Quantile(1-usualLevel/2)
		}
		slack += half
	}
	return e.Mean() - f.Mean(), slack
}

// An Outcome says whether a claim holds.
type Outcome int

const (
	Undecided Outcome = iota
	Holds
	Fails
)

func (o Outcome) String() string { return [...]string{"undecided", "holds", "fails"}[o] }

// An Answer is an outcome with the comparisons behind it.
type Answer struct {
	Outcome Outcome
	// Reasons are the comparisons that contradict the claim or leave it open.
	Reasons []string
	// Equalities are the comparisons for equality in which chance has a part, whatever they found.
	Equalities []Equality
	// Optimiser, Samples and Sets say that the optimiser, or the number of test samples or data sets, leaves the
	// claim open.
	Optimiser, Samples, Sets bool
}

// open adds what leaves another answer open.
func (a *Answer) open(o Answer) {
	a.Optimiser, a.Samples, a.Sets = a.Optimiser || o.Optimiser, a.Samples || o.Samples, a.Sets || o.Sets
}

// An Equality is a comparison of two numbers by the interval of their difference: they are equal where it lies within
// the margin, and differ where it lies outside. The interval is at the level 1 − 2·0.05, as each side is a test.
type Equality struct {
	Of                            string // both numbers
	Difference, Low, High, Margin float64
	Outcome                       Outcome
	Moot                          string // why there is no interval; empty if there is one
}

// Interval words the interval of the difference.
func (q Equality) Interval() string {
	switch {
	case q.Moot != "":
		return "none"
	case math.IsInf(q.High, 1):
		return "unbounded"
	}
	return q.Digits(q.Low) + " to " + q.Digits(q.High)
}

// Digits rounds a number to as many digits as the margin has.
func (q Equality) Digits(v float64) string {
	return table.Number(v, max(2, int(math.Ceil(-math.Log10(q.Margin)))))
}

func (q Equality) Said() string {
	return q.Of + " " + [...]string{"are not shown to be equal", "are equal", "differ"}[q.Outcome] + q.numbers()
}

func (q Equality) numbers() string {
	return fmt.Sprintf(" (difference %s, %g%% interval %s, margin %s)%s", q.Digits(q.Difference), 100-200*usualLevel,
		q.Interval(), q.Digits(q.Margin), q.Moot)
}

// Why quotes the first few reasons.
func (a Answer) Why(most int) string {
	return strings.Join(words.Abridge(a.Reasons, most, "and %d more"), "; ")
}

// An evidence is what a comparison found, in an answer without its outcome and reasons. Moot says that nothing was
// compared.
type evidence struct {
	text string
	moot bool
	Answer
}

func answer(outcome Outcome, why evidence, whyFails, whyOpen string) Answer {
	a := Answer{Outcome: outcome, Equalities: why.Equalities}
	switch outcome {
	case Fails:
		a.Reasons = []string{whyFails + why.text}
	case Undecided:
		a.Reasons = []string{whyOpen + why.text}
		a.open(why.Answer)
	}
	return a
}

// and joins the answers to parts that must all hold.
func and(parts []Answer) Answer {
	whole := Answer{Outcome: Holds}
	var equalities []Equality
	for _, p := range parts {
		equalities = append(equalities, p.Equalities...)
		switch {
		case p.Outcome == Fails && whole.Outcome != Fails, p.Outcome == Undecided && whole.Outcome == Holds:
			whole = p
		case p.Outcome == whole.Outcome && p.Outcome != Holds:
			whole.Reasons = append(whole.Reasons, p.Reasons...)
			whole.open(p)
		}
	}
	whole.Equalities = equalities
	return whole
}

func missing(format string, args ...any) Answer {
	return Answer{Outcome: Undecided, Reasons: []string{fmt.Sprintf(format, args...)}}
}
