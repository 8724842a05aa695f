package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
)

// ROC is the kind of a figure that draws the share of the outliers that distances find against the share of regular
// samples that they take for outliers, by method.
var ROC = figureKind[rocFigure]("roc", "draws ROC curves of methods; for experiments of kind detect")

type rocFigure struct {
	Kept `yaml:",inline"`

	Methods names `yaml:"methods" doc:"Methods, a curve each." example:"[p=1, p=2]" required:"yes"`

	area experiment.Measure
}

// mostBands is the largest number of curves with intervals, which hide each other.
const mostBands = 3

const rocCurves = "roc" // the artifact of draws × heights at equally spaced shares of false alarms

func (f *rocFigure) resolve() (err error) {
	if f.area, err = experiment.MeasureOf(f.Experiment, "auc"); err != nil {
		return f.block.At("experiment").Fault("figure %s: experiment %s ranks no outliers: name one of kind detect",
			f.head.Number, f.Experiment.Name)
	}
	if f.Methods, err = f.CheckMethods(f.Methods, f.block.At("methods")); err != nil {
		return err
	}
	return f.show(nil, f.block)
}

func (f *rocFigure) Lines() []string { return f.Methods }

func (f *rocFigure) Build(src Source) (figures.Figure, error) {
	chart := figures.Chart{XLabel: "False positive rate", YLabel: "True positive rate"}
	var shown figures.Figure = nothingYet
	banded, draws := len(f.Methods) <= mostBands, 0
	var left []string // why methods are left out
	for _, name := range f.Methods {
		results, instead, err := f.results(src, name, rocCurves)
		if err != nil {
			return nil, err
		}
		if instead != nil {
			shown = instead
			if instead != nothingYet {
				left = append(left, fmt.Sprintf("%s is not drawn. %s", f.scope.Label(name),
					instead.(figures.Placeholder).Text))
			}
			continue
		}
		curves := results[0].Artifacts[rocCurves]
		if len(curves.Shape) != 2 || curves.Shape[1] < 2 {
			return nil, fmt.Errorf("figure %s: experiment %s keeps no ROC curve for %s", f.head.Number,
				f.Experiment.Name, name)
		}
		area := results[0].Estimate(f.area)
		draws = len(area.Draws)
		s := averaged(curves)
		s.Look = f.scope.Look(name)
		banded = banded && draws > 1
		if !banded {
			s.Low, s.High = nil, nil
		}
		s.Name = fmt.Sprintf("%s: %s", f.scope.Label(name), table.Format(Value{Estimate: area}.Cell(), f.area.Decimals))
		chart.Series = append(chart.Series, s)
	}
	if len(chart.Series) == 0 {
		return shown, nil
	}
	note := "Numbers: area under the curve."
	if draws > 1 {
		note += fmt.Sprintf(" Curves: mean true positive rate over %d draws", draws)
		if banded {
			note += ", with its 95% interval"
		}
		note += "."
	}
	for i, s := range chart.Series {
		same := func(other figures.Series) bool { return slices.Equal(other.Y, s.Y) }
		if at := slices.IndexFunc(chart.Series[:i], same); at >= 0 {
			left = append(left, fmt.Sprintf("The curve %s lies on that of %s.", s.Name, chart.Series[at].Name))
		}
	}
	chart.Notes = slices.Concat([]string{note}, left, originNote(src, f.Data()))
	chart.Series = append(chart.Series, figures.Series{Name: "chance", X: []float64{0, 1}, Y: []float64{0, 1},
		Style: figures.Lines, Look: figures.Faint})
	return chart, nil
}

// averaged is the mean over the draws of the heights of their curves, from (0, 0), with its interval.
func averaged(curves experiment.Array) figures.Series {
	s := figures.Series{X: []float64{0}, Y: []float64{0}, Low: []float64{0}, High: []float64{0}, Style: figures.Lines}
	draws, points := curves.Shape[0], curves.Shape[1]
	for point := range points {
		var heights []float64
		for draw := range draws {
			heights = append(heights, curves.Data[draw*points+point])
		}
		mean, half := statistics.Interval(heights)
		s.X, s.Y = append(s.X, float64(point)/float64(points-1)), append(s.Y, mean)
		s.Low, s.High = append(s.Low, math.Max(0, mean-half)), append(s.High, math.Min(1, mean+half))
	}
	return s
}
