package printed

import (
	"bytes"
	_ "embed" // for the tables
)

//go:embed thesis.csv
var thesis []byte

//go:embed paper.csv
var paper []byte

// Thesis returns the 24 tables of the thesis, with their bold marks. They go by their
// bare numbers.
func Thesis() ([]Table, error) { return Read(bytes.NewReader(thesis), "", "thesis.csv") }

// Paper returns the 8 tables of the paper. Its marks are not recorded.
func Paper() ([]Table, error) { return Read(bytes.NewReader(paper), "paper", "paper.csv") }
