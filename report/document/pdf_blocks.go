package document

import (
	"fmt"
	"slices"
	"strings"

	"gpca/figures/vgfpdf"
	"gpca/report/document/internal/structure"
)

// Page geometry, A4. The text area is 16 cm wide, the width that figures are
// designed for.
const (
	pageWidth    = 595.28
	pageHeight   = 841.89
	marginSide   = (pageWidth - 16*cm) / 2
	marginTop    = 78.0
	marginBottom = 74.0
	cm           = 72 / 2.54

	textWidth  = 16 * cm
	textHeight = pageHeight - marginTop - marginBottom
)

// Faces of the text. Sans and Serif look alike in size.
var (
	bodyFace    = face{vgfpdf.Serif, "", sizeText, black}
	codeFace    = face{vgfpdf.Mono, "", sizeNote, black}
	captionFace = face{vgfpdf.Sans, "", sizeTable, black}
	noteFace    = face{vgfpdf.Sans, "", sizeNote, grey}
	chapterFace = face{vgfpdf.Sans, "", sizeText, accent}
)

// headStyles are those of headings by level: distances between lines in sizes, around the
// heading, down to the rule under it, and from where links lead to.
var headStyles = [maxLevel]struct {
	face                           face
	step, above, below, rule, lift float64
}{
	{face{vgfpdf.Sans, "B", sizeChapter, black}, 1.2, 40, 20, 8, 20},
	{face{vgfpdf.Sans, "B", sizeSection, black}, 1.25, 24, 6, 0, 4},
	{face{vgfpdf.Sans, "B", sizeText, black}, 1.3, 18, 4, 0, 4},
	{face{vgfpdf.Serif, "BI", sizeText, black}, 1.3, 13, 3, 0, 4},
}

const (
	leading      = 14.0 / sizeText // baseline to baseline, in sizes of the face
	paragraphGap = 6.5
	floatGap     = 16.0
)

// blocks sets blocks at an indentation. The entries are those of the blocks, nil inside lists
// and algorithms.
func (l *layout) blocks(blocks []Block, entries []*entry, indent float64) {
	for i := 0; i < len(blocks); i++ {
		if entries != nil {
			if n := l.figures(blocks[i:], entries[i:]); n > 0 {
				i += n - 1
				continue
			}
		}
		switch block := bare(blocks[i]).(type) {
		case Heading:
			l.heading(entries[i])
		case Paragraph:
			l.paragraph(block.Spans, indent)
		case List:
			l.list(block, indent)
		case Code:
			l.code(block, indent)
		case Equation:
			l.equation(block, indent)
		case Algorithm:
			l.algorithm(block, entries[i])
		case TextTable:
			l.textTable(block)
		case TableBlock:
			l.table(block, entries[i])
		}
	}
}

// heading sets a heading behind its number; that of a chapter stands above its title.
func (l *layout) heading(e *entry) {
	style, chapter := headStyles[e.Level-1], e.Level == 1
	f, step := style.face, style.face.size*style.step
	label, indent, down := e.Number, 0.0, 0.0
	switch {
	case label == "":
	case chapter:
		down = 19
		if !Lettered(label) {
			label = "Chapter " + label
		}
	default:
		indent = l.width(f, label) + f.size*0.8
	}
	lines := l.plainLines(f, e.Text, textWidth-indent)
	head := box{keep: true, entries: []*entry{e}, above: style.above, below: style.below}
	element := l.parent.Add(fmt.Sprintf("H%d", e.Level))
	head.height = down + step*float64(len(lines)) + style.rule
	head.draw = func(x, y float64) {
		l.mark(e, y-style.lift)
		l.element = element
		above, at := f, f.size
		if chapter {
			above, at = chapterFace, chapterFace.size
		}
		l.text(above, x, y+at, apart(label))
		l.drawLines(lines, x+indent, y+down+f.size, step)
		if chapter {
			l.rule(x, y+head.height, textWidth, 0.9, accent)
		}
	}
	l.boxes = append(l.boxes, head)
}

// apart is a label with a blank behind it, for readers that take the text without its
// positions.
func apart(label string) string { return strings.TrimLeft(label+" ", " ") }

