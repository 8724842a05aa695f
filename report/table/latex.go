package table

import (
	_ "embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"gpca/report/formula"
)

// floatMacros defines the macros of tables. Every file contains them, so that it can be used alone.
//
//go:embed float.tex
var floatMacros string

// WriteLaTeX writes the table as a float, with its caption, label tab:2.1 and notes. It needs the packages
// booktabs and graphicx.
//
// The float is a table, or a table* where a column of a two-column document is too narrow. The tabular is
// scaled to the line in letters of at least 6 pt, and rotated if it is still too wide. Rows beyond 40 go
// to further floats.
func (t *Table) WriteLaTeX(w io.Writer) error {
	sheet, err := t.Sheet()
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%% Table %s. In the preamble: \\usepackage{booktabs,graphicx}\n", t.Number)
	b.WriteString("% \\newcommand\\gpcafloat{table*} there, or table, chooses the float, and\n")
	b.WriteString("% \\usepackage{siunitx}\\newcommand\\gpcasiunitx{} sets the numbers in its columns of type S.\n")
	b.WriteString(floatMacros)
	caption, rows := linkTables(sheet.Caption), sheet.Rows
	for first := 0; first == 0 || first < len(rows); first += pageRows {
		sheet.Rows = rows[first:min(len(rows), first+pageRows)]
		fmt.Fprintf(&b, "\\gpcatable{%s}{%s}{%%\n%s}{", t.Number, caption, sheet.tabular())
		caption = ""
		if first+pageRows < len(rows) {
			b.WriteString("}\n")
		}
	}
	spread := EscapeLaTeX(" ± half the width of its 95% interval") // of the note on the metric
	for _, note := range sheet.Notes {
		text := strings.Replace(linkTables(note.String()), spread, "\\gpcaspread{"+spread+"}", 1)
		b.WriteString("%\n    " + text + "\\par")
	}
	b.WriteString("}\n")
	return t.write(w, b.String())
}

// WriteTabular writes only the tabular of [Table.WriteLaTeX].
func (t *Table) WriteTabular(w io.Writer) error {
	sheet, err := t.Sheet()
	if err != nil {
		return err
	}
	return t.write(w, fmt.Sprintf("%% The tabular of Table %s, for a float of one's own. In the preamble: "+
		"\\usepackage{booktabs,graphicx}\n%s\\gpcafit{%s}{%%\n%s}%%\n",
		t.Number, floatMacros, t.Number, sheet.tabular()))
}

func (t *Table) write(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return t.writeError(err)
	}
	return nil
}

// tabular is the table in LaTeX, with the macros of float.tex for cells. To align digits, footnote marks
// have no width, and an entry without interval leaves its space. A table wider than a page is split into
// panels below each other.
func (s Sheet) tabular() string {
	panels := s.panels()
	whole := panels[0]
	for _, panel := range panels[1:] {
		whole.Rows = slices.Concat(whole.Rows, panel.Rows)
	}
	var b strings.Builder
	share := whole.labelShare()
	label := "l"
	if share > 0 {
		label = fmt.Sprintf("p{.%d\\linewidth}", share)
	}
	plain, aligned := whole.latexColumns()
	fmt.Fprintf(&b, "  \\ifdefined\\gpcasiunitx\n    \\begin{tabular}{%s%s}\n  \\else\n    "+
		"\\begin{tabular}{%[1]s%[3]s}\n  \\fi\n    \\toprule\n", label, aligned, plain)
	rooms := whole.Widest()
	for i, panel := range panels {
		if i > 0 {
			b.WriteString("    \\midrule[\\heavyrulewidth]\n")
		}
		header := []string{EscapeLaTeX(s.Corner)}
		for j := range panel.Columns {
			header = append(header, latexHeading(panel.headingLines(j)))
		}
		writeLaTeXRow(&b, header)
		b.WriteString("    \\midrule\n")
		for _, row := range panel.Rows {
			if row.Ruled {
				b.WriteString("    \\midrule\n")
			}
			heading := formula.Spell(row.TeX, EscapeLaTeX, (*formula.Formula).LaTeX)
			if row.Summary && heading != "" {
				heading = "\\textit{" + heading + "}"
			}
			if share > 0 {
				heading = "\\gpcalabel " + heading
			}
			line := []string{heading}
			for j, entry := range row.Entries {
				line = append(line, latexEntry(entry, row.Summary, rooms[j]))
			}
			writeLaTeXRow(&b, line)
		}
	}
	b.WriteString("    \\bottomrule\n  \\end{tabular}")
	return b.String()
}

// A page is as wide as about 150 letters of 6 pt, and as high as about 40 rows.
const (
	pageLetters = 150
	pageRows    = 40
)

// panels splits a sheet wider than a page into sheets with as many columns each. Empty columns fill the last.
func (s Sheet) panels() (panels []Sheet) {
	letters := 0
	for _, row := range s.Rows {
		letters = max(letters, min(40, utf8.RuneCountInString(row.Heading))) // longer headings are broken
	}
	for j := range s.Columns {
		letters += s.columnWidth(j) + 2
	}
	count := 1 + letters/pageLetters
	size := (len(s.Columns) + count - 1) / count
	missing := (size - len(s.Columns)%max(1, size)) % max(1, size)
	s = s.Part(0, len(s.Columns))
	s.Columns = slices.Concat(s.Columns, make([]string, missing))
	for i, row := range s.Rows {
		s.Rows[i].Entries = slices.Concat(row.Entries, make([]Entry, missing))
	}
	for from := 0; from == 0 || from < len(s.Columns); from += size {
		panels = append(panels, s.Part(from, from+size))
	}
	return panels
}

