package subspace

import (
	"math"

	"gpca/report/experiment"
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

	// Tests, per sample, component and feature: images (in two steps) and others.
	testImage, testValue = 0.012, 0.05
	// Tests in feature space, per pair of samples: a feature (of images, of others), kernel, and component.
	testKernelImage, testKernelValue, testKernel, testComponent = 0.005, 0.04, 1.5, 0.006
	// Tests, per sample and class.
	testSample = 300
)

const float = 8 // bytes

// FitCost estimates fitting distinct scores to n samples; an empty name is a score still to be chosen. If n is
// an average over classes, imbalance is the mean of n² over the square of that average.
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
		exact *= 30 + 2*components // products of a block Krylov method
		passes := passEntry*(most*components+exact) + stepEntry*(steps*components+exact)
		// Two matrices: samples that repeat need a weighted one (see solver.KernelGPCA).
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

// steps returns the mean steps of a component, fitted to counts on USPS and MNIST: more for larger n, as
// remaining directions become alike, and all that patience and limit allow for an iteration that wanders.
func (s Spec) steps(name string, n float64) float64 {
	f, err := score.Parse(name)
	if err == nil && f.Properties().SingularAtZero {
		return min(float64(max(s.Patience, 100))+100, float64(s.MaxIterations))
	}
	return min(25*math.Cbrt(n/300), float64(s.MaxIterations))
}

// TestCost estimates the seconds of testing samples against a subspace of n samples for each method.
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
