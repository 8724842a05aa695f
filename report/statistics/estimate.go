package statistics

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"
)

// An Estimate is a number with what is known of its error. A measured number has draws, and refits where the
// optimiser has a part in it. A number in print has none: it keeps its digits, which round it.
type Estimate struct {
	State  State
	Reason string // why there is no number
	// Draws has the value of each repetition under the first fit, or a single one if nothing is random.
	Draws []float64
	// Refits are the means over the same draws under fits that round otherwise; may be none.
	Refits []float64
	// Centre is the number without draws. HalfWidth is half the width of an interval that draws do not show: of
	// what rounds to the printed digits, or of a count with contests in doubt.
	Centre, HalfWidth float64
	// Text is the number as messages and print show it; empty for two decimals.
	Text string
	// Random says that other draws would give another number. Its interval is then one of chance.
	Random bool
	// Generated says that the data is a stand-in.
	Generated bool
	// Unmeasured says that iterations did not settle, to unknown effect.
	Unmeasured bool
	// Reach is how far other settings of the optimiser move the number, 0 if unknown.
	Reach float64
	// Right of Tested samples is the share that the number is, if no draw varies it; 0 where unknown.
	Right, Tested int
	// Margin is the difference up to which numbers that vary are equal.
	Margin float64
	// Sets says that the draws are the means of independent data sets, which are compared by [SignedRank].
	Sets bool
}

// A State says whether there is a number and, if not, why.
type State int

// The states. Each rests on the worst of what it is derived from: a failure stays, what is missing may come.
const (
	Filled State = iota
	Missing
	NotApplicable // with a reason: the method cannot take such samples
	Failed        // with a reason
	Blank         // on purpose
)

// String returns the state as CSV files spell it.
func (s State) String() string {
	return [...]string{Filled: "filled", Missing: "missing", NotApplicable: "not applicable", Failed: "failed",
		Blank: "blank"}[s]
}

// Mean returns the number: the mean of the draws if there are any. It is NaN where there is no number.
func (e Estimate) Mean() float64 {
	switch {
	case e.State != Filled:
		return math.NaN()
	case len(e.Draws) == 0:
		return e.Centre
	}
	return Mean(e.Draws)
}

// Variances estimates the variances of the mean due to the draws, s²/n, and due to the optimiser: the mean square
// deviation of the refits from the mean of the first fit, which is the one that is printed. Deviations by
// rounding count as none.
func (e Estimate) Variances() (draws, optimiser float64) {
	if len(e.Draws) == 0 {
		return math.NaN(), math.NaN()
	}
	mean := Mean(e.Draws)
	if len(e.Draws) > 1 {
		draws = stat.Variance(e.Draws, nil) / float64(len(e.Draws))
	}
	for _, r := range e.Refits {
		if d := r - mean; math.Abs(d) > rounding*math.Abs(mean) {
			optimiser += d * d / float64(len(e.Refits))
		}
	}
	return draws, optimiser
}

// OptimiserDominates reports whether the optimiser's variance exceeds that of the draws, so that more draws would
// not help and no claim can rest on the number.
func (e Estimate) OptimiserDominates() bool {
	draws, optimiser := e.Variances()
	return optimiser > draws
}

// Interval returns the number and half the width of its confidence interval, at least HalfWidth. Without refits
// that differ it is [Interval] of the draws. Otherwise the variances of draws and optimiser add up, and Student's
// t has the effective degrees of freedom of B. L. Welch ("The generalization of 'Student's' problem when several
// different population variances are involved", Biometrika 34, 1947) and F. E. Satterthwaite ("An approximate
// distribution of estimates of variance components", Biometrics Bulletin 2, 1946):
//
//	ν = (v₁ + v₂)² / (v₁²/ν₁ + v₂²/ν₂)
//
// with ν₁ = draws − 1 and ν₂ = refits. It is never narrower than either variance alone makes it.
func (e Estimate) Interval() (mean, halfWidth float64) {
	if len(e.Draws) == 0 {
		return e.Mean(), e.HalfWidth
	}
	mean, halfWidth = Interval(e.Draws)
	return mean, max(e.widen(halfWidth, Confidence), e.HalfWidth)
}

