package document

import (
	"slices"
	"strconv"
	"strings"

	"gpca/figures/vgfpdf"
)

// drawTitlePage draws the title in the upper half, the text beside the thumbnail below it,
// and the facts at the foot.
func (l *layout) drawTitlePage() {
	d := l.document
	var named, text []fact
	for _, f := range facts(d.Front) {
		if f.Name != "" {
			named = append(named, f)
		} else {
			text = append(text, f)
		}
	}
	y := 215.0
	if len(text) > 0 || d.Thumbnail != nil {
		y = 130
	}
	l.rule(marginSide, y-44, 64, 3, accent)
	set := func(f face, text string, width, step, below float64) {
		if text != "" {
			l.element = l.front.Add("P")
			lines := l.plainLines(f, text, width)
			l.drawLines(lines, marginSide, y, f.size*step)
			y += f.size*step*float64(len(lines)) + below
		}
	}
	set(face{vgfpdf.Sans, "B", 26, black}, d.Title, textWidth, 1.24, 4)
	set(face{vgfpdf.Sans, "", 13, grey}, d.Subtitle, textWidth, 1.4, 22)
	set(face{vgfpdf.Serif, "", 13, black}, strings.Join(d.Authors, ", "), textWidth, 1.4, 16)
	width := l.drawThumbnail(y)
	y += bodyFace.size
	for _, f := range text {
		set(bodyFace, f.Value, width, leading, paragraphGap)
	}
	if len(named) > 0 {
		l.drawFacts(named, y+10)
	}
}

// drawThumbnail draws the thumbnail at the right margin, and returns the width that it leaves
// for text. Its caption leads to the figure.
func (l *layout) drawThumbnail(y float64) float64 {
	f := l.document.Thumbnail
	if f == nil {
		return textWidth
	}
	v := l.document.venue()
	v.Span = 1 // one column, with type to match
	const room, gap = (textWidth - figureGap) / 2, 5.0
	height, draw := l.drawing(*f, v, room, pageHeight/3)
	element := l.front.Add("Figure")
	element.Alt = f.inWords()
	l.begin(element)
	draw(marginSide+textWidth-room, y)
	l.element = element.Add("Caption")
	caption := l.lines(noteFace, []Span{{Text: f.inWords()}}, room)
	l.drawLines(caption, marginSide+textWidth-room, y+height+gap+noteFace.size, noteFace.size*captionStep)
	return room
}

// drawFacts sets names and values in two columns that end at the foot of the page, or begin at least so far down,
// below the text.
func (l *layout) drawFacts(facts []fact, least float64) {
	value := face{vgfpdf.Sans, "", 8.2, black}
	name := value.bold()
	const step, between, gap = 12.0, 3.5, 16.0
	column := 0.0
	for _, f := range facts {
		column = max(column, l.width(name, f.Name)+gap)
	}
	column = min(column, textWidth/2)
	values := make([][]line, len(facts))
	height := 0.0
	for i, f := range facts {
		facts[i].Name = l.shorten(name, f.Name, textWidth/2-gap)
		values[i] = l.plainLines(value, f.Value, textWidth-column)
		height += step*float64(max(1, len(values[i]))) + between
	}
	y := max(pageHeight-marginBottom-16-height, least)
	l.rule(marginSide, y-10, textWidth, 0.5, black)
	y += 6
	for i, f := range facts {
		l.element = l.front.Add("P")
		l.text(name, marginSide, y+value.size*0.8, apart(f.Name))
		l.drawLines(values[i], marginSide+column, y+value.size*0.8, step)
		y += step*float64(max(1, len(values[i]))) + between
	}
	l.rule(marginSide, y, textWidth, 0.5, black)
}

// printedLevel is the deepest heading that the printed contents list; bookmarks go deeper.
const printedLevel = 2

// contentsBoxes makes the contents, then the lists of tables and of figures in two columns.
func (l *layout) contentsBoxes() []box {
	boxes := []box{l.listTitle(headStyles[0].face, contentsTitle)}
	headings := slices.DeleteFunc(ofKind(l.entries, ""), func(e *entry) bool { return e.Level > printedLevel })
	// Each level starts under the text of the one above it.
	var columns, indents [printedLevel + 1]float64
	for _, e := range headings {
		if e.Number != "" && !strings.HasPrefix(e.Number, "Appendix") {
			columns[e.Level] = max(columns[e.Level], l.width(contentsFace(e.Level), e.Number)+contentsGap)
		}
	}
	indents[2] = max(columns[1], 14)
	for _, e := range headings {
		column := columns[e.Level]
		if e.Number == "" {
			column = 0
		}
		line := l.contentsLine(e, indents[e.Level], column, textWidth, 12, contentsFace(e.Level))
		if e.Level == 1 {
			line.above = 3.5
		}
		boxes = append(boxes, line)
	}
	for _, list := range []struct{ kind, title string }{{"table", "Tables"}, {"figure", "Figures"}} {
		f := face{vgfpdf.Serif, "", 8.2, black}
		title := l.listTitle(headStyles[1].face, list.title)
		var lines []box
		for _, e := range ofKind(l.entries, list.kind) {
			lines = append(lines, l.contentsLine(e, 0, l.width(f, "22.22")+contentsGap, listWidth, 9.8, f))
		}
		if len(lines) > 0 {
			boxes = append(boxes, title)
		}
		for len(lines) > 0 {
			pages, n := paginate(boxes, textHeight, false), len(lines)
			room := textHeight - pages[len(pages)-1].bottom - title.below
			if room < twoColumns(lines[:min(n, fewest)]).height {
				room = textHeight - title.height - title.below // on the next page
			}
			for n > fewest && twoColumns(lines[:n]).height > room {
				n--
			}
			boxes, lines = append(boxes, twoColumns(lines[:n])), lines[n:]
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

const fewest = 6 // lines that are worth two columns of their own

// twoColumns sets lines in two columns of about the same height.
func twoColumns(lines []box) box {
	made := box{}
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
		if f.style != "B" {
			l.leader(x+text+lines[len(lines)-1].width+6, x+width-pageRoom/2, y)
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
