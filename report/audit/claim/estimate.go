package claim

import (
	"fmt"
	"math/big"
)

// An Estimate is a number that is known up to a half-width.
type Estimate struct {
	Value     *big.Rat
	HalfWidth *big.Rat // nil stands for an exact number
	// Text is how messages show the number; empty for the value with two places.
	Text string
}

// String returns the number as messages show it.
func (e Estimate) String() string {
	if e.Text != "" {
		return e.Text
	}
	return e.Value.FloatString(2)
}

func (e Estimate) halfWidth() *big.Rat {
	if e.HalfWidth == nil {
		return new(big.Rat)
	}
	return e.HalfWidth
}

// plus adds estimates; errors may conspire, so half-widths add up as well.
func (e Estimate) plus(f Estimate) Estimate {
	return Estimate{
		Value:     new(big.Rat).Add(e.Value, f.Value),
		HalfWidth: new(big.Rat).Add(e.halfWidth(), f.halfWidth()),
	}
}

func (e Estimate) minus(f Estimate) Estimate {
	return Estimate{
		Value:     new(big.Rat).Sub(e.Value, f.Value),
		HalfWidth: new(big.Rat).Add(e.halfWidth(), f.halfWidth()),
	}
}

func (e Estimate) over(n int) Estimate {
	k := big.NewRat(1, int64(n))
	return Estimate{Value: new(big.Rat).Mul(e.Value, k), HalfWidth: new(big.Rat).Mul(e.halfWidth(), k)}
}

// exceeds says whether e is larger than f. Intervals that merely touch are told
// apart: of 93.79 and 93.78 the first is larger, however they were rounded, but
// for a tie on the boundary itself.
func (e Estimate) exceeds(f Estimate) Outcome {
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

// beats is exceeds in the direction in which the metric gets better.
func (e Estimate) beats(f Estimate, higherIsBetter bool) Outcome {
	if higherIsBetter {
		return e.exceeds(f)
	}
	return f.exceeds(e)
}

// An Outcome is the answer to a claim.
type Outcome int

// The outcomes.
const (
	Undecided Outcome = iota
	Holds
	Fails
)

// String returns the outcome as a word.
func (o Outcome) String() string {
	switch o {
	case Holds:
		return "holds"
	case Fails:
		return "fails"
	default:
		return "undecided"
	}
}

// A Verdict is an outcome with the numbers that led to it.
type Verdict struct {
	Outcome Outcome
	// Reasons are the comparisons that speak against the claim or leave it open;
	// for a claim that holds, none.
	Reasons []string
}

// and joins the verdicts of parts that must all hold.
func and(parts []Verdict) Verdict {
	whole := Verdict{Outcome: Holds}
	for _, p := range parts {
		switch {
		case p.Outcome == Fails && whole.Outcome != Fails:
			whole = p
		case p.Outcome == whole.Outcome && p.Outcome != Holds:
			whole.Reasons = append(whole.Reasons, p.Reasons...)
		case p.Outcome == Undecided && whole.Outcome == Holds:
			whole = p
		}
	}
	return whole
}

func missing(format string, args ...any) Verdict {
	return Verdict{Outcome: Undecided, Reasons: []string{fmt.Sprintf(format, args...)}}
}
