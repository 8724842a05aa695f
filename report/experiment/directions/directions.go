// Package directions is the kind of experiment that finds a few directions in one of several ways, projects
// samples on them and reconstructs the samples. It measures how much of the samples and of their classes the
// directions keep, in and out of sample, and keeps pictures of both.
package directions

import (
	"context"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/supervised"
)

// Kind is this kind of experiment.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "directions", Version: 1, Does: "projects samples on a few directions and reconstructs them", Job: job,
})

// Artifacts. Pictures are number × height × width for a data set of images.
const (
	// Coordinates are training samples × mostCoordinates.
	Coordinates = "coordinates"
	// Mean is one picture; Directions are at most mostPictures.
	Mean       = "mean"
	Directions = "directions"
	// Originals are mostShown new samples, Reconstructions are made of their projections.
	Originals       = "originals"
	Reconstructions = "reconstructions"
)

// Drawings are points and pictures; in pictures of directions, 0 is grey.
func (*Experiment) Drawings() []experiment.Drawing {
	picture := func(name string) experiment.Drawing {
		return experiment.Drawing{Artifact: name, Form: experiment.Pictures, Grey: experiment.GreyOf(name)}
	}
	return []experiment.Drawing{
		{Artifact: Coordinates, Form: experiment.Points, Noun: "Component", Directions: Directions, Origin: Mean},
		{Artifact: Directions, Form: experiment.Pictures, Grey: experiment.GreyAbout0},
		picture(Mean), picture(Originals), picture(Reconstructions),
	}
}

const mostCoordinates, mostPictures, mostShown = 3, 16, 8

// Experiment finds directions.
type Experiment struct {
	lesson.Projected `yaml:",inline"`

	Way strictyaml.List[string] `yaml:"way" doc:"How directions are found." default:"principal" example:"dual"`

	chose []way
}

// Describe lists the ways.
func (Experiment) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"way": {Words: experiment.Texts(ways)}}
}

// Resolve checks a block and sets up the axes.
func (e *Experiment) Resolve(block strictyaml.Node, _ experiment.Scope) error {
	chose, axis, err := experiment.Choose(block, "way", "Directions", e.Way, ways)
	e.chose = chose
	e.Vary(axis, e.ComponentsAxis())
	return err
}

const (
	kept       = "kept"
	keptNew    = "kept-new"
	dependence = "dependence"
	nearest    = "nearest"
)

// Measures are what the directions keep of the samples and of their classes.
func (*Experiment) Measures() []experiment.Measure {
	return []experiment.Measure{
		{Name: kept, Title: "variance kept in percent", Points: "points", Decimals: 2,
			Definition: "100 less the squared error of the reconstructed training samples, in percent of their " +
				"squared distances from their mean"},
		{Name: keptNew, Title: "variance kept out of sample in percent", Points: "points", Decimals: 2,
			Definition: "the same of the new samples, about the mean of the training samples"},
		{Name: dependence, Title: "dependence kept in percent", Points: "points", Decimals: 2,
			Definition: "HSIC of the projections with the delta kernel over classes, in percent of that of the " +
				"samples themselves, both with a linear kernel"},
		{Name: nearest, Title: "1-NN accuracy in percent", Points: "points",
			Range: [2]float64{0, 100}, Decimals: 2,
			Definition: "share of the new samples whose nearest training sample, by their projections, has their " +
				"class"},
	}
}

type spec struct {
	Way        string `json:"way"`
	Components int    `json:"components"`
	Samples    int    `json:"samples"`
}

// Cell returns the cell of a point.
func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s := spec{p["way"], e.Number(p), e.Samples}
	if err := e.feasible(s, on.Data); err != nil {
		return experiment.Cell{}, err
	}
	name := fmt.Sprintf("%s, %s, %s", on.Data.Name, s.Way, words.Count(float64(s.Components), "component"))
	return experiment.NewCell(Kind, m, on, false, s, name)
}

