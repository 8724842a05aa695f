package document

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpca/report/document/internal/structure"
)

// table sets a table under its caption and above its notes, in a box for each row. The first
// three rows stay together, and the last three with the notes. The text behind it goes with it, wherever it floats to.
func (l *layout) table(block TableBlock, e *entry) {
	sheet, err := block.Table.Sheet()
	if err != nil {
		l.err = cmp.Or(l.err, fmt.Errorf("table %s: %w", block.Table.Number, err))
		return
	}
	grids := l.layoutTable(sheet)
	element, below := l.parent.Add("Table"), l.parent.Add("Div")
	first, column := len(l.boxes), 0
	for i, grid := range grids {
		t := tableSetter{l, grid, element}
		caption := sheet.Caption
		if len(grids) > 1 {
			caption += fmt.Sprintf(" (columns %d to %d of %d)", column+1, column+len(grid.columns), len(sheet.Columns))
			column += len(grid.columns)
		}
		head := t.head(caption, e, i == 0)
		again := tableSetter{l, grid, nil}.head(caption+" (continued)", e, false)
		boxes := []box{head}
		for k := range grid.rows {
			row := t.row(k)
			row.again, row.keep = &again, k < 2 || k >= len(grid.rows)-3
			boxes = append(boxes, row)
		}
		if i == len(grids)-1 {
			boxes = append(boxes, t.notes(below))
		}
		last := &boxes[len(boxes)-1]
		last.keep, last.close, last.below = false, nil, floatGap
		l.boxes = append(l.boxes, boxes...)
	}
	if end := len(l.boxes); block.Said != "" {
		l.paragraph(Text(block.Said), 0)
		for i := end; i < len(l.boxes); i++ {
			l.boxes[i-1].keep = true
		}
		l.boxes[end-1].below, l.boxes[len(l.boxes)-1].below = paragraphGap, floatGap
	}
	l.boxes[first].float, l.boxes[first].entries = len(l.boxes)-first, []*entry{e}
}

// A tableSetter sets a table, or a range of its columns.
type tableSetter struct {
	*layout
	grid    tableLayout
	element *structure.Element // nil where it is set again
}

// Spaces of a table, in sizes of its text but for the rules.
const (
	rowHeight    = 13.5 / sizeTable
	lineHeight   = 11.0 / sizeTable // between the lines of one heading
	thickRule    = 0.8
	thinRule     = 0.4
	captionStep  = 12.0 / sizeTable
	captionBelow = 4.0
	notesAbove   = 3.0
	noteStep     = 10.0 / sizeNote
	ruleAbove    = 0.3
	ruleBelow    = 0.2
)

// baseline is how far that of the first line of a row is below its top.
func (t tableSetter) baseline() float64 { return t.grid.size * (rowHeight + 0.72) / 2 }

// head sets the caption and the headings of the columns; it tells whether the caption is
// that of the whole table.
func (t tableSetter) head(caption string, e *entry, whole bool) box {
	step := captionFace.size * captionStep
	spans := []Span{{Text: t.grid.sheet.Title + ": ", Strong: true}, {Text: caption}}
	lines := t.lines(captionFace, spans, textWidth)
	made := box{height: step*float64(len(lines)) + captionBelow, above: floatGap, keep: true}
	if len(t.grid.rows) > 0 {
		made.height += t.grid.headerHeight() + t.grid.size*3*ruleBelow
	}
	made.draw = func(x, y float64) {
		t.mark(e, y-8)
		if t.layout.element = nil; whole {
			t.layout.element = t.element.Add("Caption")
		}
		t.drawLines(lines, x, y+captionFace.size, step)
		if len(t.grid.rows) > 0 {
			t.drawHeader(x, y+step*float64(len(lines))+captionBelow)
		}
	}
	return made
}

