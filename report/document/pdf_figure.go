package document

import (
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
// than the given width or higher than a page.
func (b *builder) figure(f FigureBlock, anchor string, room float64) box {
	b.where = "figure " + f.Number
	e := &entry{Level: 1, Number: f.Number, Text: oneLine(f.Caption), Anchor: anchor}
	b.figures = append(b.figures, e)

	caption := b.lines(captionFace, []Span{
		{Text: "Figure " + f.Number + ": ", Strong: true}, {Text: oneLine(f.Caption)},
	}, room)
	const gap = 7.0
	text := gap + captionFace.size*captionStep*float64(len(caption))

	width, height := f.Figure.Size(figures.Report())
	scale := min(1, room/width.Points(), (textHeight-text)/height.Points())
	drawn := height.Points() * scale
	return box{
		height: drawn + text, above: floatGap, below: floatGap, float: true, listed: []*entry{e}, what: b.where,
		draw: func(x, y float64) {
			b.mark(e, y-8)
			region := vgfpdf.New(b.doc, vg.Points(x), vg.Points(y), vg.Points(width.Points()*scale), vg.Points(drawn))
			region.Scale(scale, scale)
			if err := figures.Draw(designed{region, width, height}, f.Figure, figures.Report()); err != nil {
				b.where = "figure " + f.Number // of a pair, too
				b.fail(err)
			}
			b.drawLines(caption, x, y+drawn+gap+captionFace.size, captionFace.size*captionStep, room)
		},
	}
}

// figurePair sets two figures beside each other.
func (b *builder) figurePair(left, right FigureBlock, leftAnchor, rightAnchor string) {
	const room = (textWidth - figureGap) / 2
	first, second := b.figure(left, leftAnchor, room), b.figure(right, rightAnchor, room)
	pair := first
	pair.what = "figures " + left.Number + " and " + right.Number
	pair.height = max(first.height, second.height)
	pair.listed = append(first.listed, second.listed...)
	pair.draw = func(x, y float64) {
		first.draw(x, y)
		second.draw(x+room+figureGap, y)
	}
	b.append(pair)
}

// A designed canvas has the size that a figure is designed for, whatever the
// scale at which it is drawn.
type designed struct {
	*vgfpdf.Canvas
	width, height vg.Length
}

func (d designed) Size() (width, height vg.Length) { return d.width, d.height }
