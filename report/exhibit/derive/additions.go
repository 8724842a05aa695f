package derive

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gpca/report/exhibit/fill"
	"gpca/report/exhibit/layout"
	"gpca/report/method"
	"gpca/report/strictyaml"
	"gpca/report/table"
	"gpca/report/words"
)

// Additions are the keys of a table's block that say what it shows beside its numbers: summaries, marks and notes.
type Additions struct {
	Average bool `yaml:"average" doc:"Adds a row of averages." example:"true"`
	Range   bool `yaml:"range" doc:"Adds a row of ranges over the rows." example:"true"`
	Ranks   bool `yaml:"ranks" doc:"Adds mean ranks over the data sets." example:"true"`
	Plain   bool `yaml:"plain" doc:"Leaves out the marks of the best." example:"true"`

	Claims strictyaml.List[Statement] `yaml:"claims" doc:"What the text says of the numbers: notes judge it."`

	Sensitivity string `yaml:"sensitivity" doc:"Table of settings, by which rows are marked." example:"S.1"`
}

// Check refuses additions that the table cannot have.
func (a Additions) Check(l *layout.Layout) error {
	if a.Range && l.Blocked {
		return l.Block.At("range").Fault("range is for one row a label: pool the levels or data sets, select one, or " +
			"name a method")
	}
	for i, s := range a.Claims {
		if err := s.check(l, l.Block.At("claims").Index(i)); err != nil {
			return err
		}
	}
	if a.Ranks && !ranked(l) {
		return l.Block.At("ranks").Fault("ranks compare two or more columns over two or more data sets that are " +
			"rows, without best-of and parameter, by a measure that favours no method by construction")
	}
	return nil
}

// A Width is the range of a number over the settings of the optimiser, by the key of its cell, if it is known.
type Width func(key string) (width float64, known bool)

// AddTo draws a filled table with what is derived from it. Width is nil if the table names no table of settings.
func (a Additions) AddTo(built *table.Table, f *fill.Filled, derived []Derivation, width Width) {
	var extra Columns
	for _, d := range derived {
		extra.join(d.Columns(f))
	}
	built.Corner, built.Metric = extra.Corner, cmp.Or(extra.Metric, metric(f))
	for _, r := range f.Rows {
		heading, tex := f.RowTitle(r)
		built.Rows = append(built.Rows, table.Row{Heading: heading, TeX: tex})
	}
	if a.Average {
		built.Rows = append(built.Rows, table.Row{Heading: "Average", Summary: true})
	}
	if a.Range {
		built.Rows = append(built.Rows, table.Row{Heading: "Range over the variants", Summary: true})
	}
	var marked unsettled
	values := make([][]fill.Value, len(built.Rows)) // behind the cells
	for _, c := range f.Columns {
		built.Columns = append(built.Columns, f.ColumnTitle(c.Column))
		built.Notes = append(built.Notes, columnNotes(f, c)...)
		cells, behind := a.column(f, c, len(built.Rows), &marked)
		for i, cell := range cells {
			built.Rows[i].Cells, values[i] = append(built.Rows[i].Cells, cell), append(values[i], behind[i])
		}
	}
	built.Notes = slices.Concat(built.Notes, a.markBest(f, built, values), extra.Notes, marked.note(),
		heldAgainstPrint(f), a.markSensitive(f, built, width))
	if a.Ranks {
		row, notes, _ := Ranking(f)
		built.Rows, built.Notes = append(built.Rows, row), append(notes, built.Notes...)
	}
	extra.addTo(built)
	for _, s := range a.Claims {
		built.Notes = append(built.Notes, s.judge(f))
	}
}

// metric names what the cells measure. Measures that are columns have it in their headings.
func metric(f *fill.Filled) string {
	if !compete(f) && !f.Labelled() {
		return ""
	}
	return strings.Join(words.AppendNew(nil,
		words.Each(f.Rows, func(r layout.Row) string { return f.MeasureOf(r).Title })...), " or ")
}

// columnNotes define a measure, or say which method is the best of another table.
func columnNotes(f *fill.Filled, c fill.Column) (notes []string) {
	if c.Places == nil {
		return nil
	}
	if b := c.Best; b != nil && c.State == table.Filled {
		among := "all its methods"
		if len(b.Among) > 0 {
			among = strings.Join(words.Each(b.Among, f.Label), ", ")
		}
		note := fmt.Sprintf("%s has the best average of Table %s among %s.", f.Label(c.Winner), b.Table, among)
		if b.InPrint != "" && b.InPrint != c.Winner {
			note = fmt.Sprintf("Column %s is the printed one. By our numbers, %s", f.Label(b.InPrint), note)
		}
		notes = append(notes, note)
	}
	if f.Measures {
		notes = append(notes, f.ColumnTitle(c.Column)+": "+c.Measure.Definition+".")
	}
	return notes
}

