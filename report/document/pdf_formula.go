package document

import (
	"strings"

	"gpca/report/formula"
)

// formulaRoom is how wide a formula in a line of text may be, in sizes of the text, before
// a line may end within it.
const formulaRoom = 9

// in is the face for a style of letters of a formula. Bold text stays so.
func (f face) in(style formula.Style, size float64) face {
	f.size, f.style = size, strings.Trim(f.style, "I")
	switch style {
	case formula.Italic:
		return f.italic()
	case formula.Bold:
		return f.bold()
	}
	return f
}

// measure measures formulas in the styles of a face.
func (t *typesetter) measure(f face) formula.Measure {
	return func(style formula.Style, size float64, text string) float64 { return t.width(f.in(style, size), text) }
}

// drawFormula draws a box of a formula with the left end of its baseline at (x, y).
func (t *typesetter) drawFormula(f face, b formula.Box, x, y float64) {
	t.begin(t.element) // before a transformation
	for _, g := range b.Glyphs {
		use := f.in(g.Style, g.Size)
		if g.Stretch == 1 {
			t.text(use, x+g.X, y+g.Y, g.Text)
			continue
		}
		t.doc.TransformBegin()
		t.doc.TransformScaleY(100*g.Stretch, x+g.X, y+g.Y)
		t.text(use, x+g.X, y+g.Y, g.Text)
		t.doc.TransformEnd()
	}
	t.doc.SetDrawColor(f.ink.red, f.ink.green, f.ink.blue)
	for _, s := range b.Strokes {
		t.doc.SetLineWidth(s.Thickness)
		t.doc.Line(x+s.X1, y+s.Y1, x+s.X2, y+s.Y2)
	}
}

// overhang is how far formulas of a line reach above and below the room of a line of text.
func (l line) overhang(step, size float64) (above, below float64) {
	over := (step + size*0.72) / 2
	for _, w := range l.words {
		for _, f := range w.fragments {
			if f.box != nil {
				above, below = max(above, f.box.Ascent-over), max(below, f.box.Descent-(step-over))
			}
		}
	}
	return above, below
}

// equation sets a display in the middle of the line, its number at the end. One that is too
// wide is set in several lines.
func (l *layout) equation(e Equation, indent float64) {
	tag, width := e.Formula.Tag, textWidth-indent
	if tag != "" {
		tag = "(" + tag + ")"
	}
	number := l.width(bodyFace, tag)
	element := l.parent.Add("Formula")
	element.Alt = strings.TrimSpace(e.Formula.Plain() + " " + tag)
	lines := e.Formula.Set(l.measure(bodyFace), bodyFace.size, true, width-2*number)
	if last := len(l.boxes) - 1; last >= 0 && l.boxes[last].text { // its sentence
		l.boxes[last].keep = true
	}
	for i, set := range lines {
		made := box{height: set.Ascent + set.Descent, above: 8, below: 8, keep: i < len(lines)-1, inside: true}
		made.draw = func(x, y float64) {
			l.element = element
			l.drawFormula(bodyFace, set, x+indent+(width-set.Width)/2, y+set.Ascent)
			if i == 0 {
				l.text(bodyFace, x+indent+width-number, y+set.Ascent, tag)
			}
		}
		l.boxes = append(l.boxes, made)
	}
}

// algorithm sets an algorithm between rules, under its title. It stays on one page.
func (l *layout) algorithm(a Algorithm, e *entry) {
	const padding = 4.0
	title := []Span{{Text: "Algorithm " + a.Number + ": ", Strong: true}, {Text: a.Title}}
	lines := l.lines(captionFace, title, textWidth)
	step := captionFace.size * captionStep
	head := box{height: step*float64(len(lines)) + 2*padding, above: floatGap, below: padding}
	outer := l.parent
	defer func() { l.parent = outer }()
	l.parent = outer.Add("Div")
	element := l.parent.Add("P")
	head.draw = func(x, y float64) {
		l.mark(e, y-8)
		l.rule(x, y, textWidth, thickRule, black)
		l.element = element
		l.drawLines(lines, x, y+padding+captionFace.size, step)
		l.rule(x, y+head.height, textWidth, thinRule, black)
	}
	first := len(l.boxes)
	l.boxes = append(l.boxes, head)
	l.blocks(a.Blocks, nil, 0)
	for i := first; i < len(l.boxes); i++ {
		l.boxes[i].keep = true
	}
	end := func(x, y float64) { l.rule(x, y+padding, textWidth, thickRule, black) }
	l.boxes = append(l.boxes, box{height: padding, below: floatGap, draw: end})
}
