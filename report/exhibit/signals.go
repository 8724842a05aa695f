package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
)

// Signals is the kind of a figure that draws signals of an experiment as curves, one below the other.
var Signals = figureKind[signalsFigure]("signals",
	"draws signals that an experiment keeps as curves over time, one below the other")

type signalsFigure struct {
	Kept  `yaml:",inline"`
	Steps int `yaml:"steps" doc:"How many of the first steps are drawn; all unless given." least:"0" example:"2000"`

	drawing experiment.Drawing
}

func (f *signalsFigure) resolve() (err error) {
	if f.drawing, err = experiment.DrawingOf(f.Experiment.Experiment, "", experiment.Signals); err != nil {
		return f.block.At("experiment").Fault("experiment %s: %w", f.Experiment.Name, err)
	}
	return f.show(nil, f.block)
}

// amplitude is the largest of a curve, where neighbouring curves are 1 apart.
const amplitude = 0.45

func (f *signalsFigure) Build(src Source) (figures.Figure, error) {
	results, instead, err := f.results(src, "", f.drawing.Artifact)
	if instead != nil || err != nil {
		return instead, err
	}
	all := results[0].Artifacts[f.drawing.Artifact]
	if len(all.Shape) != 2 || len(all.Data) == 0 {
		return nil, fmt.Errorf("experiment %s has no %s to draw of %s", f.Experiment.Name, f.drawing.Artifact,
			src.Title(f.Data()[0]))
	}
	step, notes := stride(src, results[0], f.Data())
	chart := figures.Chart{XLabel: "Step", Notes: append([]string{"Each with the same largest amplitude."}, notes...),
		Rows: make([]string, all.Shape[0])}
	for values := range slices.Chunk(all.Data, all.Shape[1]) {
		i := len(chart.Series)
		if n := int(math.Ceil(float64(f.Steps) / step)); f.Steps > 0 && n < len(values) {
			values = values[:n]
		}
		largest := max(slices.Max(values), -slices.Min(values), math.SmallestNonzeroFloat64)
		s := figures.Series{Name: fmt.Sprintf("%s %d", f.drawing.Noun, i+1), Style: figures.Lines}
		place := len(chart.Rows) - 1 - i // the first is the highest
		chart.Rows[place] = s.Name
		for k, v := range values {
			s.X, s.Y = append(s.X, float64(k)*step), append(s.Y, float64(place)+amplitude*v/largest)
		}
		chart.Series = append(chart.Series, s)
	}
	return chart, nil
}

// stride is the time between values of signals, with the notes of their figure.
func stride(src Source, r experiment.Result, data []string) (step float64, notes []string) {
	step, notes = 1, originNote(src, data)
	if a := r.Artifacts[experiment.StrideOf]; len(a.Data) == 1 && a.Data[0] > 1 {
		step = a.Data[0]
		notes = append([]string{fmt.Sprintf("One step in %g is drawn.", step)}, notes...)
	}
	return step, notes
}
