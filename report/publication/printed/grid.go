package printed

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpca/report/words"
)

// A grid is a table as it is printed.
type grid struct {
	title   string
	axis    string  // the heading of the labels
	columns []label // without those of labels
	rows    []label
	lines   []int // of the file, by row
	cells   [][]cell
}

// A label names a row or a column.
type label struct {
	Line
	text    string
	better  string // what the conventions say of its kind
	isWords bool   // a column without results
}

// A gridLine is a line of a table before it is known what its cells are.
type gridLine struct {
	line   int
	cells  []string
	header bool // by a rule below
	ruled  bool // below a rule
}

var errNoTable = errors.New("there is no table: it takes a row of headings and a row of numbers")

func openGrid(file string, content []byte) (*grid, error) {
	read, ok := map[string]func([]byte) (string, []gridLine, error){
		".csv": linesOfCSV, ".tsv": linesOfCSV, ".tex": linesOfLaTeX,
		".md": linesOfMarkdown, ".html": linesOfMarkdown, ".htm": linesOfMarkdown,
	}[strings.ToLower(path.Ext(file))]
	if !ok {
		return nil, fmt.Errorf("%s: a table is a file .csv, .md, .html or .tex", file)
	}
	title, lines, err := read(content)
	if err != nil {
		return nil, csvError(file, err)
	}
	defined := definitions(string(content))
	g := &grid{title: plain(unmarked(title, defined))}
	if err := g.arrange(lines, defined); err != nil {
		return nil, fmt.Errorf("%s%w", file, err)
	}
	return g, nil
}

// arrange parts headings, labels and numbers.
func (g *grid) arrange(lines []gridLine, defined map[string]command) error {
	heads := slices.IndexFunc(lines, func(l gridLine) bool { return !l.header })
	if heads < 0 { // no rule but that at the end
		heads = len(lines)
	}
	if heads == 0 {
		return fmt.Errorf(": %w", errNoTable)
	}
	cells := readCells(lines, heads, defined)
	if heads -= resultsAtEnd(cells[:heads]); heads == len(cells) {
		return fmt.Errorf(": %w", errNoTable)
	}
	width := len(cells[0])
	for heads < len(cells)-1 && isHeading(cells[heads]) {
		heads++
	}
	labels := 1
	for labels < width && holdsWords(cells[heads:], labels, true) {
		labels++
	}
	if labels == width {
		labels = 1
	}
	parts := func(j int) []string {
		return slices.Compact(textsOf(words.Each(cells[:heads], func(l []cell) cell { return l[j] })))
	}
	g.axis = strings.Join(parts(labels-1), " ")
	for j := labels; j < width; j++ {
		of := parts(j)
		l := newLabel(of, fmt.Sprint("column ", j+1))
		if len(of) > 1 {
			l.Block = of[0]
		}
		g.columns = append(g.columns, l)
	}
	if err := g.fill(lines[heads:], cells[heads:], labels); err != nil {
		return err
	}
	for j := range g.columns {
		g.columns[j].isWords = holdsWords(g.cells, j, false)
	}
	for _, side := range [][]label{g.columns, g.rows} {
		keepMeans(side)
		tellApart(side)
	}
	return nil
}

// readCells reads the cells of all rows. A row with more of them than headings cannot be read: nobody knows which one
// is too much.
func readCells(lines []gridLine, heads int, defined map[string]command) [][]cell {
	width := len(slices.MaxFunc(lines[:heads], func(a, b gridLine) int { return len(a.cells) - len(b.cells) }).cells)
	raw := strings.Join(slices.Concat(words.Each(lines, func(l gridLine) []string { return l.cells })...), "\n")
	comma := decimalComma(raw, defined)
	return words.Each(lines, func(l gridLine) []cell {
		more := len(l.cells) > width && strings.TrimSpace(strings.Join(l.cells[width:], "")) != ""
		l.cells = append(l.cells, make([]string, max(0, width-len(l.cells)))...)
		return words.Each(l.cells[:width], func(raw string) cell {
			c := readCell(raw, defined, comma)
			if more && c.digits != "" {
				c.digits, c.fault = "", true
				c.why = fmt.Sprintf("the row has %d cells, and the headings have %d", len(l.cells), width)
			}
			return c
		})
	})
}