// mark makes an anchor lead to a height of the page being drawn, unless it leads to one.
func (l *layout) mark(e *entry, y float64) {
	if place := l.targets[e.Anchor]; place != nil && place.Page == 0 {
		*place = structure.Place{Page: l.doc.PageNo(), Y: pageHeight - max(y, 0)}
	}
}

// paragraph makes a box of each line. Neither the first nor the last line stands alone on a
// page.
func (l *layout) paragraph(spans []Span, indent float64) {
	step := bodyFace.size * leading
	lines := l.lines(bodyFace, spans, textWidth-indent)
	element := l.parent.Add("P")
	for i, set := range lines {
		set.justify = i < len(lines)-1
		above, below := set.overhang(step, bodyFace.size)
		made := box{
			height: above + step + below,
			keep:   i == 0 && len(lines) > 1 || i == len(lines)-2,
			inside: i > 0,
			text:   true,
			draw: func(x, y float64) {
				l.element = element
				// The leading is shared out above and below the letters.
				l.drawLine(set, x+indent, y+above+(step+bodyFace.size*0.72)/2)
			},
		}
		if i == 0 {
			made.above = paragraphGap
		}
		if i == len(lines)-1 {
			made.below = paragraphGap
		}
		l.boxes = append(l.boxes, made)
	}
}

func (l *layout) list(list List, indent float64) {
	const gap = 5.0
	marks, widest := slices.Repeat([]string{"•"}, len(list.Items)), 0.0
	for i := range marks {
		if list.Ordered {
			marks[i] = fmt.Sprintf("%d.", list.Start+i)
		}
		widest = max(widest, l.width(bodyFace, marks[i]))
	}
	inside := indent + 8 + widest + gap
	tight := list.tight()
	join := func(at int) { // in a tight list the box there follows the one before it closely
		if tight && at < len(l.boxes) {
			l.boxes[at-1].below, l.boxes[at].above = tightGap, tightGap
		}
	}
	outer := l.parent
	defer func() { l.parent = outer }()
	element := outer.Add("L")
	for i, item := range list.Items {
		first := len(l.boxes)
		entry := element.Add("LI")
		label := entry.Add("Lbl")
		l.parent = entry.Add("LBody")
		l.blocks(item[:min(1, len(item))], nil, inside)
		if len(l.boxes) == first {
			l.paragraph([]Span{{Text: "\u00a0"}}, inside)
		}
		inner := l.boxes[first].draw
		l.boxes[first].draw = func(x, y float64) {
			l.element = label
			y1 := y + (bodyFace.size*leading+bodyFace.size*0.72)/2
			l.text(bodyFace, x+indent+8+widest-l.width(bodyFace, marks[i]), y1, marks[i])
			inner(x, y)
		}
		if i > 0 {
			join(first)
			l.boxes[first].inside = true
		}
		if len(item) > 1 {
			rest := len(l.boxes)
			l.blocks(item[1:], nil, inside)
			join(rest)
		}
	}
}

const tightGap = 2.0

// code sets each line in a box; one that is too wide goes on in the next.
func (l *layout) code(code Code, indent float64) {
	const padding, above = 7.0, 9.0
	element := l.parent.Add("P").Add("Code")
	width := textWidth - indent
	step := codeFace.size * 1.42
	columns := max(1, int((width-2*padding)/l.width(codeFace, "0")))
	var lines []string
	for text := range strings.SplitSeq(strings.ReplaceAll(code.Text, "\t", "    "), "\n") {
		runes := []rune(text)
		for ; len(runes) > columns; runes = runes[columns:] {
			lines = append(lines, string(runes[:columns]))
		}
		lines = append(lines, string(runes))
	}
	for i, text := range lines {
		line := box{height: step, keep: i == 0 && len(lines) > 1 || i == len(lines)-2}
		top := 0.0
		if i == 0 {
			line.above, top = above, padding
			line.height += padding
		}
		if i == len(lines)-1 {
			line.below = above
			line.height += padding
		}
		line.draw = func(x, y float64) {
			l.panel(x+indent, y, width, line.height+0.1, wash)
			l.element = element
			l.text(codeFace, x+indent+padding, y+top+(step+codeFace.size*0.72)/2, text)
		}
		l.boxes = append(l.boxes, line)
	}
}
