package exhibit

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Gallery is the kind of a figure that shows artifacts of an experiment that are images, a
// row for each.
var Gallery = Kind{"gallery", "shows images that an experiment keeps, such as its directions or what they reconstruct", func() decoder { return &galleryFigure{} }}

type galleryFigure struct {
	declared
	experiment *experiment.Named
	rows       []galleryRow

	Experiment string                           `yaml:"experiment" doc:"Name of the experiment that is shown." example:"directions" required:"yes"`
	Rows       strictyaml.List[strictyaml.Node] `yaml:"rows" doc:"Rows, each with a label, the images it shows and values of axes of the experiment." example:"[{label: directions, show: directions}]" required:"yes"`
	Most       int                              `yaml:"most" doc:"Most images in a row." default:"8" example:"6"`
}

// A galleryRow is one row.
type galleryRow struct {
	galleryHead
	point experiment.Point
}

// A galleryHead is what an entry of rows says beside values of axes.
type galleryHead struct {
	Label string `yaml:"label" doc:"What stands before the row." example:"directions" required:"yes"`
	Show  string `yaml:"show" doc:"The images: directions, whose grey is 0, mean, originals or reconstructions." words:"directions mean originals reconstructions" example:"directions" required:"yes"`
}

var _ Figure = (*galleryFigure)(nil)

// Describe says what the entries of rows are.
func (galleryFigure) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", galleryHead{})
	entry.Others = &strictyaml.Shape{}
	return map[string]strictyaml.Shape{"rows": entry}
}

func (f *galleryFigure) resolve() (err error) {
	if f.experiment, err = f.scope.Experiment(f.Experiment); err != nil {
		return f.block.At("experiment").Fault("%w", err)
	}
	if f.Most == 0 {
		f.Most = 8
	}
	if f.Most < 1 || len(f.Rows) == 0 {
		return f.block.Fault("figure %s needs rows, and most from 1 up", f.head.Number)
	}
	for _, n := range f.Rows {
		n = n.In(f.block)
		var r galleryRow
		if err := n.Only("label", "show").Decode(&r.galleryHead); err != nil {
			return err
		}
		if shown := []string{directions, mean, "originals", "reconstructions"}; !slices.Contains(shown, r.Show) {
			return n.At("show").Fault("show is %q, must be %s", r.Show, words.List(shown, "or"))
		}
		g := &grid{Experiment: f.experiment, fixed: experiment.Point{}}
		for _, pair := range n.Without("label", "show").Pairs() {
			if err := g.fix(pair); err != nil {
				return err
			}
		}
		r.point = f.experiment.Complete(g.fixed)
		f.rows = append(f.rows, r)
	}
	return nil
}

// Data lists the data sets behind the figure.
func (f *galleryFigure) Data() []string {
	var data []string
	for _, r := range f.rows {
		data = appendNew(data, r.point[experiment.Data])
	}
	return data
}

// Build draws the figure.
func (f *galleryFigure) Build(src Source) (figures.Figure, error) {
	images := figures.Images{Notes: dataNote(src, f.Data())}
	var points []experiment.Point
	for _, row := range f.rows {
		points = append(points, row.point)
	}
	results, instead := resultsOf(src, f.experiment, points)
	if instead != nil {
		return instead, nil
	}
	for i, row := range f.rows {
		shown := results[i].Artifacts[row.Show]
		if len(shown.Shape) != 3 {
			return nil, fmt.Errorf("figure %s: experiment %s keeps no images of %s", f.head.Number, f.experiment.Name, src.Title(row.point[experiment.Data]))
		}
		pixels := image.Pt(shown.Shape[2], shown.Shape[1])
		if images.Pixels != (image.Point{}) && images.Pixels != pixels {
			return nil, fmt.Errorf("figure %s: images of %v and of %v pixels", f.head.Number, images.Pixels, pixels)
		}
		images.Pixels = pixels
		images.Rows = append(images.Rows, row.Label)
		images.Values = append(images.Values, row.grey(shown, f.Most))
	}
	columns := 0
	for _, row := range images.Values {
		columns = max(columns, len(row))
	}
	images.Columns = make([]string, columns)
	for i, row := range images.Values {
		images.Values[i] = append(row, make([][]float64, columns-len(row))...)
	}
	return images, nil
}

// grey scales the images of a row. Directions are scaled one by one, with 0 in the middle;
// others together, from black for their least value to white.
func (r galleryRow) grey(shown experiment.Array, most int) [][]float64 {
	size := shown.Shape[1] * shown.Shape[2]
	low, high := slices.Min(shown.Data), slices.Max(shown.Data)
	var images [][]float64
	for of := range slices.Chunk(shown.Data[:min(most, shown.Shape[0])*size], size) {
		if r.Show == directions {
			high = 0
			for _, v := range of {
				high = max(high, math.Abs(v))
			}
			low = -high
		}
		scaled := make([]float64, size)
		for i, v := range of {
			scaled[i] = 255 * (v - low) / max(high-low, math.SmallestNonzeroFloat64)
		}
		images = append(images, scaled)
	}
	return images
}
