package exhibit

import (
	"fmt"
	"math"
	"slices"

	"gpca/figures"
	"gpca/report/exhibit/derive"
	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/statistics"
	"gpca/report/table"
	"gpca/report/words"
)

// Ranges is the kind of a figure that draws a table of settings.
var Ranges = figureKind[rangesFigure]("sensitivity", "draws a table with columns: settings")

type rangesFigure struct {
	declared
	Table string `yaml:"table" doc:"Table with columns: settings that is drawn." example:"S.1" required:"yes"`
}

func (f *rangesFigure) Check() error {
	if f.of() == nil {
		return f.block.At("table").Fault("table %q has no columns: settings", f.Table)
	}
	return nil
}

func (f *rangesFigure) of() *derive.Settings {
	return derivedOf[*derive.Settings](f.scope.Table(f.Table))
}

func (f *rangesFigure) table() *projection {
	t, _ := f.scope.Table(f.Table).(*projection)
	return t
}

func (f *rangesFigure) Data() []string { return f.table().data }

func (f *rangesFigure) Build(src Source) (figures.Figure, error) {
	of := f.of()
	t := f.table()
	chart := figures.Chart{XLabel: derive.AxisTitle(t.Measured), Notes: dataNote(src, t.Data()),
		Series: []figures.Series{{Name: of.Heading(), Style: figures.Markers}}}
	for _, s := range of.Axes {
		chart.Series = append(chart.Series, figures.Series{Name: fmt.Sprintf("%d %s", len(s.Values), derive.SettingNames(s))})
	}
	for i, s := range slices.Backward(of.Spreads(t.fill(src))) { // the first row is the highest
		row := float64(len(chart.Rows))
		chart.Rows = append(chart.Rows, t.scope.Label(t.Rows()[i]))
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

// widths are the ranges of the sensitivity table that the table names, by the key of a cell; nil without one. Nothing is
// computed for them.
func (t *projection) widths(src Source) map[string]float64 {
	of := derivedOf[*derive.Settings](t.scope.Table(t.Sensitivity))
	if of == nil {
		return nil
	}
	return of.Widths(t.scope.Table(t.Sensitivity).(*projection).fill(fill.Incidental{Source: src}))
}

// markSensitive compares the rows with the sensitivity table that the table names. The methods of a tie get
// a mark, and a note gives both numbers. Only rows whose cells are those of the sensitivity table take
// part.
func (t *projection) markSensitive(f *fill.Filled, built *table.Table, widths map[string]float64) (notes []string) {
	if widths == nil {
		return nil
	}
	number := func(v float64) string { return table.Number(v, *t.Shape.Decimals) }
	for i := range f.Rows {
		group := derive.Tied(reaches(f, i, widths), t.Measured.LowerIsBetter)
		if len(group.Members) == 0 {
			continue
		}
		for j, c := range f.Columns {
			if slices.ContainsFunc(group.Members, func(r derive.Reach) bool { return r.Method == c.Method() }) {
				built.Rows[i].Cells[j].Mark += table.SensitiveMark
			}
		}
		notes = append(notes,
			fmt.Sprintf("%s Row %s: %s%s apart; %s spans %s over the settings of the optimiser (Table %s).",
				table.SensitiveMark, built.Rows[i].Heading, number(group.Apart), derive.Points(t.Measured),
				f.Label(group.Widest.Method), number(group.Widest.Width), t.Sensitivity))
	}
	return notes
}

// Reach is the range of a number over the settings of the sensitivity table that the table names. A
// fit that serves all levels is measured at one of them; its range is the best estimate for other
// levels and for averages.
func (t *projection) Reach(src Source, label, column string) float64 {
	widths := t.widths(src)
	if widths == nil {
		return 0
	}
	r, found := t.find(label)
	for i := range t.Spots {
		spot := layout.Row{Key: fmt.Sprint("spot ", i), Spots: t.Spots[i : i+1]}
		v := fill.Read(t.laid, src, spot, layout.Column{Measure: t.Measured}.Of(column), t.scope.Label)
		same := found && t.lines[i].Key == r.Key
		if same || v.Shared && (!found || t.ByLevel) {
			if width, ok := widths[v.Key]; ok {
				return width
			}
		}
	}
	return 0
}

// reaches are those of the methods in a row, each method once; none if a value is missing, since the best
// method is then unknown.
func reaches(f *fill.Filled, row int, widths map[string]float64) (all []derive.Reach) {
	for _, c := range f.Columns {
		if c.Method() == "" || slices.ContainsFunc(all, func(r derive.Reach) bool { return r.Method == c.Method() }) {
			continue
		}
		v := c.Places[row]
		if !v.Filled() {
			return nil
		}
		all = append(all, derive.Reach{Method: c.Method(), Value: v.Mean(), Width: widths[v.Key]})
	}
	return all
}
