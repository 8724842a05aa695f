package vector

import (
	"math"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"
)

const fence = 64

// fenceValue is a NaN that no computation produces.
var fenceValue = math.Float64frombits(0x7ff8_dead_beef_cafe)

// A guarded slice lies between fences of NaN: reading outside of it makes the result NaN, and check finds writes.
type guarded struct {
	all    []float64
	values []float64
}

// guard returns a slice of n random values, offset values from where the allocator would begin.
func guard(n, offset int, r *rand.Rand) guarded {
	all := make([]float64, offset+fence+n+fence)
	for i := range all {
		all[i] = fenceValue
	}
	g := guarded{all: all, values: all[offset+fence : offset+fence+n : offset+fence+n]}
	for i := range g.values {
		g.values[i] = r.NormFloat64()
	}
	return g
}

func (g guarded) check(t *testing.T, name string) {
	t.Helper()
	begin := (len(g.all) - len(g.values)) - fence
	for i, v := range g.all {
		if (i < begin || i >= begin+len(g.values)) && math.Float64bits(v) != math.Float64bits(fenceValue) {
			t.Fatalf("%s of %d values: wrote %g at %d", name, len(g.values), v, i-begin)
		}
	}
}

type guardedMatrix struct {
	Matrix
	guarded
}

// guardMatrix returns a random matrix with gap values between its rows.
func guardMatrix(rows, cols, gap, offset int, r *rand.Rand) guardedMatrix {
	n := 0
	if rows > 0 && cols > 0 {
		n = (rows-1)*(cols+gap) + cols
	}
	g := guard(n, offset, r)
	m := Matrix{Rows: rows, Cols: cols, Stride: cols + gap, Data: g.values}
	for i := range max(rows-1, 0) {
		if n == 0 {
			break
		}
		for j := range gap {
			g.values[i*m.Stride+cols+j] = fenceValue
		}
	}
	return guardedMatrix{m, g}
}

func (g guardedMatrix) check(t *testing.T, name string) {
	t.Helper()
	g.guarded.check(t, name)
	if g.Matrix.Cols == 0 {
		return
	}
	for i := range max(g.Matrix.Rows-1, 0) {
		for j := g.Matrix.Cols; j < g.Matrix.Stride; j++ {
			if v := g.values[i*g.Matrix.Stride+j]; math.Float64bits(v) != math.Float64bits(fenceValue) {
				t.Fatalf("%s, %d×%d, stride %d: wrote %g beyond the end of row %d", name, g.Matrix.Rows, g.Matrix.Cols, g.Matrix.Stride, v, i)
			}
		}
	}
}

// row is a matrix of one row.
func row(values []float64) Matrix {
	return Matrix{Rows: 1, Cols: len(values), Stride: len(values), Data: values}
}

func sameBits(t *testing.T, name string, got, want Matrix) {
	t.Helper()
	for i := range want.Rows {
		values := got.Row(i)
		for j, w := range want.Row(i) {
			if g := values[j]; math.Float64bits(g) != math.Float64bits(w) {
				t.Fatalf("%s: element (%d, %d) of %d×%d is %x, want %x", name, i, j, want.Rows, want.Cols, g, w)
			}
		}
	}
}

// naive is start plus a·b by the loop of the package comment.
func naive(start, a, b Matrix) Matrix {
	c := NewMatrix(a.Rows, b.Cols)
	for i := range a.Rows {
		for j := range b.Cols {
			s := 0.0
			if start.Data != nil {
				s = start.Row(i)[j]
			}
			for k := range a.Cols {
				s = math.FMA(a.Row(i)[k], b.Row(k)[j], s)
			}
			c.Row(i)[j] = s
		}
	}
	return c
}

func transposed(m Matrix) Matrix {
	t := NewMatrix(m.Cols, m.Rows)
	for i := range m.Rows {
		for j := range m.Cols {
			t.Row(j)[i] = m.Row(i)[j]
		}
	}
	return t
}

func copied(m Matrix) Matrix {
	c := NewMatrix(m.Rows, m.Cols)
	for i := range m.Rows {
		copy(c.Row(i), m.Row(i))
	}
	return c
}

func random(rows, cols int, r *rand.Rand) Matrix {
	m := NewMatrix(rows, cols)
	for i := range m.Data {
		m.Data[i] = r.NormFloat64()
	}
	return m
}

func everyKernel(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	eachKernel(t, func() { t.Run(Kernel(), test) })
}

func eachKernel(t *testing.T, call func()) {
	t.Helper()
	defer active.Store(active.Load())
	for _, k := range supported() {
		assert.NilError(t, Select(k.String()))
		call()
	}
}
