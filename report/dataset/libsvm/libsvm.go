// Package libsvm reads sparse samples in the format of LIBSVM and SVMlight: a line for each
// sample, which gives its class and, as index:value, those of its features that are not 0.
//
//	+1 3:0.5 7:1   # a comment
//
// Indices start at 1 and increase along a line (C.-C. Chang, C.-J. Lin, "LIBSVM", README;
// T. Joachims, "SVMlight"). Several classes of one sample and query ids are errors.
package libsvm

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/delimited"
	"gpca/report/dataset/unpack"
)

// maxIndex is the largest index.
const maxIndex = 1 << 20

// Open reads a whole file into whole rows: the class, then the features up to the largest index.
// Errors begin with the line, from 1.
func Open(r io.Reader) (source columns.Source, err error) {
	type sample struct {
		line   int
		fields []string
	}
	var samples []sample
	width, held := 1, int64(0) // bytes of memory for the samples
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
		before := 0
		for i, field := range fields[1:] {
			index, _, err := entry(field)
			if err == nil && index <= before {
				err = fmt.Errorf("index %d follows %d: indices rise along a line", index, before)
			}
			if err != nil {
				return source, fmt.Errorf("line %d: entry %d: %w", number, i+1, err)
			}
			before = index
		}
		if strings.ContainsAny(fields[0], ",:") {
			return source, fmt.Errorf("line %d: %q is not one class, which every line begins with: give each "+
				"sample one", number, fields[0])
		}
		width = max(width, before+1)
		samples = append(samples, sample{number, fields})
		held += int64(len(line) + 16*len(fields) + 64)
		if err := unpack.Fit(r, held+16*int64(len(samples)*width)); err != nil {
			return source, fmt.Errorf("line %d: %d samples of %d features: %w", number, len(samples), width-1, err)
		}
	}
	source = columns.Source{Columns: make([]columns.Column, width), Named: true, Line: 1}
	source.Columns[0] = columns.Column{Name: "class", Kind: columns.Nominal}
	for i := range width - 1 {
		source.Columns[i+1].Name = fmt.Sprintf("index %d", i+1)
	}
	row := make([]string, width)
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
			row[index] = value
		}
		return next.line, row, nil
	}
	return source, nil
}

// entry parts index:value.
func entry(field string) (index int, value string, err error) {
	text, value, ok := strings.Cut(field, ":")
	if !ok {
		return 0, "", fmt.Errorf("%q is not index:value", field)
	}
	if text == "qid" {
		return 0, "", errors.New("a query id, which is not read: leave it out")
	}
	if index, err = strconv.Atoi(text); err != nil || index < 1 || index > maxIndex {
		return 0, "", fmt.Errorf("index %q is not a whole number from 1 to %d", text, maxIndex)
	}
	return index, value, nil
}
