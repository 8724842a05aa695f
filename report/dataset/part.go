package dataset

import (
	"slices"

	"gonum.org/v1/gonum/mat"
)

// A Part is the content of one file: features row by row, and a label for each row or none.
type Part struct {
	Rows     int
	Features []float64
	Labels   []int
}

// Join makes a set of one part, or of a training and a test part.
func Join(parts ...Part) *Set {
	all := parts[0]
	set := new(Set)
	if len(parts) == 2 {
		test := parts[1]
		train := all.Rows
		set.Split = NewSplit(train+test.Rows, func(row int) bool { return row >= train })
		all = Part{all.Rows + test.Rows, slices.Concat(all.Features, test.Features),
			slices.Concat(all.Labels, test.Labels)}
	}
	set.Samples, set.Labels = mat.NewDense(all.Rows, len(all.Features)/all.Rows, all.Features), all.Labels
	return set
}

// NewSplit divides the row numbers below rows into training and test rows.
func NewSplit(rows int, isTest func(row int) bool) *Split {
	split := new(Split)
	for row := range rows {
		if isTest(row) {
			split.Test = append(split.Test, row)
		} else {
			split.Train = append(split.Train, row)
		}
	}
	return split
}
