package subspace

import (
	"math"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/words"
	"gpca/solver/objective"
	"gpca/solver/robust"
)

// Costs in nanoseconds of innermost operations, on the processor that package solver names. Runs correct
// estimates by measured times: a factor of a few does no harm.
const (
	nanosecond = 1e-9

	// Input space, per step of a component: a value (sample, feature) of a shared pass, f of a sample, and f by a
	// user's expression.
	passValue, passSample, passExpression = 0.15, 12, 130
	// Reducing more features than samples: per feature and pair of samples.
	reduceValue = 1.3
	// The same for robust methods, with what planting and scaling take.
	reduceRobust = 0.3
	// p = 2 by eigenvectors: per sample and two features, and per cubed feature.
	covarianceValue, eigenValue = 0.05, 0.6

	// Feature space, per entry of the kernel matrix: a feature, the kernel, a shared pass, and a function's step.
	matrixValue, matrixEntry, passEntry, stepEntry = 0.045, 3.5, 0.14, 0.08

	// Tests, per sample, component and feature.
	testValue = 0.03
	// Tests in feature space, per pair of samples: a feature, kernel, and component.
	testKernelValue, testKernel, testComponent = 0.01, 1.5, 0.006
	// Tests, per sample and class.
	testSample = 300
)

const float = 8 // bytes

// A Load estimates the work on one training set, which is divided into groups that are fitted by themselves.
type Load struct {
	Spec
	Scores   []string  // see Load.By
	Groups   []float64 // the share of the samples in each; nil if nothing is fitted
	Features float64

	properties []objective.Properties // of the functions
}

// NewLoad returns the work on a data set, of a group for each class or of one group, by no function.
func NewLoad(s Spec, d dataset.Description, byClass bool) Load {
	l := Load{Spec: s, Groups: []float64{1}, Features: float64(d.Features)}
	if byClass && len(d.ClassCounts) > 0 {
		l.Groups = words.Each(d.ClassCounts, func(n int) float64 { return float64(n) / float64(d.Samples) })
	}
	return l
}

// By returns the work by distinct functions. What is no function is one still to be chosen.
func (l Load) By(scores ...string) Load {
	l.Scores, l.properties = scores, words.Each(scores, func(name string) (p objective.Properties) {
		if f, err := objective.Parse(name); err == nil {
			p = f.Properties()
		}
		return p
	})
	return l
}

// Fit estimates fitting the functions to all groups of so many samples together, one group at a time.
func (l Load) Fit(training float64) (total experiment.Cost) {
	for _, share := range l.Groups {
		c := l.One(share * training)
		total = experiment.Cost{Seconds: total.Seconds + c.Seconds, Bytes: max(total.Bytes, c.Bytes)}
	}
	return total
}

// One estimates fitting the functions to a group of n samples.
func (l Load) One(n float64) experiment.Cost {
	features, components := l.Features, float64(l.Components)
	if l.Words != "" {
		seconds, bytes := l.Command.Cost(n, features)
		return experiment.Cost{Seconds: seconds, Bytes: bytes}
	}
	if m, err := robust.Parse(l.Robust); err == nil {
		narrow := min(n, features)
		fit := m.Nanoseconds(n, features, components) + reduceRobust*features*narrow*narrow
		return experiment.Cost{Seconds: nanosecond * fit, Bytes: int64(float * 4 * n * features)}
	}
	steps, most, exact, functions := 0.0, 0.0, 0.0, 0.0
	for i, name := range l.Scores {
		if name == "p=2" {
			exact = 1
			continue
		}
		k, f := l.steps(l.properties[i], n), float64(passSample)
		if l.properties[i].Sampled {
			f = passExpression
		}
		steps, most, functions = steps+k, max(most, k), functions+k*f
	}
	bytes := float * (2*n*features + 4*float64(len(l.Scores))*components*max(n, features))
	if l.Kernel != "" {
		exact *= 30 + 2*components // products of a block Krylov method
		passes := passEntry*(most*components+exact) + stepEntry*(steps*components+exact)
		// Two matrices: samples that repeat need a weighted one (see solver.KernelGPCA).
		return experiment.Cost{
			Seconds: nanosecond * n * n * (matrixValue*features + matrixEntry + passes),
			Bytes:   int64(bytes + float*2*n*n),
		}
	}
	seconds := 0.0
	if features > n {
		seconds = reduceValue * features * n * n
		features = n
	}
	seconds += exact * (covarianceValue*n*features*features + eigenValue*features*features*features)
	seconds += components * n * (steps*passValue*features + functions)
	return experiment.Cost{Seconds: nanosecond * seconds, Bytes: int64(bytes)}
}

// steps returns the mean steps of a component, fitted to counts on USPS and MNIST: more for larger n, as
// remaining directions become alike, and all that patience and limit allow for an iteration that wanders, as that
// of a singular function does. An expression is rarely scaled to the data and takes about three times as many; one that
// falls settles slowly or never.
func (s Spec) steps(p objective.Properties, n float64) float64 {
	usual, limit := 25*math.Cbrt(n/300), float64(s.MaxIterations)
	switch {
	case p.SingularAtZero:
		return min(float64(max(s.Patience, 100))+100, limit)
	case p.Sampled && !p.NonDecreasing:
		return max(min(usual, limit), limit/3)
	case p.Sampled:
		return min(3*usual, limit)
	}
	return min(usual, limit)
}

// Test estimates the seconds of testing samples against the groups by so many functions.
func (l Load) Test(samples, training float64, scores int) float64 {
	groups, columns := float64(len(l.Groups)), float64(scores*l.Components)
	pairs := groups * testValue * l.Features * columns
	if l.Kernel != "" {
		pairs = training * (testKernelValue*l.Features + testKernel + testComponent*columns)
	}
	return nanosecond * samples * (groups*testSample + pairs)
}
