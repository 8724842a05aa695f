package figures

import (
	"math"
	"slices"
	"strconv"
)

// formatNumber writes a number with as many digits as tell it from any other, and
// a missing value as nothing.
func formatNumber(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// columnName names a column by the label of its axis, or by fallback.
func columnName(label, fallback string) string {
	if label == "" {
		return fallback
	}
	return plain(label)
}

// Records implements Figure: a row a point, with its interval where the chart has
// any, behind those of a series its counterparts, then the reference lines and marks.
func (ch Chart) Records() [][]string {
	x, y := columnName(ch.XLabel, "x"), columnName(ch.YLabel, "y")
	if x == y {
		x, y = "x", "y"
	}
	header := []string{"kind", "name", x, y}
	intervals := slices.ContainsFunc(ch.Series, func(s Series) bool { return s.Low != nil })
	if intervals {
		header = append(header, "low", "high")
	}
	rows := [][]string{header}
	add := func(cells ...string) {
		rows = append(rows, append(cells, make([]string, len(header)-len(cells))...))
	}
	for _, s := range ch.Series {
		xs := ch.xs(s)
		for i := range min(len(xs), len(s.Y)) {
			cells := []string{"series", plain(s.Name), ch.formatX(xs[i]), formatNumber(s.Y[i])}
			if i < min(len(s.Low), len(s.High)) {
				cells = append(cells, formatNumber(s.Low[i]), formatNumber(s.High[i]))
			}
			add(cells...)
		}
		for i := range min(len(xs), len(s.Counterparts)) {
			if !math.IsNaN(s.Counterparts[i]) {
				add("counterpart", plain(s.Name), ch.formatX(xs[i]), formatNumber(s.Counterparts[i]))
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

// formatX writes a place along x, by its name on an axis of categories.
func (ch Chart) formatX(x float64) string {
	if i := int(x); float64(i) == x && i >= 0 && i < len(ch.Categories) {
		return plain(ch.Categories[i])
	}
	return formatNumber(x)
}
