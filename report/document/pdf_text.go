package document

import (
	"net/url"
	"regexp"
	"strings"
	"unicode"

	"gpca/figures/vgfpdf"
	"gpca/report/document/internal/structure"
)

// words makes words of spans. A blank ends a word; so do a hyphen or slash
// between letters, and in long code the signs that names are built with. A word
// wider than a line is parted wherever the line is full.
func (t *typesetter) words(base face, spans []Span, width float64) []word {
	var words []word
	open := false // the last word goes on with what follows
	add := func(piece fragment, starts bool) {
		if !open || starts {
			words = append(words, word{})
		}
		words[len(words)-1].add(piece)
		open = true
	}
	for _, span := range typeset(spans) {
		f := spanFace(base, span)
		if span.Formula != nil {
			alt := span.Formula.Plain()
			for j, box := range span.Formula.Set(t.measure(f), f.size, false, formulaRoom*f.size) {
				add(fragment{face: f, box: &box, width: box.Width, link: span.Link, alt: alt}, j > 0)
				alt = ""
				words[len(words)-1].gap = box.Gap
			}
			continue
		}
		blank := t.width(f, " ")
		for _, part := range wordOrBlanks.FindAllString(span.Text, -1) {
			if blanks.MatchString(part) {
				if len(words) > 0 {
					words[len(words)-1].gap = blank
				}
				open = false
				continue
			}
			for j, piece := range breakable(part, span) {
				add(fragment{face: f, text: piece, width: t.width(f, piece), link: span.Link}, j > 0)
			}
		}
	}
	return t.fitWords(words, width)
}

// blanks part words; no-break spaces, which unicode.IsSpace has too, are part of them.
var (
	blanks       = regexp.MustCompile(`^[\t-\r \x{85}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{205f}\x{3000}]`)
	wordOrBlanks = regexp.MustCompile(blanks.String()[1:] + `+|[^` + blanks.String()[2:] + `+`)
)

// breakable splits a word behind the signs at which a line may end.
func breakable(text string, span Span) []string {
	signs := "-–—/"
	if (span.Code || span.Link != "") && len(text) > 24 {
		signs += "._,:=&?("
	}
	var pieces []string
	runes := []rune(text)
	start := 0
	for i := 1; i < len(runes)-1; i++ {
		if strings.ContainsRune(signs, runes[i]) && i-start >= 2 && len(runes)-i > 2 &&
			alphanumeric(runes[i-1]) && alphanumeric(runes[i+1]) {
			pieces = append(pieces, string(runes[start:i+1]))
			start = i + 1
		}
	}
	return append(pieces, string(runes[start:]))
}

func alphanumeric(r rune) bool {
	return !unicode.IsPunct(r) && !unicode.IsSymbol(r)
}

// fitWords parts the words that are wider than a line.
func (t *typesetter) fitWords(words []word, width float64) []word {
	var fitted []word
	for _, w := range words {
		if w.width <= width {
			fitted = append(fitted, w)
			continue
		}
		part := word{}
		add := func(piece fragment) {
			if part.width+piece.width > width && part.width > 0 {
				fitted, part = append(fitted, part), word{}
			}
			part.add(piece)
		}
		for _, f := range w.fragments {
			if f.box != nil {
				add(f)
				continue
			}
			for _, r := range f.text {
				add(fragment{face: f.face, text: string(r), width: t.width(f.face, string(r)), link: f.link})
			}
		}
		part.gap = w.gap
		fitted = append(fitted, part)
	}
	return fitted
}

func (w *word) add(f fragment) {
	w.fragments = append(w.fragments, f)
	w.width += f.width
}

// spanFace is the face of a span in text whose face is base.
func spanFace(base face, span Span) face {
	f := base
	if span.Code {
		// The font of fixed width looks larger than the others at its size.
		f.size *= sizeTable / sizeText
		f.family, f.style = vgfpdf.Mono, strings.Trim(base.style, "I")
	}
	if span.Strong {
		f = f.bold()
	}
	if span.Emphasis {
		f = f.italic()
	}
	if span.Link != "" {
		f.ink = accent
	}
	return f
}

// lines sets spans in lines of a width; mentions of tables and figures lead to them.
func (t *typesetter) lines(base face, spans []Span, width float64) []line {
	return breakLines(t.words(base, withReferences(spans, t.targets), width), width)
}

// plainLines sets text of one face, such as a title, in lines of a width.
func (t *typesetter) plainLines(f face, text string, width float64) []line {
	return breakLines(t.words(f, []Span{{Text: oneLine(text)}}, width), width)
}

// drawLines draws lines a step apart, the first with its baseline at y.
func (t *typesetter) drawLines(lines []line, x, y, step float64) {
	for i, l := range lines {
		t.drawLine(l, x, y+step*float64(i))
	}
}

// drawLine draws a line with its baseline at y.
func (t *typesetter) drawLine(l line, x, y float64) {
	stretch := 1.0
	if slack := l.room - l.width; l.gaps > 0 && (slack < 0 || l.justify && slack <= l.gaps*maxStretch) {
		stretch = 1 + slack/l.gaps
	}
	var linked fragment // the first with the link of the text
	from, end := x, x   // of that text
	inside := t.element
	defer func() { t.element = inside }()
	for _, w := range l.words {
		for j, f := range w.fragments {
			if f.link != linked.link {
				t.link(linked, from, y, end)
				linked, from = f, x
				if t.element = inside; f.link != "" {
					t.element = inside.Add("Link")
				}
			}
			if f.box != nil {
				within := t.element
				if t.element = within.Add("Formula"); t.element != nil {
					t.element.Alt = f.alt
				}
				t.drawFormula(f.face, *f.box, x, y)
				t.element = within
			} else {
				text := f.text
				if j == len(w.fragments)-1 && w.gap > 0 {
					text += " " // for readers that take the text without its positions
				}
				t.text(f.face, x, y, text)
			}
			x += f.width
			end = x
		}
		x += w.gap * stretch
	}
	t.link(linked, from, y, end)
}

// link makes the text between two places of a baseline lead to the address of its first part.
func (t *typesetter) link(first fragment, from, y, to float64) {
	address, size := first.link, first.face.size
	if address == "" || to <= from {
		return
	}
	t.leadTo(address, from, y-size*0.9, to-from, size*1.25)
}

// leadTo makes an area lead to an address, or to the place of an anchor behind "#". The link belongs to what is drawn;
// what is drawn again, and so is no part of the text, has none (ISO 14289-1, 7.18.5).
func (t *typesetter) leadTo(address string, x, y, width, height float64) {
	if t.element == nil {
		return
	}
	area := [4]float64{x, pageHeight - y - height, x + width, pageHeight - y}
	var to *structure.Place
	if anchor, internal := strings.CutPrefix(address, "#"); internal {
		if to = t.targets[anchor]; to == nil {
			return // it is in the other part of the document
		}
	} else if parsed, err := url.Parse(address); err == nil {
		address = parsed.String() // without what a PDF cannot have
	}
	t.tree.Link(t.element, t.doc.PageNo(), area, address, to)
}
