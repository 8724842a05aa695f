package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Sample is what is known of a number that two things leave open: the draws it is a mean
// over, and the fit that all of these share.
type Sample struct {
	// Draws are the values under the first fit, one for each draw.
	Draws []float64
	// Refits are the means over the same draws under further fits, to the training samples
	// in other orders; none where another order makes no difference.
	Refits []float64
}

// Variances estimates the variances of the number that come from the draws and from the
// optimiser. That of the draws is s²/n. That of the optimiser is the mean square of what refits
// differ by from the number itself, since it is the number of the first fit that is printed and
// not the mean of all. A difference that is mere rounding counts as none.
func (s Sample) Variances() (draws, optimiser float64) {
	if len(s.Draws) == 0 {
		return math.NaN(), math.NaN()
	}
	mean := Mean(s.Draws)
	if len(s.Draws) > 1 {
		draws = stat.Variance(s.Draws, nil) / float64(len(s.Draws))
	}
	for _, r := range s.Refits {
		if d := r - mean; math.Abs(d) > rounding*math.Abs(mean) {
			optimiser += d * d / float64(len(s.Refits))
		}
	}
	return draws, optimiser
}

// OptimiserDominates reports whether the optimiser leaves more of the number open than the
// draws do. More draws would not make it any more certain.
func (s Sample) OptimiserDominates() bool {
	draws, optimiser := s.Variances()
	return optimiser > draws
}

// Interval returns the mean of the draws and half the width of its confidence interval.
// Without refits that differ it is [Interval]. Else the variances of draws and optimiser
// add up, and Student's t has the effective degrees of freedom of B. L. Welch ("The
// generalization of 'Student's' problem when several different population variances are
// involved", Biometrika 34, 1947) and F. E. Satterthwaite ("An approximate distribution of
// estimates of variance components", Biometrics Bulletin 2, 1946):
//
//	ν = (v₁ + v₂)² / (v₁²/ν₁ + v₂²/ν₂)
//
// with ν₁ = draws − 1 and ν₂ = refits. It is never narrower than either share makes it alone.
func (s Sample) Interval() (mean, halfWidth float64) {
	mean, halfWidth = Interval(s.Draws)
	return mean, s.widen(halfWidth, Confidence)
}

// widen is half the width of an interval that has that of the draws alone and the share of
// the optimiser.
func (s Sample) widen(ofDraws, confidence float64) float64 {
	for _, e := range s.errors() {
		ofDraws = max(ofDraws, e.t.Quantile(1-(1-confidence)/2)*e.deviation)
	}
	return ofDraws
}

// OptimiserHalfWidth is half the width of the interval that the optimiser's share makes
// alone; 0 where it has none.
func (s Sample) OptimiserHalfWidth() float64 {
	if of := s.errors(); len(of) > 0 {
		return of[0].t.Quantile(1-(1-Confidence)/2) * of[0].deviation
	}
	return 0
}

// A standardError is the standard deviation of a mean, and how the mean is distributed in
// units of it.
type standardError struct {
	deviation float64
	t         distuv.StudentsT
}

// errors are those that the optimiser makes alone and together with the draws; none where
// it has no share.
func (s Sample) errors() []standardError {
	draws, optimiser := s.Variances()
	if !(optimiser > 0) {
		return nil
	}
	inverse := optimiser * optimiser / float64(len(s.Refits))
	if draws > 0 {
		inverse += draws * draws / float64(len(s.Draws)-1)
	}
	both := draws + optimiser
	return []standardError{
		{math.Sqrt(optimiser), distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(len(s.Refits))}},
		{math.Sqrt(both), distuv.StudentsT{Mu: 0, Sigma: 1, Nu: both * both / inverse}},
	}
}

// PairedSampleT is [PairedT] for two numbers that may have refits: the variance of the
// optimiser adds to that of the differences.
func PairedSampleT(a, b Sample) float64 {
	p, d := PairedT(a.Draws, b.Draws), a.Plus(-1, b)
	mean := Mean(d.Draws)
	for _, e := range d.errors() {
		p = max(p, min(1, 2*e.t.Survival(math.Abs(mean)/e.deviation)))
	}
	return p
}

// PairedSampleInterval is [PairedInterval] for two numbers that may have refits.
func PairedSampleInterval(a, b Sample, confidence float64) (mean, halfWidth float64) {
	mean, halfWidth = PairedInterval(a.Draws, b.Draws, confidence)
	return mean, a.Plus(-1, b).widen(halfWidth, confidence)
}

// Plus adds a multiple of another number, draw by draw and refit by refit; without draws
// where they differ in number.
func (s Sample) Plus(times float64, o Sample) Sample {
	sum := Sample{Refits: refitted([]Sample{s, o}, func(means []float64) float64 { return means[0] + times*means[1] })}
	if len(s.Draws) == len(o.Draws) {
		for i, v := range s.Draws {
			sum.Draws = append(sum.Draws, v+times*o.Draws[i])
		}
	}
	return sum
}

// AverageSample is the average of several numbers, draw by draw as [Average] has it, and
// refit by refit.
func AverageSample(samples []Sample) Sample {
	if len(samples) == 1 {
		return samples[0]
	}
	draws := make([][]float64, len(samples))
	for i, s := range samples {
		draws[i] = s.Draws
	}
	return Sample{Average(draws), refitted(samples, func(means []float64) float64 { return stat.Mean(means, nil) })}
}

// refitted combines numbers refit by refit: those of one training share their refits. A
// number without any is the same in each.
func refitted(samples []Sample, combine func(means []float64) float64) []float64 {
	refits := 0
	for _, s := range samples {
		if n := len(s.Refits); n > 0 && (refits == 0 || n < refits) {
			refits = n
		}
	}
	all := make([]float64, refits)
	means := make([]float64, len(samples))
	for r := range all {
		for i, s := range samples {
			if means[i] = Mean(s.Draws); len(s.Refits) > 0 {
				means[i] = s.Refits[r]
			}
		}
		all[r] = combine(means)
	}
	return all
}
