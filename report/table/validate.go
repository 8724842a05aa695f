package table

import (
	"fmt"
	"math"
	"regexp"
)

// maxDecimals is more than a float64 between 1 and 100 can hold.
const maxDecimals = 15

var validNumber = regexp.MustCompile(`^[A-Za-z0-9.-]+$`)

// Validate reports the first fault because of which a writer would print something
// wrong: a row of the wrong length, a value that is not finite, a failed cell without a
// reason, a table without the origin of its data. Every writer calls it.
func (t *Table) Validate() error {
	if err := t.validateFrame(); err != nil {
		return fmt.Errorf("table %q: %w", t.Number, err)
	}
	for i, row := range t.Rows {
		if len(row.Cells) != len(t.Columns) {
			return fmt.Errorf("table %s, row %d (%q): %d cells for %d columns; fill up with Missing or Blank cells",
				t.Number, i+1, row.Heading, len(row.Cells), len(t.Columns))
		}
		for j, cell := range row.Cells {
			if err := cell.validate(); err != nil {
				return fmt.Errorf("table %s, row %d (%q), column %q: %w", t.Number, i+1, row.Heading, t.Columns[j], err)
			}
		}
	}
	return nil
}

func (t *Table) validateFrame() error {
	switch {
	case !validNumber.MatchString(t.Number):
		// The number becomes a file name, a LaTeX label and an anchor.
		return fmt.Errorf("number is not made of letters, digits, points and hyphens, such as %q", "2.1")
	case t.Caption == "":
		return fmt.Errorf("no caption")
	case t.Origin == "":
		return fmt.Errorf("no origin of its data; set Origin to %q, %q or a sentence", "real", "stand-in")
	case len(t.Columns) == 0:
		return fmt.Errorf("no columns")
	case len(t.Rows) == 0:
		return fmt.Errorf("no rows")
	case t.Decimals < 0 || t.Decimals > maxDecimals:
		return fmt.Errorf("%d decimals; want 0 to %d", t.Decimals, maxDecimals)
	}
	return nil
}

func (c Cell) validate() error {
	switch c.State {
	case Filled:
		if math.IsNaN(c.Value) || math.IsInf(c.Value, 0) {
			return fmt.Errorf("filled with %v; a cell without a number is Missing or Failed", c.Value)
		}
		if !(c.HalfWidth >= 0) || math.IsInf(c.HalfWidth, 0) {
			return fmt.Errorf("half-width %v; want a number from 0 up, 0 for no interval", c.HalfWidth)
		}
		if c.Repetitions < 0 {
			return fmt.Errorf("%d repetitions", c.Repetitions)
		}
	case Failed:
		if oneLine(c.Reason) == "" {
			return fmt.Errorf("failed without a reason")
		}
	case Missing, Blank:
	default:
		return fmt.Errorf("unknown state %d", int(c.State))
	}
	if c.DecimalsSet && (c.Decimals < 0 || c.Decimals > maxDecimals) {
		return fmt.Errorf("%d decimals; want 0 to %d", c.Decimals, maxDecimals)
	}
	return nil
}
