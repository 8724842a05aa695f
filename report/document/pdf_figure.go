package document

import (
	"cmp"
	"fmt"

	"gonum.org/v1/plot/vg"

	"gpca/figures"
	"gpca/figures/vgfpdf"
)

// figureGap parts two figures that stand beside each other.
const figureGap = 0.4 * cm

// halfWide reports whether two figures of that width fit beside each other.
func halfWide(f FigureBlock) bool {
	width, _ := f.Figure.Size(figures.Report())
	return width.Points() <= (textWidth-figureGap)/2+0.01
}

// figure makes the box of a figure above its caption, scaled down if it is wider
// than the given room or higher than a page.
func (l *layout) figure(f FigureBlock, e *entry, room float64) box {
	caption := l.lines(captionFace, []Span{{Text: "Figure " + f.Number + ": ", Strong: true}, {Text: e.Text}}, room)
	element := l.parent.Add("Figure")
	element.Alt = "Figure " + f.Number + ": " + e.Text
	const gap = 7.0
	step := captionFace.size * captionStep
	text := gap + step*float64(len(caption))

	width, height := f.Figure.Size(figures.Report())
	scale := min(1, room/width.Points(), (textHeight-text)/height.Points())
	drawn := height.Points() * scale
	return box{
		height: drawn + text, above: floatGap, below: floatGap, float: 1, entries: []*entry{e},
		draw: func(x, y float64) {
			l.mark(e, y-8)
			l.begin(element)
			region := vgfpdf.New(l.doc, vg.Points(x), vg.Points(y), vg.Points(width.Points()*scale), vg.Points(drawn))
			region.Scale(scale, scale)
			if err := figures.Draw(designed{region, width, height}, f.Figure, figures.Report()); err != nil {
				l.err = cmp.Or(l.err, fmt.Errorf("figure %s: %w", f.Number, err))
			}
			l.element = element.Add("Caption")
			l.drawLines(caption, x, y+drawn+gap+captionFace.size, step)
		},
	}
}

// figurePair sets two figures beside each other.
func (l *layout) figurePair(left, right FigureBlock, entries []*entry) box {
	const room = (textWidth - figureGap) / 2
	first, second := l.figure(left, entries[0], room), l.figure(right, entries[1], room)
	pair := first
	pair.height = max(first.height, second.height)
	pair.entries = entries
	pair.draw = func(x, y float64) {
		first.draw(x, y)
		second.draw(x+room+figureGap, y)
	}
	return pair
}

// A designed canvas has the size that a figure is designed for, whatever the
// scale at which it is drawn.
type designed struct {
	*vgfpdf.Canvas
	width, height vg.Length
}

func (d designed) Size() (width, height vg.Length) { return d.width, d.height }
