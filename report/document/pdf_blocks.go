package document

import (
	"fmt"
	"strings"

	"gpca/figures/vgfpdf"
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

	textWidth      = 16 * cm
	textHeight     = pageHeight - marginTop - marginBottom
	sidewaysWidth  = pageHeight - 2*marginSide
	sidewaysHeight = pageWidth - marginTop - marginBottom
)

// Faces of the text. DejaVu, of captions and headings, is a large face: serifScale of a size
// of it looks like that size of the serif.
var (
	bodyFace    = face{vgfpdf.Serif, "", 10.5, black}
	codeFace    = face{vgfpdf.Mono, "", 7.6, black}
	captionFace = face{vgfpdf.Sans, "", 8.2, black}
	noteFace    = face{vgfpdf.Sans, "", 7.2, grey}
	headFaces   = [maxLevel]face{
		{vgfpdf.Sans, "B", 19, black}, {vgfpdf.Sans, "B", 12.5, black},
		{vgfpdf.Sans, "B", 10.2, black}, {vgfpdf.Serif, "BI", 10.5, black},
	}
	chapterFace = face{vgfpdf.Sans, "", 10.5, accent}
)

const (
	serifScale   = 0.88
	leading      = 1.32 // baseline to baseline, in sizes of the face
	paragraphGap = 6.5
	floatGap     = 16.0
)

// A builder makes boxes of blocks.
type builder struct {
	*typesetter
	boxes    []box
	newPage  bool // asked for by a page break
	headings []*entry
	tables   []*entry
	figures  []*entry
}

func (b *builder) append(boxes ...box) {
	for i := range boxes {
		if i == 0 && b.newPage {
			boxes[i].newPage, b.newPage = true, false
		}
		b.boxes = append(b.boxes, boxes[i])
	}
}

// blocks sets blocks at an indentation; the anchors are those of top-level
// blocks, nil inside lists and quotes.
func (b *builder) blocks(blocks []Block, anchors []string, indent float64, base face) {
	for i := 0; i < len(blocks); i++ {
		switch block := blocks[i].(type) {
		case Written:
			b.blocks([]Block{block.Block}, nil, indent, base)
		case Heading:
			b.heading(block, anchors[i])
		case Paragraph:
			b.paragraph(block.Spans, indent, base)
		case List:
			b.list(block, indent, base)
		case Quote:
			b.quote(block, indent, base)
		case Code:
			b.code(block, indent)
		case Equation:
			b.equation(block, indent, base)
		case Algorithm:
			b.algorithm(block, anchors[i])
		case TextTable:
			b.textTable(block)
		case TableBlock:
			b.table(block.Table, anchors[i])
		case FigureBlock:
			if i+1 < len(blocks) {
				if next, ok := blocks[i+1].(FigureBlock); ok && halfWide(block) && halfWide(next) {
					b.figurePair(block, next, anchors[i], anchors[i+1])
					i++
					continue
				}
			}
			b.append(b.figure(block, anchors[i], textWidth))
		case PageBreak:
			b.newPage = true
		}
	}
}

func (b *builder) heading(h Heading, anchor string) {
	b.where = fmt.Sprintf("heading %q", h.Title())
	title := oneLine(h.Text)
	e := &entry{Level: h.Level, Number: h.Number, Text: title, Anchor: anchor}
	b.headings = append(b.headings, e)
	f := headFaces[h.Level-1]
	head := box{keep: true, heading: e, what: b.where}

	if h.Level == 1 {
		// The number of a chapter stands above its title.
		lines := b.plainLines(f, title, textWidth)
		label, labelHeight := h.Number, 0.0
		if label != "" {
			labelHeight = 19
			if !strings.HasPrefix(label, "Appendix") {
				label = "Chapter " + label
			}
		}
		step := f.size * 1.25
		head.above = 40
		head.height = labelHeight + step*float64(len(lines)) + 8
		head.below = 20
		head.draw = func(x, y float64) {
			b.mark(e, y-20)
			if label != "" {
				b.text(chapterFace, x, y+chapterFace.size, label)
			}
			b.drawLines(lines, x, y+labelHeight+f.size, step, textWidth)
			b.rule(x, y+head.height, textWidth, 0.9, accent)
		}
		b.append(head)
		return
	}

	number, indent := h.Number, 0.0
	if number != "" {
		indent = b.width(f, number) + f.size*0.8
	}
	lines := b.plainLines(f, title, textWidth-indent)
	step := f.size * 1.3
	head.height = step * float64(len(lines))
	head.above = [maxLevel]float64{0, 24, 18, 13}[h.Level-1]
	head.below = [maxLevel]float64{0, 8, 5, 3}[h.Level-1]
	head.draw = func(x, y float64) {
		b.mark(e, y-4)
		b.text(f, x, y+f.size, number)
		b.drawLines(lines, x+indent, y+f.size, step, textWidth)
	}
	b.append(head)
}

// mark makes the anchor of a block lead to a height of the page being drawn.
func (b *builder) mark(e *entry, y float64) {
	b.doc.SetLink(b.target(e.Anchor), max(y, 0), b.doc.PageNo())
}

