package claim

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/report/statistics"
)

// A Quantity is a number with a half-width, or a mean over draws.
type Quantity struct {
	Value     *big.Rat
	HalfWidth *big.Rat // nil for an exact number
	Chance    bool     // HalfWidth is of a 95% interval, not of rounded digits
	// Draws are the values whose mean the number is, paired by index; one if all are equal, nil if only the
	// half-width is known.
	Draws  []float64
	Refits []float64 // means of Draws under further fits; see [statistics.Sample]
	// Reach is how far other settings of the optimiser move the number, 0 if unknown. A smaller
	// difference decides nothing.
	Reach float64
	// Unmeasured says that iterations did not settle, to unknown effect. The number decides nothing.
	Unmeasured bool
	// Value is the share Right of Tested if no draw varies it.
	Right, Tested int
	// Margin is the difference up to which two numbers are equal; nil leaves it to their half-widths.
	Margin *big.Rat
	Text   string // for messages; empty for the value with two decimals
}

// String returns the number for messages.
func (e Quantity) String() string {
	if e.Text != "" {
		return e.Text
	}
	return e.Value.FloatString(2)
}

func (e Quantity) halfWidth() *big.Rat {
	if e.HalfWidth == nil {
		return new(big.Rat)
	}
	return e.HalfWidth
}

// plus adds a multiple of another quantity. Half-widths and draws add up; the margin is the larger of both.
func (e Quantity) plus(times int64, f Quantity) Quantity {
	scaled := new(big.Rat).Mul(big.NewRat(times, 1), f.Value)
	sum := Quantity{Value: scaled.Add(e.Value, scaled), HalfWidth: new(big.Rat).Add(e.halfWidth(), f.halfWidth()),
		Chance: e.Chance || f.Chance, Unmeasured: e.Unmeasured || f.Unmeasured}
	if a, b, ok := aligned(e, f); ok {
		s := a.Plus(float64(times), b)
		sum.Draws, sum.Refits = s.Draws, s.Refits
	}
	if e.Margin != nil && f.Margin != nil {
		sum.Margin = larger(e.Margin, f.Margin)
	}
	return sum
}

func larger(a, b *big.Rat) *big.Rat {
	if a == nil || b != nil && b.Cmp(a) > 0 {
		return b
	}
	return a
}

func (e Quantity) over(n int) Quantity {
	k := big.NewRat(1, int64(n))
	mean := Quantity{Value: new(big.Rat).Mul(e.Value, k), HalfWidth: new(big.Rat).Mul(e.halfWidth(), k),
		Chance: e.Chance, Margin: e.Margin, Unmeasured: e.Unmeasured}
	for _, d := range e.Draws {
		mean.Draws = append(mean.Draws, d/float64(n))
	}
	for _, r := range e.Refits {
		mean.Refits = append(mean.Refits, r/float64(n))
	}
	return mean
}

func (e Quantity) sample() statistics.Sample {
	return statistics.Sample{Draws: e.Draws, Refits: e.Refits}
}

// dominated says why the optimiser may outweigh the draws of one of two numbers; empty if not.
func dominated(e, f Quantity) string {
	switch {
	case e.Unmeasured || f.Unmeasured:
		return " (iterations behind a number did not settle, and what that moves was not measured)"
	case e.sample().OptimiserDominates() || f.sample().OptimiserDominates():
		return " (the order of training samples moves a number more than the draws)"
	}
	return ""
}

// within says that the optimiser moves one of two numbers at least as far as they differ; empty if not.
func within(e, f Quantity) string {
	reach := max(e.Reach, f.Reach)
	gap, _ := new(big.Rat).Sub(e.Value, f.Value).Float64()
	if reach > 0 && math.Abs(gap) <= reach*(1+1e-9) { // as package exhibit compares for its marks
		return fmt.Sprintf(" (other settings of the optimiser move one of them by %.2f)", reach)
	}
	return ""
}

// sampled reports whether two numbers are shares of the same samples without draws.
func sampled(e, f Quantity) bool { return e.Tested > 0 && e.Tested == f.Tested }

