package reconstruct

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/choice"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/kernel"
)

// A batch has the candidates of all choices with the same folds of the same samples: one pass fits them all.
type batch struct {
	folds, samples int
	names          []string      // of functions, or of kernels if the job chooses its kernel
	load           subspace.Load // of one fit
}

func (j *job) batchesOf(specs []spec) []batch {
	var batches []batch
	for _, s := range specs {
		chosen, ok := j.choices[s.Choice]
		if !ok {
			continue
		}
		at := slices.IndexFunc(batches, func(b batch) bool { return b.serves(chosen) })
		if at < 0 {
			at = len(batches)
			batches = append(batches, batch{folds: chosen.Folds, samples: chosen.Samples})
		}
		for _, name := range chosen.Measured() {
			batches[at].names = words.AppendNew(batches[at].names, name)
		}
	}
	return batches
}

func (b batch) serves(c choice.Choice) bool { return b.folds == c.Folds && b.samples == c.Samples }

// inner identifies a training set that is divided for a choice; methods share its folds.
type inner struct {
	repetition int
	fold       int // of the outer cross-validation, from 1; 0 without one
	images     int // dummy images among the samples
}

func (i inner) draw(j *job, what string, level float64) noise.Draw {
	switch {
	case i.fold > 0:
		what += fmt.Sprintf(" of fold %d", i.fold)
	case i.images > 0:
		what += fmt.Sprintf(" with %d dummy images", i.images)
	}
	return noise.Draw{Seed: j.Cells[0].Seed, Dataset: j.Set.Name, Noise: what, Level: level, Repetition: i.repetition}
}

// A decision is the result of a choice, or its failure.
type decision struct {
	name string
	err  error
}

type decisions map[string]decision

// choose makes the choices of some cells from the training rows alone. It maximises the
// number of held-out samples classified right or, under contamination, minimises the mean reconstruction error.
// Outliers are held out, too, as they are not known.
func (j *job) choose(
	ctx context.Context, x trial.Executor, cells []int, of inner, samples *mat.Dense, rows []int,
) (decisions, error) {
	made, specs := decisions{}, words.Each(cells, func(cell int) spec { return j.specs[cell] })
	batches := j.batchesOf(specs)
	if !j.byClass() && len(batches) > 0 {
		samples = solver.Coordinates(samples) // which suffice for all inner folds
	}
	// Sorted, so that folds do not depend on the order of training samples.
	rows = slices.Sorted(slices.Values(rows))
	for _, b := range batches {
		measured, err := j.measure(ctx, x, of, b, samples, j.some(of, rows, b.samples))
		if err != nil {
			return nil, fmt.Errorf("choosing a parameter: %w", err)
		}
		for _, s := range specs {
			c, chooses := j.choices[s.Choice]
			if _, done := made[s.Choice]; done || !chooses || !b.serves(c) {
				continue
			}
			candidate, err := c.Decide(func(name string) float64 {
				if at := slices.Index(b.names, name); at >= 0 {
					return measured[at]
				}
				return math.NaN()
			})
			made[s.Choice] = decision{candidate, err}
		}
	}
	return made, nil
}

