package formula

import (
	"regexp"
	"strings"
)

// A Part of a text is a formula, or text if Formula is nil.
type Part struct {
	Text    string // including the dollar signs of a formula
	Formula *Formula
}

var dollars = regexp.MustCompile(`\$[^$\s](?:[^$]*[^$\s])?\$`)

// Split splits a text at its formulas between dollar signs. What is no valid formula stays text, as does
// what ends before a digit, such as a price.
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

// Spell converts a text to a format: its words by a function, its formulas to TeX between dollar signs.
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
