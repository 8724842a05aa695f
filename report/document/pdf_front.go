package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpca/figures/vgfpdf"
	"gpca/report/document/internal/structure"
	"gpca/report/words"
)

// drawTitlePage draws the banner, the title, the verdict, and the text; then the thumbnail over what is left of a page
// without a verdict on tables in print. The facts are at the end of the document, or at the foot of a page that would
// be half empty.
func (l *layout) drawTitlePage() (withFacts bool) {
	d := l.document
	y := 150.0
	if d.Verdict == nil && d.Thumbnail != nil {
		y = 112 // the figure needs the room
	}
	set := func(f face, text string, width, step, below float64) {
		if text != "" {
			l.element = l.front.Add("P")
			lines := l.plainLines(f, text, width)
			l.drawLines(lines, marginSide, y, f.size*step)
			y += f.size*step*float64(len(lines)) + below
		}
	}
	if d.Banner != "" {
		f := face{vgfpdf.Sans, "B", sizeText, white}
		lines := l.plainLines(f, d.Banner, textWidth-2*figureGap)
		l.panel(0, 0, pageWidth, 30+14*float64(len(lines)), contradict)
		l.element = l.front.Add("P")
		l.drawLines(lines, marginSide, 28, 14)
	}
	l.rule(marginSide, y-34, 64, 3, accent)
	title, rest := d.Title, ""
	if kicker, quoted, ok := strings.Cut(d.Title, " “"); ok { // whose title it is stands out
		set(face{vgfpdf.Sans, "", sizeSection, accent}, kicker, textWidth, 1.3, 14)
		title, rest, _ = strings.Cut(quoted, "”")
	}
	small := face{vgfpdf.Sans, "", sizeSection, grey}
	set(face{vgfpdf.Sans, "B", sizeTitle, black}, title, textWidth*0.9, 1.18, 0)
	set(small, strings.TrimLeft(rest, ", "), textWidth, 1.3, 0)
	set(small, d.Subtitle, textWidth, 1.3, 0)
	y += 6
	set(face{vgfpdf.Sans, "", sizeText, black}, strings.Join(d.Authors, ", "), textWidth, 1.4, 22)
	if d.Verdict != nil {
		l.rule(marginSide, y-8, textWidth, thinRule, pale)
		y += 18
		set(face{vgfpdf.Sans, "B", sizeSection, black}, d.Verdict.Answer, textWidth, 1.3, 2)
		y = l.drawVerdict(d.Verdict, y) + 16
	}
	y += bodyFace.size
	for _, f := range facts(d.Front) {
		if f.Name == "" {
			set(bodyFace, f.Value, textWidth, leading, paragraphGap)
		}
	}
	if d.Thumbnail != nil && (d.Verdict == nil || len(d.Verdict.Tables) == 0 && d.Banner == "") {
		l.drawThumbnail(y)
		return false
	}
	return l.drawFacts(y)
}

// drawFacts draws the facts at the foot of the title page, if they have room there and it would be half empty from a
// height on.
func (l *layout) drawFacts(y float64) bool {
	rows := l.facts(l.front)
	foot := pageHeight - marginBottom - groupHeight(rows)
	if rows == nil || y > pageHeight*0.68 || y+30 > foot {
		return false
	}
	for _, row := range rows {
		row.draw(marginSide, foot)
		foot += row.height
	}
	return true
}

// drawThumbnail draws the thumbnail from a height of the title page on, as high as a square where there is room.
func (l *layout) drawThumbnail(y float64) {
	const least = 150.0
	room := pageHeight - marginBottom - y
	if room < least {
		return
	}
	f := *l.document.Thumbnail
	e := &entry{Text: oneLine(f.Caption)}
	for _, known := range ofKind(l.entries, "figure") {
		if known.Number == f.Number && f.Number != "" {
			e = known
			e.page = 1
			l.doc.Bookmark(e.title(), 0, y)
		}
	}
	outer := l.parent
	l.parent = l.front
	l.figure(f, e, textWidth, textWidth, room).draw(marginSide, y)
	l.parent = outer
}

