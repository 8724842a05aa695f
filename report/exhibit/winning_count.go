package exhibit

import (
	"math"
	"slices"

	"gpca/report/experiment"
	"gpca/report/table"
	"gpca/report/words"
)

// WinningCount is the kind of a table that counts, over the rows of another table, how often the method of
// a column beats that of a row minus how often it is beaten.
var WinningCount = Kind{"winning-count", "counts over the rows of other tables how often one method beats another",
	made[winningCountTable]}

type winningCountTable struct {
	declared

	Of          names  `yaml:"of" doc:"Tables that wins are counted over." example:"[\"1\"]" required:"yes"`
	Methods     names  `yaml:"rows" doc:"Methods, a row each." example:"[p=1, p=2]" required:"yes"`
	Columns     names  `yaml:"columns" doc:"Methods, a column each." example:"[p=1, p=2]" required:"yes"`
	CornerTitle string `yaml:"corner" doc:"Heading of the first column." example:"Method"`
}

var (
	_ Table  = (*winningCountTable)(nil)
	_ Reader = (*winningCountTable)(nil)
)

func (t *winningCountTable) resolve() (err error) {
	switch {
	case len(t.Of) == 0:
		return t.block.Fault("table %s counts wins: it needs of, the tables to count over", t.head.Number)
	case len(t.Methods) == 0 || len(t.Columns) == 0:
		return t.block.Fault("table %s counts wins: it needs rows and columns, which are methods", t.head.Number)
	}
	if t.Methods, err = t.methods(t.Methods, "rows", nil); err != nil {
		return err
	}
	t.Columns, err = t.methods(t.Columns, "columns", nil)
	return err
}

// Check refuses tables that are no projections or have different rows.
func (t *winningCountTable) Check() error {
	var first *projection
	for i, number := range t.Of {
		at := t.block.At("of").Index(i)
		of, ok := t.scope.Table(number).(*projection)
		if !ok {
			return at.Fault("table %s counts over table %s, which is not a grid of this study", t.head.Number, number)
		}
		if first == nil {
			first = of
		}
		if of.Experiment != first.Experiment || !slices.Equal(of.Rows(), first.Rows()) ||
			of.fixed.String() != first.fixed.String() {
			return at.Fault("table %s counts over tables %s and %s, which have different rows", t.head.Number,
				first.head.Number, number)
		}
	}
	return nil
}

func (t *winningCountTable) grid() *grid { return t.scope.Table(t.Of[0]).(*projection).grid }

func (t *winningCountTable) Data() []string { return t.grid().Data() }

func (t *winningCountTable) Build(src Source) *table.Table {
	built := t.table(src, t.Data(), t.CornerTitle, t.Measure().Title, 0)
	built.Notes = []string{"A positive number: the column's function wins on more " + t.grid().rowsAre() +
		" than it loses, against the row's."}
	built.Columns = words.Each(t.Columns, t.scope.Label)
	for _, method := range t.Methods {
		cells := words.Each(t.Columns, func(c string) table.Cell {
			v := t.Read(src, method, c)
			if !v.filled() {
				return table.Cell{State: v.State, Reason: v.Reason}
			}
			return table.Cell{Value: v.Mean()}
		})
		built.Rows = append(built.Rows, table.Row{Heading: t.scope.Label(method), Cells: cells})
	}
	return built
}

func (t *winningCountTable) Measure() experiment.Measure {
	return experiment.Measure{
		Name: "winning-count", Title: "wins minus losses",
		Definition: t.grid().rowsAre() +
			" on which the column's method is better than the row's, less those on which it is worse",
	}
}

func (t *winningCountTable) Corner() string { return t.CornerTitle }

func (t *winningCountTable) Rows() []string { return t.Methods }

func (t *winningCountTable) RowTitle(row string) string { return t.scope.Label(row) }

// Read counts wins minus losses of the column's method over the row's. A contest whose paired interval
// contains 0 may be either, so the count lies between Low and High.
func (t *winningCountTable) Read(src Source, row, column string) Value {
	g := t.grid()
	for _, m := range []string{row, column} {
		if _, err := t.scope.Method(m); err != nil {
			return Absent("%v", err)
		}
	}
	values, against := g.column(src, column), g.column(src, row)
	count := Value{Count: true, Draws: []float64{0}, State: max(worst(values...), worst(against...))}
	if !count.filled() {
		count.Reason = "counts over a cell that is " + count.State.String()
	}
	for i, v := range values {
		a := against[i]
		count.Generated = count.Generated || v.Generated || a.Generated
		if !count.filled() {
			continue
		}
		outcome := 0.0
		if better(g.measure, v.Mean(), a.Mean()) {
			outcome = 1
		} else if better(g.measure, a.Mean(), v.Mean()) {
			outcome = -1
		}
		low, high := outcome, outcome
		if inDoubt(v, a) {
			low, high = -1, 1
		}
		count.Draws[0], count.Low, count.High = count.Draws[0]+outcome, count.Low+low, count.High+high
	}
	return count
}

// inDoubt reports whether the draws leave the sign of a difference in doubt.
func inDoubt(a, b Value) bool {
	_, left := a.Sample().Interval()
	_, right := b.Sample().Interval()
	reach := left + right
	if len(a.Draws) == len(b.Draws) {
		_, reach = a.Sample().Plus(-1, b.Sample()).Interval()
	}
	if (a.Random || b.Random) && max(len(a.Draws), len(b.Draws)) < 2 {
		return true // the spread is unknown
	}
	return reach > 0 && math.Abs(a.Mean()-b.Mean()) <= reach
}
