package exhibit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// Curves is the kind of a figure that draws a table of kind table, with a line for each column.
var Curves = figureKind[curvesFigure]("curves", "draws a table of kind table, with a line for each of its columns")

type curvesFigure struct {
	declared

	Table string `yaml:"table" doc:"Number of the table." example:"\"8\"" required:"yes"`
	Scale string `yaml:"abscissa" doc:"Its scale." words:"logarithmic *linear" example:"logarithmic"`

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

func (f *gainsFigure) Data() []string {
	return words.AppendNew(nil, slices.Concat(words.Each(f.tables, chosenTable.Data)...)...)
}

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
