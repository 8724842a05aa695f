package library

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset"
	"gpca/report/dataset/delimited"
)

// readDelimited returns a reader of text files with a separator between fields.
func readDelimited(separator delimited.Separator) func(io.Reader, FileSet, *content) (*content, error) {
	return func(r io.Reader, f FileSet, first *content) (*content, error) {
		var c *content
		table, err := delimited.ReadDescribed(r, separator, func(row []string) (_ []delimited.Column, header bool, err error) {
			if c, err = f.columns(row, first); err != nil {
				return nil, false, err
			}
			return c.columns, c.header, nil
		})
		if err != nil {
			return nil, withRemedy(err)
		}
		c.Part = dataset.NewPart(table.Values, len(table.Columns), c.class)
		if c.class >= 0 {
			c.classes = table.Columns[c.class].Words
		}
		return c, nil
	}
}

// columns finds out from the first row of a file what its columns hold. The
// columns of a second file are those of the first.
func (f FileSet) columns(row []string, first *content) (*content, error) {
	c := &content{columns: delimited.Numbers(len(row))}
	if f.Header != nil {
		c.header = *f.Header
	} else {
		c.header = !slices.ContainsFunc(row, isNumber)
	}
	if c.header {
		for i, name := range row {
			if c.columns[i].Name = strings.TrimSpace(name); c.columns[i].Name == "" {
				return nil, fmt.Errorf("column %d: the header gives it no name: name it, or remove it if it only numbers the rows", i+1)
			}
		}
	}
	if first != nil {
		return c, c.follow(first)
	}
	var err error
	if c.class, err = f.classColumn(c); err != nil {
		return nil, err
	}
	if c.class >= 0 {
		if len(row) == 1 {
			return nil, errors.New("column 1 is the only one and cannot be both the class and a feature: see whether the format has the right separator")
		}
		c.columns[c.class].Kind = delimited.Nominal
	}
	return c, nil
}

func isNumber(field string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	return err == nil
}

// follow gives a second file the columns and the classes of the first.
func (c *content) follow(first *content) error {
	if c.header && first.header {
		for i, column := range c.columns[:min(len(c.columns), len(first.columns))] {
			if want := first.columns[i].Name; column.Name != want {
				return fmt.Errorf("column %d is called %q, and %q in the training file: give both files the same columns", i+1, column.Name, want)
			}
		}
	}
	c.class, c.columns = first.class, slices.Clone(first.columns)
	if c.class >= 0 {
		c.columns[c.class].Words = first.classes
	}
	return nil
}

// classColumn returns the number of the class column from 0, -1 for none. A name
// counts before a number, as a header may hold numbers.
func (f FileSet) classColumn(c *content) (int, error) {
	switch f.Class {
	case "none":
		return -1, nil
	case "last":
		return len(c.columns) - 1, nil
	}
	if c.header {
		if at := slices.IndexFunc(c.columns, func(c delimited.Column) bool { return c.Name == f.Class }); at >= 0 {
			return at, nil
		}
	}
	number, err := strconv.Atoi(f.Class)
	switch {
	case err == nil && 1 <= number && number <= len(c.columns):
		return number - 1, nil
	case err == nil:
		return 0, fmt.Errorf("there is no column %d for the class: the file has %d columns", number, len(c.columns))
	case !c.header:
		return 0, fmt.Errorf("no header that could name the column %q: give the number of the class column, or header: true", f.Class)
	}
	var names []string
	for _, column := range c.columns {
		names = append(names, column.Name)
	}
	return 0, fmt.Errorf("no column is called %q: the header has %s", f.Class, strings.Join(names, ", "))
}

// remedies are what to do about the faults of a table.
var remedies = []struct {
	fault error
	text  string
}{
	{delimited.ErrNumber, "every column but the class holds numbers: correct the field, or say which column is the class, or, of a line of names, header: true"},
	{delimited.ErrFields, "correct the line, or give the format that has the separator of the file"},
	{delimited.ErrWord, "the test file can hold only classes of the training file"},
	{delimited.ErrNoWord, "give every sample a class"},
	{csv.ErrQuote, "close the quote, or write a quote inside of quotes twice"},
	{csv.ErrBareQuote, "put quotes around the field, and write a quote inside of quotes twice"},
	{delimited.ErrNoRows, "give a file with one sample on each line"},
}

// withRemedy adds to an error what to do about it.
func withRemedy(err error) error {
	for _, r := range remedies {
		if errors.Is(err, r.fault) {
			return fmt.Errorf("%w: %s", err, r.text)
		}
	}
	return err
}
