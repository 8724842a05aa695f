package exhibit

import (
	"fmt"
	"image"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Eigenimages is the kind of a figure that draws components of images as images, with a
// row for each value of an axis, or samples that a number of components reconstruct, with a
// column for each.
var Eigenimages = Kind{"eigenimages", "draws components of images as images, or samples that they reconstruct; for experiments of kind embed that keep images", func() decoder { return &eigenimagesFigure{} }}

type eigenimagesFigure struct {
	declared
	*grid

	Part   part   `yaml:",inline"`
	Method string `yaml:"method" doc:"Method whose components are drawn." example:"p=2" required:"yes"`
	Of     string `yaml:"of" doc:"What is drawn: the first components, a row for each value of the axis, or reconstructions of some samples, a column for each." words:"components reconstructions" default:"components" example:"reconstructions"`
	Axis   string `yaml:"along" doc:"Axis of the experiment; what is drawn is of its first values alone unless given." example:"components"`

	Labels strictyaml.List[string] `yaml:"labels" doc:"What the values of the axis are called, in their order; their own labels unless given." example:"[few, many]"`

	values []experiment.Value // of the axis
}

var _ Figure = (*eigenimagesFigure)(nil)

// The artifacts that the figure draws, beside classes.
const (
	components      = "components"
	originals       = "originals"
	reconstructions = "reconstructions"
	pixels          = "pixels"
)

func (f *eigenimagesFigure) resolve() (err error) {
	if f.grid, err = f.Part.grid(f.scope, f.block); err != nil {
		return err
	}
	if len(f.rows) != 1 {
		return f.block.Fault("figure %s draws one data set: name it by data", f.head.Number)
	}
	if f.Of != "" && f.Of != components && f.Of != reconstructions {
		return f.block.At("of").Fault("figure %s draws %q, must be %s or %s", f.head.Number, f.Of, components, reconstructions)
	}
	f.values = []experiment.Value{{}}
	if f.Axis != "" {
		axis, ok := f.Experiment.Axis(f.Axis)
		if !ok || axis.Open {
			return f.block.At("along").Fault("experiment %s does not vary %s; it varies %s", f.Experiment.Name, f.Axis, words.Enumerate(varied(f.Experiment)))
		}
		f.values = slices.Clone(axis.Values)
	}
	if n := len(f.Labels); n != 0 && n != len(f.values) {
		return f.block.At("labels").Fault("figure %s has %d labels for %d values of its axis", f.head.Number, n, len(f.values))
	}
	for i, label := range f.Labels {
		f.values[i].Label, f.values[i].Phrase = label, label
	}
	return f.methodOf(f.Method, f.Experiment, f.block.At("method"))
}

// Build draws the figure.
func (f *eigenimagesFigure) Build(src Source) (figures.Figure, error) {
	m, err := f.scope.Method(f.Method)
	if err != nil {
		return nil, fmt.Errorf("figure %s: %w", f.head.Number, err)
	}
	drawn := figures.Images{Notes: dataNote(src, f.Data())}
	missing, failure := false, ""
	for _, v := range f.values {
		p := f.point(f.rows[0]).With(experiment.Method, f.Method)
		if f.Axis != "" {
			p = p.With(f.Axis, v.Text)
		}
		r, ok := src.Result(Query{Experiment: f.Experiment, Point: f.Experiment.Complete(p), Method: m})
		if !ok {
			missing = true // yet all are asked for
			continue
		}
		if r.Failure != "" {
			failure = r.Failure
			continue
		}
		if err := f.add(&drawn, v, r.Artifacts); err != nil {
			return nil, err
		}
	}
	switch {
	case failure != "":
		return figures.Placeholder{Text: "The computation failed: " + failure}, nil
	case missing:
		return nothingYet, nil
	}
	for i, row := range drawn.Values {
		drawn.Values[i] = append(row, make([][]float64, len(drawn.Columns)-len(row))...) // of fewer components
	}
	return drawn, nil
}

// add draws the artifacts at a value of the axis.
func (f *eigenimagesFigure) add(drawn *figures.Images, v experiment.Value, a map[string]experiment.Array) error {
	size := a[pixels].Data
	if len(size) != 2 {
		return fmt.Errorf("figure %s: experiment %s keeps no images", f.head.Number, f.Experiment.Name)
	}
	drawn.Pixels = image.Pt(int(size[0]), int(size[1]))
	if f.Of != reconstructions {
		row := images(a[components])
		for i := range row {
			// Signs are arbitrary, and so is the scale.
			row[i] = grey(row[i], slices.Min(row[i]), slices.Max(row[i]))
			if len(drawn.Columns) <= i {
				drawn.Columns = append(drawn.Columns, fmt.Sprint(i+1))
			}
		}
		drawn.Rows, drawn.Values = append(drawn.Rows, v.Label), append(drawn.Values, row)
		return nil
	}
	if len(a[reconstructions].Data) == 0 {
		return fmt.Errorf("figure %s: experiment %s has no reconstructions: samples cannot be reconstructed from the space of a kernel", f.head.Number, f.Experiment.Name)
	}
	from, to := slices.Min(a[originals].Data), slices.Max(a[originals].Data)
	add := func(name string, column [][]float64) {
		drawn.Columns = append(drawn.Columns, name)
		for i, values := range column {
			drawn.Values[i] = append(drawn.Values[i], grey(values, from, to))
		}
	}
	if drawn.Columns == nil {
		samples := images(a[originals])
		drawn.Rows, drawn.Values = make([]string, len(samples)), make([][][]float64, len(samples))
		add("original", samples)
	}
	add(v.Phrase, images(a[reconstructions]))
	return nil
}

// images are the rows of an array.
func images(a experiment.Array) [][]float64 {
	var all [][]float64
	for row := range slices.Chunk(a.Data, a.Shape[1]) {
		all = append(all, slices.Clone(row))
	}
	return all
}

// grey maps values to grey values: from to 0, which is black, and to to 255.
func grey(values []float64, from, to float64) []float64 {
	mapped := make([]float64, len(values))
	for i, v := range values {
		if to > from {
			mapped[i] = 255 * (v - from) / (to - from)
		}
	}
	return mapped
}
