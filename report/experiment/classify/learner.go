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

// A job computes the cells of one training.
type job struct {
	trial.Job
	specs       []spec
	classifiers []classifier // of each cell
	training    subspace.Training
}

func newJob(w experiment.Work[spec]) (experiment.Job, error) {
	j := &job{specs: w.Specs}
	j.Cells, j.Learner, j.Data = w.Cells, j, w.Data
	for i, c := range w.Cells {
		s := &w.Specs[i]
		classifier, err := parse(s.Classifier)
		if err != nil {
			return nil, err
		}
		s.Command = c.Command
		j.classifiers, j.Conditions = append(j.classifiers, classifier), append(j.Conditions, s.Conditions)
	}
	if j.features() == raw {
		return j, nil
	}
	var err error
	j.training, err = subspace.NewTraining(j.fitSpec(), w.Cells[0].Seed,
		words.Each(j.specs, func(s spec) string { return s.Score }))
	return j, err
}

// fitSpec says how the components of all cells are fitted.
func (j *job) fitSpec() subspace.Spec {
	s := j.specs[0].Spec
	s.Components = max(s.Components, j.specs[0].Extracted)
	return s
}

func (j *job) features() string { return j.specs[0].Features }

// Title says what is computed.
func (j *job) Title() string { return j.Data.Title + ", classification" }

// fitted is what was trained on a part.
type fitted struct {
	job        *job
	fits       subspace.Classes // one for each class, or one for all
	predictors map[string]predictor
	failures   map[string]error // of predictors that could not be trained
	ends       map[string]*experiment.Ends
	samples    float64 // trained on
}

