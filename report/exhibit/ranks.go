package exhibit

import (
	"slices"

	"gpca/report/exhibit/layout"
)

// unranked reports whether the columns cannot be ranked.
func (t *projection) unranked() bool {
	own := func(c layout.Column) bool { return c.Best != nil || c.Sigma || c.Nth > 0 }
	return min(len(t.columns), len(t.data)) < 2 || len(t.Measures) > 0 || t.Measured.Favours != "" ||
		slices.ContainsFunc(t.columns, own)
}
