package table

import (
	"io"
	"strings"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"

	"gpca/report/formula"
	"gpca/report/words"
)

// WriteMarkdown writes the table in GitHub Flavored Markdown: a caption line,
// the table, and its notes as a list. The cells marked as best are bold, the
// rows that summarise others are in italics. Columns are padded, so that the
// source is as readable as what is made of it.
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

// markdownGrid writes the header, the rule and the rows.
//
// The options undo three habits of tablewriter that change what is printed:
// headings set in capitals, cells wrapped over several rows, and columns that
// count "±" or "—" as one or two places wide depending on the locale.
func (s Sheet) markdownGrid(w io.Writer) error {
	alignment := tw.Alignment{tw.AlignLeft}
	for range s.Columns {
		alignment = append(alignment, tw.AlignRight)
	}
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
			line = append(line, markdownStyle(EscapeMarkdown(entry.String()), entry.Bold, row.Summary))
		}
		if err := grid.Append(line); err != nil {
			return err
		}
	}
	return grid.Render()
}

func markdownStyle(text string, bold, italic bool) string {
	stars := ""
	if italic {
		stars += "*"
	}
	if bold {
		stars += "**"
	}
	if text == "" {
		return ""
	}
	return stars + text + stars
}

// EscapeMarkdown escapes text so that Markdown shows it unchanged, inside a table too:
// characters with a meaning in CommonMark, GitHub's tables, strikethrough and formulas get
// a backslash. It does not escape block markers, such as "#" or "-" at the start of a line.
func EscapeMarkdown(text string) string {
	var b strings.Builder
	for i, r := range text {
		switch r {
		case '\\', '|', '*', '_', '`', '[', ']', '<', '>', '~', '$':
			b.WriteByte('\\')
		case '&':
			// Only what reads as a character reference: "S&P" stays.
			if entity := strings.IndexByte(text[i:], ';'); entity > 1 && !strings.ContainsAny(text[i:i+entity], " \t\n") {
				b.WriteByte('\\')
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
