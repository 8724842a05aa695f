package figures

import (
	"cmp"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// referenceLabelShare is the largest share of a figure's width for the labels of reference lines.
const referenceLabelShare = 0.2

// referenceGutter returns the width for the labels of reference lines, right of the data.
func referenceGutter(t theme, references []Reference, width vg.Length) vg.Length {
	var gutter vg.Length
	sty := t.noteText()
	for _, r := range references {
		gutter = max(gutter, sty.Width(wrap(r.Label, sty, width*referenceLabelShare))+textGap)
	}
	return gutter
}

// drawReferences draws the reference lines. Their labels are moved apart where they would overlap.
func (f *frame) drawReferences(references []Reference) {
	type label struct {
		text           string
		center, height vg.Length
	}
	var labels []label
	sty := aligned(f.theme.noteText(), text.XLeft, text.YCenter)
	a := &f.area
	for _, r := range references {
		if !isFinite(r.Y) || r.Y < f.y.low || r.Y > f.y.high {
			continue
		}
		y := f.at(f.x.low, r.Y).Y
		line := draw.LineStyle{Color: softInk, Width: 0.8 * f.theme.scale, Dashes: []vg.Length{4, 3}}
		if r.Look != 0 {
			line = f.theme.venue.styleOf(r.Look, 0).line(line.Width)
		}
		a.StrokeLine2(line, a.Min.X, y, a.Max.X, y)
		wrapped := wrap(r.Label, sty, f.gutter-textGap+0.01)
		labels = append(labels, label{wrapped, y, sty.Height(wrapped)})
	}
	slices.SortStableFunc(labels, func(p, q label) int { return cmp.Compare(q.center, p.center) })
	ceiling := a.Max.Y + sty.Height("0")/2
	for i := range labels { // from the top: labels move down
		l := &labels[i]
		l.center = min(l.center, ceiling-l.height/2)
		ceiling = l.center - l.height/2
	}
	floor := a.Min.Y - sty.Height("0")/2
	for i := range slices.Backward(labels) { // from the bottom: those below it move up
		l := &labels[i]
		l.center = max(l.center, floor+l.height/2)
		floor = l.center + l.height/2
	}
	for _, l := range labels {
		f.canvas.FillText(sty, vg.Point{X: a.Max.X + textGap, Y: l.center}, l.text)
	}
}

// drawMark draws a ring around a point and its label beside it, where it hides the least data and, if possible, no
// other label. It returns these labels with its own.
func (f *frame) drawMark(m Mark, plots []seriesPlot, others []vg.Rectangle) []vg.Rectangle {
	if !isFinite(m.X) || !isFinite(m.Y) || f.cut() && !f.area.Contains(f.at(m.X, m.Y)) {
		return others
	}
	at := f.at(m.X, m.Y)
	a := &f.area
	radius := 4.6 * f.theme.scale
	if m.Plain {
		radius = f.theme.markerRadius()
	} else {
		a.SetLineStyle(draw.LineStyle{Color: ink, Width: 0.9 * f.theme.scale})
		a.Stroke(circle.outline(at, radius))
	}
	if m.Label == "" {
		return others
	}
	sty := aligned(f.theme.noteText(), text.XCenter, text.YCenter)
	sty.Color = ink
	label := wrap(m.Label, sty, a.Size().X*0.4)
	size := vg.Point{X: sty.Width(label), Y: sty.Height(label)}
	best, bestHidden := vg.Rectangle{}, math.MaxInt
	for _, side := range []vg.Point{
		{Y: 1}, {Y: -1}, {X: 1}, {X: -1}, {X: 1, Y: 1}, {X: -1, Y: 1}, {X: 1, Y: -1}, {X: -1, Y: -1},
	} {
		for _, distance := range []vg.Length{2, 10, 20} {
			box := boxAround(at.Add(vg.Point{
				X: side.X * (radius + distance + size.X/2),
				Y: side.Y * (radius + distance + size.Y/2),
			}), size)
			hidden := int(distance) / 8
			if !a.Contains(box.Min) || !a.Contains(box.Max) {
				hidden += 1000
			}
			for i := range plots {
				hidden += plots[i].hiddenBy(box)
			}
			if slices.ContainsFunc(others, func(o vg.Rectangle) bool { return covers(o, box) }) {
				hidden += hidesLabel
			}
			if hidden < bestHidden {
				best, bestHidden = box, hidden
			}
		}
	}
	if m.Plain && bestHidden >= hidesLabel {
		return others
	}
	a.SetColor(color.NRGBA{0xFF, 0xFF, 0xFF, 0xC0})
	a.Fill(best.Path())
	middle := best.Min.Add(best.Max).Scale(0.5)
	if distance(middle, at) > radius+size.Y {
		// A line joins the ring and a distant label.
		to := vg.Point{X: min(max(at.X, best.Min.X), best.Max.X), Y: min(max(at.Y, best.Min.Y), best.Max.Y)}
		if length := distance(to, at); length > radius+2 {
			start := at.Add(to.Sub(at).Scale(radius / length))
			a.StrokeLine2(draw.LineStyle{Color: softInk, Width: gridWidth}, start.X, start.Y, to.X, to.Y)
		}
	}
	a.FillText(sty, middle, label)
	gap := vg.Point{X: sty.Width("0")} // or labels 4 and 3 would read as 43
	return append(others, vg.Rectangle{Min: best.Min.Sub(gap), Max: best.Max.Add(gap)})
}

// hidesLabel is more than all data that a label can hide.
const hidesLabel = 1 << 30

func covers(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

func distance(p, q vg.Point) vg.Length {
	return vg.Length(math.Hypot(float64(p.X-q.X), float64(p.Y-q.Y)))
}

func boxAround(center, size vg.Point) vg.Rectangle {
	half := size.Scale(0.5)
	return vg.Rectangle{Min: center.Sub(half), Max: center.Add(half)}
}

// hiddenBy counts the points of the series, twice, and the steps along its lines within the box.
func (p *seriesPlot) hiddenBy(box vg.Rectangle) (hidden int) {
	const steps = 8
	rim := p.theme.markerRadius()
	box.Min = box.Min.Sub(vg.Point{X: rim, Y: rim})
	box.Max = box.Max.Add(vg.Point{X: rim, Y: rim})
	add := func(pt vg.Point, weight int) {
		if pt.X >= box.Min.X && pt.X <= box.Max.X && pt.Y >= box.Min.Y && pt.Y <= box.Max.Y {
			hidden += weight
		}
	}
	for _, run := range p.runs {
		for k, i := range run {
			add(p.points[i], 2)
			if k == 0 || p.Style == Markers {
				continue
			}
			from := p.points[run[k-1]]
			along := p.points[i].Sub(from)
			for step := range steps {
				add(from.Add(along.Scale((vg.Length(step)+0.5)/steps)), 1)
			}
		}
	}
	return hidden
}
