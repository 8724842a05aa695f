package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
)

// Signals is the kind of a figure that draws signals that an experiment keeps as curves,
// one below the other.
var Signals = Kind{"signals", "draws signals that an experiment keeps as curves over time, one below the other", func() decoder { return &signalsFigure{} }}
// The kinds of figures of signals, which experiments that mix or separate them keep as
// artifacts.
var (
	// Signals draws them as curves, one below the other.
	Signals = Kind{"signals", "draws signals as curves over time, one below the other; for experiments of kind separate", func() decoder { return &signalsFigure{} }}
	// Joint draws two of them against each other.
	Joint = Kind{"joint", "draws two signals against each other, a point for each time; for experiments of kind separate", func() decoder { return &jointFigure{} }}
	// Pictures draws them as images.
	Pictures = Kind{"pictures", "draws signals that are images, or samples under noise, a column for each value of an axis; for experiments of kind separate and specimens", func() decoder { return &picturesFigure{} }}
)

// The artifacts that these figures draw.
const (
	signals  = "signals"
	stride   = "stride"
	pictures = "pictures"
)

type signalsFigure struct {
	declared
	*grid
}

// locate finds the part of an experiment's grid that is drawn, which has one data set.
func (f *drawing) locate(p part) (err error) {
	if f.grid, err = p.grid(f.scope, f.block); err != nil {
		return err
	}
	if len(f.grid.Data()) != 1 {
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

	drawing experiment.Drawing
	point   experiment.Point
}

var _ Figure = (*signalsFigure)(nil)

func (f *signalsFigure) resolve() (err error) {
	if f.Steps < 0 {
		return f.block.At("steps").Fault("figure %s draws %d steps: give a number above 0", f.head.Number, f.Steps)
	}
	if f.grid, err = f.Part.grid(f.scope, f.block); err != nil {
		return err
	}
	if f.drawing, err = experiment.DrawingOf(f.Experiment.Experiment, "", experiment.Signals); err != nil {
		return f.block.At("experiment").Fault("experiment %s: %w", f.Experiment.Name, err)
	}
	if f.point, err = f.place(nil); err != nil {
		return f.block.Fault("figure %s: %w", f.head.Number, err)
	}
	return nil
}

// between is the distance of curves whose largest amplitude is 1.
const between = 2.2

// Data lists the data set behind the figure.
func (f *signalsFigure) Data() []string { return []string{f.point[experiment.Data]} }

// Build draws the figure.
func (f *signalsFigure) Build(src Source) (figures.Figure, error) {
	results, instead, err := f.results(src, f.Experiment, "", []experiment.Point{f.point})
	if instead != nil || err != nil {
		return instead, err
	}
	all := results[0].Artifacts[f.drawing.Artifact]
	if len(all.Shape) != 2 || len(all.Data) == 0 {
		return nil, fmt.Errorf("figure %s: experiment %s has no %s to draw of %s", f.head.Number, f.Experiment.Name, f.drawing.Artifact, src.Title(f.point[experiment.Data]))
	}
	step, notes := stride(src, results[0], f.Data())
	chart := figures.Chart{
		XLabel: "Step", YLabel: fmt.Sprintf("%ss, each with largest amplitude 1, %g apart", f.drawing.Noun, between),
		Notes: notes,
	}
	for values := range slices.Chunk(all.Data, all.Shape[1]) {
		i := len(chart.Series)
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

// stride is how many steps the values of signals are apart, with the notes of their figure.
func stride(src Source, r experiment.Result, data []string) (step float64, notes []string) {
	step, notes = 1, dataNote(src, data)
	if a := r.Artifacts[experiment.StrideOf]; len(a.Data) == 1 && a.Data[0] > 1 {
		step = a.Data[0]
		notes = append([]string{fmt.Sprintf("One step in %g is drawn.", step)}, notes...)
	}
	return step, notes
}
