package library

import (
	"fmt"
	"io"

	"gpca/report/dataset/delimited"
	"gpca/report/dataset/libsvm"
)

// libsvm reads a part whose lines begin with the class. Features that a line leaves out
// are 0, so that a column is often constant.
func (r *loader) libsvm(p part) (*content, error) {
	if p.class != first && p.class != none {
		return nil, fmt.Errorf("class is %q: in this format it is %s on each line: leave it out, or give none", p.class, first)
	}
	table, err := load(r, p.file, func(file io.Reader) (*delimited.Table, error) {
		columns, rows, err := libsvm.Open(file)
		if err != nil {
			return nil, err
		}
		table, err := delimited.ReadDescribed(rows, func([]string) ([]delimited.Column, bool, error) { return columns, false, nil })
		return table, withRemedy(err)
	})
	if err != nil {
		return nil, err
	}
	width := len(table.Columns)
	c := &content{width: width - 1, sparse: true, samples: table.Values[:0], place: func(row, column int) string {
		return fmt.Sprintf("line %d: %s", table.Lines[row], table.Columns[column+1].Place(column+1))
	}}
	for row := range table.Rows() {
		values := table.Values[row*width : (row+1)*width]
		if p.class == first {
			c.labels = append(c.labels, table.Columns[0].Words[int(values[0])])
		}
		c.samples = append(c.samples, values[1:]...) // in place: no value moves up
	}
	return c, nil
}
