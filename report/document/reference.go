package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpca/report/document/internal/structure"
)

// "Table 2.1", "Tables 2.1 to 2.4 and KC.1": what starts a reference, and what goes on with it.
var (
	referenceKind   = regexp.MustCompile(`\b(Table|Figure)s?[ \x{a0}]`)
	referenceNumber = regexp.MustCompile(`^[\pL\d]+(?:[.-][\pL\d]+)*`)
	referenceNext   = regexp.MustCompile(`^(?:, and |, or |, | and | or | to |–)`)
)

// withReferences makes the mentions of tables and figures in spans lead to them, if the
// document has their anchors. Code, links and what is strong, as the start of a caption,
// stay as they are.
func withReferences(spans []Span, anchors map[string]*structure.Place) []Span {
	var linked []Span
	for _, span := range spans {
		text, done := span.Text, 0 // of it, in linked
		if span.Code || span.Strong || span.Link != "" {
			text = ""
		}
		for _, at := range referenceKind.FindAllStringSubmatchIndex(text, -1) {
			kind, from, end := strings.ToLower(text[at[2]:at[3]]), at[0], at[1]
			for {
				number := referenceNumber.FindString(text[end:])
				anchor := kind + "-" + number
				if number == "" || anchors[anchor] == nil {
					break
				}
				end += len(number)
				before, mention := span, span
				before.Text, mention.Text, mention.Link = text[done:from], text[from:end], "#"+anchor
				if before.Text != "" {
					linked = append(linked, before)
				}
				linked = append(linked, mention)
				done = end
				end += len(referenceNext.FindString(text[end:]))
				from = end
			}
		}
		if span.Text = span.Text[done:]; span.Text != "" || done == 0 {
			linked = append(linked, span)
		}
	}
	return linked
}

// What belongs on one line: a word and its number, and a number with the sign before or behind it. A hyphen before a
// number is a minus.
var (
	tied = regexp.MustCompile(`\b(Figures?|Tables?|Section|Chapter|Algorithm|Theorem|Appendix|Supplement|equation) ` +
		`([A-Z]\b|[A-Z]?\d)`)
	times   = regexp.MustCompile(`(\d) × `)
	equal   = regexp.MustCompile(`(^|[ (\[“])([a-zαγρσ]) ([=≠<>≤≥]) ([−+]?[\d∞])`)
	negated = regexp.MustCompile(`(^|[ (\[])-(\d)`)
)

// symbols matches a variable before its number, and a function of one: p = 0.5, σ < 3, f(u), f′(x).
var symbols = regexp.MustCompile(`(?:^|[ (\[“])(?:([a-zαγρσ])\x{a0}[=≠<>≤≥]|(f)′?\(([a-z])\))`)

// typeset sets variables in italics, and ties what belongs on one line. The last letter of the span before says what a
// span begins with: Table 2-3 has no minus, though a link ends before its hyphen.
func typeset(spans []Span) []Span {
	var set []Span
	last := ""
	for _, span := range spans {
		text, done := last+span.Text, len(last)
		if r, _ := utf8.DecodeLastRuneInString(text); text == "" || unicode.IsSpace(r) {
			last = ""
		} else {
			last = string(r)
		}
		if span.Code || span.Formula != nil {
			set = append(set, span)
			continue
		}
		text = tied.ReplaceAllString(text, "$1\u00a0$2")
		text = times.ReplaceAllString(text, "$1\u00a0×\u00a0")
		text = negated.ReplaceAllString(text, "$1−$2")
		text = equal.ReplaceAllString(text, "$1$2\u00a0$3\u00a0$4")
		add := func(to int, italic bool) {
			if done < to {
				part := span
				part.Text, part.Emphasis = text[done:to], span.Emphasis || italic
				set, done = append(set, part), to
			}
		}
		for _, at := range symbols.FindAllStringSubmatchIndex(text, -1) {
			for i := 2; i < len(at); i += 2 {
				if at[i] >= 0 {
					add(at[i], false)
					add(at[i+1], true)
				}
			}
		}
		add(len(text), false)
	}
	return set
}
