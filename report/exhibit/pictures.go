package exhibit

import (
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
)

// Pictures is the kind of a figure that shows artifacts of an experiment that are images,
// in a row or a column for each cell of the experiment that it names.
var Pictures = Kind{"pictures", "shows images that an experiment keeps, such as its components, what they reconstruct, or what it separates", func() decoder { return &picturesFigure{} }}

type picturesFigure struct {
	declared
	*grid

	Part    part                             `yaml:",inline"`
	Method  string                           `yaml:"method" doc:"Method whose images are shown, for an experiment that has methods." example:"p=2"`
	Across  strictyaml.List[strictyaml.Node] `yaml:"rows" doc:"Rows of images, each with a label, what it shows, and values of axes of the experiment; of several values, as many rows." example:"[{label: original, show: originals}]"`
	Columns strictyaml.List[strictyaml.Node] `yaml:"columns" doc:"The same as columns of images, in place of rows." example:"[{label: separated}]"`
	Most    int                              `yaml:"most" doc:"Most images in a row or column." default:"8" example:"6"`

	strips []strip
}

// A strip is a row or a column.
type strip struct {
	stripHead
	experiment.Drawing
	point experiment.Point
}

// A stripHead is what an entry of rows or columns says beside values of axes.
type stripHead struct {
	Label string `yaml:"label" doc:"What stands before the row or above the column. {components} stands for the value of that axis in words." example:"original" required:"yes"`
	Show  string `yaml:"show" doc:"Which of the images that the experiment keeps; its first unless named." example:"originals"`
}

var _ Figure = (*picturesFigure)(nil)

// Describe says what the entries of rows and columns are.
func (picturesFigure) Describe() map[string]strictyaml.Shape {
	entry := strictyaml.Describe("", stripHead{})
	entry.Others = &strictyaml.Shape{}
	return map[string]strictyaml.Shape{"rows": entry, "columns": entry}
}

func (f *picturesFigure) resolve() (err error) {
	if f.grid, err = f.Part.grid(f.scope, f.block); err != nil {
		return err
	}
	if f.Most == 0 {
		f.Most = 8
	}
	if f.Most < 1 || (len(f.Across) == 0) == (len(f.Columns) == 0) {
		return f.block.Fault("figure %s needs either rows or columns, and most from 1 up", f.head.Number)
	}
	for _, n := range append(f.Across, f.Columns...) {
		if err := f.addStrips(n.In(f.block)); err != nil {
			return err
		}
	}
	return f.oneMethod(f.Method, f.Experiment)
}

// addStrips reads an entry of rows or columns.
func (f *picturesFigure) addStrips(n strictyaml.Node) error {
	var head stripHead
	points, err := decodeEntry(n, &head, f.Experiment, "label", "show")
	if err != nil {
		return err
	}
	drawing, err := experiment.DrawingOf(f.Experiment.Experiment, head.Show, experiment.Pictures)
	if err != nil {
		return n.At("show").Fault("experiment %s: %w", f.Experiment.Name, err)
	}
	label := head.Label
	for _, p := range points {
		if p, err = f.place(p); err != nil {
			return n.Fault("figure %s: %w", f.head.Number, err)
		}
		head.Label = inWords(label, f.Experiment, p)
		f.strips = append(f.strips, strip{head, drawing, p})
	}
	return nil
}

// Data lists the data sets behind the figure.
func (f *picturesFigure) Data() []string {
	return dataOf(f.strips, func(s strip) []string { return []string{s.point[experiment.Data]} })
}

// Build draws the figure.
func (f *picturesFigure) Build(src Source) (figures.Figure, error) {
	var points []experiment.Point
	var artifacts []string
	for _, s := range f.strips {
		points, artifacts = append(points, s.point), append(artifacts, s.Artifact)
	}
	results, instead, err := f.results(src, f.Experiment, f.Method, points, artifacts...)
	if instead != nil || err != nil {
		return instead, err
	}
	drawn := figures.Images{Notes: dataNote(src, f.Data())}
	var labels, numbers []string
	same := true
	for i, s := range f.strips {
		pictures, size, err := s.pictures(results[i], f.Most)
		if err != nil {
			return nil, fmt.Errorf("figure %s: experiment %s %w", f.head.Number, f.Experiment.Name, err)
		}
		if i > 0 && drawn.Pixels != size {
			return nil, fmt.Errorf("figure %s: images of %v and of %v pixels", f.head.Number, drawn.Pixels, size)
		}
		drawn.Pixels, drawn.Values, labels = size, append(drawn.Values, pictures), append(labels, s.Label)
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
		drawn.Rows, drawn.Columns, drawn.Values = numbers, labels, transposed(drawn.Values)
	}
	return drawn, nil
}

// transposed turns rows into columns.
func transposed(rows [][][]float64) [][][]float64 {
	columns := make([][][]float64, len(rows[0]))
	for _, row := range rows {
		for i, picture := range row {
			columns[i] = append(columns[i], picture)
		}
	}
	return columns
}

// pictures are the images of a strip as grey values.
func (s strip) pictures(r experiment.Result, most int) ([][]float64, image.Point, error) {
	shown, size := r.Artifacts[s.Artifact], r.Artifacts[s.Size].Data
	var pixels image.Point
	if len(shown.Shape) == 3 {
		pixels = image.Pt(shown.Shape[2], shown.Shape[1])
	} else if len(size) == 2 {
		pixels = image.Pt(int(size[0]), int(size[1]))
	}
	each := pixels.X * pixels.Y
	if each == 0 || len(shown.Data) == 0 || len(shown.Data)%each != 0 {
		return nil, pixels, fmt.Errorf("keeps no images %s at %s: show others, or those of other values", s.Artifact, s.point)
	}
	var pictures [][]float64
	for picture := range slices.Chunk(shown.Data[:min(len(shown.Data), most*each)], each) {
		black, white := 0.0, 255.0
		if s.Grey != nil {
			black, white = s.Grey(picture, r.Artifacts)
		}
		grey := make([]float64, each)
		for i, v := range picture {
			grey[i] = 255 * (v - black) / max(white-black, math.SmallestNonzeroFloat64)
		}
		pictures = append(pictures, grey)
	}
	return pictures, pixels, nil
}
