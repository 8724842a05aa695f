package library

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"

	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/words"
)

type tableReader func(columns.Dialect, io.Reader) (columns.Source, error)

// named opens a format that names the columns itself.
func named(open func(io.Reader) (columns.Source, error)) tableReader {
	return func(_ columns.Dialect, r io.Reader) (columns.Source, error) { return open(r) }
}

// A layout says what the columns of a table are for.
type layout struct {
	columns.Source
	// class, mark, which marks test samples, and id are columns from 0, -1 for none.
	class, mark, id int
	omitted         []string
}

// missingMarks are those that R, pandas, SQL and spreadsheets write.
var missingMarks = []string{"?", "NA", "N/A", "n/a", "NaN", "nan", "null", "NULL", "#N/A", "<NA>"}

// marks are the fields of a missing value.
func (f FileSet) marks() []string {
	marks := append([]string{""}, missingMarks...)
	if f.MissingMarks != nil {
		marks = append([]string{""}, f.MissingMarks...)
	}
	if slices.Contains(f.NA, none) {
		marks = marks[:1]
	}
	return append(marks, slices.DeleteFunc(slices.Clone(f.NA), func(mark string) bool { return mark == none })...)
}

func (r *loader) dialect() columns.Dialect {
	d := r.Dialect
	if r.format.separator != 0 && d.Separator == "" {
		d.Separator = string(r.format.separator)
	}
	d.Missing = r.marks()
	return d
}

// layout assigns the columns of a file; a test file has the layout of the training file.
func (r *loader) layout(source columns.Source, p part) (l *layout, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("line %d: %w", source.Line, err)
		}
	}()
	if r.columns != nil && !r.format.sparse {
		return r.columns, r.columns.sameNames(source)
	}
	if r.format.sparse && p.class != first && p.class != none {
		return nil, fmt.Errorf("class is %q: in this format it is %s on each line: leave it out, or give none",
			p.class, first)
	}
	l = &layout{Source: source}
	for i := range l.Columns {
		l.Columns[i].Kind = columns.Number
	}
	for _, name := range r.Omit {
		at, err := l.take(l.find("omit", name))
		if err != nil {
			return nil, err
		}
		l.Columns[at].Kind = columns.Ignored
		l.omitted = append(l.omitted, l.Columns[at].Place(at))
	}
	if err = words.InTurn(
		func() error { l.class, err = l.take(l.ClassColumn(p.class)); return err },
		func() error { l.mark, err = l.take(l.find("test", r.Test.Column)); return err },
		func() error { l.id, err = l.take(l.find("id", r.ID)); return err },
	); err != nil {
		return nil, err
	}
	if r.format.sparse && l.class < 0 {
		l.Columns[0].Kind = columns.Ignored
	}
	r.columns = l
	return l, l.checkFeatures()
}

// find returns the column of a key by its name or number, -1 for none.
func (l *layout) find(key, name string) (int, error) {
	if name == "" {
		return -1, nil
	}
	at, err := l.Find(name)
	if err != nil {
		err = fmt.Errorf("%s: %w", key, err)
	}
	return at, err
}

// take uses a column that was found for something else than a feature.
func (l *layout) take(at int, err error) (int, error) {
	if err != nil || at < 0 {
		return at, err
	}
	if l.Columns[at].Kind != columns.Number {
		return at, fmt.Errorf("%s is left out or used twice: use it for one thing", l.Columns[at].Place(at))
	}
	l.Columns[at].Kind = columns.Nominal
	return at, nil
}

// checkFeatures refuses a table without a column of numbers, and one of these without a name.
func (l *layout) checkFeatures() error {
	features := 0
	for i, c := range l.Columns {
		if l.Named && c.Name == "" && c.Kind != columns.Ignored && i != l.id {
			return fmt.Errorf("column %d: the header gives it no name: name it, or give id: %s if it names the "+
				"rows, or omit: [%[2]s]", i+1, l.Name(i))
		}
		if c.Kind == columns.Number {
			features++
		}
	}
	switch {
	case features > 0:
		return nil
	case len(l.Columns) == 1:
		return errors.New("column 1 is the only one and cannot be both the class and a feature: see whether the " +
			"format has the right separator")
	}
	return errors.New("no column of numbers is left: a sample has one feature or more")
}

