package document

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gpca/figures/vgfpdf"
	"gpca/report/document/internal/structure"
)

// textTable sets a table of running text over the width of the page; one that is longer than a page, in smaller type.
func (l *layout) textTable(t TextTable) {
	boxes := l.textRows(t, face{vgfpdf.Sans, "", sizeTable, black})
	if groupHeight(boxes) > textHeight {
		boxes = l.textRows(t, face{vgfpdf.Sans, "", sizeNote, black})
	}
	if groupHeight(boxes) < textHeight/3 { // short, such as a key: stays on a page
		for i := range boxes[1:] {
			boxes[i].keep = true
		}
	}
	l.boxes = append(l.boxes, boxes...)
}

// textRows sets the rows of a table of running text in a face. A row stays on one page, and the header with the first
// and with the first of each further page.
func (l *layout) textRows(t TextTable, f face) []box {
	const gap, padding = 9.0, 2.5
	widths := l.columnWidths(t, f, textWidth-gap*float64(len(t.Header)-1))
	step := f.size * 1.2
	row := func(element *structure.Element, f face, cells []Paragraph, scope string, ink ink, below float64) box {
		set := make([][]line, len(cells))
		most := 0
		for i, c := range cells {
			set[i] = l.lines(f, c.Spans, widths[i])
			most = max(most, len(set[i]))
		}
		made := box{height: step*float64(most) + 2*padding}
		made.draw = func(x, y float64) {
			left, tr := x, element.Add("TR")
			for i, lines := range set {
				l.element = cell(tr, scope)
				l.drawLines(lines, left, y+padding+f.size, step)
				left += widths[i] + gap
			}
			if scope != "" {
				l.rule(x, y, textWidth, thickRule, black)
			}
			l.rule(x, y+made.height, textWidth, below, ink)
		}
		return made
	}
	element := l.parent.Add("Table")
	header := row(element, f.bold(), t.Header, "Column", black, thinRule)
	header.above, header.keep = 9, true
	again := row(nil, f.bold(), t.Header, "Column", black, thinRule)
	boxes := []box{header}
	for i, cells := range t.Rows {
		ink, below := pale, thinRule // rows of running text need a line between
		if i == len(t.Rows)-1 {
			ink, below = black, thickRule
		}
		made := row(element, f, cells, "", ink, below)
		made.again = &again
		boxes = append(boxes, made)
	}
	boxes[len(boxes)-1].below = 9
	return boxes
}

// columnWidths shares a width out among the columns of a table: each gets the room of its longest word, and what is
// left goes, step by step, to the column that makes the table lowest. Too many columns for their longest words, which
// are parted, are of one width.
func (l *layout) columnWidths(t TextTable, f face, room float64) []float64 {
	widths, texts := make([]float64, len(t.Header)), make([][]float64, 0, len(t.Rows)+1)
	for j, cells := range append([][]Paragraph{t.Header}, t.Rows...) {
		of, row := f, make([]float64, len(t.Header))
		if j == 0 {
			of = f.bold()
		}
		for i, cell := range cells {
			for _, w := range l.words(of, cell.Spans, room) {
				widths[i] = max(widths[i], w.width)
				row[i] += w.width + w.gap
			}
		}
		texts = append(texts, row)
	}
	const step = 6.0
	left := room - floats.Sum(widths)
	if left < 0 {
		return slices.Repeat([]float64{room / float64(len(widths))}, len(widths))
	}
	for ; left > 0; left -= step {
		best, least := 0, math.Inf(1)
		for i := range widths {
			widths[i] += step
			if lines := linesOf(texts, widths); lines <= least { // the last of columns with room enough
				best, least = i, lines
			}
			widths[i] -= step
		}
		widths[best] += min(step, left)
	}
	return widths
}

// linesOf is about how many lines rows of text take in columns. The norm stands for the largest of a row, of which a
// step too small to lower it tells nothing.
func linesOf(texts [][]float64, widths []float64) (sum float64) {
	const order = 6
	lines := make([]float64, len(widths))
	for _, row := range texts {
		for i, text := range row {
			lines[i] = max(1, text/widths[i])
		}
		sum += floats.Norm(lines, order)
	}
	return sum
}
