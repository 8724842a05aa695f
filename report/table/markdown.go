package table

import (
	"io"
	"strings"

	"github.com/clipperhouse/displaywidth"

	"gpca/report/formula"
	"gpca/report/words"
)

// WriteMarkdown writes the table in GitHub Flavored Markdown: a caption line, the table with padded
// columns, and its notes as a list.
func (t *Table) WriteMarkdown(w io.Writer) error {
	sheet, err := t.Sheet()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("**" + sheet.Title + ":** " + EscapeMarkdown(sheet.Caption) + "\n\n")
	sheet.markdownGrid(&b)
	b.WriteString("\n")
	for _, note := range sheet.Notes {
		b.WriteString("- " + EscapeMarkdown(note.String()) + "\n")
	}
	return t.write(w, b.String())
}

// markdownGrid writes the header, the rule and the rows, each column as wide as its widest cell.
func (s Sheet) markdownGrid(b *strings.Builder) {
	lines := [][]string{words.Each(append([]string{s.Corner}, s.Columns...), EscapeMarkdown)}
	for _, row := range s.Rows {
		line := []string{markdownStyle(formula.Spell(row.TeX, EscapeMarkdown, (*formula.Formula).Source), false,
			row.Summary)}
		for _, entry := range row.Entries {
			text := markdownStyle(EscapeMarkdown(entry.String()), entry.Bold, row.Summary)
			if p := entry.InPrint; p.Printed != "" {
				text += " (" + markdownStyle(p.String(), p.Bold, false) + ")"
			}
			line = append(line, text)
		}
		lines = append(lines, line)
	}
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, text := range line {
			line[i] = strings.TrimSpace(strings.ReplaceAll(text, "\n", " "))
			widths[i] = max(widths[i], 1, displaywidth.String(line[i]))
		}
	}
	for i, line := range lines {
		for k, text := range line {
			room := strings.Repeat(" ", widths[k]-displaywidth.String(text))
			if k == 0 {
				b.WriteString("| " + text + room + " |")
			} else {
				b.WriteString(" " + room + text + " |")
			}
		}
		b.WriteString("\n")
		if i == 0 {
			b.WriteString("|:" + strings.Repeat("-", widths[0]+1) + "|")
			for _, width := range widths[1:] {
				b.WriteString(strings.Repeat("-", width+1) + ":|")
			}
			b.WriteString("\n")
		}
	}
}

func markdownStyle(text string, bold, italic bool) string {
	if text != "" && italic {
		text = "*" + text + "*"
	}
	if text != "" && bold {
		text = "**" + text + "**"
	}
	return text
}

// EscapeMarkdown escapes text for Markdown, also inside a table. It does not escape block markers, such as
// "#" or "-" at the start of a line.
func EscapeMarkdown(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch r {
		case '\\', '|', '*', '_', '`', '[', ']', '<', '>', '~', '$':
			b.WriteByte('\\')
		case '&':
			// Only "&" of a character reference is escaped: "S&P" stays.
			end := strings.IndexByte(text[i:], ';')
			if end > 1 && !strings.ContainsAny(text[i:i+end], " \t\n") {
				b.WriteByte('\\')
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
