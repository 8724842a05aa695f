package embed

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
)

// What an experiment may keep for figures beside the coordinates.
const (
	// keepFeatures keeps the samples as they are.
	keepFeatures = "features"
	// keepImages keeps pictures of the first components, and samples with their reconstructions.
	keepImages = "images"
)

var keepable = []string{keepFeatures, keepImages}

// The names of the artifacts that are kept.
const (
	// Features has a row for each sample.
	Features = "features"
	// Components has a picture for each of the first components, a row each.
	Components = "components"
	// Originals and Reconstructions, of which a kernel has none, have the same samples in rows.
	Originals       = "originals"
	Reconstructions = "reconstructions"
	// Pixels has the width and the height of all these pictures.
	Pixels = "pixels"
)

// Drawings are points, and pictures, those of samples and reconstructions in the same grey.
func (e *Experiment) Drawings() []experiment.Drawing {
	picture := experiment.Drawing{Form: experiment.Pictures, Size: Pixels, Grey: experiment.GreyOf(Originals)}
	components, originals, reconstructions := picture, picture, picture
	components.Artifact, components.Grey = Components, experiment.GreyOfEach
	originals.Artifact, reconstructions.Artifact = Originals, Reconstructions
	drawings := []experiment.Drawing{{Artifact: Coordinates, Form: experiment.Points, Noun: "Component"}}
	if slices.Contains(e.Keep, keepFeatures) {
		features := experiment.Drawing{Artifact: Features, Form: experiment.Points, Noun: "Feature", Samples: true}
		drawings = append(drawings, features)
	}
	if slices.Contains(e.Keep, keepImages) {
		drawings = append(drawings, components, originals, reconstructions)
	}
	return drawings
}

const (
	pictured      = 8 // components
	reconstructed = 4 // samples
)

// kept are the artifacts of an experiment's wishes.
func kept(keep []string, f *subspace.Fit, score int, set *dataset.Set, z *mat.Dense) map[string]experiment.Array {
	all := map[string]experiment.Array{}
	for _, what := range keep {
		if what == keepFeatures {
			all[Features] = experiment.Matrix(set.Samples)
			continue
		}
		all[Pixels] = experiment.Array{Shape: []int{2},
			Data: []float64{float64(set.Image.Width), float64(set.Image.Height)}}
		all[Components] = experiment.Matrix(pictures(f, score, set.Samples))
		samples, _ := set.Samples.Dims()
		rows := trial.Specimens(set, trial.Every(samples), reconstructed)
		back := trial.RowsOf(set.Samples, rows)
		all[Originals] = experiment.Matrix(back)
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
		}
		all[Reconstructions] = experiment.Matrix(back)
	}
	return all
}

// pictures show the first components as images: each pixel is the coordinate of an image
// that is white in that pixel alone. Without a kernel these are the loadings, up to a
// constant; in the space of a kernel the components themselves are no images.
func pictures(f *subspace.Fit, score int, samples *mat.Dense) *mat.Dense {
	_, features := samples.Dims()
	white := mat.Max(samples)
	single := mat.NewDense(features, features, nil)
	for i := range features {
		single.Set(i, i, white)
	}
	z := f.Coordinates(score, single)
	_, components := z.Dims()
	return mat.DenseCopyOf(z.Slice(0, features, 0, min(pictured, components)).T())
}
