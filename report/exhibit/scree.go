package exhibit

import (
	"fmt"
	"strconv"

	"gonum.org/v1/gonum/floats"

	"gpca/figures"
	"gpca/report/exhibit/layout"
	"gpca/report/experiment"
	"gpca/report/words"
)

// Scree is the kind of a figure that draws eigenvalues of data sets, or their share of the sum.
var Scree = figureKind[screeFigure]("scree",
	"draws eigenvalues, or their share of the sum, by component; for experiments of kind spectrum")

const (
	eigenvalues = "eigenvalues" // also the artifact
	ratio       = "ratio"
	cumulative  = "cumulative"
)

type screeFigure struct {
	Kept `yaml:",inline"`

	Plot string `yaml:"plot" doc:"What is drawn." words:"*eigenvalues ratio cumulative" example:"ratio"`
	Most int    `yaml:"most" doc:"How many components are shown; 0 for all." least:"0" default:"0" example:"20"`
	Mark string `yaml:"mark" doc:"Measure whose number of components is marked." example:"by-elbow"`

	mark experiment.Measure
}

func (f *screeFigure) resolve() (err error) {
	if f.mark, err = experiment.MeasureOf(f.Experiment, f.Mark); err != nil {
		return f.block.At("mark").Fault("experiment %s: %w", f.Experiment.Name, err)
	}
	f.points = words.Each(f.Spots, func(r layout.Spot) experiment.Point { return f.Experiment.Complete(f.Point(r)) })
	return nil
}

func (f *screeFigure) Build(src Source) (figures.Figure, error) {
	labels := map[string]string{eigenvalues: "Eigenvalue", ratio: "Share of the variance in percent",
		cumulative: "Share of the variance in percent, of all components so far"}
	chart := figures.Chart{XLabel: "Component", YLabel: labels[f.Plot], Notes: originNote(src, f.Data())}
	for _, p := range f.points {
		r, ok := src.Result(Query{Experiment: f.Experiment, Point: p, Measure: f.Mark, Drawn: true})
		if !ok || r.Failure != "" || r.Bare {
			continue
		}
		values, ok := r.Artifacts[eigenvalues]
		if !ok {
			return nil, fmt.Errorf("experiment %s has no eigenvalues to draw", f.Experiment.Name)
		}
		s := figures.Series{Name: src.Title(p[experiment.Data])}
		all, so := floats.Sum(values.Data), 0.0
		for _, v := range values.Data {
			so += v
			s.Y = append(s.Y, map[string]float64{eigenvalues: v, ratio: 100 * v / all,
				cumulative: 100 * so / all}[f.Plot])
		}
		if f.Most > 0 {
			s.Y = s.Y[:min(len(s.Y), f.Most)]
		}
		s.X = from(1, len(s.Y))
		if marked := r.Values[f.Mark]; len(marked) > 0 && int(marked[0]) >= 1 && int(marked[0]) <= len(s.X) {
			at := int(marked[0])
			chart.Marks = append(chart.Marks, figures.Mark{X: float64(at), Y: s.Y[at-1], Label: strconv.Itoa(at)})
		}
		chart.Series = append(chart.Series, s)
	}
	if len(chart.Series) == 0 {
		return nothingYet, nil
	}
	if f.Mark != "" {
		chart.Notes = append([]string{"Rings: " + f.mark.Title + "."}, chart.Notes...)
	}
	return chart, nil
}
