package statistics

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// A Sample is a number with two sources of variance: the draws it is a mean over, and the fit that they share.
type Sample struct {
	// Draws are the values under the first fit.
	Draws []float64
	// Refits are the means over the same draws under fits to other orders of the training samples; may be none.
	Refits []float64
}

// Variances estimates the variances of the mean due to the draws, s²/n, and due to the optimiser: the mean square
// deviation of the refits from the mean of the first fit, which is the one that is printed. Deviations by
// rounding count as none.
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

// OptimiserDominates reports whether the optimiser's variance exceeds that of the draws, so that more draws would
// not help.
func (s Sample) OptimiserDominates() bool {
	draws, optimiser := s.Variances()
	return optimiser > draws
}

// Interval returns the mean of the draws and half the width of its confidence interval. Without refits that
// differ it is [Interval]. Otherwise the variances of draws and optimiser add up, and Student's t has the
// effective degrees of freedom of B. L. Welch ("The generalization of 'Student's' problem when several different
// population variances are involved", Biometrika 34, 1947) and F. E. Satterthwaite ("An approximate distribution
// of estimates of variance components", Biometrics Bulletin 2, 1946):
//
//	ν = (v₁ + v₂)² / (v₁²/ν₁ + v₂²/ν₂)
//
// with ν₁ = draws − 1 and ν₂ = refits. It is never narrower than either variance alone makes it.
func (s Sample) Interval() (mean, halfWidth float64) {
	mean, halfWidth = Interval(s.Draws)
	return mean, s.widen(halfWidth, Confidence)
}

// widen adds the optimiser's variance to half the width of an interval of the draws.
func (s Sample) widen(ofDraws, confidence float64) float64 {
	for _, e := range s.errors() {
		ofDraws = max(ofDraws, e.t.Quantile(1-(1-confidence)/2)*e.deviation)
	}
	return ofDraws
}

// OptimiserHalfWidth returns half the width of the interval by the optimiser's variance alone, 0 without refits
// that differ.
func (s Sample) OptimiserHalfWidth() float64 {
	if of := s.errors(); len(of) > 0 {
		return of[0].t.Quantile(1-(1-Confidence)/2) * of[0].deviation
	}
	return 0
}

// A standardError is the standard deviation of a mean, with the distribution of the mean in units of it.
type standardError struct {
	deviation float64
	t         distuv.StudentsT
}

// errors returns those of the optimiser alone and of optimiser and draws together; none without refits that differ.
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

// PairedSampleT is [PairedT] for numbers that may have refits: the optimiser's variance adds to that of the
// differences.
func PairedSampleT(a, b Sample) float64 {
	p, d := PairedT(a.Draws, b.Draws), a.Plus(-1, b)
	mean := Mean(d.Draws)
	for _, e := range d.errors() {
		p = max(p, min(1, 2*e.t.Survival(math.Abs(mean)/e.deviation)))
	}
	return p
}

// PairedSampleInterval is [PairedInterval] for numbers that may have refits.
func PairedSampleInterval(a, b Sample, confidence float64) (mean, halfWidth float64) {
	mean, halfWidth = PairedInterval(a.Draws, b.Draws, confidence)
	return mean, a.Plus(-1, b).widen(halfWidth, confidence)
}

// Plus adds a multiple of o, draw by draw and refit by refit. The sum has no draws if their numbers differ.
func (s Sample) Plus(times float64, o Sample) Sample {
	sum := Sample{Refits: refitted([]Sample{s, o}, func(means []float64) float64 { return means[0] + times*means[1] })}
	if len(s.Draws) == len(o.Draws) {
		for i, v := range s.Draws {
			sum.Draws = append(sum.Draws, v+times*o.Draws[i])
		}
	}
	return sum
}

// AverageSample averages numbers, draw by draw as [Average] does, and refit by refit.
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

// refitted combines numbers refit by refit, since fits of one training share their refits. A number without
// refits counts in each.
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