// sides are the colours of what agrees, of what is undecided and of what disagrees, and on of the text on them.
var sides = [3]struct{ ink, on ink }{{agrees, white}, {undecided, black}, {contradict, white}}

// drawVerdict draws bars of one length and the strip of tables, and returns where they end.
func (l *layout) drawVerdict(v *Verdict, y float64) float64 {
	const height, gap, chapterGap = 18.0, 1.0, 8.0
	label := face{vgfpdf.Sans, "", sizeTable, black}
	small := face{vgfpdf.Sans, "", sizeNote, grey}
	picture := l.front.Add("Figure")
	for _, tally := range v.Counts {
		picture.Alt += tally.Name + ": "
		l.element = picture
		l.text(label, marginSide, y+label.size, tally.Name+" ")
		y += 13
		total, bars, x := 0, -1, marginSide
		free := x + l.width(label, tally.Name) + 8 // above the bar
		for _, side := range tally.Sides {
			total, bars = total+side.Count, bars+min(1, side.Count)
		}
		for i, side := range tally.Sides {
			if side.Count == 0 {
				continue
			}
			picture.Alt += fmt.Sprintf("%d %s; ", side.Count, side.Word)
			width := (textWidth - gap*float64(bars)) * float64(side.Count) / float64(total)
			l.panel(x, y, width, height, sides[i].ink)
			l.element = picture
			f, count := label, words.Thousands(side.Count)
			f.ink = sides[i].on
			within := l.width(f.bold(), count+" ") + l.width(f, side.Word)
			switch room := width - 12; {
			case within <= room:
				l.text(f, l.text(f.bold(), x+6, y+height*0.68, count+" "), y+height*0.68, side.Word+" ")
			default: // above the bar, as far as that goes
				text := count + " " + side.Word + " "
				free = 8 + l.text(small, min(max(x, free), marginSide+textWidth-l.width(small, text)), y-4, text)
			}
			x += width + gap
		}
		y += height + 9
	}
	if len(v.Tables) == 0 {
		return y
	}
	l.element = picture
	l.text(label, marginSide, y+3+label.size, "Table by table ")
	y += 16
	chapter := func(i int) byte { return v.Tables[i].Number[0] }
	room := textWidth - gap*float64(len(v.Tables)-1)
	for i := range v.Tables[1:] {
		if chapter(i+1) != chapter(i) {
			room -= chapterGap
		}
	}
	x, width := marginSide, room/float64(len(v.Tables))
	for i, t := range v.Tables {
		if i > 0 && chapter(i) != chapter(i-1) {
			x += chapterGap
		}
		l.panel(x, y, width, height, sides[t.Side].ink)
		l.element = l.front.Add("Link")
		small.ink = sides[t.Side].on
		l.leadTo("#table-"+t.Number, x, y, width, height)
		l.text(small, x+(width-l.width(small, t.Number))/2, y+height*0.66, t.Number+" ")
		x += width + gap
	}
	return y + height
}

// facts are the rows of what the report rests on, names and values in two columns; nil without any.
func (l *layout) facts(parent *structure.Element) []box {
	note := face{vgfpdf.Sans, "", sizeNote, black}
	t := TextTable{Header: []Paragraph{{[]Span{{Text: "What\u00a0this\u00a0report\u00a0rests\u00a0on"}}}, {}}}
	for _, f := range facts(l.document.Front) {
		if f.Name != "" {
			name := l.shorten(note.bold(), f.Name, textWidth/3)
			t.Rows = append(t.Rows, []Paragraph{{[]Span{{Text: name, Strong: true}}}, {[]Span{{Text: f.Value}}}})
		}
	}
	if t.Rows == nil {
		return nil
	}
	outer := l.parent
	l.parent = parent
	boxes := l.textRows(t, note)
	l.parent = outer
	boxes[0].above = 30
	for i := range boxes[1:] {
		boxes[i].keep = true
	}
	return boxes
}

// printedLevel is the deepest heading that the printed contents list; bookmarks go deeper.
const printedLevel = 2