// widen adds the optimiser's variance to half the width of an interval of the draws.
func (e Estimate) widen(ofDraws, confidence float64) float64 {
	for _, s := range e.errors() {
		ofDraws = max(ofDraws, s.halfWidth(confidence))
	}
	return ofDraws
}

// OptimiserHalfWidth returns half the width of the interval by the optimiser's variance alone, 0 without refits
// that differ.
func (e Estimate) OptimiserHalfWidth() float64 {
	if of := e.errors(); len(of) > 0 {
		return of[0].halfWidth(Confidence)
	}
	return 0
}

// A standardError is the standard deviation of a mean, with the degrees of freedom of Student's t for it.
type standardError struct{ deviation, degrees float64 }

func (s standardError) halfWidth(confidence float64) float64 {
	return quantile(s.degrees, confidence) * s.deviation
}

// errors returns those of the optimiser alone and of optimiser and draws together; none without refits that differ.
func (e Estimate) errors() []standardError {
	draws, optimiser := e.Variances()
	if !(optimiser > 0) {
		return nil
	}
	inverse := optimiser * optimiser / float64(len(e.Refits))
	if draws > 0 {
		inverse += draws * draws / float64(len(e.Draws)-1)
	}
	both := draws + optimiser
	return []standardError{{math.Sqrt(optimiser), float64(len(e.Refits))}, {math.Sqrt(both), both * both / inverse}}
}

// OverSets has the means of data sets in place of draws.
func (e Estimate) OverSets(means []float64) Estimate {
	e.Draws, e.Refits, e.Reach, e.Sets = means, nil, 0, true
	return e
}

// Compare returns the two-sided p-value of the hypothesis that two numbers are equal: [SignedRank] over data sets, else
// [PairedT], where the optimiser's variance adds to that of the differences.
func (e Estimate) Compare(o Estimate) float64 {
	if e.Sets || o.Sets {
		return SignedRank(e.Draws, o.Draws)
	}
	p, d := PairedT(e.Draws, o.Draws), e.Plus(-1, o)
	mean := Mean(d.Draws)
	for _, s := range d.errors() {
		p = max(p, twoSided(math.Abs(mean)/s.deviation, s.degrees))
	}
	return p
}

// Difference is [PairedInterval] for numbers that may have refits.
func (e Estimate) Difference(o Estimate, confidence float64) (mean, halfWidth float64) {
	mean, halfWidth = PairedInterval(e.Draws, o.Draws, confidence)
	return mean, e.Plus(-1, o).widen(halfWidth, confidence)
}

// Between returns the confidence interval of a difference: [SignedRankInterval] over data sets, else by Difference.
func (e Estimate) Between(o Estimate, confidence float64) (low, high float64) {
	if e.Sets || o.Sets {
		return SignedRankInterval(e.Draws, o.Draws, confidence)
	}
	mean, halfWidth := e.Difference(o, confidence)
	return mean - halfWidth, mean + halfWidth
}

// Paired repeats a constant as often as the other number has draws; not ok if the draws of the two do not pair.
func (e Estimate) Paired(o Estimate) (a, b Estimate, ok bool) {
	switch n, m := len(e.Draws), len(o.Draws); {
	case n == 0 || m == 0:
		return e, o, false
	case n == 1:
		e.Draws = slices.Repeat(e.Draws, m)
	case m == 1:
		o.Draws = slices.Repeat(o.Draws, n)
	}
	return e, o, len(e.Draws) == len(o.Draws)
}

