package experiment

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/solver/typo"
)

// A Drawn experiment keeps artifacts that figures draw, whatever its kind.
type Drawn interface {
	// Drawings are what can be drawn of a result; the first of a form is meant by default.
	Drawings() []Drawing
}

// A Form is what an artifact is to a figure.
type Form string

// The forms of artifacts.
const (
	// Pictures are number × height × width, or number × pixels with a Size.
	Pictures Form = "pictures"
	// Points are number × coordinates, with the class of each in the artifact ClassesOf.
	Points Form = "points"
	// Signals are number × steps. The artifact StrideOf has how far apart those kept are.
	Signals Form = "signals"
)

// The names of artifacts that go with points and with signals.
const (
	ClassesOf = "classes"
	StrideOf  = "stride"
)

// A Drawing is an artifact of results that can be drawn.
type Drawing struct {
	Artifact string
	Form     Form
	// Noun names one coordinate or signal, before its number.
	Noun string
	// Size is the artifact with width and height of pictures whose shape does not tell.
	Size string
	// Grey returns which values of a picture are black and white: 0 and 255 for nil.
	Grey func(picture []float64, all map[string]Array) (black, white float64)
	// Directions and Origin, if any, take a point z back to the samples: Origin + Directionsᵀz.
	Directions, Origin string
	// Samples tells that points are the samples as they are.
	Samples bool
}

// ShowsSamples reports whether an artifact is made of samples, or of pictures or signals like them.
func ShowsSamples(e Experiment, artifact string) bool {
	drawn, ok := e.(Drawn)
	return ok && slices.ContainsFunc(drawn.Drawings(), func(d Drawing) bool {
		return d.Artifact == artifact && (d.Form != Points || d.Samples)
	})
}

// GreyOf scales pictures together, by the range of an artifact.
func GreyOf(artifact string) func([]float64, map[string]Array) (black, white float64) {
	return func(_ []float64, all map[string]Array) (black, white float64) {
		return slices.Min(all[artifact].Data), slices.Max(all[artifact].Data)
	}
}

// GreyOfEach scales each picture by its own range.
func GreyOfEach(picture []float64, _ map[string]Array) (black, white float64) {
	return slices.Min(picture), slices.Max(picture)
}

// GreyAbout0 scales each picture by itself, with 0 in the middle.
func GreyAbout0(picture []float64, _ map[string]Array) (black, white float64) {
	for _, v := range picture {
		white = max(white, math.Abs(v))
	}
	return -white, white
}

// DrawingOf returns what an experiment keeps in one of some forms, the first for no name.
func DrawingOf(e Experiment, name string, forms ...Form) (Drawing, error) {
	var all []Drawing
	if drawn, ok := e.(Drawn); ok {
		all = slices.DeleteFunc(drawn.Drawings(), func(d Drawing) bool { return !slices.Contains(forms, d.Form) })
	}
	if len(all) == 0 {
		return Drawing{}, fmt.Errorf("it keeps no %s to draw", forms[0])
	}
	return typo.Find("drawing", cmp.Or(name, all[0].Artifact), all, func(d Drawing) string { return d.Artifact })
}

// Matrix is a matrix as an artifact.
func Matrix(m mat.Matrix) Array {
	rows, columns := m.Dims()
	return Array{Shape: []int{rows, columns}, Data: append([]float64{}, mat.DenseCopyOf(m).RawMatrix().Data...)}
}

// Images is a matrix with an image of a size, if it has one, in each row as an artifact.
func Images(m mat.Matrix, size dataset.ImageSize) Array {
	a := Matrix(m)
	if size.Width > 0 {
		a.Shape = []int{a.Shape[0], size.Height, size.Width}
	}
	return a
}

// Classes are those of samples of a set as an artifact: its title for one without classes.
func Classes(samples *mat.Dense, labels []int, set *dataset.Set) Array {
	rows, _ := samples.Dims()
	a := Array{Shape: []int{rows}, Data: make([]float64, rows), Names: set.Classes}
	for i, label := range labels {
		a.Data[i] = float64(label)
	}
	if len(a.Names) == 0 {
		a.Names = []string{set.Title}
	}
	return a
}
