package document

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpca/report/table"
)

// separator stands between marks that would otherwise be read together: it
// counts as punctuation and shows nothing.
const separator = "<!-- -->"

// markdownSpans writes running text.
func markdownSpans(spans []Span) string {
	var b strings.Builder
	for i := 0; i < len(spans); {
		if spans[i].Text == "\n" {
			b.WriteString("\\\n")
			i++
			continue
		}
		// A link holds all neighbouring spans that lead to the same place.
		end := i + 1
		for end < len(spans) && spans[end].Link == spans[i].Link && spans[end].Text != "\n" {
			end++
		}
		text := markdownStyled(spans[i:end])
		if spans[i].Link != "" {
			text = markdownLink(text, spans[i].Link)
		} else if end < len(spans) && spans[end].Link != "" && strings.HasSuffix(text, "!") {
			text = text[:len(text)-1] + `\!` // would make an image of the link
		}
		b.WriteString(text)
		i = end
	}
	lines := strings.Split(b.String(), "\n")
	for i, line := range lines {
		line = protectLineStart(strings.TrimSpace(line))
		if text, ok := strings.CutSuffix(line, `\\\`); ok && i < len(lines)-1 {
			line = text + `&#92;\` // not every reader takes the third of three for a line break
		}
		lines[i] = line
	}
	// A backslash at the very end would be text, not a line break.
	return strings.TrimSuffix(strings.Join(lines, "\n"), "\\\n")
}

// markdownStyled writes spans with their emphasis. CommonMark opens and closes
// emphasis by the characters on both sides of the asterisks (0.31, section 6.2):
// blanks must stay outside, and where the inner character is punctuation and the
// outer one a letter, or where two runs of asterisks would meet, a separator
// makes the asterisks mean what they should.
func markdownStyled(spans []Span) string {
	var b strings.Builder
	for i, span := range spans {
		text := oneLineKeepEnds(span.Text)
		inner := strings.TrimSpace(text)
		if inner == "" {
			b.WriteString(text)
			continue
		}
		stars := ""
		if span.Strong {
			stars = "**"
		}
		if span.Emphasis {
			stars += "*"
		}
		lead, trail := text[:strings.Index(text, inner)], text[strings.Index(text, inner)+len(inner):]
		written := markdownCode(span, inner)
		if stars != "" {
			if lead == "" && i > 0 && needsSeparator(written, spans[i-1], true) {
				stars = separator + stars
			}
			written = stars + written + strings.TrimPrefix(stars, separator)
			if trail == "" && i+1 < len(spans) && needsSeparator(written, spans[i+1], false) {
				written += separator
			}
		}
		b.WriteString(lead + written + trail)
	}
	return b.String()
}

// needsSeparator reports whether emphasised text, with or without its closing
// asterisks, has to be kept apart from its neighbour.
func needsSeparator(written string, neighbour Span, before bool) bool {
	var inner, outer rune
	if before {
		inner, _ = utf8.DecodeRuneInString(written)
		outer, _ = utf8.DecodeLastRuneInString(neighbour.Text)
	} else {
		inner, _ = utf8.DecodeLastRuneInString(strings.TrimRight(written, "*"))
		outer, _ = utf8.DecodeRuneInString(neighbour.Text)
		// The separator before a neighbour that is emphasised itself is the
		// neighbour's own.
		if neighbour.Emphasis || neighbour.Strong {
			return false
		}
	}
	if unicode.IsSpace(outer) {
		return false
	}
	if neighbour.Emphasis || neighbour.Strong {
		return true
	}
	return !alphanumeric(inner) && alphanumeric(outer) && !neighbour.Code
}

func alphanumeric(r rune) bool {
	return !unicode.IsPunct(r) && !unicode.IsSymbol(r)
}

// markdownCode writes the text of a span without its emphasis.
func markdownCode(span Span, text string) string {
	if !span.Code {
		return table.EscapeMarkdown(text)
	}
	fence := strings.Repeat("`", 1+longestRun(text, '`'))
	if strings.HasPrefix(text, "`") || strings.HasSuffix(text, "`") {
		text = " " + text + " "
	}
	return fence + text + fence
}

func markdownLink(text, address string) string {
	if strings.ContainsAny(address, " ()<>\\") {
		address = "<" + strings.NewReplacer("<", `\<`, ">", `\>`, `\`, `\\`).Replace(address) + ">"
	}
	return "[" + text + "](" + strings.ReplaceAll(address, "&", "&amp;") + ")"
}

// listOpener matches text that would open a numbered list.
var listOpener = regexp.MustCompile(`^\d{1,9}[.)]`)

// protectLineStart escapes what would make a line of a paragraph into something
// else: a heading, a list, a rule or a directive.
func protectLineStart(line string) string {
	if line == "" {
		return line
	}
	if strings.ContainsRune("#+-=:", rune(line[0])) {
		return `\` + line
	}
	if number := listOpener.FindString(line); number != "" {
		return number[:len(number)-1] + `\` + line[len(number)-1:]
	}
	return line
}

// oneLineKeepEnds turns every run of blanks into one blank, at the ends too.
func oneLineKeepEnds(s string) string {
	var b strings.Builder
	blank := false
	for _, r := range s {
		if unicode.IsSpace(r) && r != '\u00a0' {
			if !blank {
				b.WriteByte(' ')
			}
			blank = true
			continue
		}
		blank = false
		b.WriteRune(r)
	}
	return b.String()
}