// Plus adds a multiple of o, draw by draw and refit by refit. The sum has no draws if those of the two do not
// pair. Half-widths add up.
func (e Estimate) Plus(times float64, o Estimate) Estimate {
	sum := joined(e, o)
	sum.HalfWidth = e.HalfWidth + o.HalfWidth
	a, b, ok := e.Paired(o)
	if !ok {
		x, left := e.Interval()
		y, right := o.Interval()
		sum.Centre, sum.HalfWidth = x+times*y, left+right
		return sum
	}
	sum.Draws = slices.Clone(a.Draws)
	floats.AddScaled(sum.Draws, times, b.Draws)
	sum.Refits = refitted([]Estimate{e, o}, func(means []float64) float64 { return means[0] + times*means[1] })
	return sum
}

// Average averages numbers refit by refit and repetition by repetition, since they share their draws of noise. A
// value with a single repetition counts in every repetition. Where the numbers of repetitions differ, the spread
// is that of the repetitions that all have; the mean is always the mean of all means.
func Average(of ...Estimate) Estimate {
	if len(of) == 1 {
		return of[0]
	}
	average := joined(of...)
	for _, e := range of {
		average.Centre += e.Mean() / float64(len(of))
		average.HalfWidth += e.HalfWidth / float64(len(of))
	}
	switch {
	case len(of) == 0:
		average.State, average.Reason = Missing, "averages over nothing"
	case average.State != Filled:
		average.Reason = "averages over a cell that is " + average.State.String()
	case !slices.ContainsFunc(of, func(e Estimate) bool { return len(e.Draws) == 0 }):
		average.Draws = averageDraws(of)
		average.Refits = refitted(of, func(means []float64) float64 { return stat.Mean(means, nil) })
	}
	return average
}

func averageDraws(of []Estimate) []float64 {
	repetitions, total, uneven := 1, 0.0, false
	for _, e := range of {
		if n := len(e.Draws); n > 1 && (repetitions == 1 || n < repetitions) {
			repetitions = n
		}
		total += e.Mean()
	}
	average := make([]float64, repetitions)
	for i := range average {
		sum := 0.0
		for _, e := range of {
			sum += e.Draws[min(i, len(e.Draws)-1)]
			uneven = uneven || len(e.Draws) > repetitions
		}
		average[i] = sum / float64(len(of))
	}
	if uneven {
		floats.AddConst(total/float64(len(of))-Mean(average), average)
	}
	return average
}

// joined has what a number derived from others takes over from any of them. Its margin is their largest.
func joined(of ...Estimate) (e Estimate) {
	for i, o := range of {
		e.State = max(e.State, o.State)
		e.Random, e.Generated = e.Random || o.Random, e.Generated || o.Generated
		e.Unmeasured, e.Sets = e.Unmeasured || o.Unmeasured, e.Sets || o.Sets
		if e.Margin = max(e.Margin, o.Margin); i > 0 && min(of[i-1].Margin, o.Margin) == 0 {
			e.Margin = 0
		}
	}
	return e
}

// refitted combines numbers refit by refit, since fits of one training share their refits. A number without
// refits counts in each.
func refitted(of []Estimate, combine func(means []float64) float64) []float64 {
	refits := 0
	for _, e := range of {
		if n := len(e.Refits); n > 0 && (refits == 0 || n < refits) {
			refits = n
		}
	}
	all := make([]float64, refits)
	means := make([]float64, len(of))
	for r := range all {
		for i, e := range of {
			if means[i] = e.Mean(); len(e.Refits) > 0 {
				means[i] = e.Refits[r]
			}
		}
		all[r] = combine(means)
	}
	return all
}

// Tie is the largest difference of two numbers by binary fractions alone, which miss decimal ones: 95.525 − 95.52
// must count as 0.005.
func Tie(a, b float64) float64 { return 1e-9 * max(1, math.Abs(a), math.Abs(b)) }

// Digits rounds a number to decimal places, ties away from zero as authors do.
func Digits(v float64, places int) string {
	return strconv.FormatFloat(v*(1+rounding), 'f', places, 64)
}
