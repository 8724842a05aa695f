package figures

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Ranks is a critical-difference diagram: the mean ranks of methods on an axis, with a bar over each group of methods
// that a test does not separate (J. Demšar, "Statistical comparisons of classifiers over multiple data sets", Journal
// of Machine Learning Research 7, 2006, Figure 1).
type Ranks struct {
	Names      []string    // of the methods, best first
	Means      []float64   // their ranks, 1 is the best
	Pairs      [][]float64 // p-values of a method and each that comes after it; for CSV alone
	Groups     [][2]int    // the first and the last method of each
	Difference float64     // length of a yardstick at the top
	Notes      []string
}

const (
	barStep   = vg.Length(5)  // between bars
	barEnd    = barStep / 2   // that stands out at both ends
	rankShare = 0.28          // of the width, for the labels of a side
	axisFoot  = vg.Length(34) // of the numbers and the title of the axis
)

// Size implements Figure.
func (r Ranks) Size(v Venue) (width, height vg.Length) { return sizeOf(r, v) }

// Draw implements Figure.
func (r Ranks) Draw(c draw.Canvas, v Venue) error { return drawSheet(r, c, v) }

// side is the column of the label of a method: 0 on the left, 1 on the right.
func (r Ranks) side(i int) int { return 2 * i / len(r.Names) }

// level is the place of its label in the column, from below: the methods at the ends of the axis are the lowest, so
// that no two lines cross.
func (r Ranks) level(i int) vg.Length { return vg.Length(min(i, len(r.Names)-1-i)) }

func (r Ranks) bars() vg.Length { return barStep * vg.Length(len(r.Groups)+1) }

// sheet implements plotted.
func (r Ranks) sheet(t theme) (*sheet, error) {
	if !extentOf(r.Means).seen {
		return nil, errNoData
	}
	p := t.newPanel(axis{label: "Mean rank", low: 1, high: max(float64(len(r.Names)), 1+r.Difference), whole: true},
		axis{names: []string{}, high: 1})
	p.Y.Width = 0
	of := ranking{Ranks: r, theme: t, style: t.axisText()}
	var highest vg.Length
	for i, name := range r.Names {
		label := wrap(fmt.Sprintf("%s (%.2f)", name, r.Means[i]), of.style, t.width*rankShare)
		of.labels, highest = append(of.labels, label), max(highest, of.style.Height(label))
	}
	p.Add(of)
	above := r.bars() + (highest+labelGap)*(r.level(len(r.Names)/2)+1) + of.style.Height("0")
	return &sheet{panels: []*panel{p}, notes: r.Notes,
		height: func(vg.Length) vg.Length { return above + axisFoot }}, nil
}

// A ranking is lines from the labels to the axis, the bars above it, and the yardstick.
type ranking struct {
	Ranks
	theme  theme
	style  text.Style
	labels []string
}

// GlyphBoxes implements plot.GlyphBoxer, with the room for the labels.
func (r ranking) GlyphBoxes(*plot.Plot) []plot.GlyphBox {
	var widths [2]vg.Length
	for i, label := range r.labels {
		widths[r.side(i)] = max(widths[r.side(i)], r.style.Width(label)+2*textGap)
	}
	return []plot.GlyphBox{
		{X: 0, Rectangle: vg.Rectangle{Min: vg.Point{X: -widths[0]}}},
		{X: 1, Rectangle: vg.Rectangle{Max: vg.Point{X: widths[1]}}}}
}

// Plot implements plot.Plotter.
func (r ranking) Plot(c draw.Canvas, p *plot.Plot) {
	rank := func(v, y float64) vg.Point { return placeOn(&c, p, plotter.XY{X: v, Y: y}) }
	top := c.Max.Y - r.style.Height("0")
	first := c.Min.Y + r.bars() // of the labels
	row := (top - first) / (r.level(len(r.labels)/2) + 1)
	var means tips
	for i, mean := range r.Means {
		dot := rank(mean, 0)
		y, end, gap, align := first+row*(r.level(i)+0.5), c.Min.X, -textGap, text.XRight
		if r.side(i) > 0 {
			end, gap, align = c.Max.X, textGap, text.XLeft
		}
		c.StrokeLines(draw.LineStyle{Color: softInk, Width: 0.8 * r.theme.scale},
			[]vg.Point{dot, {X: dot.X, Y: y}, {X: end + gap, Y: y}})
		c.FillText(aligned(r.style, align, text.YCenter), vg.Point{X: end + 2*gap, Y: y}, r.labels[i])
		means.at, means.texts = append(means.at, plotter.XY{X: mean}), append(means.texts, r.labels[i])
	}
	for i, group := range r.Groups {
		y := c.Min.Y + barStep*vg.Length(i+1)
		bar := draw.LineStyle{Color: r.theme.venue.palette()[0], Width: barStep / 2}
		c.StrokeLine2(bar, rank(r.Means[group[0]], 0).X-barEnd, y, rank(r.Means[group[1]], 0).X+barEnd, y)
	}
	for _, mean := range r.Means {
		c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: r.theme.markerRadius(), Shape: circle}, rank(mean, 0))
	}
	means.Plot(c, p)
	r.drawYardstick(&c, (top+c.Max.Y)/2, rank(1, 0).X, rank(1+r.Difference, 0).X)
}

func (r ranking) drawYardstick(c *draw.Canvas, y, from, to vg.Length) {
	line := draw.LineStyle{Color: ink, Width: 0.8 * r.theme.scale}
	c.StrokeLine2(line, from, y, to, y)
	for _, end := range []vg.Length{from, to} {
		c.StrokeLine2(line, end, y-barEnd, end, y+barEnd)
	}
	c.FillText(aligned(r.style, text.XLeft, text.YCenter), vg.Point{X: to + textGap, Y: y}, "CD")
}

// Records implements Figure, with a row for each method, pair of methods, and group from its first to its last.
func (r Ranks) Records() [][]string {
	rows := [][]string{{"kind", "method", "other", "mean rank", "p"}}
	for i, name := range r.Names {
		rows = append(rows, []string{"method", plain(name), "", formatNumber(r.Means[i]), ""})
	}
	for i, pairs := range r.Pairs {
		for j, p := range pairs {
			rows = append(rows, []string{"pair", plain(r.Names[i]), plain(r.Names[i+1+j]), "", formatNumber(p)})
		}
	}
	for _, group := range r.Groups {
		rows = append(rows, []string{"group", plain(r.Names[group[0]]), plain(r.Names[group[1]]), "", ""})
	}
	return append(rows, []string{"critical difference", "", "", formatNumber(r.Difference), ""})
}
