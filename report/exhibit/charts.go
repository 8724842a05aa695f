package exhibit

import (
	"cmp"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/experiment"
	"gpca/report/words"
)

// Curves is the kind of a figure that draws a table of kind table, with a line for each column.
var Curves = figureKind[curvesFigure]("curves", "draws a table of kind table, with a line for each of its columns")

type curvesFigure struct {
	declared

	Table string `yaml:"table" doc:"Number of the table." example:"\"8\"" required:"yes"`
	Scale string `yaml:"abscissa" doc:"Its scale." words:"logarithmic linear" default:"linear" example:"logarithmic"`
}

func (f *curvesFigure) drawn() *projection {
	t, _ := f.scope.Table(f.Table).(*projection)
	return t
}

func (f *curvesFigure) Check() error {
	t := f.drawn()
	if t == nil || !t.curved() {
		return f.block.At("table").Fault("a curve needs a table of kind table with rows along one axis, and columns "+
			"that are no measures: table %s is none", f.Table)
	}
	least := math.Inf(-1)
	if f.Scale == "logarithmic" {
		least = 0
	}
	for _, r := range t.lines {
		v := r.values[0]
		if !(v.Number > least) {
			return f.block.At("table").Fault("the values of %s must be numbers and increase, from above 0 on a "+
				"logarithmic abscissa", t.Along[0])
		}
		least = v.Number
	}
	return nil
}

func (f *curvesFigure) Data() []string { return f.drawn().Data() }

func (f *curvesFigure) Lines() []string { return f.drawn().drawnLines() }

func (f *curvesFigure) Build(src Source) (figures.Figure, error) {
	return f.drawn().chart(src, f.Scale == "logarithmic"), nil
}

// Lines are those of its chart, if the study asks for one.
func (t *projection) Lines() []string {
	if !t.Draw {
		return nil
	}
	return t.drawnLines()
}

// drawnLines are the columns, in place of a best-of column all its candidates.
func (t *projection) drawnLines() []string {
	return slices.Concat(words.Each(t.columns, func(c line) []string {
		if _, candidates, err := t.bestOf(c.column); c.BestOf != "" && err == nil {
			return candidates
		}
		return []string{c.drawnAs()}
	})...)
}

// drawnAs is the name of a column's line, whose look it has.
func (l line) drawnAs() string { return cmp.Or(l.point[experiment.Method], l.name) }

// Chart draws the table if the study asks for a chart of it.
func (t *projection) Chart(src Source) (figures.Figure, bool) {
	if !t.Draw {
		return nil, false
	}
	if t.Ranks {
		_, _, diagram := t.ranking(src)
		return diagram, true
	}
	return t.chart(src, false), true
}

// chart draws the columns as lines with intervals along the axis of the rows. On real data it adds the
// numbers in print as points in the colour of their line. The line of a best-of column has points only
// where print has the same method.
func (t *projection) chart(src Source, logarithmic bool) figures.Figure {
	axis, _ := t.Experiment.Axis(t.Along[0])
	chart := figures.Chart{XLabel: axis.Title, XLog: logarithmic, YLabel: axisTitle(t.measure),
		Notes: dataNote(src, t.data)}
	lines := t.rowsOn(src)
	levels := words.Each(lines, func(r line) float64 { return r.values[0].Number })
	x := levels
	if !logarithmic && crowded(levels) {
		chart.Categories, x = t.Rows(), places(len(levels))
		chart.Notes = append(chart.Notes, "Levels stand at equal distances")
	}
	var curves []curve
	for _, c := range t.known(src) {
		if c.point == nil {
			continue
		}
		name, _ := t.title(src, c)
		values := words.Each(lines, func(r line) Value { return t.value(src, r, c) })
		key := c.drawnAs()
		s := lineOf(name, x, values, *t.Layout.Decimals)
		s.Look = t.scope.Look(key)
		t.addPrinted(&s, src, levels, key)
		curves = append(curves, curve{key, s, values})
	}
	return t.Panel.draw(src, chart, curves, t.measure)
}

// addPrinted adds the numbers in print of a column with their verdicts, except on generated data.
func (t *projection) addPrinted(s *figures.Series, src Source, levels []float64, column string) {
	printed := src.Printed()
	if printed.Value == nil || !allReal(src, t.data) {
		return
	}
	addPrinted(s, *t.Layout.Decimals, func(i int) float64 {
		if v, ok := printed.Value(t.head.Number, levels[i], column); ok {
			return v
		}
		return math.NaN()
	})
	for i, v := range s.Counterparts {
		if printed.Verdict != nil && !math.IsNaN(v) {
			s.Texts[i] += printed.Verdict(t.head.Number, levels[i], column)
		}
	}
}
