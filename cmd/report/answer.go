package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"gpca/report/words"
)

// none stands where a column has nothing to say.
const none = "-"

// orNone keeps a column from being empty.
func orNone(text string) string {
	if text == "" {
		return none
	}
	return text
}

// row is a line of a table of some values.
func row(values ...any) []string {
	return words.Each(values, func(v any) string { return orNone(fmt.Sprint(v)) })
}

// answer prints on standard output a value as JSON or, for people, as a table.
func (p *program) answer(value any, rows [][]string) error {
	if p.options.json {
		return p.answerJSON(value)
	}
	return p.answerTable(rows, "")
}

func (p *program) answerJSON(value any) error {
	e := json.NewEncoder(p.stdout)
	e.SetEscapeHTML(false) // formulas are for reading
	e.SetIndent("", "  ")
	return e.Encode(value)
}

// answerTable prints rows in aligned columns behind an indent.
func (p *program) answerTable(rows [][]string, indent string) error {
	w := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, r := range rows {
		fmt.Fprintln(w, indent+strings.Join(r, "\t"))
	}
	return w.Flush()
}

// alignRight pads the given columns on the left, as numbers want it.
func alignRight(rows [][]string, columns ...int) {
	for _, c := range columns {
		width := 0
		for _, r := range rows {
			width = max(width, utf8.RuneCountInString(r[c]))
		}
		for _, r := range rows {
			r[c] = strings.Repeat(" ", width-utf8.RuneCountInString(r[c])) + r[c]
		}
	}
}