// noNumbers says why there are none.
func (g *grid) noNumbers() error {
	for i, row := range g.cells {
		if c, ok := words.First(row, func(c cell) bool { return c.fault }); ok {
			return fmt.Errorf(":%d: %q is no result: %s; %w", g.lines[i], c.text, c.why, errNoTable)
		}
	}
	return fmt.Errorf(": %w", errNoTable)
}

// decimalComma reports whether decimals stand behind a comma in cells, which nothing but that can be.
func decimalComma(raw string, defined map[string]command) bool {
	commas := false
	for cell := range strings.Lines(raw) {
		text := plain(unmarked(cell, defined))
		if pointForm.MatchString(text) {
			return false
		}
		commas = commas || commaForm.MatchString(text)
	}
	return commas
}

// isHeading reports whether a row holds nothing but words, no two of them the same alone.
func isHeading(row []cell) bool {
	return len(textsOf(row[1:])) > 0 && !spans(row) && !slices.ContainsFunc(row[1:], func(c cell) bool {
		return c.text != "" && (c.why != "a word" || theConventions().Words.whole.MatchString(c.text))
	})
}

// resultsAtEnd counts the rows of results at the end of what stands above the first rule. One of numbers in order may
// name levels, and stays a heading.
func resultsAtEnd(above [][]cell) (n int) {
	var last []float64
	for k := len(above) - 1; k > 0; k, n = k-1, n+1 {
		label, numbers := above[k][0].text, []float64{}
		for _, c := range above[k][1:] {
			if e, err := Parse(c.digits); err == nil {
				numbers = append(numbers, e.Centre)
			} else if c.fault {
				numbers = append(numbers, math.NaN())
			}
		}
		if label == "" || label == above[k-1][0].text || len(numbers) < 2 ||
			2*len(numbers) < len(textsOf(above[k][1:])) {
			break
		}
		last = numbers
	}
	falling := func(a, b float64) int { return cmp.Compare(b, a) }
	ordered := slices.IsSorted(last) || slices.IsSortedFunc(last, falling)
	if n == 1 && ordered && !slices.ContainsFunc(last, math.IsNaN) {
		return 0
	}
	return n
}

// spans reports whether a row has one text alone, which then heads the rows below.
func spans(row []cell) bool {
	isNumber := func(c cell) bool { return c.digits != "" }
	return len(words.AppendNew(nil, textsOf(row)...)) == 1 && !slices.ContainsFunc(row[1:], isNumber)
}

func newLabel(parts []string, otherwise string) label {
	c, text := theConventions(), cmp.Or(strings.Join(parts, " "), otherwise)
	kind, parts := c.kindOf(parts), append([]string{text}, parts...)
	line := Line{Kind: kind.Kind, Name: parts[len(parts)-1], Reference: c.References.part.MatchString(text)}
	named, _ := c.metricOf(text)
	line.Better = named.Better
	return label{Line: line, text: text, better: kind.Better}
}

// fill reads the rows below the headings.
func (g *grid) fill(lines []gridLine, cells [][]cell, labels int) error {
	block, above := "", make([]string, labels)
	for i, row := range cells {
		if lines[i].ruled && i > 0 {
			block = fmt.Sprint("rule ", i)
		}
		if spans(row) {
			block = strings.Join(slices.Compact(textsOf(row)), " ")
			continue
		}
		if g.beginsAgain(lines[i:], row, labels) {
			return fmt.Errorf(":%d: headings stand here again: put what follows into a file of its own", lines[i].line)
		}
		var names []string
		names, block = rowNames(row[:labels], above, block)
		isResult := func(c cell) bool { return c.digits != "" && !c.aside }
		unnamed := len(textsOf(row[:labels])) == 0 || slices.Equal(names, above)
		if unnamed && !slices.ContainsFunc(row[labels:], isResult) {
			names = append([]string{"std"}, above...) // below the means
		} else {
			above = names
		}
		l := newLabel(textsOf(row[:labels], names...), fmt.Sprint("line ", lines[i].line))
		l.Block, l.Marked = block, row[labels-1].bold
		g.rows, g.lines, g.cells = append(g.rows, l), append(g.lines, lines[i].line), append(g.cells, row[labels:])
	}
	return nil
}