// aligned repeats a constant to as many draws as the other has; not ok if the two cannot be paired.
func aligned(e, f Quantity) (a, b statistics.Sample, ok bool) {
	a, b = e.sample(), f.sample()
	switch n, m := len(a.Draws), len(b.Draws); {
	case n == 0 || m == 0:
		return a, b, false
	case n == 1:
		a.Draws = slices.Repeat(a.Draws, m)
	case m == 1:
		b.Draws = slices.Repeat(b.Draws, n)
	}
	return a, b, len(a.Draws) == len(b.Draws)
}

// at is the quantity with its interval at a level, if the interval is of chance.
func (e Quantity) at(level float64) Quantity {
	if e.Chance && e.HalfWidth != nil {
		wider := distuv.UnitNormal.Quantile(1-level/2) / distuv.UnitNormal.Quantile(1-usualLevel/2)
		e.HalfWidth = new(big.Rat).Mul(e.HalfWidth, new(big.Rat).SetFloat64(wider))
	}
	return e
}

// exceeds says whether e is larger than f. Rounding intervals that merely touch are distinct: what
// prints as 93.79 is larger than what prints as 93.78.
func (e Quantity) exceeds(f Quantity) Outcome {
	gap := new(big.Rat).Sub(e.Value, f.Value)
	slack := new(big.Rat).Add(e.halfWidth(), f.halfWidth())
	switch {
	case gap.Sign() > 0 && gap.Cmp(slack) >= 0:
		return Holds
	case gap.Sign() <= 0 && new(big.Rat).Neg(gap).Cmp(slack) >= 0:
		return Fails
	default:
		return Undecided
	}
}

// An Outcome says whether a claim holds.
type Outcome int

const (
	Undecided Outcome = iota
	Holds
	Fails
)

// String returns the outcome as a word.
func (o Outcome) String() string { return [...]string{"undecided", "holds", "fails"}[o] }

// An Answer is an outcome with the comparisons behind it.
type Answer struct {
	Outcome Outcome
	// Reasons are the comparisons that contradict the claim or leave it open.
	Reasons []string
	// Within are the comparisons that found numbers equal, each with its margin.
	Within []string
	// Optimiser and Samples say that the optimiser or the number of test samples leaves the claim open.
	Optimiser, Samples bool
}

// Why quotes the first few reasons.
func (a Answer) Why(most int) string {
	if rest := len(a.Reasons) - most; rest > 0 {
		return fmt.Sprintf("%s; and %d more", strings.Join(a.Reasons[:most], "; "), rest)
	}
	return strings.Join(a.Reasons, "; ")
}

// An evidence is the finding of a comparison, and whether the optimiser or the number of test samples
// leaves it open. Moot says that nothing was compared.
type evidence struct {
	text                     string
	optimiser, samples, moot bool
}

func answer(outcome Outcome, why evidence, whyFails, whyOpen string) Answer {
	switch outcome {
	case Fails:
		return Answer{Outcome: outcome, Reasons: []string{whyFails + why.text}}
	case Undecided:
		return Answer{outcome, []string{whyOpen + why.text}, nil, why.optimiser, why.samples}
	}
	return Answer{Outcome: outcome}
}

// and joins the answers to parts that must all hold.
func and(parts []Answer) Answer {
	whole := Answer{Outcome: Holds}
	for _, p := range parts {
		switch {
		case p.Outcome == Fails && whole.Outcome != Fails:
			whole = p
		case p.Outcome == whole.Outcome && p.Outcome != Holds:
			whole.Reasons = append(whole.Reasons, p.Reasons...)
			whole.Optimiser, whole.Samples = whole.Optimiser || p.Optimiser, whole.Samples || p.Samples
		case p.Outcome == Holds && whole.Outcome == Holds:
			whole.Within = append(whole.Within, p.Within...)
		case p.Outcome == Undecided && whole.Outcome == Holds:
			whole = p
		}
	}
	return whole
}

func missing(format string, args ...any) Answer {
	return Answer{Outcome: Undecided, Reasons: []string{fmt.Sprintf(format, args...)}}
}