func (e *Experiment) feasible(s spec, d dataset.Description) error {
	w, err := experiment.Find("way", s.Way, ways)
	n, way := lesson.Size(s.Samples, d), e.Block.At("way")
	switch {
	case err != nil:
		return err
	case s.Components > min(n, d.Features):
		return e.Block.At("components").Fault(
			"%d directions of data set %s, which has %d samples to learn from, of %d features",
			s.Components, d.Name, n, d.Features)
	case w.mostSamples > 0 && n > w.mostSamples:
		return way.Fault("%s of %d samples takes too long: name at most %d by samples", w.title, n, w.mostSamples)
	case w.mostFeatures > 0 && d.Features > w.mostFeatures:
		return way.Fault("%s of %d features takes too long: %d are the most", w.title, d.Features, w.mostFeatures)
	case w.labelled && len(d.Classes) < 2:
		return way.Fault("data set %s has no classes, which %s is about", d.Name, w.title)
	}
	return nil
}

// Protocol says how cells are computed.
func (e *Experiment) Protocol(title func(string) string) string {
	said := words.Each(e.chose, func(w way) string { return w.title + ": " + w.words })
	return fmt.Sprintf("%s Directions, %s of them: %s.", e.Projected.Protocol(title), e.Numbers(),
		strings.Join(said, "; "))
}

func job(w experiment.Work[spec]) (experiment.Job, error) {
	s := w.Specs[0]
	n, d := float64(lesson.Size(s.Samples, w.Data)), float64(w.Data.Features)
	cost := experiment.Cost{Seconds: 10 * n * d * min(n, d) / 1e9, Bytes: int64(8 * 4 * n * d)}
	return w.InOne(s.Way, cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		values, artifacts, err := s.look(ctx, set)
		for i := range results {
			results[i].Values, results[i].Artifacts = values, artifacts
		}
		return err
	}), nil
}

func (c spec) look(ctx context.Context, set *dataset.Set) (
	map[string][]float64, map[string]experiment.Array, error,
) {
	w, err := experiment.Find("way", c.Way, ways)
	if err != nil {
		return nil, nil, err
	}
	s := lesson.Divide(set, c.Samples)
	centred, mean := solver.Centre(s.Train)
	x, origin := centred, mean
	if w.uncentred {
		x, origin = s.Train, make([]float64, len(mean))
	}
	u, err := w.find(ctx, x, s, c.Components)
	if err != nil {
		return nil, nil, err
	}
	z, zNew := project(s.Train, origin, u), project(s.New, origin, u)
	values := map[string][]float64{
		kept:    {keptShare(s.Train, reconstruct(z, origin, u), mean)},
		keptNew: {keptShare(s.New, reconstruct(zNew, origin, u), mean)},
	}
	if s.Labels != nil {
		y := supervised.OneHot(s.Labels, s.Classes)
		values[dependence] = []float64{100 * covariance(centred, u, y) / covariance(centred, nil, y)}
		n, err := classify.NewNearest(z, s.Labels, 1)
		if err != nil {
			return nil, nil, err
		}
		predicted, err := n.Predict(zNew)
		if err != nil {
			return nil, nil, err
		}
		right := float64(trial.Right(predicted, s.NewLabels))
		values[nearest] = []float64{100 * right / float64(len(predicted))}
	}
	shown, pictured := lesson.Some(s.New, mostShown), u.Slice(0, min(u.RawMatrix().Rows, mostPictures), 0, len(mean))
	return values, map[string]experiment.Array{
		Coordinates:          experiment.Matrix(lesson.FirstColumns(z, mostCoordinates)),
		experiment.ClassesOf: experiment.Classes(s.Train, s.Labels, set),
		Mean:                 experiment.Images(mat.NewDense(1, len(mean), mean), set.Image),
		Directions:           experiment.Images(pictured, set.Image),
		Originals:            experiment.Images(shown, set.Image),
		Reconstructions:      experiment.Images(reconstruct(project(shown, origin, u), origin, u), set.Image),
	}, nil
}

func project(samples *mat.Dense, origin []float64, u *mat.Dense) *mat.Dense {
	return solver.Product(solver.Shifted(samples, -1, origin), u.T())
}

func reconstruct(z *mat.Dense, origin []float64, u *mat.Dense) *mat.Dense {
	return solver.Shifted(solver.Product(z, u), 1, origin)
}

// keptShare returns the variance kept, in percent.
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

// covariance returns the squared Frobenius norm of the covariance of the classes with the centred samples, or
// with their projections on u: up to a factor, HSIC with a linear and a delta kernel.
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
