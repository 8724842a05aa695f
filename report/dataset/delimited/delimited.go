// Package delimited reads tables of text: rows of fields between commas, semicolons, tabs or
// blanks, or the Rows of another format of text. Each column holds numbers or words, or is
// ignored.
//
// The error of a bad field gives its line, its column by number and name, and what would be
// valid. Fields may be quoted (RFC 4180), except between blanks. Empty lines are skipped.
package delimited

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

// longestShown is the most characters of a field, and the most words, that an error shows.
const longestShown = 100

// Separator separates fields.
type Separator rune

const (
	Comma     Separator = ','
	Semicolon Separator = ';'
	Tab       Separator = '\t'
	Blanks    Separator = ' ' // any run of spaces and tabs
)

// Kind says what a column holds.
type Kind int

const (
	Number  Kind = iota // a finite number
	Nominal             // a word, such as a class
	Ignored             // must be there, otherwise skipped
)

// A Column describes one column of a file.
type Column struct {
	Name string // for errors; may be ""
	Kind Kind
	// Words are the valid words of a Nominal column in the order of their codes, or the valid numbers
	// of a Number column. If nil, all are valid, and words are coded in order of appearance.
	Words []string
	// Missing are the marks of a missing value, which becomes NaN.
	Missing []string
	// Comma: the numbers have a decimal comma.
	Comma bool
}

// Place is how errors name the column at an index: "column 2 (width)".
func (c Column) Place(index int) string {
	if c.Name == "" {
		return fmt.Sprintf("column %d", index+1)
	}
	return fmt.Sprintf("column %d (%s)", index+1, c.Name)
}

// Numbers describes n columns of numbers without names.
func Numbers(n int) []Column { return make([]Column, n) }

// A Table is the content of one file.
type Table struct {
	// Columns are those of the file that were not ignored; nominal ones have their Words.
	Columns []Column
	// Values holds, row by row, the number, the index into Words, or NaN for a missing value.
	Values []float64
	Lines  []int // of each row
}

// Rows is the number of rows.
func (t *Table) Rows() int { return len(t.Values) / len(t.Columns) }

// Rows yields the rows of a file, each with its line and valid until the next call, and io.EOF
// after the last. Errors begin with the line.
type Rows func() (line int, row []string, err error)

// Errors that the errors of a table wrap.
var (
	ErrFields = errors.New("fields, want")
	ErrNumber = errors.New("is not a finite number")
	ErrWord   = errors.New("is not one of")
	ErrNoWord = errors.New("empty")
	ErrNoRows = errors.New("file holds no rows")
	errUTF8   = errors.New("letters that are not in UTF-8: save the file as UTF-8, which Excel calls CSV UTF-8")
)

// Read reads a whole file of the given columns. Errors begin with the line, from 1.
func Read(r io.Reader, separator Separator, columns []Column) (*Table, error) {
	return ReadColumns(separator.Rows(r), columns, unpack.Room(r))
}

// A Source is a table that has been opened.
type Source struct {
	Columns []Column // as far as the file describes them
	Named   bool     // whether the file names them
	Line    int      // the last that describes columns
	Rows    Rows
}

