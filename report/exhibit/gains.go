package exhibit

import (
	"cmp"
	"slices"

	"gpca/figures"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Gains is the kind of a figure that draws what the methods of tables of kind
// chosen-parameter gain on each data set.
var Gains = Kind{"gains", "draws what methods gain that choose their parameter", made[gainsFigure]}

type gainsFigure struct {
	declared
	Of strictyaml.List[string] `yaml:"of" doc:"Numbers of the tables of kind chosen-parameter that are drawn." example:"[P.1]" required:"yes"`
}

var _ Figure = (*gainsFigure)(nil)

func (f *gainsFigure) resolve() error {
	if len(f.Of) == 0 {
		return f.block.Fault("figure %s needs of, the tables of kind %s that it draws", f.head.Number,
			ChosenParameter.Name)
	}
	return nil
}

// Check refuses tables of another kind.
func (f *gainsFigure) Check() error {
	for i, number := range f.Of {
		at := f.block.At("of").Index(i)
		if _, ok := f.scope.Table(number).(*chosenTable); !ok {
			return at.Fault("figure %s draws table %s, which is not one of kind %s of this study", f.head.Number,
				number, ChosenParameter.Name)
		}
		if slices.Contains(f.Of[:i], number) {
			return at.Fault("table %s stands twice", number)
		}
	}
	return nil
}

func (f *gainsFigure) tables() []*chosenTable {
	return words.Each(f.Of, func(number string) *chosenTable { return f.scope.Table(number).(*chosenTable) })
}

// Data lists the data sets behind the tables.
func (f *gainsFigure) Data() []string { return dataOf(f.tables(), (*chosenTable).Data) }

// Build draws the figure: a panel for each unit, as gains in points and gains of an error
// have no axis in common.
func (f *gainsFigure) Build(src Source) (figures.Figure, error) {
	var units, categories []string
	unit := func(c match) string { return cmp.Or(c.grid.measure.Points, c.grid.measure.Title) }
	rows := make([][]match, len(f.Of))
	for i, t := range f.tables() {
		rows[i] = t.matches(src)
		for _, c := range rows[i] {
			categories, units = words.AppendNew(categories, c.heading), words.AppendNew(units, unit(c))
		}
	}
	var charts []figures.Chart
	for _, u := range units {
		chart := figures.Chart{YLabel: "Gain in " + u, Categories: categories,
			References: []figures.Reference{{Y: 0, Label: "no gain"}}}
		drawable := false
		for i, t := range f.tables() {
			values := slices.Repeat([]Value{{State: table.Blank}}, len(categories))
			for _, c := range rows[i] {
				if unit(c) == u {
					values[slices.Index(categories, c.heading)] = c.gain
					drawable = drawable || c.gain.State == table.Filled
				}
			}
			s := lineOf(t.scope.Label(t.Chosen)+" over "+t.scope.Label(t.Against), places(len(categories)), values,
				*t.Layout.Decimals)
			s.Style = figures.Markers
			chart.Series = append(chart.Series, s)
		}
		if drawable {
			charts = append(charts, chart)
		}
	}
	if len(charts) == 0 {
		return nothingYet, nil
	}
	charts[0].Notes = dataNote(src, f.Data())
	if len(charts) == 1 {
		return charts[0], nil
	}
	return figures.Panels{Charts: charts}, nil
}
