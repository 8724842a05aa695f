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
var spreadFace = face{vgfpdf.Sans, "", sizeNote, grey}

func spreadText(entry table.Entry) string { return "±" + entry.HalfWidth }

// The steps by which a table is made to fit, from the most readable on.
const (
	tableSize        = sizeTable
	smallestSize     = sizeNote
	headColumn       = 79.0 // 28 mm, at least, where there is room
	mostHeadingLines = 4
	narrowGap        = 6.0 // between columns, at least
	wideGap          = 26.0
	spreadGap        = 2.2 // between a value and its half-width
)

// layoutTable chooses how to set a table: as [typesetter.fitTable] does, then without what print has, and if all of
// that is too wide, in parts that repeat the headings of the rows.
func (t *typesetter) layoutTable(sheet table.Sheet) []tableLayout {
	if hasPrint(sheet) {
		if layout, ok := t.fitTable(sheet); ok {
			return []tableLayout{layout}
		}
		sheet = changed(sheet, func(e *table.Entry) { e.InPrint = table.InPrint{} })
		onPrint := func(n table.Note) bool { return n.Mark == table.PrintMark }
		sheet.Notes = slices.DeleteFunc(slices.Clone(sheet.Notes), onPrint)
	}
	for count := 1; ; count++ {
		if parts := t.tableParts(sheet, count); parts != nil {
			return parts
		}
	}
}

func hasPrint(sheet table.Sheet) bool {
	return slices.ContainsFunc(sheet.Rows, func(row table.SheetRow) bool {
		return slices.ContainsFunc(row.Entries, func(e table.Entry) bool { return e.InPrint.Printed != "" })
	})
}

// fitTable sets a table with half-widths, in full size and smaller; then without half-widths, which a note sums up,
// likewise. One with numbers of print beside is not made smaller for the sake of half-widths.
func (t *typesetter) fitTable(sheet table.Sheet) (tableLayout, bool) {
	full, small := mostHeadingLines, mostHeadingLines
	if hasPrint(sheet) {
		full, small = 2, 0
	}
	bare := withoutSpreads(sheet)
	for _, way := range []struct {
		table.Sheet
		size float64
		most int
	}{
		{sheet, tableSize, full}, {sheet, smallestSize, small},
		{bare, tableSize, mostHeadingLines}, {bare, smallestSize, mostHeadingLines},
	} {
		if layout, ok := t.fitSize(way.Sheet, way.size, way.most); ok {
			return layout, true
		}
	}
	return tableLayout{}, false
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
		bare.Notes = slices.Insert(slices.Clone(bare.Notes), min(1, len(bare.Notes)), note)
	}
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
	whole := t.measureTable(withoutSpreads(sheet), smallestSize, textWidth*headingShare, mostHeadingLines)
	before := []float64{0} // the width of the columns before each
	for j, column := range whole.columns {
		before = append(before, before[j]+column.width+narrowGap)
	}
	var parts []tableLayout
	for start, n := 0, len(whole.columns); len(parts) == 0 || start < n; {
		end, share := min(start+1, n), before[n]/float64(count)*float64(len(parts)+1)
		for end < n && before[end]+before[end+1] <= 2*share {
			end++
		}
		layout, fits := t.fitTable(sheet.Part(start, end))
		if !fits && end-start > 1 {
			return nil
		}
		if !fits {
			// A single column fits since its headings are broken anywhere.
			bare := withoutSpreads(sheet.Part(start, end))
			layout = t.measureTable(bare, smallestSize, textWidth*headingShare, mostHeadingLines)
			layout.spaceOut()
		}
		parts = append(parts, layout)
		start = end
	}
	return parts
}

// fitSize lays a table out at a size, with headings of as few lines as fit.
func (t *typesetter) fitSize(sheet table.Sheet, size float64, most int) (tableLayout, bool) {
	for lines := 1; lines <= most; lines++ {
		headings := textWidth
		if lines > 1 {
			headings *= headingShare
		}
		layout := t.measureTable(sheet, size, headings, lines)
		if !layout.spaceOut() {
			continue
		}
		long := slices.ContainsFunc(layout.rows, func(lines []line) bool { return len(lines) > fewLines })
		if left := textWidth - layout.content(); left > 0 && long {
			layout = t.measureTable(sheet, size, headings+left, lines)
			layout.spaceOut()
		}
		return layout, true
	}
	return tableLayout{}, false
}

func (l *tableLayout) headerHeight() float64 {
	most := len(l.heading.header)
	for _, column := range l.columns {
		most = max(most, len(column.header))
	}
	return l.linesHeight(most)
}

// ruleHeight is the room of the rule above row i, if it has one.
func (l *tableLayout) ruleHeight(i int) float64 {
	if l.sheet.Rows[i].Ruled {
		return l.size * 0.5
	}
	return 0
}

// linesHeight is the height of a row with a heading of some lines, without the rule above it.
func (l *tableLayout) linesHeight(lines int) float64 {
	return l.size * (rowHeight + lineHeight*float64(max(0, lines-1)))
}

// content is the width of a table with its columns as near each other as may be.
func (l *tableLayout) content() float64 {
	total := l.heading.width
	for _, column := range l.columns {
		total += column.width + narrowGap
	}
	return total
}

// spaceOut places the columns over the line, and reports whether they fit. They begin at equal distances if that
// can be, and the last ends with the line; the headings of rows have headColumn, if that leaves room, and more where
// there are few columns.
func (l *tableLayout) spaceOut() bool {
	const room = textWidth
	n := len(l.columns)
	if fits := l.content() <= room; !fits || n == 0 {
		return fits
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
// of columns of at most some lines.
func (t *typesetter) measureTable(sheet table.Sheet, size, headings float64, lines int) tableLayout {
	layout := tableLayout{sheet: sheet, size: size, rows: make([][]line, len(sheet.Rows))}
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
				column.spread = max(column.spread, t.width(spreadFace, spreadText(entry))+spreadGap)
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
		limit := max(column.block(), min(longest, textWidth*0.2))
		for limit < textWidth && len(t.lines(head, spans, limit)) > lines {
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
