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

// split appends the fields of a row. A field before the first quote ends at a separator.
func (f Form) split(fields []string, text string) ([]string, error) {
	text = strings.TrimSuffix(text, "\r")
	separator, quote := string(f.Separator), f.quoteIn(text)
	for more := true; more; {
		if f.Separator == Blanks {
			text, quote = strings.TrimSpace(text), 0
		}
		field, rest, found := cut(text, separator)
		if plain := len(field) < quote; plain {
			quote -= len(text) - len(rest)
		} else {
			var err error
			if field, rest, found, err = f.quoted(text); err != nil {
				return nil, err
			}
			quote = f.quoteIn(rest)
		}
		fields, text, more = append(fields, field), rest, found
	}
	return fields, nil
}

// quoteIn is where the first quote of a text is, behind its end without one.
func (f Form) quoteIn(text string) int {
	if at := strings.Index(text, f.Quote); at >= 0 && f.Quote != "" {
		return at
	}
	return len(text) + 1
}

// cut parts a text at its first separator.
func cut(text, separator string) (before, after string, found bool) {
	if separator != string(Blanks) {
		return strings.Cut(text, separator) // 0 stands in no text
	}
	if at := strings.IndexAny(text, " \t"); at >= 0 {
		return text[:at], text[at+1:], true
	}
	return text, "", false
}

// quoted parts a text after its first field, which may have quotes around it.
func (f Form) quoted(text string) (field, rest string, more bool, err error) {
	inner, quoted := strings.CutPrefix(strings.TrimLeft(text, " "), f.Quote)
	if !quoted || f.Quote == "" {
		field, rest, more = cut(text, string(f.Separator))
		if f.Separator != Blanks && strings.Contains(field, f.Quote) {
			err = csv.ErrBareQuote
		}
		return field, rest, more, err
	}
	for end := 0; ; end++ {
		at := strings.Index(inner[end:], f.Quote)
		if at < 0 {
			return "", "", false, csv.ErrQuote
		}
		if end += at + 1; !strings.HasPrefix(inner[end:], f.Quote) { // else two mean one
			field = strings.ReplaceAll(inner[:end-1], f.Quote+f.Quote, f.Quote)
			between, rest, more := cut(inner[end:], string(f.Separator))
			if strings.TrimSpace(between) != "" {
				err = csv.ErrQuote
			}
			return field, rest, more, err
		}
	}
}
