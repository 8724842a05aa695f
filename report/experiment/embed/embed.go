// Package embed is the kind of experiment that maps samples onto the components of all of
// them: the coordinates are an artifact, drawn as a scatter by class, and the share of
// the variance that they keep is the measure. Samples, and pictures of components and of
// reconstructed samples, may be kept beside them.
package embed

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver/typo"
)

// Kind is the kind of these experiments.
type Kind struct{}

// Name is what a study file calls the kind.
func (Kind) Name() string { return "embed" }

// Version is raised with every change that changes results.
func (Kind) Version() int { return 1 }

// Block says what a study file may say of an experiment of the kind.
func (Kind) Block() strictyaml.Shape {
	return strictyaml.Describe("maps all samples onto their components, for a scatter", Experiment{})
}

// The names of the artifacts.
const (
	// Coordinates has a row for each sample and a column for each component.
	Coordinates = "coordinates"
)

// Experiment is an experiment of the kind.
type Experiment struct {
	Data strictyaml.List[string] `yaml:"data" doc:"Data sets, each under its name. Several are an axis of the grid." example:"iris" required:"yes"`
	Fit  subspace.Options        `yaml:",inline"`
	Keep strictyaml.List[string] `yaml:"keep" doc:"What is kept for figures beside the coordinates: the samples as they are (features), or, of a data set of images, pictures of components and of reconstructed samples (images)." example:"[features]"`

	data  experiment.Axis
	block strictyaml.Node
}

// Describe lists what can be kept.
func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"keep": {Words: []string{keepFeatures, keepImages}}}
}

// Decode reads an experiment from its block in a study file.
func (Kind) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e := &Experiment{}
	if err := block.Decode(e); err != nil {
		return nil, err
	}
	var err error
	if e.data, err = experiment.DataAxis(block, e.Data, scope); err != nil {
		return nil, err
	}
	if len(e.Fit.Components) == 0 {
		e.Fit.Components = strictyaml.List[int]{2} // as many as a page has dimensions
	}
	for i, what := range e.Keep {
		if known := []string{keepFeatures, keepImages}; !slices.Contains(known, what) {
			return nil, block.At("keep").Index(i).Fault("%q cannot be kept: %s", what, typo.DidYouMean(what, known))
		}
	}
	e.block = block
	return e, e.Fit.Check(block, e.Data, scope)
}

// Axes are what the experiment varies.
func (e *Experiment) Axes() []experiment.Axis {
	return append(append([]experiment.Axis{e.data}, e.Fit.Axes()...), experiment.Axis{Name: experiment.Method, Title: "Method", Open: true})
}

// explained is the name of the measure.
const explained = "explained-variance"

// Measures is the share of the variance that the components keep.
func (*Experiment) Measures() []experiment.Measure {
	return []experiment.Measure{{
		Name: explained, Title: "explained variance in percent", Points: "points",
		Range: [2]float64{0, 100}, Decimals: 2,
		Definition: "sum of the squared coordinates of all samples, in percent of the sum of their squared lengths, both after centring, in the space of the kernel where there is one",
	}}
}

// spec is the part of a cell's key that the kind adds.
type spec struct {
	subspace.Spec
	Keep []string `json:"keep,omitempty"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	fit, err := e.Fit.Spec(p, m, on.Data.Name)
	if err != nil {
		return experiment.Cell{}, err
	}
	name := fmt.Sprintf("%s%s, %d coordinates%s", on.Data.Name, fit.Name(), fit.Components, fit.SettingsName())
	return experiment.NewCell(Kind{}, m, on, false, spec{fit, e.Keep}, name)
}

// Check refuses a method that the experiment cannot use.
func (e *Experiment) Check(m method.Method) error {
	if m.Choose != nil {
		return fmt.Errorf("method %s chooses its parameter, for which there is nothing to choose by here", m.Name)
	}
	return e.Fit.CheckMethod(m)
}

// Feasible returns an error for a cell that cannot be computed.
func (e *Experiment) Feasible(c experiment.Cell, d dataset.Description) error {
	var s spec
	if err := c.Decode(&s); err != nil {
		return err
	}
	if i := slices.Index(s.Keep, keepImages); i >= 0 && d.Image.Width == 0 {
		return e.block.At("keep").Index(i).Fault("data set %s has no pixels: keep images of a data set of images", d.Name)
	}
	return e.Fit.Feasible(s.Spec, d.Samples, "data set "+d.Name, d)
}

// Setting is none: the samples are mapped as they are.
func (*Experiment) Setting() string { return "" }

// Settings say how components are fitted.
func (e *Experiment) Settings() string { return e.Fit.Settings() }

// Protocol says how the cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	titles := words.Each(e.Data, title)
	components, kernels := e.Fit.Protocol(e.Data)
	return fmt.Sprintf("%s of all samples of %s%s, onto which the samples are projected.", components, strings.Join(titles, ", "), kernels)
}

// Training names what a cell is trained on and how: all but its score.
func (Kind) Training(c experiment.Cell) string {
	return experiment.TrainingOf(c, func(s *spec) { s.Score = "" })
}

// Draws is the same for all cells: nothing is left to chance.
func (Kind) Draws(experiment.Cell) string { return "" }

// A job computes the cells of one training.
type job struct {
	cells    []experiment.Cell
	data     dataset.Description
	specs    []spec
	training subspace.Training
}

// Job plans the work on cells of one training.
func (Kind) Job(cells []experiment.Cell, data dataset.Description) (experiment.Job, error) {
	specs, err := experiment.Specs[spec](cells)
	if err != nil {
		return nil, err
	}
	specs[0].Command = cells[0].Command
	training, err := subspace.NewTraining(specs[0].Spec, cells[0].Seed, words.Each(specs, func(s spec) string { return s.Score }))
	return &job{cells, data, specs, training}, err
}

// Title says what is computed.
func (j *job) Title() string { return j.data.Title + ", coordinates" }

// Cost estimates the fit.
func (j *job) Cost() experiment.Cost {
	return j.specs[0].FitCost(j.training.Names, float64(j.data.Samples), float64(j.data.Features), 1)
}

// Run fits the components and projects the samples.
func (j *job) Run(ctx context.Context, env experiment.Env) error {
	return experiment.InOne(ctx, env, j.Cost(), j.cells, func(results []experiment.Result) error {
		set := env.Set()
		fit, err := j.training.Fit(ctx, set.Samples)
		if err != nil {
			return err
		}
		for i := range results {
			r, s := &results[i], j.specs[i]
			at := j.training.At(s.Score)
			r.Ends = fit.Ends(at, s.Components)
			if err := fit.Failures[at]; err != nil {
				r.Fail(err)
			} else {
				z := fit.Coordinates(at, set.Samples)
				r.Values = map[string][]float64{explained: {fit.Explained(z, set.Samples)}}
				r.Artifacts = kept(s.Keep, fit, at, set, z)
				r.Artifacts[Coordinates], r.Artifacts[experiment.ClassesOf] = experiment.Matrix(z), experiment.Classes(set.Samples, set.Labels, set)
			}
		}
		return nil
	})
}
