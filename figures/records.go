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
		rows := ch.Rows
		if s.Style == Lines {
			rows = nil
		}
		for i, x := range s.X {
			if rows != nil && !isFinite(x) {
				continue // a gap between two rows
			}
			cells := []string{"series", plain(s.Name), formatPlace(x, ch.Categories), formatPlace(s.Y[i], rows)}
			if s.Low != nil {
				cells = append(cells, formatNumber(s.Low[i]), formatNumber(s.High[i]))
			}
			add(cells...)
		}
		for i, draws := range s.Draws {
			for _, v := range draws {
				add("draw", plain(s.Name), formatPlace(s.X[i], ch.Categories), formatNumber(v))
			}
		}
		for i, y := range s.Counterparts {
			if !math.IsNaN(y) {
				add("counterpart", plain(s.Name), formatPlace(s.X[i], ch.Categories), formatNumber(y))
			}
		}
	}
	for _, r := range ch.References {
		add("reference", plain(r.Label), "", formatNumber(r.Y))
	}
	for _, m := range ch.Marks {
		add("mark", plain(m.Label), formatPlace(m.X, ch.Categories), formatNumber(m.Y))
	}
	return rows
}

// formatPlace writes a place along an axis, by its name if it has one.
func formatPlace(at float64, names []string) string {
	if i := int(at); float64(i) == at && i >= 0 && i < len(names) {
		return plain(names[i])
	}
	return formatNumber(at)
}
