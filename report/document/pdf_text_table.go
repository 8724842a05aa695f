package document

import (
	"slices"

	"gpca/figures/vgfpdf"
	"gpca/report/document/structure"
)

var (
	cellFace   = face{vgfpdf.Sans, "", sizeTable, black}
	headerFace = face{vgfpdf.Sans, "B", sizeTable, black}
)

// textTable sets a table of running text over the width of the page. A row stays on one
// page, and the header with the first and with the first of each further page.
func (l *layout) textTable(t TextTable) {
	const gap, padding = 9.0, 2.5
	widths := l.columnWidths(t, textWidth-gap*float64(len(t.Header)-1))
	step := cellFace.size * 1.2
	element := l.parent.Add("Table")
	row := func(element *structure.Element, f face, cells []Paragraph, role, scope string, above, below float64) box {
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
				l.element = cell(tr, role, scope)
				l.drawLines(lines, left, y+padding+f.size, step)
				left += widths[i] + gap
			}
			if above > 0 {
				l.rule(x, y, textWidth, above, black)
			}
			color := black
			if role == "TD" && below < thickRule { // rows of running text need a line between
				color = pale
			}
			l.rule(x, y+made.height, textWidth, below, color)
		}
		return made
	}
	header := row(element, headerFace, t.Header, "TH", "Column", thickRule, thinRule)
	header.above, header.keep = 9, true
	again := row(nil, headerFace, t.Header, "", "", thickRule, thinRule)
	first := len(l.boxes)
	l.boxes = append(l.boxes, header)
	for i, cells := range t.Rows {
		below := thinRule
		if i == len(t.Rows)-1 {
			below = thickRule
		}
		made := row(element, cellFace, cells, "TD", "", 0, below)
		made.again = &again
		l.boxes = append(l.boxes, made)
	}
	last := len(l.boxes) - 1
	l.boxes[last].below = 9
	if groupHeight(l.boxes[first:]) < textHeight/3 { // short, such as a key: stays on a page
		for i := first; i < last; i++ {
			l.boxes[i].keep = true
		}
	}
}

// columnWidths shares a width out among the columns of a table: each gets the room of its
// longest word, and of what is left as much as it has text, but no more than its cells take
// on one line.
func (l *layout) columnWidths(t TextTable, room float64) []float64 {
	n := len(t.Header)
	widths, whole, texts := make([]float64, n), make([]float64, n), make([]float64, n)
	left := room
	for i := range t.Header {
		for j, cells := range append([][]Paragraph{t.Header}, t.Rows...) {
			f := cellFace
			if j == 0 {
				f = headerFace
			}
			cell := 0.0
			for _, w := range l.words(f, cells[i].Spans, room) {
				widths[i] = max(widths[i], w.width)
				cell += w.width + w.gap
			}
			whole[i] = max(whole[i], cell)
			texts[i] += cell
		}
		left -= widths[i]
	}
	if left < 0 { // too many columns for their longest words, which are parted
		return slices.Repeat([]float64{room / float64(n)}, n)
	}
	for left > 0.01 {
		all := 0.0
		for i := range widths {
			if widths[i] < whole[i] {
				all += texts[i]
			}
		}
		if all == 0 {
			break
		}
		rest := left
		for i := range widths {
			if widths[i] < whole[i] {
				more := min(rest*texts[i]/all, whole[i]-widths[i])
				widths[i] += more
				left -= more
			}
		}
	}
	return widths
}
