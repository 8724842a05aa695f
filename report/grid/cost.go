package grid

import (
	"math"
	"strconv"
	"strings"

	"gpca/report/study"
)

// The cost of a group is estimated as the seconds that it takes on one core of the
// processor that solver's documentation gives its rates for. Each constant is the
// time of the innermost piece of one kind of work, in nanoseconds, and was found from
// runs of single tables of the thesis on real data on one core: by their processor
// time with few and with many draws, which tells fitting from testing, and with few
// and with many scores. TestCost has the runs and holds the estimates against them.
const (
	nanosecond = 1e-9

	// In input space, for a value (sample and feature) and a step of one component:
	// projected and summed up, as a part of a pass that several scores share.
	passValue = 0.15
	// For a sample and a step: the score's function, which is an exponential or a
	// power, or the ratio of the Skeleton's.
	passSample, passSkeleton = 16, 4
	// Reducing more features than samples to the samples' own dimensions, for a
	// feature and a pair of samples.
	reduceValue = 1.3
	// p = 2 by eigenvectors, for a sample and a pair of features, and for a feature
	// to the third power.
	covarianceValue, eigenValue = 0.05, 0.6

	// In feature space, for an entry of the kernel matrix and a feature, and for its
	// kernel function; then, for an entry and a pass over the matrix, which as many
	// scores share as are looking for a component, and for each of their steps.
	matrixValue, matrixEntry, passEntry, stepEntry = 0.045, 3.5, 0.14, 0.08

	// Testing, for a sample, a component and a feature: of images, which are tested
	// in two steps (see solver), and of anything else.
	testImage, testValue = 0.012, 0.05
	// In feature space, for a pair of a tested and a trained sample and a feature,
	// for their kernel function, and for a component.
	testKernelImage, testKernelValue, testKernel, testComponent = 0.005, 0.04, 1.5, 0.006
	// For a value of a noisy image, and for a sample and a class on the way.
	drawValue, testSample = 15, 300
)

// Cost estimates the processor time, in seconds, of the group on a data set of the
// given size. It is good enough to share out a progress bar and to say minutes or
// hours.
func (g Group) Cost(size Size) float64 {
	choosing, fitting, testing := g.costs(size)
	return choosing + fitting + testing
}

// costs divides the cost between choosing parameters, fitting and testing.
func (g Group) costs(size Size) (choosing, fitting, testing float64) {
	if len(g.Cells) == 0 {
		return 0, 0, 0
	}
	c := g.Cells[0]
	classes := float64(max(size.Classes, 1))
	features, imbalance := float64(size.Features), max(size.Imbalance, 1)
	switch c.Protocol {
	case study.Contamination:
		samples := float64(size.Samples)
		for _, t := range g.tests() {
			n, repetitions := samples+t.level, float64(t.repetitions)
			trained := Group{t.cells}
			choosing += repetitions * trained.choiceCost(n, 1, features, 1)
			fitting += repetitions * c.fitCost(trained.trained(), n, features, 1)
			testing += repetitions * c.testCost(len(t.cells), samples, n, features, false)
		}
	case study.CrossValidation:
		samples, folds := float64(size.Samples), float64(max(c.Folds, 1))
		n := samples * (folds - 1) / folds / classes
		for _, t := range g.tests() {
			fits := float64(t.repetitions) * folds
			trained := Group{t.cells}
			choosing += fits * trained.choiceCost(n, classes, features, imbalance)
			fitting += fits * classes * c.fitCost(trained.trained(), n, features, imbalance)
			testing += fits * classes * c.testCost(len(t.cells), samples/folds, n, features, false)
		}
	default:
		n, tested := float64(size.Train)/classes, float64(size.Test)
		choosing = g.choiceCost(n, classes, features, imbalance)
		fitting = classes * c.fitCost(g.trained(), n, features, imbalance)
		for _, t := range g.tests() {
			draw := drawValue * tested * features * nanosecond
			testing += float64(t.repetitions) * (draw + classes*c.testCost(len(t.cells), tested, n, features, true))
		}
	}
	return choosing, fitting, testing
}

