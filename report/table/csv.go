package table

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
)

// WriteCSV writes the table in long form: a header, then one record for each cell, row by row. Values keep
// all digits. A field without meaning for a cell is empty.
func (t *Table) WriteCSV(w io.Writer) error {
	if err := t.Validate(); err != nil {
		return err
	}
	records := [][]string{{
		"table", "row", "column", "state", "value", "half_width_95", "repetitions", "bold", "leading", "mark", "reason",
		"origin",
	}}
	for _, row := range t.Rows {
		for i, cell := range row.Cells {
			var value, halfWidth, repetitions string
			if cell.numbered() {
				value = strconv.FormatFloat(cell.Value, 'g', -1, 64)
				if cell.interval() {
					halfWidth = strconv.FormatFloat(cell.HalfWidth, 'g', -1, 64)
				}
				if cell.Repetitions > 0 {
					repetitions = strconv.Itoa(cell.Repetitions)
				}
			}
			records = append(records, []string{
				t.Number, row.Heading, t.Columns[i], cell.State.String(), value, halfWidth, repetitions,
				strconv.FormatBool(cell.Bold), strconv.FormatBool(cell.Leading), cell.Mark, cell.Reason, t.Origin,
			})
		}
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return t.writeError(err)
	}
	return nil
}

func (t *Table) writeError(err error) error { return fmt.Errorf("table %s: %w", t.Number, err) }
