package printed

import (
	"cmp"
	"fmt"
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

	// Gaps are cells of a file that hold no number.
	Gaps []Gap
	// IsTurned says that the rows are the columns of the file.
	IsTurned bool
	// Unturned says that nothing tells whether methods are rows or columns.
	Unturned bool

	file        string
	transcribed bool
	numbers     []Number // in the order of the file
	at          map[[2]string]int
	// lines and across say what rows and columns are.
	lines, across map[string]Line
}

// A Kind is what the numbers of a row or column follow from others by, empty for results. KindOther is not known.
type Kind string

const (
	Mean          Kind = "mean"
	GeometricMean Kind = "geometric mean"
	HarmonicMean  Kind = "harmonic mean"
	Median        Kind = "median"
	Sum           Kind = "sum"
	Deviation     Kind = "deviation"
	Rank          Kind = "rank"
	Wins          Kind = "wins"
	setting       Kind = "setting" // no result at all
)

// Title is the kind in sentences.
func (k Kind) Title() string {
	return cmp.Or(map[Kind]string{Rank: "mean rank", Wins: "number of wins"}[k], string(k))
}

// A Line is what is known of a row or a column.
type Line struct {
	Kind  Kind
	Block string // of rows between two rules, or columns below a heading
	Name  string // without the block
	// Marked means that the label is in bold, as for a method of the authors' own, Reference that it tells a bound,
	// which takes no part in a comparison.
	Marked, Reference bool
	// Alone means that it holds averages, as results: print has nothing that they are over.
	Alone bool
	// Better is the direction of the metric that the label names, empty for none.
	Better Better
}

// A Gap is a cell without a number, and why. A fault looks like a number and cannot be read.
type Gap struct {
	Place
	Text, Why string
	Fault     bool
	Line      int // of the file
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
	Bold   bool // the printed mark; see [Table.UsesBold]
	Metric Metric
	Unit   string  // behind the number, empty for none and percent
	Spread float64 // behind ±, 0 for none

	line int // of the file
}

func (c Number) Places() int { return Places(c.Text) }

// Name identifies a table among those of several sources: "III" without a source, "paper III" with one.
func (t Table) Name() string {
	if t.Source == "" {
		return t.Number
	}
	return t.Source + " " + t.Number
}

func (t Table) At(row, column string) (Number, bool) {
	i, ok := t.at[[2]string{row, column}]
	if !ok {
		return Number{}, false
	}
	return t.numbers[i], true
}

// Cells returns the numbers in some rows and columns, row by row.
func (t Table) Cells(rows, columns []string) []Number {
	all := make([]Number, 0, len(rows)*len(columns))
	for _, row := range rows {
		for _, column := range columns {
			if n, ok := t.At(row, column); ok {
				all = append(all, n)
			}
		}
	}
	return all
}

// Line returns the file and the line of the first number of a place; 0 for none. An empty row or column means all.
func (t Table) Line(p Place) (file string, line int) {
	n, _ := words.First(t.numbers, func(n Number) bool {
		return (p.Row == "" || p.Row == n.Row) && (p.Column == "" || p.Column == n.Column)
	})
	return t.file, n.line
}

// Numbers returns the numbers in the order of the file, for reading alone.
func (t Table) Numbers() []Number { return t.numbers }

// About returns what is known of a row, or of a column of the table [Table.Turned].
func (t Table) About(row string) Line { return t.lines[row] }

// Transcribed reports whether the table is in the form of [Read], which says of each number what it is.
func (t Table) Transcribed() bool { return t.transcribed }

func (t Table) Across(column string) Line { return t.across[column] }

// IsAverage reports whether a row label of a table in the form of [Read] is that of averages.
func IsAverage(row string) bool {
	return slices.Contains([]string{"average", "mean", "avg", "avg."}, strings.ToLower(row))
}

func (t Table) IsAverage(row string) bool { return t.About(row).Kind == Mean }

// Derived reports whether the numbers of a row follow from others.
func (t Table) Derived(row string) bool { return t.About(row).Kind != "" }

// Average returns the label of the first row of averages.
func (t Table) Average() (row string, ok bool) {
	return words.First(t.Rows, func(row string) bool { return t.IsAverage(row) || t.About(row).Alone })
}

// Body returns the labels of the rows that hold results.
func (t Table) Body() []string { return slices.DeleteFunc(slices.Clone(t.Rows), t.Derived) }

// Turned returns the table with its rows as columns.
func (t Table) Turned() Table {
	t.Rows, t.Columns, t.lines, t.across, t.IsTurned = t.Columns, t.Rows, t.across, t.lines, !t.IsTurned
	t.Gaps = words.Each(t.Gaps, func(g Gap) Gap { g.Row, g.Column = g.Column, g.Row; return g })
	t.numbers, t.at = slices.Clone(t.numbers), map[[2]string]int{}
	for i, n := range t.numbers {
		n.Row, n.Column = n.Column, n.Row
		t.numbers[i], t.at[[2]string{n.Row, n.Column}] = n, i
	}
	return t
}

// Results returns the columns that hold results.
func (t Table) Results() []string {
	return slices.DeleteFunc(slices.Clone(t.Columns), func(column string) bool { return t.across[column].Kind != "" })
}

// Decimals returns the largest number of digits after the point in the results.
func (t Table) Decimals() int {
	most := 0
	for _, c := range t.Cells(t.Rows, t.Results()) {
		most = max(most, c.Places())
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
	if i, ok := t.at[[2]string{c.Row, c.Column}]; ok {
		t.numbers = slices.Clone(t.numbers)
		t.numbers[i] = c
	}
	return t
}

// String says where a cell stands, and why it is no number.
func (g Gap) String() string {
	return fmt.Sprintf("line %d: %s, %s: %q is no result: %s", g.Line, g.Row, g.Column, g.Text, g.Why)
}

// Groups are the numbers of a row that can be compared: of one metric and unit.
func (t Table) Groups(row string) [][]Number {
	type scale struct {
		Metric
		unit string
	}
	all := t.Cells([]string{row}, t.Results())
	if t.transcribed { // of one metric, and asked often
		return [][]Number{all}
	}
	return words.Grouped(all, func(n Number) scale { return scale{n.Metric, n.Unit} })
}
