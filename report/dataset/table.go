package dataset

import (
	"context"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset/delimited"
)

// classColumn describes the column that holds the class, the only one that is
// not a feature.
func classColumn(names []string) delimited.Column {
	return delimited.Column{Name: "class", Kind: delimited.Nominal, Words: names}
}

// numberColumns describes columns of numbers with their names.
func numberColumns(names ...string) []delimited.Column {
	columns := make([]delimited.Column, len(names))
	for i, name := range names {
		columns[i].Name = name
	}
	return columns
}

// readTables returns a reader of text files that all have the given columns.
// Attributes of words are encoded as asked for; a class of numbers is a digit. Of
// two files, the first is the training part of the published split and the second
// its test part.
func readTables(separator delimited.Separator, columns []delimited.Column, encoding Encoding) reader {
	return func(ctx context.Context, files *entryFiles) (*Set, error) {
		var parts []Part
		class := -1
		for file := range files.found {
			table, err := parse(ctx, files, file, func(r io.Reader) (*delimited.Table, error) {
				table, err := delimited.Read(r, separator, columns)
				if err != nil {
					return nil, err
				}
				class = slices.IndexFunc(table.Columns, func(c delimited.Column) bool { return c.Name == "class" })
				return table, checkDigits(table, class)
			})
			if err != nil {
				return nil, err
			}
			part := NewPart(table.Values, len(table.Columns), class)
			if encoding == IndicatorCodes {
				part.Features = indicators(part.Features, slices.Delete(slices.Clone(table.Columns), class, class+1))
			}
			parts = append(parts, part)
		}
		return Join(parts...), nil
	}
}

// checkDigits checks a class column of numbers: they are digits.
func checkDigits(table *delimited.Table, class int) error {
	if table.Columns[class].Kind == delimited.Nominal {
		return nil
	}
	for row := range table.Rows() {
		if v := table.Values[row*len(table.Columns)+class]; v < 0 || v > 9 || v != float64(int(v)) {
			return fmt.Errorf("row %d: %v is not a digit", row+1, v)
		}
	}
	return nil
}

// A Part is what one file gives to a set: its features row by row, and a label
// for each row, or none for a set without classes.
type Part struct {
	Rows     int
	Features []float64
	Labels   []int
}

// NewPart makes a part of a table of numbers, stored row by row, by taking out
// the column of the labels; -1 for none.
func NewPart(values []float64, width, label int) Part {
	p := Part{Rows: len(values) / width, Features: values}
	if label < 0 {
		return p
	}
	p.Features, p.Labels = make([]float64, 0, p.Rows*(width-1)), make([]int, 0, p.Rows)
	for row := range slices.Chunk(values, width) {
		p.Features = append(append(p.Features, row[:label]...), row[label+1:]...)
		p.Labels = append(p.Labels, int(row[label]))
	}
	return p
}

// Join makes a set of one part, or of a training and a test part, which are then
// its published split.
func Join(parts ...Part) *Set {
	all := parts[0]
	set := new(Set)
	if len(parts) == 2 {
		test := parts[1]
		set.Split = &Split{Train: span(0, all.Rows), Test: span(all.Rows, all.Rows+test.Rows)}
		all = Part{all.Rows + test.Rows, slices.Concat(all.Features, test.Features), slices.Concat(all.Labels, test.Labels)}
	}
	set.Samples, set.Labels = mat.NewDense(all.Rows, len(all.Features)/all.Rows, all.Features), all.Labels
	return set
}

// indicators replaces each nominal column of a table by as many as it has words,
// 1 for the word of the row and 0 for the others.
func indicators(values []float64, columns []delimited.Column) []float64 {
	var encoded []float64
	for row := range slices.Chunk(values, len(columns)) {
		for j, column := range columns {
			if column.Kind != delimited.Nominal {
				encoded = append(encoded, row[j])
				continue
			}
			first := len(encoded)
			encoded = append(encoded, make([]float64, len(column.Words))...)
			encoded[first+int(row[j])] = 1
		}
	}
	return encoded
}

// span returns the row numbers from start up to but without end.
func span(start, end int) []int {
	rows := make([]int, 0, end-start)
	for i := start; i < end; i++ {
		rows = append(rows, i)
	}
	return rows
}
