package subspace

import (
	"math"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/words"
	"gpca/solver/score"
)

// Costs in nanoseconds of innermost operations, on the processor that package solver names. Runs correct
// estimates by measured times: a factor of a few does no harm.
const (
	nanosecond = 1e-9

	// Input space, per step of a component: a value (sample, feature) of a shared pass, and f of a sample.
	passValue, passSample = 0.15, 12
	// Reducing more features than samples: per feature and pair of samples.
	reduceValue = 1.3
	// p = 2 by eigenvectors: per sample and two features, and per cubed feature.
	covarianceValue, eigenValue = 0.05, 0.6

	// Feature space, per entry of the kernel matrix: a feature, the kernel, a shared pass, and a score's step.
	matrixValue, matrixEntry, passEntry, stepEntry = 0.045, 3.5, 0.14, 0.08

	// Robust PCA: passes over the samples, as many as random directions, and the time of a value.
	robustPasses, robustValue = 500, 0.5

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

	singular []bool // the scores that are singular at 0
}

// NewLoad returns the work on a data set, of a group for each class or of one group, by no score.
func NewLoad(s Spec, d dataset.Description, byClass bool) Load {
	l := Load{Spec: s, Groups: []float64{1}, Features: float64(d.Features)}
	if byClass && len(d.ClassCounts) > 0 {
		l.Groups = words.Each(d.ClassCounts, func(n int) float64 { return float64(n) / float64(d.Samples) })
	}
	return l
}

// By returns the work by distinct scores. What is no score is one still to be chosen.
func (l Load) By(scores ...string) Load {
	l.Scores, l.singular = scores, words.Each(scores, func(name string) bool {
		f, err := score.Parse(name)
		return err == nil && singular(f)
	})
	return l
}

func singular(f score.Score) bool { return f.Properties().SingularAtZero }

// Fit estimates fitting the scores to all groups of so many samples together, one group at a time.
func (l Load) Fit(training float64) (total experiment.Cost) {
	for _, share := range l.Groups {
		c := l.One(share * training)
		total = experiment.Cost{Seconds: total.Seconds + c.Seconds, Bytes: max(total.Bytes, c.Bytes)}
	}
	return total
}

// One estimates fitting the scores to a group of n samples.
func (l Load) One(n float64) experiment.Cost {
	features, components := l.Features, float64(l.Components)
	if l.Words != "" {
		seconds, bytes := l.Command.Cost(n, features)
		return experiment.Cost{Seconds: seconds, Bytes: bytes}
	}
	if l.Robust != "" {
		narrow := min(n, features)
		values := robustPasses*robustValue*n*narrow + reduceValue*features*narrow*narrow
		return experiment.Cost{Seconds: nanosecond * values, Bytes: int64(float * 4 * n * features)}
	}
	steps, most, exact := 0.0, 0.0, 0.0
	for i, name := range l.Scores {
		if name == "p=2" {
			exact = 1
			continue
		}
		k := l.steps(l.singular[i], n)
		steps, most = steps+k, max(most, k)
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
	seconds += components * n * steps * (passValue*features + passSample)
	return experiment.Cost{Seconds: nanosecond * seconds, Bytes: int64(bytes)}
}

// steps returns the mean steps of a component, fitted to counts on USPS and MNIST: more for larger n, as
// remaining directions become alike, and all that patience and limit allow for an iteration that wanders, as that
// of a singular score does.
func (s Spec) steps(singular bool, n float64) float64 {
	if singular {
		return min(float64(max(s.Patience, 100))+100, float64(s.MaxIterations))
	}
	return min(25*math.Cbrt(n/300), float64(s.MaxIterations))
}

// Test estimates the seconds of testing samples against the groups by so many scores.
func (l Load) Test(samples, training float64, scores int) float64 {
	groups, columns := float64(len(l.Groups)), float64(scores*l.Components)
	pairs := groups * testValue * l.Features * columns
	if l.Kernel != "" {
		pairs = training * (testKernelValue*l.Features + testKernel + testComponent*columns)
	}
	return nanosecond * samples * (groups*testSample + pairs)
}