// beginsAgain reports whether a row holds headings: between rules, or below the heading of the labels.
func (g *grid) beginsAgain(lines []gridLine, row []cell, labels int) bool {
	return isHeading(row) && len(lines) > 1 && row[labels].text != "" && (lines[0].ruled || lines[1].ruled ||
		row[labels-1].text != "" && row[labels-1].text == g.axis)
}

// rowNames are the labels of a row below another, and its block. A name that several rows share is printed once.
func rowNames(row []cell, above []string, block string) (names []string, of string) {
	names = words.Each(row, func(c cell) string { return c.text })
	for j := range len(names) - 1 {
		if names[j] == "" {
			names[j] = above[j]
		} else if names[j] != above[j] && names[j+1] != "" {
			block = names[j]
		}
	}
	return names, block
}

// textsOf are the texts of cells that are not empty, or others in place of them.
func textsOf(cells []cell, others ...string) []string {
	if others == nil {
		others = words.Each(cells, func(c cell) string { return c.text })
	}
	return slices.DeleteFunc(slices.Clone(others), func(text string) bool { return text == "" })
}

// holdsWords reports whether a column holds words or what is no number rather than results. One that may hold labels
// does so too with as many words as numbers, with neither, or where one names averages. What cannot be read is no
// label.
func holdsWords(rows [][]cell, j int, mayBeLabels bool) bool {
	numbers, others, derived := 0, 0, false
	for _, row := range rows {
		switch c := row[j]; {
		case c.digits != "" || c.fault && mayBeLabels:
			numbers++
		case c.why != "" && !theConventions().Words.whole.MatchString(c.text):
			others++
			derived = derived || theConventions().kindOf([]string{c.text}).Kind != ""
		}
	}
	return others > numbers || mayBeLabels && (derived || others == numbers)
}

// keepMeans takes means for results where there are no others: they are over what is not printed.
func keepMeans(labels []label) {
	if slices.ContainsFunc(labels, func(l label) bool { return l.Kind == "" }) {
		return
	}
	for i := range labels {
		if labels[i].Kind == Mean {
			labels[i].Kind, labels[i].Alone = "", true
		}
	}
}

// tellApart gives equal labels their block, or a number.
func tellApart(labels []label) {
	count, seen := map[string]int{}, map[string]int{}
	for _, l := range labels {
		count[l.text]++
	}
	for i, l := range labels {
		named := l.Block != "" && !strings.HasPrefix(l.Block, "rule ")
		if named && count[l.text] > 1 && !strings.HasPrefix(l.text, l.Block) {
			l.text = l.Block + " " + l.text
		}
		if seen[l.text]++; seen[l.text] > 1 {
			l.text = fmt.Sprintf("%s (%d)", l.text, seen[l.text])
		}
		labels[i].text = l.text
	}
}

func linesOfCSV(content []byte) (title string, lines []gridLine, err error) {
	content = bytes.TrimPrefix(content, []byte("\ufeff"))
	records := csv.NewReader(bytes.NewReader(content))
	records.FieldsPerRecord, records.LazyQuotes = -1, true
	first, _, _ := bytes.Cut(content, []byte("\n"))
	for _, separator := range ";\t" {
		if strings.Count(string(first), string(separator)) > strings.Count(string(first), string(records.Comma)) {
			records.Comma = separator
		}
	}
	for {
		cells, err := records.Read()
		if errors.Is(err, io.EOF) {
			return "", lines, nil
		}
		if err != nil {
			return "", nil, err
		}
		line, _ := records.FieldPos(0)
		lines = append(lines, gridLine{line: line, cells: cells, header: len(lines) == 0})
	}
}

var (
	// markdownRule is the line below the headings of a table in Markdown.
	markdownRule = regexp.MustCompile(`^\|?[\s:|-]*-[\s:|-]*$`)
	markdownBar  = regexp.MustCompile(`\\\||\|`)
	htmlCell     = regexp.MustCompile(`(?is)<(/?tr|t[hd])\b([^>]*)>`)
	htmlSpan     = regexp.MustCompile(`(?i)(col|row)span\s*=\s*["']?(\d+)`)
)

