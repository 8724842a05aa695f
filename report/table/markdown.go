package table

import (
	"io"
	"slices"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

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
	if err := sheet.markdownGrid(&b); err != nil {
		return t.writeError(err)
	}
	b.WriteString("\n")
	for _, note := range sheet.Notes {
		b.WriteString("- " + EscapeMarkdown(note.String()) + "\n")
	}
	return t.write(w, b.String())
}

// markdownGrid writes the header, the rule and the rows. The options keep tablewriter from capitalising
// headings, wrapping cells, and measuring "±" or "—" by the locale.
func (s Sheet) markdownGrid(w io.Writer) error {
	alignment := append(tw.Alignment{tw.AlignLeft}, slices.Repeat(tw.Alignment{tw.AlignRight}, len(s.Columns))...)
	grid := tablewriter.NewTable(w,
		tablewriter.WithRenderer(renderer.NewMarkdown()),
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithEastAsian(tw.Off),
		tablewriter.WithAlignment(alignment),
	)
	grid.Header(words.Each(append([]string{s.Corner}, s.Columns...), EscapeMarkdown))
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
		if err := grid.Append(line); err != nil {
			return err
		}
	}
	return grid.Render()
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