// sameNames refuses a test file whose columns have other names.
func (l *layout) sameNames(source columns.Source) error {
	for i, c := range source.Columns[:min(len(source.Columns), len(l.Columns))] {
		if want := l.Columns[i].Name; source.Named && l.Named && c.Name != want {
			return fmt.Errorf("column %d is called %q, and %q in the training file: give both files the same columns",
				i+1, c.Name, want)
		}
	}
	return nil
}

// An undecided table was read before it is known what its columns are for.
type undecided struct {
	*columns.Table
	source       columns.Source // as the file describes its columns
	path, digest string
}

func (r *loader) table(p part) (*content, error) {
	var l *layout
	var table *columns.Table
	var err error
	if s := r.undecided; s != nil {
		r.undecided, r.paths, r.digests, table = nil, []string{s.path}, []string{s.digest}, s.Table
		if l, err = r.layout(s.source, p); err == nil {
			err = table.Assign(l.Columns)
		}
		if err != nil {
			err = fmt.Errorf("%s: %w", s.path, withRemedy(err))
		}
	} else {
		table, err = load(r, p.file, func(file io.Reader) (table *columns.Table, err error) {
			source, err := r.format.table(r.dialect(), file)
			if err == nil {
				l, err = r.layout(source, p)
			}
			if err == nil {
				source.Columns = l.Columns
				table, err = columns.Read(source, r.dialect(), file)
			}
			return table, err
		})
	}
	if err != nil {
		return nil, err
	}
	c := l.content(table)
	if l.omitted != nil {
		c.notes = []string{"Left out: " + words.Enumerate(l.omitted) + "."}
	}
	facts := r.facts
	if table.Said != nil {
		facts = append(facts, table.Said()...)
	}
	c.notes = append(c.notes, words.Each(facts, columns.Fact.String)...)
	return c, nil
}

func (l *layout) content(table *columns.Table) *content {
	c := &content{samples: table.Values[:0]} // in place: no value moves up
	var features []int                       // of the file
	var units []string
	for at, column := range l.Columns {
		if column.Kind == columns.Number {
			features = append(features, at)
			if l.Named {
				c.names, units = append(c.names, column.Name), append(units, column.Unit)
			}
		}
	}
	if strings.Join(units, "") != "" {
		c.units = units
	}
	for row := range table.Lines {
		for i, at := range table.Kept {
			switch {
			case at == l.class:
				c.labels = append(c.labels, table.Word(row, at))
			case at == l.mark:
				c.marks = append(c.marks, table.Word(row, at))
			case at == l.id:
				c.ids = append(c.ids, table.Word(row, at))
			case l.Columns[at].Kind == columns.Number:
				c.samples = append(c.samples, table.Values[row*len(table.Kept)+i])
			}
		}
	}
	c.width = len(features)
	c.place = func(row, column int) string {
		at := map[int]int{labelColumn: l.class, markColumn: l.mark}[column]
		if column >= 0 {
			at = features[column]
		}
		return fmt.Sprintf("line %d: %s", table.Lines[row], l.Columns[at].Place(at))
	}
	return c
}

var remedies = []struct {
	fault error
	text  string
}{
	{columns.ErrNumber, "every column but the class holds numbers: correct the field, say which column is the " +
		"class, leave the column out by omit, or, of a line of names, give header: true"},
	{columns.ErrFields, "correct the line, or give the format that has the separator of the file"},
	{columns.ErrWord, "correct the field, or add the value to the list that the header declares"},
	{csv.ErrQuote, "close the quote, or write a quote inside of quotes twice"},
	{csv.ErrBareQuote, "put quotes around the field, and write a quote inside of quotes twice, or say --quote none"},
	{columns.ErrNoRows, "give a file with one sample on each line"},
}

func withRemedy(err error) error {
	for _, r := range remedies {
		if errors.Is(err, r.fault) {
			return fmt.Errorf("%w: %s", err, r.text)
		}
	}
	return err
}
