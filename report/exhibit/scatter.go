package exhibit

import (
	"cmp"
	"fmt"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
)

// Scatter is the kind of a figure that draws points of an experiment by two of their
// coordinates, by class: samples on components, or signals against each other.
//
// With lines it draws samples of two features as they are, with the first direction that
// the experiment finds at some of its points.
var Scatter = Kind{"scatter",
	"draws points that an experiment keeps by two of their coordinates, such as samples on components, by class, or " +
		"two signals against each other", made[scatterFigure]}

type scatterFigure struct {
	kept

	Part       part                             `yaml:",inline"`
	Method     string                           `yaml:"method" doc:"Method whose components the samples are drawn on, for an experiment that has methods." example:"p=2"`
	Of         string                           `yaml:"of" doc:"What is drawn, of what the experiment keeps: coordinates on components, features of samples, or signals; its first unless named." example:"features"`
	Low        bool                             `yaml:"low" doc:"Draws it less high, so that two stand on a page." default:"false" example:"true"`
	Components []int                            `yaml:"components" doc:"The two components, features or signals that are drawn, counted from 1." default:"[1, 2]" example:"[1, 2]"`
	Lines      strictyaml.List[strictyaml.Node] `yaml:"lines" doc:"Draws samples of two features as they are, with the first direction of each entry, which has a label and values of axes of the experiment." example:"[{label: principal, way: principal}]"`
	Residuals  bool                             `yaml:"residuals" doc:"Draws the projection of each sample on the first of the lines, and what it misses." default:"false" example:"true"`
	Regression bool                             `yaml:"regression" doc:"Draws the line of least squares of the second feature on the first, and what it misses, beside the lines." default:"false" example:"true"`

	drawing experiment.Drawing
	labels  []string // of the lines, one for each point
}

// A lineHead is what an entry of lines says beside values of axes.
type lineHead struct {
	Label string `yaml:"label" doc:"What the line is called." example:"principal" required:"yes"`
}

var _ Figure = (*scatterFigure)(nil)

// Describe says what the entries of lines are.
func (scatterFigure) Describe() map[string]strictyaml.Shape {
	return describeEntries(lineHead{}, "lines")
}

func (f *scatterFigure) resolve() (err error) {
	if f.grid, err = f.Part.grid(f.scope, f.block); err != nil {
		return err
	}
	if f.drawing, err = experiment.DrawingOf(f.Experiment.Experiment, f.Of, experiment.Points,
		experiment.Signals); err != nil {
		return f.block.At("of").Fault("experiment %s: %w", f.Experiment.Name, err)
	}
	if f.Components == nil {
		f.Components = []int{1, 2}
	}
	if len(f.Components) != 2 || f.Components[0] < 1 || f.Components[1] < 1 || f.Components[0] == f.Components[1] {
		return f.block.At("components").Fault("figure %s draws two components, counted from 1, as in [1, 2]",
			f.head.Number)
	}
	switch {
	case len(f.Lines) > 0 && f.drawing.Directions == "":
		return f.block.At("lines").Fault("experiment %s keeps no directions to draw as lines", f.Experiment.Name)
	case len(f.Lines) == 0 && (f.Residuals || f.Regression):
		return f.block.Fault("figure %s draws residuals and regression beside lines alone", f.head.Number)
	case len(f.Lines) == 0:
		err = f.show(nil, f.block)
	}
	for _, n := range f.Lines {
		var head lineHead
		labels, failed := f.entries(n.In(f.block), &head, &head.Label, "label")
		f.labels, err = append(f.labels, labels...), cmp.Or(err, failed)
	}
	if err != nil {
		return err
	}
	return f.oneMethod(f.Method, f.Experiment)
}

// Build draws the figure.
func (f *scatterFigure) Build(src Source) (figures.Figure, error) {
	artifacts := []string{f.drawing.Artifact}
	if len(f.Lines) > 0 {
		artifacts = append(artifacts, f.drawing.Directions)
	}
	results, instead, err := f.results(src, f.Method, artifacts...)
	if instead != nil || err != nil {
		return instead, err
	}
	if len(f.Lines) > 0 {
		return f.plane(src, results)
	}
	a := results[0].Artifacts
	points, of, notes := a[f.drawing.Artifact], a[experiment.ClassesOf], dataNote(src, f.Data())
	if f.drawing.Form == experiment.Signals {
		_, notes = stride(src, results[0], f.Data())
		if last := max(f.Components[0], f.Components[1]); len(points.Shape) == 2 && last > points.Shape[0] {
			return nil, fmt.Errorf("figure %s: there are %d signals and not %d to draw", f.head.Number, points.Shape[0],
				last)
		}
		points, of = steps(points)
	}
	if len(points.Shape) != 2 || len(of.Data) != points.Shape[0] {
		return nil, fmt.Errorf("figure %s: experiment %s has no %s to draw", f.head.Number, f.Experiment.Name,
			f.drawing.Artifact)
	}
	s := figures.Scatter{Notes: notes, Low: f.Low || f.drawing.Form == experiment.Signals}
	s.XLabel, s.YLabel = fmt.Sprintf("%s %d", f.drawing.Noun, f.Components[0]),
		fmt.Sprintf("%s %d", f.drawing.Noun, f.Components[1])
	for _, name := range of.Names {
		s.Classes = append(s.Classes, figures.ScatterClass{Name: name})
	}
	columns := points.Shape[1]
	for i := range points.Shape[0] {
		class := &s.Classes[int(of.Data[i])]
		at := func(component int) float64 {
			if component > columns {
				return 0 // the samples span fewer dimensions
			}
			return points.Data[i*columns+component-1]
		}
		class.X, class.Y = append(class.X, at(f.Components[0])), append(class.Y, at(f.Components[1]))
	}
	return s, nil
}

// steps are the steps of signals as points, of one class without a name.
func steps(signals experiment.Array) (points, of experiment.Array) {
	if len(signals.Shape) != 2 {
		return signals, of
	}
	count, length := signals.Shape[0], signals.Shape[1]
	points = experiment.Array{Shape: []int{length, count}}
	for k := range length {
		for i := range count {
			points.Data = append(points.Data, signals.Data[i*length+k])
		}
	}
	return points, experiment.Array{Data: make([]float64, length), Names: []string{""}}
}
