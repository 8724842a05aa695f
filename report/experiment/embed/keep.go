package embed

import (
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
)

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
			d := experiment.Drawing{Artifact: name, Form: experiment.Pictures, Size: pixels,
				Grey: experiment.GreyOf(originals)}
			if name == components {
				d.Grey = experiment.GreyOfEach
			}
			drawings = append(drawings, d)
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
		rows := trial.Specimens(set, trial.Every(samples), reconstructed)
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
	white := mat.NewDiagDense(size, slices.Repeat([]float64{mat.Max(samples)}, size))
	z := f.Coordinates(score, mat.DenseCopyOf(white), trial.Every(size))
	_, count := z.Dims()
	return mat.DenseCopyOf(z.Slice(0, size, 0, min(pictured, count)).T())
}
