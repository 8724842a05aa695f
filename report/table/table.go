// Package table holds a table as a value and writes it as Markdown, LaTeX and CSV.
//
// A Table holds numbers, not strings: the writers round, so that all formats show the same digits and the
// CSV keeps all of them. Each cell has a state: filled, failed with a reason, missing, or blank. Every
// writer shows cells without a number, too.
package table

import (
	"fmt"
	"math"

	"gpca/report/statistics"
)

// A Table is one numbered table of a report.
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
}

// interval reports whether there is a half-width to print, which is 0 for equal repetitions.
func (c Cell) interval() bool { return c.numbered() && (c.HalfWidth > 0 || c.Repetitions > 1) }

// numbered reports whether there is a number.
func (c Cell) numbered() bool { return c.State == Filled || c.State == Failed && c.Repetitions > 0 }

// Validate reports the first fault because of which a writer would print something wrong: no
// caption, no origin of the data, a row of the wrong length, a value that is not finite, a
// failed cell without a reason. Every writer calls it.
func (t *Table) Validate() error {
	switch {
	case t.Caption == "":
		return fmt.Errorf("table %q: no caption", t.Number)
	case t.Origin == "":
		return fmt.Errorf("table %q: no origin of its data; set Origin to %q, %q or a sentence", t.Number, "real",
			"stand-in")
	}
	for i, row := range t.Rows {
		if len(row.Cells) != len(t.Columns) {
			return fmt.Errorf("table %s, row %d (%q): %d cells for %d columns; fill up with Missing or Blank cells",
				t.Number, i+1, row.Heading, len(row.Cells), len(t.Columns))
		}
		for j, c := range row.Cells {
			var fault string
			switch {
			case (c.State == Failed || c.State == NotApplicable) && oneLine(c.Reason) == "":
				fault = c.State.String() + " without a reason"
			case c.numbered() && (math.IsNaN(c.Value) || math.IsInf(c.Value, 0)):
				fault = fmt.Sprintf("filled with %v; a cell without a number is Missing or Failed", c.Value)
			case c.numbered() && !(c.HalfWidth >= 0 && c.HalfWidth < math.Inf(1)):
				fault = fmt.Sprintf("half-width %v; want a number from 0 up, 0 for no interval", c.HalfWidth)
			default:
				continue
			}
			return fmt.Errorf("table %s, row %d (%q), column %q: %s", t.Number, i+1, row.Heading, t.Columns[j], fault)
		}
	}
	return nil
}
