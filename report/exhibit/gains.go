package exhibit

import (
	"cmp"
	"slices"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/table"
	"gpca/report/words"
)

// Gains is the kind of a figure that draws the gains of tables with a chosen parameter.
var Gains = figureKind[gainsFigure]("gains", "draws what methods gain that choose their parameter")

type gainsFigure struct {
	declared
	Of names `yaml:"of" doc:"Tables with columns: chosen, which are drawn." example:"[P.1]" required:"yes"`

	tables []chosenTable
}

// A chosenTable has a column of what a choice gains.
type chosenTable struct {
	*projection
	chosen *derive.Chosen
}

func (f *gainsFigure) Check() error {
	f.tables = nil
	for i, number := range f.Of {
		at := f.block.At("of").Index(i)
		t, chosen := derivedOf[*derive.Chosen](f.scope.Table(number))
		if chosen == nil {
			return at.Fault("the study has no table %s with a column chosen", number)
		}
		if slices.Contains(f.tables, chosenTable{t, chosen}) {
			return at.Fault("table %s stands twice", number)
		}
		f.tables = append(f.tables, chosenTable{t, chosen})
	}
	return nil
}

func (f *gainsFigure) Data() []string { return dataOf(f.tables, chosenTable.Data) }

// Build draws a panel for each unit: percentage points and errors share no axis.
func (f *gainsFigure) Build(src Source) (figures.Figure, error) {
	var units, categories []string
	unit := func(c derive.Match) string { return cmp.Or(c.Measure.Points, c.Measure.Title) }
	filled := words.Each(f.tables, func(t chosenTable) *fill.Filled { return fill.Once(t.laid, src) })
	var rows [][]derive.Match // of each table
	for i, t := range f.tables {
		rows = append(rows, t.chosen.Matches(filled[i]))
	}
	for _, c := range slices.Concat(rows...) {
		categories, units = words.AppendNew(categories, c.Heading), words.AppendNew(units, unit(c))
	}
	var charts []figures.Chart
	for _, u := range units {
		chart := figures.Chart{YLabel: "Gain in " + u, Categories: categories,
			References: []figures.Reference{{Y: 0, Label: "no gain"}}}
		drawable := false
		for i, t := range f.tables {
			values := slices.Repeat([]Value{fill.Unfilled(table.Blank, "")}, len(categories))
			for _, c := range rows[i] {
				if unit(c) == u {
					values[slices.Index(categories, c.Heading)] = c.Gain
					drawable = drawable || c.Gain.Known()
				}
			}
			s := lineOf(t.chosen.Label(filled[i]), from(0, len(categories)), values, t.laid.Decimals)
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
	charts[0].Notes = originNote(src, f.Data())
	if len(charts) == 1 {
		return charts[0], nil
	}
	return figures.Panels{Charts: charts}, nil
}