// contentsBoxes makes the contents, then the lists of tables and of figures in two columns.
func (l *layout) contentsBoxes() []box {
	boxes := []box{l.listTitle(headStyles[0].face, contentsTitle)}
	headings := slices.DeleteFunc(ofKind(l.entries, ""), func(e *entry) bool { return e.Level > printedLevel })
	plain := face{vgfpdf.Sans, "", sizeTable, black}
	faces := [printedLevel + 1]face{1: plain.bold(), 2: plain}
	// Each level starts under the text of the one above it.
	var columns, indents [printedLevel + 1]float64
	for _, e := range headings {
		if e.Number != "" && !Lettered(e.Number) {
			columns[e.Level] = max(columns[e.Level], l.width(faces[e.Level], e.Number)+contentsGap)
		}
	}
	indents[2] = max(columns[1], 14)
	for _, e := range headings {
		column := columns[e.Level]
		if e.Number == "" {
			column = 0
		}
		line := l.contentsLine(e, indents[e.Level], column, textWidth, 12, faces[e.Level])
		if e.Level == 1 {
			line.above = 3.5
		}
		boxes = append(boxes, line)
	}
	for _, list := range []struct{ kind, title string }{{"table", "Tables"}, {"figure", "Figures"}} {
		f := face{vgfpdf.Sans, "", sizeNote, black}
		title := l.listTitle(headStyles[1].face, list.title)
		var lines []box
		for _, e := range ofKind(l.entries, list.kind) {
			lines = append(lines, l.contentsLine(e, 0, l.width(f, "22.22")+contentsGap, listWidth, 9.8, f))
		}
		if len(lines) > 0 {
			boxes = append(boxes, title)
		}
		for pair := range slices.Chunk(lines, 2) {
			boxes = append(boxes, box{height: max(pair[0].height, pair[len(pair)-1].height), draw: func(x, y float64) {
				for i, line := range pair {
					line.draw(x+float64(i)*(listWidth+listGap), y)
				}
			}})
		}
	}
	return boxes
}

func (l *layout) listTitle(f face, title string) box {
	list := l.lists.Add("TOC")
	l.toc = list
	return box{
		height: f.size * 1.3, above: 22, below: 8, keep: true,
		draw: func(x, y float64) {
			l.element = list.Add("Caption")
			l.text(f, x, y+f.size, title)
		},
	}
}

// The lists of tables and figures stand in columns of listWidth.
const (
	listGap   = 18.0
	listWidth = (textWidth - listGap) / 2
)

// contentsGap parts the number of an entry from its text.
const contentsGap = 8.0

// contentsLine sets an entry in a width, with dots that lead to its page number, its lines
// a step apart. Its text starts at least a column behind its indentation.
func (l *layout) contentsLine(e *entry, indent, column, width, step float64, f face) box {
	const pageRoom = 24.0
	text := indent + column
	if e.Number != "" {
		text = max(text, indent+l.width(f, e.Number)+contentsGap)
	}
	lines := l.plainLines(f, e.Text, width-text-pageRoom)
	for i := range lines {
		lines[i].room += pageRoom // rather than narrow blanks
	}
	line := box{height: step * float64(len(lines))}
	toc := l.toc
	line.draw = func(x, y float64) {
		l.element = toc.Add("TOCI").Add("Link")
		l.leadTo("#"+e.Anchor, x+indent, y, width-indent, line.height)
		l.text(f, x+indent, y+step*0.75, apart(e.Number))
		l.drawLines(lines, x+text, y+step*0.75, step)
		y += step * (0.75 + float64(len(lines)-1))
		page := strconv.Itoa(e.page)
		right := x + width - l.width(f, page)
		l.text(f, right-l.width(f, " "), y, " "+page)
		if l.element = nil; f.style != "B" {
			l.leader(x+text+lines[len(lines)-1].width+6, x+width-pageRoom/2, y)
		}
	}
	return line
}

// leader sets dots that end at to, so that those of all lines stand under each
// other.
func (t *typesetter) leader(from, to, y float64) {
	f := face{vgfpdf.Sans, "", sizeNote, grey}
	pair := t.width(f, ". ")
	if n := int((to - from) / pair); n > 1 {
		t.text(f, to-pair*float64(n), y, strings.TrimSuffix(strings.Repeat(". ", n), " "))
	}
}
