package exhibit

import (
	"cmp"
	"fmt"

	"gpca/figures"
	"gpca/report/experiment"
)

// Scatter is the kind of a figure that draws samples by two of their coordinates, by
// class: an artifact of an experiment that maps samples onto components.
var Scatter = Kind{"scatter", "draws samples by two of their coordinates, by class; for experiments of kind embed or directions", func() decoder { return &scatterFigure{} }}

type scatterFigure struct {
	declared
	*grid

	Part       part   `yaml:",inline"`
	Method     string `yaml:"method" doc:"Method whose components the samples are drawn on, for an experiment that has methods." example:"p=2"`
	Of         string `yaml:"of" doc:"What is drawn: coordinates on components, or the features of the samples, which the experiment keeps for it." words:"coordinates features" default:"coordinates" example:"features"`
	Low        bool   `yaml:"low" doc:"Draws it less high, so that two stand on a page." default:"false" example:"true"`
	Components []int  `yaml:"components" doc:"The two components or features that are drawn, counted from 1." default:"[1, 2]" example:"[1, 2]"`
}

var _ Figure = (*scatterFigure)(nil)

// The artifacts that the figure draws.
const (
	coordinates = "coordinates"
	features    = "features"
	classes     = "classes"
)

func (f *scatterFigure) resolve() (err error) {
	if f.grid, err = f.Part.grid(f.scope, f.block); err != nil {
		return err
	}
	if len(f.rows) != 1 {
		return f.block.Fault("figure %s draws one data set: name it by data", f.head.Number)
	}
	if f.Of = cmp.Or(f.Of, coordinates); f.Of != coordinates && f.Of != features {
		return f.block.At("of").Fault("figure %s draws %q, must be %s or %s", f.head.Number, f.Of, coordinates, features)
	}
	if f.Components == nil {
		f.Components = []int{1, 2}
	}
	if len(f.Components) != 2 || f.Components[0] < 1 || f.Components[1] < 1 || f.Components[0] == f.Components[1] {
		return f.block.At("components").Fault("figure %s draws two components, counted from 1, as in [1, 2]", f.head.Number)
	}
	if _, varies := f.Experiment.Axis(experiment.Method); !varies && f.Method == "" {
		return nil
	}
	return f.methodOf(f.Method, f.Experiment, f.block.At("method"))
}

// Build draws the figure.
func (f *scatterFigure) Build(src Source) (figures.Figure, error) {
	q := Query{Experiment: f.Experiment, Point: f.point(f.rows[0])}
	if f.Method != "" {
		var err error
		if q.Method, err = f.scope.Method(f.Method); err != nil {
			return nil, fmt.Errorf("figure %s: %w", f.head.Number, err)
		}
		q.Point = q.Point.With(experiment.Method, f.Method)
	}
	q.Point = f.Experiment.Complete(q.Point)
	r, ok := src.Result(q)
	switch {
	case !ok:
		return nothingYet, nil
	case r.Failure != "":
		return figures.Placeholder{Text: "The computation failed: " + r.Failure}, nil
	}
	points, of := r.Artifacts[f.Of], r.Artifacts[classes]
	if len(points.Shape) != 2 || len(of.Data) != points.Shape[0] {
		return nil, fmt.Errorf("figure %s: experiment %s has no %s to draw", f.head.Number, f.Experiment.Name, f.Of)
	}
	s := figures.Scatter{Notes: dataNote(src, f.Data()), Low: f.Low}
	axis := map[string]string{coordinates: "Component %d", features: "Feature %d"}[f.Of]
	s.XLabel, s.YLabel = fmt.Sprintf(axis, f.Components[0]), fmt.Sprintf(axis, f.Components[1])
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