// measure divides rows into random folds and sums, for each name of a batch, the values of the folds after
// training on the others; larger is better.
func (j *job) measure(
	ctx context.Context, x trial.Executor, of inner, b batch, samples *mat.Dense, rows []int,
) ([]float64, error) {
	n := len(rows)
	if n < b.folds {
		return nil, fmt.Errorf("%d training samples are too few for %d folds", n, b.folds)
	}
	trainings, err := j.candidates(b)
	if err != nil {
		return nil, err
	}
	order := of.draw(j, "inner folds", float64(b.folds)).Rand().Perm(n)
	byFold := make([][]float64, b.folds)
	cost := j.load.Fit(float64(n))
	cost.Seconds = j.choiceSeconds(float64(n)) / float64(b.folds*len(j.batches))
	err = x.Each(ctx, b.folds, cost, func(fold int) error {
		var kept, held []int
		for position, at := range order {
			if position%b.folds == fold {
				held = append(held, rows[at])
			} else {
				kept = append(kept, rows[at])
			}
		}
		// Sorted: among equal samples, the first starts an iteration.
		slices.Sort(kept)
		slices.Sort(held)
		for _, t := range trainings {
			fits, err := j.fit(ctx, trial.Serial{}, t, samples, kept)
			if err != nil {
				return fmt.Errorf("inner fold %d: %w", fold+1, err)
			}
			models := fits.Models(statistics.Indices(len(t.Functions)))
			sums, err := j.sums(ctx, models, fits.Labels, trial.RowsOf(samples, held), held)
			if err != nil {
				return fmt.Errorf("inner fold %d: %w", fold+1, err)
			}
			for m := range sums {
				measured := sums[m][0]
				if !j.byClass() { // the mean error, weighted by the size of the fold
					measured /= float64(len(held))
					measured *= -float64(len(held))
				}
				if fits.Failure(m) != nil {
					measured = math.NaN()
				}
				byFold[fold] = append(byFold[fold], measured)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return trial.Total(byFold), nil
}

// candidates returns the trainings of a batch: one with all functions, or one for each kernel.
func (j *job) candidates(b batch) ([]subspace.Training, error) {
	if j.specs[0].Kernel != subspace.ChosenKernel {
		t, err := j.training.Without().With(b.names...)
		return []subspace.Training{t}, err
	}
	var trainings []subspace.Training
	for _, name := range b.names {
		t := j.training
		var err error
		if t.Kernel, err = kernel.Parse(name); err != nil {
			return nil, err
		}
		trainings = append(trainings, t)
	}
	return trainings, nil
}

// some returns at most so many random rows of each class; 0 for all.
func (j *job) some(of inner, rows []int, most int) []int {
	if most == 0 || !j.byClass() {
		return rows
	}
	r := of.draw(j, "inner samples", float64(most)).Rand()
	var kept []int
	for _, class := range trial.ByClass(rows, j.Set.Labels, len(j.Set.Classes)) {
		for _, at := range r.Perm(len(class))[:min(most, len(class))] {
			kept = append(kept, class[at])
		}
	}
	slices.Sort(kept)
	return kept
}

// trainingWith returns the training of cells with what was chosen, or the reason why there is none.
func (j *job) trainingWith(cells []int, made decisions) (subspace.Training, error) {
	t := j.training.Without()
	var err, reason error
	for at, name := range j.training.Names {
		if slices.ContainsFunc(cells, func(i int) bool { return j.specs[i].Score == name }) {
			t.Names, t.Functions = append(t.Names, name), append(t.Functions, j.training.Functions[at])
		}
	}
	for _, i := range cells {
		s := j.specs[i]
		d := made[s.Choice]
		switch {
		case s.Choice == "":
		case d.err != nil:
			reason = d.err
		case s.Kernel == subspace.ChosenKernel:
			if t.Kernel, err = kernel.Parse(d.name); err != nil {
				return t, err
			}
		default:
			if t, err = t.With(d.name); err != nil {
				return t, err
			}
		}
	}
	if len(t.Functions) == 0 || t.Kernel == nil && j.specs[0].Kernel != "" {
		return t, reason
	}
	return t, nil
}

// choiceSeconds estimates fits and tests of all candidates on so many training samples.
func (j *job) choiceSeconds(training float64) float64 {
	seconds := 0.0
	for _, b := range j.batches {
		n, folds := training, float64(b.folds)
		if b.samples > 0 {
			n = min(n, float64(len(b.load.Groups)*b.samples))
		}
		fits := folds
		if b.load.Kernel == subspace.ChosenKernel {
			fits *= float64(len(b.names)) // each kernel needs its own fit
		}
		inner := n - n/folds
		seconds += fits * (b.load.Fit(inner).Seconds + b.load.Test(n/folds, inner, len(b.load.Scores)))
	}
	return seconds
}
