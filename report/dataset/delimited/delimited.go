// Package delimited divides text into rows of fields between commas, semicolons, tabs or blanks. Fields may be quoted
// (RFC 4180), except between blanks. Empty lines are skipped.
package delimited

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Separator separates fields.
type Separator rune

const (
	Comma     Separator = ','
	Semicolon Separator = ';'
	Tab       Separator = '\t'
	Blanks    Separator = ' ' // any run of spaces and tabs
)

// Rows yields the rows of a file, each with its line and valid until the next call, and io.EOF
// after the last. Errors begin with the line.
type Rows func() (line int, row []string, err error)

// Rows yields the fields between separators, row by row.
func (s Separator) Rows(r io.Reader) Rows {
	rows := s.fields(r)
	return func() (int, []string, error) {
		line, row, err := rows()
		if len(row) > MaxColumns {
			err = fmt.Errorf("line %d: %d columns, at most %d are read", line, len(row), MaxColumns)
		}
		return line, row, err
	}
}

func (s Separator) fields(r io.Reader) Rows {
	if s == Blanks {
		return blankFields(r)
	}
	source := &io.LimitedReader{R: open(r)}
	records := csv.NewReader(source)
	records.Comma = rune(s)
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

func blankFields(r io.Reader) Rows {
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