// trained lists the scores that the group's cells train with. What is still to be
// chosen counts as a score like most, without a name.
func (g Group) trained() []string {
	return append(g.scores(), make([]string, len(g.scoreChoices()))...)
}

// choiceCost is the cost of choosing parameters on n samples of each class: of
// fitting and testing every candidate in folds of them.
func (g Group) choiceCost(n, classes, features, imbalance float64) float64 {
	c := g.Cells[0]
	cost := 0.0
	for _, b := range batchesOf(g.Cells) {
		n := n
		if b.samples > 0 {
			n = min(n, float64(b.samples))
		}
		folds, candidates, fits := float64(b.folds), b.names, 1.0
		if c.Kernel == chosenKernel {
			candidates, fits = g.trained(), float64(len(b.names)) // each kernel with a fit of its own
		}
		inner := n * (folds - 1) / folds
		fit := c.fitCost(candidates, inner, features, imbalance)
		test := c.testCost(len(candidates), classes*n/folds, inner, features, c.Protocol == study.Split)
		cost += folds * fits * classes * (fit + test)
	}
	return cost
}

// fitCost is the cost of fitting one class of n samples, on average over classes of
// that imbalance.
func (c Cell) fitCost(scores []string, n, features, imbalance float64) float64 {
	components := float64(c.Components)
	steps, most, samples, exact := 0.0, 0.0, 0.0, 0.0
	for _, s := range scores {
		if s == "p=2" {
			exact = 1
			continue
		}
		k := stepsOf(s, n, components, c.Kernel != "", float64(c.MaxIterations))
		steps, most = steps+k, max(most, k)
		if strings.HasPrefix(s, "a=") {
			samples += k * passSkeleton
		} else {
			samples += k * passSample
		}
	}
	if c.Kernel != "" {
		exact *= 30 + 2*components // the products of a block Krylov method
		passes := passEntry*(most*components+exact) + stepEntry*(steps*components+exact)
		return nanosecond * n * n * imbalance * (matrixValue*features + matrixEntry + passes)
	}
	reduce := 0.0
	if features > n {
		reduce = reduceValue * features * n * n
		features = n
	}
	exact *= covarianceValue*n*features*features + eigenValue*features*features*features
	return nanosecond * (reduce + exact + components*n*(steps*passValue*features+samples))
}

// stepsOf is how many steps a component of a score takes, on average: counted on
// USPS, MNIST, Yale, Letter and Phishing Websites. The first component takes few, as
// its direction stands out; later ones of many samples take more, because the
// directions left to choose from are more and more alike.
func stepsOf(score string, n, components float64, kernel bool, most float64) float64 {
	first, later := 25.0, 35.0
	growth := math.Sqrt(n / 300)
	if kernel {
		growth = math.Cbrt(n / 300)
	}
	parameter := func(prefix string) (float64, bool) {
		text, ok := strings.CutPrefix(score, prefix)
		v, err := strconv.ParseFloat(text, 64)
		return v, ok && err == nil
	}
	if p, ok := parameter("p="); ok {
		switch {
		case p < 1: // wanders until it is ended
			first, later, growth = 140, 200, 1
		case p == 1:
			first, later, growth = 5, 10, math.Sqrt(n/300)
		default:
			first, later, growth = 25, 120, math.Pow(n/300, 0.25)
		}
	} else if _, ok := parameter("q="); ok {
		first, later = 10, 13
	} else if a, ok := parameter("a="); ok {
		first, later = 22, 22*math.Pow(max(a, 1), 0.45)
	}
	share := min(components-1, 29) / 29
	return min(first+(later*growth-first)*share, most)
}

// testCost is the cost of holding samples against one class of n.
func (c Cell) testCost(methods int, samples, n, features float64, image bool) float64 {
	columns := float64(methods * c.Components)
	if c.Kernel != "" {
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
