package render

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"path"
	"slices"
	"strconv"
	"strings"

	"gpca/report/words"
)

// checksumColumn is the last column of results.csv and arrays.csv.
const checksumColumn = "checksum"

// again is what to do about a file that is not as it was written.
const again = "write the file again with report render"

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seals are the checksums of a row of a CSV file, for one of several and for the last: the CRC-32C, in hexadecimal, of
// the header, the row's number, its fields, and whether it is the last. They tell a row that was altered, is missing,
// stands twice, or was moved.
func seals(header []string, number int, fields []string) (one, last string) {
	text := fmt.Appendf(nil, "%q%d [", header, number)
	for i, field := range fields {
		if i > 0 {
			text = append(text, ' ')
		}
		if words.Plain(field) && !strings.ContainsAny(field, `"\`) { // a long list of numbers
			text = append(append(append(text, '"'), field...), '"')
		} else {
			text = strconv.AppendQuote(text, field)
		}
	}
	sum := crc32.Checksum(append(text, ']'), castagnoli)
	return fmt.Sprintf("%08x", sum), fmt.Sprintf("%08x", crc32.Update(sum, castagnoli, []byte("last")))
}

// writeSealed writes a CSV file with a checksum for each row. Checksums are of what is written, so fields are defused
// first.
func writeSealed(w io.Writer, header []string, rows iter.Seq[[]string]) error {
	header = append(header, checksumColumn)
	out, number := csv.NewWriter(w), 0
	err := out.Write(header)
	var before []string // the row before, which was not the last
	var one, last string
	for row := range rows {
		if before != nil {
			err = cmp.Or(err, out.Write(append(before, one)))
		}
		before = words.Each(row, defuseField)
		number++
		one, last = seals(header, number, before)
	}
	if before != nil {
		err = cmp.Or(err, out.Write(append(before, last)))
	}
	out.Flush()
	return cmp.Or(err, out.Error())
}

// readSealed reads the rows of a CSV file that writeSealed wrote. It has to have the needed columns.
func readSealed(name string, content []byte, needed ...string) ([]record, error) {
	in := csv.NewReader(bytes.NewReader(content))
	header, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: no header: %w", name, err)
	}
	for _, c := range append(needed, checksumColumn) {
		if !slices.Contains(header, c) {
			return nil, fmt.Errorf("%s:1: no column %q: report render writes one, other programs may have dropped it",
				name, c)
		}
	}
	own, ended := len(header)-1, false
	var rows []record
	for {
		fields, err := in.Read()
		switch {
		case errors.Is(err, io.EOF) && !ended:
			return nil, fmt.Errorf("%s: rows are missing at its end: %s", name, again)
		case errors.Is(err, io.EOF):
			return rows, nil
		case err != nil:
			return nil, fmt.Errorf("%s: %w: %s", name, err, again) // with line and column
		}
		line, _ := in.FieldPos(0)
		one, last := seals(header, len(rows)+1, fields[:own])
		if ended = fields[own] == last; !ended && fields[own] != one {
			return nil, fmt.Errorf("%s:%d: %s: it is not that of the row, which was altered, moved, or lost the row "+
				"before it: %s", name, line, checksumColumn, again)
		}
		rows = append(rows, record{fmt.Sprintf("%s:%d", name, line), header, fields})
	}
}

// A record is a row of a CSV file whose columns have names.
type record struct {
	place           string
	columns, fields []string
}

// text is the field in a column, as it was before it was defused; empty where there is no such column.
func (r record) text(column string) string {
	at := slices.Index(r.columns, column)
	if at < 0 {
		return ""
	}
	if bare, defused := strings.CutPrefix(r.fields[at], "'"); defused && runs(bare) {
		return bare
	}
	return r.fields[at]
}

// numbers are the numbers in a column. Fault gets the first error.
func (r record) numbers(column string, fault *error) []float64 {
	var all []float64
	for text := range strings.FieldsSeq(r.text(column)) {
		v, err := strconv.ParseFloat(text, 64)
		r.note(column, err, fault)
		all = append(all, v)
	}
	return all
}

func (r record) count(column string, fault *error) int {
	n, err := strconv.ParseUint(r.text(column), 10, 31)
	r.note(column, err, fault)
	return int(n)
}

func (r record) words(column string, fault *error) []string {
	text := r.text(column)
	if text == "" {
		return nil
	}
	in := csv.NewReader(strings.NewReader(text))
	in.Comma = ' '
	all, err := in.Read()
	r.note(column, err, fault)
	return all
}

func (r record) note(column string, err error, fault *error) {
	if err != nil && *fault == nil {
		*fault = fmt.Errorf("%s: %s: %w: %s", r.place, column, err, again)
	}
}

// defused has a file written without characters that a terminal obeys, which may stand in the names of a data file, and
// without formulas in a CSV file. A text without any stays as it is, byte for byte.
func defused(file string, w io.Writer, write func(io.Writer) error) error {
	switch ending := path.Ext(file); {
	case slices.Contains([]string{".pdf", ".png", ".jpg", ".jpeg", ".gif", ".npz"}, ending),
		file == ResultsFile, file == arraysFile: // whose fields are defused before they are sealed
		return write(w)
	case ending == ".csv":
		return defuseRows(w, write)
	}
	var text strings.Builder
	err := write(&text)
	if err == nil {
		_, err = io.WriteString(w, words.Printable(text.String()))
	}
	return err
}

// defuseRows defuses the fields of a CSV file as they are written.
func defuseRows(w io.Writer, write func(io.Writer) error) error {
	d := &defuser{to: bufio.NewWriter(w)}
	err := write(d)
	if err == nil {
		err = d.pass(d.open)
	}
	return cmp.Or(err, d.to.Flush())
}

// A defuser passes records of CSV on: most have nothing to defuse and stay as they are, which takes a tenth of the time
// of reading their fields.
type defuser struct {
	to   *bufio.Writer
	open []byte // a record that has not ended, as far as it is written
}

func (d *defuser) Write(part []byte) (int, error) {
	first := len(d.open)
	d.open = append(d.open, part...)
	rest, seen := d.open, first
	for {
		end := bytes.IndexByte(rest[seen:], '\n')
		if end < 0 {
			d.open = append(d.open[:0], rest...)
			return len(part), nil
		}
		if seen += end + 1; bytes.Count(rest[:seen], []byte{'"'})%2 == 1 { // a line end within quotes
			continue
		}
		if err := d.pass(rest[:seen]); err != nil {
			return 0, err
		}
		rest, seen = rest[seen:], 0
	}
}

func (d *defuser) pass(record []byte) error {
	line := string(record)
	text := strings.TrimSuffix(line, "\n")
	harmful := strings.Contains(text, `"`) || words.Printable(text) != text
	for field := range strings.SplitSeq(line, ",") {
		harmful = harmful || runs(field)
	}
	if !harmful {
		_, err := d.to.Write(record)
		return err
	}
	fields, err := csv.NewReader(strings.NewReader(line)).Read()
	if err != nil {
		return err
	}
	out := csv.NewWriter(d.to)
	err = out.Write(words.Each(fields, defuseField))
	out.Flush()
	return cmp.Or(err, out.Error())
}

// defuseField puts an apostrophe before a field of a CSV file that a spreadsheet would run as a formula (OWASP, "CSV
// Injection"). Numbers, and lists of them, stay.
func defuseField(field string) string {
	if runs(field) {
		field = "'" + field
	}
	return words.Printable(field)
}

// runs reports whether a spreadsheet takes a field for a formula.
func runs(field string) bool {
	if field == "" || !strings.Contains("=+-@\t\r", field[:1]) {
		return false
	}
	for word := range strings.FieldsSeq(field) {
		if _, err := strconv.ParseFloat(word, 64); err != nil {
			return true
		}
	}
	return false
}