// column has the cells of a column, with those of summaries, and the values by which methods are tested.
func (a Additions) column(
	f *fill.Filled, c fill.Column, rows int, marked *unsettled,
) (cells []table.Cell, tested []fill.Value) {
	switch {
	case c.Sigma:
		cells := words.Each(f.Grid.Spots, func(s layout.Spot) table.Cell { return exactly(f.Grid.SigmaOn(s)) })
		blank := slices.Repeat([]table.Cell{{State: table.Blank}}, rows-len(cells))
		return append(cells, blank...), make([]fill.Value, rows)
	case c.Places == nil:
		reason := "known once Table " + c.Best.Table + " is complete"
		if c.State == table.Failed {
			reason = "not known: a cell of Table " + c.Best.Table + " failed"
		}
		return slices.Repeat([]table.Cell{{State: c.State, Reason: reason}}, rows), make([]fill.Value, rows)
	}
	cells = words.Each(c.Places, func(p fill.Place) table.Cell { return placeCell(f, c, p, marked) })
	var on []string // data sets of each row
	for i, p := range c.Places {
		sets := f.On(f.Rows[i], c.Column)
		on, tested = append(on, strings.Join(sets, "+")), append(tested, fill.OverSets(p.Value, p.Behind, sets))
	}
	values := c.Values()
	if a.Average {
		v := fill.Average(values)
		cells, tested = append(cells, v.Cell()), append(tested, fill.OverSets(v, values, on))
	}
	if a.Range {
		cells, tested = append(cells, rangeCell(values)), append(tested, fill.Value{})
	}
	return cells, tested
}

func placeCell(f *fill.Filled, c fill.Column, p fill.Place, marked *unsettled) table.Cell {
	cell := p.Cell()
	if f.Pool != layout.PoolLevels { // such a row is held against others, and says nothing of its iterations
		marked.mark(&cell, p.Behind...)
	}
	if f.Measures && f.Block.Field("decimals").IsZero() {
		cell.Decimals, cell.DecimalsSet = c.Measure.Decimals, true
	}
	if c.Measure.Write != nil && cell.State == table.Filled {
		cell.Text = c.Measure.Write(cell.Value)
	}
	return cell
}

// compete reports whether one of the columns of a row, or one of the rows of the only column, is the best.
func compete(f *fill.Filled) bool { return len(f.Columns) > 0 && !f.Measures && !f.Labelled() }

// markBest makes the best number of each row bold, or of the only column, and marks the leading group.
func (a Additions) markBest(f *fill.Filled, built *table.Table, values [][]fill.Value) []string {
	m := f.Grid.Measured
	switch {
	case !compete(f) || a.Plain || m.Descriptive:
		return nil
	case m.Favours != "":
		return []string{fmt.Sprintf("No bold: of the samples it is fitted to, %s has the best value by construction.",
			method.Label(m.Favours))}
	}
	what, groups := "row", words.Each(built.Rows, func(r table.Row) []table.Cell { return r.Cells })
	alone := len(f.Columns) == 1 && f.Columns[0].Averages()
	if alone {
		what, groups, values = "column", Turned(groups), Turned(values)
	}
	var contested [][]table.Cell
	var shown [][]fill.Value
	for i, cells := range groups {
		if !m.Reference || !slices.ContainsFunc(cells, func(c table.Cell) bool {
			return c.State == table.Filled && c.Value == 0 // what all are compared with
		}) {
			bold(cells, built.Decimals, m.LowerIsBetter)
			contested, shown = append(contested, cells), append(shown, values[i])
		}
	}
	notes := leadingGroups(contested, shown, m, built.Decimals, what)
	if alone {
		for i, cells := range Turned(groups) {
			built.Rows[i].Cells = cells
		}
	}
	return notes
}

// markSensitive marks the methods of a row that differ by no more than one of them over the settings of the optimiser,
// and a note gives both numbers. Only rows whose cells are those of the table of settings take part.
func (a Additions) markSensitive(f *fill.Filled, built *table.Table, width Width) (notes []string) {
	if width == nil {
		return nil
	}
	number := func(v float64) string { return table.Number(v, f.Decimals) }
	for i := range f.Rows {
		group := tied(reachesOf(f, i, width), f.Grid.Measured.LowerIsBetter)
		if len(group.members) == 0 {
			continue
		}
		for j, c := range f.Columns {
			if slices.ContainsFunc(group.members, func(r reach) bool { return r.method == c.Method() }) {
				built.Rows[i].Cells[j].Mark += table.SensitiveMark
			}
		}
		notes = append(notes,
			fmt.Sprintf("%s Row %s: %s%s apart; %s spans %s over the settings of the optimiser (Table %s).",
				table.SensitiveMark, built.Rows[i].Heading, number(group.apart), points(f.Grid.Measured),
				f.Label(group.widest.method), number(group.widest.width), a.Sensitivity))
	}
	return notes
}

// reachesOf are those of the methods in a row, each method once; none if a value is missing, since the best method is
// then unknown.
func reachesOf(f *fill.Filled, row int, width Width) (all []reach) {
	for _, c := range f.Columns {
		if c.Method() == "" || slices.ContainsFunc(all, func(r reach) bool { return r.method == c.Method() }) {
			continue
		}
		v := c.Places[row]
		if !v.Known() {
			return nil
		}
		w, _ := width(v.Key)
		all = append(all, reach{c.Method(), v.Mean(), w})
	}
	return all
}
