package table

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WriteLaTeX writes the table as a LaTeX table environment that needs the
// package booktabs and no other:
//
//	\usepackage{booktabs}
//	…
//	\input{tables/table-2.1}
//	… Table~\ref{tab:2.1} …
//
// Digits line up under each other: footnote marks take no width, and an entry
// without interval leaves the room of one where its column has intervals. Wide
// tables are set in a smaller size, since a float can be neither turned nor
// scaled without further packages; one that is wider than the line all the same
// stands out of it on both sides alike.
func (t *Table) WriteLaTeX(w io.Writer) error {
	sheet, err := t.Sheet()
	if err != nil {
		return err
	}
	var b strings.Builder
	b.WriteString("\\begin{table}[htbp]\n  \\centering\n")
	b.WriteString("  \\caption{" + EscapeLaTeX(sheet.Caption) + "}\n")
	b.WriteString("  \\label{tab:" + t.Number + "}\n")
	b.WriteString("  \\medskip\n") // article leaves no space below captions, which it expects below
	b.WriteString(sheet.latexSize())
	b.WriteString("  \\makebox[\\linewidth][c]{%\n  \\begin{tabular}{" + sheet.latexColumns() + "}\n    \\toprule\n")

	writeLaTeXRow(&b, sheet.header(EscapeLaTeX))
	b.WriteString("    \\midrule\n")

	phantoms := sheet.Widest()
	for _, row := range sheet.Rows {
		if row.Ruled {
			b.WriteString("    \\midrule\n")
		}
		line := []string{latexStyle(EscapeLaTeX(row.Heading), false, row.Summary)}
		for j, entry := range row.Entries {
			line = append(line, latexEntry(entry, row.Summary, phantoms[j]))
		}
		writeLaTeXRow(&b, line)
	}
	b.WriteString("    \\bottomrule\n  \\end{tabular}}\n\n")

	b.WriteString("  \\par\\medskip\n  \\begin{minipage}{\\linewidth}\\footnotesize\n")
	for i, note := range sheet.Notes {
		end := " \\\\\n"
		if i == len(sheet.Notes)-1 {
			end = "\n"
		}
		b.WriteString("    " + afterLineBreak(EscapeLaTeX(note.String())) + end)
	}
	b.WriteString("  \\end{minipage}\n\\end{table}\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return t.writeError(err)
	}
	return nil
}

func writeLaTeXRow(b *strings.Builder, cells []string) {
	b.WriteString("    " + afterLineBreak(strings.Join(cells, " & ")) + " \\\\\n")
}

// afterLineBreak keeps text that opens with "[" or "*" from being read as an
// argument of the line break before it.
func afterLineBreak(text string) string {
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
		return "{}" + text
	}
	return text
}

func latexEntry(e Entry, italic bool, phantom string) string {
	text := EscapeLaTeX(e.Text)
	if e.HalfWidth != "" {
		text += " $\\pm$ " + e.HalfWidth
	}
	text = latexStyle(text, e.Bold, italic)
	if e.Mark != "" {
		text += "\\rlap{" + EscapeLaTeX(e.Mark) + "}"
	}
	if e.HalfWidth == "" && e.Text != "" && phantom != "" {
		text += "\\phantom{ $\\pm$ " + phantom + "}"
	}
	return text
}

func latexStyle(text string, bold, italic bool) string {
	if text == "" {
		return ""
	}
	if bold {
		text = "\\textbf{" + text + "}"
	}
	if italic {
		text = "\\textit{" + text + "}"
	}
	return text
}

// latexColumns is the argument of the tabular environment. Behind a column with
// footnote marks there is room for as many letters, which they stand in.
func (s Sheet) latexColumns() string {
	var b strings.Builder
	b.WriteString("l")
	for j, marks := range s.WidestMarks() {
		b.WriteString("r")
		if marks == "" {
			continue
		}
		gap := "2\\tabcolsep"
		if j == len(s.Columns)-1 {
			gap = "\\tabcolsep"
		}
		fmt.Fprintf(&b, "@{\\hspace{\\dimexpr%s+%gem\\relax}}", gap, 0.5*float64(strings.Count(marks, thinSpace)+1))
	}
	return b.String()
}

// latexSize chooses the size of a table by the number of characters that its
// widest row needs, a gap of two characters between columns included. The
// limits are what the article class sets in a line of 345 points at 10 points.
func (s Sheet) latexSize() string {
	widths := make([]int, 1+len(s.Columns))
	widths[0] = utf8.RuneCountInString(s.Corner)
	for j, column := range s.Columns {
		widths[1+j] = utf8.RuneCountInString(column)
	}
	for _, row := range s.Rows {
		widths[0] = max(widths[0], utf8.RuneCountInString(row.Heading))
		for j, entry := range row.Entries {
			widths[1+j] = max(widths[1+j], utf8.RuneCountInString(entry.String()))
		}
	}
	total := 2 * len(s.Columns)
	for _, width := range widths {
		total += width
	}
	switch {
	case total <= 68:
		return ""
	case total <= 76:
		return "  \\small\\setlength{\\tabcolsep}{5pt}\n"
	case total <= 90:
		return "  \\footnotesize\\setlength{\\tabcolsep}{4pt}\n"
	default:
		return "  \\scriptsize\\setlength{\\tabcolsep}{3pt}\n"
	}
}
