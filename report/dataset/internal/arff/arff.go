// Package arff reads ARFF files, the attribute-relation format of Weka (I. H. Witten, E. Frank, "Data
// Mining", and the Weka manual). The header names the columns and lists the values of nominal ones;
// package columns reads the rows.
//
// Attributes are numeric (also real, integer), nominal, string or date. Rows may be sparse: what they leave out is
// 0, or the first value of a nominal attribute. Weights of rows are not used, and said. Relational attributes are
// errors.
package arff

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/delimited"
)

// Open reads the header of a file; Rows reads the rest. Numeric attributes are Number columns, nominal
// ones Nominal with their Words, text and dates Nominal without. Errors begin with the line, from 1.
func Open(r io.Reader) (source columns.Source, err error) {
	lines, number := delimited.Lines(r), 0
	next := func() (line string, err error) {
		for line == "" || line[0] == '%' {
			at, text, err := lines()
			if err != nil {
				return "", err
			}
			number, line = at, strings.TrimSpace(text)
		}
		return line, nil
	}
	seen := map[string]bool{} // names
	for inData := false; !inData; {
		line, err := next()
		if err == io.EOF {
			return source, fmt.Errorf("truncated: file ends after %d lines without @data", number)
		}
		if err != nil {
			return source, err
		}
		if inData, err = declare(line, &source, seen); err != nil {
			return source, fmt.Errorf("line %d: %w", number, err)
		}
	}
	source.Named, source.Line = true, number
	attributes, weights := slices.Clone(source.Columns), []columns.Fact(nil)
	source.Said = func() []columns.Fact { return weights }
	source.Rows = func() (int, []string, error) {
		line, err := next()
		if err != nil {
			return 0, nil, err
		}
		row, weight, err := values(line, attributes)
		if err != nil {
			return 0, nil, fmt.Errorf("line %d: %w", number, err)
		}
		if weight != "" && weights == nil {
			weights = []columns.Fact{{Kind: columns.LeftOut, Columns: []string{"weights of rows"},
				Why: fmt.Sprintf("each row counts once; the first weight is {%s} in line %d", weight, number)}}
		}
		return number, row, nil
	}
	return source, nil
}

// declare parses one line of the header. It reports whether the data begins.
func declare(line string, to *columns.Source, seen map[string]bool) (data bool, err error) {
	keyword, rest := line, ""
	if end := strings.IndexAny(line, " \t"); end >= 0 {
		keyword, rest = line[:end], strings.TrimSpace(line[end:])
	}
	switch strings.ToLower(keyword) {
	case "@relation":
		if _, _, err = word(rest, ""); err != nil {
			err = fmt.Errorf("relation name: %w", err)
		}
	case "@attribute":
		attribute, fault := parseAttribute(rest)
		if err = fault; err == nil && seen[attribute.Name] {
			err = fmt.Errorf("attribute %q is declared twice", attribute.Name)
		}
		seen[attribute.Name] = true
		to.Columns = append(to.Columns, attribute)
	case "@data":
		if data = true; len(to.Columns) == 0 {
			err = errors.New("@data before any @attribute")
		}
	default:
		err = fmt.Errorf("%q, want @relation, @attribute, @data or a comment", keyword)
	}
	return data, err
}

func parseAttribute(text string) (columns.Column, error) {
	name, kind, err := word(text, "{")
	if err != nil {
		return columns.Column{}, fmt.Errorf("attribute name: %w", err)
	}
	if strings.HasPrefix(kind, "{") {
		values, err := parseNominal(kind)
		if err != nil {
			return columns.Column{}, fmt.Errorf("attribute %q: %w", name, err)
		}
		return columns.Column{Name: name, Kind: columns.Nominal, Words: values}, nil
	}
	switch first, _, _ := strings.Cut(strings.ToLower(kind), " "); first { // a date may have a format
	case "numeric", "real", "integer":
		return columns.Column{Name: name}, nil
	case "string", "date":
		return columns.Column{Name: name, Kind: columns.Nominal}, nil
	case "":
		return columns.Column{}, fmt.Errorf("attribute %q has no type", name)
	}
	return columns.Column{}, fmt.Errorf("attribute %q has type %q, which is not read: want numeric, real, integer, "+
		"string, date or {values}", name, kind)
}

