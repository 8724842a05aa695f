package detect

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver/robust"
)

// Curves is the artifact of ROC curves, repetitions × shares of regular samples: the share of outliers that are found
// at 0, 1, … of curvePoints − 1 equal parts of false alarms.
const (
	Curves      = "roc"
	curvePoints = 101
)

type job struct {
	experiment.Work[spec]
	training subspace.Training
	load     subspace.Load
}

func newJob(w experiment.Work[spec]) (experiment.Job, error) {
	scores := words.Each(w.Specs, func(s spec) string { return s.Score })
	training, load, err := subspace.Prepare(w.Specs[0].Spec, w.Cells, scores, w.Data)
	return &job{w, training, load}, err
}

func (j *job) Title() string { return j.Data.Title + ", outliers" }

// one is the cost of a repetition, which has a copy of the samples.
func (j *job) one() experiment.Cost {
	c := j.load.Fit(float64(j.Data.Samples))
	c.Seconds += j.load.Test(float64(j.Data.Samples), 0, len(j.training.Names))
	c.Bytes += int64(8 * j.Data.Samples * j.Data.Features)
	return c
}

func (j *job) Cost() experiment.Cost {
	c := j.one()
	c.Seconds *= float64(j.Cells[0].Repetitions)
	return c
}

// Run fits and rates every repetition as a unit of work.
func (j *job) Run(ctx context.Context, env experiment.Env) error {
	repetitions := j.Cells[0].Repetitions
	drawn := make([][]outcome, repetitions)
	err := env.Each(ctx, repetitions, j.one(), func(i int) (err error) {
		drawn[i], err = j.repeat(ctx, env.Set(), i)
		if err != nil && repetitions > 1 {
			err = fmt.Errorf("repetition %d: %w", i+1, err)
		}
		return err
	})
	if err != nil {
		return err
	}
	results := j.Results()
	for at := range results {
		r := &results[at]
		r.Values = map[string][]float64{}
		curves := experiment.Array{Shape: []int{repetitions, curvePoints}}
		failures := make([]error, repetitions)
		for i := range drawn {
			o := drawn[i][at]
			r.Ends.Merge(o.ends)
			failures[i] = o.err
			for name, v := range o.values {
				if r.Values[name] == nil {
					r.Values[name] = make([]float64, repetitions)
				}
				r.Values[name][i] = v
			}
			curves.Data = append(curves.Data, o.curve...)
		}
		if r.FailIn(failures); r.Failure+r.Inapplicable == "" {
			r.Artifacts = map[string]experiment.Array{Curves: curves}
		}
	}
	return env.Emit(results)
}

// An outcome is what a repetition of a cell yields.
type outcome struct {
	ends   experiment.Ends
	values map[string]float64
	curve  []float64
	err    error
}

// repeat plants outliers, fits, and rates.
func (j *job) repeat(ctx context.Context, set *dataset.Set, repetition int) ([]outcome, error) {
	samples, outlying, cells, err := j.outliers(ctx, set, repetition)
	if err != nil {
		return nil, err
	}
	fitted := samples
	if test, train := j.divide(set, len(outlying), repetition); test != nil {
		fitted, samples = trial.RowsOf(samples, train), trial.RowsOf(samples, test)
		outlying = words.Each(test, func(row int) bool { return outlying[row] })
	}
	if !slices.Contains(outlying, true) || !slices.Contains(outlying, false) {
		return nil, errors.New("of the rated samples all or none are outliers: there is nothing to tell apart")
	}
	n, _ := fitted.Dims()
	scaling, err := j.Specs[0].Scaling(fitted, statistics.Indices(n))
	if err != nil {
		return nil, err
	}
	apart := samples != fitted
	fitted = scaling.Divide(fitted)
	rated := fitted
	if apart {
		rated = scaling.Divide(samples)
	}
	training := j.training.Of(repetition)
	if j.Specs[0].Rates() {
		return j.ratedByCommand(ctx, training, fitted, rated, outlying)
	}
	fit, err := training.Fit(ctx, fitted)
	if err != nil {
		return nil, err
	}
	return j.rate(fit, fitted, rated, outlying, cells), nil
}

// rate rates samples for every cell by their distances from a fit. Cells are those that were planted one by one.
func (j *job) rate(fit *subspace.Fit, fitted, rated *mat.Dense, outlying []bool, cells [][2]int) []outcome {
	distances := map[int]map[string][]float64{} // by score
	outcomes := make([]outcome, len(j.Cells))
	for i, s := range j.Specs {
		at := j.training.At(s.Score)
		o := &outcomes[i]
		of, err := fit.Distances(at, fitted, s.Spec)
		if o.ends, o.err = fit.Ends(at, s.Components), err; err != nil {
			continue
		}
		if _, ok := distances[at]; !ok {
			distances[at] = distancesOf(of, fitted, rated)
		}
		values, ok := distances[at][s.Distance]
		switch {
		case ok:
			o.rate(values, outlying, true)
		case s.Distance == eigenvectors:
			o.rate(fromEigenvectors(of, s.Components, fitted, rated), outlying, false)
		case s.Distance == neighbour:
			o.rate(fromNeighbours(fitted, rated), outlying, false)
		default:
			o.err = errSpanned
		}
		if rated == fitted {
			o.rateCells(fit.Flagged, cells)
		}
	}
	return outcomes
}

