package audit_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/publication"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// A style is a way to print a table.
type style struct {
	ending                 string
	head, rule, last, foot string
	separator, end         string
	bold                   string // of a number
	plain                  string // a number that is not
	average                string // before the label of averages
	turned                 bool
	headings               string // a heading
}

const (
	booktabs = "\\begin{tabular}{lcccccccccccccc}\n\\toprule\n"
	tabular  = "\\end{tabular}\n"
)

// styles are twenty of papers and READMEs.
var styles = []style{
	{ending: ".csv", separator: ",", bold: "**%s**", plain: "%s"},
	{ending: ".csv", separator: ";", bold: "**%s**", plain: "%s"},
	{ending: ".csv", separator: ",", bold: "**%s** ± 0.31", plain: "%s ± 0.20"},
	{ending: ".csv", separator: ",", bold: "**%s%%**", plain: "%s%%", turned: true},
	{ending: ".csv", separator: "\t", bold: "**%s (0.1)**", plain: "%s (0.2)"},
	{ending: ".md", separator: " | ", bold: "**%s**", plain: "%s"},
	{ending: ".md", separator: " | ", bold: "<b>%s</b>", plain: "%s<sup>2</sup>", turned: true},
	{ending: ".md", separator: " | ", bold: "<strong>%s</strong>", plain: "%s", headings: "[%s](https://example.org/a_b)"},
	{ending: ".md", separator: " | ", bold: "**%s** &plusmn; 0.1", plain: "<u>%s</u> &plusmn; 0.1"},
	{ending: ".md", head: "<table>\n", foot: "</table>\n", separator: "</td><td>", bold: "<b>%s</b>", plain: "%s"},
	{ending: ".tex", head: booktabs, foot: tabular, separator: " & ", end: ` \\`, rule: `\midrule`, bold: `\textbf{%s}`, plain: "%s"},
	{ending: ".tex", head: "\\begin{tabular}{|l|cccccccccccc|}\n\\hline\n", foot: tabular, separator: "&", end: `\\ \hline`, bold: `{\bf %s}`, plain: "$%s$"},
	{ending: ".tex", head: booktabs, foot: tabular, separator: " & ", end: ` \\`, rule: `\midrule`, last: `\midrule`, average: `\rowcolor{gray!10} `,
		bold: `\cellcolor{green!25}\textbf{%s}`, plain: `\underline{%s}`},
	{ending: ".tex", head: booktabs, foot: tabular, separator: " & ", end: ` \\`, rule: `\midrule`, bold: `\textcolor{red}{\textbf{%s}}`, plain: `\textcolor{blue}{%s}`, turned: true},
	{ending: ".tex", head: "\\newcommand{\\std}[1]{{\\scriptsize$\\pm$#1}}\n" + booktabs, foot: tabular, separator: " & ", end: ` \\`, rule: `\midrule`,
		bold: `\textbf{%s}\std{0.4}`, plain: `%s\std{1.2}`},
	{ending: ".tex", head: booktabs, foot: tabular, separator: " & ", end: ` \\`, rule: `\midrule`, bold: `$\mathbf{%s}_{\pm 0.3}$`, plain: `$%s_{\pm 0.3}$`},
	{ending: ".tex", head: "\\begin{tabular}{l*{12}{S[table-format=2.2]}}\n\\toprule\n", foot: tabular, separator: " & ", end: ` \\`, rule: `\midrule`,
		bold: `\bfseries \num{%s}`, plain: `\num{%s}`, headings: "{%s}"},
	{ending: ".tex", head: "\\begin{tabularx}{\\linewidth}{lXXXXXXXXXXXX}\n\\toprule\n", foot: "\\end{tabularx}\n", separator: " & ", end: ` \\`, rule: `\midrule`,
		bold: `\bm{%s}\,\%%`, plain: `%s\,\%%`, turned: true},
	{ending: ".tex", head: "\\begin{longtable}{lcccccccccccc}\n\\toprule\nHead & a & b \\\\ \\endfirsthead\nHead & a & b \\\\ \\endhead\n\\bottomrule \\endfoot\n", foot: "\\end{longtable}\n",
		separator: " & ", end: ` \\`, bold: `\textbf{%s}$^{\dagger}$`, plain: "%s"},
	{ending: ".tex", head: "\\def\\best#1{\\textbf{#1}}\n\\begin{table}\\begin{threeparttable}\n" + booktabs, foot: tabular + "\\end{threeparttable}\\end{table}\n", separator: " & ",
		end: ` \\`, rule: `\midrule`, bold: `\best{%s}`, plain: `\multicolumn{1}{c}{%s}`, headings: `\multicolumn{1}{c}{\textbf{%s}}`},
}