// Fit fits the components and trains the classifiers of some cells.
func (j *job) Fit(
	ctx context.Context, x trial.Executor, p trial.Part, cells []int, _ trial.Fitted,
) (trial.Fitted, error) {
	f := &fitted{job: j, predictors: map[string]predictor{}, failures: map[string]error{},
		ends: map[string]*experiment.Ends{}, samples: float64(len(p.Train))}
	if err := f.fit(ctx, x, p); err != nil {
		return nil, err
	}
	samples := f.project(trial.RowsOf(j.Set.Samples, p.Train))
	labels := trial.LabelsOf(j.Set, p.Train)
	for _, cell := range cells {
		key := j.predictorOf(cell)
		at := j.scoreOf(cell)
		if f.predictors[key] != nil || f.failures[key] != nil || f.fits.Failure(at) != nil {
			continue
		}
		f.ends[key] = &experiment.Ends{}
		err := x.Each(ctx, 1, experiment.Cost{}, func(int) error {
			t := training{features: samples.features(cell), labels: labels, ends: f.ends[key]}
			if j.features() == perClass {
				t.models, t.present = f.fits.Models([]int{at}), f.fits.Labels
			}
			if p, err := j.classifiers[cell].train(t); err != nil {
				f.failures[key] = err // of this classifier alone
			} else {
				f.predictors[key] = p
			}
			return ctx.Err()
		})
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}

// fit fits the components that the features are coordinates on.
func (f *fitted) fit(ctx context.Context, x trial.Executor, p trial.Part) error {
	j := f.job
	if j.features() == raw {
		return nil
	}
	rows := [][]int{p.Train}
	f.fits.Labels = []int{0}
	if j.features() == perClass {
		f.fits.Labels, f.fits.Names = nil, j.Set.Classes
		rows = nil
		for class, members := range trial.ByClass(p.Train, j.Set.Labels, len(j.Set.Classes)) {
			if len(members) > 0 {
				f.fits.Labels, rows = append(f.fits.Labels, class), append(rows, members)
			}
		}
	}
	f.fits.Fits = make([]*subspace.Fit, len(rows))
	return x.Each(ctx, len(rows), j.fitCost(float64(len(p.Train))), func(i int) (err error) {
		f.fits.Fits[i], err = j.training.Of(p.Repetition).Fit(ctx, trial.RowsOf(j.Set.Samples, rows[i]))
		return err
	})
}

// scoreOf is the place of a cell's score among those trained.
func (j *job) scoreOf(cell int) int { return max(j.training.At(j.specs[cell].Score), 0) }

// predictorOf names what a cell is predicted by.
func (j *job) predictorOf(cell int) string {
	s := j.specs[cell]
	return fmt.Sprintf("%s %s %d %s", s.Score, s.Classifier, s.Components, s.Divisor)
}

// projected are samples with their coordinates on the components of scores, once asked for.
type projected struct {
	fitted  *fitted
	samples *mat.Dense
	onto    map[int][]*mat.Dense // by score, for each fit
}

func (f *fitted) project(samples *mat.Dense) *projected {
	return &projected{f, samples, map[int][]*mat.Dense{}}
}

// features are those of a cell: its coordinates on the components of all fits side by side.
func (p *projected) features(cell int) *mat.Dense {
	j := p.fitted.job
	if j.features() == raw {
		return p.samples
	}
	at := j.scoreOf(cell)
	if p.onto[at] == nil {
		for _, fit := range p.fitted.fits.Fits {
			p.onto[at] = append(p.onto[at], fit.Coordinates(at, p.samples))
		}
	}
	var all *mat.Dense
	for _, z := range p.onto[at] {
		rows, columns := z.Dims()
		z = z.Slice(0, rows, 0, min(columns, j.specs[cell].Components)).(*mat.Dense)
		if all == nil {
			all = z
			continue
		}
		both := &mat.Dense{}
		both.Augment(all, z)
		all = both
	}
	if divisor := j.specs[cell].Divisor; divisor != "" {
		l := p.fitted.samples
		if divisor == "l-1" {
			l--
		}
		scaled := &mat.Dense{}
		scaled.Scale(math.Sqrt(l), all)
		all = scaled
	}
	return all
}

// Outcome says how the fits and the classifier of a cell ended.
func (f *fitted) Outcome(cell int) trial.Outcome {
	key, at := f.job.predictorOf(cell), f.job.scoreOf(cell)
	o := trial.Outcome{Failure: f.failures[key]}
	if f.job.features() != raw {
		o.Failure = cmp.Or(f.fits.Failure(at), o.Failure)
		o.Ends = f.fits.Ends(at, f.job.specs[cell].Components)
	}
	if ends := f.ends[key]; ends != nil {
		o.Ends.Merge(*ends)
	}
	return o
}

// A tester tests samples for some cells.
type tester struct {
	fitted *fitted
	cells  []int
}

// Tester returns what tests samples for some of the cells.
func (f *fitted) Tester(cells []int) (trial.Tester, error) { return tester{f, cells}, nil }

// Sums counts the samples that are classified right.
func (t tester) Sums(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
	j := t.fitted.job
	sums := make([][]float64, len(t.cells))
	projected := t.fitted.project(samples)
	right := map[string]float64{} // by predictor
	for i, cell := range t.cells {
		key := j.predictorOf(cell)
		p := t.fitted.predictors[key]
		if p == nil {
			sums[i] = []float64{0} // its fit or training failed, as the outcome says
			continue
		}
		count, counted := right[key]
		if !counted {
			classes, err := p(ctx, samples, projected.features(cell))
			if err != nil {
				return nil, err
			}
			count = float64(trial.Right(classes, trial.LabelsOf(j.Set, rows)))
			right[key] = count
		}
		sums[i] = []float64{count}
	}
	return sums, nil
}

// Values makes the measures of the sums.
func (j *job) Values(sums []float64, samples int) map[string]float64 {
	return trial.RateValues(sums[0], samples)
}

// fits is the number of fits to a training set.
func (j *job) fits() float64 {
	if j.features() == perClass {
		return float64(max(len(j.Data.Classes), 1))
	}
	return 1
}

// fitCost estimates one of the fits.
func (j *job) fitCost(training float64) experiment.Cost {
	if j.features() == raw {
		return experiment.Cost{}
	}
	return j.fitSpec().FitCost(j.training.Names, training/j.fits(), float64(j.Data.Features), 1)
}

// TrainingCost estimates the fits to so many samples and the training of the classifiers.
func (j *job) TrainingCost(training float64) experiment.Cost {
	c := j.fitCost(training)
	c.Seconds *= j.fits()
	for i, of := range j.classifiers {
		if of.learning != nil {
			c.Seconds += of.learning(training, j.width(i))
		}
	}
	return c
}

// width is the number of features of a cell.
func (j *job) width(cell int) float64 {
	if j.features() == raw {
		return float64(j.Data.Features)
	}
	return j.fits() * float64(j.specs[cell].Components)
}

// TestSeconds estimates the projections and the classifiers.
func (j *job) TestSeconds(samples, training float64, _ int) float64 {
	seconds := 0.0
	if j.features() != raw {
		seconds = j.fits() * j.fitSpec().TestCost(len(j.training.Names), samples, training/j.fits(),
			float64(j.Data.Features), false)
	}
	for i, c := range j.classifiers {
		seconds += samples * c.seconds(training, j.width(i))
	}
	return seconds
}
