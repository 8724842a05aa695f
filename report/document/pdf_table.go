package document

import (
	"fmt"

	"gpca/report/table"
)

// table sets a table under its caption and above its notes.
func (b *builder) table(source *table.Table, anchor string) {
	b.where = "table " + source.Number
	sheet, err := source.Sheet()
	if err != nil {
		b.fail(err)
		return
	}
	e := &entry{Level: 1, Number: source.Number, Text: sheet.Caption, Anchor: anchor}
	b.tables = append(b.tables, e)

	layouts, sideways := b.layoutTable(sheet)
	part := tablePart{
		builder: b, entry: e, room: textWidth, title: sheet.Title + ": ", caption: sheet.Caption,
		end: len(sheet.Rows) + len(sheet.Notes),
	}
	if sideways {
		part.room = sidewaysWidth
	}
	if len(layouts) == 1 {
		part.layout = layouts[0]
		made := part.box()
		made.sideways = sideways
		b.append(made)
		return
	}

	boxes := make([]box, len(layouts))
	first := 0
	for i, layout := range layouts {
		last := first + len(layout.columns)
		part.layout = layout
		part.caption = fmt.Sprintf("%s (columns %d to %d of %d)", sheet.Caption, first+1, last, len(sheet.Columns))
		part.end = len(sheet.Rows)
		if i == len(layouts)-1 {
			part.end += len(sheet.Notes)
		}
		boxes[i] = part.box()
		part.entry = nil
		first = last
	}
	b.append(stack(boxes)...)
}

// stack makes one box of boxes that stand below each other, if it fits a page.
func stack(boxes []box) []box {
	const gap = 10.0
	whole := boxes[0]
	for _, b := range boxes[1:] {
		whole.height += gap + b.height
	}
	if whole.height > textHeight {
		return boxes
	}
	whole.split = nil
	whole.draw = func(x, y float64) {
		for _, b := range boxes {
			b.draw(x, y)
			y += b.height + gap
		}
	}
	return []box{whole}
}

// A tablePart is what of a table stands on one page: a range of its lines, which
// are its rows and then its notes.
type tablePart struct {
	*builder
	layout         tableLayout
	room           float64 // width of the text area
	title, caption string
	entry          *entry // of the contents, for the first part
	continued      bool
	start, end     int
}

// Spaces of a table, in sizes of its text but for the rules.
const (
	rowHeight    = 1.62
	lineHeight   = 1.25 // between the lines of one heading
	thickRule    = 0.9
	thinRule     = 0.45
	captionBelow = 5.0
	notesAbove   = 4.0
)

func (p tablePart) rows() (start, end int) {
	n := len(p.layout.rows)
	return min(p.start, n), min(p.end, n)
}

func (p tablePart) notes() (start, end int) {
	n := len(p.layout.rows)
	return max(p.start-n, 0), max(p.end-n, 0)
}

// captionLines are as wide as the table, but not narrower than reads well.
func (p tablePart) captionLines() []line {
	caption := p.caption
	if p.continued {
		caption += " (continued)"
	}
	return p.lines(captionFace, []Span{{Text: p.title, Strong: true}, {Text: caption}}, p.measure())
}

// measure is the width of caption and notes.
func (p tablePart) measure() float64 {
	return min(p.room, max(p.layout.width, 0.66*textWidth))
}

func (p tablePart) noteLines(i int) []line {
	return p.lines(noteFace, []Span{{Text: oneLine(p.layout.sheet.Notes[i].String())}}, p.measure())
}

func (p tablePart) headerHeight() float64 {
	most := len(p.layout.heading.header)
	for _, column := range p.layout.columns {
		most = max(most, len(column.header))
	}
	return p.layout.size * (rowHeight + lineHeight*float64(max(most, 1)-1))
}

func (p tablePart) rowHeight(i int) float64 {
	height := p.lineHeight(i)
	if p.layout.sheet.Rows[i].Ruled {
		height += p.layout.size * 0.5
	}
	return height
}

// lineHeight is the height of row i without the rule above it.
func (p tablePart) lineHeight(i int) float64 {
	lines := float64(max(len(p.layout.rows[i]), 1))
	if p.layout.below && rowHasHalfWidths(p.layout.sheet.Rows[i]) {
		lines = max(lines, 2)
	}
	return p.layout.size * (rowHeight + lineHeight*(lines-1))
}

const captionStep = 1.4 // in sizes of the caption

// height of the part.
func (p tablePart) height() float64 {
	height := captionFace.size*captionStep*float64(len(p.captionLines())) + captionBelow
	start, end := p.rows()
	if start < end {
		height += p.headerHeight() + p.layout.size*1.1
		for i := start; i < end; i++ {
			height += p.rowHeight(i)
		}
	}
	start, end = p.notes()
	if start < end {
		height += notesAbove
		for i := start; i < end; i++ {
			height += noteFace.size * captionStep * float64(len(p.noteLines(i)))
		}
	}
	return height
}

