package reconstruct

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/report/choice"
	"gpca/report/contamination"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/noise"
	"gpca/report/statistics"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/classify"
)

// free clears what cells of one training may differ in: the test, and the function.
func free(s *spec) {
	s.Conditions.Free()
	if s.Patience == solver.DefaultPatience {
		s.Patience = 0 // joins functions that do not wander, which have 0
	}
	if s.Kernel != subspace.ChosenKernel {
		s.Score, s.Choice = "", ""
	}
}

type job struct {
	trial.Job
	specs []spec

	training subspace.Training
	choices  map[string]choice.Choice
	batches  []batch // of the choices of all cells
	load     subspace.Load
}

func newJob(w experiment.Work[spec]) (experiment.Job, error) {
	data := w.Data
	j := &job{choices: map[string]choice.Choice{}, specs: w.Specs}
	j.Cells, j.Learner, j.Data = w.Cells, j, data
	j.Whole, j.Classless = j.geometry(), j.geometry()
	for i, c := range w.Cells {
		w.Specs[i].Command = c.Command
		j.Conditions = append(j.Conditions, w.Specs[i].Conditions)
	}
	first := j.specs[0].Spec
	for _, s := range j.specs {
		first.Patience = max(first.Patience, s.Patience)
	}
	var err error
	scores := words.Each(j.specs, func(s spec) string { return s.Score })
	j.training, err = subspace.NewTraining(first, w.Cells[0].Seed, scores)
	for _, s := range j.specs {
		if s.Choice != "" && err == nil {
			j.choices[s.Choice], err = choice.Parse(s.Choice)
		}
	}
	if err != nil {
		return nil, err
	}
	j.TakesGaps = j.training.Robust != nil && j.training.Robust.Gaps
	fitted := words.Each(j.specs, func(s spec) string { return cmp.Or(s.Score, s.Choice) })
	j.load = subspace.NewLoad(first, data, j.byClass()).By(words.AppendNew(nil, fitted...)...)
	if first.Predicts() {
		c := j.load.One(float64(data.Samples))
		j.Test = &c
	}
	j.batches = j.batchesOf(j.specs)
	for i, b := range j.batches {
		if j.batches[i].load = j.load; first.Kernel != subspace.ChosenKernel {
			j.batches[i].load = j.load.By(b.names...)
		}
	}
	return j, nil
}

func (j *job) Title() string {
	if j.specs[0].Spec.Kernel != "" {
		return j.Data.Title + ", kernel"
	}
	return j.Data.Title
}

func (j *job) contaminates() bool { return j.Conditions[0].Split == "contamination" }

// byClass reports whether each class has its own subspace.
func (j *job) byClass() bool { return !j.contaminates() && len(j.Data.Classes) > 0 }

func (j *job) geometry() bool { return j.specs[0].Geometry }

type fitted struct {
	job     *job
	part    trial.Part
	samples *mat.Dense // of the data set, as they are trained on
	// scaling is that of the training samples, cleanScaling that of clean ones; clean are the classical components
	// of these, for each fit.
	scaling, cleanScaling subspace.Scaling
	clean                 []*mat.Dense
	units                 func() []float64 // spreads of columns of clean training samples

	classes subspace.Classes
	trained subspace.Training
	made    decisions

	models []classify.Model // for the functions below; kept as most tests have the same
	scores []int
}

