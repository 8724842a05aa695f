package dataset

import (
	"context"
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
// Attributes of words are encoded as asked for. Of two files, the first is the
// training part of the published split and the second its test part.
func readTables(separator delimited.Separator, columns []delimited.Column, encoding Encoding) reader {
	return func(ctx context.Context, files *entryFiles) (*Set, error) {
		var features []float64
		var labels []int
		var ends []int // of each file's rows
		for file := range files.found {
			table, err := parse(ctx, files, file, func(r io.Reader) (*delimited.Table, error) {
				return delimited.Read(r, separator, columns)
			})
			if err != nil {
				return nil, err
			}
			class := slices.IndexFunc(table.Columns, func(c delimited.Column) bool { return c.Name == "class" })
			values, classes := separate(table.Values, len(table.Columns), class)
			if encoding == IndicatorCodes {
				values = indicators(values, slices.Delete(slices.Clone(table.Columns), class, class+1))
			}
			features, labels = append(features, values...), append(labels, classes...)
			ends = append(ends, len(labels))
		}
		set := newSet(features, labels)
		if len(ends) == 2 {
			set.Split = &Split{Train: span(0, ends[0]), Test: span(ends[0], ends[1])}
		}
		return set, nil
	}
}

// separate takes the column of labels out of a table of numbers, stored row by
// row.
func separate(values []float64, width, label int) (features []float64, labels []int) {
	features = make([]float64, 0, len(values)/width*(width-1))
	labels = make([]int, 0, len(values)/width)
	for row := range slices.Chunk(values, width) {
		features = append(append(features, row[:label]...), row[label+1:]...)
		labels = append(labels, int(row[label]))
	}
	return features, labels
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

// newSet makes a set of features, stored row by row, and a label for each row.
func newSet(features []float64, labels []int) *Set {
	return &Set{Samples: mat.NewDense(len(labels), len(features)/len(labels), features), Labels: labels}
}

// span returns the row numbers from start up to but without end.
func span(start, end int) []int {
	rows := make([]int, 0, end-start)
	for i := start; i < end; i++ {
		rows = append(rows, i)
	}
	return rows
}
