package document

import (
	"regexp"
	"slices"
	"strings"

	"gpca/figures/vgfpdf"
	"gpca/report/table"
)

// A tableLayout is a table with the size and the widths that it is set in.
type tableLayout struct {
	sheet   table.Sheet
	size    float64 // of its text
	below   bool    // half-widths stand below their values, not beside them
	heading columnLayout
	columns []columnLayout
	gap     float64 // before each column but the first
	width   float64
	rows    [][]line // of each row's heading
}

// A columnLayout is a column of a table. The parts of its numbers stand under
// each other, aligned at the point:
//
//	 95.08 ±0.03
//	−10.5  ±1.25†
type columnLayout struct {
	header   []line
	width    float64
	whole    float64 // up to the point; also the words of cells without number
	fraction float64
	spread   float64 // "±0.03" with the blank before it
	mark     float64
}

func (c columnLayout) block() float64 { return c.whole + c.fraction + c.spread + c.mark }

// tableFace is the face of entries, and of headings, at a size.
func tableFace(size float64, bold, summary bool) face {
	f := face{vgfpdf.Sans, "", size, black}
	if bold {
		f = f.bold()
	}
	if summary {
		f = f.italic()
	}
	return f
}

// spreadFace is the face of half-widths: smaller and paler than the values, which
// have to be found first.
func spreadFace(size float64, summary bool) face {
	f := tableFace(max(smallestSize, size*0.85), false, summary)
	f.ink = grey
	return f
}

func spreadText(entry table.Entry) string { return "±" + entry.HalfWidth }

// The steps by which a table is made to fit, from the most readable on.
const (
	tableSize        = 8.4
	smallestSize     = 7.0 // and that of half-widths
	sizeStep         = 0.35
	mostHeadingLines = 4
	narrowGap        = 7.0 // between columns, at least
	wideGap          = 26.0
	spreadGap        = 2.2 // between a value and its half-width
)

// layoutTable chooses how to set a table: in full size with headings on one line or
// several; smaller; with the half-widths below their values; and if all of that is too wide,
// in parts that repeat the headings of the rows.
func (t *typesetter) layoutTable(sheet table.Sheet) []tableLayout {
	for count := 1; ; count++ {
		if parts := t.tableParts(sheet, count); parts != nil {
			return parts
		}
	}
}

// tableParts divides a table into about so many parts of about the same width, nil if one does not fit.
func (t *typesetter) tableParts(sheet table.Sheet, count int) []tableLayout {
	whole := t.measureTable(sheet, smallestSize, textWidth, textWidth*headingShare, mostHeadingLines, true)
	before := []float64{0} // the width of the columns before each
	for j, column := range whole.columns {
		before = append(before, before[j]+column.width+narrowGap)
	}
	var parts []tableLayout
	for start, n := 0, len(whole.columns); len(parts) == 0 || start < n; {
		end := min(start+1, n)
		for share := before[n] / float64(count) * float64(len(parts)+1); end < n && before[end]+before[end+1] <= 2*share; {
			end++
		}
		part := columnsOf(sheet, start, end)
		layout, fits := t.fitTable(part, textWidth)
		if !fits && end-start > 1 {
			return nil
		}
		if !fits {
			// A single column fits since its headings are broken anywhere.
			layout = t.measureTable(part, smallestSize, textWidth, textWidth*headingShare, mostHeadingLines, true)
			layout.spaceOut(textWidth)
		}
		parts = append(parts, layout)
		start = end
	}
	return parts
}

// columnsOf returns the sheet with a range of its columns.
func columnsOf(sheet table.Sheet, start, end int) table.Sheet {
	part := sheet
	part.Columns = sheet.Columns[start:end]
	part.Rows = make([]table.SheetRow, len(sheet.Rows))
	for i, row := range sheet.Rows {
		part.Rows[i] = row
		part.Rows[i].Entries = row.Entries[start:end]
	}
	return part
}

func (t *typesetter) fitTable(sheet table.Sheet, room float64) (tableLayout, bool) {
	for _, below := range []bool{false, true} {
		for size := tableSize; size >= smallestSize; size -= sizeStep {
			for lines := 1; lines <= mostHeadingLines; lines++ {
				headings := room
				if lines > 1 {
					headings *= headingShare
				}
				layout := t.measureTable(sheet, size, room, headings, lines, below)
				if !layout.spaceOut(room) {
					continue
				}
				long := slices.ContainsFunc(layout.rows, func(lines []line) bool { return len(lines) > fewLines })
				if left := room - layout.width; left > 0 && long {
					layout = t.measureTable(sheet, size, room, headings+left, lines, below)
					layout.spaceOut(room)
				}
				return layout, true
			}
		}
		if !hasHalfWidths(sheet.Rows...) {
			break
		}
	}
	return tableLayout{}, false
}

