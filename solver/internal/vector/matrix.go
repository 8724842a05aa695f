package vector

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Matrix is a view of float64 values by rows: element (i, j) is Data[i*Stride+j].
type Matrix struct {
	Rows, Cols, Stride int
	Data               []float64
}

// NewMatrix returns a matrix of zeros.
func NewMatrix(rows, cols int) Matrix {
	return Matrix{Rows: rows, Cols: cols, Stride: cols, Data: make([]float64, rows*cols)}
}

// Of views m without copying it.
func Of(m *mat.Dense) Matrix {
	raw := m.RawMatrix()
	return Matrix{Rows: raw.Rows, Cols: raw.Cols, Stride: raw.Stride, Data: raw.Data}
}

// Dense views m, whose rows are next to each other, as a mat.Dense, empty when it has no values.
func (m Matrix) Dense() *mat.Dense {
	if m.Rows == 0 || m.Cols == 0 {
		return &mat.Dense{}
	}
	return mat.NewDense(m.Rows, m.Cols, m.Data[:m.Rows*m.Cols])
}

// CheckScale is that of the rows.
func (m Matrix) CheckScale(smallest, largest float64) error {
	return NewRows(m, nil, [2][]float64{}, 1).CheckScale(smallest, largest)
}

// CheckScale returns an error unless all values are finite and no larger than largest, and the largest is 0 or at
// least smallest.
func (s *Samples) CheckScale(smallest, largest float64) error {
	reached := 0.0
	for i, sample := range s.All() {
		for j, v := range sample {
			size := math.Abs(v)
			if !(size <= largest) {
				return fmt.Errorf("sample %d, feature %d is %g: samples must be finite and at most %g", i, j, v,
					largest)
			}
			if size > reached { // max takes longer, for NaN
				reached = size
			}
		}
	}
	if reached > 0 && reached < smallest {
		return fmt.Errorf("no feature of any sample exceeds %g: scale samples to more than %[1]g", smallest)
	}
	return nil
}

// SquaredNorms are those of the rows.
func (m Matrix) SquaredNorms() []float64 {
	norms := make([]float64, m.Rows)
	for i := range norms {
		norms[i] = Dot(m.Row(i), m.Row(i))
	}
	return norms
}

func OneRow(v []float64) Matrix { return Matrix{Rows: 1, Cols: len(v), Stride: len(v), Data: v} }

// Grow returns n undefined values in memory that grows to hold them.
func Grow[T any](memory *[]T, n int) []T {
	if cap(*memory) < n {
		*memory = make([]T, n)
	}
	return (*memory)[:n]
}

// In returns a matrix of undefined values in memory that grows to hold them.
func In(memory *[]float64, rows, cols int) Matrix {
	return Matrix{Rows: rows, Cols: cols, Stride: cols, Data: Grow(memory, rows*cols)}
}

// Empty returns a matrix without rows, with room for some.
func Empty(capacity, cols int) Matrix {
	m := NewMatrix(capacity, cols)
	m.Rows = 0
	return m
}

// Append adds a row, for which there must be room, and returns it.
func (m *Matrix) Append() []float64 {
	m.Rows++
	return m.Row(m.Rows - 1)
}

// Row returns row i, sharing its values.
func (m Matrix) Row(i int) []float64 {
	if m.Cols == 0 {
		return nil
	}
	return m.Data[i*m.Stride : i*m.Stride+m.Cols : i*m.Stride+m.Cols]
}

// View returns the block of the given size whose first element is (row, col), sharing its values.
func (m Matrix) View(row, col, rows, cols int) Matrix {
	if row < 0 || col < 0 || rows < 0 || cols < 0 || row+rows > m.Rows || col+cols > m.Cols {
		panic(fmt.Sprintf("vector: view of %d×%d at (%d, %d) in a %d×%d matrix", rows, cols, row, col, m.Rows,
			m.Cols))
	}
	if rows == 0 || cols == 0 {
		return Matrix{Rows: rows, Cols: cols, Stride: m.Stride}
	}
	first := row*m.Stride + col
	return Matrix{Rows: rows, Cols: cols, Stride: m.Stride, Data: m.Data[first : first+(rows-1)*m.Stride+cols]}
}

// Select returns a copy of the given rows.
func (m Matrix) Select(rows []int) Matrix {
	s := NewMatrix(len(rows), m.Cols)
	for to, from := range rows {
		copy(s.Row(to), m.Row(from))
	}
	return s
}

// Transpose sets dst, n×m, to the transpose of a, m×n.
func Transpose(dst, a Matrix) {
	dst.check("dst")
	a.check("a")
	if dst.Rows != a.Cols || dst.Cols != a.Rows {
		panic(fmt.Sprintf("vector: transpose of %d×%d into %d×%d", a.Rows, a.Cols, dst.Rows, dst.Cols))
	}
	if a.Rows > 0 && a.Cols > 0 {
		current().transpose(dst.Data, dst.Stride, a.Data, a.Stride, a.Rows, a.Cols)
	}
}

// check panics unless every element of m lies in its Data, on which the assembly relies.
func (m Matrix) check(name string) {
	if m.Rows < 0 || m.Cols < 0 || m.Stride < m.Cols {
		panic(fmt.Sprintf("vector: %s is %d×%d with stride %d", name, m.Rows, m.Cols, m.Stride))
	}
	if m.Rows > 0 && m.Cols > 0 && (m.Rows-1)*m.Stride+m.Cols > len(m.Data) {
		panic(fmt.Sprintf("vector: %s is %d×%d with stride %d but holds %d values", name, m.Rows, m.Cols, m.Stride,
			len(m.Data)))
	}
}

func checkAll(dst, a, b Matrix) {
	dst.check("dst")
	a.check("a")
	b.check("b")
}

func (m Matrix) clear() {
	for i := range m.Rows {
		clear(m.Row(i))
	}
}

// SpectralBound returns an upper bound on the spectral norm of m. The norm of a symmetric matrix is at most the
// largest absolute row sum, which for its eighth power is close: ‖m‖² = ‖(mmᵀ)⁸‖^⅛.
func SpectralBound(m Matrix) float64 {
	power, next := NewMatrix(m.Rows, m.Rows), NewMatrix(m.Rows, m.Rows)
	GramLower(power, m, 1)
	bound, exponent := 1.0, 0.5
	for squarings := 3; ; squarings-- {
		largest := 0.0
		if power.Rows > 0 {
			largest = mat.Norm(power.Dense(), math.Inf(1)) // the largest row sum
		}
		bound *= math.Pow(largest, exponent)
		if squarings == 0 || largest == 0 {
			return bound
		}
		for i := range power.Data {
			power.Data[i] /= largest
		}
		GramLower(next, power, 1)
		power, next, exponent = next, power, exponent/2
	}
}
