package exhibit

import (
	"cmp"
	"fmt"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/words"
)

// Path is the kind of a figure that draws quantities of an ascent by step, with a line for each value of an axis.
var Path = figureKind[pathFigure]("path",
	"draws what an ascent passes through step by step; for experiments of kind ascent")

type pathFigure struct {
	Kept `yaml:",inline"`

	Axis   string `yaml:"along" doc:"Axis that has a line for each value." example:"method" required:"yes"`
	Values names  `yaml:"values" doc:"Values that are shown; all unless named." example:"[a=1, a=2]"`

	Plot names `yaml:"plot" doc:"What each step shows." words:"*objective energy a largest-projection" example:"energy"`

	Share bool `yaml:"share" doc:"Draws percent of the largest on each line." example:"true"`
	Most  int  `yaml:"most" doc:"Last step that is drawn; 0 for all." least:"0" default:"0" example:"30"`

	lines []experiment.Value
}

// drawnPaths are the titles of the artifacts that a figure can draw.
var drawnPaths = map[string]string{"objective": "Objective", "energy": "Energy", "a": "a of the Skeleton",
	"largest-projection": "Largest projection"}

func (f *pathFigure) resolve() (err error) {
	if axis, ok := f.Experiment.Axis(f.Axis); !ok || axis.Open {
		return f.block.At("along").Fault("experiment %s does not vary %s", f.Experiment.Name, f.Axis)
	}
	if len(f.Spots) != 1 {
		return f.block.Fault("the figure draws one data set: name it by data")
	}
	f.lines, err = f.Grid.Values(f.Axis, f.Values, f.block.At("values"))
	for _, v := range f.lines {
		err = cmp.Or(err, f.show(experiment.Point{f.Axis: v.Text}, f.block))
	}
	return err
}

func (f *pathFigure) Lines() (lines []string) {
	for _, v := range f.lines {
		for i := range f.Plot {
			lines = append(lines, f.drawnAs(v, i))
		}
	}
	return lines
}

// drawnAs names the line of a quantity: the first has the look of the value, such as a method.
func (f *pathFigure) drawnAs(v experiment.Value, quantity int) string {
	if quantity == 0 {
		return v.Text
	}
	return v.Text + " " + f.Plot[quantity]
}

func (f *pathFigure) Build(src Source) (figures.Figure, error) {
	titles := words.Each(f.Plot, func(plot string) string { return drawnPaths[plot] })
	chart := figures.Chart{XLabel: "Step", YLabel: words.List(titles, "and"), Notes: originNote(src, f.Data())}
	if f.Share {
		chart.YLabel += " in percent of its largest size"
	}
	results, instead, err := f.results(src, "", f.Plot...)
	if instead != nil || err != nil {
		return instead, err
	}
	for i, v := range f.lines {
		name := v.Label
		if f.Axis == experiment.Method {
			name = f.scope.Label(v.Text)
		}
		for j, plot := range f.Plot {
			path := results[i].Artifacts[plot].Data
			if len(path) == 0 {
				return nil, fmt.Errorf("experiment %s keeps no %s for %s", f.Experiment.Name, plot, v.Text)
			}
			s := figures.Series{Name: name, Look: f.scope.Look(f.drawnAs(v, j))}
			if len(f.Plot) > 1 {
				s.Name += ", " + titles[j]
			}
			unit := 1.0
			if f.Share {
				unit = max(slices.Max(path), -slices.Min(path)) / 100
			}
			if f.Most > 0 {
				path = path[:min(len(path), f.Most+1)]
			}
			s.X, s.Y = from(0, len(path)), words.Each(path, func(y float64) float64 { return y / unit })
			chart.Series = append(chart.Series, s)
		}
	}
	return orPlaceholder(chart), nil
}
