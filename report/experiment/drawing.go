package experiment

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/solver/typo"
)

// A Drawn experiment keeps artifacts for figures.
type Drawn interface {
	// Drawings lists them; the first of a form is the default.
	Drawings() []Drawing
}

// An Exporter is an experiment whose results are files of their own, too.
type Exporter interface {
	// Files lists those of a result, none of one that has failed.
	Files(r Result) []File
}

type File struct {
	Name  string
	Write func(io.Writer) error
}

// A Teller is an experiment with facts for the text of a report.
type Teller interface {
	// Answer is the answer in a line, for the first page.
	Answer(r Result) string
	// Outcome has methods and fields for the text, words escaped for Markdown.
	Outcome(r Result) (any, error)
}

// A Form is the role of an artifact in a figure.
type Form string

const (
	// Pictures are number × height × width, or number × pixels with a Size.
	Pictures Form = "pictures"
	// Points are number × coordinates; the artifact ClassesOf has their classes.
	Points Form = "points"
	// Signals are number × steps; the artifact StrideOf has the distance of the steps kept.
	Signals Form = "signals"
)

// Artifacts that go with points and signals.
const (
	ClassesOf = "classes"
	StrideOf  = "stride"
)

// A Drawing is an artifact that can be drawn.
type Drawing struct {
	Artifact string
	Form     Form
	// Noun names a coordinate or signal, before its number.
	Noun string
	// Size is the artifact with the width and height of pictures that are number × pixels.
	Size string
	// Grey returns the values that are black and white; nil for 0 and 255.
	Grey func(picture []float64, all map[string]Array) (black, white float64)
	// Directions and Origin, if any, map a point z to a sample: Origin + Directionsᵀz.
	Directions, Origin string
	// Samples: the points are the samples themselves.
	Samples bool
}

// ShowsSamples reports whether an artifact consists of samples, or of pictures or signals like them.
func ShowsSamples(e Experiment, artifact string) bool {
	drawn, ok := e.(Drawn)
	return ok && slices.ContainsFunc(drawn.Drawings(), func(d Drawing) bool {
		return d.Artifact == artifact && (d.Form != Points || d.Samples)
	})
}

// GreyOf scales all pictures by the range of one artifact, or each by its own where there is none of the name.
func GreyOf(artifact string) func([]float64, map[string]Array) (black, white float64) {
	return func(picture []float64, all map[string]Array) (black, white float64) {
		if all[artifact].Data != nil { // else it was left out
			picture = all[artifact].Data
		}
		return slices.Min(picture), slices.Max(picture)
	}
}

// GreyAbout0 scales each picture by its largest absolute value, with 0 in the middle.
func GreyAbout0(picture []float64, _ map[string]Array) (black, white float64) {
	for _, v := range picture {
		white = max(white, math.Abs(v))
	}
	return -white, white
}

// DrawingOf returns the drawing of a name, in one of some forms; the first for no name.
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

func Matrix(m mat.Matrix) Array {
	rows, columns := m.Dims()
	return Array{Shape: []int{rows, columns}, Data: append([]float64{}, mat.DenseCopyOf(m).RawMatrix().Data...)}
}

// Images returns a matrix, with an image in each row if there is a size, as an artifact.
func Images(m mat.Matrix, size dataset.ImageSize) Array {
	a := Matrix(m)
	if size.Width > 0 {
		a.Shape = []int{a.Shape[0], size.Height, size.Width}
	}
	return a
}

// Classes returns the classes of samples as an artifact; without classes, all have the title of the set.
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
