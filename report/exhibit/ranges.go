package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/statistics"
	"gpca/report/words"
)

// Ranges is the kind of a figure that draws a table of settings.
var Ranges = figureKind[rangesFigure]("sensitivity", "draws a table with columns: settings")

type rangesFigure struct {
	declared
	Table string `yaml:"table" doc:"Table with columns: settings that is drawn." example:"S.1" required:"yes"`

	of       *projection
	settings *derive.Settings
}

func (f *rangesFigure) Check() error {
	f.of, f.settings = derivedOf[*derive.Settings](f.scope.Table(f.Table))
	if f.settings == nil {
		return f.block.At("table").Fault("table %q has no columns: settings", f.Table)
	}
	return nil
}

func (f *rangesFigure) Data() []string { return f.of.Data() }

func (f *rangesFigure) Build(src Source) (figures.Figure, error) {
	filled := fill.Once(f.of.laid, src)
	chart := figures.Chart{XLabel: filled.Grid.Measured.Heading(), Notes: fill.OriginNote(filled.Origin),
		Series: []figures.Series{{Name: f.settings.Heading, Style: figures.Markers}}}
	for _, s := range f.settings.Axes {
		name := fmt.Sprintf("%d %s", len(s.Values), derive.SettingNames(s))
		chart.Series = append(chart.Series, figures.Series{Name: name})
	}
	for i, s := range slices.Backward(f.settings.Spreads(filled)) { // the first row is the highest
		row := float64(len(chart.Rows))
		chart.Rows = append(chart.Rows, filled.Label(filled.Rows[i].Key))
		for j, values := range append([][]Value{{s.Own}}, s.Varied...) {
			x := words.Each(words.Each(values, Value.Of), statistics.Estimate.Mean)
			slices.Sort(x)
			line := &chart.Series[j]
			line.X = append(append(line.X, x...), math.NaN())
			line.Y = append(line.Y, slices.Repeat([]float64{row}, len(x)+1)...)
		}
	}
	return orPlaceholder(chart), nil
}
