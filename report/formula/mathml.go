package formula

import (
	"encoding/xml"
	"strings"
)

// MathML is the formula as a math element of MathML Core, which browsers show without a
// script, with its plain text for programs that do not. A display stands on lines of its
// own.
func (f *Formula) MathML(display bool) string {
	var b strings.Builder
	b.WriteString("<math")
	if display {
		b.WriteString(` display="block"`)
	}
	b.WriteString(` alttext="` + escape(f.Plain()) + `">`)
	f.body.mathML(&b, display)
	b.WriteString("</math>")
	return b.String()
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a strings.Builder does not fail
	return b.String()
}

func element(b *strings.Builder, name string, display bool, parts ...node) {
	b.WriteString("<" + name + ">")
	for _, part := range parts {
		part.mathML(b, display)
	}
	b.WriteString("</" + strings.Fields(name)[0] + ">")
}

func (s symbol) mathML(b *strings.Builder, _ bool) {
	text := escape(s.text)
	switch {
	case s.style == Words: // a blank at the edge of the element would not be shown
		b.WriteString("<mtext>" + strings.ReplaceAll(text, " ", "\u00a0") + "</mtext>")
	case s.class == opening || s.class == closing:
		b.WriteString(`<mo stretchy="false" lspace="0" rspace="0">` + text + "</mo>")
	case strings.TrimSpace(s.text) == "":
		width := map[string]string{"\u2003": "1em", "\u2009": "0.17em"}[s.text]
		b.WriteString(`<mspace width="` + width + `"/>`)
	case s.style == Italic, s.class == operator && len(s.text) > 1 && isLetter(rune(s.text[0])):
		b.WriteString("<mi>" + text + "</mi>")
	case s.style == Bold:
		b.WriteString("<mi>" + strings.Map(bold, s.text) + "</mi>")
	case s.text[0] >= '0' && s.text[0] <= '9':
		b.WriteString("<mn>" + text + "</mn>")
	case isLetter(rune(s.text[0])), strings.Contains("∞⊤ΓΔΘΛΞΠΣΦΨΩ", s.text):
		b.WriteString(`<mi mathvariant="normal">` + text + "</mi>")
	case s.class == ordinary: // a sign before a number, the slash
		b.WriteString(`<mo form="prefix" lspace="0" rspace="0">` + text + "</mo>")
	default:
		b.WriteString("<mo>" + text + "</mo>")
	}
}

// bold is the bold letter or digit of mathematics: MathML Core has no other way to say so.
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

func (r row) mathML(b *strings.Builder, display bool) {
	b.WriteString("<mrow>")
	for i, part := range r {
		// Of operators, browsers space signs, but not names.
		if i > 0 && gaps[r[i-1].kind()][part.kind()] == 3 {
			b.WriteString(`<mspace width="0.17em"/>`)
		}
		part.mathML(b, display)
	}
	b.WriteString("</mrow>")
}

func (s scripted) mathML(b *strings.Builder, display bool) {
	above := s.above
	if s.primes > 0 {
		primes := symbol{strings.Repeat("′", s.primes), binary, Upright}
		if above = primes; s.above != nil {
			above = row{primes, s.above}
		}
	}
	under, over, both := "msub", "msup", "msubsup"
	if display && limits(s.base) {
		under, over, both = "munder", "mover", "munderover"
	}
	switch {
	case s.below == nil:
		element(b, over, display, s.base, above)
	case above == nil:
		element(b, under, display, s.base, s.below)
	default:
		element(b, both, display, s.base, s.below, above)
	}
}

func (f fraction) mathML(b *strings.Builder, display bool) {
	element(b, "mfrac", false, f.above, f.below)
}

func (r root) mathML(b *strings.Builder, display bool) { element(b, "msqrt", false, r.of) }

func (a accent) mathML(b *strings.Builder, display bool) {
	element(b, `mover accent="true"`, display, a.of, symbol{a.sign.spacing, binary, Upright})
}

func (f fenced) mathML(b *strings.Builder, display bool) {
	b.WriteString("<mrow>")
	delimit(b, f.left)
	f.inner.mathML(b, display)
	delimit(b, f.right)
	b.WriteString("</mrow>")
}

// delimit writes a delimiter that grows with what stands beside it.
func delimit(b *strings.Builder, text string) {
	if text != "" {
		b.WriteString(`<mo fence="true" stretchy="true">` + escape(text) + "</mo>")
	}
}

func (g grid) mathML(b *strings.Builder, _ bool) {
	align := "left"
	if g.centred {
		align = "center"
	}
	b.WriteString("<mtable>")
	for _, line := range g.lines {
		b.WriteString("<mtr>")
		for _, cell := range line {
			element(b, `mtd style="text-align:`+align+`"`, false, cell)
		}
		b.WriteString("</mtr>")
	}
	b.WriteString("</mtable>")
}
