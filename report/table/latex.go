package table

import (
	"embed"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"text/template"
	"unicode/utf8"

	"gpca/report/formula"
	"gpca/report/words"
)

// float.tex defines the macros of tables, and every file contains it, so that it can be used alone.
//
//go:embed float.tex table.tex macros.tex
var latexFiles embed.FS

var latexTexts = template.Must(template.New("").Delims("<<", ">>").Funcs(template.FuncMap{
	"floats": Sheet.floats, "tabular": Sheet.tabular, "header": Sheet.latexHeader, "link": linkTables,
	"note": func(n Note) string {
		spread := EscapeLaTeX(" ± half the width of its 95% interval") // of the note on the metric
		return strings.Replace(linkTables(n.String()), spread, "\\gpcaspread{"+spread+"}", 1)
	},
	"rows": (*Table).rowKeys, "columns": (*Table).columnKeys, "headings": (*Table).headings, "key": MacroKey,
	"oneLine": words.OneLine, "escape": func(text string) string { return EscapeLaTeX(words.OneLine(text)) },
	"entry": func(t *Table, c Cell) Entry { return Format(c, t.Decimals) },
	"latex": func(text string) string {
		if number.MatchString(text) {
			return strings.Replace(text, minus, "\\ensuremath{-}", 1)
		}
		return EscapeLaTeX(text)
	},
}).ParseFS(latexFiles, "*.tex"))

// WriteLaTeX writes the table as a float, with its caption, label tab:2.1 and notes. It needs the packages
// booktabs and graphicx.
//
// The float is a table, or a table* where a column of a two-column document is too narrow. The tabular is
// scaled to the line in letters of at least 6 pt, and rotated if it is still too wide. Rows beyond 40 go
// to further floats.
func (t *Table) WriteLaTeX(w io.Writer) error { return t.writeLaTeX(w, "float") }

// WriteTabular writes only the tabular of [Table.WriteLaTeX].
func (t *Table) WriteTabular(w io.Writer) error { return t.writeLaTeX(w, "alone") }

func (t *Table) writeLaTeX(w io.Writer, form string) error {
	sheet, err := t.Sheet()
	if err != nil {
		return err
	}
	var b strings.Builder
	if err := latexTexts.ExecuteTemplate(&b, form, struct {
		Number string
		Sheet
	}{t.Number, sheet}); err != nil {
		return t.writeError(err)
	}
	return t.write(w, b.String())
}

func (t *Table) write(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return t.writeError(err)
	}
	return nil
}

// floats are the sheet in parts as high as a page.
func (s Sheet) floats() (all []Sheet) {
	rows := s.Rows
	for first := 0; first == 0 || first < len(rows); first += pageRows {
		s.Rows = rows[first:min(len(rows), first+pageRows)]
		all = append(all, s)
	}
	return all
}

// A tabular is a sheet in LaTeX, with the macros of float.tex for cells. To align digits, footnote marks
// have no width, and an entry without interval leaves its space. A table wider than a page is split into
// panels below each other.
type tabular struct {
	Label, Plain, Aligned string // types of the columns: of headings, in plain LaTeX, for siunitx
	Panels                []Sheet
	rooms                 []string
	share                 int
}

func (s Sheet) tabular() tabular {
	t := tabular{Label: "l", Panels: s.panels()}
	whole := t.Panels[0]
	for _, panel := range t.Panels[1:] {
		whole.Rows = slices.Concat(whole.Rows, panel.Rows)
	}
	if t.share = whole.labelShare(); t.share > 0 {
		t.Label = fmt.Sprintf("p{.%d\\linewidth}", t.share)
	}
	t.Plain, t.Aligned = whole.latexColumns()
	t.rooms = whole.Widest()
	return t
}

func (s Sheet) latexHeader() string {
	cells := []string{EscapeLaTeX(s.Corner)}
	for j := range s.Columns {
		cells = append(cells, latexHeading(s.headingLines(j)))
	}
	return unlikeArgument(strings.Join(cells, " & "))
}

// Row is a row with its cells.
func (t tabular) Row(row SheetRow) string {
	heading := formula.Spell(row.TeX, EscapeLaTeX, (*formula.Formula).LaTeX)
	if row.Summary && heading != "" {
		heading = "\\textit{" + heading + "}"
	}
	if t.share > 0 {
		heading = "\\gpcalabel " + heading
	}
	cells := []string{heading}
	for j, entry := range row.Entries {
		cells = append(cells, latexEntry(entry, row.Summary, t.rooms[j]))
	}
	return unlikeArgument(strings.Join(cells, " & "))
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
