package grid

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/choice"
	"gpca/report/noise"
	"gpca/solver"
	"gpca/solver/kernel"
)

// A batch is what is measured together for some choices: candidates that are
// judged on the same folds of the same training samples, so that one pass fits
// them all and their comparison is paired.
type batch struct {
	folds, samples int
	names          []string // of scores, or of the kernels of a group that chooses its kernel
}

// batchesOf collects what the choices of cells have to measure. A choice that cannot
// be read is left out; prepareChoices reports it.
func batchesOf(cells []Cell) []batch {
	var batches []batch
	for _, c := range cells {
		chosen, err := choice.Parse(c.Choice)
		if err != nil {
			continue
		}
		at := slices.IndexFunc(batches, func(b batch) bool { return b.folds == chosen.Folds && b.samples == chosen.Samples })
		if at < 0 {
			at = len(batches)
			batches = append(batches, batch{folds: chosen.Folds, samples: chosen.Samples})
		}
		for _, name := range chosen.Measured() {
			if !slices.Contains(batches[at].names, name) {
				batches[at].names = append(batches[at].names, name)
			}
		}
	}
	return batches
}

// scoreChoices lists the group's choices of a score, each once.
func (g Group) scoreChoices() []string {
	var choices []string
	for _, c := range g.Cells {
		if c.Choice != "" && c.Score == "" && !slices.Contains(choices, c.Choice) {
			choices = append(choices, c.Choice)
		}
	}
	return choices
}

// prepareChoices resolves the choices of the group's cells.
func (j *job) prepareChoices() error {
	j.choices = map[string]choice.Choice{}
	for _, cell := range j.group.Cells {
		if cell.Choice == "" {
			continue
		}
		c, err := choice.Parse(cell.Choice)
		if err != nil {
			return err
		}
		j.choices[cell.Choice] = c
	}
	return nil
}

// inner names the training set that is divided into folds for a choice, so that
// its folds are drawn by themselves, the same for every method and worker.
type inner struct {
	repetition int
	fold       int // of the outer cross-validation, counted from 1; 0 without one
	images     int // dummy images among the samples
}

func (i inner) draw(j *job, what string, level float64) noise.Draw {
	switch {
	case i.fold > 0:
		what += fmt.Sprintf(" of fold %d", i.fold)
	case i.images > 0:
		what += fmt.Sprintf(" with %d dummy images", i.images)
	}
	return noise.Draw{Seed: j.group.Cells[0].Seed, Dataset: j.set.Name, Noise: what, Level: level, Repetition: i.repetition}
}

// A decision is what a choice came to, or why it came to nothing.
type decision struct {
	name string
	err  error
}

// decisions are keyed by Cell.Choice.
type decisions map[string]decision

// An each runs measure for every fold, on one processor or on all.
type each func(folds int, measure func(fold int) error) error

// serially measures fold after fold on the caller's processor.
func serially(folds int, measure func(fold int) error) error {
	for fold := range folds {
		if err := measure(fold); err != nil {
			return err
		}
	}
	return nil
}

// choose makes the choices of some of the group's cells from the training rows alone,
// by how many samples are classified right that were held out.
func (j *job) choose(ctx context.Context, cells []Cell, of inner, train []int, each each) (decisions, error) {
	return j.decide(cells, func(b batch) ([]float64, error) {
		rows := j.some(of, train, b.samples)
		return j.measure(of, b, len(rows), each, func(t training, kept, held []int) ([]float64, error) {
			fits, err := j.fitRows(ctx, t, pick(rows, kept))
			if err != nil {
				return nil, err
			}
			held = pick(rows, held)
			right, err := countRight(ctx, fits.models(every(t)), fits.classes, rowsOf(j.set.Samples, held), held, j.set.Labels)
			if err != nil {
				return nil, err
			}
			measured := make([]float64, len(right))
			for m, n := range right {
				measured[m] = float64(n)
				if fits.failure(m, j.set.Classes) != nil {
					measured[m] = math.NaN()
				}
			}
			return measured, nil
		})
	})
}

// chooseByError makes the choices where samples have no classes, by how well
// samples are reconstructed that were held out. Outliers are among them: nobody
// knows which they are.
func (j *job) chooseByError(ctx context.Context, cells []Cell, of inner, metric string, samples *mat.Dense) (decisions, error) {
	rows, _ := samples.Dims()
	if len(batchesOf(cells)) > 0 {
		// Every inner fold does without the features.
		var err error
		if samples, err = solver.Coordinates(samples); err != nil {
			return nil, err
		}
	}
	return j.decide(cells, func(b batch) ([]float64, error) {
		return j.measure(of, b, rows, serially, func(t training, kept, held []int) ([]float64, error) {
			fit, err := j.fit(ctx, t, rowsOf(samples, kept))
			if err != nil {
				return nil, err
			}
			measured := reconstructionError(metric, fit.model(every(t)), rowsOf(samples, held))
			for m := range measured {
				measured[m] *= -float64(len(held)) // the larger the better
				if fit.failures[m] != nil {
					measured[m] = math.NaN()
				}
			}
			return measured, nil
		})
	})
}