func (p tablePart) box() box {
	made := box{
		height: p.height(), above: floatGap, below: floatGap, float: true,
		what: p.layout.sheet.Title, draw: p.draw,
	}
	if p.entry != nil {
		made.listed = []*entry{p.entry}
	}
	made.split = func(room float64) (head, tail box, ok bool) {
		const fewest = 3 // rows that are worth a head of their own
		n := len(p.layout.rows)
		for end := p.end - 1; end >= p.start+fewest; end-- {
			if end > n-fewest && n-fewest >= p.start+fewest {
				continue // notes do not continue alone where rows can go with them
			}
			upper := p
			upper.end = end
			if upper.height() > room {
				continue
			}
			lower := p
			lower.start, lower.continued, lower.entry = end, true, nil
			head, tail = upper.box(), lower.box()
			head.sideways, tail.sideways = made.sideways, made.sideways
			return head, tail, true
		}
		return box{}, box{}, false
	}
	return made
}

func (p tablePart) draw(x, y float64) {
	if p.entry != nil {
		p.mark(p.entry, y-8)
	}
	for _, l := range p.captionLines() {
		p.drawLine(l, x, y+captionFace.size, p.measure(), false)
		y += captionFace.size * captionStep
	}
	y += captionBelow
	if start, end := p.rows(); start < end {
		y = p.drawGrid(x, y, start, end)
	}
	start, end := p.notes()
	if start < end {
		y += notesAbove
	}
	for i := start; i < end; i++ {
		for _, l := range p.noteLines(i) {
			p.drawLine(l, x, y+noteFace.size, p.measure(), false)
			y += noteFace.size * captionStep
		}
	}
}

// drawGrid draws the rules, the headings and a range of rows, and returns where
// they end.
func (p tablePart) drawGrid(x, y float64, start, end int) float64 {
	layout, size := p.layout, p.layout.size
	baseline := size * (rowHeight + 0.72) / 2 // of the first line of a row
	p.rule(x, y, layout.width, thickRule, black)
	y += size * 0.2

	header := p.headerHeight()
	bold := tableFace(size).bold()
	bottom := func(lines []string) float64 { // headings stand on the rule
		return y + header - size*rowHeight + baseline - size*lineHeight*float64(len(lines)-1)
	}
	for i, text := range layout.heading.header {
		p.text(bold, x, bottom(layout.heading.header)+size*lineHeight*float64(i), text)
	}
	left := x + layout.heading.width
	for _, column := range layout.columns {
		left += layout.gap
		middle := left + (column.width-column.mark)/2
		for i, text := range column.header {
			at := middle - p.width(bold, text)/2
			at = min(max(at, left), left+column.width-p.width(bold, text))
			p.text(bold, at, bottom(column.header)+size*lineHeight*float64(i), text)
		}
		left += column.width
	}
	y += header + size*0.2
	p.rule(x, y, layout.width, thinRule, black)
	y += size * 0.2

	for i := start; i < end; i++ {
		if p.layout.sheet.Rows[i].Ruled {
			p.rule(x, y+size*0.25, layout.width, thinRule, black)
			y += size * 0.5
		}
		p.drawRow(i, x, y+baseline)
		y += p.lineHeight(i)
	}
	y += size * 0.3
	p.rule(x, y, layout.width, thickRule, black)
	return y + size*0.2
}

// drawRow draws a row whose first line has its baseline at y.
func (p tablePart) drawRow(i int, x, y float64) {
	layout, row := p.layout, p.layout.sheet.Rows[i]
	for k, l := range layout.rows[i] {
		p.drawLine(l, x, y+layout.size*lineHeight*float64(k), l.width, false)
	}
	left := x + layout.heading.width
	for j, column := range layout.columns {
		left += layout.gap
		entry := row.Entries[j]
		f := entryFace(layout.size, entry, row.Summary)
		at := left + (column.width-column.block())/2
		switch {
		case numeric(entry.Text):
			whole, _ := splitNumber(entry.Text)
			point := at + column.whole
			at = p.text(f, point-p.width(f, whole), y, entry.Text)
			if entry.HalfWidth != "" {
				spread, text := spreadFace(layout.size, row.Summary), spreadText(entry)
				if layout.below {
					p.text(spread, point+column.fraction-p.width(spread, text), y+layout.size*lineHeight, text)
				} else {
					end := point + column.fraction + column.spread
					at = p.text(spread, end-p.width(spread, text), y, text)
				}
			}
		default:
			// A word stands where the numbers end, a dash in their middle.
			numbers := column.whole + column.fraction
			at += numbers - p.width(f, entry.Text)
			if len([]rune(entry.Text)) == 1 {
				at -= (numbers - p.width(f, entry.Text)) / 2
			}
			at = p.text(f, at, y, entry.Text)
		}
		p.text(entryFace(layout.size, table.Entry{}, row.Summary), at, y, entry.Mark)
		left += column.width
	}
}