func (b *builder) paragraph(spans []Span, indent float64, base face) {
	if len(spans) > 0 {
		b.where = fmt.Sprintf("paragraph %q", excerpt(spans))
	}
	width := textWidth - indent
	b.append(b.textBoxes(b.lines(base, spans, width), indent, width, base)...)
}

func excerpt(spans []Span) string {
	text := []rune(oneLine(spans[0].Text))
	if len(text) > 40 {
		return string(text[:40]) + "…"
	}
	return string(text)
}

// textBoxes makes a box of each line. Neither the first nor the last line of a
// paragraph stands alone on a page.
func (b *builder) textBoxes(lines []line, indent, width float64, f face) []box {
	boxes := make([]box, len(lines))
	for i, l := range lines {
		step := f.size * leading
		above, below := l.overhang(step, f.size)
		boxes[i] = box{
			height: above + step + below,
			keep:   i == 0 && len(lines) > 1 || i == len(lines)-2,
			what:   b.where,
			draw: func(x, y float64) {
				// The leading is shared out above and below the letters.
				b.drawLine(l, x+indent, y+above+(step+f.size*0.72)/2, width, true)
			},
		}
	}
	if len(lines) > 0 {
		boxes[0].above = paragraphGap
		boxes[len(boxes)-1].below = paragraphGap
	}
	return boxes
}

func (b *builder) list(list List, indent float64, base face) {
	const gap = 5.0
	marks := make([]string, len(list.Items))
	widest := 0.0
	for i := range list.Items {
		marks[i] = "•"
		if list.Ordered {
			marks[i] = fmt.Sprintf("%d.", list.Start+i)
		}
		widest = max(widest, b.width(base, marks[i]))
	}
	hang := widest + gap
	join := func(at int) { // the box there follows the one before it closely
		b.boxes[at-1].below, b.boxes[at].above = tightGap, tightGap
	}
	tight := isTight(list)
	for i, item := range list.Items {
		first := len(b.boxes)
		b.blocks(item[:min(1, len(item))], nil, indent+8+hang, base)
		if len(b.boxes) == first {
			b.paragraph([]Span{{Text: "\u00a0"}}, indent+8+hang, base)
		}
		opening := &b.boxes[first]
		inner, step := opening.draw, base.size*leading
		opening.draw = func(x, y float64) {
			b.text(base, x+indent+8+widest-b.width(base, marks[i]), y+(step+base.size*0.72)/2, marks[i])
			inner(x, y)
		}
		if tight && i > 0 {
			join(first)
		}
		if len(item) > 1 {
			rest := len(b.boxes)
			b.blocks(item[1:], nil, indent+8+hang, base)
			if tight && len(b.boxes) > rest {
				join(rest)
			}
		}
	}
}

const tightGap = 2.0

// isTight reports whether the items of a list are single paragraphs, with no more than
// a list under each. CommonMark forbids a list that starts with another number than 1
// to follow text without a blank line.
func isTight(list List) bool {
	for _, item := range list.Items {
		if len(item) > 2 {
			return false
		}
		for i, block := range item {
			nested, isList := block.(List)
			if _, isCode := block.(Code); isCode { // which may have blank lines of its own
				return false
			}
			if i > 0 && (!isList || nested.Ordered && nested.Start != 1) || isList && !isTight(nested) {
				return false
			}
		}
	}
	return true
}

func (b *builder) quote(quote Quote, indent float64, base face) {
	const bar = 14.0
	first := len(b.boxes)
	b.blocks(quote.Blocks, nil, indent+bar, base.italic())
	for i := first; i < len(b.boxes); i++ {
		inner, height := b.boxes[i].draw, b.boxes[i].height
		if i < len(b.boxes)-1 {
			height += max(b.boxes[i].below, b.boxes[i+1].above)
		}
		b.boxes[i].draw = func(x, y float64) {
			b.panel(x+indent+2, y, 1.6, height, pale)
			inner(x, y)
		}
	}
}

func (b *builder) code(code Code, indent float64) {
	b.where = fmt.Sprintf("code %q", excerpt([]Span{{Text: code.Text}}))
	const padding = 7.0
	width := textWidth - indent
	step := codeFace.size * 1.42
	columns := max(1, int((width-2*padding)/b.width(codeFace, "0")))
	lines := strings.Split(strings.ReplaceAll(code.Text, "\t", "    "), "\n")
	var folded []string
	for _, text := range lines {
		runes := []rune(text)
		for len(runes) > columns {
			folded = append(folded, string(runes[:columns-1])+"↩")
			runes = append([]rune("  "), runes[columns-1:]...)
		}
		folded = append(folded, string(runes))
	}
	for i, text := range folded {
		first, last := i == 0, i == len(folded)-1
		line := box{height: step, keep: first && !last || i == len(folded)-2, what: b.where}
		top := 0.0
		if first {
			top = padding
			line.above = 9
		}
		line.height += top
		if last {
			line.height += padding
			line.below = 9
		}
		height := line.height
		line.draw = func(x, y float64) {
			b.panel(x+indent, y, width, height+0.1, wash)
			b.text(codeFace, x+indent+padding, y+top+(step+codeFace.size*0.72)/2, text)
		}
		b.append(line)
	}
}
