package printed

import (
	"slices"
	"strings"

	"gpca/report/statistics"
	"gpca/report/words"
)

// A Table is a table of a publication, rows and columns in printed order. Copies share their numbers, which do
// not change.
type Table struct {
	// Source is the text that prints the table, such as "paper"; empty for the publication itself.
	Source string
	Number string
	Title  string
	// Axis is the meaning of the row labels, such as "sigma" or "dataset".
	Axis    string
	Metric  Metric
	Columns []string
	Rows    []string

	file    string
	numbers []Number // in the order of the file
	at      map[Place]int
}

// A Place is where a number stands.
type Place struct {
	Table  string `json:"table,omitempty"` // as by [Table.Name]
	Row    string `json:"row,omitempty"`
	Column string `json:"column,omitempty"`
}

// A Number is one printed number.
type Number struct {
	Place
	statistics.Estimate
	Bold bool // the printed mark; see [Table.UsesBold]

	line int // of the file
}

// Places returns the number of digits after the point.
func (c Number) Places() int { return Places(c.Text) }

// Name identifies a table among those of several sources: "III" without a source, "paper III" with one.
func (t Table) Name() string {
	if t.Source == "" {
		return t.Number
	}
	return t.Source + " " + t.Number
}

// At returns the number of a row and a column.
func (t Table) At(row, column string) (Number, bool) {
	i, ok := t.at[Place{Table: t.Name(), Row: row, Column: column}]
	if !ok {
		return Number{}, false
	}
	return t.numbers[i], true
}

// Line returns the file and the line of the first number of a place; 0 for none. An empty row or column means all.
func (t Table) Line(p Place) (file string, line int) {
	n, _ := words.First(t.numbers, func(n Number) bool {
		return (p.Row == "" || p.Row == n.Row) && (p.Column == "" || p.Column == n.Column)
	})
	return t.file, n.line
}

// Numbers returns the numbers in the order of the file.
func (t Table) Numbers() []Number { return slices.Clone(t.numbers) }

// IsAverage reports whether a row label is that of averages.
func IsAverage(row string) bool {
	return slices.Contains([]string{"average", "mean", "avg", "avg."}, strings.ToLower(row))
}

// Average returns the label of the row of averages.
func (t Table) Average() (row string, ok bool) {
	return words.First(t.Rows, IsAverage)
}

// Body returns the labels of the rows that are not averages.
func (t Table) Body() []string { return slices.DeleteFunc(slices.Clone(t.Rows), IsAverage) }

// Results returns the columns that hold results. In a table with averages, a column without an average is a
// setting, such as the kernel width in Table 3.5.
func (t Table) Results() []string {
	average, ok := t.Average()
	if !ok {
		return slices.Clone(t.Columns)
	}
	return slices.DeleteFunc(slices.Clone(t.Columns), func(column string) bool {
		_, printed := t.At(average, column)
		return !printed
	})
}

// Decimals returns the largest number of digits after the point in the results.
func (t Table) Decimals() int {
	most, results := 0, t.Results()
	for _, c := range t.numbers {
		if slices.Contains(results, c.Column) {
			most = max(most, c.Places())
		}
	}
	return most
}

// UsesBold reports whether any number is marked. Otherwise the table has no marks, or its source does not record
// them.
func (t Table) UsesBold() bool {
	return slices.ContainsFunc(t.numbers, func(c Number) bool { return c.Bold })
}

// With returns the table with c in place of its own number, or unchanged if it has none there.
func (t Table) With(c Number) Table {
	if i, ok := t.at[c.Place]; ok {
		t.numbers = slices.Clone(t.numbers)
		t.numbers[i] = c
	}
	return t
}
