package library

import (
	"io"

	"gpca/report/dataset/arff"
	"gpca/report/dataset/delimited"
)

// readARFF reads a relation of Weka, whose header names the columns.
func readARFF(r io.Reader, _ *bool, describe describer) (*delimited.Table, error) {
	attributes, rows, err := arff.Open(r)
	if err != nil {
		return nil, err
	}
	return delimited.ReadDescribed(rows, func([]string) ([]delimited.Column, bool, error) {
		columns, err := describe(attributes, true)
		return columns, false, err
	})
}
