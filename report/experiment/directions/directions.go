// Package directions is the kind of experiment that projects samples on a few directions,
// which are found in one of several ways, and reconstructs them: how much of the samples
// and of their classes the directions keep, in and out of sample, and pictures of both.
package directions

import (
	"context"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/supervised"
	"gpca/solver/typo"
)

// Kind is the kind of these experiments.
type Kind struct{ lesson.Fixed }

// Name is what a study file calls the kind.
func (Kind) Name() string { return "directions" }

// Version is raised with every change that changes results.
func (Kind) Version() int { return 1 }

// Block says what a study file may say of an experiment of the kind.
func (Kind) Block() strictyaml.Shape {
	return strictyaml.Describe("projects samples on a few directions and reconstructs them", Experiment{})
}

// The names of the artifacts. Pictures have the shape of images where the data set has
// one: number × height × width.
const (
	// Coordinates has a row for each training sample and a column for each direction, of
	// which it keeps mostCoordinates.
	Coordinates = "coordinates"
	// Mean is a picture, Directions are mostPictures at most.
	Mean       = "mean"
	Directions = "directions"
	// Originals are mostShown new samples, Reconstructions what their projections give.
	Originals       = "originals"
	Reconstructions = "reconstructions"
)

// Drawings are points and pictures: those of directions have grey for 0.
func (*Experiment) Drawings() []experiment.Drawing {
	drawings := []experiment.Drawing{
		{Artifact: Coordinates, Form: experiment.Points, Noun: "Component", Directions: Directions, Origin: Mean},
		{Artifact: Directions, Form: experiment.Pictures, Grey: experiment.GreyAbout0},
	}
	for _, name := range []string{Mean, Originals, Reconstructions} {
		drawings = append(drawings, experiment.Drawing{Artifact: name, Form: experiment.Pictures, Grey: experiment.GreyOf(name)})
	}
	return drawings
}

const mostCoordinates, mostPictures, mostShown = 3, 16, 8

// Experiment is an experiment of the kind.
type Experiment struct {
	lesson.Projected `yaml:",inline"`
	Way              strictyaml.List[string] `yaml:"way" doc:"How directions are found. Several ways are an axis." default:"principal" example:"[principal, supervised]"`

	block strictyaml.Node
	chose []way
}

// Describe lists the ways.
func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"way": {Words: words.Each(ways, func(w way) string { return w.name })}}
}

// Decode reads an experiment from its block in a study file.
func (Kind) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e := &Experiment{block: block}
	if err := block.Decode(e); err != nil {
		return nil, err
	}
	if err := e.Resolve(block, scope); err != nil {
		return nil, err
	}
	for i, name := range e.Way {
		w, err := find(name)
		if err != nil {
			return nil, block.At("way").Index(i).Fault("%w", err)
		}
		e.chose = append(e.chose, w)
	}
	if len(e.chose) == 0 {
		e.chose = ways[:1]
	}
	return e, nil
}

func find(name string) (way, error) {
	return typo.Find("way", name, ways, func(w way) string { return w.name })
}

// Axes are the data sets, the ways and the numbers of directions.
func (e *Experiment) Axes() []experiment.Axis {
	axis := experiment.Axis{Name: "way", Title: "Directions"}
	for _, w := range e.chose {
		v := experiment.Word(w.name, w.title)
		v.Label = w.title
		axis.Values = append(axis.Values, v)
	}
	return []experiment.Axis{e.DataAxis(), axis, e.ComponentsAxis()}
}

// The names of the measures.
const (
	kept       = "kept"
	keptNew    = "kept-new"
	dependence = "dependence"
	nearest    = "nearest"
)

