package lesson

import (
	"cmp"
	"context"
	_ "embed" // for the measures
	"errors"
	"fmt"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/words"
	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/tutorial"
)

// Directions finds a few directions in one of several ways, projects samples on them and reconstructs the samples.
// It measures how much of the samples and of their classes the directions keep, in and out of sample, and keeps
// pictures of both.
var Directions = experiment.NewKind[directions](experiment.About[directionsSpec]{
	Name: "directions", Version: 1, Does: "projects samples on a few directions and reconstructs them",
	Job: directionsJob,
})

// A way finds directions.
type way struct {
	name, title, words string
	// labelled: samples need classes; uncentred: their mean stays.
	labelled, uncentred bool
	// mostSamples and mostFeatures bound the time to minutes; 0 for no bound.
	mostSamples, mostFeatures int
	// find returns at most p orthonormal directions as rows; x has the centred samples.
	find func(ctx context.Context, x *mat.Dense, s Samples, p int) (*mat.Dense, error)
}

func (w way) Value() experiment.Value { return experiment.Called(w.name, w.title) }

var ways = []way{
	{name: "principal", title: "PCA", words: "leading eigenvectors of the covariance matrix", find: principal},
	{name: "uncentred", title: "PCA without centring", uncentred: true, find: principal,
		words: "the same without centring, as latent semantic analysis has it"},
	{name: "dual", title: "Dual PCA", words: "from the eigenvectors of the inner products of the samples",
		mostSamples: 2000, find: func(_ context.Context, x *mat.Dense, _ Samples, p int) (*mat.Dense, error) {
			d, err := tutorial.NewPCA(x, p)
			if err != nil {
				return nil, err
			}
			return d.Loadings(), nil
		}},
	{name: "autoencoder", title: "Linear autoencoder", mostFeatures: 1000,
		words: "weights of an autoencoder of one layer without activation function, trained by its gradient",
		find: func(ctx context.Context, x *mat.Dense, _ Samples, p int) (*mat.Dense, error) {
			network, err := tutorial.Train(ctx, x, p)
			if err != nil {
				return nil, err
			}
			return mat.DenseCopyOf(network.Weights().T()), nil
		}},
	{name: "supervised", title: "Supervised PCA, delta kernel", labelled: true, find: along(Samples.oneHot),
		words: "directions whose projections depend most on the classes by HSIC, with the delta kernel; " +
			"there is one less than there are classes"},
	{name: "supervised-numbers", title: "Supervised PCA, classes as numbers", labelled: true,
		words: "the same with a linear kernel over the numbers of the classes, for which there is one direction",
		find: along(func(s Samples) *mat.Dense {
			return column(words.Each(s.Labels, func(label int) float64 { return float64(label) }))
		})},
}

// along finds the directions that depend most on the labels, of which factor makes the factor of a kernel.
func along(factor func(Samples) *mat.Dense) func(context.Context, *mat.Dense, Samples, int) (*mat.Dense, error) {
	return func(_ context.Context, _ *mat.Dense, s Samples, p int) (*mat.Dense, error) {
		u, _, err := tutorial.Components(s.Train, factor(s), p)
		return u, err
	}
}

func principal(ctx context.Context, x *mat.Dense, _ Samples, p int) (*mat.Dense, error) {
	u, err := solver.Principal(ctx, x, p)
	if err == nil && u.IsEmpty() {
		err = errors.New("the samples do not vary: there is no direction to find")
	}
	return u, err
}

// Artifacts: coordinates of training samples, and pictures of the directions, of the mean, and of new samples with
// their reconstructions. Pictures are number × height × width for a data set of images.
const (
	coordinates, eachPicture, meanPicture    = "coordinates", "directions", "mean"
	originals, reconstructions               = "originals", "reconstructions"
	mostCoordinates, mostPictures, mostShown = 3, 16, 8
)

// Drawings are points and pictures; in pictures of directions, 0 is grey.
func (*directions) Drawings() []experiment.Drawing {
	picture := func(name string) experiment.Drawing {
		return experiment.Drawing{Artifact: name, Form: experiment.Pictures, Grey: experiment.GreyOf(name)}
	}
	return []experiment.Drawing{
		{Artifact: coordinates, Form: experiment.Points, Noun: "Component", Directions: eachPicture,
			Origin: meanPicture},
		{Artifact: eachPicture, Form: experiment.Pictures, Grey: experiment.GreyAbout0},
		picture(meanPicture), picture(originals), picture(reconstructions),
	}
}

type directions struct {
	Projected `yaml:",inline"`

	Way strictyaml.List[string] `yaml:"way" doc:"How directions are found." default:"principal" example:"dual"`

	chose []way
}

type directionsSpec struct {
	Way        string `json:"way"`
	Components int    `json:"components"`
	Samples    int    `json:"samples"`
}

func (directions) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"way": {Words: experiment.Texts(ways)}}
}