func (j *job) Fit(ctx context.Context, x trial.Executor, p trial.Part, cells []int) (trial.Fitted, error) {
	f := &fitted{job: j, part: p, units: sync.OnceValue(func() []float64 {
		return contamination.UnitsOf(trial.RowsOf(j.Set.Samples, p.Train)).Spread
	})}
	var err error
	if f.samples, f.scaling, f.cleanScaling, err = j.specs[0].Samples(ctx, &j.Job, p); err != nil {
		return nil, err
	}
	if j.Test != nil {
		return f, nil // the program trains in a test
	}
	samples, rows := f.samples, p.Train
	if j.contaminates() {
		samples = j.contaminated(p)
		n, _ := samples.Dims()
		rows = statistics.Indices(n)
	}
	of := inner{max(p.Repetition, 0), p.Fold, p.Images}
	if f.made, err = j.choose(ctx, x, cells, of, samples, rows); err != nil {
		return nil, err
	}
	if f.trained, err = j.trainingWith(cells, f.made); err != nil {
		return nil, err
	}
	if p.Repetition == trial.All {
		f.expect(cells)
	}
	f.classes, err = j.fit(ctx, x, f.trained.Of(p.Repetition), samples, rows)
	if err == nil && j.geometry() {
		err = f.fitClean(ctx)
	}
	return f, err
}

func (j *job) contaminated(p trial.Part) *mat.Dense {
	if p.Images == 0 {
		return j.Set.Samples
	}
	_, features := j.Set.Samples.Dims()
	draw := noise.Draw{Seed: j.Cells[0].Seed, Dataset: j.Set.Name, Noise: noise.DummyImagesName,
		Level: float64(p.Images), Repetition: p.Repetition}
	var all mat.Dense
	all.Stack(j.Set.Samples, noise.DummyImages(p.Images, features, draw.Rand()))
	return &all
}

// fit fits every class of rows, or all rows together under contamination.
func (j *job) fit(
	ctx context.Context, x trial.Executor, t subspace.Training, samples *mat.Dense, rows []int,
) (subspace.Classes, error) {
	groups, names := j.Groups(rows, j.byClass())
	// FitEach adds the rows of a class to this name. A chosen kernel is not in Training.
	first := j.Cells[0]
	name := fmt.Sprintf("%d %d %s %s %v %+v", first.Schema, first.Version, first.Architecture, Kind.Training(first),
		t.Kernel, t.Settings)
	return t.Keeping(x, name).FitEach(ctx, x, j.load, samples, groups, names)
}

// expect adds the refits of functions that are singular at zero to the training: their iterations wander, and refits
// take less time in the passes of the first fit.
func (f *fitted) expect(cells []int) {
	for _, cell := range cells {
		name, _ := f.scoreOf(cell)
		if at := f.trained.At(name); at >= 0 && at < len(f.trained.Functions) &&
			f.trained.Functions[at].Properties().SingularAtZero {
			for number := range f.job.Cells[cell].Refits {
				f.trained = f.trained.Refits(f.trained, name, number+1)
			}
		}
	}
}

// Refit leaves robust PCA and programs as they are.
func (f *fitted) Refit(ctx context.Context, x trial.Executor, refits []trial.Fit) error {
	again := f.trained.Again(f.classes)
	for _, r := range refits {
		name, _ := f.scoreOf(r.Cell)
		again = f.trained.Refits(again, name, r.Refit)
	}
	if len(again.Functions) == 0 {
		return nil
	}
	classes, err := f.job.fit(ctx, x, again.Of(f.part.Repetition), f.samples, f.part.Train)
	if err == nil {
		f.trained = f.classes.Append(classes, f.trained, again)
	}
	return err
}

// scoreOf returns the name of a cell's function, and the decision.
func (f *fitted) scoreOf(cell int) (name string, d decision) {
	s := f.job.specs[cell].Spec
	if s.Choice != "" {
		d = f.made[s.Choice]
	}
	return cmp.Or(s.Score, d.name), d
}

// at returns the index of the function of a fit in the training, 0 if its choice failed.
func (f *fitted) at(of trial.Fit) int {
	name, _ := f.scoreOf(of.Cell)
	return max(f.trained.AtRefit(name, of.Refit), 0)
}

