package table

import (
	"fmt"
	"math"
)

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
			case c.State == Filled && (math.IsNaN(c.Value) || math.IsInf(c.Value, 0)):
				fault = fmt.Sprintf("filled with %v; a cell without a number is Missing or Failed", c.Value)
			case c.State == Filled && !(c.HalfWidth >= 0 && c.HalfWidth < math.Inf(1)):
				fault = fmt.Sprintf("half-width %v; want a number from 0 up, 0 for no interval", c.HalfWidth)
			default:
				continue
			}
			return fmt.Errorf("table %s, row %d (%q), column %q: %s", t.Number, i+1, row.Heading, t.Columns[j], fault)
		}
	}
	return nil
}
