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

// Total estimates a job.
func Total(conditions []Conditions, cells []experiment.Cell, d dataset.Description, e Estimates) experiment.Cost {
	j := &Job{Cells: cells, Conditions: conditions}
	_, test, times := Samples(conditions[0], d, 0)
	var total experiment.Cost
	add := func(c experiment.Cost, often float64) {
		total.Seconds += c.Seconds * often
		total.Bytes = max(total.Bytes, c.Bytes)
	}
	p, err := parsePolicy(conditions[0].Split)
	_, shared := p.(published)
	if err == nil && shared {
		add(e.Fit(), 1)
		noisy := experiment.Cost{Bytes: int64(bytesOfFloat * test * float64(d.Features))}
		for _, t := range j.tests() {
			if t.level != 0 {
				noisy.Seconds = drawSeconds * test * float64(d.Features)
			}
			add(noisy, float64(t.repetitions))
			add(e.Chunk(chunkSize, len(t.cells)), float64(t.repetitions)*test/chunkSize)
		}
		return total
	}
	for _, t := range j.tests() {
		images := 0
		if _, adds := p.(contamination); adds {
			images = int(t.level)
		}
		add(e.Part(images, len(t.cells)), float64(t.repetitions*times))
	}
	return total
}
