package formula

import (
	"html"
	"strings"
)

// MathML is the formula as a math element of MathML Core, with its plain text for programs that do not show
// MathML. A display stands on lines of its own.
func (f *Formula) MathML(display bool) string {
	block := ""
	if display {
		block = ` display="block"`
	}
	return "<math" + block + ` alttext="` + html.EscapeString(f.Plain()) + `">` + f.body.mathML(display) + "</math>"
}

func element(name string, display bool, parts ...node) string {
	inner := ""
	for _, part := range parts {
		inner += part.mathML(display)
	}
	return "<" + name + ">" + inner + "</" + strings.Fields(name)[0] + ">"
}

func (s symbol) mathML(bool) string {
	text := html.EscapeString(s.text)
	switch first := rune(s.text[0]); {
	case s.style == Words: // browsers drop blanks at the edges of the element
		return "<mtext>" + strings.ReplaceAll(text, " ", "\u00a0") + "</mtext>"
	case s.class == opening || s.class == closing:
		return `<mo stretchy="false" lspace="0" rspace="0">` + text + "</mo>"
	case s.text == "\u2003":
		return `<mspace width="1em"/>`
	case s.text == "\u2009":
		return thinSpace
	case s.style == Italic, s.class == operator && len(s.text) > 1 && isLetter(first):
		return "<mi>" + text + "</mi>"
	case s.style == Bold:
		return "<mi>" + strings.Map(bold, s.text) + "</mi>"
	case '0' <= first && first <= '9':
		return "<mn>" + text + "</mn>"
	case isLetter(first), strings.Contains("∞⊤ΓΔΘΛΞΠΣΦΨΩ", s.text):
		return `<mi mathvariant="normal">` + text + "</mi>"
	case s.class == ordinary: // a sign before a number, the slash
		return `<mo form="prefix" lspace="0" rspace="0">` + text + "</mo>"
	}
	return "<mo>" + text + "</mo>"
}

const thinSpace = `<mspace width="0.17em"/>`

// bold is the bold letter or digit of Unicode, since MathML Core has no attribute for it.
func bold(r rune) rune {
	switch {
	case 'A' <= r && r <= 'Z':
		return 0x1D400 + r - 'A'
	case 'a' <= r && r <= 'z':
		return 0x1D41A + r - 'a'
	case '0' <= r && r <= '9':
		return 0x1D7CE + r - '0'
	}
	return r
}

func (r row) mathML(display bool) string {
	inner := ""
	for i, part := range r {
		// Browsers put space around signs, but not around names.
		if i > 0 && gaps[r[i-1].kind()][part.kind()] == 3 {
			inner += thinSpace
		}
		inner += part.mathML(display)
	}
	return "<mrow>" + inner + "</mrow>"
}

func (s scripted) mathML(display bool) string {
	parts, name := []node{s.base}, ""
	if s.below != nil {
		parts, name = append(parts, s.below), "sub"
	}
	if s.primes > 0 {
		primes := symbol{strings.Repeat("′", s.primes), binary, Upright}
		if s.above != nil {
			parts = append(parts, row{primes, s.above})
		} else {
			parts = append(parts, primes)
		}
		name += "sup"
	} else if s.above != nil {
		parts, name = append(parts, s.above), name+"sup"
	}
	if display && limits(s.base) {
		name = strings.NewReplacer("sub", "under", "sup", "over").Replace(name)
	}
	return element("m"+name, display, parts...)
}

func (f fraction) mathML(bool) string { return element("mfrac", false, f.above, f.below) }

func (r root) mathML(bool) string { return element("msqrt", false, r.of) }

func (a accent) mathML(display bool) string {
	return element(`mover accent="true"`, display, a.of, symbol{a.sign.spacing, binary, Upright})
}

func (f fenced) mathML(display bool) string {
	return "<mrow>" + delimiter(f.left) + f.inner.mathML(display) + delimiter(f.right) + "</mrow>"
}

func delimiter(text string) string {
	if text == "" {
		return ""
	}
	return `<mo fence="true" stretchy="true">` + html.EscapeString(text) + "</mo>"
}

func (g grid) mathML(bool) string {
	cell := `mtd style="text-align:left"`
	if g.centred {
		cell = `mtd style="text-align:center"`
	}
	rows := ""
	for _, line := range g.lines {
		rows += "<mtr>"
		for _, part := range line {
			rows += element(cell, false, part)
		}
		rows += "</mtr>"
	}
	return "<mtable>" + rows + "</mtable>"
}
