package printed

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpca/report/words"
)

// A Layout says how to read a file with one table as it is printed: CSV, Markdown or LaTeX by the ending of its name.
// The first column names the rows, further columns of words too; the rows above the first rule of LaTeX or Markdown
// name the columns, in CSV the first row and all that follow without a number. A number may have a mark of bold, as in
// Markdown or LaTeX, and a spread after ± or in parentheses, which is not read.
type Layout struct {
	File   string `yaml:"file"`
	Number string `yaml:"number"`
	Title  string `yaml:"title"`
	Axis   string `yaml:"axis"`
	Metric string `yaml:"metric"`
	// Methods says where methods stand; in columns by default.
	Methods string `yaml:"methods" words:"columns rows"`
	// Omit are columns of the file that hold no results.
	Omit []string `yaml:"omit"`
}

// Read reads the table in the form of [Read].
func (l Layout) Read(content []byte, source, file string, metrics []Metric) (Table, error) {
	g, err := openGrid(file, content)
	if err != nil {
		return Table{}, err
	}
	fields, _ := fieldsOf(columns) // which all are known
	var all []Table
	for _, r := range g.body {
		for j, cell := range r.cells {
			value, bold := number(cell)
			if value == "" || slices.Contains(l.Omit, g.columns[j]) {
				continue
			}
			row, column := r.label, g.columns[j]
			if l.Methods == "rows" {
				row, column = column, row
			}
			mark := map[bool]string{false: "0", true: "1"}[bold]
			record := []string{l.Number, l.Title, l.Axis, l.Metric, row, column, value, mark}
			if all, err = add(all, Table{Source: source, file: file}, metrics, r.line, fields, record); err != nil {
				return Table{}, fmt.Errorf("%s:%d: %w; a column without results stands under omit", file, r.line, err)
			}
		}
	}
	if len(all) == 0 {
		return Table{}, fmt.Errorf("%s: the table has no numbers", file)
	}
	return all[0], nil
}

// A grid is a table as it is printed.
type grid struct {
	title   string
	axis    string   // the heading of the labels
	columns []string // without those of labels
	body    []gridRow
}

type gridRow struct {
	line  int // of the file
	label string
	cells []string
}

// A gridLine is a line of a table before it is known what its cells are.
type gridLine struct {
	line   int
	cells  []string
	header bool // by a rule below
}

var errNoTable = errors.New("there is no table: it takes a row of headings and a row of numbers")

func openGrid(file string, content []byte) (*grid, error) {
	read, ok := map[string]func([]byte) (string, []gridLine, error){
		".csv": linesOfCSV, ".md": linesOfMarkdown, ".tex": linesOfLaTeX,
	}[strings.ToLower(path.Ext(file))]
	if !ok {
		return nil, fmt.Errorf("%s: a table is a file .csv, .md or .tex", file)
	}
	title, lines, err := read(content)
	if err != nil {
		return nil, csvError(file, err)
	}
	g := &grid{title: title}
	if err := g.arrange(lines); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return g, nil
}

// arrange parts headings, labels and numbers.
func (g *grid) arrange(lines []gridLine) error {
	heads := slices.IndexFunc(lines, func(l gridLine) bool { return !l.header })
	if heads < 1 {
		return errNoTable
	}
	width := len(slices.MaxFunc(lines, func(a, b gridLine) int { return len(a.cells) - len(b.cells) }).cells)
	for i := range lines {
		lines[i].cells = append(lines[i].cells, make([]string, width-len(lines[i].cells))...)
	}
	// The first column names rows, and with it each next one without a number.
	labels := 1
	for labels < width && !slices.ContainsFunc(lines[heads:], func(l gridLine) bool { return isNumber(l.cells[labels]) }) {
		labels++
	}
	if labels == width {
		return errNoTable
	}
	heading := func(j int) string {
		parts := words.Each(lines[:heads], func(l gridLine) string { return plain(l.cells[j]) })
		return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
	}
	for j := labels; j < width; j++ {
		g.columns = append(g.columns, heading(j))
	}
	g.axis = heading(0)
	var above []string
	for _, l := range lines[heads:] {
		if !slices.ContainsFunc(l.cells[labels:], isNumber) {
			continue // a heading between the rows
		}
		names := make([]string, labels)
		for j := range labels {
			// A name that several rows share is printed once.
			if names[j] = plain(l.cells[j]); names[j] == "" && j < labels-1 && above != nil {
				names[j] = above[j]
			}
		}
		above = names
		g.body = append(g.body, gridRow{l.line, strings.TrimSpace(strings.Join(names, " ")), l.cells[labels:]})
	}
	return nil
}

func linesOfCSV(content []byte) (title string, lines []gridLine, err error) {
	records := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(content, []byte("\ufeff"))))
	records.FieldsPerRecord, records.LazyQuotes = -1, true
	for {
		cells, err := records.Read()
		if errors.Is(err, io.EOF) {
			return "", lines, nil
		}
		if err != nil {
			return "", nil, err
		}
		line, _ := records.FieldPos(0)
		above := len(lines) == 0 || lines[len(lines)-1].header && !slices.ContainsFunc(cells[1:], isNumber)
		lines = append(lines, gridLine{line, cells, above})
	}
}

// markdownRule is the line below the headings of a table in Markdown.
var markdownRule = regexp.MustCompile(`^\|?[\s:|-]*-[\s:|-]*$`)