func hasHalfWidths(rows ...table.SheetRow) bool {
	return slices.ContainsFunc(rows, func(row table.SheetRow) bool {
		return slices.ContainsFunc(row.Entries, func(e table.Entry) bool { return e.HalfWidth != "" })
	})
}

func (l *tableLayout) headerHeight() float64 {
	most := max(1, len(l.heading.header))
	for _, column := range l.columns {
		most = max(most, len(column.header))
	}
	return l.size * (rowHeight + lineHeight*float64(most-1))
}

// ruleHeight is the room of the rule above row i, if it has one.
func (l *tableLayout) ruleHeight(i int) float64 {
	if l.sheet.Rows[i].Ruled {
		return l.size * 0.5
	}
	return 0
}

// lineHeight is the height of row i without the rule above it.
func (l *tableLayout) lineHeight(i int) float64 {
	lines := max(1, len(l.rows[i]))
	if l.below && hasHalfWidths(l.sheet.Rows[i]) {
		lines = max(lines, 2)
	}
	return l.size * (rowHeight + lineHeight*float64(lines-1))
}

// spaceOut shares the room that is left out between the columns, and reports
// whether there is enough. A table that nearly fills the line fills it.
func (l *tableLayout) spaceOut(room float64) bool {
	content := l.heading.width
	for _, column := range l.columns {
		content += column.width
	}
	n := float64(len(l.columns))
	if content+n*narrowGap > room {
		return false
	}
	l.gap = (room - content) / n
	if l.gap > wideGap*1.5 {
		l.gap = wideGap
	}
	l.width = content + n*l.gap
	return true
}

// headingShare is how much of the room the headings of rows take where those of columns
// are broken. If some need more than fewLines for that, they take what is left, too.
const (
	headingShare = 0.28
	fewLines     = 2
)

// measureTable measures a table at a size, with headings of rows of at most some width, and
// of columns of at most some lines; below puts half-widths under their values.
func (t *typesetter) measureTable(sheet table.Sheet, size, room, headings float64, lines int, below bool) tableLayout {
	layout := tableLayout{sheet: sheet, size: size, below: below, rows: make([][]line, len(sheet.Rows))}
	head := tableFace(size, true, false)

	layout.heading.header, layout.heading.width = ragged(t.lines(head, []Span{{Text: sheet.Corner}}, headings))
	for i, row := range sheet.Rows {
		set, width := ragged(t.lines(tableFace(size, false, row.Summary), Text(row.TeX), headings))
		layout.rows[i], layout.heading.width = set, max(layout.heading.width, width)
	}

	layout.columns = make([]columnLayout, len(sheet.Columns))
	for j, title := range sheet.Columns {
		// Short remarks in parentheses, such as "(a = 1)", stay on one line.
		title = shortParentheses.ReplaceAllStringFunc(title, func(remark string) string {
			return strings.ReplaceAll(remark, " ", "\u00a0")
		})
		column := &layout.columns[j]
		words := 0.0
		for _, row := range sheet.Rows {
			entry := row.Entries[j]
			f := tableFace(size, entry.Bold, row.Summary)
			column.mark = max(column.mark, t.width(tableFace(size, false, row.Summary), entry.Mark))
			if !numeric(entry.Text) {
				words = max(words, t.width(f, entry.Text))
				continue
			}
			whole, _, _ := strings.Cut(entry.Text, ".")
			column.whole = max(column.whole, t.width(f, whole))
			column.fraction = max(column.fraction, t.width(f, entry.Text[len(whole):]))
			if entry.HalfWidth != "" {
				spread := t.width(spreadFace(size, row.Summary), spreadText(entry))
				if below {
					words = max(words, spread)
				} else {
					column.spread = max(column.spread, spread+spreadGap)
				}
			}
		}
		column.whole = max(column.whole, words-column.fraction)
		// No narrower than the numbers or the longest word, unless a word would
		// take much of the line for itself.
		longest := 0.0
		spans := []Span{{Text: title}}
		for _, w := range t.words(head, spans, 1e6) {
			longest = max(longest, w.width)
		}
		limit := max(column.block(), min(longest, room*0.2))
		for limit < room && len(t.lines(head, spans, limit)) > lines {
			limit *= 1.05
		}
		set, width := ragged(t.lines(head, spans, limit))
		column.header, column.width = set, max(column.block(), width)
	}
	return layout
}

var shortParentheses = regexp.MustCompile(`\([^()]{1,10}\)`)

func numeric(text string) bool { return strings.ContainsAny(text, "0123456789") }

// ragged are lines whose blanks keep their width, and the width of the widest.
func ragged(lines []line) (set []line, widest float64) {
	for i, l := range lines {
		lines[i].room = l.width
		widest = max(widest, l.width)
	}
	return lines, widest
}
