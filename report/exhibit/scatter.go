package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/strictyaml"
	"gpca/report/words"
)

// Scatter is the kind of a figure that draws points of an experiment by two of their coordinates, by class:
// samples on components, or signals against each other. With lines it draws samples of two features with
// the first direction at each of several points.
var Scatter = figureKind[scatterFigure]("scatter",
	"draws points that an experiment keeps by two of their coordinates, such as samples on components, by class, or "+
		"two signals against each other")

type scatterFigure struct {
	Kept `yaml:",inline"`

	Method     string `yaml:"method" doc:"Method whose components are drawn." example:"p=2"`
	Of         string `yaml:"of" doc:"What is drawn; the first that is kept unless named." example:"features"`
	Low        bool   `yaml:"low" doc:"Draws it less high." example:"true"`
	Components []int  `yaml:"components" doc:"The two coordinates, from 1." default:"[1, 2]" example:"[1, 2]"`

	Directions nodes `yaml:"lines" doc:"Lines, with values of axes." example:"[{label: principal, way: principal}]"`

	Residuals  bool `yaml:"residuals" doc:"Draws what the first line misses." example:"true"`
	Regression bool `yaml:"regression" doc:"Draws least squares, and what it misses." example:"true"`

	drawing experiment.Drawing
	labels  []string // of the lines, one for each point
}

type lineHead struct {
	Label string `yaml:"label" doc:"What the line is called." example:"principal" required:"yes"`
}

func (scatterFigure) Describe() map[string]strictyaml.Shape {
	return map[string]strictyaml.Shape{"lines": entryOf(lineHead{})}
}

func (f *scatterFigure) resolve() (err error) {
	if f.drawing, err = experiment.DrawingOf(f.Experiment.Experiment, f.Of, experiment.Points,
		experiment.Signals); err != nil {
		return f.block.At("of").Fault("experiment %s: %w", f.Experiment.Name, err)
	}
	if len(f.Components) != 2 || f.Components[0] < 1 || f.Components[1] < 1 || f.Components[0] == f.Components[1] {
		return f.block.At("components").Fault("components are two, counted from 1, as in [1, 2]")
	}
	switch {
	case len(f.Directions) > 0 && f.drawing.Directions == "":
		return f.block.At("lines").Fault("experiment %s keeps no directions to draw as lines", f.Experiment.Name)
	case len(f.Directions) == 0 && (f.Residuals || f.Regression):
		return f.block.Fault("residuals and regression are drawn beside lines alone")
	case len(f.Directions) == 0:
		err = f.show(nil, f.block)
	}
	for _, n := range f.Directions {
		var head lineHead
		labels, failed := f.entries(n, &head, &head.Label)
		f.labels, err = append(f.labels, labels...), cmp.Or(err, failed)
	}
	if err != nil {
		return err
	}
	return f.CheckOne(f.Method, f.block)
}

func (f *scatterFigure) Build(src Source) (figures.Figure, error) {
	artifacts := []string{f.drawing.Artifact}
	if len(f.Directions) > 0 {
		artifacts = append(artifacts, f.drawing.Directions)
	}
	results, instead, err := f.results(src, f.Method, artifacts...)
	if instead != nil || err != nil {
		return instead, err
	}
	if len(f.Directions) > 0 {
		return f.plane(src, results)
	}
	a := results[0].Artifacts
	points, of, notes := a[f.drawing.Artifact], a[experiment.ClassesOf], originNote(src, f.Data())
	if f.drawing.Form == experiment.Signals {
		_, notes = stride(src, results[0], f.Data())
		if last := max(f.Components[0], f.Components[1]); len(points.Shape) == 2 && last > points.Shape[0] {
			return nil, fmt.Errorf("there are %d signals and not %d to draw", points.Shape[0], last)
		}
		points, of = steps(points)
	}
	if len(points.Shape) != 2 || len(of.Data) != points.Shape[0] {
		return nil, fmt.Errorf("experiment %s has no %s to draw", f.Experiment.Name, f.drawing.Artifact)
	}
	chart := figures.Chart{Notes: notes, Shape: 0.75, XLabel: fmt.Sprintf("%s %d", f.drawing.Noun, f.Components[0]),
		YLabel: fmt.Sprintf("%s %d", f.drawing.Noun, f.Components[1])}
	if f.Low || f.drawing.Form == experiment.Signals {
		chart.Shape = 0.5
	}
	along := func(component int) []float64 {
		if component > points.Shape[1] || len(points.Data) == 0 { // the samples span fewer dimensions
			return make([]float64, points.Shape[0])
		}
		return mat.Col(nil, component-1, mat.NewDense(points.Shape[0], points.Shape[1], points.Data))
	}
	chart.Series = classes(of, along(f.Components[0]), along(f.Components[1]))
	return chart, nil
}

