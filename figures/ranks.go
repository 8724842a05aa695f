package figures

import (
	"fmt"

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
	sideShare = 0.28          // of the width, for the labels of a side
	axisFoot  = vg.Length(31) // of the numbers and the title of the axis
)

// Size implements Figure.
func (r Ranks) Size(v Venue) (width, height vg.Length) {
	width, _ = v.box(false)
	_, _, above := r.lay(v.theme(width), width-2*edge)
	return width, above + axisFoot + v.heightBesides(width, above, r.Notes, nil)
}

// side is the column of the label of a method: 0 on the left, 1 on the right.
func (r Ranks) side(i int) int { return 2 * i / len(r.Names) }

// level is the place of its label in the column, from below: the methods at the ends of the axis are the lowest, so
// that no two lines cross.
func (r Ranks) level(i int) vg.Length { return vg.Length(min(i, len(r.Names)-1-i)) }

// lay returns the labels, the widths of their columns, and the height of all that stands above the axis: the bars,
// the labels and the yardstick.
func (r Ranks) lay(t theme, width vg.Length) (labels []string, sides [2]vg.Length, above vg.Length) {
	sty := t.tickText()
	for i, name := range r.Names {
		label := wrap(fmt.Sprintf("%s (%.2f)", name, r.Means[i]), sty, width*sideShare)
		side := &sides[r.side(i)]
		*side = max(*side, sty.Width(label)+2*textGap)
		labels, above = append(labels, label), max(above, sty.Height(label))
	}
	return labels, sides, r.bars() + (above+labelGap)*(r.level(len(labels)/2)+1) + sty.Height("0")
}

func (r Ranks) bars() vg.Length { return barStep * vg.Length(len(r.Groups)+1) }

func (r Ranks) notes() []string { return r.Notes }

// Draw implements Figure.
func (r Ranks) Draw(c draw.Canvas, v Venue) error {
	if !extentOf(r.Means).seen {
		return errNoData
	}
	c, t := inside(c, v)
	c, paintNotes := layNotes(t, c, r.Notes)
	labels, sides, above := r.lay(t, c.Size().X)
	f := frame{theme: t, canvas: c, area: draw.Crop(c, sides[0], -sides[1], c.Size().Y-above, -above)}
	f.x = axis{label: "Mean rank", low: 1, high: max(float64(len(r.Names)), 1+r.Difference), whole: true}
	f.xTicks = f.x.ticks(func(ticks []tick) bool { return f.clear(ticks, f.area.Size().X) })
	paintNotes()
	f.drawAxes()
	r.drawMethods(&f, labels)
	return nil
}

// drawMethods draws lines from the labels to the axis, the bars above it, and the yardstick.
func (r Ranks) drawMethods(f *frame, labels []string) {
	a, c, sty := &f.area, &f.canvas, f.theme.tickText()
	x := func(rank float64) vg.Length { return a.X(f.x.position(rank)) }
	top := c.Max.Y - sty.Height("0")
	first := a.Min.Y + r.bars() // of the labels
	row := (top - first) / (r.level(len(labels)/2) + 1)
	var dots []vg.Point
	for i, mean := range r.Means {
		dots = append(dots, vg.Point{X: x(mean), Y: a.Min.Y})
		y, end, gap, align := first+row*(r.level(i)+0.5), a.Min.X, -textGap, text.XRight
		if r.side(i) > 0 {
			end, gap, align = a.Max.X, textGap, text.XLeft
		}
		c.StrokeLines(draw.LineStyle{Color: softInk, Width: 0.8 * f.theme.scale},
			[]vg.Point{dots[i], {X: dots[i].X, Y: y}, {X: end + gap, Y: y}})
		c.FillText(aligned(sty, align, text.YCenter), vg.Point{X: end + 2*gap, Y: y}, labels[i])
	}
	for i, group := range r.Groups {
		y := a.Min.Y + barStep*vg.Length(i+1)
		c.StrokeLine2(draw.LineStyle{Color: f.theme.venue.palette()[0], Width: barStep / 2}, dots[group[0]].X-barEnd, y,
			dots[group[1]].X+barEnd, y)
	}
	for _, at := range dots {
		circle.draw(c, at, f.theme.markerRadius(), ink)
	}
	f.explain(dots, labels)
	y, line := (top+c.Max.Y)/2, draw.LineStyle{Color: ink, Width: 0.8 * f.theme.scale}
	c.StrokeLine2(line, a.Min.X, y, x(1+r.Difference), y)
	for _, end := range []float64{1, 1 + r.Difference} {
		c.StrokeLine2(line, x(end), y-barEnd, x(end), y+barEnd)
	}
	c.FillText(aligned(sty, text.XLeft, text.YCenter), vg.Point{X: x(1+r.Difference) + textGap, Y: y}, "CD")
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
