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
	"gpca/report/words"
)

type job struct {
	trial.Job
	cells    []cell
	training subspace.Training // no scores if features are raw
	load     subspace.Load
	features string
}

type cell struct {
	spec
	classifier classifier
	predictor  string // equal for cells with the same predictions
	score      int    // its index in the training
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
		c := cell{spec: s, score: max(j.training.At(s.Score), 0)}
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
	scaling subspace.Scaling
	classes subspace.Classes
	learned map[string]*learned
	samples float64 // number of training samples
}

// learned is a trained classifier, or its failure.
type learned struct {
	predict predictor
	failure error
	ends    experiment.Ends
}

func (j *job) Fit(
	ctx context.Context, x trial.Executor, p trial.Part, cells []int, _ trial.Fitted,
) (trial.Fitted, error) {
	f := &fitted{job: j, learned: map[string]*learned{}, samples: float64(len(p.Train))}
	train, scaling, _, err := j.cells[0].Samples(ctx, &j.Job, p)
	if err != nil {
		return nil, err
	}
	f.scaling = scaling
	if j.features != raw {
		groups, names := j.Groups(p.Train, j.features == perClass)
		f.classes, err = j.training.Of(p.Repetition).FitEach(ctx, x, j.load, train, groups, names)
		if err != nil {
			return nil, err
		}
	}
	samples := f.project(train, p.Train)
	labels := trial.LabelsOf(j.Set, p.Train)
	for _, i := range cells {
		c := j.cells[i]
		if f.learned[c.predictor] != nil || f.classes.Failure(c.score) != nil {
			continue
		}
		l := &learned{}
		f.learned[c.predictor] = l
		err := x.Each(ctx, 1, experiment.Cost{}, func(int) error {
			t := training{features: samples.features(c), labels: labels, ends: &l.ends}
			if j.features == perClass {
				t.models, t.present = f.classes.Models([]int{c.score}), f.classes.Labels
			}
			l.predict, l.failure = c.classifier.train(t)
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}

// projected are samples with their coordinates on the components of scores, computed on demand.
type projected struct {
	*fitted
	samples *mat.Dense
	rows    []int                // of the samples, those that count
	onto    map[int][]*mat.Dense // by score, for each fit
}

func (f *fitted) project(samples *mat.Dense, rows []int) *projected {
	if f.features == raw {
		samples = trial.RowsOf(samples, rows)
	}
	return &projected{f, samples, rows, map[int][]*mat.Dense{}}
}

// features returns the coordinates of a cell on the components of all fits, side by side.
func (p *projected) features(c cell) *mat.Dense {
	if c.Features == raw {
		return p.samples
	}
	if p.onto[c.score] == nil {
		for _, fit := range p.classes.Fits {
			p.onto[c.score] = append(p.onto[c.score], fit.Coordinates(c.score, p.samples, p.rows))
		}
	}
	var all *mat.Dense
	for _, z := range p.onto[c.score] {
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
		l := p.fitted.samples
		if c.Divisor == "l-1" {
			l--
		}
		scaled := &mat.Dense{}
		scaled.Scale(math.Sqrt(l), all)
		all = scaled
	}
	return all
}

func (f *fitted) Outcome(i int) trial.Outcome {
	c := f.cells[i]
	o := trial.Outcome{Failure: f.classes.Failure(c.score), Ends: f.classes.Ends(c.score, c.Components)}
	if l := f.learned[c.predictor]; l != nil {
		o.Failure = cmp.Or(o.Failure, l.failure)
		o.Ends.Merge(l.ends)
	}
	return o
}

// Tester counts correctly classified samples.
func (f *fitted) Tester(cells []int) trial.Tester {
	return func(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
		samples = f.scaling.Divide(samples)
		projected, labels := f.project(samples, trial.Every(len(rows))), trial.LabelsOf(f.Set, rows)
		right := map[string][]float64{} // by predictor
		sums := make([][]float64, len(cells))
		for i, at := range cells {
			c := f.cells[at]
			l := f.learned[c.predictor]
			if l == nil || l.failure != nil {
				sums[i] = []float64{0} // Outcome has the failure
				continue
			}
			if right[c.predictor] == nil {
				classes, err := l.predict(ctx, samples, projected.features(c))
				if err != nil {
					return nil, err
				}
				right[c.predictor] = []float64{float64(trial.Right(classes, labels))}
			}
			sums[i] = right[c.predictor]
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
