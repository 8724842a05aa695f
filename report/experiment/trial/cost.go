package trial

import (
	"gpca/report/dataset"
	"gpca/report/experiment"
)

// Samples are how many samples of a data set are trained on and tested at a time, and
// how often in a repetition. Images are those that join the training samples.
func Samples(c Conditions, d dataset.Description, images int) (train, test float64, times int) {
	p, err := parsePolicy(c.Split)
	if err != nil {
		return 0, 0, 1 // the job says why
	}
	return p.samples(d, images)
}

// Estimates are what the pieces of a job cost.
type Estimates struct {
	Part  func(images, cells int) experiment.Cost
	Chunk func(samples, cells int) experiment.Cost
	Fit   func() experiment.Cost // of a part that all draws share
}

// drawSeconds is the time of drawing the noise of one value of a sample.
const drawSeconds = 15e-9

// drawCost estimates a draw of noise for some samples.
func (t *test) drawCost(samples, features float64) (c experiment.Cost) {
	if t.level != 0 {
		c.Seconds = drawSeconds * samples * features
	}
	return c
}

// Total estimates a job.
func Total(conditions []Conditions, cells []experiment.Cell, d dataset.Description, e Estimates) experiment.Cost {
	p, err := parsePolicy(conditions[0].Split)
	if err != nil {
		return experiment.Cost{} // the job says why
	}
	_, samples, times := p.samples(d, 0)
	var total experiment.Cost
	add := func(c experiment.Cost, often float64) {
		total.Seconds += c.Seconds * often
		total.Bytes = max(total.Bytes, c.Bytes)
	}
	if p.shared {
		add(e.Fit(), 1)
		add(experiment.Cost{Bytes: int64(bytesOfFloat * samples * float64(d.Features))}, 1)
	}
	for _, t := range (&Job{Cells: cells, Conditions: conditions}).tests(times) {
		repetitions := float64(t.repetitions)
		switch {
		case p.shared:
			add(t.drawCost(samples, float64(d.Features)), repetitions)
			add(e.Chunk(chunkSize, len(t.cells)), repetitions*samples/chunkSize)
		case p.contaminates:
			add(e.Part(int(t.level), len(t.cells)), repetitions)
		default:
			add(e.Part(0, len(t.cells)), repetitions*float64(times))
		}
	}
	return total
}
