package table

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"gpca/report/words"
)

// WriteMacros writes a LaTeX file of macros by which a paper quotes numbers of the tables:
//
//	\input{tables/macros}
//	… \gpca{2.1}{0}{L2}\,\% on clean images …
//
// \gpca prints the value as the table rounds it, \gpcahalfwidth the half-width of its interval,
// \gpcarepetitions the number of repetitions, \gpcaorigin{2.1} the origin of the data of a table.
// The last two arguments of the first three are the [MacroKey] of the headings of row and column.
//
// A cell that does not exist or has no number is an error of LaTeX; tables of generated data give a
// warning. \gpcahalfwidths{none} leaves the half-widths out of the tables that follow. The
// macros of numbers are expandable, also in headings and captions. A heading without a key of its own
// is named by its place, which a comment of the file says.
//
// The definitions of macros.tex are global, from a group in which "@" is a letter. \csname allows keys with digits and
// points, which names of macros cannot have.
func WriteMacros(w io.Writer, tables []*Table) error {
	var generated []string
	for _, t := range tables {
		if err := t.Validate(); err != nil {
			return err
		}
		if t.Origin == "stand-in" {
			generated = append(generated, t.Number)
		}
	}
	var b bytes.Buffer
	err := latexTexts.ExecuteTemplate(&b, "macros.tex", struct {
		Tables    []*Table
		Generated string
	}{tables, strings.Join(generated, ", ")})
	if err == nil {
		_, err = b.WriteTo(w)
	}
	if err != nil {
		return fmt.Errorf("macros: %w", err)
	}
	return nil
}

func (t *Table) headings() []string {
	return words.Each(t.Rows, func(r Row) string { return r.Heading })
}

func (t *Table) rowKeys() []string { return keysOf("row", t.headings()) }

func (t *Table) columnKeys() []string { return keysOf("column", t.Columns) }

// keysOf are the [MacroKey]s of headings of rows or columns. A heading without one, or with that of another, has
// its place in its key: "row-2".
func keysOf(what string, headings []string) []string {
	keys, owners := words.Each(headings, MacroKey), map[string]int{"": 2}
	for _, key := range keys {
		owners[key]++
	}
	for i, key := range keys {
		if owners[key] == 1 {
			continue
		}
		place := fmt.Sprintf("-%s-%d", what, i+1)
		for key = strings.TrimPrefix(key+place, "-"); owners[key] > 0; {
			key += place
		}
		keys[i], owners[key] = key, 1
	}
	return keys
}

// MacroKey returns the key of a heading for [WriteMacros]. ASCII letters, digits, ".", "+" and "-" stay,
// superscripts and subscripts become plain, Greek letters become their English names, "−" becomes "-",
// and anything else between two of these becomes one "-": "L1 (p = 1)" is "L1-p-1", "2tanh²" is
// "2tanh2", "σ" is "sigma".
func MacroKey(heading string) string {
	var b strings.Builder
	gap := false
	for _, r := range heading {
		var part string
		switch {
		case r < unicode.MaxASCII && (unicode.IsLetter(r) || unicode.IsDigit(r)), r == '.', r == '+', r == '-':
			part = string(r)
		case r == '−':
			part = "-"
		case superscripts[r]+subscripts[r] != "":
			part = strings.TrimLeft(superscripts[r]+subscripts[r], `\()=`)
		case r == 'µ':
			part = "mu"
		default:
			part = greekName(r)
		}
		if part == "" {
			gap = b.Len() > 0
			continue
		}
		if gap {
			b.WriteByte('-')
			gap = false
		}
		b.WriteString(part)
	}
	return b.String()
}
