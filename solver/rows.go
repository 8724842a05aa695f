package solver

import (
	"errors"
	"fmt"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/pages"
)

// Rows are samples: rows of a matrix, less their mean where they are centred. A fit makes no copy of very many.
type Rows struct {
	of     *mat.Dense
	chosen []int        // nil for all
	shifts [2][]float64 // subtracted one after the other, nil for none
}

// RowsOf returns chosen rows of a matrix, nil for all.
func RowsOf(m *mat.Dense, chosen []int) Rows { return Rows{of: m, chosen: chosen} }

func (r Rows) samples(workers int) *vector.Samples {
	return vector.NewRows(vector.Of(r.of), r.chosen, r.shifts, workers)
}

func (r Rows) Features() int { return r.of.RawMatrix().Cols }

// Dense returns a copy of the rows, or the matrix where they are all of it.
func (r Rows) Dense() *mat.Dense {
	if r.chosen == nil && r.shifts[0] == nil {
		return r.of
	}
	x := r.samples(1)
	rows, columns := x.Dims()
	d := mat.NewDense(rows, columns, pages.Make(rows*columns))
	for i := range rows {
		x.Copy(d.RawRowView(i), i)
	}
	return d
}

// Centre is the function Centre of rows.
func (r Rows) Centre() (centred Rows, mean []float64) {
	rows, columns := r.samples(1).Dims()
	mean = make([]float64, columns)
	r.shifts = [2][]float64{make([]float64, columns), make([]float64, columns)}
	for at := range r.shifts {
		part := make([]float64, columns)
		for _, sample := range r.samples(1).All() {
			floats.Add(part, sample)
		}
		for j := range part {
			part[j] /= float64(rows)
		}
		floats.Add(mean, part)
		r.shifts[at] = part
	}
	return r, mean
}

// Squares of values must neither overflow nor underflow, even when samples are deflated down to rounding error.
const (
	smallestScale = 1e-100
	largestScale  = 1e100
)

// Check returns an error for samples that no fit takes: for none, for values that are not finite or too large, which it
// names, and where all are too small.
func (r Rows) Check() error {
	if r.of == nil || r.of.IsEmpty() || r.chosen != nil && len(r.chosen) == 0 {
		return errors.New("solver: no samples")
	}
	if err := r.samples(1).CheckScale(smallestScale, largestScale); err != nil {
		return fmt.Errorf("solver: %w", err)
	}
	return nil
}

// copied is the most values of samples that a fit copies in any case: 256 MiB. Of more it copies rows here and there,
// as a pass over a copy takes two thirds of the time, but not most rows of a matrix.
const copied = 32 << 20

// reduce returns the rows in coordinates of a smaller basis, or as they are when there is none. It copies so many
// values.
func (r Rows) reduce(workers, copied int) (*vector.Samples, basis) {
	x := r.samples(workers)
	all, _ := r.of.Dims()
	if rows, columns := x.Dims(); rows >= columns && rows*columns > copied && rows > all/4*3 {
		if b := (basis{features: columns, varying: varying(x)}); len(b.varying) == columns {
			pages.Move(r.of.RawMatrix().Data)
			return x, b
		}
	}
	reduced, b := reduce(r.Dense())
	return vector.NewSamples(vector.Of(reduced), workers), b
}
