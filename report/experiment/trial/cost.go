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
func (j *Job) plan() (p policy, train, test float64, err error) {
	if p, err = parsePolicy(j.Conditions[0].Split); err == nil {
		train, test, _ = p.counts(j.Data)
	}
	return p, train, test, err
}

func (j *Job) testCost(samples, cells int) experiment.Cost {
	if j.Test != nil {
		return *j.Test
	}
	_, train, _, _ := j.plan()
	return experiment.Cost{Seconds: j.Learner.TestSeconds(float64(samples), train, cells)}
}

func (j *Job) partCost(images, cells int) experiment.Cost {
	if j.Test != nil {
		return *j.Test
	}
	_, train, test, _ := j.plan()
	train += float64(images)
	c := j.Learner.TrainingCost(train)
	c.Seconds += j.Learner.TestSeconds(test, train, cells)
	return c
}

// Cost estimates the whole job.
func (j *Job) Cost() (total experiment.Cost) {
	p, train, samples, err := j.plan()
	if err != nil {
		return total
	}
	add := func(c experiment.Cost, often float64) {
		total.Seconds += c.Seconds * often
		total.Bytes = max(total.Bytes, c.Bytes)
	}
	if p.shared {
		add(j.Learner.TrainingCost(train), 1)
		add(experiment.Cost{Bytes: int64(bytesOfFloat * samples * float64(j.Data.Features))}, 1)
	}
	for _, t := range j.tests(p.times) {
		repetitions := float64(t.repetitions)
		switch {
		case p.shared && j.Test != nil:
			add(*j.Test, repetitions)
		case p.shared:
			add(t.drawCost(samples, float64(j.Data.Features)), repetitions)
			add(j.testCost(chunkSize, len(t.cells)), repetitions*samples/chunkSize)
		case p.contaminates:
			add(j.partCost(int(t.level), len(t.cells)), repetitions)
		default:
			add(j.partCost(0, len(t.cells)), repetitions*float64(p.times))
		}
	}
	return total
}
