package document

import (
	"regexp"
	"strings"

	"gpca/report/document/structure"
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
