package trial

import "gpca/report/experiment"

// drawSeconds is the time to draw the noise of one value.
const drawSeconds = 15e-9

func (t *test) drawCost(samples, features float64) (c experiment.Cost) {
	if t.level != 0 {
		c.Seconds = drawSeconds * samples * features
	}
	return c
}

// plan returns the policy and the sizes of a part. It drops errors of the data, which Run reports.
func (j *Job) plan() (p policy, train, test float64) {
	p, err := j.Conditions[0].policy()
	if err == nil {
		train, test, _ = p.counts(j.Data)
	}
	return p, train, test
}

func (j *Job) testCost(samples float64, cells int) experiment.Cost {
	if j.Test != nil {
		return *j.Test
	}
	_, train, _ := j.plan()
	return experiment.Cost{Seconds: j.Learner.TestSeconds(samples, train, cells)}
}

func (j *Job) partCost(images, cells int) experiment.Cost {
	_, train, test := j.plan()
	c := j.Learner.TrainingCost(train + float64(images))
	tested := j.testCost(test, cells)
	c = experiment.Cost{Seconds: c.Seconds + tested.Seconds, Bytes: max(c.Bytes, tested.Bytes)}
	if j.Conditions[0].Contamination != "" { // a copy of all samples
		c.Bytes += int64(bytesOfFloat * j.Data.Samples * j.Data.Features)
	}
	return c
}

// Cost estimates the whole job.
func (j *Job) Cost() (total experiment.Cost) {
	p, train, test := j.plan()
	features := float64(j.Data.Features)
	if p.shared {
		total = j.Learner.TrainingCost(train)
		total.Bytes = max(total.Bytes, int64(bytesOfFloat*test*features))
	}
	for _, t := range j.tests(p.times) {
		often, c := float64(t.repetitions), j.testCost(test, len(t.fits))
		if p.shared {
			c.Seconds += t.drawCost(test, features).Seconds
		} else {
			images := 0
			if p.contaminates {
				images = int(t.level)
			}
			c, often = j.partCost(images, len(t.fits)), often*float64(p.times)
		}
		total.Seconds += c.Seconds * often
		total.Bytes = max(total.Bytes, c.Bytes+j.kept(p, train, t.repetitions))
	}
	return total
}

// kept is the size of the components that are kept of the clean samples of all divisions, see [mostKept].
func (j *Job) kept(p policy, train float64, repetitions int) int64 {
	groups := max(1, len(j.Data.Classes))
	size := min(int(train), groups*j.Data.Features) * j.Data.Features
	if s := j.Conditions[0]; !s.planted().Beyond || s.Level == 0 || size > mostKept {
		return 0
	}
	return int64(bytesOfFloat * size * repetitions * p.times)
}
