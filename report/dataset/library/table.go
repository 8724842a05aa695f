package library

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/report/dataset/delimited"
	"gpca/report/dataset/unpack"
	"gpca/report/words"
)

type tableReader func(r io.Reader, header *bool) (delimited.Source, error)

var separators = map[string]delimited.Separator{
	"csv": delimited.Comma, "semicolons": delimited.Semicolon, "tsv": delimited.Tab, "blanks": delimited.Blanks,
}

// named opens a format that names the columns itself.
func named(open func(io.Reader) (delimited.Source, error)) tableReader {
	return func(r io.Reader, _ *bool) (delimited.Source, error) { return open(r) }
}

// A layout says what the columns of a table are for.
type layout struct {
	columns []delimited.Column
	named   bool
	// class, mark, which marks test samples, and id are columns from 0, -1 for none.
	class, mark, id int
	omitted         []string
}

// missingMarks are those that R, pandas, SQL and spreadsheets write.
var missingMarks = []string{"?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "#N/A", "<NA>"}

// marks are the fields of a missing value.
func (f FileSet) marks() []string {
	if f.MissingMarks == nil {
		return append([]string{""}, missingMarks...)
	}
	return append([]string{""}, f.MissingMarks...)
}

// layout assigns the columns of a file; a test file has the layout of the training file.
func (r *loader) layout(source delimited.Source, p part) (*layout, error) {
	columns := source.Columns
	if r.columns != nil && !r.format.sparse {
		return r.columns, r.columns.check(source)
	}
	if r.format.sparse && p.class != first && p.class != none {
		return nil, fmt.Errorf("class is %q: in this format it is %s on each line: leave it out, or give none",
			p.class, first)
	}
	l := &layout{columns: columns, named: source.Named, mark: -1, id: -1}
	marks := r.marks()
	for i := range columns {
		columns[i].Kind, columns[i].Missing, columns[i].Comma = delimited.Number, marks, r.Decimal != ""
	}
	for _, name := range r.Omit {
		at, err := l.find(name)
		if err != nil {
			return nil, fmt.Errorf("omit: %w", err)
		}
		if columns[at].Kind == delimited.Ignored {
			return nil, fmt.Errorf("omit: %s stands twice: name it once", columns[at].Place(at))
		}
		columns[at].Kind = delimited.Ignored
		l.omitted = append(l.omitted, columns[at].Place(at))
	}
	for i, c := range columns {
		if source.Named && c.Name == "" && c.Kind != delimited.Ignored {
			return nil, fmt.Errorf("column %d: the header gives it no name: name it, or leave it out by omit: [%d] if "+
				"it only numbers the rows", i+1, i+1)
		}
	}
	var err error
	if l.class, err = l.classColumn(p.class); err != nil {
		return nil, err
	}
	if r.Test.Column != "" {
		if l.mark, err = l.find(r.Test.Column); err != nil {
			return nil, fmt.Errorf("test: %w", err)
		}
	}
	if r.ID != "" {
		if l.id, err = l.find(r.ID); err != nil {
			return nil, fmt.Errorf("id: %w", err)
		}
	}
	features := len(columns) - len(l.omitted)
	if r.format.sparse && l.class < 0 {
		columns[0].Kind = delimited.Ignored
		features--
	}
	for _, at := range []int{l.class, l.mark, l.id} {
		if at >= 0 {
			if columns[at].Kind != delimited.Number {
				return nil, fmt.Errorf("%s is left out or used twice: use it for one thing", columns[at].Place(at))
			}
			columns[at].Kind = delimited.Nominal
			features--
		}
	}
	switch {
	case len(columns) == 1 && features == 0:
		return nil, errors.New("column 1 is the only one and cannot be both the class and a feature: see whether the " +
			"format has the right separator")
	case features <= 0:
		return nil, errors.New("no column of numbers is left: a sample has one feature or more")
	}
	r.columns = l
	return l, nil
}

func (l *layout) check(source delimited.Source) error {
	for i, c := range source.Columns[:min(len(source.Columns), len(l.columns))] {
		if want := l.columns[i].Name; source.Named && l.named && c.Name != want {
			return fmt.Errorf("column %d is called %q, and %q in the training file: give both files the same columns",
				i+1, c.Name, want)
		}
	}
	return nil
}

func (l *layout) classColumn(class string) (int, error) {
	switch class {
	case none:
		return -1, nil
	case first:
		return 0, nil
	case last:
		return len(l.columns) - 1, nil
	}
	at, err := l.find(class)
	if err != nil {
		return 0, fmt.Errorf("class: %w", err)
	}
	return at, nil
}

func (l *layout) find(name string) (int, error) {
	found := -1
	var names []string
	for i, c := range l.columns {
		names = append(names, c.Name)
		if !l.named || c.Name != name {
			continue
		}
		if found >= 0 {
			return 0, fmt.Errorf("columns %d and %d are both called %q: rename one of them", found+1, i+1, name)
		}
		found = i
	}
	if found >= 0 {
		return found, nil
	}
	number, err := strconv.Atoi(name)
	switch {
	case err == nil && 1 <= number && number <= len(l.columns):
		return number - 1, nil
	case err == nil:
		return 0, fmt.Errorf("there is no column %d: the file has %d columns", number, len(l.columns))
	case !l.named:
		return 0, fmt.Errorf("no header that could name the column %q: give the number of the column, or header: true",
			name)
	}
	return 0, fmt.Errorf("no column is called %q: the header has %s", name, strings.Join(names, ", "))
}

func (r *loader) table(p part) (*content, error) {
	var l *layout
	table, err := load(r, p.file, func(file io.Reader) (table *delimited.Table, err error) {
		source, err := r.format.table(file, r.Header)
		if err == nil {
			if l, err = r.layout(source, p); err != nil {
				return nil, fmt.Errorf("line %d: %w", source.Line, err)
			}
			table, err = delimited.ReadColumns(source.Rows, l.columns, unpack.Room(file))
		}
		return table, withRemedy(err)
	})
	if err != nil {
		return nil, err
	}
	c := l.content(table)
	if l.omitted != nil {
		c.notes = []string{"Left out: " + words.Enumerate(l.omitted) + "."}
	}
	return c, nil
}

func (l *layout) content(table *delimited.Table) *content {
	c := &content{samples: table.Values[:0]} // in place: no value moves up
	var kept, features []int                 // of the file
	for at, column := range l.columns {
		if column.Kind == delimited.Ignored {
			continue
		}
		kept = append(kept, at)
		if at != l.class && at != l.mark && at != l.id {
			features = append(features, at)
			if l.named {
				c.names = append(c.names, column.Name)
			}
		}
	}
	word := func(column int, code float64) string {
		if math.IsNaN(code) {
			return ""
		}
		return table.Columns[column].Words[int(code)]
	}
	for row := range slices.Chunk(table.Values, len(kept)) {
		for i, v := range row {
			switch kept[i] {
			case l.class:
				c.labels = append(c.labels, word(i, v))
			case l.mark:
				c.marks = append(c.marks, word(i, v))
			case l.id:
				c.ids = append(c.ids, word(i, v))
			default:
				c.samples = append(c.samples, v)
			}
		}
	}
	c.width = len(features)
	c.place = func(row, column int) string {
		at := map[int]int{labelColumn: l.class, markColumn: l.mark}[column]
		if column >= 0 {
			at = features[column]
		}
		return fmt.Sprintf("line %d: %s", table.Lines[row], l.columns[at].Place(at))
	}
	return c
}

// Header returns the names of the columns of a table, nil where it has none.
func Header(ctx context.Context, f FileSet) ([]string, error) {
	format, err := f.format()
	if err != nil || format.table == nil {
		return nil, err
	}
	return load(&loader{FileSet: f, format: format, ctx: ctx}, f.File, func(file io.Reader) ([]string, error) {
		source, err := format.table(file, f.Header)
		if err != nil || !source.Named {
			return nil, withRemedy(err)
		}
		return words.Each(source.Columns, func(c delimited.Column) string { return c.Name }), nil
	})
}

var remedies = []struct {
	fault error
	text  string
}{
	{delimited.ErrNumber, "every column but the class holds numbers: correct the field, say which column is the " +
		"class, leave the column out by omit, or, of a line of names, give header: true"},
	{delimited.ErrFields, "correct the line, or give the format that has the separator of the file"},
	{delimited.ErrWord, "correct the field, or add the value to the list that the header declares"},
	{csv.ErrQuote, "close the quote, or write a quote inside of quotes twice"},
	{csv.ErrBareQuote, "put quotes around the field, and write a quote inside of quotes twice"},
	{delimited.ErrNoRows, "give a file with one sample on each line"},
}

func withRemedy(err error) error {
	for _, r := range remedies {
		if errors.Is(err, r.fault) {
			return fmt.Errorf("%w: %s", err, r.text)
		}
	}
	return err
}
