package document

import (
	"cmp"
	"fmt"
	"strings"
	"unicode/utf8"

	"gpca/report/document/structure"
	"gpca/report/table"
)

// table sets a table under its caption and above its notes.
func (l *layout) table(source *table.Table, e *entry) {
	sheet, err := source.Sheet()
	if err != nil {
		l.err = cmp.Or(l.err, fmt.Errorf("table %s: %w", source.Number, err))
		return
	}
	grids, sideways := l.layoutTable(sheet)
	element, below := l.parent.Add("Table"), l.parent.Add("Div")
	var boxes []box
	first := 0
	for i, grid := range grids {
		part := tablePart{
			layout: l, grid: grid, entry: e, caption: sheet.Caption, end: len(sheet.Rows), sideways: sideways,
			element: element, below: below, heads: i == 0,
		}
		last := first + len(grid.columns)
		if len(grids) > 1 {
			part.caption = fmt.Sprintf("%s (columns %d to %d of %d)", sheet.Caption, first+1, last, len(sheet.Columns))
		}
		if i == len(grids)-1 {
			part.end += len(sheet.Notes)
		}
		boxes = append(boxes, part.box())
		first = last
	}
	l.boxes = append(l.boxes, stack(boxes)...)
}

// stack makes one box of several boxes that stand below each other, if it fits a page.
func stack(boxes []box) []box {
	const gap = 10.0
	whole := boxes[0]
	for _, b := range boxes[1:] {
		whole.height += gap + b.height
	}
	if len(boxes) == 1 || whole.height > textHeight {
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
	*layout
	element    *structure.Element // the whole table
	below      *structure.Element // its notes
	heads      bool               // has the caption and headings that other parts repeat
	grid       tableLayout
	entry      *entry
	caption    string
	sideways   bool
	start, end int
}

// Spaces of a table, in sizes of its text but for the rules.
const (
	rowHeight    = 1.62
	lineHeight   = 1.25 // between the lines of one heading
	thickRule    = 0.9
	thinRule     = 0.45
	captionStep  = 1.4
	captionBelow = 5.0
	notesAbove   = 4.0
)

func (p tablePart) box() box {
	grid, n := p.grid, len(p.grid.rows)
	room := textWidth
	if p.sideways {
		room = sidewaysWidth
	}
	// Caption and notes are as wide as the table, but not narrower than reads well.
	measure := min(room, max(grid.width, 0.66*textWidth))
	spans := []Span{{Text: grid.sheet.Title + ": ", Strong: true}, {Text: p.caption}}
	if p.start > 0 {
		spans[1].Text += " (continued)"
	}
	caption := p.lines(captionFace, spans, measure)
	captionStep, noteStep := captionFace.size*captionStep, noteFace.size*captionStep
	start, end := min(p.start, n), min(p.end, n)

	made := box{
		height: captionStep*float64(len(caption)) + captionBelow, above: floatGap, below: floatGap,
		float: true, sideways: p.sideways, entries: []*entry{p.entry}, split: p.split,
	}
	if start < end {
		made.height += grid.headerHeight() + grid.size*1.1
		for i := start; i < end; i++ {
			made.height += grid.ruleHeight(i) + grid.lineHeight(i)
		}
	}
	var notes [][]line
	for i, note := range grid.sheet.Notes[max(p.start-n, 0):max(p.end-n, 0)] {
		if i == 0 {
			made.height += notesAbove
		}
		set := p.lines(noteFace, []Span{{Text: oneLine(note.String())}}, measure)
		made.height += noteStep * float64(len(set))
		notes = append(notes, set)
	}
	made.draw = func(x, y float64) {
		p.mark(p.entry, y-8)
		if p.layout.element = nil; p.heads {
			p.layout.element = p.element.Add("Caption")
		}
		for _, l := range caption {
			p.drawLine(l, x, y+captionFace.size)
			y += captionStep
		}
		y += captionBelow
		if start < end {
			y = p.drawGrid(x, y, start, end)
		}
		y += notesAbove
		for _, note := range notes {
			p.layout.element = p.below.Add("P")
			p.drawLines(note, x, y+noteFace.size, noteStep)
			y += noteStep * float64(len(note))
		}
	}
	return made
}

// split parts the table behind as many rows as fit.
func (p tablePart) split(room float64) (head, tail box, ok bool) {
	const fewest = 3 // rows that are worth a head of their own
	n := len(p.grid.rows)
	for end := p.end - 1; end >= p.start+fewest; end-- {
		if end > n-fewest && n-fewest >= p.start+fewest {
			continue // notes do not continue alone where rows can go with them
		}
		upper, lower := p, p
		upper.end, lower.start, lower.heads = end, end, false
		if head := upper.box(); head.height <= room {
			return head, lower.box(), true
		}
	}
	return box{}, box{}, false
}

// drawGrid draws the rules, the headings and a range of rows, and returns where
// they end.
func (p tablePart) drawGrid(x, y float64, start, end int) float64 {
	grid, size := p.grid, p.grid.size
	baseline := size * (rowHeight + 0.72) / 2 // of the first line of a row
	p.rule(x, y, grid.width, thickRule, black)
	y += size * 0.2

	header := grid.headerHeight()
	bold := tableFace(size, true, false)
	bottom := func(lines []string) float64 { // headings stand on the rule
		return y + header - size*rowHeight + baseline - size*lineHeight*float64(len(lines)-1)
	}
	var row *structure.Element
	if p.start == 0 { // each part of a table of many columns has its own
		row = p.element.Add("TR")
	}
	p.layout.element = cell(row, "TH", "Column")
	for i, text := range grid.heading.header {
		p.text(bold, x, bottom(grid.heading.header)+size*lineHeight*float64(i), text)
	}
	left := x + grid.heading.width
	for _, column := range grid.columns {
		left += grid.gap
		middle := left + (column.width-column.mark)/2
		p.layout.element = cell(row, "TH", "Column")
		for i, text := range column.header {
			width := p.width(bold, text)
			at := min(max(middle-width/2, left), left+column.width-width)
			p.text(bold, at, bottom(column.header)+size*lineHeight*float64(i), text)
		}
		left += column.width
	}
	y += header + size*0.2
	p.rule(x, y, grid.width, thinRule, black)
	y += size * 0.2

	for i := start; i < end; i++ {
		if above := grid.ruleHeight(i); above > 0 {
			p.rule(x, y+above/2, grid.width, thinRule, black)
			y += above
		}
		p.drawRow(i, x, y+baseline)
		y += grid.lineHeight(i)
	}
	y += size * 0.3
	p.rule(x, y, grid.width, thickRule, black)
	return y + size*0.2
}

// cell adds a cell to a row, none to none: what repeats on a further page is said once.
func cell(row *structure.Element, role, scope string) *structure.Element {
	e := row.Add(role)
	if e != nil {
		e.Scope = scope
	}
	return e
}

// drawRow draws a row whose first line has its baseline at y.
func (p tablePart) drawRow(i int, x, y float64) {
	grid, row := p.grid, p.grid.sheet.Rows[i]
	element := p.element.Add("TR")
	p.layout.element = cell(element, "TH", "Row")
	for k, l := range grid.rows[i] {
		p.drawLine(l, x, y+grid.size*lineHeight*float64(k))
	}
	left := x + grid.heading.width
	for j, column := range grid.columns {
		left += grid.gap
		entry := row.Entries[j]
		p.layout.element = cell(element, "TD", "")
		f := tableFace(grid.size, entry.Bold, row.Summary)
		at := left + (column.width-column.block())/2
		if numeric(entry.Text) {
			whole, _, _ := strings.Cut(entry.Text, ".")
			point := at + column.whole
			at = p.text(f, point-p.width(f, whole), y, entry.Text)
			if entry.HalfWidth != "" {
				spread, text := spreadFace(grid.size, row.Summary), spreadText(entry)
				end := point + column.fraction - p.width(spread, text)
				if grid.below {
					p.text(spread, end, y+grid.size*lineHeight, text)
				} else {
					at = p.text(spread, end+column.spread, y, text)
				}
			}
		} else {
			// A word stands where the numbers end, a dash in their middle.
			room := column.whole + column.fraction - p.width(f, entry.Text)
			if utf8.RuneCountInString(entry.Text) == 1 {
				room /= 2
			}
			at = p.text(f, at+room, y, entry.Text)
		}
		p.text(tableFace(grid.size, false, row.Summary), at, y, entry.Mark)
		left += column.width
	}
}
