package classify

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/statistics"
	"gpca/report/words"
)

type job struct {
	trial.Job
	cells    []cell
	training subspace.Training // no functions if features are raw
	load     subspace.Load
	features string
}

type cell struct {
	spec
	classifier classifier
	predictor  string // equal for cells with the same predictions
}

func newJob(w experiment.Work[spec]) (experiment.Job, error) {
	first := w.Specs[0]
	j := &job{features: first.Features}
	j.Cells, j.Learner, j.Data = w.Cells, j, w.Data
	fit := first.Spec
	fit.Components, fit.Command = max(first.Components, first.Extracted), w.Cells[0].Command
	j.load = subspace.NewLoad(fit, j.Data, j.features == perClass)
	var err error
	if j.features == raw {
		j.load.Groups = nil
	} else {
		scores := words.Each(w.Specs, func(s spec) string { return s.Score })
		if j.training, err = subspace.NewTraining(fit, w.Cells[0].Seed, scores); err != nil {
			return nil, err
		}
		j.load = j.load.By(j.training.Names...)
	}
	for _, s := range w.Specs {
		c := cell{spec: s}
		if c.classifier, err = parse(s.Classifier); err != nil {
			return nil, err
		}
		c.predictor = fmt.Sprintf("%s %s %d %s", s.Score, s.Classifier, s.Components, s.Divisor)
		j.cells, j.Conditions = append(j.cells, c), append(j.Conditions, s.Conditions)
	}
	return j, nil
}

func (j *job) Title() string { return j.Data.Title + ", classification" }

type fitted struct {
	*job
	part    trial.Part
	train   *mat.Dense // samples of the data set, as they are trained on
	scaling subspace.Scaling
	classes subspace.Classes
	trained subspace.Training
	learned map[string]*learned // by predictor
}

// learned is a trained classifier, or its failure.
type learned struct {
	predict predictor
	failure error
	ends    experiment.Ends
}

func (j *job) Fit(ctx context.Context, x trial.Executor, p trial.Part, cells []int) (trial.Fitted, error) {
	f := &fitted{job: j, part: p, trained: j.training, learned: map[string]*learned{}}
	var err error
	if f.train, f.scaling, _, err = j.cells[0].Samples(ctx, &j.Job, p); err != nil {
		return nil, err
	}
	if j.features != raw {
		if f.classes, err = f.fit(ctx, x, f.trained); err != nil {
			return nil, err
		}
	}
	return f, f.learn(ctx, x, p.Train, words.Each(cells, func(i int) trial.Fit { return trial.Fit{Cell: i} }))
}

func (f *fitted) fit(ctx context.Context, x trial.Executor, t subspace.Training) (subspace.Classes, error) {
	groups, names := f.Groups(f.part.Train, f.features == perClass)
	return t.Of(f.part.Repetition).FitEach(ctx, x, f.load, f.train, groups, names)
}

