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
	if text = strings.TrimSuffix(text, "\r"); blanks {
		text = strings.TrimSpace(text)
	}
	for {
		if !blanks && (f.Quote == "" || strings.IndexByte(text, f.Quote[0]) < 0) { // most rows, and ends of others
			for f.Separator != 0 {
				end := strings.Index(text, separator)
				if end < 0 {
					break
				}
				fields, text = append(fields, text[:end]), text[end+len(separator):]
			}
			return append(fields, text), nil
		}
		field, rest := strings.TrimLeft(text, " "), ""
		if f.Quote != "" && strings.HasPrefix(field, f.Quote) {
			var err error
			if field, rest, err = f.quoted(field[len(f.Quote):]); err != nil {
				return nil, err
			}
		} else {
			end := strings.Index(text, separator)
			if blanks {
				end = strings.IndexAny(text, " \t")
			}
			if field = text; f.Separator != 0 && end >= 0 {
				field, rest = text[:end], text[end:]
			}
			if !blanks && strings.Contains(field, f.Quote) {
				return nil, csv.ErrBareQuote
			}
		}
		fields = append(fields, field)
		if rest = f.trim(rest); rest == "" {
			return fields, nil
		}
		if text = strings.TrimPrefix(rest, separator); blanks {
			text = strings.TrimLeft(rest, " \t")
		} else if text == rest {
			return nil, csv.ErrQuote
		}
	}
}

// trim removes blanks before a separator that is none itself.
func (f Form) trim(rest string) string {
	if f.Separator == Tab || f.Separator == Blanks {
		return rest
	}
	return strings.TrimLeft(rest, " ")
}

// quoted returns a field that ends at its quote, and what follows.
func (f Form) quoted(text string) (field, rest string, err error) {
	var parts strings.Builder
	for {
		end := strings.Index(text, f.Quote)
		if end < 0 {
			return "", "", csv.ErrQuote
		}
		after := text[end+len(f.Quote):]
		if !strings.HasPrefix(after, f.Quote) { // else two mean one
			if parts.Len() == 0 {
				return text[:end], after, nil
			}
			parts.WriteString(text[:end])
			return parts.String(), after, nil
		}
		parts.WriteString(text[:end+len(f.Quote)])
		text = after[len(f.Quote):]
	}
}
