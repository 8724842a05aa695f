package document

import (
	"cmp"
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
	at       float64 // where it begins
	whole    float64 // up to the point; also the words of cells without number
	print    float64 // what print has beside
	fraction float64
	spread   float64 // "±0.03" with the blank before it
	mark     float64
	numbers  bool // and no words alone
}

func (c columnLayout) block() float64 { return c.whole + c.fraction + c.spread + c.mark + c.print }

// bare reports whether a column has numbers with nothing behind them.
func (c columnLayout) bare() bool { return c.numbers && c.spread+c.mark+c.print == 0 }

// markFace is that of marks, which stand above the line in a slot as wide in all of a column.
var markFace = face{vgfpdf.Sans, "", sizeNote, black}

const (
	markLift = 2.4 // above the baseline
	printGap = 5.0 // before what print has beside
)

// marksOf are those of an entry, without blanks between.
func marksOf(e table.Entry) string { return strings.ReplaceAll(e.Mark, "\u2009", "") }

func printFace(p table.InPrint) face {
	f := face{vgfpdf.Sans, "", sizeNote, grey}
	if p.Verdict == table.Differs {
		f.ink = contradict
	}
	if p.Bold {
		f = f.bold()
	}
	return f
}

// tableFace is the face of entries, and of headings, at a size. Italic digits have other widths, so that a rule tells
// an average from the others, and no slant.
func tableFace(size float64, bold bool) face {
	f := face{vgfpdf.Sans, "", size, black}
	if bold {
		f = f.bold()
	}
	return f
}

// spreadFace is the face of half-widths: smaller and paler than the values, which
// have to be found first.
func spreadFace() face { return face{vgfpdf.Sans, "", sizeNote, grey} }

func spreadText(entry table.Entry) string { return "±" + entry.HalfWidth }

// The steps by which a table is made to fit, from the most readable on.
const (
	tableSize        = sizeTable
	smallestSize     = sizeNote // and that of half-widths
	headColumn       = 79.0     // 28 mm, at least, where there is room
	mostHeadingLines = 4
	narrowGap        = 6.0 // between columns, at least
	wideGap          = 26.0
	spreadGap        = 2.2 // between a value and its half-width
)

// layoutTable chooses how to set a table: with what print has and with half-widths; without half-widths, which a note
// then sums up; without what print has, in full size with headings on one line or several, smaller, with the
// half-widths below their values; and if all of that is too wide, in parts that repeat the headings of the rows.
func (t *typesetter) layoutTable(sheet table.Sheet) []tableLayout {
	if hasPrint(sheet) {
		if full, ok := t.fitSize(sheet, tableSize, textWidth, 2, false); ok {
			return []tableLayout{full}
		}
		bare := withoutSpreads(sheet)
		for _, size := range []float64{tableSize, smallestSize} {
			if layout, ok := t.fitSize(bare, size, textWidth, mostHeadingLines, false); ok {
				return []tableLayout{layout}
			}
		}
		sheet = withoutPrint(sheet)
	}
	for count := 1; ; count++ {
		if parts := t.tableParts(sheet, count); parts != nil {
			return parts
		}
	}
}

func hasPrint(sheet table.Sheet) bool {
	return hasEntry(sheet.Rows, func(e table.Entry) bool { return e.InPrint.Printed != "" })
}

// withoutSpreads is a sheet whose half-widths stand in a note, from the least to the largest.
func withoutSpreads(sheet table.Sheet) table.Sheet {
	var all []string
	bare := changed(sheet, func(e *table.Entry) {
		if e.HalfWidth != "" {
			all = append(all, e.HalfWidth)
		}
		e.HalfWidth = ""
	})
	if len(all) > 0 {
		slices.SortFunc(all, func(a, b string) int {
			return cmp.Or(strings.Index(a+".", ".")-strings.Index(b+".", "."), strings.Compare(a, b))
		})
		note := table.Note{Text: "Half-widths of the intervals: " + all[0] + " to " + all[len(all)-1]}
		bare.Notes = append([]table.Note{bare.Notes[0], note}, bare.Notes[1:]...)
	}
	return bare
}

// withoutPrint is a sheet without what print has, nor the note on it.
func withoutPrint(sheet table.Sheet) table.Sheet {
	bare := changed(sheet, func(e *table.Entry) { e.InPrint = table.InPrint{} })
	onPrint := func(n table.Note) bool { return n.Mark == table.PrintMark }
	bare.Notes = slices.DeleteFunc(slices.Clone(sheet.Notes), onPrint)
	return bare
}