func writeLaTeXRow(b *strings.Builder, cells []string) {
	b.WriteString("    " + unlikeArgument(strings.Join(cells, " & ")) + " \\\\\n")
}

// unlikeArgument protects text that begins with "[" or "*" after a line break, which would read
// it as its argument.
func unlikeArgument(text string) string {
	if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "*") {
		return "{}" + text
	}
	return text
}

// number matches the entries that siunitx can parse. All others are put in braces.
var number = regexp.MustCompile(`^` + minus + `?[0-9]+(?:\.[0-9]+)?$`)

func latexEntry(e Entry, italic bool, room string) string {
	if e.Text == "" {
		return ""
	}
	text, pm, open, end := strings.Replace(e.Text, minus, "\\gpcaminus ", 1), "\\gpcapm ", "", ""
	if !number.MatchString(e.Text) {
		text, pm, open, end = EscapeLaTeX(e.Text), " $\\pm$ ", "{", "}"
	}
	if e.Bold {
		open += "\\bfseries "
	}
	if italic {
		open += "\\itshape "
	}
	if e.HalfWidth != "" {
		text += "\\gpcaspread{" + pm + e.HalfWidth + "}"
	}
	if e.Mark != "" {
		text += "\\gpcamark{" + EscapeLaTeX(e.Mark) + "}"
	}
	if e.HalfWidth == "" && room != "" {
		text += "\\gpcaroom{" + room + "}"
	}
	return open + text + end
}

func latexHeading(lines []string) string {
	for i, line := range lines {
		lines[i] = unlikeArgument(EscapeLaTeX(line))
	}
	if len(lines) == 1 {
		return "{" + lines[0] + "}"
	}
	return "{\\begin{tabular}[b]{@{}r@{}}" + strings.Join(lines, " \\\\ ") + "\\end{tabular}}"
}

// headingLines breaks the heading of a column into lines as long as its widest entry or 12 letters.
// Formulas such as "p = 2" are not broken.
func (s Sheet) headingLines(column int) []string {
	width := max(s.entryWidth(column), 12)
	unbroken := strings.NewReplacer(" = ", "\u00a0=\u00a0", " − ", "\u00a0−\u00a0")
	words := strings.Split(unbroken.Replace(s.Columns[column]), " ")
	lines := words[:1]
	for _, word := range words[1:] {
		last := &lines[len(lines)-1]
		if utf8.RuneCountInString(*last+" "+word) <= width {
			*last += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// latexColumns are the column types after the first for tabular, in plain LaTeX and for siunitx. They leave
// space for footnote marks.
func (s Sheet) latexColumns() (plain, aligned string) {
	for j, marks := range s.WidestMarks() {
		whole, fraction, interval, sign := 0, 0, 0, ""
		for _, row := range s.Rows {
			e := row.Entries[j]
			if !number.MatchString(e.Text) {
				continue
			}
			digits, negative := strings.CutPrefix(e.Text, minus)
			if negative {
				sign = "-"
			}
			before, after, _ := strings.Cut(digits, ".")
			whole, fraction = max(whole, len(before)), max(fraction, len(after))
			interval = max(interval, len(strings.TrimLeft(strings.Replace(e.HalfWidth, ".", "", 1), "0")))
		}
		column := "r"
		if whole > 0 {
			column = fmt.Sprintf("S[table-format=%s%d.%d", sign, whole, fraction)
			if interval > 0 {
				column += fmt.Sprintf("\\gpcaspread{(%d)}", interval)
			}
			column += "]"
		}
		gap := ""
		if marks != "" {
			gap = fmt.Sprintf("@{\\gpcagap{%d}", strings.Count(marks, thinSpace)+1)
			if j == len(s.Columns)-1 {
				gap += "\\hspace{-\\tabcolsep}"
			}
			gap += "}"
		}
		plain, aligned = plain+"r"+gap, aligned+column+gap
	}
	return plain, aligned
}

// labelShare is the percentage of a line for headings that are too long for one line, else 0. A line holds
// 100 letters in \scriptsize, of which the headings get at least a quarter.
func (s Sheet) labelShare() int {
	share := 100
	for j := range s.Columns {
		share -= s.columnWidth(j) + 2
	}
	share = max(share, 25)
	for _, row := range s.Rows {
		if utf8.RuneCountInString(row.Heading) > share {
			return share
		}
	}
	return 0
}

func (s Sheet) columnWidth(column int) int {
	width := s.entryWidth(column)
	for _, line := range s.headingLines(column) {
		width = max(width, utf8.RuneCountInString(line))
	}
	return width
}

func (s Sheet) entryWidth(column int) int {
	return utf8.RuneCountInString(s.widest(Entry.String)[column])
}

func linkTables(text string) string {
	var b strings.Builder
	for {
		at := tableNumber.FindStringSubmatchIndex(text)
		if at == nil {
			return b.String() + EscapeLaTeX(text)
		}
		b.WriteString(EscapeLaTeX(text[:at[0]]) + "\\gpcaref{" + text[at[2]:at[3]] + "}")
		text = text[at[1]:]
	}
}

var tableNumber = regexp.MustCompile(`\bTable ([0-9A-Z]+(?:\.[0-9]+)?)\b`)
