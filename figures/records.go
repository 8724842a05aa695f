package figures

import (
	"math"
	"slices"
	"strconv"
)

// formatNumber writes a number with all its digits, and NaN as the empty string.
func formatNumber(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// columnName returns the label of an axis, or fallback if it has none.
func columnName(label, fallback string) string {
	if label == "" {
		return fallback
	}
	return plain(label)
}

// appendPoints appends a row for each point that has both coordinates.
func appendPoints(rows [][]string, name string, x, y []float64) [][]string {
	for i := range min(len(x), len(y)) {
		rows = append(rows, []string{plain(name), formatNumber(x[i]), formatNumber(y[i])})
	}
	return rows
}

// Records implements Figure, with a row for each point and its interval, if any. Counterparts follow their
// series, then come reference lines and marks.
func (ch Chart) Records() [][]string {
	header := []string{"kind", "name", columnName(ch.XLabel, "x"), columnName(ch.YLabel, "y")}
	intervals := slices.ContainsFunc(ch.Series, func(s Series) bool { return s.Low != nil })
	if intervals {
		header = append(header, "low", "high")
	}
	rows := [][]string{header}
	add := func(cells ...string) {
		rows = append(rows, append(cells, make([]string, len(header)-len(cells))...))
	}
	for _, s := range ch.Series {
		for i, x := range s.X {
			cells := []string{"series", plain(s.Name), ch.formatX(x), formatNumber(s.Y[i])}
			if s.Low != nil {
				cells = append(cells, formatNumber(s.Low[i]), formatNumber(s.High[i]))
			}
			add(cells...)
		}
		for i, y := range s.Counterparts {
			if !math.IsNaN(y) {
				add("counterpart", plain(s.Name), ch.formatX(s.X[i]), formatNumber(y))
			}
		}
	}
	for _, r := range ch.References {
		add("reference", plain(r.Label), "", formatNumber(r.Y))
	}
	for _, m := range ch.Marks {
		add("mark", plain(m.Label), ch.formatX(m.X), formatNumber(m.Y))
	}
	return rows
}

// formatX writes a place along x, by its name if it is a category.
func (ch Chart) formatX(x float64) string {
	if i := int(x); float64(i) == x && i >= 0 && i < len(ch.Categories) {
		return plain(ch.Categories[i])
	}
	return formatNumber(x)
}