// changed is a copy of a sheet with changed entries.
func changed(sheet table.Sheet, change func(*table.Entry)) table.Sheet {
	sheet.Rows = slices.Clone(sheet.Rows)
	for i := range sheet.Rows {
		sheet.Rows[i].Entries = slices.Clone(sheet.Rows[i].Entries)
		for j := range sheet.Rows[i].Entries {
			change(&sheet.Rows[i].Entries[j])
		}
	}
	return sheet
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
		for _, size := range []float64{tableSize, smallestSize} {
			if layout, ok := t.fitSize(sheet, size, room, mostHeadingLines, below); ok {
				return layout, true
			}
		}
		if !hasHalfWidths(sheet.Rows...) {
			break
		}
	}
	return tableLayout{}, false
}

// fitSize lays a table out at a size, with headings of as few lines as fit.
func (t *typesetter) fitSize(sheet table.Sheet, size, room float64, most int, below bool) (tableLayout, bool) {
	for lines := 1; lines <= most; lines++ {
		headings := room
		if lines > 1 {
			headings *= headingShare
		}
		layout := t.measureTable(sheet, size, room, headings, lines, below)
		if !layout.spaceOut(room) {
			continue
		}
		long := slices.ContainsFunc(layout.rows, func(lines []line) bool { return len(lines) > fewLines })
		if left := room - layout.content(); left > 0 && long {
			layout = t.measureTable(sheet, size, room, headings+left, lines, below)
			layout.spaceOut(room)
		}
		return layout, true
	}
	return tableLayout{}, false
}

func hasHalfWidths(rows ...table.SheetRow) bool {
	return hasEntry(rows, func(e table.Entry) bool { return e.HalfWidth != "" })
}

func hasEntry(rows []table.SheetRow, has func(table.Entry) bool) bool {
	return slices.ContainsFunc(rows, func(row table.SheetRow) bool { return slices.ContainsFunc(row.Entries, has) })
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

// content is the width of a table with its columns as near each other as may be.
func (l *tableLayout) content() float64 {
	total := l.heading.width
	for _, column := range l.columns {
		total += column.width + narrowGap
	}
	return total
}

// spaceOut places the columns over a width, and reports whether there is enough. They begin at equal distances if that
// can be, and the last ends with the line; the headings of rows have headColumn, if that leaves room, and more where
// there are few columns.
func (l *tableLayout) spaceOut(room float64) bool {
	n := len(l.columns)
	if l.content() > room {
		return false
	}
	if n == 0 {
		return true
	}
	wide := max(l.heading.width+wideGap/2, headColumn)
	for _, head := range []float64{max(wide, min(room*0.4, room-float64(n)*110)), wide, l.heading.width + narrowGap} {
		pitch := (room - head - l.columns[n-1].width) / float64(max(1, n-1))
		tight := slices.ContainsFunc(l.columns[:n-1], func(c columnLayout) bool { return c.width+narrowGap > pitch })
		if pitch < 0 || tight {
			continue
		}
		for j := range l.columns {
			l.columns[j].at = head + float64(j)*pitch
		}
		return true
	}
	at, gap := l.heading.width, narrowGap+(room-l.content())/float64(n)
	for j := range l.columns {
		l.columns[j].at = at + gap
		at += gap + l.columns[j].width
	}
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
	head := tableFace(size, true)

	layout.heading.header, layout.heading.width = ragged(t.lines(head, []Span{{Text: sheet.Corner}}, headings))
	for i, row := range sheet.Rows {
		set, width := ragged(t.lines(tableFace(size, false), Text(row.TeX), headings))
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
			f := tableFace(size, entry.Bold)
			column.mark = max(column.mark, t.width(markFace, marksOf(entry)))
			if p := entry.InPrint; p.Printed != "" {
				column.print = max(column.print, printGap+t.width(printFace(p), p.Printed+table.PrintMark))
			}
			if !numeric(entry.Text) {
				words = max(words, t.width(f, entry.Text))
				continue
			}
			column.numbers = true
			whole, _, _ := strings.Cut(entry.Text, ".")
			column.whole = max(column.whole, t.width(f, whole))
			column.fraction = max(column.fraction, t.width(f, entry.Text[len(whole):]))
			if entry.HalfWidth != "" {
				spread := t.width(spreadFace(), spreadText(entry))
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
		if column.bare() { // its heading ends where the numbers do
			column.whole += column.width - column.block()
		}
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