func steps(signals experiment.Array) (points, of experiment.Array) {
	if len(signals.Shape) != 2 {
		return signals, of
	}
	points = experiment.Matrix(mat.NewDense(signals.Shape[0], signals.Shape[1], signals.Data).T())
	return points, experiment.Array{Data: make([]float64, points.Shape[0]), Names: []string{""}}
}

func (f *scatterFigure) plane(src Source, results []experiment.Result) (figures.Figure, error) {
	chart := figures.Chart{XLabel: "Feature 1", YLabel: "Feature 2", SameScale: true, Notes: originNote(src, f.Data())}
	var samples plane
	for i, r := range results {
		of, err := planeOf(r, f.drawing)
		if err != nil {
			return nil, fmt.Errorf("experiment %s: %w", f.Experiment.Name, err)
		}
		if i == 0 {
			samples = of
			chart.Series = append(chart.Series, classes(r.Artifacts[experiment.ClassesOf], of.x, of.y)...)
		}
		chart.Series = append(chart.Series, of.line(f.labels[i]))
		if i == 0 && f.Residuals {
			chart.Series = append(chart.Series, of.links("what the projection misses",
				func(i int) (x, y float64) { return of.at(of.along[i]) }))
		}
	}
	if f.Regression {
		at := samples.regression()
		low, high := slices.Min(samples.x), slices.Max(samples.x)
		chart.Series = append(chart.Series,
			figures.Series{Name: "regression", X: []float64{low, high}, Y: []float64{at(low), at(high)},
				Style: figures.Lines},
			samples.links("what regression misses",
				func(i int) (x, y float64) { return samples.x[i], at(samples.x[i]) }))
	}
	return chart, nil
}

// A plane has samples of two features, the origin of their projection, and the first direction.
type plane struct {
	x, y, along []float64
	origin, u   []float64
}

// planeOf computes samples from their coordinates on two directions.
func planeOf(r experiment.Result, d experiment.Drawing) (plane, error) {
	z, u, from := r.Artifacts[d.Artifact], r.Artifacts[d.Directions], r.Artifacts[d.Origin]
	if len(from.Data) != 2 || len(u.Data) != 4 || len(z.Shape) != 2 || z.Shape[1] != 2 {
		return plane{}, fmt.Errorf("only two directions of two features fill a plane")
	}
	if of := r.Artifacts[experiment.ClassesOf]; len(of.Data) != z.Shape[0] {
		return plane{}, fmt.Errorf("%d samples have a class, of %d", len(of.Data), z.Shape[0])
	}
	p := plane{origin: from.Data, u: u.Data[:2]}
	for i := range z.Shape[0] {
		a, b := z.Data[2*i], z.Data[2*i+1]
		p.along = append(p.along, a)
		p.x = append(p.x, from.Data[0]+a*u.Data[0]+b*u.Data[2])
		p.y = append(p.y, from.Data[1]+a*u.Data[1]+b*u.Data[3])
	}
	return p, nil
}

// classes are the samples of each class as points.
func classes(of experiment.Array, x, y []float64) []figures.Series {
	series := words.Each(of.Names, func(name string) figures.Series {
		return figures.Series{Name: name, Style: figures.Markers}
	})
	for i, class := range of.Data {
		s := &series[int(class)]
		s.X, s.Y = append(s.X, x[i]), append(s.Y, y[i])
	}
	return series
}

// at is a place on the direction.
func (p plane) at(t float64) (x, y float64) { return p.origin[0] + t*p.u[0], p.origin[1] + t*p.u[1] }

// line is the direction through its origin, as far as the samples and 0 reach.
func (p plane) line(name string) figures.Series {
	s := figures.Series{Name: name, Style: figures.Lines}
	for _, t := range []float64{min(0, slices.Min(p.along)), max(0, slices.Max(p.along))} {
		x, y := p.at(t)
		s.X, s.Y = append(s.X, x), append(s.Y, y)
	}
	return s
}

func (p plane) links(name string, to func(i int) (x, y float64)) figures.Series {
	s := figures.Series{Name: name, Style: figures.Lines}
	for i := range p.x {
		x, y := to(i)
		s.X, s.Y = append(s.X, p.x[i], x, math.NaN()), append(s.Y, p.y[i], y, math.NaN())
	}
	return s
}

func (p plane) regression() func(x float64) float64 {
	n, sx, sy, sxx, sxy := float64(len(p.x)), 0.0, 0.0, 0.0, 0.0
	for i, x := range p.x {
		sx, sy, sxx, sxy = sx+x, sy+p.y[i], sxx+x*x, sxy+x*p.y[i]
	}
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	return func(x float64) float64 { return sy/n + slope*(x-sx/n) }
}
