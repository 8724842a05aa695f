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

// figures sets what blocks begin with: a figure, two beside each other, or a grid of plots. It counts the blocks.
func (l *layout) figures(blocks []Block, entries []*entry) int {
	if first, end, caption := functionGrid(blocks); end > 0 {
		l.boxes = append(l.boxes, l.grid(blocks[first:end], entries[first:end], caption))
		return end
	}
	figure, ok := blocks[0].(FigureBlock)
	switch {
	case !ok:
		return 0
	case entries[0].page > 0: // on the title page
		return 1
	case len(blocks) > 1 && l.halfWide(figure) && l.halfWide(blocks[1]):
		const room = (textWidth - figureGap) / 2
		left := l.figure(figure, entries[0], room, 0, textHeight)
		right := l.figure(blocks[1].(FigureBlock), entries[1], room, 0, textHeight)
		pair := left
		pair.height, pair.entries = max(left.height, right.height), entries[:2]
		pair.give, pair.lower = min(left.give, right.give), func(by float64) { left.lower(by); right.lower(by) }
		pair.draw = func(x, y float64) {
			left.draw(x, y)
			right.draw(x+room+figureGap, y)
		}
		l.boxes = append(l.boxes, pair)
		return 2
	}
	l.boxes = append(l.boxes, l.figure(figure, entries[0], textWidth, 0, textHeight))
	return 1
}

// halfWide reports whether a block is a figure, and two of that width fit beside each other.
func (l *layout) halfWide(b Block) bool {
	f, ok := b.(FigureBlock)
	if _, missing := f.Figure.(figures.Placeholder); !ok || missing {
		return false
	}
	width, _ := f.Figure.Size(l.document.venue())
	return width.Points() <= (textWidth-figureGap)/2+0.01
}

// figure makes the box of a figure above its caption, scaled down if it is wider than the given room or, with its
// caption, higher than the most; and drawn at least so high. What cannot be drawn is a sentence.
func (l *layout) figure(f FigureBlock, e *entry, room, least, most float64) box {
	spans := []Span{{Text: f.label(), Strong: true}, {Text: e.Text}}
	missing, isMissing := f.Figure.(figures.Placeholder)
	if isMissing {
		spans[1].Text += ". " + missing.Text
	}
	const gap = 7.0
	step := captionFace.size * captionStep
	caption := l.lines(captionFace, spans, room)
	element := l.parent.Add("Figure")
	element.Alt = f.inWords()
	made := box{height: step * float64(len(caption)), above: floatGap, below: floatGap, entries: []*entry{e}}
	if isMissing {
		made.draw = func(x, y float64) {
			l.mark(e, y-8)
			l.element = element.Add("Caption")
			l.drawLines(caption, x, y+captionFace.size, step)
		}
		return made
	}
	most -= made.height + gap
	width, height := f.Figure.Size(l.document.venue())
	scale := min(1, room/width.Points())
	drawn := min(max(height.Points()*scale, least), most)
	made.height += gap + drawn
	made.float = 1
	if least == 0 && elastic(f.Figure) {
		made.give, made.lower = drawn*(1-leastScale), func(by float64) { drawn -= by }
	}
	made.draw = func(x, y float64) {
		l.mark(e, y-8)
		l.begin(element)
		l.drawFigure(f, l.document.venue(), x, y, width.Points(), drawn/scale, scale)
		l.element = element.Add("Caption")
		l.drawLines(caption, x, y+drawn+gap+captionFace.size, step)
	}
	return made
}

// leastScale is how much lower a figure is drawn where that fills a page.
const leastScale = 0.75

// elastic reports whether the height of a figure is free: it has neither rows of text nor pictures.
func elastic(f figures.Figure) bool {
	switch f := f.(type) {
	case figures.Chart:
		return f.Rows == nil
	case figures.Heatmap, figures.Images, figures.Picture, figures.Ranks, figures.Network, figures.Layers:
		return false
	}
	return true
}

// drawFigure draws a figure in its venue.
func (l *layout) drawFigure(f FigureBlock, v figures.Venue, x, y, width, height, scale float64) {
	v.Lacks = l.lack
	if err := vgfpdf.Draw(l.doc, vg.Points(x), vg.Points(y), vg.Points(width), vg.Points(height), scale,
		func(c vg.CanvasSizer) error { return figures.Draw(c, f.Figure, v) }); err != nil {
		l.err = cmp.Or(l.err, fmt.Errorf("figure %s: %w", cmp.Or(f.Number, f.File), err))
	}
}
