package columns

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset/delimited"
	"gpca/report/dataset/unpack"
)

// A Dialect is how a table of text is written.
type Dialect struct {
	Separator delimited.Separator // 0 for one that is to be found
	// Header says whether the first row names the columns. If nil, it does when no field of it is a number.
	Header  *bool
	Comma   bool     // numbers have a decimal comma
	Missing []string // fields of a missing value
}

// Open opens a table of text.
func (d Dialect) Open(r io.Reader) (Source, error) {
	rows := d.Separator.Rows(r)
	line, first, err := rows()
	if err != nil {
		if err == io.EOF {
			err = ErrNoRows
		}
		return Source{}, err
	}
	source := Source{Columns: make([]Column, len(first)), Named: d.headed(first), Line: line, Rows: rows}
	if source.Named {
		for i, name := range first {
			if !utf8.ValidString(name) {
				return Source{}, fmt.Errorf("line %d: column %d: %w", line, i+1, errUTF8)
			}
			source.Columns[i].Name = strings.TrimSpace(name)
		}
		return source, nil
	}
	first = slices.Clone(first)
	source.Rows = func() (int, []string, error) {
		if row := first; row != nil {
			first = nil
			return line, row, nil
		}
		return rows()
	}
	return source, nil
}

func (d Dialect) headed(first []string) bool {
	if d.Header != nil {
		return *d.Header
	}
	return !slices.ContainsFunc(first, isNumber)
}

// Limits of the begin of a file, in bytes: so many are enough if they have four lines, and more are not looked at.
const (
	usualHead = 64 << 10
	mostHead  = 4 * delimited.MaxRow
)

// Guess finds what a dialect leaves open from the begin of a text, and returns a reader of all of it.
func Guess(r io.Reader, d Dialect) (found Dialect, facts []Fact, all io.Reader, err error) {
	var head []byte
	all = r
	for most := int64(usualHead); most <= mostHead; most *= 8 {
		if head, all, err = unpack.Peek(all, most); err != nil {
			return d, nil, all, err
		}
		if int64(len(head)) < most {
			break
		}
		if lines := bytes.Count(head, []byte("\n")); lines > 3 {
			head = head[:bytes.LastIndexByte(head, '\n')+1]
			break
		}
	}
	if d.Separator == 0 {
		if d.Separator, err = separator(head); err != nil {
			return d, nil, all, err
		}
	}
	var rows [][]string
	next := d.Separator.Rows(bytes.NewReader(head))
	for _, row, err := next(); err == nil; _, row, err = next() { // the reader of all reports what is wrong
		rows = append(rows, slices.Clone(row))
	}
	if d.Header == nil && len(rows) > 0 {
		named := d.headed(rows[0])
		headed := !named && d.namesNumbers(rows)
		if headed || named && slices.ContainsFunc(rows[0], hasComma) {
			d.Header = &headed
			facts = []Fact{{Kind: "header", Why: fmt.Sprintf("%t, by the words and numbers of the first rows", headed)}}
		}
	}
	return d, facts, all, nil
}

// namesNumbers reports whether the first row must name the columns though some names are numbers: it is the only one
// that has words in a column.
func (d Dialect) namesNumbers(rows [][]string) bool {
	for at := range rows[0] {
		var fields []string
		for _, row := range rows {
			if at >= len(row) {
				return false // the reader reports it
			}
			field := strings.TrimSpace(row[at])
			if !slices.Contains(d.Missing, field) && (fields == nil || field != fields[0]) {
				fields = append(fields, field)
			}
		}
		if len(fields) > 2 && !isNumber(fields[0]) && allNumbers(fields[1:]) &&
			slices.ContainsFunc(fields[1:], func(field string) bool { return field != fields[1] }) {
			return true
		}
	}
	return false
}

// separator is what divides the first two rows into equally many fields. Tabs and semicolons go before commas, which
// numbers may have.
func separator(head []byte) (delimited.Separator, error) {
	var widths []int
	var row []string
	var err error
	for _, s := range []delimited.Separator{delimited.Tab, delimited.Semicolon, delimited.Comma, delimited.Blanks} {
		rows := s.Rows(bytes.NewReader(head))
		for widths = nil; len(widths) < 2; widths = append(widths, len(row)) {
			if _, row, err = rows(); err != nil {
				break
			}
		}
		if len(slices.Compact(widths)) == 1 && widths[0] > 1 {
			return s, nil
		}
	}
	switch {
	case err == io.EOF && widths == nil:
		return 0, ErrNoRows
	case err != nil && err != io.EOF:
		return 0, err
	}
	return 0, errors.New("its first two lines are not parted alike by commas, semicolons, tabs or " +
		"blanks: give a table with one sample on each line")
}

// isNumber reports whether a field is a number, finite or not.
func isNumber(field string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	return err == nil
}

// withPoint returns a number that has a decimal comma with a point in its place.
func withPoint(field string) string { return strings.Replace(field, ",", ".", 1) }

// hasComma reports whether a field is a number with a decimal comma, and not one with a separator of thousands.
func hasComma(field string) bool {
	whole, decimals, found := strings.Cut(field, ",")
	return found && isNumber(whole+"."+decimals) && (len(decimals) != 3 || whole == "0")
}
