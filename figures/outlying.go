package figures

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// reachOf returns the largest magnitude of values without outliers, 0 if there are none.
//
// Outliers are magnitudes more than 1.5 interquartile ranges above the upper quartile (the inner fence of J. W.
// Tukey, Exploratory Data Analysis, 1977, Section 2D), from the first one that exceeds the one before by half.
// Zeros, of which there may be many, do not count.
func reachOf(values []float64) float64 {
	var sizes []float64
	for _, v := range values {
		if isFinite(v) && v != 0 {
			sizes = append(sizes, math.Abs(v))
		}
	}
	if len(sizes) == 0 {
		return 0
	}
	slices.Sort(sizes)
	lower, upper := stat.Quantile(0.25, stat.Empirical, sizes, nil), stat.Quantile(0.75, stat.Empirical, sizes, nil)
	for i, v := range sizes[1:] {
		if v > upper+1.5*(upper-lower) && v > 1.5*sizes[i] {
			return sizes[i]
		}
	}
	return sizes[len(sizes)-1]
}

const beyondLength, beyondHalf = vg.Length(6), vg.Length(1.8)

func drawPointer(c *draw.Canvas, tip vg.Point, up bool, line draw.LineStyle) {
	tail := vg.Point{Y: beyondLength}
	if up {
		tail.Y = -beyondLength
	}
	barb := tail.Scale(0.45)
	side := vg.Point{X: beyondHalf}
	c.StrokeLines(line, []vg.Point{tip.Add(tail), tip},
		[]vg.Point{tip.Add(barb).Sub(side), tip, tip.Add(barb).Add(side)})
}

// outlying names the values beyond the ordinate, at which arrows point, as a note.
func (ch Chart) outlying(y axis, arrows string, values func(Series) []float64) []string {
	text := ""
	for _, s := range ch.Series {
		var beyond extent
		for _, v := range values(s) {
			if ch.Rows == nil && s.Style != Lines && (v < y.low || v > y.high) {
				beyond.add(v)
			}
		}
		if beyond.seen {
			text += ", " + s.Name + " at " + shortNumber(beyond.low)
			if beyond.high != beyond.low {
				text += " to " + shortNumber(beyond.high)
			}
		}
	}
	if text == "" {
		return nil
	}
	return []string{arrows + " beyond the axis" + text}
}

func shortNumber(v float64) string {
	return strings.ReplaceAll(strconv.FormatFloat(v, 'g', 3, 64), "-", minus)
}
