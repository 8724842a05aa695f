package printed

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var (
	latexComment = regexp.MustCompile(`(?m)(^|[^\\])%.*$`)
	latexEdge    = regexp.MustCompile(`\\(begin|end)\{([a-zA-Z]+\*?)\}`)
	latexRule    = regexp.MustCompile(`\\(?:hline|toprule|midrule|bottomrule|hdashline|Xhline|specialrule)\b`)
	latexHeads   = regexp.MustCompile(`(?s)^(.*?)\\end(?:firsthead|head)\b.*\\end(?:firsthead|head|foot|lastfoot)\b|` +
		`^(.*?)\\endhead\b`)
	latexColumns = regexp.MustCompile(`\\multicolumn\s*\{(\d+)\}`)
	latexRows    = regexp.MustCompile(`\\multirow(?:cell|thead)?(?:\[[^\]]*\])?\s*\{(-?\d+)\}`)
)

// linesOfLaTeX reads the one table of a file.
func linesOfLaTeX(content []byte) (title string, lines []gridLine, err error) {
	text := latexComment.ReplaceAllString(string(content), "$1")
	if _, after, ok := strings.Cut(text, `\caption`); ok {
		title, _ = group(option(after))
	}
	body, from, tables := latexTable(text)
	if tables != 1 {
		return "", nil, fmt.Errorf("the file has %d tables: put each into a file of its own", tables)
	}
	if m := latexHeads.FindStringSubmatchIndex(body); m != nil {
		// A long table repeats its headings on each page, and ends with a foot.
		head := body[:max(m[3], m[5])]
		body = head + `\midrule ` + strings.Repeat("\n", strings.Count(body[len(head):m[1]], "\n")) + body[m[1]:]
	}
	at := 1 + strings.Count(text[:from], "\n")
	s, ruled := spread{}, false
	for _, row := range split(body, `\\`) {
		first, _, _ := strings.Cut(row, "&")
		l := gridLine{line: at + strings.Count(first, "\n"), ruled: latexRule.MatchString(row)}
		at += strings.Count(row, "\n")
		if l.ruled && len(lines) > 0 && !ruled {
			ruled = true
			for k := range lines {
				lines[k].header = true
			}
		}
		if l.read(row, s, lines); !isEmpty(strings.Join(l.cells, "")) {
			lines = append(lines, l)
		}
	}
	if !ruled && len(lines) > 0 {
		lines[0].header = true
	}
	return title, lines, nil
}

// latexTable finds what the last outermost table of a text holds, and counts tables.
func latexTable(text string) (body string, from, tables int) {
	depth := 0
	for _, m := range latexEdge.FindAllStringSubmatchIndex(text, -1) {
		arguments, ok := theConventions().Environments[text[m[4]:m[5]]]
		switch begins := text[m[2]:m[3]] == "begin"; {
		case m[0] < from: // in an argument
		case depth > 0 && begins:
			depth++
		case depth > 0:
			if depth--; depth == 0 {
				body = text[from:m[0]]
			}
		case begins && ok:
			body = text[m[1]:]
			for range arguments {
				_, body = group(option(strings.TrimLeft(body, " \n")))
			}
			from, depth, tables = len(text)-len(body), 1, tables+1
		}
	}
	return body, from, tables
}

// split cuts a text at a mark outside of braces and environments.
func split(text, mark string) (parts []string) {
	depth, from := 0, 0
	for i := 0; i < len(text); i++ {
		rest := text[i:]
		switch {
		case depth == 0 && strings.HasPrefix(rest, mark):
			parts = append(parts, text[from:i])
			from, i = i+len(mark), i+len(mark)-1
		case strings.HasPrefix(rest, `\begin{`):
			depth++
			i += 6
		case strings.HasPrefix(rest, `\end{`):
			depth--
			i += 4
		case rest[0] == '\\':
			i++
		case rest[0] == '{':
			depth++
		case rest[0] == '}':
			depth--
		}
	}
	return append(parts, text[from:])
}

// read parts a row into cells, and adds what reaches into it from above.
func (l *gridLine) read(row string, s spread, above []gridLine) {
	for _, cell := range split(option(strings.TrimLeft(strings.TrimPrefix(row, "*"), " ")), "&") {
		across, down, column, place := 1, 1, len(l.cells), len(above)
		if m := latexColumns.FindStringSubmatch(cell); m != nil {
			across, _ = strconv.Atoi(m[1])
		}
		if m := latexRows.FindStringSubmatch(cell); m != nil {
			down, _ = strconv.Atoi(m[1])
		}
		if of, ok := s[column]; ok && isEmpty(cell) && of.last >= place {
			l.cells = append(l.cells, of.text)
			continue
		}
		if l.cells = s.add(l.cells, place, cell, across, down); down >= 0 {
			continue
		}
		// A cell at the foot of several rows names those above it.
		for k := max(0, place+down+1); k < place; k++ {
			if column < len(above[k].cells) && isEmpty(above[k].cells[column]) {
				above[k].cells[column] = cell
			}
		}
	}
}

// isEmpty reports whether nothing but commands, as rules, stands in a cell.
func isEmpty(cell string) bool {
	return strings.TrimSpace(commandMark.ReplaceAllString(flat(cell, nil, mostDepth), "")) == ""
}
