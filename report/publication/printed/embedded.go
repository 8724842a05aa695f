package printed

import (
	"bytes"
	_ "embed" // for the tables
)

//go:embed thesis.csv
var thesis []byte

//go:embed paper.csv
var paper []byte

// folder is where the files are in the module.
const folder = "report/publication/printed/"

// Thesis returns the 24 tables of the thesis, with their bold marks. Source is what they
// go by, empty where the thesis is the text that is spoken of.
func Thesis(source string) ([]Table, error) {
	return Read(bytes.NewReader(thesis), source, folder+"thesis.csv")
}

// Paper returns the 8 tables of the paper in the same way. Its marks are not recorded.
func Paper(source string) ([]Table, error) {
	return Read(bytes.NewReader(paper), source, folder+"paper.csv")
}
