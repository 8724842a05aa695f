// Package table holds a table as a value and writes it as Markdown, LaTeX and CSV.
//
// A Table holds numbers, not strings: the writers round, so that all formats show the same digits and the
// CSV keeps all of them. Each cell has a state: filled, failed with a reason, missing, or blank. Every
// writer shows cells without a number, too.
package table

import (
	"fmt"
	"math"
	"slices"

	"gpca/report/statistics"
)

type Table struct {
	Number  string // "2.1"
	Caption string // "GPCA: USPS with Gaussian noise"
	Corner  string // heading of the first column, such as "Noise level (σ)"
	Columns []string
	Rows    []Row
	// Decimals applies to cells without their own.
	Decimals int
	// Metric names the measure with its unit: "accuracy in percent".
	Metric string
	// Origin is the origin of the data: "real", "stand-in", or a sentence naming both.
	Origin string
	Notes  []string // below the table, a line each
	Bare   bool     // prints no half-widths; the CSV has them
}

// A Row is one line of a table.
type Row struct {
	Heading string
	// TeX is the heading with its formulas in TeX between dollar signs; empty for none.
	TeX     string
	Cells   []Cell
	Summary bool // summarises the other rows, as their average; set in italics below a rule
}

// A State says whether a cell has a value and, if not, why.
type State = statistics.State

const (
	Filled        = statistics.Filled
	Missing       = statistics.Missing
	NotApplicable = statistics.NotApplicable // with a reason
	Failed        = statistics.Failed        // with a reason
	Blank         = statistics.Blank         // on purpose
)

// A Cell is one entry of a table. Only a Filled cell has a Value, and a Failed one that has Repetitions: those that did
// not fail.
type Cell struct {
	State State
	Value float64
	Text  string // printed in place of the number unless empty
	// HalfWidth is half the width of the 95% interval around Value, in the same unit. It is 0 without an
	// interval, and for equal repetitions.
	HalfWidth float64
	// Repetitions is the number of values whose mean Value is; 0 for none.
	Repetitions int
	Decimals    int // replaces that of the table if DecimalsSet
	DecimalsSet bool
	Bold        bool   // the best number of its row as printed
	Leading     bool   // in the leading group of its row; see [LeadingMark]
	Mark        string // after the number, such as "†"
	Reason      string // of the failure
	InPrint     InPrint
}

// An InPrint is the number that a publication prints in the place of a cell, whether it is bold there, how much ours is
// more, the margin that this is held against, where there is one, and the verdict on it, such as "match". The zero
// value is a place without one.
type InPrint struct {
	Printed, Difference, Margin, Verdict string
	Bold                                 bool
}

// Differs is the verdict on a number that is not a result of the same experiment, and PrintMark stands behind one.
const (
	Differs   = "differs"
	PrintMark = "≠"
)

// String is the number with its mark.
func (p InPrint) String() string {
	if p.Verdict == Differs {
		return p.Printed + PrintMark
	}
	return p.Printed
}

// interval reports whether there is a half-width to print, which is 0 for equal repetitions.
func (c Cell) interval() bool { return c.numbered() && (c.HalfWidth > 0 || c.Repetitions > 1) }

func (c Cell) numbered() bool { return c.State == Filled || c.State == Failed && c.Repetitions > 0 }

func (c Cell) missing() bool { return c.State == Missing }

// has reports whether a cell of the table fulfils a condition.
func (t *Table) has(is func(Cell) bool) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return slices.ContainsFunc(r.Cells, is) })
}

// Validate returns an error for a table without a caption or the origin of its data, with a row of the wrong length, or
// with a number that is not finite. Every writer calls it.
func (t *Table) Validate() error {
	if t.Caption == "" || t.Origin == "" {
		return fmt.Errorf("table %q: no caption, or no origin of its data", t.Number)
	}
	for _, row := range t.Rows {
		if len(row.Cells) != len(t.Columns) {
			return fmt.Errorf("table %s, row %q: %d cells for %d columns", t.Number, row.Heading, len(row.Cells),
				len(t.Columns))
		}
		for j, c := range row.Cells {
			if v := c.Value + c.HalfWidth; c.numbered() && (math.IsNaN(v) || math.IsInf(v, 0)) {
				return fmt.Errorf("table %s, row %q, column %q: filled with %v ± %v, which is no number", t.Number,
					row.Heading, t.Columns[j], c.Value, c.HalfWidth)
			}
		}
	}
	return nil
}
