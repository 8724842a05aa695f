// Package libsvm reads sparse samples in the format of LIBSVM and SVMlight: a line for each
// sample, which gives its class and, as index:value, those of its features that are not 0.
//
//	+1 3:0.5 7:1   # a comment
//
// Indices start at 1, or at 0 where a file has that index, which is said, and increase along a line (C.-C. Chang,
// C.-J. Lin, "LIBSVM", README; T. Joachims, "SVMlight"). Several classes of one sample and query ids are errors.
package libsvm

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/internal/delimited"
	"gpca/report/dataset/unpack"
)

// maxIndex is the largest index.
const maxIndex = 1 << 20

// FirstOfZero is the name of the first feature of a file whose indices start at 0.
const FirstOfZero = "index 0"

// Open reads a whole file into whole rows: the class, then the features up to the largest index.
// Errors begin with the line, from 1.
func Open(r io.Reader) (source columns.Source, err error) {
	type sample struct {
		line   int
		fields []string
	}
	var samples []sample
	least, most, held := 1, 0, int64(0) // indices, and bytes of memory for the samples
	for next := delimited.Lines(r); ; {
		number, line, err := next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return source, err
		}
		line, _, _ = strings.Cut(line, "#")
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		begin, end, err := indices(fields)
		if err != nil {
			return source, fmt.Errorf("line %d: %w", number, err)
		}
		least, most = min(least, begin), max(most, end)
		samples = append(samples, sample{number, fields})
		held += int64(len(line) + 16*len(fields) + 64)
		if err := unpack.Fit(r, held+16*int64(len(samples)*(most+2-least))); err != nil {
			return source, fmt.Errorf("line %d: %d samples of %d features: %w", number, len(samples), most+1-least, err)
		}
	}
	source = columns.Source{Columns: []columns.Column{{Name: "class", Kind: columns.Nominal}}, Named: true, Line: 1}
	for index := least; index <= most; index++ {
		source.Columns = append(source.Columns, columns.Column{Name: fmt.Sprintf("index %d", index)})
	}
	if least == 0 {
		said := []columns.Fact{{Kind: "indices", Why: "they count from 0, as one is 0"}}
		source.Said = func() []columns.Fact { return said }
	}
	row := make([]string, len(source.Columns))
	source.Rows = func() (int, []string, error) {
		if len(samples) == 0 {
			return 0, nil, io.EOF
		}
		next := samples[0]
		samples = samples[1:]
		row[0] = next.fields[0]
		for i := range row[1:] {
			row[i+1] = "0"
		}
		for _, field := range next.fields[1:] {
			index, value, _ := entry(field) // it was checked above
			row[index+1-least] = value
		}
		return next.line, row, nil
	}
	return source, nil
}

// indices are the first and the last one of the entries of a line, 1 and −1 without any.
func indices(fields []string) (begin, end int, err error) {
	begin, end = 1, -1
	for i, field := range fields[1:] {
		index, _, err := entry(field)
		if err == nil && index <= end {
			err = fmt.Errorf("index %d follows %d: indices rise along a line", index, end)
		}
		if err != nil {
			return 0, 0, fmt.Errorf("entry %d: %w", i+1, err)
		}
		begin, end = min(begin, index), index
	}
	if strings.ContainsAny(fields[0], ",:") {
		err = fmt.Errorf("%q is not one class, which every line begins with: give each sample one", fields[0])
	}
	return begin, end, err
}

// entry parts index:value.
func entry(field string) (index int, value string, err error) {
	text, value, ok := strings.Cut(field, ":")
	if !ok {
		return 0, "", fmt.Errorf("%q is not index:value", field)
	}
	if text == "qid" {
		return 0, "", fmt.Errorf("%q is a query id, which is not read: leave it out in each line", field)
	}
	if index, err = strconv.Atoi(text); err != nil || index < 0 || index > maxIndex {
		return 0, "", fmt.Errorf("index %q is not a whole number from 0 to %d", text, maxIndex)
	}
	return index, value, nil
}
