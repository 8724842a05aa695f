package exhibit

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Pictures is the kind of a figure that shows images of an experiment, a row or column for each cell.
var Pictures = figureKind[picturesFigure]("pictures",
	"shows images that an experiment keeps, such as its components, what they reconstruct, or what it separates")

type picturesFigure struct {
	Kept `yaml:",inline"`

	Method  string `yaml:"method" doc:"Method whose images are shown." example:"p=2"`
	Across  nodes  `yaml:"rows" doc:"Rows, with values of axes." example:"[{label: original, show: originals}]"`
	Columns nodes  `yaml:"columns" doc:"Columns, in place of rows." example:"[{label: separated}]"`
	Most    int    `yaml:"most" doc:"Most images in a row or column." least:"1" default:"8" example:"6"`

	strips []strip // one for each point
}

type strip struct {
	label string
	experiment.Drawing
}

type stripHead struct {
	Label string `yaml:"label" doc:"Heading; {components} is the value of that axis." example:"original" required:"yes"`
	Show  string `yaml:"show" doc:"Which images of the experiment; its first unless named." example:"originals"`
}

func (picturesFigure) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"rows": entryOf(stripHead{}), "columns": entryOf(stripHead{})}
}

func (f *picturesFigure) resolve() error {
	if (len(f.Across) == 0) == (len(f.Columns) == 0) {
		return f.block.Fault("the figure needs either rows or columns")
	}
	if err := words.Try(append(f.Across, f.Columns...), f.addStrips); err != nil {
		return err
	}
	return f.CheckOne(f.Method, f.block)
}

func (f *picturesFigure) addStrips(n strictyaml.Node) error {
	var head stripHead
	labels, err := f.entries(n, &head, &head.Label)
	if err != nil {
		return err
	}
	drawing, err := experiment.DrawingOf(f.Experiment.Experiment, head.Show, experiment.Pictures)
	if err != nil {
		return n.At("show").Fault("experiment %s: %w", f.Experiment.Name, err)
	}
	f.strips = append(f.strips, words.Each(labels, func(label string) strip { return strip{label, drawing} })...)
	return nil
}

func (f *picturesFigure) Build(src Source) (figures.Figure, error) {
	artifacts := words.Each(f.strips, func(s strip) string { return s.Artifact })
	results, instead, err := f.results(src, f.Method, artifacts...)
	if instead != nil || err != nil {
		return instead, err
	}
	drawn := figures.Images{Notes: originNote(src, f.Data())}
	var labels, numbers []string
	same := true
	for i, s := range f.strips {
		pictures, size := s.pictures(results[i], f.Most)
		if pictures == nil {
			return nil, fmt.Errorf("experiment %s keeps no images %s at %s: show others, or those of other values",
				f.Experiment.Name, s.Artifact, f.points[i])
		}
		if i > 0 && drawn.Pixels != size {
			return nil, fmt.Errorf("images of %v and of %v pixels", drawn.Pixels, size)
		}
		drawn.Pixels, drawn.Values, labels = size, append(drawn.Values, pictures), append(labels, s.label)
		same = same && s.Artifact == f.strips[0].Artifact
		for len(numbers) < len(pictures) {
			numbers = append(numbers, strconv.Itoa(len(numbers)+1))
		}
	}
	for i, row := range drawn.Values {
		drawn.Values[i] = append(row, make([][]float64, len(numbers)-len(row))...)
	}
	if !same || len(f.Columns) > 0 {
		numbers = make([]string, len(numbers))
	}
	drawn.Rows, drawn.Columns = labels, numbers
	if len(f.Columns) > 0 {
		drawn.Rows, drawn.Columns, drawn.Values = numbers, labels, derive.Turned(drawn.Values)
	}
	return drawn, nil
}

// pictures are the images of a strip as grey values, nil if there are none.
func (s strip) pictures(r experiment.Result, most int) ([][]float64, image.Point) {
	shown, size := r.Artifacts[s.Artifact], r.Artifacts[s.Size].Data
	var pixels image.Point
	if len(shown.Shape) == 3 {
		pixels = image.Pt(shown.Shape[2], shown.Shape[1])
	} else if len(size) == 2 {
		pixels = image.Pt(int(size[0]), int(size[1]))
	}
	each := pixels.X * pixels.Y
	if min(pixels.X, pixels.Y) < 1 || pixels.X > len(shown.Data)/pixels.Y || len(shown.Data)%each != 0 {
		return nil, pixels
	}
	var pictures [][]float64
	for picture := range slices.Chunk(shown.Data[:min(len(shown.Data), most*each)], each) {
		black, white := 0.0, 255.0
		if s.Grey != nil {
			black, white = s.Grey(picture, r.Artifacts)
		}
		pictures = append(pictures, words.Each(picture, func(v float64) float64 {
			return 255 * (v - black) / max(white-black, math.SmallestNonzeroFloat64)
		}))
	}
	return pictures, pixels
}
