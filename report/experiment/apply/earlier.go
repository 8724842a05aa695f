package apply

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gpca/report/experiment"
)

// earlierOf is the artifact of results before November 2026, with JSON for a name. It goes when Kind has another
// version.
const earlierOf = "findings"

// absent stands for a missing cell in it, since JSON has no NaN.
const absent = -1e+300

// readEarlier reads an earlier result, which names columns and has the rows of the map in the order of their excess.
func (f *Findings) readEarlier(all map[string]experiment.Array) error {
	if len(all[earlierOf].Names) != 1 {
		return errors.New("its findings are not one text")
	}
	var old struct {
		*Findings // what has the same form
		Classical *struct {
			*Classical
			Flags []bool
		}
		Judged, Chosen bool
		Told           map[int][]struct {
			Column  string
			Share   float64
			Imputed bool
		}
		Cells []struct {
			Row             int
			Column          string
			Value, Residual float64
		}
		Map struct {
			Rows, Columns []string
			Residuals     [][]float64
		}
	}
	old.Findings = f
	if err := json.Unmarshal([]byte(all[earlierOf].Names[0]), &old); err != nil {
		return err
	}
	if err := f.rows().read(all); err != nil {
		return err
	}
	c := old.Classical
	if (c == nil) != old.Judged || c != nil && (c.Classical == nil || len(c.Flags) != f.Len()) {
		return errors.New("classical PCA of all rows stands beside a fit, and beside no saved model")
	}
	if c != nil {
		f.Classical = c.Classical
		f.Classical.Flagged = flagged(c.Flags)
	}
	if f.Asked = f.K(); old.Chosen {
		f.Asked = 0
	}
	at := func(column string) int { return slices.Index(f.Model.Columns, column) }
	for row := range f.Len() {
		for _, s := range old.Told[row] {
			f.Told.Row, f.Told.Column = append(f.Told.Row, row), append(f.Told.Column, at(s.Column))
			f.Told.Share, f.Told.Imputed = append(f.Told.Share, s.Share), append(f.Told.Imputed, mark(s.Imputed))
		}
	}
	for _, c := range old.Cells {
		f.Cells.Row, f.Cells.Column = append(f.Cells.Row, c.Row), append(f.Cells.Column, at(c.Column))
		f.Cells.Value, f.Cells.Residual = append(f.Cells.Value, c.Value), append(f.Cells.Residual, c.Residual)
	}
	for _, name := range old.Map.Columns {
		f.Mapped = append(f.Mapped, at(name))
	}
	far := f.Far()
	if len(old.Map.Rows) != len(far) || len(old.Map.Residuals) != len(far) {
		return fmt.Errorf("its map of cells has the residuals of %d of %d rows", len(old.Map.Residuals), len(far))
	}
	for i, row := range old.Map.Residuals {
		if len(row) != len(f.Mapped) {
			return errors.New("its map of cells has not a residual for each")
		}
		for j, v := range row {
			if v != absent {
				f.Map.Row, f.Map.Column = append(f.Map.Row, far[i].At), append(f.Map.Column, f.Mapped[j])
				f.Map.Residual = append(f.Map.Residual, v)
			}
		}
	}
	return nil
}
