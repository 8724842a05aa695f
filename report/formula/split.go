package formula

import (
	"regexp"
	"strings"
)

// A Part of a text is a formula, or text where Formula is nil.
type Part struct {
	Text    string // with its dollar signs for a formula
	Formula *Formula
}

var dollars = regexp.MustCompile(`\$[^$\s](?:[^$]*[^$\s])?\$`)

// Split parts a text at the formulas between dollar signs in it. What cannot be read as
// a formula is text, and so is what ends before a digit, as prices do.
func Split(text string) []Part {
	var parts []Part
	start := 0
	for _, at := range dollars.FindAllStringIndex(text, -1) {
		f, err := Parse(text[at[0]+1 : at[1]-1])
		price := at[1] < len(text) && text[at[1]] >= '0' && text[at[1]] <= '9'
		if err != nil || price {
			continue
		}
		if start < at[0] {
			parts = append(parts, Part{Text: text[start:at[0]]})
		}
		parts = append(parts, Part{text[at[0]:at[1]], f})
		start = at[1]
	}
	if start < len(text) {
		parts = append(parts, Part{Text: text[start:]})
	}
	return parts
}

// Plain is a text with its formulas in Unicode.
func Plain(text string) string {
	same := func(text string) string { return text }
	return join(text, same, (*Formula).Plain)
}

// Spell writes a text for a format: its words as the format spells them, and its formulas
// in TeX between dollar signs.
func Spell(text string, words func(string) string, tex func(*Formula) string) string {
	return join(text, words, func(f *Formula) string { return "$" + tex(f) + "$" })
}

func join(text string, words func(string) string, formula func(*Formula) string) string {
	var b strings.Builder
	for _, part := range Split(text) {
		if part.Formula != nil {
			b.WriteString(formula(part.Formula))
		} else {
			b.WriteString(words(part.Text))
		}
	}
	return b.String()
}