func (e *directions) Resolve(block strictyaml.Node, _ experiment.Scope) error {
	chose, axis, err := experiment.Choose(block, "way", "Directions", e.Way, ways)
	e.chose = chose
	e.Vary(axis, e.componentsAxis())
	return cmp.Or(err, e.Measure(experiment.ReadMeasures(ofDirections)))
}

//go:embed directions.yaml
var ofDirections string

func (e *directions) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	s, d := directionsSpec{p["way"], e.componentsAt(p), e.Samples}, on.Data
	w, err := experiment.Find("way", s.Way, ways)
	n, way := Size(s.Samples, d), e.Block.At("way")
	switch {
	case err != nil:
	case s.Components > min(n, d.Features):
		err = e.Block.At("components").Fault(
			"%d directions of data set %s, which has %d samples to learn from, of %d features",
			s.Components, d.Name, n, d.Features)
	case w.mostSamples > 0 && n > w.mostSamples:
		err = way.Fault("%s of %d samples takes too long: name at most %d by samples", w.title, n, w.mostSamples)
	case w.mostFeatures > 0 && d.Features > w.mostFeatures:
		err = way.Fault("%s of %d features takes too long: %d are the most", w.title, d.Features, w.mostFeatures)
	case w.labelled && len(d.Classes) < 2:
		err = way.Fault("data set %s has no classes, which %s is about", d.Name, w.title)
	}
	if err != nil {
		return experiment.Cell{}, err
	}
	name := fmt.Sprintf("%s, %s, %s", d.Name, s.Way, words.Count(float64(s.Components), "component"))
	return experiment.NewCell(Directions, m, on, false, s, name)
}

func (e *directions) Protocol(title func(string) string) string {
	said := words.Each(e.chose, func(w way) string { return w.title + ": " + w.words })
	return fmt.Sprintf("%s Directions, %s of them: %s.", e.Options.Protocol(title), e.numbers(),
		strings.Join(said, "; "))
}

func directionsJob(w experiment.Work[directionsSpec]) (experiment.Job, error) {
	s := w.Specs[0]
	n, d := float64(Size(s.Samples, w.Data)), float64(w.Data.Features)
	cost := experiment.Cost{Seconds: 10 * n * d * min(n, d) / 1e9, Bytes: int64(8 * 4 * n * d)}
	return w.InOne(s.Way, cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) (err error) {
		for i := 0; i < len(results) && err == nil; i++ {
			results[i].Values, results[i].Artifacts, err = w.Specs[i].look(ctx, set)
		}
		return err
	}), nil
}

func (c directionsSpec) look(ctx context.Context, set *dataset.Set) (
	map[string][]float64, map[string]experiment.Array, error,
) {
	w, err := experiment.Find("way", c.Way, ways)
	if err != nil {
		return nil, nil, err
	}
	s := Divide(set, c.Samples)
	centred, mean := solver.Centre(s.Train)
	x, origin := centred, mean
	if w.uncentred {
		x, origin = s.Train, make([]float64, len(mean))
	}
	u, err := w.find(ctx, x, s, c.Components)
	if err != nil {
		return nil, nil, err
	}
	// through returns the projections of samples, and what is reconstructed of them.
	through := func(samples *mat.Dense) (z, back *mat.Dense) {
		z = solver.Product(solver.Shifted(samples, -1, origin), u.T())
		return z, plus(solver.Product(z, u), origin)
	}
	z, back := through(s.Train)
	zNew, backNew := through(s.New)
	values := []float64{keptShare(s.Train, back, mean), keptShare(s.New, backNew, mean)}
	if s.Labels != nil {
		n, err := classify.NewNearest(z, s.Labels, 1)
		if err != nil {
			return nil, nil, err
		}
		predicted, err := n.Predict(zNew)
		if err != nil {
			return nil, nil, err
		}
		// Norms of covariances with the classes: up to a factor, HSIC with a linear and a delta kernel.
		whole := solver.Product(centred.T(), s.oneHot())
		right := float64(trial.Right(predicted, s.NewLabels))
		values = append(values, 100*squaredNorm(solver.Product(u, whole))/squaredNorm(whole),
			100*right/float64(len(predicted)))
	}
	shown := trial.RowsOf(s.New, evenly(statistics.Indices(s.New.RawMatrix().Rows), mostShown))
	_, again := through(shown)
	pictured := u.Slice(0, min(u.RawMatrix().Rows, mostPictures), 0, len(mean))
	return valued(experiment.ReadMeasures(ofDirections), values...), map[string]experiment.Array{
		coordinates:          experiment.Matrix(firstColumns(z, mostCoordinates)),
		experiment.ClassesOf: experiment.Classes(s.Train, s.Labels, set),
		meanPicture:          experiment.Images(mat.NewDense(1, len(mean), mean), set.Image),
		eachPicture:          experiment.Images(pictured, set.Image),
		originals:            experiment.Images(shown, set.Image),
		reconstructions:      experiment.Images(again, set.Image),
	}, nil
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