// learn trains the classifiers of fits on rows.
func (f *fitted) learn(ctx context.Context, x trial.Executor, rows []int, fits []trial.Fit) error {
	samples := f.project(f.train, rows)
	labels := trial.LabelsOf(f.Set, rows)
	for _, of := range fits {
		c, score, predictor := f.of(of)
		if f.learned[predictor] != nil || f.classes.Failure(score) != nil {
			continue
		}
		l := &learned{}
		f.learned[predictor] = l
		err := x.Each(ctx, 1, experiment.Cost{}, func(int) error {
			t := training{features: samples.features(c, score), labels: labels, ends: &l.ends}
			if f.features == perClass {
				t.models, t.present = f.classes.Models([]int{score}), f.classes.Labels
			}
			l.predict, l.failure = c.classifier.train(t)
			return ctx.Err()
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Refit trains classifiers on samples in another order, too: their iterations may stop before they settle.
func (f *fitted) Refit(ctx context.Context, x trial.Executor, refits []trial.Fit) error {
	again := f.trained.Again(f.classes)
	byNumber := map[int][]trial.Fit{}
	for _, r := range refits {
		byNumber[r.Refit] = append(byNumber[r.Refit], r)
		if f.features != raw {
			again = f.trained.Refits(again, f.cells[r.Cell].Score, r.Refit)
		}
	}
	if len(again.Functions) > 0 {
		classes, err := f.fit(ctx, x, again)
		if err != nil {
			return err
		}
		f.trained = f.classes.Append(classes, f.trained, again)
	}
	for number, fits := range byNumber {
		if err := f.learn(ctx, x, f.Ordered(f.part, number).Train, fits); err != nil {
			return err
		}
	}
	return nil
}

// of returns the cell of a fit, the index of its function in the training, and the name of what is learned.
func (f *fitted) of(fit trial.Fit) (c cell, score int, predictor string) {
	c = f.cells[fit.Cell]
	return c, max(f.trained.AtRefit(c.Score, fit.Refit), 0), fmt.Sprintf("%s %d", c.predictor, fit.Refit)
}

// projected are samples with their coordinates on the components of functions, computed on demand.
type projected struct {
	*fitted
	samples *mat.Dense
	rows    []int                // of the samples, those that count
	onto    map[int][]*mat.Dense // by function, for each fit
}

func (f *fitted) project(samples *mat.Dense, rows []int) *projected {
	if f.features == raw {
		samples = trial.RowsOf(samples, rows)
	}
	return &projected{f, samples, rows, map[int][]*mat.Dense{}}
}

// features returns the coordinates of a cell on the components of all fits, side by side, nil where its classifier takes
// the subspaces alone.
func (p *projected) features(c cell, score int) *mat.Dense {
	switch {
	case c.Features == raw:
		return p.samples
	case c.classifier.reconstructs:
		return nil
	}
	if p.onto[score] == nil {
		for _, fit := range p.classes.Fits {
			p.onto[score] = append(p.onto[score], fit.Coordinates(score, p.samples, p.rows))
		}
	}
	var all *mat.Dense
	for _, z := range p.onto[score] {
		rows, columns := z.Dims()
		z = z.Slice(0, rows, 0, min(columns, c.Components)).(*mat.Dense)
		if all == nil {
			all = z
			continue
		}
		both := &mat.Dense{}
		both.Augment(all, z)
		all = both
	}
	if c.Divisor != "" {
		l := float64(len(p.part.Train))
		if c.Divisor == "l-1" {
			l--
		}
		scaled := &mat.Dense{}
		scaled.Scale(math.Sqrt(l), all)
		all = scaled
	}
	return all
}

func (f *fitted) Outcome(fit trial.Fit) trial.Outcome {
	c, score, predictor := f.of(fit)
	o := trial.Outcome{Failure: f.classes.Failure(score), Ends: f.classes.Ends(score, c.Components)}
	if l := f.learned[predictor]; l != nil {
		o.Failure = cmp.Or(o.Failure, l.failure)
		o.Ends.Merge(l.ends)
	}
	return o
}

// Tester counts correctly classified samples.
func (f *fitted) Tester(fits []trial.Fit) trial.Tester {
	return func(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
		samples = f.scaling.Divide(samples)
		projected, labels := f.project(samples, statistics.Indices(len(rows))), trial.LabelsOf(f.Set, rows)
		right := map[string][]float64{} // by predictor
		sums := make([][]float64, len(fits))
		for i, fit := range fits {
			c, score, predictor := f.of(fit)
			l := f.learned[predictor]
			if l == nil || l.failure != nil {
				sums[i] = []float64{0} // Outcome has the failure
				continue
			}
			if right[predictor] == nil {
				classes, err := l.predict(ctx, samples, projected.features(c, score))
				if err != nil {
					return nil, err
				}
				right[predictor] = []float64{float64(trial.Right(classes, labels))}
			}
			sums[i] = right[predictor]
		}
		return sums, nil
	}
}

func (j *job) Values(parts [][]float64, samples int) map[string]float64 {
	return trial.RateValues(trial.Total(parts)[0], samples)
}

func (j *job) TrainingCost(training float64) experiment.Cost {
	cost := j.load.Fit(training)
	for _, c := range j.cells {
		cost.Seconds += 1e-9 * training * training * (0.02*j.width(c) + c.classifier.pair)
	}
	return cost
}

func (j *job) width(c cell) float64 {
	if j.features == raw {
		return j.load.Features
	}
	return float64(len(j.load.Groups) * c.Components)
}

func (j *job) TestSeconds(samples, training float64, _ int) float64 {
	seconds := j.load.Test(samples, training, len(j.load.Scores))
	for _, c := range j.cells {
		seconds += 1e-9 * samples * training * (0.05*j.width(c) + 2)
	}
	return seconds
}
