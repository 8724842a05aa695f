package exhibit

import (
	"slices"

	"gpca/figures"
	"gpca/report/strictyaml"
	"gpca/report/table"
)

// Gains is the kind of a figure that draws what the methods of tables of kind
// chosen-parameter gain on each data set.
var Gains = Kind{"gains", "draws what methods gain that choose their parameter", func() decoder { return &gainsFigure{} }}

type gainsFigure struct {
	declared
	Of strictyaml.List[string] `yaml:"of" doc:"Numbers of the tables of kind chosen-parameter that are drawn." example:"[P.1]" required:"yes"`
}

var _ Figure = (*gainsFigure)(nil)

func (f *gainsFigure) resolve() error {
	if len(f.Of) == 0 {
		return f.block.Fault("figure %s needs of, the tables of kind %s that it draws", f.head.Number, ChosenParameter.Name)
	}
	return nil
}

// Check refuses tables of another kind.
func (f *gainsFigure) Check() error {
	for i, number := range f.Of {
		at := f.block.At("of").Index(i)
		if _, ok := f.scope.Table(number).(*chosenTable); !ok {
			return at.Fault("figure %s draws table %s, which is not one of kind %s of this study", f.head.Number, number, ChosenParameter.Name)
		}
		if slices.Contains(f.Of[:i], number) {
			return at.Fault("table %s stands twice", number)
		}
	}
	return nil
}

func (f *gainsFigure) tables() []*chosenTable {
	var tables []*chosenTable
	for _, number := range f.Of {
		tables = append(tables, f.scope.Table(number).(*chosenTable))
	}
	return tables
}

// Data lists the data sets behind the tables.
func (f *gainsFigure) Data() []string {
	return dataOf(f.tables(), (*chosenTable).Data)
}

// Build draws the figure.
func (f *gainsFigure) Build(src Source) (figures.Figure, error) {
	chart := figures.Chart{YLabel: "Gain of choosing (in the unit of the row)", Notes: dataNote(src, f.Data())}
	rows := make([][]match, len(f.Of))
	for i, t := range f.tables() {
		rows[i] = t.matches(src)
		for _, c := range rows[i] {
			chart.Categories = appendNew(chart.Categories, c.heading)
		}
	}
	places := make([]float64, len(chart.Categories))
	for i := range places {
		places[i] = float64(i)
	}
	for i, t := range f.tables() {
		values := make([]Value, len(chart.Categories))
		for i := range values {
			values[i] = Value{State: table.Blank}
		}
		for _, c := range rows[i] {
			values[slices.Index(chart.Categories, c.heading)] = c.gain
		}
		s := line(t.scope.Label(t.Chosen)+" over "+t.scope.Label(t.Against), places, values)
		s.Style = figures.Markers
		chart.Series = append(chart.Series, s)
	}
	chart.References = []figures.Reference{{Y: 0, Label: "no gain"}}
	return orPlaceholder(chart), nil
}