// Open opens a file. Its first row names the columns if header says so, or, if header is nil, when
// no field of it is a number.
func (s Separator) Open(r io.Reader, header *bool) (Source, error) {
	rows := s.Rows(r)
	line, first, err := rows()
	if err != nil {
		if err == io.EOF {
			err = ErrNoRows
		}
		return Source{}, err
	}
	source := Source{Columns: Numbers(len(first)), Named: !slices.ContainsFunc(first, IsNumber), Line: line, Rows: rows}
	if header != nil {
		source.Named = *header
	}
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

// IsNumber reports whether a field is a number, finite or not.
func IsNumber(field string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	return err == nil
}

// WithPoint returns a number that has a decimal comma with a point in its place.
func WithPoint(field string) string { return strings.Replace(field, ",", ".", 1) }

// Rows yields the fields between separators, row by row.
func (s Separator) Rows(r io.Reader) Rows {
	fields := quotedFields
	if s == Blanks {
		fields = blankFields
	}
	rows := fields(r, s)
	return func() (int, []string, error) {
		line, row, err := rows()
		if len(row) > MaxColumns {
			err = fmt.Errorf("line %d: %d columns, at most %d are read", line, len(row), MaxColumns)
		}
		return line, row, err
	}
}

// ReadColumns reads all rows of a file that have the given columns, into so many bytes of memory.
func ReadColumns(rows Rows, columns []Column, room int64) (*Table, error) {
	p := newParser(columns)
	if len(p.table.Columns) == 0 {
		return nil, errors.New("no column to read: every column is ignored")
	}
	for {
		line, row, err := rows()
		switch {
		case err == io.EOF && len(p.table.Lines) == 0:
			return nil, ErrNoRows
		case err == io.EOF:
			return &p.table, nil
		case err != nil:
			return nil, err
		}
		if err := p.add(row); err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		p.table.Lines = append(p.table.Lines, line)
		if taken := p.taken(); taken > room {
			return nil, fmt.Errorf("line %d: %w", line, unpack.TooLarge{Bytes: taken, Room: room})
		}
	}
}

func quotedFields(r io.Reader, separator Separator) Rows {
	source := &io.LimitedReader{R: open(r)}
	records := csv.NewReader(source)
	records.Comma = rune(separator)
	records.FieldsPerRecord = -1 // the parser counts them, with a better message
	records.ReuseRecord = true
	at := 1
	return func() (int, []string, error) {
		source.N = MaxRow
		row, err := records.Read()
		if source.N == 0 {
			return 0, nil, fmt.Errorf("line %d: %w", at, errLong)
		}
		if syntax, ok := errors.AsType[*csv.ParseError](err); ok {
			return 0, nil, fmt.Errorf("line %d: %w", syntax.Line, syntax.Err)
		}
		if err != nil {
			return 0, nil, err
		}
		line, _ := records.FieldPos(0)
		at = line + 1
		return line, row, nil
	}
}

func blankFields(r io.Reader, _ Separator) Rows {
	next := Lines(r)
	return func() (int, []string, error) {
		for {
			number, line, err := next()
			if row := strings.Fields(line); len(row) > 0 || err != nil {
				return number, row, err
			}
		}
	}
}

// wordBytes is what a word takes beside its letters, with its code.
const wordBytes = 100

type parser struct {
	file  []Column         // every column of the file
	codes []map[string]int // of the words of each column of the table
	words int64            // bytes of memory for words that were not given
	table Table
}

// taken is the memory that the table takes. What grows is copied.
func (p *parser) taken() int64 { return 16*int64(len(p.table.Values)+len(p.table.Lines)) + p.words }

func newParser(columns []Column) *parser {
	p := &parser{file: columns}
	for _, c := range columns {
		if c.Kind == Ignored {
			continue
		}
		var codes map[string]int
		if c.Kind == Nominal || c.Words != nil {
			codes = make(map[string]int, len(c.Words))
			for code, word := range c.Words {
				codes[word] = code
			}
		}
		p.codes = append(p.codes, codes)
		p.table.Columns = append(p.table.Columns, c)
	}
	return p
}

func (p *parser) add(row []string) error {
	if len(row) != len(p.file) {
		return fmt.Errorf("%d %w %d", len(row), ErrFields, len(p.file))
	}
	kept := 0
	for i, column := range p.file {
		if column.Kind == Ignored {
			continue
		}
		value, err := p.parse(kept, column.Words != nil, strings.TrimSpace(row[i]))
		if err != nil {
			return fmt.Errorf("%s: %w", column.Place(i), err)
		}
		p.table.Values = append(p.table.Values, value)
		kept++
	}
	return nil
}

// parse parses one field; listed says that the words of the column were given.
func (p *parser) parse(column int, listed bool, field string) (float64, error) {
	c, codes := &p.table.Columns[column], p.codes[column]
	code, known := codes[field]
	switch {
	case known && c.Kind == Nominal:
		return float64(code), nil
	case slices.Contains(c.Missing, field):
		return math.NaN(), nil
	case listed && !known:
		return 0, fmt.Errorf("%q %w %s", words.Clip(field, longestShown), ErrWord, words.Some(c.Words, longestShown))
	case c.Kind == Number:
		if c.Comma {
			field = WithPoint(field)
		}
		value, err := strconv.ParseFloat(field, 64)
		if err != nil || math.IsInf(value, 0) || math.IsNaN(value) {
			return 0, fmt.Errorf("%q %w", words.Clip(field, longestShown), ErrNumber)
		}
		return value, nil
	case field == "":
		return 0, ErrNoWord
	case !utf8.ValidString(field):
		return 0, errUTF8
	}
	field = strings.Clone(field) // not the line that it is a part of
	codes[field] = len(c.Words)
	c.Words = append(c.Words, field)
	p.words += int64(len(field)) + wordBytes
	return float64(codes[field]), nil
}
