package reconstruct

import (
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
)

// scores lists the scores that the job trains with. What is still to be chosen counts
// as a score without a name.
func (j *job) scores() []string {
	seen := map[string]bool{}
	var names []string
	for _, s := range j.specs {
		key := s.Score
		if key == "" {
			key = s.Choice
		}
		if !seen[key] {
			seen[key] = true
			names = append(names, s.Score)
		}
	}
	return names
}

// fitCost estimates the choices and fits of a part, and says on how many samples of a
// class they are.
func (j *job) fitCost(images int) (c experiment.Cost, n float64) {
	train, _, _ := trial.Samples(j.Conditions[0], j.data, images)
	n = train / j.classes
	s, features := j.specs[0].Spec, float64(j.data.Features)
	return experiment.Cost{
		Seconds: s.FitCost(j.trained, n, features, j.imbalance).Seconds*j.classes + j.choiceSeconds(n),
		Bytes:   s.FitCost(j.trained, n*max(j.imbalance, 1), features, 1).Bytes,
	}, n
}

// testSeconds estimates the test of some samples against all classes of n samples.
func (j *job) testSeconds(cells int, samples, n float64) float64 {
	return j.classes * j.specs[0].Spec.TestCost(cells, samples, n, float64(j.data.Features), j.image)
}

// partCost estimates the training and the test of one part, all on one processor.
func (j *job) partCost(images, cells int) experiment.Cost {
	c, n := j.fitCost(images)
	_, test, _ := trial.Samples(j.Conditions[0], j.data, images)
	c.Seconds += j.testSeconds(cells, test, n)
	return c
}

// chunkCost estimates the test of some samples against all classes.
func (j *job) chunkCost(samples, cells int) experiment.Cost {
	_, n := j.fitCost(0)
	return experiment.Cost{Seconds: j.testSeconds(cells, float64(samples), n)}
}

// choiceSeconds estimates choosing parameters on n samples of each class: fitting and
// testing every candidate in folds of them.
func (j *job) choiceSeconds(n float64) float64 {
	seconds := 0.0
	for _, b := range j.batches {
		n := n
		if b.samples > 0 {
			n = min(n, float64(b.samples))
		}
		s, candidates, fits := j.specs[0].Spec, b.names, 1.0
		if s.Kernel == subspace.ChosenKernel {
			candidates, fits = j.trained, float64(len(b.names)) // each kernel with a fit of its own
		}
		folds := float64(b.folds)
		inner := n * (folds - 1) / folds
		fit := j.classes * s.FitCost(candidates, inner, float64(j.data.Features), j.imbalance).Seconds
		seconds += folds * fits * (fit + j.testSeconds(len(candidates), j.classes*n/folds, inner))
	}
	return seconds
}

// Cost estimates the job as a whole.
func (j *job) Cost() experiment.Cost {
	return trial.Total(j.Conditions, j.Cells, j.data, trial.Estimates{
		Part: j.partCost, Chunk: j.chunkCost,
		Fit: func() experiment.Cost {
			c, _ := j.fitCost(0)
			return c
		},
	})
}
