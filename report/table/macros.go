package table

import (
	_ "embed"
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
// macros of numbers are expandable, also in headings and captions. WriteMacros returns an error
// for two headings of a table with the same key.
func WriteMacros(w io.Writer, tables []*Table) error {
	var b strings.Builder
	b.WriteString(macrosHead)
	var generated []string
	for _, t := range tables {
		if err := t.Validate(); err != nil {
			return err
		}
		if t.Origin == "stand-in" {
			generated = append(generated, t.Number)
		}
		if err := t.writeMacros(&b); err != nil {
			return fmt.Errorf("macros: table %s: %w", t.Number, err)
		}
	}
	if len(generated) > 0 {
		fmt.Fprintf(&b, "\\PackageWarning{gpca}{These tables are of generated data: %s}\n",
			strings.Join(generated, ", "))
	}
	b.WriteString("\\endgroup\n")
	if _, err := io.WriteString(w, b.String()); err != nil {
		return fmt.Errorf("macros: %w", err)
	}
	return nil
}

// macrosHead defines the macros. The definitions are global, from a group in which "@" is a letter. \csname allows keys
// with digits and points, which names of macros cannot have.
//
//go:embed macros.tex
var macrosHead string

func (t *Table) writeMacros(b *strings.Builder) error {
	rows, err := macroKeys("rows", words.Each(t.Rows, func(r Row) string { return r.Heading }))
	if err != nil {
		return err
	}
	columns, err := macroKeys("columns", t.Columns)
	if err != nil {
		return err
	}

	fmt.Fprintf(b, "%% Table %s\n", t.Number)
	fmt.Fprintf(b, "\\gpca@set{origin}{%s}{%s}\n", t.Number, EscapeLaTeX(oneLine(t.Origin)))
	for i, row := range t.Rows {
		for j, cell := range row.Cells {
			key := t.Number + "/" + rows[i] + "/" + columns[j]
			if cell.State != Filled {
				fmt.Fprintf(b, "\\gpca@set{value}{%s}{\\gpca@none{number: %s is %s}}\n", key, key, cell.State)
				continue
			}
			entry := Format(cell, t.Decimals)
			text := EscapeLaTeX(entry.Text)
			if number.MatchString(entry.Text) {
				text = strings.Replace(entry.Text, minus, "\\ensuremath{-}", 1)
			}
			fmt.Fprintf(b, "\\gpca@set{value}{%s}{%s}\n", key, text)
			if entry.HalfWidth != "" {
				fmt.Fprintf(b, "\\gpca@set{halfwidth}{%s}{%s}\n", key, entry.HalfWidth)
			}
			if cell.Repetitions > 0 {
				fmt.Fprintf(b, "\\gpca@set{repetitions}{%s}{%d}\n", key, cell.Repetitions)
			}
		}
	}
	return nil
}

// macroKeys refuses headings with the same key.
func macroKeys(what string, headings []string) ([]string, error) {
	keys := make([]string, len(headings))
	owner := make(map[string]string, len(headings))
	for i, heading := range headings {
		key := MacroKey(heading)
		if key == "" {
			return nil, fmt.Errorf("%s: heading %q has no letter or digit to make a key of", what, heading)
		}
		if other, taken := owner[key]; taken {
			return nil, fmt.Errorf("%s: headings %q and %q have the same key %q; make them differ in a letter or digit",
				what, other, heading, key)
		}
		owner[key] = heading
		keys[i] = key
	}
	return keys, nil
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
