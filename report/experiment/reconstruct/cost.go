package reconstruct

import (
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
)

// trained lists the scores that some cells train with. What is still to be chosen
// counts as a score without a name.
func (j *job) trained(cells []int) []string {
	seen := map[string]bool{}
	var names []string
	for _, i := range cells {
		s := j.specs[i].Spec
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

func (j *job) every() []int {
	every := make([]int, len(j.Cells))
	for i := range every {
		every[i] = i
	}
	return every
}

// classes is the number of subspaces that a part fits.
func (j *job) classes() float64 {
	if j.contaminates() {
		return 1
	}
	return float64(max(len(j.data.Classes), 1))
}

func (j *job) imbalance() float64 {
	if j.contaminates() {
		return 1
	}
	return j.data.Imbalance()
}

// isImage tells that samples are tested in two steps, as those under noise are.
func (j *job) isImage() bool { return j.data.Image.Width > 0 && !j.contaminates() }

// partCost estimates the training and the test of one part, all on one processor.
func (j *job) partCost(images, cells int) experiment.Cost {
	train, test, _ := trial.Samples(j.Conditions[0], j.data, images)
	n, classes, features := train/j.classes(), j.classes(), float64(j.data.Features)
	s := j.specs[0].Spec
	fit := s.FitCost(j.trained(j.every()), n, features, j.imbalance())
	seconds := classes*(fit.Seconds+s.TestCost(cells, test, n, features, j.isImage())) + j.choiceSeconds(n)
	largest := s.FitCost(j.trained(j.every()), n*max(j.imbalance(), 1), features, 1)
	return experiment.Cost{Seconds: seconds, Bytes: largest.Bytes}
}

// chunkCost estimates the test of some samples against all classes.
func (j *job) chunkCost(samples, cells int) experiment.Cost {
	train, _, _ := trial.Samples(j.Conditions[0], j.data, 0)
	n := train / j.classes()
	return experiment.Cost{Seconds: j.classes() * j.specs[0].Spec.TestCost(cells, float64(samples), n, float64(j.data.Features), j.isImage())}
}

// choiceSeconds estimates choosing parameters on n samples of each class: fitting and
// testing every candidate in folds of them.
func (j *job) choiceSeconds(n float64) float64 {
	seconds := 0.0
	for _, b := range j.batches(j.every()) {
		n := n
		if b.samples > 0 {
			n = min(n, float64(b.samples))
		}
		s, candidates, fits := j.specs[0].Spec, b.names, 1.0
		if s.Kernel == subspace.ChosenKernel {
			candidates, fits = j.trained(j.every()), float64(len(b.names)) // each kernel with a fit of its own
		}
		folds, features := float64(b.folds), float64(j.data.Features)
		inner := n * (folds - 1) / folds
		fit := s.FitCost(candidates, inner, features, j.imbalance()).Seconds
		test := s.TestCost(len(candidates), j.classes()*n/folds, inner, features, j.isImage())
		seconds += folds * fits * j.classes() * (fit + test)
	}
	return seconds
}

// Cost estimates the job as a whole.
func (j *job) Cost() experiment.Cost {
	return trial.Total(j.Conditions, j.Cells, j.data, trial.Estimates{
		Part: j.partCost, Chunk: j.chunkCost,
		Fit: func() experiment.Cost {
			train, _, _ := trial.Samples(j.Conditions[0], j.data, 0)
			n := train / j.classes()
			c := j.specs[0].Spec.FitCost(j.trained(j.every()), n, float64(j.data.Features), j.imbalance())
			c.Seconds = c.Seconds*j.classes() + j.choiceSeconds(n)
			return c
		},
	})
}
