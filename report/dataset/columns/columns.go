// Package columns reads a table of text once, into columns of numbers and words. What a column is for is known
// before, as in a study, or found afterwards in what was read.
//
// The error of a bad field gives its line, its column by number and name, and what would be valid.
package columns

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// longestShown is the most characters of a field, and the most words, that an error shows.
const longestShown = 100

// Kind says what a column holds.
type Kind int

const (
	Number  Kind = iota // a finite number
	Nominal             // a word, such as a class
	Ignored             // must be there, otherwise skipped
	Any                 // a number or a word, until [Table.Assign] says what it is for
)

// A Column describes one column of a file.
type Column struct {
	Name string // for errors; may be ""
	Unit string // as the line below the header says
	Kind Kind
	// Words are the valid words of a Nominal column in the order of their codes, or the valid numbers of a Number
	// column. If nil, all are valid, and words are coded in order of appearance. Those of an Any column are the fields
	// that are no plain numbers.
	Words []string
}

// Place is how errors name the column at an index: "column 2 (width)".
func (c Column) Place(index int) string {
	if c.Name == "" {
		return fmt.Sprintf("column %d", index+1)
	}
	return fmt.Sprintf("column %d (%s)", index+1, c.Name)
}

// A Source is a table that has been opened.
type Source struct {
	Columns []Column // as far as the file describes them
	Named   bool     // whether the file names them
	Line    int      // the last that describes columns
	Rows    delimited.Rows
	Said    func() []Fact // after the last row: what was not used, or needs a word; may be nil
	apart   []string      // names that tell columns of one name apart
}

// A Table is the content of one file.
type Table struct {
	Source
	Dialect
	Kept []int // columns that were not Ignored
	// Values holds, row by row, the kept columns: the number, the index into Words of a Nominal column, or NaN for a
	// missing value and for a word of an Any column.
	Values []float64
	Lines  []int // of each row

	found  []found   // of each column
	left   []int     // lines after the table
	begins [256]bool // first bytes of the marks of a missing value
	marked []float64 // those marks that are numbers
	words  int64     // bytes of memory for words that were not given
	bytes  int64     // of the text of the rows
}

// found is what is known of the words of a column.
type found struct {
	slot  int // in a row of Values
	codes map[string]int
	given bool // no other words are valid
	// at has the code of the word of each row of an Any column, plus one, up to the last row that has one.
	at []int32
	as form // of its numbers
	// pointed is a number with a decimal point among decimal commas, padded one with zeros before it, as codes have.
	pointed, padded string
}

// Errors that the errors of a table wrap.
var (
	ErrFields = errors.New("fields, want")
	ErrNumber = errors.New("is not a finite number")
	ErrWord   = errors.New("is not one of")
	ErrNoRows = errors.New("file holds no rows")
	errUTF8   = errors.New("letters that are not in UTF-8: save the file as UTF-8, which Excel calls CSV UTF-8, or " +
		"say its encoding, as in --encoding windows-1252")
)

