package exhibit

import (
	"math"

	"gpca/figures"
	"gpca/report/exhibit/fill"
)

// Curves is the kind of a figure that draws a table of kind table, with a line for each column.
var Curves = figureKind[curvesFigure]("curves", "draws a table of kind table, with a line for each of its columns")

type curvesFigure struct {
	declared

	Table string `yaml:"table" doc:"Number of the table." example:"\"8\"" required:"yes"`
	Scale string `yaml:"abscissa" doc:"Its scale." words:"logarithmic linear" default:"linear" example:"logarithmic"`

	of *projection
}

func (f *curvesFigure) Check() error {
	f.of, _ = f.scope.Table(f.Table).(*projection)
	if f.of == nil || !f.of.laid.Curved() {
		return f.block.At("table").Fault("a curve needs a table of kind table with rows along one axis, and columns "+
			"that are no measures: table %s is none", f.Table)
	}
	least := math.Inf(-1)
	if f.Scale == "logarithmic" {
		least = 0
	}
	for _, r := range f.of.laid.Rows {
		if !(r.Values[0].Number > least) {
			return f.block.At("table").Fault("the values of %s must be numbers and increase, from above 0 on a "+
				"logarithmic abscissa", r.Axes[0])
		}
		least = r.Values[0].Number
	}
	return nil
}

func (f *curvesFigure) Data() []string { return f.of.Data() }

func (f *curvesFigure) Lines() []string { return linesOf(f.of.laid) }

func (f *curvesFigure) Build(src Source) (figures.Figure, error) {
	return chartOf(fill.Once(f.of.laid, src), f.of.Panel, f.scope.Look, f.Scale == "logarithmic"), nil
}
