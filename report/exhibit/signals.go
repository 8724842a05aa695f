package exhibit

import (
	"fmt"
	"image"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
)

// The kinds of figures of signals, which experiments that mix or separate them keep as
// artifacts.
var (
	// Signals draws them as curves, one below the other.
	Signals = Kind{"signals", "draws signals as curves over time, one below the other; for experiments of kind separate", func() decoder { return &signalsFigure{} }}
	// Joint draws two of them against each other.
	Joint = Kind{"joint", "draws two signals against each other, a point for each time; for experiments of kind separate", func() decoder { return &jointFigure{} }}
	// Pictures draws them as images.
	Pictures = Kind{"pictures", "draws signals that are images, a column for each value of an axis; for experiments of kind separate", func() decoder { return &picturesFigure{} }}
)

// The artifacts that these figures draw.
const (
	signals  = "signals"
	stride   = "stride"
	pictures = "pictures"
)

// A drawing is what the figures of artifacts share.
type drawing struct {
	declared
	*grid
}

// locate finds the part of an experiment's grid that is drawn, which has one data set.
func (f *drawing) locate(p part) (err error) {
	if f.grid, err = p.grid(f.scope, f.block); err != nil {
		return err
	}
	if len(f.rows) != 1 {
		return f.block.Fault("figure %s draws one data set: name it by data", f.head.Number)
	}
	return nil
}

// artifact is one of the cell at a point, of so many dimensions. Where there is none yet, a
// figure that says so takes its place.
func (f *drawing) artifact(src Source, p experiment.Point, name string, dimensions int) (experiment.Result, figures.Figure, error) {
	r, ok := src.Result(Query{Experiment: f.Experiment, Point: f.Experiment.Complete(p)})
	switch {
	case !ok:
		return r, nothingYet, nil
	case r.Failure != "":
		return r, figures.Placeholder{Text: "The computation failed: " + r.Failure}, nil
	}
	values := 1
	for _, n := range r.Artifacts[name].Shape {
		values *= n
	}
	if a := r.Artifacts[name]; len(a.Shape) != dimensions || len(a.Data) != values || values == 0 {
		return r, nil, fmt.Errorf("figure %s: experiment %s has no %s to draw of %s", f.head.Number, f.Experiment.Name, name, src.Title(p[experiment.Data]))
	}
	return r, nil, nil
}

// stride is how many steps the values of signals are apart, with the notes of their figure.
func (f *drawing) stride(src Source, r experiment.Result) (step float64, notes []string) {
	step, notes = 1, dataNote(src, f.Data())
	if a := r.Artifacts[stride]; len(a.Data) == 1 && a.Data[0] > 1 {
		step = a.Data[0]
		notes = append([]string{fmt.Sprintf("One step in %g is drawn.", step)}, notes...)
	}
	return step, notes
}

type signalsFigure struct {
	drawing

	Part  part `yaml:",inline"`
	Steps int  `yaml:"steps" doc:"How many of the first steps are drawn; all unless given." example:"2000"`
}

var _ Figure = (*signalsFigure)(nil)

func (f *signalsFigure) resolve() error {
	if f.Steps < 0 {
		return f.block.At("steps").Fault("figure %s draws %d steps: give a number above 0", f.head.Number, f.Steps)
	}
	return f.locate(f.Part)
}

// between is the distance of curves whose largest amplitude is 1.
const between = 2.2

// Build draws the figure.
func (f *signalsFigure) Build(src Source) (figures.Figure, error) {
	r, instead, err := f.artifact(src, f.point(f.rows[0]), signals, 2)
	if instead != nil || err != nil {
		return instead, err
	}
	step, notes := f.stride(src, r)
	all := r.Artifacts[signals]
	chart := figures.Chart{
		XLabel: "Step", YLabel: fmt.Sprintf("Signals, each with largest amplitude 1, %g apart", between),
		Notes: notes,
	}
	for i, values := range split(all) {
		if n := int(math.Ceil(float64(f.Steps) / step)); f.Steps > 0 && n < len(values) {
			values = values[:n]
		}
		largest := max(slices.Max(values), -slices.Min(values), math.SmallestNonzeroFloat64)
		s := figures.Series{Name: fmt.Sprintf("signal %d", i+1), Style: figures.Lines}
		for k, v := range values {
			s.X, s.Y = append(s.X, float64(k)*step), append(s.Y, v/largest-between*float64(i))
		}
		chart.Series = append(chart.Series, s)
	}
	return chart, nil
}

