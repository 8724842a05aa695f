package exhibit

import (
	"math"

	"gpca/figures"
)

// Curves is the kind of a figure that draws a table of kind table: a line for each column.
var Curves = Kind{"curves", "draws a table of kind table, with a line for each of its columns", made[curvesFigure]}

type curvesFigure struct {
	declared

	Table string `yaml:"table" doc:"Number of the table." example:"\"8\"" required:"yes"`
	Scale string `yaml:"abscissa" doc:"Scale of the abscissa." words:"logarithmic linear" default:"linear" example:"logarithmic"`
}

var _ Figure = (*curvesFigure)(nil)

// drawn is the table, nil for none of the kind.
func (f *curvesFigure) drawn() *projection {
	t, _ := f.scope.Table(f.Table).(*projection)
	return t
}

// Check refuses a number that is none of such a table, and an axis that cannot be drawn.
func (f *curvesFigure) Check() error {
	t := f.drawn()
	if t == nil || !t.curved() {
		return f.block.At("table").Fault("figure %s draws table %s, which is not of kind %s, with rows along one "+
			"axis and columns that are no measures", f.head.Number, f.Table, Projection.Name)
	}
	least := math.Inf(-1)
	if f.Scale == "logarithmic" {
		least = 0
	}
	for _, r := range t.lines {
		v := r.values[0]
		if !(v.Number > least) {
			return f.block.At("table").Fault("figure %s: the values of %s must be numbers and increase, from above "+
				"0 on a logarithmic abscissa", f.head.Number, t.Along[0])
		}
		least = v.Number
	}
	return nil
}

// Data lists the data sets behind the figure.
func (f *curvesFigure) Data() []string { return f.drawn().Data() }

// Build draws the figure.
func (f *curvesFigure) Build(src Source) (figures.Figure, error) {
	return f.drawn().chart(src, f.Scale == "logarithmic"), nil
}
