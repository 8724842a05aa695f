// Package specimens is the kind of experiment that shows images as they are, and under
// noise: the very samples that other experiments test in their first repetition, or the
// dummy images that these train on. It counts the images, too.
package specimens

import (
	"context"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/noise"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// Kind is the kind of these experiments.
type Kind struct{ lesson.Fixed }

// Name is what a study file calls the kind.
func (Kind) Name() string { return "specimens" }

// Version is raised with every change that changes results.
func (Kind) Version() int { return 1 }

// Block says what a study file may say of an experiment of the kind.
func (Kind) Block() strictyaml.Shape {
	return strictyaml.Describe("shows images as they are and under noise, and counts them", Experiment{})
}

// Pictures is the name of the artifact: images × height × width, in grey values.
const Pictures = "pictures"

// Drawings are the images.
func (*Experiment) Drawings() []experiment.Drawing {
	return []experiment.Drawing{{Artifact: Pictures, Form: experiment.Pictures}}
}

// Experiment is an experiment of the kind.
type Experiment struct {
	Data   strictyaml.List[string]  `yaml:"data" doc:"Data sets of images, each under its name. Several are an axis of the grid." example:"usps" required:"yes"`
	Noise  string                   `yaml:"noise" doc:"Noise on the test samples; dummy-images shows, from level 1 on, images of that noise in their place." default:"none" example:"salt-and-pepper"`
	Levels strictyaml.List[float64] `yaml:"levels" doc:"Levels of the noise: an axis." default:"0" example:"[0, 0.1, 0.5]"`
	Count  int                      `yaml:"count" doc:"Images that are kept, of classes at even distances." default:"4" example:"6"`

	block strictyaml.Node
	axes  []experiment.Axis
}

// Describe lists the noises.
func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"noise": {Words: names()}}
}

func names() []string {
	return append(words.Each(noise.Catalogue(), noise.Noise.Name), noise.DummyImagesName)
}

// Decode reads an experiment from its block in a study file.
func (Kind) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e := &Experiment{block: block, Noise: noise.None{}.Name(), Count: 4}
	if err := block.Decode(e); err != nil {
		return nil, err
	}
	data, err := experiment.DataAxis(block, e.Data, scope)
	if err != nil {
		return nil, err
	}
	if _, err := typo.Find("noise", e.Noise, names(), func(n string) string { return n }); err != nil {
		return nil, block.At("noise").Fault("%w", err)
	}
	if e.Count < 1 {
		return nil, block.At("count").Fault("count is %d, must be at least 1", e.Count)
	}
	if len(e.Levels) == 0 {
		e.Levels = strictyaml.List[float64]{0}
	}
	levels := experiment.Axis{Name: experiment.Level, Title: "Level"}
	for i, l := range e.Levels {
		var err error
		if n, found := noise.Find(e.Noise); found == nil {
			err = n.Validate(l)
		} else if !(l >= 0) || l != math.Trunc(l) || l > 1e6 {
			err = fmt.Errorf("level %g is not a number of images", l)
		}
		if err != nil {
			return nil, block.At("levels").Index(i).Fault("%w", err)
		}
		levels.Values = append(levels.Values, experiment.Number(l, ""))
	}
	e.axes = []experiment.Axis{data, levels}
	return e, nil
}

// Axes are the data sets and the levels.
func (e *Experiment) Axes() []experiment.Axis { return e.axes }

// The names of the measures.
const (
	samples  = "samples"
	perClass = "per-class"
	changed  = "changed"
	distance = "distance"
)

// Measures count the samples, and say what the noise does to them.
func (*Experiment) Measures() []experiment.Measure {
	return []experiment.Measure{
		{Name: samples, Title: "samples", Definition: "samples of the set, for training and for tests"},
		{Name: perClass, Title: "samples of the smallest class", Definition: "those of the class that has the fewest; of the whole set where it has no classes"},
		{Name: changed, Title: "changed pixels in percent", Points: "points",
			Range: [2]float64{0, 100}, Decimals: 2, Definition: "share of the pixels of all test samples whose grey value is another one under the noise"},
		{Name: distance, Title: "change in grey values", Decimals: 1, Definition: "root of the mean squared change of a pixel of the test samples; grey values are from 0 to 255"},
	}
}