// Read reads all rows of a file, into as much memory as its reader lets take. Errors begin with the line, from 1.
func Read(source Source, d Dialect, file io.Reader) (*Table, error) {
	t := &Table{Source: source, Dialect: d, found: make([]found, len(source.Columns))}
	t.Columns = slices.Clone(source.Columns)
	for at, c := range source.Columns {
		if c.Kind != Ignored {
			t.found[at].slot, t.Kept = len(t.Kept), append(t.Kept, at)
			t.take(at, c)
		}
	}
	for _, mark := range d.Missing {
		t.begins[(mark + "\x00")[0]] = true
		if v, _, ok := t.number(mark); ok {
			t.marked = append(t.marked, v)
		}
	}
	if len(t.Kept) == 0 {
		return nil, errors.New("no column to read: every column is ignored")
	}
	rows, wait := t.ahead(source.Rows)
	defer wait()
	for {
		line, row, err := rows()
		switch {
		case err == io.EOF && len(t.Lines) == 0:
			return nil, ErrNoRows
		case err == io.EOF:
			return t, nil
		case err != nil:
			return nil, err
		}
		if err = t.add(row); err == nil {
			t.Lines = append(t.Lines, line)
			err = unpack.Fit(file, 16*int64(len(t.Values)+len(t.Lines))+t.words) // what grows is copied
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		if n := len(t.Values); n+len(t.Kept) > cap(t.Values) && n > manyValues {
			// The rest has rows as long: to copy all, each time that they become more, would double the memory.
			rest := float64(n) * (1.01*float64(unpack.Length(file))/float64(t.bytes) - 1)
			rest = min(rest, float64(unpack.Room(file)/8)-float64(n))
			t.Values = slices.Grow(t.Values, len(t.Kept)+int(max(0, rest)))
		}
	}
}

// take gives a column its kind, and codes to the words that it lists.
func (t *Table) take(at int, c Column) {
	t.Columns[at], t.found[at] = c, found{slot: t.found[at].slot, given: c.Words != nil, as: t.found[at].as}
	if c.Kind != Number || c.Words != nil { // of numbers there may be a million columns
		t.found[at].codes = make(map[string]int, len(c.Words))
	}
	for code, word := range c.Words {
		t.found[at].codes[word] = code
	}
}

// manyValues are enough to tell how many will follow.
const manyValues = 1 << 16

func (t *Table) add(row []string) error {
	if last := len(t.Columns); len(row) > last && full(row) <= last {
		row = row[:last] // separators at the end
	}
	if len(row) != len(t.Columns) {
		return fmt.Errorf("%d %w %d", len(row), ErrFields, len(t.Columns))
	}
	for _, field := range row {
		t.bytes += int64(len(field)) + 1
	}
	for _, at := range t.Kept {
		value, err := t.value(at, strings.TrimSpace(row[at]))
		if err != nil {
			return fmt.Errorf("%s: %w", t.Columns[at].Place(at), err)
		}
		t.Values = append(t.Values, value)
	}
	return nil
}

func (t *Table) value(at int, field string) (float64, error) {
	c, f := &t.Columns[at], &t.found[at]
	code, known := f.codes[field]
	if known && c.Kind == Nominal {
		return float64(code), nil
	}
	if t.missing(field) {
		return math.NaN(), nil
	}
	value, ok := t.parse(at, field)
	if ok && t.marked != nil && slices.Contains(t.marked, value) {
		return math.NaN(), nil
	}
	switch {
	case c.Kind == Any:
		return t.any(at, field, value, ok)
	case f.given && !known:
		return 0, fmt.Errorf("%q %w %s", words.Clip(field, longestShown), ErrWord, words.Some(c.Words, longestShown))
	case c.Kind == Number && !ok:
		return 0, fmt.Errorf("%q %w", words.Clip(field, longestShown), ErrNumber)
	case c.Kind == Number:
		return value, nil
	case field == "":
		return 0, errors.New("empty")
	case !utf8.ValidString(field):
		return 0, errUTF8
	}
	return float64(t.codeOf(at, field)), nil
}

func (t *Table) missing(field string) bool {
	return (field == "" || t.begins[field[0]]) && slices.Contains(t.Missing, field)
}

// parse returns a finite number, in the form that the column has.
func (t *Table) parse(at int, field string) (value float64, ok bool) {
	value, as, ok := t.number(field)
	f := &t.found[at]
	if ok && as != f.as {
		ok = f.as == 0
		if ok {
			f.as = as
		}
	}
	if ok && len(field) > 1 && field[0] == '0' && '0' <= field[1] && field[1] <= '9' && f.padded == "" {
		f.padded = strings.Clone(field)
	}
	if ok && t.Decimal == "comma" && f.pointed == "" && t.Thousands != "point" &&
		strings.Contains(field, ".") {
		f.pointed = strings.Clone(field)
	}
	return value, ok
}

// any keeps a field of an Any column as a word as well, unless it is a number whose text is of no use. The first
// column may name the rows.
func (t *Table) any(at int, field string, value float64, ok bool) (float64, error) {
	f := &t.found[at]
	if ok && (at > 0 || value != math.Trunc(value) || strconv.FormatFloat(value, 'f', -1, 64) == field) {
		return value, nil
	}
	if !ok {
		if value = math.NaN(); !utf8.ValidString(field) {
			return 0, errUTF8
		}
	}
	row := len(t.Lines)
	t.words += 4 * int64(row+1-len(f.at))
	f.at = append(append(f.at, make([]int32, row-len(f.at))...), int32(t.codeOf(at, field))+1)
	return value, nil
}

// wordBytes is what a word takes beside its letters, with its code.
const wordBytes = 100

// codeOf returns the index of a word, which is new or known.
func (t *Table) codeOf(at int, word string) int {
	c, f := &t.Columns[at], &t.found[at]
	code, known := f.codes[word]
	if !known {
		word, code = strings.Clone(word), len(c.Words) // not the line that it is a part of
		f.codes[word], c.Words = code, append(c.Words, word)
		t.words += int64(len(word)) + wordBytes
	}
	return code
}

// code is the index of the word of a row of a column, −1 for none.
func (t *Table) code(row, at int) int {
	f := &t.found[at]
	if t.Columns[at].Kind == Any {
		if row < len(f.at) {
			return int(f.at[row]) - 1
		}
	} else if v := t.Values[row*len(t.Kept)+f.slot]; t.Columns[at].Kind == Nominal && !math.IsNaN(v) {
		return int(v)
	}
	return -1
}

// Word is the text of a field, empty where it has no value.
func (t *Table) Word(row, at int) string {
	value := t.Values[row*len(t.Kept)+t.found[at].slot]
	if code := t.code(row, at); code >= 0 {
		return t.Columns[at].Words[code]
	} else if math.IsNaN(value) {
		return ""
	}
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// Assign gives the columns of a table their kinds, as if these had been known before. The error is of the first field
// that does not fit.
func (t *Table) Assign(columns []Column) (err error) {
	before := *t
	before.Columns, before.found = slices.Clone(t.Columns), slices.Clone(t.found)
	rows := len(t.Lines) // up to that of the error
	for at, c := range columns {
		t.take(at, c)
		for row := 0; row < rows && c.Kind != Ignored; row++ {
			value := &t.Values[row*len(t.Kept)+t.found[at].slot]
			if before.code(row, at) < 0 && (c.Kind == Number || math.IsNaN(*value)) {
				continue
			}
			var fault error
			if *value, fault = t.value(at, before.Word(row, at)); fault != nil {
				rows, err = row, fmt.Errorf("line %d: %s: %w", t.Lines[row], c.Place(at), fault)
			}
		}
	}
	return err
}
