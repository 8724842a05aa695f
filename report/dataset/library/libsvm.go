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
		return nil, fmt.Errorf("class is %q: in this format it is %s on each line: leave it out, or give none",
			p.class, first)
	}
	l := &layout{mark: -1}
	table, err := load(r, p.file, func(file io.Reader) (*delimited.Table, error) {
		columns, rows, err := libsvm.Open(file)
		if err != nil {
			return nil, err
		}
		if l.columns = columns; p.class == none {
			columns[0].Kind, l.class = delimited.Ignored, -1
		}
		table, err := delimited.ReadColumns(rows, columns)
		return table, withRemedy(err)
	})
	if err != nil {
		return nil, err
	}
	c := l.content(table)
	c.sparse = true
	return c, nil
}
