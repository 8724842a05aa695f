package subspace

import (
	"math"

	"gpca/report/experiment"
	"gpca/solver/score"
)

// Costs are seconds of one core of the processor that solver's documentation gives its rates
// for. Each constant is the time of the innermost piece of a kind of work. Runs correct the
// estimates by what units really take: a factor of a few does no harm.
const (
	nanosecond = 1e-9

	// In input space, for a value (sample and feature) and a step of one component:
	// projected and summed up, as a part of a pass that several scores share; and for a
	// sample and a step, the score's function.
	passValue, passSample = 0.15, 12
	// Reducing more features than samples to as many, for a feature and a pair of samples.
	reduceValue = 1.3
	// p = 2 by eigenvectors, for a sample and two features, and for a feature cubed.
	covarianceValue, eigenValue = 0.05, 0.6

	// In feature space, for an entry of the kernel matrix and a feature, and for its
	// kernel function; then, for an entry and a pass over the matrix, which as many
	// scores share as are looking for a component, and for each of their steps.
	matrixValue, matrixEntry, passEntry, stepEntry = 0.045, 3.5, 0.14, 0.08

	// Testing, for a sample, component and feature: of images, in two steps, and of others.
	testImage, testValue = 0.012, 0.05
	// In feature space, for a pair of a tested and a trained sample and a feature,
	// for their kernel function, and for a component.
	testKernelImage, testKernelValue, testKernel, testComponent = 0.005, 0.04, 1.5, 0.006
	// For a sample and a class on the way.
	testSample = 300
)

const float = 8 // bytes

// FitCost is the cost of fitting some scores, none of them twice, to n samples. An
// empty name stands for a score that is still to be chosen. Imbalance is the mean
// square over the squared mean of n, where n is an average over classes.
func (s Spec) FitCost(scores []string, n, features, imbalance float64) experiment.Cost {
	if s.Words != "" {
		seconds, bytes := s.Command.Cost(n, features)
		return experiment.Cost{Seconds: seconds, Bytes: bytes}
	}
	components := float64(s.Components)
	steps, most, exact := 0.0, 0.0, 0.0
	for _, name := range scores {
		if name == "p=2" {
			exact = 1
			continue
		}
		k := s.steps(name, n)
		steps, most = steps+k, max(most, k)
	}
	methods := float64(len(scores))
	bytes := float * (2*n*features + 4*methods*components*max(n, features))
	if s.Kernel != "" {
		exact *= 30 + 2*components // the products of a block Krylov method
		passes := passEntry*(most*components+exact) + stepEntry*(steps*components+exact)
		// The kernel matrix, and a weighted one where samples repeat (see solver.KernelGPCA).
		return experiment.Cost{
			Seconds: nanosecond * n * n * imbalance * (matrixValue*features + matrixEntry + passes),
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

// steps is how many steps a component takes, on average, as counted on USPS and MNIST:
// more for more samples, because the directions left to choose from are more and more
// alike, and as many as patience and limit allow where an iteration wanders.
func (s Spec) steps(name string, n float64) float64 {
	f, err := score.Parse(name)
	if err == nil && f.Properties().SingularAtZero {
		return min(float64(max(s.Patience, 100))+100, float64(s.MaxIterations))
	}
	return min(25*math.Cbrt(n/300), float64(s.MaxIterations))
}

// TestCost is the time of testing samples against a subspace of each method, of n samples.
func (s Spec) TestCost(methods int, samples, n, features float64, image bool) float64 {
	columns := float64(methods * s.Components)
	if s.Kernel != "" {
		value := testKernelValue
		if image {
			value = testKernelImage
		}
		return nanosecond * samples * (testSample + n*(value*features+testKernel+testComponent*columns))
	}
	value := testValue
	if image {
		value = testImage
	}
	return nanosecond * samples * (testSample + value*features*columns)
}
