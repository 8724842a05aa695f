// Package arff reads ARFF files, the attribute-relation format of Weka.
//
// An ARFF file names its columns in a header and lists the values that a nominal
// one may take (I. H. Witten, E. Frank, "Data Mining", and the Weka manual). That
// list is what makes the format worth reading strictly: a value outside it is a
// misprint or a file of another version, and is an error with its line and the
// valid values, never a new category.
//
// Read are numeric (also real, integer) and nominal attributes, comments and
// quoted names and values. Text, dates, relational attributes, sparse rows,
// weights and missing values are errors that name the line: the methods of this
// project need a complete table of numbers, and what to put in place of a missing
// value is for the owner of the data to decide.
package arff

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"gpca/report/dataset/numbers"
	"gpca/report/dataset/unpack"
)

// MaxBytes is the largest file that is read: 4 GiB.
const MaxBytes = 1 << 32

// An Attribute is a column.
type Attribute struct {
	Name string
	// Values are the values of a nominal attribute in the order of the file,
	// nil for a numeric one.
	Values []string
}

// A Relation is the content of one file.
type Relation struct {
	Name       string
	Attributes []Attribute
	// Values holds the rows one after the other, a value for each attribute: the
	// number of a numeric one, the index into Attribute.Values of a nominal one.
	Values []float64
}

// Read reads a whole file. Errors begin with the line, from 1.
func Read(r io.Reader) (*Relation, error) {
	data, err := unpack.All(r, MaxBytes)
	if err != nil {
		return nil, err
	}
	relation := new(Relation)
	inData := false
	number := 0
	// Some editors put a byte-order mark before the first line.
	for text := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		number++
		line := strings.TrimSpace(string(text))
		if line == "" || line[0] == '%' {
			continue
		}
		var err error
		if inData {
			err = relation.addRow(line)
		} else {
			inData, err = relation.declare(line)
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if !inData {
		return nil, fmt.Errorf("truncated: file ends after %d lines without @data", number)
	}
	if len(relation.Values) == 0 {
		return nil, fmt.Errorf("file ends after %d lines without a row of data", number)
	}
	return relation, nil
}

// declare takes one line of the header; it reports true when the data begins.
func (r *Relation) declare(line string) (data bool, err error) {
	keyword, rest := line, ""
	if end := strings.IndexAny(line, " \t"); end >= 0 {
		keyword, rest = line[:end], strings.TrimSpace(line[end:])
	}
	switch strings.ToLower(keyword) {
	case "@relation":
		s := scanner{text: rest}
		if r.Name, err = s.word(""); err != nil {
			return false, fmt.Errorf("relation name: %w", err)
		}
		return false, nil
	case "@attribute":
		attribute, err := parseAttribute(rest)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(r.Attributes, func(a Attribute) bool { return a.Name == attribute.Name }) {
			return false, fmt.Errorf("attribute %q is declared twice", attribute.Name)
		}
		r.Attributes = append(r.Attributes, attribute)
		return false, nil
	case "@data":
		if len(r.Attributes) == 0 {
			return false, errors.New("@data before any @attribute")
		}
		return true, nil
	}
	return false, fmt.Errorf("%q, want @relation, @attribute, @data or a comment", keyword)
}

// parseAttribute parses what follows @attribute: a name and a type.
func parseAttribute(text string) (Attribute, error) {
	s := scanner{text: text}
	name, err := s.word("{")
	if err != nil {
		return Attribute{}, fmt.Errorf("attribute name: %w", err)
	}
	kind := strings.TrimSpace(s.text)
	if strings.HasPrefix(kind, "{") {
		values, err := parseNominal(kind)
		if err != nil {
			return Attribute{}, fmt.Errorf("attribute %q: %w", name, err)
		}
		return Attribute{Name: name, Values: values}, nil
	}
	switch strings.ToLower(kind) {
	case "numeric", "real", "integer":
		return Attribute{Name: name}, nil
	case "":
		return Attribute{}, fmt.Errorf("attribute %q has no type", name)
	}
	return Attribute{}, fmt.Errorf("attribute %q has type %q, which is not read: want numeric, real, integer or {values}", name, kind)
}

// parseNominal parses a list of values in braces.
func parseNominal(text string) ([]string, error) {
	s := scanner{text: text[1:]}
	var values []string
	for {
		value, err := s.word(",}")
		if err != nil {
			return nil, fmt.Errorf("value %d: %w", len(values)+1, err)
		}
		if slices.Contains(values, value) {
			return nil, fmt.Errorf("value %q is listed twice", value)
		}
		values = append(values, value)
		switch s.separator(",}") {
		case '}':
			if rest := strings.TrimSpace(s.text); rest != "" && rest[0] != '%' {
				return nil, fmt.Errorf("%q follows the list of values", rest)
			}
			return values, nil
		case ',':
		default:
			return nil, errors.New("list of values without a closing brace")
		}
	}
}

// addRow parses one row of data. Commas and blanks separate values, as in Weka.
func (r *Relation) addRow(line string) error {
	if line[0] == '{' {
		return errors.New("sparse row, which is not read: write every value out")
	}
	s := scanner{text: line}
	for column, attribute := range r.Attributes {
		if s.rest() == "" {
			return fmt.Errorf("%d values, want %d", column, len(r.Attributes))
		}
		quoted := s.quoted()
		text, err := s.word(",")
		if err != nil {
			return fmt.Errorf("attribute %q: %w", attribute.Name, err)
		}
		if text == "?" && !quoted {
			return fmt.Errorf("attribute %q: missing value, which is not read: remove the row or fill it in", attribute.Name)
		}
		value, err := attribute.parse(text)
		if err != nil {
			return fmt.Errorf("attribute %q: %w", attribute.Name, err)
		}
		r.Values = append(r.Values, value)
		s.separator(",")
	}
	if rest := s.rest(); rest != "" && rest[0] != '%' {
		return fmt.Errorf("%q follows the %d values", rest, len(r.Attributes))
	}
	return nil
}

// parse returns the number of a numeric value, the index of a nominal one.
func (a Attribute) parse(text string) (float64, error) {
	if a.Values != nil {
		if i := slices.Index(a.Values, text); i >= 0 {
			return float64(i), nil
		}
		return 0, fmt.Errorf("value %q is not one of %s", text, strings.Join(a.Values, ", "))
	}
	value, ok := numbers.Parse(text)
	if !ok {
		return 0, fmt.Errorf("value %q is not a finite number", text)
	}
	return value, nil
}
