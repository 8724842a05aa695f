package reconstruct

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/choice"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/noise"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/classify"
)

// free clears what cells of one training may differ in: the test, and the score.
func free(s *spec) {
	s.Conditions.Free()
	if s.Patience == solver.DefaultPatience {
		s.Patience = 0 // joins scores that do not wander, which have 0
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

	classes subspace.Classes
	trained subspace.Training
	made    decisions

	first  *fitted          // of a refit, unless it is the first
	models []classify.Model // for the scores below, by fit; kept as most tests have the same scores
	scores [][]int
}

func (j *job) Fit(
	ctx context.Context, x trial.Executor, p trial.Part, cells []int, before trial.Fitted,
) (trial.Fitted, error) {
	f := &fitted{job: j, part: p}
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
		rows = trial.Every(n)
	}
	if before != nil {
		f.first = before.(*fitted)
		f.made = f.first.made
	} else {
		of := inner{max(p.Repetition, 0), p.Fold, p.Images}
		if f.made, err = j.choose(ctx, x, cells, of, samples, rows); err != nil {
			return nil, err
		}
	}
	if f.trained, err = j.trainingWith(cells, f.made); err != nil {
		return nil, err
	}
	f.classes, err = j.fit(ctx, x, f.trained.Of(p.Repetition), samples, rows)
	if err == nil && f.first != nil {
		f.classes.Onto(f.first.classes)
	}
	if err == nil && j.geometry() {
		err = f.fitClean(ctx, x)
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

// scoreOf returns the index of a cell's score in the training, 0 if its choice failed, and the decision.
func (f *fitted) scoreOf(cell int) (at int, d decision) {
	s := f.job.specs[cell].Spec
	name := s.Score
	if s.Choice != "" {
		d = f.made[s.Choice]
		name = cmp.Or(name, d.name)
	}
	return max(f.trained.At(name), 0), d
}

func (f *fitted) Outcome(cell int) trial.Outcome {
	at, d := f.scoreOf(cell)
	if d.err != nil || f.classes.Fits == nil { // a program fails in a test
		return trial.Outcome{Failure: d.err}
	}
	o := trial.Outcome{Ends: f.classes.Ends(at, f.job.specs[cell].Components), Failure: f.classes.Failure(at),
		Chosen: d.name}
	if f.first != nil && f.trained.Robust == nil { // robust PCA has a centre of its own, too
		first, _ := f.first.scoreOf(cell)
		o.Same = f.classes.Equals(at, f.first.classes, first)
	}
	return o
}

// Tester counts correctly classified samples, or sums errors.
func (f *fitted) Tester(cells []int) trial.Tester {
	if f.job.Test != nil {
		return f.byProgram(len(cells))
	}
	return f.Together([]trial.Fitted{f}, [][]int{cells})
}

// Together implements [trial.Sharer]: noise and products with training samples serve all fits, whose centre is one.
func (f *fitted) Together(fits []trial.Fitted, cells [][]int) trial.Tester {
	if len(fits) > 1 && (f.trained.Robust != nil || f.job.geometry()) {
		return nil
	}
	var classes []subspace.Classes
	var places []int // of each cell among the distinct scores of all fits
	scores, before := make([][]int, len(fits)), 0
	for i := range fits {
		of := fits[i].(*fitted)
		for _, cell := range cells[i] {
			at, _ := of.scoreOf(cell)
			scores[i] = words.AppendNew(scores[i], at)
			places = append(places, before+slices.Index(scores[i], at))
		}
		classes, before = append(classes, of.classes), before+len(scores[i])
	}
	if !slices.EqualFunc(scores, f.scores, slices.Equal) {
		f.models, f.scores = subspace.Models(classes, scores), scores
	}
	models, angles := f.models, f.angles(scores[0])
	return func(ctx context.Context, samples *mat.Dense, rows []int) ([][]float64, error) {
		samples = f.scaling.Divide(samples)
		distinct, err := f.job.sums(ctx, models, f.classes.Labels, samples, rows)
		if err != nil {
			return nil, err
		}
		for i := range angles {
			distinct[i] = f.measure(scores[0][i], distinct[i][0], angles[i], samples, rows)
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