func parseNominal(text string) (values []string, err error) {
	seen := map[string]bool{}
	for value := ""; ; {
		if value, text, err = word(text[1:], ",}"); err != nil { // after a brace or a comma
			return nil, fmt.Errorf("value %d: %w", len(values)+1, err)
		}
		if seen[value] {
			return nil, fmt.Errorf("value %q is listed twice", value)
		}
		seen[value] = true
		values = append(values, value)
		if rest, closed := strings.CutPrefix(text, "}"); closed {
			if rest = strings.TrimSpace(rest); rest != "" && rest[0] != '%' {
				return nil, fmt.Errorf("%q follows the list of values", rest)
			}
			return values, nil
		}
		if !strings.HasPrefix(text, ",") {
			return nil, errors.New("list of values without a closing brace")
		}
	}
}

// values divides one row. As in Weka, commas and blanks separate values, and a number in braces at the end is a weight.
func values(line string, attributes []columns.Column) (row []string, weight string, err error) {
	isSparse := line[0] == '{'
	if isSparse {
		if row, line, err = sparse(line[1:], attributes); err != nil {
			return nil, "", err
		}
	}
	for line != "" && line[0] != '%' && line[0] != '{' {
		value, rest, err := word(line, ",")
		if err != nil {
			return nil, "", fmt.Errorf("value %d: %w", len(row)+1, err)
		}
		if isSparse {
			return nil, "", fmt.Errorf("%q follows the sparse row", value)
		}
		row, line = append(row, value), strings.TrimSpace(strings.TrimPrefix(rest, ","))
	}
	if rest, braced := strings.CutPrefix(line, "{"); braced {
		weight, _, braced = strings.Cut(rest, "}")
		if _, err := strconv.ParseFloat(strings.TrimSpace(weight), 64); err != nil || !braced {
			return nil, "", fmt.Errorf("%q, want a weight in braces", line)
		}
	}
	return row, weight, nil
}

// sparse parses a row of indices from 0, each with its value, up to a brace.
func sparse(line string, attributes []columns.Column) (row []string, rest string, err error) {
	row, given := make([]string, len(attributes)), make([]bool, len(attributes))
	for line = strings.TrimSpace(line); !strings.HasPrefix(line, "}"); {
		var text string
		if text, line, err = word(line, ",}"); err != nil {
			return nil, "", fmt.Errorf("sparse row: index: %w; a brace closes the row", err)
		}
		at, err := strconv.Atoi(text)
		if err != nil || at < 0 || at >= len(row) || given[at] {
			return nil, "", fmt.Errorf("sparse row: index %q, want each from 0 to %d once at most", text, len(row)-1)
		}
		if row[at], line, err = word(line, ",}"); err != nil {
			return nil, "", fmt.Errorf("sparse row: value of index %d: %w", at, err)
		}
		given[at], line = true, strings.TrimSpace(strings.TrimPrefix(line, ","))
	}
	for at, a := range attributes {
		switch {
		case given[at]:
		case a.Words != nil:
			row[at] = a.Words[0]
		case a.Kind == columns.Nominal:
			return nil, "", fmt.Errorf("sparse row: it leaves out %q, a text or a date, which has no value that "+
				"stands for none: write it out", a.Name)
		default:
			row[at] = "0"
		}
	}
	return row, strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line[1:]), ",")), nil
}

// word parts a text after its first word: before a blank or one of the characters in end, or in quotes, where a
// backslash escapes a character. Only a quoted word may be empty.
func word(text, end string) (word, rest string, err error) {
	text = strings.TrimSpace(text)
	if text == "" || !strings.Contains(`'"`, text[:1]) {
		word = text
		if at := strings.IndexAny(text, " \t"+end); at >= 0 {
			word = text[:at]
		}
		if word == "" {
			return "", "", errors.New("empty")
		}
		return word, strings.TrimSpace(text[len(word):]), nil
	}
	var quoted strings.Builder
	for i := 1; i < len(text); i++ {
		if text[i] == text[0] {
			return quoted.String(), strings.TrimSpace(text[i+1:]), nil
		}
		if text[i] == '\\' && i+1 < len(text) {
			i++
		}
		quoted.WriteByte(text[i])
	}
	return "", "", errors.New("quote without an end")
}