// split divides an array by its first index.
func split(a experiment.Array) [][]float64 {
	return slices.Collect(slices.Chunk(a.Data, len(a.Data)/a.Shape[0]))
}

type jointFigure struct {
	drawing

	Part  part  `yaml:",inline"`
	Which []int `yaml:"signals" doc:"The two signals, counted from 1." default:"[1, 2]" example:"[2, 1]"`
}

var _ Figure = (*jointFigure)(nil)

func (f *jointFigure) resolve() error {
	if f.Which == nil {
		f.Which = []int{1, 2}
	}
	if len(f.Which) != 2 || f.Which[0] < 1 || f.Which[1] < 1 || f.Which[0] == f.Which[1] {
		return f.block.At("signals").Fault("figure %s draws two signals, counted from 1, as in [1, 2]", f.head.Number)
	}
	return f.locate(f.Part)
}

// Build draws the figure.
func (f *jointFigure) Build(src Source) (figures.Figure, error) {
	r, instead, err := f.artifact(src, f.point(f.rows[0]), signals, 2)
	if instead != nil || err != nil {
		return instead, err
	}
	_, notes := f.stride(src, r)
	all := split(r.Artifacts[signals])
	if last := max(f.Which[0], f.Which[1]); last > len(all) {
		return nil, fmt.Errorf("figure %s: there are %d signals and not %d to draw", f.head.Number, len(all), last)
	}
	return figures.Scatter{
		XLabel: fmt.Sprintf("Signal %d", f.Which[0]), YLabel: fmt.Sprintf("Signal %d", f.Which[1]),
		Classes: []figures.ScatterClass{{X: all[f.Which[0]-1], Y: all[f.Which[1]-1]}},
		Notes:   notes, Equal: true,
	}, nil
}

type picturesFigure struct {
	drawing

	Part   part                    `yaml:",inline"`
	Along  string                  `yaml:"along" doc:"Axis of the experiment with a column of images for each of its values." example:"stage" required:"yes"`
	Values strictyaml.List[string] `yaml:"values" doc:"Values of that axis, in order; all unless named." example:"[sources, separated]"`

	columns []experiment.Value
}

var _ Figure = (*picturesFigure)(nil)

func (f *picturesFigure) resolve() (err error) {
	if err := f.locate(f.Part); err != nil {
		return err
	}
	axis, ok := f.Experiment.Axis(f.Along)
	if !ok || axis.Open {
		return f.block.At("along").Fault("figure %s: experiment %s does not vary %s", f.head.Number, f.Experiment.Name, f.Along)
	}
	if _, fixed := f.fixed[f.Along]; fixed {
		return f.block.At("at").At(f.Along).Fault("figure %s runs along %s: at must not fix it", f.head.Number, f.Along)
	}
	f.columns, err = f.values(f.Along, f.Values, f.block.At("values"))
	return err
}

// Build draws the figure.
func (f *picturesFigure) Build(src Source) (figures.Figure, error) {
	drawn := figures.Images{Notes: dataNote(src, f.Data())}
	var waits figures.Figure
	for _, v := range f.columns { // all are asked for, whether or not the first is there
		r, instead, err := f.artifact(src, f.point(f.rows[0]).With(f.Along, v.Text), pictures, 3)
		if err != nil {
			return nil, err
		}
		if instead != nil {
			waits = instead
			continue
		}
		a := r.Artifacts[pictures]
		drawn.Columns, drawn.Pixels = append(drawn.Columns, v.Label), image.Pt(a.Shape[2], a.Shape[1])
		for i, picture := range split(a) {
			if i == len(drawn.Values) {
				drawn.Rows, drawn.Values = append(drawn.Rows, ""), append(drawn.Values, nil)
			}
			drawn.Values[i] = append(drawn.Values[i], picture)
		}
	}
	if waits != nil {
		return waits, nil
	}
	return drawn, nil
}
