package trial

import "gpca/report/experiment"

// drawSeconds is the time of drawing the noise of one value of a sample.
const drawSeconds = 15e-9

// drawCost estimates a draw of noise for some samples.
func (t *test) drawCost(samples, features float64) (c experiment.Cost) {
	if t.level != 0 {
		c.Seconds = drawSeconds * samples * features
	}
	return c
}

// samples are how many are trained on, with images, and tested at a time, how often.
func (j *Job) samples(images int) (train, test float64, times int) {
	p, err := parsePolicy(j.Conditions[0].Split)
	if err != nil {
		return 0, 0, 1 // Run says why
	}
	return p.samples(j.Data, images)
}

// testCost estimates the test of some samples.
func (j *Job) testCost(samples, cells int) experiment.Cost {
	if j.Test != nil {
		return *j.Test
	}
	train, _, _ := j.samples(0)
	return experiment.Cost{Seconds: j.Learner.TestSeconds(float64(samples), train, cells)}
}

// partCost estimates the training and the test of a part.
func (j *Job) partCost(images, cells int) experiment.Cost {
	if j.Test != nil {
		return *j.Test
	}
	train, test, _ := j.samples(images)
	c := j.Learner.TrainingCost(train)
	c.Seconds += j.Learner.TestSeconds(test, train, cells)
	return c
}

// Cost estimates the job as a whole.
func (j *Job) Cost() experiment.Cost {
	p, err := parsePolicy(j.Conditions[0].Split)
	if err != nil {
		return experiment.Cost{} // Run says why
	}
	train, samples, times := j.samples(0)
	var total experiment.Cost
	add := func(c experiment.Cost, often float64) {
		total.Seconds += c.Seconds * often
		total.Bytes = max(total.Bytes, c.Bytes)
	}
	if p.shared {
		add(j.Learner.TrainingCost(train), 1)
		add(experiment.Cost{Bytes: int64(bytesOfFloat * samples * float64(j.Data.Features))}, 1)
	}
	for _, t := range j.tests(Every(len(j.Cells)), times) {
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
			add(j.partCost(0, len(t.cells)), repetitions*float64(times))
		}
	}
	return total
}
