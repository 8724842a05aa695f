package grid

import (
	"context"
	"fmt"
	"math"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"gpca/report/noise"
	"gpca/report/study"
	"gpca/solver/classify"
)

// contaminate adds images of random black and white pixels to the samples,
// trains on all of them, and measures how well the original ones are
// reconstructed: the mean length of the residual (N. Kwak, "Principal component
// analysis by Lp-norm maximization", IEEE Trans. Cybernetics 44, 2014, second
// experiment; thesis, Appendix B).
func (j *job) contaminate(ctx context.Context) error {
	tests := j.group.tests()
	tasks := 0
	for _, t := range tests {
		tasks += t.repetitions
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(j.workers)
	for _, t := range tests {
		c := j.collect(t, t.repetitions)
		for repetition := range t.repetitions {
			g.Go(func() error {
				err := j.on(ctx, 1/float64(tasks), func() error { return j.reconstruct(ctx, c, repetition) })
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err != nil {
					err = fmt.Errorf("%g dummy images, repetition %d: %w", t.level, repetition+1, err)
				}
				return c.finish(repetition, err)
			})
		}
	}
	return g.Wait()
}

// reconstruct fits the contaminated samples and records the mean error of each
// of the test's methods on the original ones.
func (j *job) reconstruct(ctx context.Context, c *collector, repetition int) error {
	training := j.set.Samples
	if count := int(c.test.level); count > 0 {
		_, features := training.Dims()
		draw := noise.Draw{Seed: j.group.Cells[0].Seed, Dataset: j.set.Name, Noise: c.test.noise, Level: c.test.level, Repetition: repetition}
		var all mat.Dense
		all.Stack(training, noise.DummyImages(count, features, draw.Rand()))
		training = &all
	}
	made, err := j.chooseByError(ctx, c.test.cells, inner{repetition: repetition, images: int(c.test.level)}, c.test.metric, training)
	if err != nil {
		return err
	}
	trained, err := j.trainingWith(c.test.cells, made)
	if err != nil {
		return err
	}
	fit, err := j.fit(ctx, trained, training)
	if err != nil {
		return err
	}
	selected := trained.selection(c.test.cells, made)
	c.fitted(repetition, selected, classFits{classes: []int{0}, fits: []*fitted{fit}}, nil)
	means := reconstructionError(c.test.metric, fit.model(selected.scores), j.set.Samples)
	for i := range means {
		means[i] *= c.test.scale
	}
	c.set(repetition, ofCells(selected, means))
	return nil
}

// reconstructionError measures how well each method of a model reconstructs the
// samples.
func reconstructionError(metric string, model classify.Model, samples *mat.Dense) []float64 {
	if metric == study.ReconstructionError {
		return classify.MeanError(model, samples)
	}
	means := classify.MeanSquaredError(model, samples)
	if metric == study.RootMeanSquareError {
		for i, square := range means {
			means[i] = math.Sqrt(square)
		}
	}
	return means
}