// spec is the part of a cell's key that the kind adds.
type spec struct {
	Noise string  `json:"noise"`
	Level float64 `json:"level"`
	Count int     `json:"count"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	level, err := e.axes[1].Find(p[experiment.Level])
	if err != nil {
		return experiment.Cell{}, err
	}
	s := spec{e.Noise, level.Number, e.Count}
	return experiment.NewCell(Kind{}, m, on, false, s, fmt.Sprintf("%s, %d specimens, %s %s", on.Data.Name, s.Count, s.Noise, level.Text))
}

// Feasible returns an error for a cell that cannot be computed.
func (e *Experiment) Feasible(_ experiment.Cell, d dataset.Description) error {
	if d.Image.Width == 0 {
		return e.block.At("data").Fault("data set %s has no pixels: specimens are images", d.Name)
	}
	return nil
}

// Protocol says how the cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	return fmt.Sprintf("Test samples of %s, or all samples where there is no published split, with noise %s as in the first repetition of other experiments.",
		(&lesson.Options{Data: e.Data}).Titles(title), e.Noise)
}

// Check refuses methods, which have nothing to do here.
func (*Experiment) Check(m method.Method) error { return (*lesson.Options)(nil).Check(m) }

// Setting and Settings are none: the noise is in the protocol, and nothing is fitted.
func (*Experiment) Setting() string  { return "" }
func (*Experiment) Settings() string { return "" }

// Training names what cells are computed together: each alone.
func (Kind) Training(c experiment.Cell) string { return experiment.TrainingOf(c, func(*spec) {}) }

type job struct{ lesson.Job[spec] }

// Job plans the work on cells of one training.
func (Kind) Job(cells []experiment.Cell, data dataset.Description) (experiment.Job, error) {
	j, err := lesson.NewJob[spec](cells, data)
	return &job{j}, err
}

// Title says what is computed.
func (j *job) Title() string { return j.Data.Title + ", specimens" }

// Cost estimates the noise.
func (j *job) Cost() experiment.Cost {
	pixels := float64(j.Data.Samples) * float64(j.Data.Features)
	return experiment.Cost{Seconds: pixels * 2e-8, Bytes: int64(16 * pixels)}
}

// Run keeps images, and measures the noise on all.
func (j *job) Run(ctx context.Context, env experiment.Env) error {
	return experiment.InOne(ctx, env, j.Cost(), j.Cells, func(results []experiment.Result) error {
		values, kept, err := j.show(env.Set())
		for i := range results {
			results[i].Values, results[i].Artifacts = values, map[string]experiment.Array{Pictures: kept}
		}
		return err
	})
}

func (j *job) show(set *dataset.Set) (map[string][]float64, experiment.Array, error) {
	total, features := set.Samples.Dims()
	rows := make([]int, total)
	for i := range rows {
		rows[i] = i
	}
	if set.Split != nil {
		rows = set.Split.Test
	}
	clean := trial.RowsOf(set.Samples, rows)
	noisy := mat.DenseCopyOf(clean)
	draw := noise.Draw{Seed: j.Cells[0].Seed, Dataset: set.Name, Noise: j.Specs[0].Noise, Level: j.Specs[0].Level}.Rand()
	if n, err := noise.Find(j.Specs[0].Noise); err == nil {
		if err := n.Apply(noisy, j.Specs[0].Level, draw); err != nil {
			return nil, experiment.Array{}, err
		}
	} else if j.Specs[0].Level > 0 {
		noisy = noise.DummyImages(len(rows), features, draw)
	}
	changes, squares := 0.0, 0.0
	for i, v := range noisy.RawMatrix().Data {
		if d := v - clean.RawMatrix().Data[i]; d != 0 {
			changes, squares = changes+1, squares+d*d
		}
	}
	pixels := float64(len(rows) * features)
	smallest := total
	if counts := set.Describe().ClassCounts; len(counts) > 0 {
		smallest = slices.Min(counts)
	}
	shown := trial.RowsOf(noisy, specimens(set, rows, j.Specs[0].Count))
	kept := experiment.Matrix(shown)
	kept.Shape = []int{kept.Shape[0], set.Image.Height, set.Image.Width}
	return map[string][]float64{
		samples: {float64(total)}, perClass: {float64(smallest)},
		changed: {100 * changes / pixels}, distance: {math.Sqrt(squares / pixels)},
	}, kept, nil
}

// specimens are places in a list of rows: the first of classes at even distances, or, without
// as many classes, at even distances in the list.
func specimens(set *dataset.Set, rows []int, count int) []int {
	count = min(count, len(rows))
	var places []int
	for i := range count {
		place := i * len(rows) / count
		if classes := len(set.Classes); set.Labels != nil && classes >= count {
			place = max(0, slices.IndexFunc(rows, func(row int) bool { return set.Labels[row] == i*classes/count }))
		}
		places = append(places, place)
	}
	return places
}
