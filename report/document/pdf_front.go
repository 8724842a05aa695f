package document

import (
	"strconv"
	"strings"

	"gpca/figures/vgfpdf"
)

// drawTitlePage draws the title in the upper half and the facts at the foot.
func (l *layout) drawTitlePage() {
	l.where = "title page"
	d := l.document
	title := face{vgfpdf.Sans, "B", 26, black}
	subtitle := face{vgfpdf.Sans, "", 13, grey}
	authors := face{vgfpdf.Serif, "", 13, black}

	y := 215.0
	l.rule(marginSide, y-44, 64, 3, accent)
	set := func(f face, text string, step, below float64) {
		lines := l.plainLines(f, text, textWidth)
		l.drawLines(lines, marginSide, y, f.size*step, textWidth)
		y += f.size*step*float64(len(lines)) + below
	}
	set(title, d.Title, 1.24, 4)
	if d.Subtitle != "" {
		set(subtitle, d.Subtitle, 1.4, 22)
	}
	if len(d.Authors) > 0 {
		set(authors, strings.Join(d.Authors, ", "), 1.4, 0)
	}
	l.drawFacts()
}

// drawFacts sets the names and values of the front in two columns that end at
// the foot of the page.
func (l *layout) drawFacts() {
	if len(l.document.Front) == 0 {
		return
	}
	name, value := face{vgfpdf.Sans, "B", 8.2, black}, face{vgfpdf.Sans, "", 8.2, black}
	const step, between, gap = 12.0, 3.5, 16.0
	type fact struct {
		name  string
		lines []line
	}
	column := 0.0
	for _, text := range l.document.Front {
		if left, _ := splitFact(text); left != "" {
			column = max(column, l.width(name, left)+gap)
		}
	}
	column = min(column, textWidth/2)
	facts := make([]fact, len(l.document.Front))
	height := 0.0
	for i, text := range l.document.Front {
		left, right := splitFact(text)
		facts[i] = fact{l.shorten(name, left, textWidth/2-gap), l.plainLines(value, right, textWidth-column)}
		height += step*float64(max(1, len(facts[i].lines))) + between
	}
	y := pageHeight - marginBottom - 16 - height
	l.rule(marginSide, y-10, textWidth, 0.5, black)
	y += 6
	for _, fact := range facts {
		l.text(name, marginSide, y+value.size*0.8, fact.name)
		l.drawLines(fact.lines, marginSide+column, y+value.size*0.8, step, textWidth-column)
		y += step*float64(max(1, len(fact.lines))) + between
	}
	l.rule(marginSide, y, textWidth, 0.5, black)
}

// printedLevel is the deepest heading that the printed contents list; bookmarks go deeper.
const printedLevel = 2

// contentsBoxes makes the contents, then the lists of tables and of figures in two columns.
func (b *builder) contentsBoxes() []box {
	b.where = "contents"
	boxes := []box{b.listTitle(headFaces[0], contentsTitle)}
	// Each level starts under the text of the one above it.
	var columns, indents [printedLevel + 1]float64
	for _, e := range b.headings {
		if e.Level <= printedLevel && e.Number != "" && !strings.HasPrefix(e.Number, "Appendix") {
			columns[e.Level] = max(columns[e.Level], b.width(contentsFace(e.Level), e.Number)+contentsGap)
		}
	}
	for level := 2; level <= printedLevel; level++ {
		indents[level] = indents[level-1] + max(columns[level-1], 14)
	}
	for _, e := range b.headings {
		if e.Level > printedLevel {
			continue
		}
		column := columns[e.Level]
		if e.Number == "" {
			column = 0
		}
		const step = 12
		f := contentsFace(e.Level)
		line := b.contentsLine(e, indents[e.Level], column, textWidth, step, f)
		if e.Level == 1 {
			line.above = 3.5
		}
		boxes = append(boxes, line)
	}
	for _, list := range []struct {
		title   string
		entries []*entry
	}{{"Tables", b.tables}, {"Figures", b.figures}} {
		if len(list.entries) == 0 {
			continue
		}
		f := face{vgfpdf.Serif, "", 8.2, black}
		var lines []box
		for _, e := range list.entries {
			lines = append(lines, b.contentsLine(e, 0, b.width(f, "22.22")+contentsGap, listWidth, 9.8, f))
		}
		boxes = append(boxes, b.listTitle(headFaces[1], list.title), b.twoColumns(lines))
	}
	return boxes
}

func (b *builder) listTitle(f face, title string) box {
	return box{
		height: f.size * 1.3, above: 22, below: 8, keep: true, what: b.where,
		draw: func(x, y float64) { b.text(f, x, y+f.size, title) },
	}
}

// The lists of tables and figures stand in columns of listWidth.
const (
	listGap   = 18.0
	listWidth = (textWidth - listGap) / 2
)

// twoColumns sets lines in two columns of about the same height; a page that is too low
// for all takes as many as fit.
func (b *builder) twoColumns(lines []box) box {
	made := box{what: b.where}
	left, right := 0, 0.0
	for _, l := range lines {
		right += l.height
	}
	for ; left < len(lines) && made.height < right; left++ {
		made.height += lines[left].height
		right -= lines[left].height
	}
	made.draw = func(x, y float64) {
		at := y
		for i, l := range lines {
			if i == left {
				x, at = x+listWidth+listGap, y
			}
			l.draw(x, at)
			at += l.height
		}
	}
	const fewest = 6 // that are worth a title of their own
	if len(lines) > fewest {
		made.split = func(room float64) (head, tail box, ok bool) {
			n := len(lines) - 1
			for head = b.twoColumns(lines[:n]); head.height > room && n > fewest; head = b.twoColumns(lines[:n]) {
				n--
			}
			return head, b.twoColumns(lines[n:]), head.height <= room
		}
	}
	return made
}

func contentsFace(level int) face {
	if level == 1 {
		return face{vgfpdf.Sans, "B", 8.6, black}
	}
	return face{vgfpdf.Sans, "", 8.2, black}
}

// contentsGap parts the number of an entry from its text.
const contentsGap = 8.0

// contentsLine sets an entry in a width, with dots that lead to its page number, its lines
// a step apart. Its text starts at least a column behind its indentation.
func (b *builder) contentsLine(e *entry, indent, column, width, step float64, f face) box {
	const pageRoom = 24.0
	text := indent + column
	if e.Number != "" {
		text = max(text, indent+b.width(f, e.Number)+contentsGap)
	}
	lines := b.plainLines(f, e.Text, width-text-pageRoom)
	line := box{height: step * float64(len(lines)), what: b.where}
	line.draw = func(x, y float64) {
		b.doc.Link(x+indent, y, width-indent, line.height, b.target(e.Anchor))
		b.text(f, x+indent, y+step*0.75, e.Number)
		b.drawLines(lines, x+text, y+step*0.75, step, width-text)
		y += step * (0.75 + float64(len(lines)-1))
		page := strconv.Itoa(e.page)
		right := x + width - b.width(f, page)
		b.text(f, right, y, page)
		if f.style != "B" {
			b.leader(x+text+lines[len(lines)-1].width+6, x+width-pageRoom/2, y)
		}
	}
	return line
}

// leader sets dots that end at to, so that those of all lines stand under each
// other.
func (t *typesetter) leader(from, to, y float64) {
	f := face{vgfpdf.Sans, "", 7, grey}
	pair := t.width(f, ". ")
	if n := int((to - from) / pair); n > 1 {
		t.text(f, to-pair*float64(n), y, strings.TrimSuffix(strings.Repeat(". ", n), " "))
	}
}
