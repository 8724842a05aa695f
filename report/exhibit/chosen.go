package exhibit

import (
	"cmp"
	"slices"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// Gains is the kind of a figure that draws the gains of tables with a chosen parameter.
var Gains = figureKind[gainsFigure]("gains", "draws what methods gain that choose their parameter")

type gainsFigure struct {
	declared
	Of names `yaml:"of" doc:"Tables with columns: chosen, which are drawn." example:"[P.1]" required:"yes"`

	tables []drawnTable
}

// A drawnTable has a column of what a choice gains.
type drawnTable struct {
	t      *projection
	chosen *derive.Chosen
}

func (f *gainsFigure) Check() error {
	f.tables = nil
	for i, number := range f.Of {
		at := f.block.At("of").Index(i)
		of, _ := f.scope.Table(number).(*projection)
		t := derivedOf[*derive.Chosen](f.scope.Table(number))
		if t == nil {
			return at.Fault("the study has no table %s with a column chosen", number)
		}
		if slices.ContainsFunc(f.tables, func(d drawnTable) bool { return d.t == of }) {
			return at.Fault("table %s stands twice", number)
		}
		f.tables = append(f.tables, drawnTable{of, t})
	}
	return nil
}

func (f *gainsFigure) Data() []string {
	return dataOf(f.tables, func(d drawnTable) []string { return d.t.data })
}

// Build draws a panel for each unit: percentage points and errors share no axis.
func (f *gainsFigure) Build(src Source) (figures.Figure, error) {
	var units, categories []string
	unit := func(c derive.Match) string { return cmp.Or(c.Measure.Points, c.Measure.Title) }
	filled := words.Each(f.tables, func(d drawnTable) *fill.Filled { return d.t.fill(src) })
	rows := words.Each(statistics.Indices(len(filled)), func(i int) []derive.Match { return f.tables[i].chosen.Matches(filled[i]) })
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
					drawable = drawable || c.Gain.Filled()
				}
			}
			s := lineOf(t.chosen.Label(filled[i]), places(len(categories)), values, *t.t.Shape.Decimals)
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
