package figures

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Ranks is a critical-difference diagram: the mean ranks of methods on an axis, with a bar over each group of methods
// that a test does not separate (J. Demšar, "Statistical comparisons of classifiers over multiple data sets", Journal
// of Machine Learning Research 7, 2006, Figure 1). The best stand on the left.
type Ranks struct {
	Names  []string
	Means  []float64   // ranks, 1 is the best
	Groups [][]int     // by places among the names, best first
	Pairs  [][]float64 // p-values that the groups rest on; for CSV alone
	// Difference is the length of a bar beside the axis, as a yardstick.
	Difference      float64
	DifferenceLabel string
	Notes           []string
}

const (
	barStep   = vg.Length(5) // between bars
	barWidth  = vg.Length(2.4)
	barEnd    = vg.Length(2.5) // that stands out at both ends
	rowGap    = vg.Length(3)   // between labels
	sideShare = 0.28           // of the width, for the labels of a side
)

// A rankLabel is the label of a method in the left or the right column.
type rankLabel struct {
	of     int // among the names
	text   string
	center vg.Length // below the top of the column
}

// rankLabels are laid out in two columns, the outermost methods on top, so that no two lines to the axis cross.
type rankLabels struct {
	sides  [2][]rankLabel
	widths [2]vg.Length
	height vg.Length
	scale  string // label of the yardstick
	above  vg.Length
}

const rankTitle = "Mean rank"

// Size implements Figure.
func (r Ranks) Size(v Venue) (width, height vg.Length) {
	width, _ = v.box(v.inColumn(false, func() bool {
		l := r.labels(v.theme(v.Column), v.Column)
		return !slices.ContainsFunc(slices.Concat(l.sides[:]...),
			func(l rankLabel) bool { return strings.Contains(l.text, "\n") })
	}))
	l := r.labels(v.theme(width), width-2*edge)
	height = l.above + barStep*vg.Length(len(r.Groups)+1) + l.height
	return width, height + v.heightBesides(width, height, r.Notes, nil)
}

func (r Ranks) labels(t theme, width vg.Length) (l rankLabels) {
	sty := t.tickText()
	order := make([]int, len(r.Means)) // best first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(r.Means[i], r.Means[j]) })
	half := (len(order) + 1) / 2
	right := order[half:]
	slices.Reverse(right)
	l.widths[0] = sty.Width(rankTitle)
	for side, methods := range [][]int{order[:half], right} {
		depth := vg.Length(0)
		for _, i := range methods {
			label := wrap(fmt.Sprintf("%s (%.2f)", r.Names[i], r.Means[i]), sty, width*sideShare)
			height := sty.Height(label)
			l.sides[side] = append(l.sides[side], rankLabel{i, label, depth + height/2})
			l.widths[side] = max(l.widths[side], sty.Width(label))
			depth += height + rowGap
		}
		l.height = max(l.height, depth)
	}
	l.above = sty.Height("0") + labelGap + tickSize
	if r.Difference > 0 {
		l.scale = wrap(r.DifferenceLabel, t.noteText(), width-l.widths[0]-textGap)
		l.above += t.noteText().Height(l.scale) + barEnd + 2*textGap
	}
	return l
}

// Draw implements Figure.
func (r Ranks) Draw(c draw.Canvas, v Venue) error { return drawLaidOut(c, v, r.layout) }

func (r Ranks) layout(c draw.Canvas, t theme) (paint func(), err error) {
	if len(r.Means) == 0 || slices.ContainsFunc(r.Means, func(m float64) bool { return !isFinite(m) }) {
		return nil, errNoData
	}
	c, paintNotes := layNotes(t, c, r.Notes)
	l := r.labels(t, c.Size().X)
	f := frame{theme: t, canvas: c, x: axis{low: 1, high: max(float64(len(r.Means)), 1+r.Difference), whole: true}}
	f.area = draw.Crop(c, l.widths[0]+2*textGap, -l.widths[1]-2*textGap, l.height, -l.above)
	if f.area.Size().X < leastData {
		return nil, fmt.Errorf("labels leave %.0f points for the axis; make the figure larger or its texts shorter",
			max(0, f.area.Size().X))
	}
	f.xTicks = f.x.ticks(func(ticks []tick) bool { return f.clear(ticks, f.area.Size().X) })
	return func() {
		paintNotes()
		r.drawAxis(&f, l)
		r.drawMethods(&f, l)
	}, nil
}