func linesOfMarkdown(content []byte) (title string, lines []gridLine, err error) {
	if htmlTables := bytes.Count(bytes.ToLower(content), []byte("<table")); htmlTables > 0 {
		return linesOfHTML(string(content), htmlTables)
	}
	ruled := false // by another rule below numbers
	for i, line := range strings.Split(string(content), "\n") {
		line = strings.TrimSpace(line)
		switch {
		case !strings.Contains(line, "|"):
			if line != "" && len(lines) == 0 {
				title = strings.TrimLeft(line, "# ")
			}
		case markdownRule.MatchString(line):
			isNumber := func(raw string) bool { return readCell(raw, nil, false).digits != "" }
			again := len(lines) > 0 && lines[0].header
			switch last := len(lines) - 1; {
			case again && slices.ContainsFunc(lines[last].cells, isNumber):
				ruled = true
			case again && last > 1:
				return "", nil, fmt.Errorf("line %d begins another table: put each into a file of its own", i+1)
			default:
				for k := range lines {
					lines[k].header = true
				}
			}
		default:
			line = markdownBar.ReplaceAllStringFunc(line, func(bar string) string {
				return map[string]string{"|": "\x00"}[bar] + strings.TrimPrefix(bar, "|")
			})
			cells := strings.Split(strings.Trim(line, "\x00"), "\x00")
			lines, ruled = append(lines, gridLine{line: i + 1, cells: cells, ruled: ruled}), false
		}
	}
	return title, lines, nil
}

// linesOfHTML reads a table that stands as HTML in Markdown.
func linesOfHTML(text string, tables int) (title string, lines []gridLine, err error) {
	if tables > 1 {
		return "", nil, fmt.Errorf("the file has %d tables: put each into a file of its own", tables)
	}
	s, inRow := spread{}, false
	complete := func() { // with what reaches into the end of the row from above
		if n := len(lines); n > 0 {
			lines[n-1].cells = s.insert(lines[n-1].cells, n)
		}
	}
	found := htmlCell.FindAllStringSubmatchIndex(text, -1)
	for i, m := range found {
		tag := strings.ToLower(text[m[2]:m[3]])
		if tag == "tr" || tag[0] == 't' && !inRow { // as browsers do, a cell outside a row begins one
			complete()
			lines = append(lines, gridLine{line: 1 + strings.Count(text[:m[0]], "\n"), header: true})
		}
		if inRow = tag != "/tr"; tag == "tr" || tag == "/tr" {
			continue
		}
		end := len(text)
		if i+1 < len(found) {
			end = found[i+1][0]
		}
		l := &lines[len(lines)-1]
		l.header = l.header && tag == "th"
		across, down := 1, 1
		for _, span := range htmlSpan.FindAllStringSubmatch(text[m[4]:m[5]], -1) {
			n, _ := strconv.Atoi(span[2])
			if strings.EqualFold(span[1], "col") {
				across = n
			} else {
				down = n
			}
		}
		l.cells = s.insert(l.cells, len(lines))
		l.cells = s.add(l.cells, len(lines), text[m[1]:end], across, down)
	}
	complete()
	lines = slices.DeleteFunc(lines, func(l gridLine) bool { return len(l.cells) == 0 })
	if len(lines) > 0 {
		lines[0].header = true
	}
	return "", lines, nil
}

// A spread is the text of cells that reach over further rows, by column: the last row, and what stands there.
type spread map[int]struct {
	last int
	text string
}

// mostSpan is how many columns or rows a cell may span.
const mostSpan = 100

// add adds a cell that spans columns and rows to a row.
func (s spread) add(cells []string, row int, text string, across, down int) []string {
	for range min(max(across, 1), mostSpan) {
		s[len(cells)] = struct {
			last int
			text string
		}{row + min(down, mostSpan) - 1, text}
		cells = append(cells, text)
	}
	return cells
}

// insert adds the cells of rows above that reach into a row where it would go on.
func (s spread) insert(cells []string, row int) []string {
	for of, ok := s[len(cells)]; ok && of.last >= row; of, ok = s[len(cells)] {
		cells = append(cells, of.text)
	}
	return cells
}