func (f *fitted) Outcome(of trial.Fit) trial.Outcome {
	_, d := f.scoreOf(of.Cell)
	if d.err != nil || f.classes.Fits == nil { // a program fails in a test
		return trial.Outcome{Failure: d.err}
	}
	at := f.at(of)
	return trial.Outcome{Ends: f.classes.Ends(at, f.job.specs[of.Cell].Components), Failure: f.classes.Failure(at),
		Chosen: d.name, Same: of.Refit > 0 && f.classes.Equals(at, f.at(trial.Fit{Cell: of.Cell}))}
}

// Tester counts correctly classified samples, or sums errors. All fits share noise and products with training samples.
func (f *fitted) Tester(fits []trial.Fit) trial.Tester {
	if f.job.Test != nil {
		return f.byProgram(len(fits))
	}
	var scores []int // distinct
	for _, of := range fits {
		scores = words.AppendNew(scores, f.at(of))
	}
	places := words.Each(fits, func(of trial.Fit) int { return slices.Index(scores, f.at(of)) })
	if !slices.Equal(scores, f.scores) {
		f.models, f.scores = f.classes.Models(scores), scores
	}
	models, angles := f.models, f.angles(scores)
	return func(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
		samples = f.scaling.Divide(samples)
		distinct, err := f.job.sums(ctx, models, f.classes.Labels, samples, rows)
		if err != nil {
			return nil, err
		}
		gaps := f.job.Gaps(f.part, rows)
		for i := range angles {
			distinct[i] = f.measure(scores[i], distinct[i][0], angles[i], samples, rows, gaps)
		}
		return words.Each(places, func(place int) []float64 { return distinct[place] }), nil
	}
}

// byProgram starts the program, which trains and predicts, once for every set of test samples of all cells.
func (f *fitted) byProgram(cells int) trial.Tester {
	set, t := f.job.Set, f.job.training.Of(f.part.Repetition)
	train, labels := trial.RowsOf(f.samples, f.part.Train), trial.LabelsOf(set, f.part.Train)
	return func(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
		samples = f.scaling.Divide(samples)
		predicted, err := t.Command.Predictions(ctx, t.Request, train, labels, samples)
		if err != nil {
			return nil, err
		}
		right := []float64{float64(trial.Right(predicted, trial.LabelsOf(set, rows)))}
		return slices.Repeat([][]float64{right}, cells), nil
	}
}

// sums returns, for each method, the number of samples classified right, or the sums of the errors' norms and
// squared norms. Rows are indices in the data set.
func (j *job) sums(
	ctx context.Context, models []classify.Model, classes []int, samples *mat.Dense, rows []int,
) ([][]float64, error) {
	var sums [][]float64
	if !j.byClass() {
		lengths, squares := classify.SumErrors(models[0], samples)
		for m := range lengths {
			sums = append(sums, []float64{lengths[m], squares[m]})
		}
		return sums, nil
	}
	predicted, err := classify.ByReconstruction(ctx, models, samples)
	if err != nil {
		return nil, err
	}
	labels := trial.LabelsOf(j.Set, rows)
	for _, p := range predicted {
		right := trial.Right(words.Each(p, func(at int) int { return classes[at] }), labels)
		sums = append(sums, []float64{float64(right)})
	}
	return sums, nil
}

func (j *job) Values(parts [][]float64, samples int) map[string]float64 {
	if j.geometry() {
		return j.geometryValues(parts, samples)
	}
	sums := trial.Total(parts)
	if !j.contaminates() {
		return trial.RateValues(sums[0], samples)
	}
	n := float64(samples)
	return map[string]float64{meanError: sums[0] / n, meanSquaredError: sums[1] / n,
		rootMeanSquare: math.Sqrt(sums[1] / n)}
}

func (j *job) TrainingCost(training float64) experiment.Cost {
	if j.Test != nil {
		return experiment.Cost{} // a program trains in every test
	}
	c := j.load.Fit(training)
	c.Seconds += j.choiceSeconds(training)
	return c
}

func (j *job) TestSeconds(samples, training float64, cells int) float64 {
	return j.load.Test(samples, training, cells)
}
