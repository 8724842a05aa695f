package exhibit

import (
	"cmp"
	"fmt"
	"strconv"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/words"
)

// Scree is the kind of a figure that draws the eigenvalues of data sets, or their ratio to
// the sum of all, against the number of the component.
var Scree = Kind{"scree",
	"draws eigenvalues, or their share of the sum, by component; for experiments of kind spectrum", made[screeFigure]}

// What a scree plot draws.
const (
	eigenvalues = "eigenvalues" // also the artifact
	ratio       = "ratio"
	cumulative  = "cumulative"
)

type screeFigure struct {
	declared
	experiment *experiment.Named

	Experiment string `yaml:"experiment" doc:"Experiment that is shown." example:"eigenvalues" required:"yes"`
	Sets       names  `yaml:"data" doc:"Data sets, a curve each; all unless named." example:"[iris]"`
	Plot       string `yaml:"plot" doc:"Eigenvalues, their shares of the sum, or those of all so far." words:"eigenvalues ratio cumulative" default:"eigenvalues" example:"ratio"`
	Most       int    `yaml:"most" doc:"How many components are shown; 0 for all." default:"0" example:"20"`
	Mark       string `yaml:"mark" doc:"Measure whose number of components is marked." example:"by-elbow"`
}

var _ Figure = (*screeFigure)(nil)

func (f *screeFigure) resolve() (err error) {
	if f.experiment, err = f.scope.Experiment(f.Experiment); err != nil {
		return f.block.At("experiment").Fault("%w", err)
	}
	axis, _ := f.experiment.Axis(experiment.Data)
	for i, name := range f.Sets {
		if _, err := axis.Find(name); err != nil {
			return f.block.At("data").Index(i).Fault("experiment %s: %w", f.experiment.Name, err)
		}
	}
	if len(f.Sets) == 0 {
		f.Sets = words.Each(axis.Values, func(v experiment.Value) string { return v.Text })
	}
	f.Plot = cmp.Or(f.Plot, eigenvalues)
	if f.Most < 0 {
		return f.block.At("most").Fault("most is %d, must not be negative", f.Most)
	}
	if f.Mark != "" {
		if _, err := experiment.MeasureOf(f.experiment, f.Mark); err != nil {
			return f.block.At("mark").Fault("experiment %s: %w", f.experiment.Name, err)
		}
	}
	return nil
}

// Data lists the data sets behind the figure.
func (f *screeFigure) Data() []string { return f.Sets }

// Build draws the figure.
func (f *screeFigure) Build(src Source) (figures.Figure, error) {
	labels := map[string]string{eigenvalues: "Eigenvalue", ratio: "Share of the variance in percent",
		cumulative: "Share of the variance in percent, of all components so far"}
	chart := figures.Chart{XLabel: "Component", YLabel: labels[f.Plot], Notes: dataNote(src, f.Sets)}
	for _, name := range f.Sets {
		r, ok := src.Result(Query{Experiment: f.experiment,
			Point: f.experiment.Complete(experiment.Point{experiment.Data: name}), Measure: f.Mark, Drawn: true})
		if !ok || r.Failure != "" || r.Bare {
			continue
		}
		values, ok := r.Artifacts[eigenvalues]
		if !ok {
			return nil, fmt.Errorf("figure %s: experiment %s has no eigenvalues to draw", f.head.Number,
				f.experiment.Name)
		}
		s := figures.Series{Name: src.Title(name)}
		all, so := 0.0, 0.0
		for _, v := range values.Data {
			all += v
		}
		for j, v := range values.Data {
			so += v
			if f.Most > 0 && j >= f.Most {
				break
			}
			s.X = append(s.X, float64(j+1))
			s.Y = append(s.Y, map[string]float64{eigenvalues: v, ratio: 100 * v / all,
				cumulative: 100 * so / all}[f.Plot])
		}
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
		m, _ := experiment.MeasureOf(f.experiment, f.Mark) // resolve has found it
		chart.Notes = append([]string{"Rings: " + m.Title + "."}, chart.Notes...)
	}
	return chart, nil
}
