package vector

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// checkProducts checks for every kernel that each product of the shape equals the naive loop bit by bit, writes
// to dst alone and reads its operands alone.
func checkProducts(t *testing.T, m, n, k, gap, offset int, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	a := guardMatrix(m, k, gap, offset, r)
	b := guardMatrix(n, k, gap+1, offset+1, r)
	bt := guardMatrix(k, n, gap, offset+2, r)
	for i := range k {
		for j := range n {
			bt.Row(i)[j] = b.Row(j)[i]
		}
	}
	start := random(m, n, r)
	aBefore, bBefore := copied(a.Matrix), copied(b.Matrix)
	product := naive(Matrix{}, a.Matrix, bt.Matrix)
	sum := naive(start, a.Matrix, bt.Matrix)
	gram := naive(Matrix{}, a.Matrix, transposed(a.Matrix))

	eachKernel(t, func() {
		name := func(call string) string { return fmt.Sprintf("%s: %s of %d×%d×%d", Kernel(), call, m, n, k) }
		dst := guardMatrix(m, n, gap, offset+3, r)
		for i := range m {
			copy(dst.Row(i), start.Row(i))
		}
		multiply(dst.Matrix, a.Matrix, bt.Matrix, true)
		sameBits(t, name("multiply with resume"), dst.Matrix, sum)
		Mul(dst.Matrix, a.Matrix, bt.Matrix)
		sameBits(t, name("Mul"), dst.Matrix, product)
		dst.Matrix.clear()
		MulTransposed(dst.Matrix, a.Matrix, b.Matrix)
		sameBits(t, name("MulTransposed"), dst.Matrix, product)
		dst.Matrix.clear()
		dst.check(t, name("dst"))

		square := guardMatrix(m, m, gap, offset, r)
		GramLower(square.Matrix, a.Matrix, 1)
		sameBits(t, name("GramLower"), square.Matrix, gram)
		square.check(t, name("Gram matrix"))
	})

	a.check(t, "a")
	b.check(t, "b")
	sameBits(t, "a after the products", a.Matrix, aBefore)
	sameBits(t, "b after the products", b.Matrix, bBefore)
}

func TestProductsOfSmallShapes(t *testing.T) {
	depths := []int{0, 1, 2, 3, 5, 8, 17}
	for m := range 41 {
		for n := range 41 {
			checkProducts(t, m, n, depths[(m+n)%len(depths)], (m+2*n)%4, m%8, uint64(m*41+n))
		}
	}
	for k := range 41 {
		checkProducts(t, 11, 29, k, k%3, k%8, uint64(k))
	}
}

// Shapes that end inside and just beyond a block of each kind.
func TestProductsAcrossBlocks(t *testing.T) {
	for i, shape := range [][3]int{
		{3, 70, 255}, {9, 130, 257}, {17, 66, 515}, {70, 66, packDepth + 3}, {1, 9, panelValues + 1},
		{fewRows, 200, 40}, {fewRows + 1, 200, 40}, {200, fewRows, 40},
		{blockRows + 5, 90, 20}, {90, blockColumns + 7, 20}, {2*blockColumns + 1, 30, 5},
		{productRows + 2, 25, 7}, {25, productRows + 2, 7}, {productRows + 1, blockColumns + 1, 2},
		{300, 300, 64},
	} {
		checkProducts(t, shape[0], shape[1], shape[2], i%2*3, i%8, uint64(i))
	}
}

func FuzzProducts(f *testing.F) {
	f.Add(uint8(10), uint8(100), uint16(256), uint8(1), uint8(3), uint64(1))
	f.Add(uint8(65), uint8(49), uint16(300), uint8(0), uint8(0), uint64(2))
	f.Fuzz(func(t *testing.T, m, n uint8, k uint16, gap, offset uint8, seed uint64) {
		checkProducts(t, int(m), int(n), int(k%600), int(gap%16), int(offset%8), seed)
	})
}