// prints prints a table.
func (s style) prints(x printed.Table) string {
	rows, columns := x.Rows, x.Columns
	if s.turned {
		rows, columns = columns, rows
	}
	heading := func(name string) string {
		if s.headings != "" {
			return fmt.Sprintf(s.headings, name)
		}
		return name
	}
	lines := [][]string{{map[bool]string{true: "Method", false: x.Axis}[s.turned]}}
	if x.Metric.Counts() && !s.turned {
		lines[0][0] = "against"
	}
	for _, column := range columns {
		lines[0] = append(lines[0], heading(column))
	}
	for _, row := range rows {
		label := row
		if printed.IsAverage(row) {
			label = s.average + row
		}
		line := []string{label}
		for _, column := range columns {
			n, ok := x.At(row, column)
			if s.turned {
				n, ok = x.At(column, row)
			}
			text := "--"
			if ok {
				text = fmt.Sprintf(map[bool]string{true: s.bold, false: s.plain}[n.Bold && !x.Metric.Counts()], n.Text)
			}
			line = append(line, text)
		}
		lines = append(lines, line)
	}
	head := s.head
	if strings.Contains(head, "longtable") { // whose headings stand in its head
		names := strings.Join(lines[0], " & ")
		head = strings.ReplaceAll(head, "Head & a & b", names)
		lines = lines[1:]
	}
	out := head
	for i, line := range lines {
		text := strings.Join(line, s.separator)
		switch {
		case s.separator == "</td><td>":
			text = "<tr><td>" + text + "</td></tr>"
		case s.ending == ".md":
			text = "| " + text + " |"
			if i == 0 {
				text += "\n|" + strings.Repeat("---|", len(line))
			}
		}
		if out += text + s.end; i == 0 && s.rule != "" && !strings.Contains(head, "longtable") {
			out += s.rule
		}
		out += "\n"
	}
	return out + s.foot
}

// auditStyled prints tables in a style, lets them be guessed as report init --paper does, and audits them.
func auditStyled(t *testing.T, s style, tables []printed.Table, links string) *audit.Report {
	t.Helper()
	folder := t.TempDir()
	var files []string
	for _, x := range tables {
		file := filepath.Join(folder, "table-"+x.Number+s.ending)
		assert.NilError(t, os.WriteFile(file, []byte(s.prints(x)), 0o600))
		files = append(files, file)
	}
	d, err := publication.DraftOf("z", files)
	if err != nil {
		text, _ := os.ReadFile(files[0])
		t.Fatalf("%v\n%s", err, text)
	}
	d.Files["links.yaml"] = []byte(links)
	for name, content := range d.Files {
		path := filepath.Join(folder, "z", filepath.FromSlash(name))
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		assert.NilError(t, os.WriteFile(path, content, 0o600))
	}
	p, err := publication.Open(filepath.Join(folder, "z"))
	assert.NilError(t, err)
	r, err := p.Audit()
	assert.NilError(t, err)
	cells, read := 0, 0
	for i, x := range tables {
		cells, read = cells+len(x.Numbers()), read+len(p.Tables[i].Numbers())
	}
	assert.Equal(t, cells, read,
		"%d of %d numbers are read:\n%s\n%s", read, cells, s.prints(tables[0]), strings.Join(d.Said, "\n"))
	return r
}

// Tables without an error, printed in twenty styles, give no error, and with one of 16 kinds as many findings as in the
// form of the program. Run with -planted 320 for the shares of rates.md.
func TestPlantedErrorsInStyles(t *testing.T) {
	long(t)
	t.Parallel()
	links, err := audit.ReadLinks("links.yaml", []byte(elsewhereLinks))
	assert.NilError(t, err)
	n := max(*plantedTables, 2*len(styles))
	found, all, alarms := make([]int, len(elsewhere)), 0, 0
	for i := range n {
		kind, s := i%len(elsewhere), styles[i%len(styles)]
		o := audit.Options{Links: links}
		clean := simulate(t, randomLayout(t, uint64(i)), o, uint64(5000+i))
		if r := auditStyled(t, s, clean, elsewhereLinks); len(r.Findings) > 0 {
			alarms++
			t.Errorf("%d, style %d: tables without an error have the finding %+v", i, i%len(styles), r.Findings[0])
		}
		p := sow(t, elsewhere[kind], clean, o, uint64(i))
		said := elsewhereLinks
		for _, s := range p.options.Links.Samples {
			said = fmt.Sprintf("samples:\n  - {tables: [\"1\"], of: %d, repetitions: %d}\n", s.Of, s.Repetitions)
		}
		for _, s := range p.options.Links.Repetitions {
			said = fmt.Sprintf("repetitions:\n  - {tables: [\"1\"], of: %d, decimals: %d}\n", s.Of, s.Decimals)
		}
		if r := auditStyled(t, s, p.tables, said); len(r.Findings) > 0 {
			found[kind]++
			all++
		} else if p.contradicts() {
			t.Logf("%d, style %d, %s: nothing is found: %v", i, i%len(styles), p.kind, p.changes)
		}
	}
	for kind, f := range found {
		t.Logf("    %-33s %3d of %3d", elsewhere[kind].kind, f, n/len(elsewhere))
	}
	t.Logf("    all %d of %d found, %d false alarms", all, n, alarms)
	assert.Check(t, all >= 7*n/10, "%d of %d planted errors are found", all, n)
}