// drawHeader draws the headings of the columns between rules.
func (t tableSetter) drawHeader(x, y float64) {
	size, header := t.grid.size, t.grid.headerHeight()
	t.rule(x, y, textWidth, thickRule, black)
	y += size * ruleBelow
	row := t.element.Add("TR")
	heading := func(lines []line, at func(width float64) float64) { // they stand on the rule
		t.layout.element = cell(row, "Column")
		bottom := y + header - size*rowHeight + t.baseline()
		for i, l := range lines {
			t.drawLine(l, at(l.width), bottom-size*lineHeight*float64(len(lines)-1-i))
		}
	}
	heading(t.grid.heading.header, func(float64) float64 { return x })
	for _, column := range t.grid.columns { // where their numbers begin
		heading(column.header, func(width float64) float64 {
			if column.bare() {
				return x + column.at + max(0, column.whole+column.fraction-width)
			}
			return x + column.at
		})
	}
	t.rule(x, y+header+size*ruleBelow, textWidth, thinRule, black)
}

// row sets a row; the last has the rule that ends the table, and where a page ends in the
// table a thin one does.
func (t tableSetter) row(i int) box {
	above, height := t.grid.ruleHeight(i), t.grid.linesHeight(len(t.grid.rows[i]))
	made := box{height: above + height}
	last := i == len(t.grid.rows)-1
	if last {
		made.height += t.grid.size * (ruleAbove + ruleBelow)
	}
	made.draw = func(x, y float64) {
		if above > 0 {
			t.rule(x, y+above/2, textWidth, thinRule, black)
		}
		t.drawRow(i, x, y+above+t.baseline())
		if last {
			t.rule(x, y+above+height+t.grid.size*ruleAbove, textWidth, thickRule, black)
		}
	}
	made.close = func(x, y float64) { t.rule(x, y+t.grid.size*ruleAbove, textWidth, thinRule, black) }
	return made
}

// notes sets the notes in one paragraph, which belongs to an element below the table. Marks stand out.
func (t tableSetter) notes(below *structure.Element) box {
	step := noteFace.size * noteStep
	var spans []Span
	for _, note := range t.grid.sheet.Notes {
		text := strings.TrimSuffix(oneLine(note.Text), ".") + ". "
		if mark, rest, ok := strings.Cut(text, " "); note.Mark == "" && ok && utf8.RuneCountInString(mark) == 1 &&
			!unicode.IsLetter([]rune(mark)[0]) {
			note.Mark, text = mark, rest
		}
		if note.Mark != "" {
			spans = append(spans, Span{Text: note.Mark + "\u00a0", Strong: true})
		}
		spans = append(spans, Span{Text: text})
	}
	lines := t.lines(noteFace, spans, textWidth)
	return box{height: step * float64(len(lines)), keep: true, above: notesAbove, draw: func(x, y float64) {
		t.layout.element = below.Add("P")
		t.drawLines(lines, x, y+noteFace.size, step)
	}}
}

// cell adds a cell to a row, none to none: what repeats on a further page is said once. One with a scope heads others.
func cell(row *structure.Element, scope string) *structure.Element {
	if scope == "" {
		return row.Add("TD")
	}
	e := row.Add("TH")
	if e != nil {
		e.Scope = scope
	}
	return e
}

// drawRow draws a row whose first line has its baseline at y.
func (t tableSetter) drawRow(i int, x, y float64) {
	grid, row := t.grid, t.grid.sheet.Rows[i]
	element := t.element.Add("TR")
	t.layout.element = cell(element, "Row")
	for k, l := range grid.rows[i] {
		t.drawLine(l, x, y+grid.size*lineHeight*float64(k))
	}
	for j, column := range grid.columns {
		entry := row.Entries[j]
		t.layout.element = cell(element, "")
		f := tableFace(grid.size, entry.Bold)
		at := x + column.at
		point := at + column.whole
		if numeric(entry.Text) {
			whole, _, _ := strings.Cut(entry.Text, ".")
			end := t.text(f, point-t.width(f, whole), y, entry.Text)
			at = max(end, point+column.fraction)
			if entry.HalfWidth != "" {
				at = t.text(spreadFace, at+spreadGap, y, spreadText(entry))
			}
		} else {
			at = t.text(f, at, y, entry.Text)
		}
		t.text(markFace, at+0.6, y-markLift, marksOf(entry))
		if p := entry.InPrint; p.Printed != "" {
			t.layout.element = t.layout.element.Add("Span")
			if t.layout.element != nil {
				t.layout.element.Alt = "in print " + p.String()
			}
			t.text(printFace(p), x+column.at+column.block()-column.print+printGap, y, p.String())
		}
	}
}