// Sums of products of small integers have no rounding errors.
func TestProductOfIntegersIsExact(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		const m, n, k = 37, 41, 700
		a, b := NewMatrix(m, k), NewMatrix(n, k)
		r := rand.New(rand.NewPCG(1, 2))
		for _, x := range []Matrix{a, b} {
			for i := range x.Data {
				x.Data[i] = float64(r.IntN(2001) - 1000)
			}
		}
		c := NewMatrix(m, n)
		MulTransposed(c, a, b)
		for i := range m {
			for j := range n {
				want := 0
				for l := range k {
					want += int(a.Row(i)[l]) * int(b.Row(j)[l])
				}
				assert.Equal(t, c.Row(i)[j], float64(want), "element (%d, %d)", i, j)
			}
		}
	})
}

func TestWorkersChangeNothing(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(3, 4))
		for _, shape := range [][3]int{{1100, 1000, 5}, {20, 3000, 9}, {2100, 20, 9}, {30, 40, 2500}} {
			a, b := random(shape[0], shape[2], r), random(shape[1], shape[2], r)
			want := NewMatrix(a.Rows, b.Rows)
			MulTransposed(want, a, b)
			gram := NewMatrix(a.Rows, a.Rows)
			GramLower(gram, a, 1)
			for _, workers := range []int{1, 2, 3, 5} {
				got := NewMatrix(a.Rows, b.Rows)
				MulTransposedParallel(got, a, b, workers)
				sameBits(t, fmt.Sprintf("MulTransposedParallel by %d workers", workers), got, want)
				got = NewMatrix(a.Rows, a.Rows)
				GramLower(got, a, workers)
				sameBits(t, fmt.Sprintf("GramLower by %d workers", workers), got, gram)
				GramOfColumns(got, transposed(a), workers)
				sameBits(t, fmt.Sprintf("GramOfColumns by %d workers", workers), got, gram)
			}
		}
	})
}

func TestPassOfOneRow(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(5, 5))
		x, w, g, alone := random(300, 90, r), random(29, 90, r), NewMatrix(29, 90), NewMatrix(1, 90)
		unchanged := func(Matrix) {}
		samples := NewSamples(x, 1)
		samples.Pass(g, w, unchanged)
		for i := range w.Rows {
			samples.Pass(alone, w.View(i, 0, 1, 90), unchanged)
			sameBits(t, fmt.Sprintf("row %d alone", i), alone, g.View(i, 0, 1, 90))
		}
	})
}

func cube(u Matrix) {
	for i := range u.Rows {
		for j, v := range u.Row(i) {
			u.Row(i)[j] = v * v * v
		}
	}
}

// Samples of more than a batch, some of them in a last block that is shorter.
func TestPassByWorkers(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for _, shape := range [][3]int{{4001, 100, 1}, {3000, 100, 3}, {700, 513, 29}} {
			r := rand.New(rand.NewPCG(5, 6))
			x, w := random(shape[0], shape[1], r), random(shape[2], shape[1], r)
			want := NewMatrix(w.Rows, w.Cols)
			NewSamples(x, 1).Pass(want, w, cube)
			for _, workers := range []int{2, 3, 16} {
				got := NewMatrix(w.Rows, w.Cols)
				NewSamples(x, workers).Pass(got, w, cube)
				sameBits(t, fmt.Sprintf("%v by %d workers", shape, workers), got, want)
			}
		}
	})
}

// Rows less shifts pass and project as a copy of them does.
func TestPassOverRows(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for _, cols := range []int{1, 13, 100} {
			r := rand.New(rand.NewPCG(5, 7))
			x, w, shifts := random(4001, cols, r), random(2, cols, r), random(2, cols, r)
			var chosen []int
			for i := range x.Rows {
				if i%7 > 0 {
					chosen = append(chosen, i)
				}
			}
			for _, less := range [][2][]float64{{}, {shifts.Row(0), shifts.Row(1)}} {
				copied := x.Select(chosen)
				for i := range copied.Rows {
					for _, shift := range less {
						floats.Sub(copied.Row(i)[:len(shift)], shift)
					}
				}
				want, u := NewMatrix(2, cols), NewMatrix(1, copied.Rows)
				NewSamples(copied, 1).Pass(want, w, cube)
				MulTransposed(u, w.View(0, 0, 1, cols), copied)
				for _, workers := range []int{1, 3} {
					s, got, projected := NewRows(x, chosen, less, workers), NewMatrix(2, cols), NewMatrix(1, copied.Rows)
					s.Pass(got, w, cube)
					sameBits(t, fmt.Sprintf("%d columns by %d workers", cols, workers), got, want)
					s.Project(projected.Data, w.Row(0))
					sameBits(t, "projections", projected, u)
				}
			}
		}
	})
}

