package grid

import (
	"context"
	"fmt"
	"slices"

	"golang.org/x/sync/errgroup"
	"gonum.org/v1/gonum/mat"

	"gpca/report/noise"
	"gpca/solver/classify"
)

// testChunk is how many test samples one processor classifies at a time.
const testChunk = 1000

// split trains on the published training samples, as they are, and tests on the
// published test samples under noise. Every class is fitted once; every draw of
// noise is seen by all methods.
func (j *job) split(ctx context.Context) error {
	if j.set.Split == nil || len(j.set.Split.Train) == 0 || len(j.set.Split.Test) == 0 {
		return fmt.Errorf("data set %s has no published split into training and test samples", j.set.Name)
	}
	choosing, fitting, testing := j.group.costs(SizeOf(j.set))
	all := choosing + fitting + testing
	choosing, fitting = choosing/all, fitting/all // shares of the work
	batches := len(batchesOf(j.group.Cells))
	made, err := j.choose(ctx, j.group.Cells, inner{}, j.set.Split.Train, func(folds int, measure func(fold int) error) error {
		return j.each(ctx, folds, choosing/float64(batches), measure)
	})
	if err != nil {
		return err
	}
	trained, err := j.trainingWith(j.group.Cells, made)
	if err != nil {
		return err
	}
	fits, err := j.fitClasses(ctx, trained, j.set.Split.Train, fitting)
	if err != nil {
		return err
	}
	tests := j.group.tests()
	draws := 0
	for _, t := range tests {
		draws += t.repetitions
	}
	part := (1 - choosing - fitting) / float64(draws)

	// One draw more than there are processors: while the last chunks of one are
	// classified, the next is drawn.
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(j.workers + 1)
	var models []classify.Model
	var chosen []int // what the models are of: mostly, all tests are of the same methods
	for _, t := range tests {
		c := j.collect(t, t.repetitions)
		selected := trained.selection(t.cells, made)
		unready := j.on(ctx, 0, func() error {
			c.fitted(allTasks, selected, fits, j.set.Classes)
			if !slices.Equal(selected.scores, chosen) {
				models, chosen = fits.models(selected.scores), selected.scores
			}
			return nil
		})
		models := models
		for repetition := range t.repetitions {
			g.Go(func() error {
				right, err := []int(nil), unready
				if err == nil {
					right, err = j.testDraw(ctx, t, repetition, models, fits.classes, part)
				}
				if ctx.Err() != nil {
					return ctx.Err()
				}
				if err == nil {
					c.set(repetition, c.rates(ofCells(selected, right), len(j.set.Split.Test)))
				}
				return c.finish(repetition, err)
			})
		}
	}
	return g.Wait()
}

// testDraw counts the test samples under one draw of noise that each method
// classifies right.
func (j *job) testDraw(ctx context.Context, t test, repetition int, models []classify.Model, classes []int, part float64) ([]int, error) {
	var noisy *mat.Dense
	rows := j.set.Split.Test
	_, features := j.set.Samples.Dims()
	free, err := j.room.take(ctx, float*int64(len(rows))*int64(features))
	if err != nil {
		return nil, fmt.Errorf("%d test samples: %w", len(rows), err)
	}
	defer free()
	err = j.on(ctx, 0, func() error {
		n, err := noise.Find(t.noise)
		if err != nil {
			return err
		}
		noisy = rowsOf(j.set.Samples, rows)
		draw := noise.Draw{Seed: j.group.Cells[0].Seed, Dataset: j.set.Name, Noise: t.noise, Level: t.level, Repetition: repetition}
		return n.Apply(noisy, t.level, draw.Rand())
	})
	if err != nil {
		return nil, err
	}
	_, columns := noisy.Dims()
	chunks := (len(rows) + testChunk - 1) / testChunk
	counts := make([][]int, chunks)
	err = j.each(ctx, chunks, part, func(chunk int) (err error) {
		first, last := chunk*testChunk, min((chunk+1)*testChunk, len(rows))
		block := noisy.Slice(first, last, 0, columns).(*mat.Dense)
		counts[chunk], err = countRight(ctx, models, classes, block, rows[first:last], j.set.Labels)
		return err
	})
	if err != nil {
		return nil, err
	}
	return sum(counts), nil
}

// countRight returns how many samples each method classifies right. Rows are
// the samples' places among the labels.
func countRight(ctx context.Context, models []classify.Model, classes []int, samples *mat.Dense, rows, labels []int) ([]int, error) {
	predicted, err := classify.ByReconstruction(ctx, models, samples)
	if err != nil {
		return nil, err
	}
	right := make([]int, len(predicted))
	for m, p := range predicted {
		for i, at := range p {
			if classes[at] == labels[rows[i]] {
				right[m]++
			}
		}
	}
	return right, nil
}

func sum(counts [][]int) []int {
	total := make([]int, len(counts[0]))
	for _, c := range counts {
		for m, n := range c {
			total[m] += n
		}
	}
	return total
}