// drawAxis draws the axis along the top of the area, with the yardstick above it.
func (r Ranks) drawAxis(f *frame, l rankLabels) {
	a, c := &f.area, &f.canvas
	line := draw.LineStyle{Color: axisColor, Width: axisWidth}
	x := func(rank float64) vg.Length { return a.X(f.x.position(rank)) }
	a.StrokeLine2(line, a.Min.X, a.Max.Y, a.Max.X, a.Max.Y)
	above := a.Max.Y + tickSize + labelGap
	for _, tk := range f.xTicks {
		a.StrokeLine2(line, x(tk.value), a.Max.Y, x(tk.value), a.Max.Y+tickSize)
		c.FillText(aligned(f.theme.tickText(), text.XCenter, text.YBottom), vg.Point{X: x(tk.value), Y: above}, tk.label)
	}
	c.FillText(aligned(f.theme.tickText(), text.XRight, text.YBottom), vg.Point{X: a.Min.X - 2*textGap, Y: above},
		rankTitle)
	if r.Difference > 0 {
		y := above + f.theme.tickText().Height("0") + textGap + barEnd
		yardstick := draw.LineStyle{Color: ink, Width: 0.8 * f.theme.scale}
		end := x(1 + r.Difference)
		c.StrokeLine2(yardstick, a.Min.X, y, end, y)
		c.StrokeLine2(yardstick, a.Min.X, y-barEnd, a.Min.X, y+barEnd)
		c.StrokeLine2(yardstick, end, y-barEnd, end, y+barEnd)
		c.FillText(aligned(f.theme.noteText(), text.XLeft, text.YBottom), vg.Point{X: a.Min.X, Y: y + textGap}, l.scale)
	}
}

// drawMethods draws the bars below the axis, and lines from the labels to the axis.
func (r Ranks) drawMethods(f *frame, l rankLabels) {
	a, c := &f.area, &f.canvas
	x := func(i int) vg.Length { return a.X(f.x.position(r.Means[i])) }
	line := draw.LineStyle{Color: softInk, Width: 0.8 * f.theme.scale}
	var points []vg.Point
	var texts []string
	for side, labels := range l.sides {
		sty, end, gap := aligned(f.theme.tickText(), text.XRight, text.YCenter), a.Min.X, -textGap
		if side > 0 {
			sty.XAlign, end, gap = text.XLeft, a.Max.X, textGap
		}
		for _, label := range labels {
			y := a.Min.Y - label.center
			at := vg.Point{X: x(label.of), Y: a.Max.Y}
			c.StrokeLines(line, []vg.Point{at, {X: at.X, Y: y}, {X: end + gap, Y: y}})
			c.FillText(sty, vg.Point{X: end + 2*gap, Y: y}, label.text)
			points, texts = append(points, at), append(texts, strings.ReplaceAll(label.text, "\n", " "))
		}
	}
	for i, group := range r.Groups {
		y := a.Max.Y - barStep*vg.Length(i+1)
		bar := draw.LineStyle{Color: seriesColors[0], Width: barWidth}
		c.StrokeLine2(bar, x(group[0])-barEnd, y, x(group[len(group)-1])+barEnd, y)
	}
	for _, at := range points {
		circle.draw(c, at, f.theme.markerRadius(), ink)
	}
	f.explain(points, texts)
}

// Records implements Figure, with a row for each method, pair of methods with its p-value, and group, from its best
// method to its worst.
func (r Ranks) Records() [][]string {
	rows := [][]string{{"kind", "method", "other", "mean rank", "other mean rank", "p"}}
	two := func(kind string, i, j int, p string) {
		rows = append(rows, []string{kind, plain(r.Names[i]), plain(r.Names[j]), formatNumber(r.Means[i]),
			formatNumber(r.Means[j]), p})
	}
	for i, name := range r.Names {
		rows = append(rows, []string{"method", plain(name), "", formatNumber(r.Means[i]), "", ""})
	}
	for i, pairs := range r.Pairs {
		for j, p := range pairs[i+1:] {
			two("pair", i, i+1+j, formatNumber(p))
		}
	}
	for _, group := range r.Groups {
		two("group", group[0], group[len(group)-1], "")
	}
	if r.Difference > 0 {
		rows = append(rows, []string{"difference", plain(r.DifferenceLabel), "", formatNumber(r.Difference), "", ""})
	}
	return rows
}