func TestPass(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for i, shape := range [][3]int{ // n, d, m
			{300, 256, 10}, {129, 784, 16}, {1, 1, 1}, {31, 5, 3}, {700, 13, 40}, {33, 2000, 2}, {300, 256, 1}, {300, 256, 2}, {170, 100, 1}, {35, 37, 2}, {700, 700, 2}, {5, 3, 0}, {0, 4, 3}, {7, 0, 2},
		} {
			r := rand.New(rand.NewPCG(5, uint64(i)))
			n, d, m := shape[0], shape[1], shape[2]
			x, w, g := guardMatrix(n, d, 3, i, r), guardMatrix(m, d, 1, i, r), guardMatrix(m, d, 2, i, r)
			next := 0
			NewSamples(x.Matrix, 1).Pass(g.Matrix, w.Matrix, func(u Matrix) {
				assert.Equal(t, u.Rows, m)
				next += u.Cols
				cube(u)
			})
			assert.Check(t, next == n || m == 0, "apply saw %d of %d rows", next, n)
			u := naive(Matrix{}, w.Matrix, transposed(x.Matrix))
			cube(u)
			sameBits(t, fmt.Sprintf("Pass %v", shape), g.Matrix, naive(Matrix{}, u, x.Matrix))
			g.check(t, "g")
		}
	})
}

// Infinities and NaN go where arithmetic puts them and nowhere else.
func TestNotANumberStaysInItsRow(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		r := rand.New(rand.NewPCG(6, 7))
		a, b := random(30, 50, r), random(70, 50, r)
		a.Row(4)[7] = math.NaN()
		b.Row(9)[3] = math.Inf(1)
		c := NewMatrix(30, 70)
		MulTransposed(c, a, b)
		for i := range c.Rows {
			for j, v := range c.Row(i) {
				finite := i != 4 && j != 9
				assert.Assert(t, finite != (math.IsNaN(v) || math.IsInf(v, 0)), "element (%d, %d) is %g", i, j, v)
			}
		}
	})
}

func TestWrongShapesPanic(t *testing.T) {
	m := NewMatrix
	short := Matrix{Rows: 3, Cols: 4, Stride: 4, Data: make([]float64, 11)}
	for name, call := range map[string]func(){
		"Mul depth":           func() { Mul(m(3, 4), m(3, 5), m(6, 4)) },
		"Mul dst":             func() { Mul(m(2, 4), m(3, 5), m(5, 4)) },
		"MulTransposed depth": func() { MulTransposed(m(3, 4), m(3, 5), m(4, 6)) },
		"MulTransposed dst":   func() { MulTransposed(m(3, 3), m(3, 5), m(4, 5)) },
		"GramLower dst":       func() { GramLower(m(3, 4), m(3, 5), 1) },
		"short data":          func() { Mul(short, m(3, 5), m(5, 4)) },
		"stride":              func() { Mul(Matrix{Rows: 1, Cols: 4, Stride: 3, Data: make([]float64, 4)}, m(1, 5), m(5, 4)) },
		"Pass":                func() { NewSamples(m(3, 5), 1).Pass(m(2, 4), m(2, 5), func(Matrix) {}) },
		"Dot":                 func() { Dot(make([]float64, 3), make([]float64, 4)) },
		"Axpy":                func() { Axpy(1, make([]float64, 4), make([]float64, 3)) },
		"ExpNegScaled":        func() { ExpNegScaled(make([]float64, 4), make([]float64, 3), 1) },
		"workers":             func() { MulTransposedParallel(m(3, 4), m(3, 5), m(4, 5), 0) },
		"View":                func() { m(3, 4).View(1, 0, 3, 4) },
		"MulSymmetric data":   func() { MulSymmetric(m(3, 4), short, m(4, 4)) },
	} {
		assert.Check(t, is.Panics(call), name)
	}
}
