package reconstruct

import (
	"cmp"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
)

// scores returns those that the job trains with; one still to be chosen is empty.
func (j *job) scores() []string {
	seen := map[string]bool{}
	var names []string
	for _, s := range j.specs {
		if key := cmp.Or(s.Score, s.Choice); !seen[key] {
			seen[key] = true
			names = append(names, s.Score)
		}
	}
	return names
}

func (j *job) TrainingCost(training float64) experiment.Cost {
	if j.Test != nil {
		return experiment.Cost{} // a program trains in every test
	}
	s, n, features := j.specs[0].Spec, training/j.classes, float64(j.Data.Features)
	return experiment.Cost{
		Seconds: s.FitCost(j.trained, n, features, j.imbalance).Seconds*j.classes + j.choiceSeconds(n),
		Bytes:   s.FitCost(j.trained, n*max(j.imbalance, 1), features, 1).Bytes,
	}
}

func (j *job) TestSeconds(samples, training float64, cells int) float64 {
	return j.classes * j.specs[0].Spec.TestCost(cells, samples, training/j.classes, float64(j.Data.Features), j.image)
}

// choiceSeconds estimates fits and tests of all candidates, with n samples of each class.
func (j *job) choiceSeconds(n float64) float64 {
	seconds := 0.0
	for _, b := range j.batches {
		n := n
		if b.samples > 0 {
			n = min(n, float64(b.samples))
		}
		s, candidates, fits := j.specs[0].Spec, b.names, 1.0
		if s.Kernel == subspace.ChosenKernel {
			candidates, fits = j.trained, float64(len(b.names)) // each kernel needs its own fit
		}
		folds := float64(b.folds)
		inner := n * (folds - 1) / folds
		fit := j.classes * s.FitCost(candidates, inner, float64(j.Data.Features), j.imbalance).Seconds
		seconds += folds * fits * (fit + j.TestSeconds(j.classes*n/folds, j.classes*inner, len(candidates)))
	}
	return seconds
}
