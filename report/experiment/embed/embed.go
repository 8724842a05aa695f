// Package embed is the kind of experiment that maps all samples onto the components fitted to them. The
// coordinates are an artifact, for a scatter plot by class; the measure is the share of variance they keep.
// Samples, and pictures of components and of reconstructed samples, may be kept, too.
package embed

import (
	"context"
	_ "embed" // for the measures
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/statistics"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Kind is this kind of experiment. One fit serves all functions.
var Kind = experiment.NewKind[Experiment](experiment.About[spec]{
	Name: "embed", Version: 1, Does: "maps all samples onto their components, for a scatter",
	Free: func(s *spec) { s.Score = "" }, Job: job,
})

// coordinates is the artifact of samples × components.
const coordinates = "coordinates"

type names = strictyaml.List[string]

// Experiment maps samples.
type Experiment struct {
	experiment.Grid  `yaml:",inline"`
	subspace.Fitting `yaml:",inline"`

	Keep names `yaml:"keep" doc:"What is kept beside the coordinates." words:"features images" example:"[features]"`
}

func (e *Experiment) Resolve(block strictyaml.Node, scope experiment.Scope) error {
	if len(e.Components) == 0 {
		e.Components = strictyaml.List[int]{2} // for a plane
	}
	if err := e.Fitting.Resolve(block, e.Data, scope); err != nil {
		return err
	}
	e.Vary(e.FitAxes()...)
	return e.Measure(experiment.ReadMeasures(measures))
}

const explained = "explained-variance"

//go:embed measures.yaml
var measures string

type spec struct {
	subspace.Spec
	Keep []string `json:"keep,omitempty"`
}

func (e *Experiment) Cell(p experiment.Point, m method.Method, on experiment.Subject) (experiment.Cell, error) {
	d := on.Data
	if i := slices.Index(e.Keep, images); i >= 0 && d.Image.Width == 0 {
		return experiment.Cell{}, e.Block.At("keep").Index(i).Fault(
			"data set %s has no pixels: keep images of a data set of images", d.Name)
	}
	fit, err := e.Spec(p, m, d.Samples, "data set "+d.Name, d)
	if err != nil {
		return experiment.Cell{}, err
	}
	name := fmt.Sprintf("%s%s, %d coordinates%s", d.Name, fit.Name(), fit.Components, fit.SettingsName())
	return experiment.NewCell(Kind, m, on, false, spec{fit, e.Keep}, name)
}

func (e *Experiment) Protocol(title func(string) string) string {
	number, kernels := e.Fitting.Protocol(e.Data)
	titles := strings.Join(words.Each(e.Data, title), ", ")
	return fmt.Sprintf("%s of all samples of %s%s, onto which the samples are projected.", number, titles, kernels)
}

func job(w experiment.Work[spec]) (experiment.Job, error) {
	first, scores := w.Specs[0].Spec, words.Each(w.Specs, func(s spec) string { return s.Score })
	training, load, err := subspace.Prepare(first, w.Cells, scores, w.Data)
	cost := load.Fit(float64(w.Data.Samples))
	return w.InOne("coordinates", cost, func(ctx context.Context, set *dataset.Set, results []experiment.Result) error {
		rows, _ := set.Samples.Dims()
		scaling, err := first.Scaling(set.Samples, statistics.Indices(rows))
		if err != nil {
			return err
		}
		samples := scaling.Divide(set.Samples)
		fit, err := training.Fit(ctx, samples)
		if err != nil {
			return err
		}
		for i := range results {
			r, s := &results[i], w.Specs[i]
			at := training.At(s.Score)
			r.Ends = fit.Ends(at, s.Components)
			if err := fit.Failures[at]; err != nil {
				r.Fail(err)
				continue
			}
			z := fit.Coordinates(at, samples, statistics.Indices(rows))
			r.Values = map[string][]float64{explained: {fit.Explained(z, samples)}}
			r.Artifacts = kept(s.Keep, fit, at, set, z, scaling)
			r.Artifacts[coordinates] = experiment.Matrix(z)
			r.Artifacts[experiment.ClassesOf] = experiment.Classes(set.Samples, set.Labels, set)
		}
		return nil
	}), err
}

// What may be kept beside the coordinates.
const (
	features = "features" // the samples themselves, a row each
	images   = "images"   // components, and samples with their reconstructions
)

// Artifacts of images, a row each. Originals and reconstructions are of the same samples; a kernel has no
// reconstructions. Pixels has width and height.
const (
	components      = "components"
	originals       = "originals"
	reconstructions = "reconstructions"
	pixels          = "pixels"
)

// Drawings are points and pictures; samples and reconstructions have the same scale of grey.
func (e *Experiment) Drawings() []experiment.Drawing {
	drawings := []experiment.Drawing{{Artifact: coordinates, Form: experiment.Points, Noun: "Component"}}
	if slices.Contains(e.Keep, features) {
		drawings = append(drawings,
			experiment.Drawing{Artifact: features, Form: experiment.Points, Noun: "Feature", Samples: true})
	}
	if slices.Contains(e.Keep, images) {
		for _, name := range []string{components, originals, reconstructions} {
			grey := experiment.GreyOf(originals)
			if name == components {
				grey = experiment.GreyOf("") // each by its own range
			}
			drawings = append(drawings,
				experiment.Drawing{Artifact: name, Form: experiment.Pictures, Size: pixels, Grey: grey})
		}
	}
	return drawings
}

const (
	pictured      = 8 // number of components
	reconstructed = 4 // number of samples
)

func kept(
	keep []string, f *subspace.Fit, score int, set *dataset.Set, z *mat.Dense, scaling subspace.Scaling,
) map[string]experiment.Array {
	all := map[string]experiment.Array{}
	for _, what := range keep {
		if what == features {
			all[features] = experiment.Matrix(set.Samples)
			continue
		}
		all[pixels] = experiment.Array{Shape: []int{2},
			Data: []float64{float64(set.Image.Width), float64(set.Image.Height)}}
		all[components] = experiment.Matrix(pictures(f, score, set.Samples))
		samples, _ := set.Samples.Dims()
		rows := trial.Specimens(set, statistics.Indices(samples), reconstructed)
		back := trial.RowsOf(set.Samples, rows)
		all[originals] = experiment.Matrix(back)
		if f.Matrix != nil {
			continue
		}
		for i, row := range rows {
			back.SetRow(i, f.Mean)
			if !f.Loadings[score].IsEmpty() {
				image := back.RowView(i).(*mat.VecDense)
				var sum mat.VecDense
				sum.MulVec(f.Loadings[score].T(), z.RowView(row))
				image.AddVec(image, &sum)
			}
			scaling.Restore(back.RawRowView(i))
		}
		all[reconstructions] = experiment.Matrix(back)
	}
	return all
}

// pictures returns the first components as images: each pixel is the coordinate of an image that is white in
// that pixel alone. Without a kernel, these are the loadings up to a constant; in a kernel space, components
// themselves are no images.
func pictures(f *subspace.Fit, score int, samples *mat.Dense) *mat.Dense {
	_, size := samples.Dims()
	count, _ := f.Loadings[score].Dims()
	shown, full := mat.NewDense(min(max(1, count), pictured), size, nil), mat.Max(samples)
	for first, end := range subspace.Parts(size) { // of all, the white images would be far larger than the samples
		white := mat.NewDense(end-first, size, nil)
		for i := range end - first {
			white.Set(i, first+i, full)
		}
		z := f.Coordinates(score, white, statistics.Indices(end-first))
		for i := range end - first {
			shown.SetCol(first+i, z.RawRowView(i)[:shown.RawMatrix().Rows])
		}
	}
	return shown
}
