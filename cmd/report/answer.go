package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"gpca/report/junit"
	"gpca/report/progress"
	"gpca/report/words"
)

// none stands where a column has nothing to say.
const none = "-"

func row(values ...any) []string {
	return words.Each(values, func(v any) string { return cmp.Or(fmt.Sprint(v), none) })
}

// answer prints on standard output a value as JSON or, for people, as a table.
func (p *program) answer(value any, rows [][]string, numbers ...int) error {
	if p.options.json {
		return p.answerJSON(value)
	}
	return p.answerTable(rows, "", numbers...)
}

func (p *program) answerJSON(value any) error {
	e := json.NewEncoder(p.stdout)
	e.SetEscapeHTML(false) // formulas are for reading
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// answerTable prints rows in aligned columns behind an indent, the columns of numbers to the right.
func (p *program) answerTable(rows [][]string, indent string, numbers ...int) error {
	for _, c := range numbers {
		width := 0
		for _, r := range rows {
			width = max(width, utf8.RuneCountInString(r[c]))
		}
		for _, r := range rows {
			r[c] = strings.Repeat(" ", width-utf8.RuneCountInString(r[c])) + r[c]
		}
	}
	var text strings.Builder // whose Write never fails
	w := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(w, indent+strings.Join(r, "\t"))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	lines := strings.SplitAfter(text.String(), "\n")
	if progress.IsTerminal(p.stdout) && p.getenv("NO_COLOR") == "" && p.getenv("TERM") != "dumb" { // no-color.org
		redden(lines, rows)
	}
	_, err := io.WriteString(p.stdout, strings.Join(lines, ""))
	return err
}

// differing is a cell of a table beside print that differs from it.
var differing = regexp.MustCompile(`\S+ \(\S+\) ≠`)

// redden makes what differs or is found red in the lines of a table.
func redden(lines []string, rows [][]string) {
	const red, plain = "\x1b[31m", "\x1b[m"
	alarm := slices.IndexFunc(rows[0], func(head string) bool {
		return slices.Contains([]string{"DIFFER", "FOUND"}, strings.TrimSpace(head))
	})
	for i, line := range lines[:len(rows)] {
		if i > 0 && alarm >= 0 && strings.Trim(rows[i][alarm], " 0") != "" {
			lines[i] = red + strings.TrimSuffix(line, "\n") + plain + "\n"
		} else {
			lines[i] = differing.ReplaceAllString(line, red+"$0"+plain)
		}
	}
}

func (p *program) writeJUnit(name string, suites []junit.Suite) error {
	if p.options.junit == "" {
		return nil
	}
	var b bytes.Buffer
	err := junit.Write(&b, name, suites)
	if err == nil {
		err = writeFile(p.options.junit, b.Bytes(), os.O_TRUNC)
	}
	if err != nil {
		return fmt.Errorf("--junit: %w", err)
	}
	return nil
}

// annotate shows a message beside a line of a file, from 1, 0 for none, where GitHub runs
// the program. Standard error is read for it as well as standard output, which is for the
// answer. What has a meaning is escaped:
// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
func (p *program) annotate(level, file string, line int, title, text string) {
	if p.getenv("GITHUB_ACTIONS") != "true" {
		return
	}
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	at := ""
	if line > 0 {
		at = fmt.Sprintf("file=%s,line=%d,", property.Replace(file), line)
	}
	fmt.Fprintf(p.stderr, "::%s %stitle=%s::%s\n", level, at, property.Replace(title), data.Replace(text))
}