// Measures are what the directions keep of the samples, and of their classes.
func (*Experiment) Measures() []experiment.Measure {
	return []experiment.Measure{
		{Name: kept, Title: "variance kept in percent", Points: "points", Decimals: 2,
			Definition: "100 less the squared error of the reconstructed training samples, in percent of their squared distances from their mean"},
		{Name: keptNew, Title: "variance kept out of sample in percent", Points: "points", Decimals: 2,
			Definition: "the same of the new samples, about the mean of the training samples"},
		{Name: dependence, Title: "dependence kept in percent", Points: "points", Decimals: 2,
			Definition: "HSIC of the projections with the delta kernel over classes, in percent of that of the samples themselves, both with a linear kernel"},
		{Name: nearest, Title: "1-NN accuracy in percent", Points: "points",
			Range: [2]float64{0, 100}, Decimals: 2,
			Definition: "share of the new samples whose nearest training sample, by their projections, has their class"},
	}
}

// spec is the part of a cell's key that the kind adds.
type spec struct {
	Way        string `json:"way"`
	Components int    `json:"components"`
	Samples    int    `json:"samples"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	v, err := e.Number(p)
	if err != nil {
		return experiment.Cell{}, err
	}
	s := spec{p["way"], int(v.Number), e.Samples}
	return experiment.NewCell(Kind{}, m, on, false, s, fmt.Sprintf("%s, %s, %s", on.Data.Name, s.Way, v.Phrase))
}

// Feasible returns an error for a cell that cannot be computed.
func (e *Experiment) Feasible(c experiment.Cell, d dataset.Description) error {
	var s spec
	if err := c.Decode(&s); err != nil {
		return err
	}
	w, err := find(s.Way)
	n := lesson.Size(s.Samples, d)
	switch {
	case err != nil:
		return err
	case s.Components > min(n, d.Features):
		return e.block.At("components").Fault("%d directions of data set %s, which has %d samples to learn from, of %d features", s.Components, d.Name, n, d.Features)
	case w.mostSamples > 0 && n > w.mostSamples:
		return e.block.At("way").Fault("%s of %d samples takes too long: name at most %d by samples", w.title, n, w.mostSamples)
	case w.mostFeatures > 0 && d.Features > w.mostFeatures:
		return e.block.At("way").Fault("%s of %d features takes too long: %d are the most", w.title, d.Features, w.mostFeatures)
	case w.labelled && len(d.Classes) < 2:
		return e.block.At("way").Fault("data set %s has no classes, which %s is about", d.Name, w.title)
	}
	return nil
}

// Protocol says how the cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	said := words.Each(e.chose, func(w way) string { return w.title + ": " + w.words })
	return fmt.Sprintf("%s Directions, %s of them: %s.", e.Projected.Protocol(title), e.Numbers(), strings.Join(said, "; "))
}

// Training names what cells are computed together: each alone.
func (Kind) Training(c experiment.Cell) string { return experiment.TrainingOf(c, func(*spec) {}) }

type job struct{ lesson.Job[spec] }

// Job plans the work on cells of one training.
func (Kind) Job(cells []experiment.Cell, data dataset.Description) (experiment.Job, error) {
	j, err := lesson.NewJob[spec](cells, data)
	return &job{j}, err
}

// Title says what is computed.
func (j *job) Title() string { return j.Data.Title + ", " + j.Specs[0].Way }

// Cost estimates the decomposition.
func (j *job) Cost() experiment.Cost {
	n, d := float64(lesson.Size(j.Specs[0].Samples, j.Data)), float64(j.Data.Features)
	return experiment.Cost{Seconds: 10 * n * d * min(n, d) / 1e9, Bytes: int64(8 * 4 * n * d)}
}

// Run finds the directions and looks at the samples along them.
func (j *job) Run(ctx context.Context, env experiment.Env) error {
	return experiment.InOne(ctx, env, j.Cost(), j.Cells, func(results []experiment.Result) error {
		values, artifacts, err := j.look(ctx, env.Set())
		for i := range results {
			results[i].Values, results[i].Artifacts = values, artifacts
		}
		return err
	})
}

func (j *job) look(ctx context.Context, set *dataset.Set) (map[string][]float64, map[string]experiment.Array, error) {
	w, err := find(j.Specs[0].Way)
	if err != nil {
		return nil, nil, err
	}
	s := sample{lesson.Divide(set, j.Specs[0].Samples), len(set.Classes)}
	x, mean := solver.Centre(s.Train)
	origin := mean
	if w.uncentred {
		x, origin = s.Train, make([]float64, len(mean))
	}
	u, err := w.find(ctx, x, s, j.Specs[0].Components)
	if err != nil {
		return nil, nil, err
	}
	z, zNew := project(s.Train, origin, u), project(s.New, origin, u)
	values := map[string][]float64{
		kept:    {keptShare(s.Train, reconstruct(z, origin, u), mean)},
		keptNew: {keptShare(s.New, reconstruct(zNew, origin, u), mean)},
	}
	if s.Labels != nil {
		y := supervised.OneHot(s.Labels, s.classes)
		centred, _ := solver.Centre(s.Train)
		values[dependence] = []float64{100 * covariance(centred, u, y) / covariance(centred, nil, y)}
		n, err := classify.NewNearest(z, s.Labels, 1)
		if err != nil {
			return nil, nil, err
		}
		predicted, err := n.Predict(zNew)
		if err != nil {
			return nil, nil, err
		}
		right := 0.0
		for i, class := range predicted {
			if class == s.NewLabels[i] {
				right++
			}
		}
		values[nearest] = []float64{100 * right / float64(len(predicted))}
	}
	shown := lesson.Some(s.New, mostShown)
	return values, map[string]experiment.Array{
		Coordinates:          experiment.Matrix(lesson.FirstColumns(z, mostCoordinates)),
		experiment.ClassesOf: experiment.Classes(s.Train, s.Labels, set),
		Mean:                 pictures(mat.NewDense(1, len(mean), mean), set),
		Directions:           pictures(firstRows(u, mostPictures), set),
		Originals:            pictures(shown, set),
		Reconstructions:      pictures(reconstruct(project(shown, origin, u), origin, u), set),
	}, nil
}

// project returns the coordinates of samples along directions.
func project(samples *mat.Dense, origin []float64, u *mat.Dense) *mat.Dense {
	var centred, z mat.Dense
	centred.Apply(func(_, j int, v float64) float64 { return v - origin[j] }, samples)
	z.Mul(&centred, u.T())
	return &z
}

func reconstruct(z *mat.Dense, origin []float64, u *mat.Dense) *mat.Dense {
	var x mat.Dense
	x.Mul(z, u)
	x.Apply(func(_, j int, v float64) float64 { return v + origin[j] }, &x)
	return &x
}

// keptShare is the measure of the reconstruction.
func keptShare(samples, reconstructed *mat.Dense, mean []float64) float64 {
	rows, columns := samples.Dims()
	missed, all := 0.0, 0.0
	for i := range rows {
		for j := range columns {
			v := samples.At(i, j)
			missed += (v - reconstructed.At(i, j)) * (v - reconstructed.At(i, j))
			all += (v - mean[j]) * (v - mean[j])
		}
	}
	return 100 * (1 - missed/all)
}

// covariance is the squared norm of the covariance of classes with the centred samples, or
// with their projections: but for a factor, HSIC with a linear and the delta kernel.
func covariance(centred, u, y *mat.Dense) float64 {
	var b mat.Dense
	b.Mul(centred.T(), y)
	if u != nil {
		var projected mat.Dense
		projected.Mul(u, &b)
		b = projected
	}
	n := mat.Norm(&b, 2)
	return n * n
}

func firstRows(m *mat.Dense, most int) *mat.Dense {
	rows, columns := m.Dims()
	return mat.DenseCopyOf(m.Slice(0, min(rows, most), 0, columns))
}

// pictures are the rows of a matrix as images, where the set has any.
func pictures(m *mat.Dense, set *dataset.Set) experiment.Array {
	a := experiment.Matrix(m)
	if set.Image.Width > 0 {
		a.Shape = []int{a.Shape[0], set.Image.Height, set.Image.Width}
	}
	return a
}