// divide returns the samples of n to rate and to fit in a repetition, in order; nil if all are both.
func (j *job) divide(set *dataset.Set, n, repetition int) (test, train []int) {
	s := j.Specs[0]
	switch {
	case s.Divisions != nil:
		test = unpack(s.Divisions[repetition], n)
		train = slices.DeleteFunc(statistics.Indices(n), func(row int) bool { return slices.Contains(test, row) })
	case s.Test > 0:
		order := j.draw(set, "test samples", s.Test, repetition).Rand().Perm(n)
		test, train = order[:s.rated(n)], order[s.rated(n):]
		slices.Sort(train) // among equal samples, the first starts an iteration
	}
	return test, train
}

// ratedByCommand rates samples by the distances that a program answers.
func (j *job) ratedByCommand(
	ctx context.Context, t subspace.Training, fitted, rated *mat.Dense, outlying []bool,
) ([]outcome, error) {
	distances, err := t.Command.Distances(ctx, t.Request, fitted, rated)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	outcomes := make([]outcome, len(j.Cells))
	for i := range outcomes {
		if outcomes[i].err = err; err == nil {
			outcomes[i].rate(distances, outlying, false)
		}
	}
	return outcomes, nil
}

func (j *job) draw(set *dataset.Set, what string, level float64, repetition int) noise.Draw {
	return noise.Draw{Seed: j.Cells[0].Seed, Dataset: set.Name, Noise: what, Level: level, Repetition: repetition}
}

// outliers returns the samples of a repetition, which of them are outliers, and which cells, if single ones are
// planted.
func (j *job) outliers(ctx context.Context, set *dataset.Set, repetition int) (*mat.Dense, []bool, [][2]int, error) {
	n, _ := set.Samples.Dims()
	s, outlying := j.Specs[0], make([]bool, n)
	if s.Contamination == "" {
		for i, label := range set.Labels {
			outlying[i] = slices.Contains(s.Outliers, set.Classes[label])
		}
		if s.Taken == "" {
			return set.Samples, outlying, nil, nil
		}
		taken, err := numbers(s.Taken)
		outlying = words.Each(taken, func(row int) bool { return outlying[row] })
		return trial.RowsOf(set.Samples, taken), outlying, nil, err
	}
	kind, err := contamination.Find(s.Contamination)
	if err != nil {
		return nil, nil, nil, err
	}
	scaling, err := s.Scaling(set.Samples, statistics.Indices(n))
	if err != nil {
		return nil, nil, nil, err
	}
	// In the scale of the fit, as where samples are classified.
	planted, err := kind.Plant(ctx, scaling.Divide(set.Samples), contamination.Settings{Level: s.Level, Gamma: s.Gamma,
		Components: s.Components, Image: set.Image}, j.draw(set, kind.Name, s.Level, repetition).Rand())
	if err != nil {
		return nil, nil, nil, err
	}
	for i := range n {
		scaling.Restore(planted.Samples.RawRowView(i))
	}
	for _, row := range planted.Rows {
		outlying[row] = true
	}
	return planted.Samples, outlying, planted.Cells, nil
}

// rateCells measures which of the planted cells are flagged, if there are any and the method flags some.
func (o *outcome) rateCells(flagged []robust.Cell, planted [][2]int) {
	if flagged == nil || planted == nil || o.err != nil {
		return
	}
	right, is := 0.0, map[[2]int]bool{}
	for _, c := range planted {
		is[c] = true
	}
	for _, c := range flagged {
		if is[[2]int{c.Row, c.Feature}] {
			right++
		}
	}
	o.values[cellsFound] = 100 * right / float64(len(planted))
	o.values[cellsPrecision] = 100 * right / float64(max(1, len(flagged)))
}

// rate measures distances of samples, which are divided by their cut-off if they have one.
func (o *outcome) rate(distances []float64, outlying []bool, cutOff bool) {
	r := statistics.Rank(distances, outlying)
	for point := range curvePoints {
		o.curve = append(o.curve, r.TrueRateAt(float64(point)/(curvePoints-1)))
	}
	var outliers, others, right, wrong float64
	for i, is := range outlying {
		flagged := 0.0
		if distances[i] > 1 {
			flagged = 1
		}
		if is {
			outliers, right = outliers+1, right+flagged
		} else {
			others, wrong = others+1, wrong+flagged
		}
	}
	o.values = map[string]float64{auc: r.AUC, precision: r.PrecisionAtN}
	if cutOff {
		o.values[found], o.values[falseAlarms] = 100*right/outliers, 100*wrong/others
	}
}