// decide measures every batch and makes all choices of the cells.
func (j *job) decide(cells []Cell, measure func(batch) ([]float64, error)) (decisions, error) {
	made := decisions{}
	for _, b := range batchesOf(cells) {
		measured, err := measure(b)
		if err != nil {
			return nil, fmt.Errorf("choosing a parameter: %w", err)
		}
		for _, cell := range cells {
			c := j.choices[cell.Choice]
			if _, done := made[cell.Choice]; done || cell.Choice == "" || c.Folds != b.folds || c.Samples != b.samples {
				continue
			}
			name, err := c.Decide(func(name string) float64 {
				if at := slices.Index(b.names, name); at >= 0 {
					return measured[at]
				}
				return math.NaN()
			})
			made[cell.Choice] = decision{name, err}
		}
	}
	return made, nil
}

// measure divides n samples at random into the folds of a batch and sums, for each
// of its names, what test finds on every fold after training on the others. Test
// gets places among the n samples and returns a number for each score of the
// training.
func (j *job) measure(of inner, b batch, n int, each each, test func(t training, kept, held []int) ([]float64, error)) ([]float64, error) {
	if n < b.folds {
		return nil, fmt.Errorf("%d training samples are too few for %d folds", n, b.folds)
	}
	trainings, err := j.candidates(b)
	if err != nil {
		return nil, err
	}
	order := of.draw(j, "inner folds", float64(b.folds)).Rand().Perm(n)
	byFold := make([][]float64, b.folds)
	err = each(b.folds, func(fold int) error {
		var kept, held []int
		for position, at := range order {
			if position%b.folds == fold {
				held = append(held, at)
			} else {
				kept = append(kept, at)
			}
		}
		// In the order of the data, whatever the order of the draw: among equal
		// samples, the first starts an iteration.
		slices.Sort(kept)
		slices.Sort(held)
		for _, t := range trainings {
			measured, err := test(t, kept, held)
			if err != nil {
				return fmt.Errorf("inner fold %d: %w", fold+1, err)
			}
			byFold[fold] = append(byFold[fold], measured...)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	total := make([]float64, len(b.names))
	for _, measured := range byFold { // in order: sums round
		for i, v := range measured {
			total[i] += v
		}
	}
	return total, nil
}

// candidates are the trainings that together measure a batch's names in order: one
// with all scores, or one for each kernel.
func (j *job) candidates(b batch) ([]training, error) {
	t := j.training
	if j.group.Cells[0].Kernel != chosenKernel {
		t.names, t.scores = nil, nil
		for _, name := range b.names {
			var err error
			if t, err = t.with(name); err != nil {
				return nil, err
			}
		}
		return []training{t}, nil
	}
	var trainings []training
	for _, name := range b.names {
		var err error
		if t.kernel, err = kernel.Parse(name); err != nil {
			return nil, err
		}
		trainings = append(trainings, t)
	}
	return trainings, nil
}

// some returns at most a number of the rows of each class, drawn at random, in
// order; all for 0.
func (j *job) some(of inner, rows []int, most int) []int {
	if most == 0 {
		return rows
	}
	r := of.draw(j, "inner samples", float64(most)).Rand()
	var kept []int
	for _, class := range byClass(rows, j.set.Labels, len(j.set.Classes)) {
		for _, at := range r.Perm(len(class))[:min(most, len(class))] {
			kept = append(kept, class[at])
		}
	}
	slices.Sort(kept)
	return kept
}

// trainingWith is the training of some of the group's cells with what was chosen for
// them. Without any score left, the reason is the error.
func (j *job) trainingWith(cells []Cell, made decisions) (training, error) {
	t := j.training.of(cells)
	var reason error
	for _, cell := range cells { // not over the map, which has no order
		d := made[cell.Choice]
		switch {
		case cell.Choice == "":
		case d.err != nil:
			reason = d.err
		case cell.Kernel == chosenKernel:
			var err error
			if t.kernel, err = kernel.Parse(d.name); err != nil {
				return t, err
			}
		default:
			var err error
			if t, err = t.with(d.name); err != nil {
				return t, err
			}
		}
	}
	if len(t.scores) == 0 || t.kernel == nil && j.group.Cells[0].Kernel != "" {
		return t, reason
	}
	return t, nil
}

// A selection says which fits of a training some cells rest on.
type selection struct {
	scores []int    // of the training, each once
	places []int    // of each cell's score among scores
	picked []string // what each cell's choice came to, empty without one
	errs   []error  // why a cell's choice came to nothing
}

// selection selects the scores of cells, with what was chosen for the training.
func (t training) selection(cells []Cell, made decisions) selection {
	s := selection{places: make([]int, len(cells)), picked: make([]string, len(cells)), errs: make([]error, len(cells))}
	for i, cell := range cells {
		name := cell.Score
		if cell.Choice != "" {
			d := made[cell.Choice]
			s.picked[i], s.errs[i] = d.name, d.err
			if name == "" {
				name = d.name
			}
		}
		at := max(t.at(name), 0) // any fit stands in for that of a choice that failed
		place := slices.Index(s.scores, at)
		if place < 0 {
			place = len(s.scores)
			s.scores = append(s.scores, at)
		}
		s.places[i] = place
	}
	return s
}

// ofCells spreads values of the selected scores over the cells.
func ofCells[T any](s selection, values []T) []T {
	spread := make([]T, len(s.places))
	for i, place := range s.places {
		spread[i] = values[place]
	}
	return spread
}

// every lists the scores of a training.
func every(t training) []int {
	all := make([]int, len(t.scores))
	for i := range all {
		all[i] = i
	}
	return all
}

// pick returns the entries of list at the given places.
func pick(list, places []int) []int {
	picked := make([]int, len(places))
	for i, at := range places {
		picked[i] = list[at]
	}
	return picked
}
