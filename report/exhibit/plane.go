package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
)

// plane draws samples of two features in their plane, with the lines of the figure.
func (f *scatterFigure) plane(src Source, results []experiment.Result) (figures.Figure, error) {
	chart := figures.Chart{XLabel: "Feature 1", YLabel: "Feature 2", SameScale: true, Notes: dataNote(src, f.Data())}
	var samples plane
	for i, r := range results {
		of, err := planeOf(r, f.drawing)
		if err != nil {
			return nil, fmt.Errorf("figure %s: experiment %s: %w", f.head.Number, f.Experiment.Name, err)
		}
		if i == 0 {
			samples = of
			chart.Series = append(chart.Series, of.classes(r.Artifacts[experiment.ClassesOf])...)
		}
		chart.Series = append(chart.Series, of.line(f.labels[i]))
		if i == 0 && f.Residuals {
			chart.Series = append(chart.Series, of.links("what the projection misses", of.projected))
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

// A plane has samples of two features, the origin from which they are projected, and the
// first direction.
type plane struct {
	x, y, along []float64
	origin, u   []float64
}

// planeOf takes samples from their coordinates on two directions.
func planeOf(r experiment.Result, d experiment.Drawing) (plane, error) {
	z, u, from := r.Artifacts[d.Artifact], r.Artifacts[d.Directions], r.Artifacts[d.Origin]
	if len(from.Data) != 2 || len(u.Data) != 4 || len(z.Shape) != 2 || z.Shape[1] != 2 {
		return plane{}, fmt.Errorf("only two directions of two features fill a plane")
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

// classes are the samples as series, by class.
func (p plane) classes(of experiment.Array) []figures.Series {
	series := make([]figures.Series, len(of.Names))
	for i, name := range of.Names {
		series[i] = figures.Series{Name: name, Style: figures.Markers}
	}
	for i, class := range of.Data {
		s := &series[int(class)]
		s.X, s.Y = append(s.X, p.x[i]), append(s.Y, p.y[i])
	}
	return series
}

// projected is where the projection of a sample lies.
func (p plane) projected(i int) (x, y float64) {
	return p.origin[0] + p.along[i]*p.u[0], p.origin[1] + p.along[i]*p.u[1]
}

// line is the direction through its origin, as far as the samples reach and through 0.
func (p plane) line(name string) figures.Series {
	s := figures.Series{Name: name, Style: figures.Lines}
	for _, t := range []float64{min(0, slices.Min(p.along)), max(0, slices.Max(p.along))} {
		s.X, s.Y = append(s.X, p.origin[0]+t*p.u[0]), append(s.Y, p.origin[1]+t*p.u[1])
	}
	return s
}

// links are lines from each sample to a point.
func (p plane) links(name string, to func(i int) (x, y float64)) figures.Series {
	s := figures.Series{Name: name, Style: figures.Lines}
	for i := range p.x {
		x, y := to(i)
		s.X, s.Y = append(s.X, p.x[i], x, math.NaN()), append(s.Y, p.y[i], y, math.NaN())
	}
	return s
}

// regression is the line of least squares of y on x.
func (p plane) regression() func(x float64) float64 {
	n, sx, sy, sxx, sxy := float64(len(p.x)), 0.0, 0.0, 0.0, 0.0
	for i, x := range p.x {
		sx, sy, sxx, sxy = sx+x, sy+p.y[i], sxx+x*x, sxy+x*p.y[i]
	}
	slope := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	return func(x float64) float64 { return sy/n + slope*(x-sx/n) }
}