func linesOfMarkdown(content []byte) (title string, lines []gridLine, err error) {
	for i, line := range strings.Split(string(content), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case !strings.Contains(line, "|"):
			if line != "" && len(lines) == 0 {
				title = plain(strings.TrimLeft(line, "# "))
			}
		case markdownRule.MatchString(line):
			for k := range lines {
				lines[k].header = true
			}
		default:
			lines = append(lines, gridLine{line: i + 1, cells: strings.Split(strings.Trim(line, "|"), "|")})
		}
	}
	return title, lines, nil
}

var (
	latexCaption = regexp.MustCompile(`\\caption(?:\[[^]]*\])?\{((?:[^{}]|\{[^{}]*\})*)\}`)
	latexTable   = `\{(?:tabular|tabularx|longtable|array)`
	latexBody    = regexp.MustCompile(`(?s)\\begin` + latexTable + `\*?\}(.*?)\\end` + latexTable)
	latexComment = regexp.MustCompile(`(?m)(^|[^\\])%.*$`)
	latexRule    = regexp.MustCompile(`\\(?:hline|toprule|midrule|bottomrule|` +
		`(?:cline|cmidrule)(?:\([^)]*\))?\{[^}]*\})(?:\[[^]]*\])?`)
	latexLead     = regexp.MustCompile(`^(?:\s|` + latexRule.String() + `)*`)
	latexColumns  = regexp.MustCompile(`\\multicolumn\{(\d+)\}\{(?:[^{}]|\{[^{}]*\})*\}`)
	latexRows     = regexp.MustCompile(`\\multirow\{[^}]*\}(?:\[[^]]*\])?\{[^}]*\}`)
	latexArgument = regexp.MustCompile(`^(?:\s*(?:\[[^]]*\]|\{(?:[^{}]|\{[^{}]*\})*\}))+`)
)

// mostSpan is how many columns a heading may span.
const mostSpan = 100

func linesOfLaTeX(content []byte) (title string, lines []gridLine, err error) {
	text := latexComment.ReplaceAllString(string(content), "$1")
	if caption := latexCaption.FindStringSubmatch(text); caption != nil {
		title = plain(caption[1])
	}
	tables := latexBody.FindAllStringSubmatchIndex(text, -1)
	if len(tables) != 1 {
		return "", nil, fmt.Errorf("the file has %d tables: put each into a file of its own", len(tables))
	}
	from, to := tables[0][2], tables[0][3]
	from += len(latexArgument.FindString(text[from:to]))
	ruled := false
	for _, row := range strings.SplitAfter(text[from:to], `\\`) {
		line := 1 + strings.Count(text[:from+len(latexLead.FindString(row))], "\n")
		from += len(row)
		// A rule over the whole width below the first rows ends the headings.
		if whole := strings.Contains(row, `\hline`) || strings.Contains(row, `\midrule`); whole && len(lines) > 0 && !ruled {
			ruled = true
			for k := range lines {
				lines[k].header = true
			}
		}
		row = latexRule.ReplaceAllString(strings.TrimSuffix(row, `\\`), "")
		row = strings.TrimSpace(latexRows.ReplaceAllString(row, ""))
		if row == "" {
			continue
		}
		var cells []string
		for _, cell := range strings.Split(strings.ReplaceAll(row, `\&`, "\x00"), "&") {
			cells = append(cells, strings.ReplaceAll(cell, "\x00", "&"))
			if span := latexColumns.FindStringSubmatch(cell); span != nil {
				n, _ := strconv.Atoi(span[1])
				cells = append(cells, slices.Repeat(cells[len(cells)-1:], max(0, min(n, mostSpan)-1))...)
			}
		}
		lines = append(lines, gridLine{line: line, cells: cells})
	}
	if !ruled && len(lines) > 0 {
		lines[0].header = true
	}
	return title, lines, nil
}

var (
	boldMark = regexp.MustCompile(`\*\*|\\(?:textbf|mathbf|boldsymbol|bm|bf|bfseries)\b`)
	markup   = regexp.MustCompile(`\*\*|\\[a-zA-Z]+\*?(?:\[[^]]*\])?|\\.|[{}$~]`)
	// beside is what stands beside a number: its spread, a rank, marks of footnotes, a unit.
	beside = regexp.MustCompile(`(?:±|\\pm|\+/-|\(|\^|\[).*|[*†‡§%\s\x{a0}]+$`)
)

// plain is a label without markup.
func plain(cell string) string {
	cell = latexColumns.ReplaceAllString(cell, "")
	cell = strings.NewReplacer(`\pm`, "±", `\_`, "_", `\%`, "%", `\#`, "#", `\&`, "&", `\$`, "$").Replace(cell)
	return strings.Join(strings.Fields(markup.ReplaceAllString(cell, "")), " ")
}

// number returns the digits of a cell, empty for none, and whether they are in bold.
func number(cell string) (digits string, bold bool) {
	digits = latexColumns.ReplaceAllString(cell, "")
	bold = boldMark.MatchString(digits)
	if at := strings.Index(digits, `\pm`); at >= 0 {
		digits = digits[:at]
	}
	digits = strings.TrimSpace(markup.ReplaceAllString(strings.ReplaceAll(digits, `\%`, "%"), ""))
	digits = strings.TrimSpace(beside.ReplaceAllString(digits, ""))
	if strings.Trim(digits, "-–—. ") == "" || slices.Contains([]string{"n/a", "na", "nan"}, strings.ToLower(digits)) {
		digits = ""
	}
	return digits, bold
}

func isNumber(cell string) bool {
	digits, _ := number(cell)
	_, err := Parse(digits)
	return err == nil
}
