// Package delimited divides text into rows of fields between commas, semicolons, tabs, blanks or other signs. Fields
// may be quoted (RFC 4180), also between blanks. Empty lines are skipped.
package delimited

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
)

// Separator separates fields; 0 for rows of one field.
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

// A Form says what parts a text into rows and fields.
type Form struct {
	Separator Separator
	Quote     string // a sign, or empty for none
	Comment   string // begin of lines that are no rows, empty for none
	First     int    // line of the first row, however it begins, 0 for the first that is one
	Encoding  string // empty for UTF-8, and for UTF-16 with its mark
}

// Rows yields the fields between separators, row by row.
func (s Separator) Rows(r io.Reader) Rows { return Form{Separator: s, Quote: `"`}.Rows(r) }

// Rows yields the rows of a text.
func (f Form) Rows(r io.Reader) Rows {
	next := lines(r, f.Encoding)
	var fields []string
	return func() (int, []string, error) {
		for {
			number, text, err := next()
			blank := strings.TrimLeft(text, " \t\r")
			comment := f.Comment != "" && number != f.First && strings.HasPrefix(blank, f.Comment)
			if err == nil && (number < f.First || blank == "" || comment) {
				continue
			}
			if err == nil && f.Quote != "" && strings.Count(text, f.Quote)%2 > 0 {
				text, err = f.close(number, text, next)
			}
			if err != nil {
				return 0, nil, err
			}
			if fields, err = f.split(fields[:0], text); err == nil && len(fields) > MaxColumns {
				err = fmt.Errorf("%d columns, at most %d are read", len(fields), MaxColumns)
			}
			if err != nil {
				return 0, nil, fmt.Errorf("line %d: %w", number, err)
			}
			return number, fields, nil
		}
	}
}

// close adds the lines up to that in which an open quote ends.
func (f Form) close(begin int, text string, next func() (int, string, error)) (string, error) {
	var all strings.Builder
	for open := true; ; {
		if all.WriteString(text); !open {
			return all.String(), nil
		}
		all.WriteByte('\n')
		var err error
		if _, text, err = next(); err == nil && all.Len()+len(text) > MaxRow {
			err = errLong
		}
		if err == io.EOF {
			err = csv.ErrQuote
		}
		if err != nil {
			return "", fmt.Errorf("line %d: %w", begin, err)
		}
		open = strings.Count(text, f.Quote)%2 == 0
	}
}

// split appends the fields of a row.
func (f Form) split(fields []string, text string) ([]string, error) {
	separator, blanks := string(f.Separator), f.Separator == Blanks
	next := func(text string) int { // separator
		switch {
		case blanks:
			return strings.IndexAny(text, " \t")
		case f.Separator == 0:
			return -1
		}
		return strings.Index(text, separator)
	}
	for text = strings.TrimSuffix(text, "\r"); ; {
		if blanks {
			text = strings.TrimSpace(text)
		} else {
			quote := len(text)
			if at := strings.Index(text, f.Quote); f.Quote != "" && at >= 0 {
				quote = at
			}
			for end := next(text); end >= 0 && end < quote; end = next(text) { // most rows, and parts of others
				fields, text, quote = append(fields, text[:end]), text[end+len(separator):], quote-end-len(separator)
			}
			if quote == len(text) {
				return append(fields, text), nil
			}
		}
		field, end := text, 0
		if inner, quoted := strings.CutPrefix(strings.TrimLeft(text, " "), f.Quote); quoted && f.Quote != "" {
			var closed bool
			if field, text, closed = f.quoted(inner); !closed {
				return nil, csv.ErrQuote
			}
			if end = next(text); strings.TrimSpace(text[:max(end, 0)]) != "" || end < 0 && strings.TrimSpace(text) != "" {
				return nil, csv.ErrQuote
			}
		} else {
			if end = next(text); end >= 0 {
				field = text[:end]
			}
			if !blanks && strings.Contains(field, f.Quote) {
				return nil, csv.ErrBareQuote
			}
		}
		if fields = append(fields, field); end < 0 {
			return fields, nil
		}
		text = text[end+len(separator):]
	}
}

// quoted returns a field that ends at its quote, and what follows.
func (f Form) quoted(text string) (field, rest string, closed bool) {
	for end := 0; ; end++ {
		at := strings.Index(text[end:], f.Quote)
		if at < 0 {
			return "", "", false
		}
		if end += at + 1; !strings.HasPrefix(text[end:], f.Quote) { // else two mean one
			return strings.ReplaceAll(text[:end-1], f.Quote+f.Quote, f.Quote), text[end:], true
		}
	}
}
