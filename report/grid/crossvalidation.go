package grid

import (
	"context"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"gpca/report/noise"
)

// crossValidate divides the samples at random into folds, anew in every
// repetition, trains on all folds but one and tests on that one. The value of a
// repetition is the rate over all samples, each tested once.
func (j *job) crossValidate(ctx context.Context) error {
	rows, _ := j.set.Samples.Dims()
	folds := j.group.Cells[0].Folds
	if rows < folds {
		return fmt.Errorf("data set %s has %d samples, too few for %d folds", j.set.Name, rows, folds)
	}
	tests := j.group.tests()
	tasks := 0
	for _, t := range tests {
		tasks += t.repetitions * folds
	}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(j.workers)
	for _, t := range tests {
		c := j.collect(t, t.repetitions*folds)
		for repetition := range t.repetitions {
			assigned := j.folds(rows, folds, repetition)
			right := make([][]int, folds)
			var left atomic.Int64
			left.Store(int64(folds))
			for fold := range folds {
				task := repetition*folds + fold
				g.Go(func() error {
					err := j.on(ctx, 1/float64(tasks), func() (err error) {
						right[fold], err = j.testFold(ctx, c, assigned, repetition, fold)
						return err
					})
					if ctx.Err() != nil {
						return ctx.Err()
					}
					if err != nil {
						err = fmt.Errorf("repetition %d, fold %d: %w", repetition+1, fold+1, err)
					} else if left.Add(-1) == 0 {
						c.set(repetition, c.rates(sum(right), rows))
					}
					return c.finish(task, err)
				})
			}
		}
	}
	return g.Wait()
}

// folds gives every sample a fold, at random, as evenly as possible. The draw
// is named like one of noise, so all methods are tested on the same folds.
func (j *job) folds(rows, folds, repetition int) []int {
	draw := noise.Draw{Seed: j.group.Cells[0].Seed, Dataset: j.set.Name, Noise: "folds", Level: float64(folds), Repetition: repetition}
	assigned := make([]int, rows)
	for position, row := range draw.Rand().Perm(rows) {
		assigned[row] = position % folds
	}
	return assigned
}

// testFold trains on all folds but one and counts the samples of that one that
// each method classifies right. All classes run on the caller's processor.
func (j *job) testFold(ctx context.Context, c *collector, assigned []int, repetition, fold int) ([]int, error) {
	var train, tested []int
	for row, f := range assigned {
		if f == fold {
			tested = append(tested, row)
		} else {
			train = append(train, row)
		}
	}
	made, err := j.choose(ctx, c.test.cells, inner{repetition: repetition, fold: fold + 1}, train, serially)
	if err != nil {
		return nil, err
	}
	trained, err := j.trainingWith(c.test.cells, made)
	if err != nil {
		return nil, err
	}
	fits, err := j.fitRows(ctx, trained, train)
	if err != nil {
		return nil, err
	}
	selected := trained.selection(c.test.cells, made)
	c.fitted(repetition*c.test.cells[0].Folds+fold, selected, fits, j.set.Classes)
	right, err := countRight(ctx, fits.models(selected.scores), fits.classes, rowsOf(j.set.Samples, tested), tested, j.set.Labels)
	if err != nil {
		return nil, err
	}
	return ofCells(selected, right), nil
}

// fitRows fits every class of the training rows on the caller's processor.
func (j *job) fitRows(ctx context.Context, t training, train []int) (classFits, error) {
	var fits classFits
	for class, rows := range byClass(train, j.set.Labels, len(j.set.Classes)) {
		if len(rows) == 0 {
			continue
		}
		f, err := j.fit(ctx, t, rowsOf(j.set.Samples, rows))
		if err != nil {
			return classFits{}, fmt.Errorf("class %s: %w", j.set.Classes[class], err)
		}
		fits.classes = append(fits.classes, class)
		fits.fits = append(fits.fits, f)
	}
	return fits, nil
}
