package vector

import "fmt"

// Words is a matrix of integers as the right operand of products: of 16 bits, with a start for each row, or of whole
// numbers from 0 to 255, which may be multiplied as bytes.
type Words struct {
	rows, cols int
	bytes      bool
	// values holds panels of 48 rows, the last filled up with zeros to a multiple of 16. Bytes are less 128, as
	// the instruction multiplies unsigned by signed bytes. Words have the starts as two more columns.
	values []uint8
}

// PackBytes returns p as a right operand, nil for nil.
func PackBytes(p *Pixels) *Words {
	if p == nil {
		return nil
	}
	if !current().multipliesBytes() {
		values := make([]int16, 0, p.rows*p.cols)
		for i := range p.rows {
			for _, v := range p.bytes[i*p.width:][:p.cols] {
				values = append(values, int16(v))
			}
		}
		return PackWords(values, p.cols, make([]int32, p.rows))
	}
	less := make([]uint8, len(p.bytes))
	for i, v := range p.bytes {
		less[i] = v - 128
	}
	return &Words{rows: p.rows, cols: p.cols, bytes: true, values: pack(less, p.rows, p.width, false, panelColumns)}
}

// First views the first rows, at least as many as are asked for.
func (w *Words) First(rows int) *Words {
	first := *w
	first.rows = min(divideUp(rows, integerColumns)*integerColumns, w.rows)
	return &first
}

func (w *Words) Rows() int { return w.rows }

const (
	startUnit = 1<<15 - 1 // factor of the first of the two columns that hold the starts
	// MaxStart is the largest magnitude of a start of Words.
	MaxStart = startUnit * startUnit
)

func wordsWidth(cols int) int { return (divideUp(2*cols, stepBytes) + 1) * stepBytes }

// PackWords returns the rows in values, of the given number of columns each, as Words, or nil. No start may
// exceed MaxStart in magnitude, and no element of a product 2³¹ − 1; partial sums may, modulo 2³².
func PackWords(values []int16, cols int, starts []int32) *Words {
	if len(values) != cols*len(starts) {
		panic(fmt.Sprintf("vector: %d values in %d columns with %d starts", len(values), cols, len(starts)))
	}
	if !current().multipliesIntegers() || len(values) == 0 {
		return nil
	}
	rows, width := len(starts), wordsWidth(cols)
	words := make([]uint8, rows*width)
	for i, start := range starts {
		row, high := words[i*width:][:width], start/startUnit
		putWords(row, values[i*cols:][:cols]...)
		putWords(row[width-stepBytes:], int16(high), int16(start-high*startUnit))
	}
	return &Words{rows: rows, cols: cols, values: pack(words, rows, width, false, panelColumns)}
}

// MulTransposed computes dst = a·wᵀ plus the start of each row of w, exactly.
func (w *Words) MulTransposed(dst Integers, a *Pixels) {
	if !w.bytes {
		w.MulFractions(dst, a.wide())
		return
	}
	checkShapes(a.rows, a.cols, w.rows, w.cols, dst.Rows, dst.Cols)
	multiplyIntegers(dst, a.bytes, a.width, w.values, a.starts, tileBytes)
}

// MulFractions computes dst = a·wᵀ plus the start of each row of w, of the whole numbers in a, modulo 2³².
func (w *Words) MulFractions(dst Integers, a *Fractions) {
	checkShapes(a.rows, a.cols, w.rows, w.cols, dst.Rows, dst.Cols)
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	multiplyIntegers(dst, a.words, a.width, w.values, Grow(&s.zeros, a.rows), tileWords)
}

func multiplyIntegers(dst Integers, a []uint8, width int, b []uint8, starts []int32,
	tile func(c []int32, cStride int, a []uint8, aStride int, b []uint8, steps, rows, columns int, starts []int32)) {
	for block := 0; block < dst.Rows; block += integerBlock {
		end := min(block+integerBlock, dst.Rows)
		for j := 0; j < dst.Cols; j += integerColumns {
			columns := min(integerColumns, dst.Cols-j)
			for i := block; i < end; i += integerRows {
				tile(dst.Data[i*dst.Cols+j:], dst.Cols, a[i*width:], width, b[j*width:], width/stepBytes,
					min(integerRows, end-i), columns, starts[i:])
			}
		}
	}
}

// SumSquares returns Σ x[i]², rounded in float64.
func SumSquares(x []int32) float64 { return current().sumSquares(x) }

func sumSquaresGeneric(x []int32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return sum
}

// Fractions is a matrix of numbers from 0 to 1 in 16 bits, as the left operand of products with Words. A number v
// is held as the whole number nearest to v/FractionUnit − FractionZero.
type Fractions struct {
	rows, cols, width int
	// words holds rows of width bytes as Pixels does, in 16 bits, followed by the two factors of the starts of
	// Words.
	words []uint8
}

// FractionUnit and FractionZero are the unit and the zero of Fractions.
const (
	FractionUnit = 1.0 / (1<<16 - 1)
	FractionZero = 1 << 15
)

// FractionError bounds the error of SetGaussian: half a unit, and the roundings of float32 in its exponential.
const FractionError = FractionUnit/2 + 8*0x1p-24

// NewFractions returns a matrix of undefined values, or nil.
func NewFractions(rows, cols int) *Fractions {
	if !current().multipliesIntegers() || rows == 0 || cols == 0 {
		return nil
	}
	f := &Fractions{rows: rows, cols: cols, width: wordsWidth(cols)}
	f.words = make([]uint8, divideUp(rows, integerRows)*integerRows*f.width)
	for i := range rows {
		putWords(f.row(i)[f.width-stepBytes:], startUnit, 1)
	}
	return f
}

func (f *Fractions) Rows() int { return f.rows }

func (f *Fractions) row(i int) []uint8 { return f.words[i*f.width:][:f.width] }

// SetGaussian sets row i to the values of a Gaussian kernel of one whole-numbered sample with others, from their
// inner products, as Words computes them, and their squared norms:
//
//	v[j] = exp(-scale · (norm + norms[j] − 2·products[j]))
//
// within FractionError. Squared distances are below 2³¹. It returns Σ(v[j] − around[j]) and Σ(v[j] −
// around[j])², summed in float32, in 8 chains or more.
func (f *Fractions) SetGaussian(i int, products, norms []int32, norm int32, scale float64,
	around []float32) (sum, squares float64) {
	if f.cols != len(products) || f.cols != len(norms) || f.cols != len(around) {
		panic(fmt.Sprintf("vector: Gaussian kernel of %d products, %d norms and %d values around into %d",
			len(products), len(norms), len(around), f.cols))
	}
	return current().gaussianWords(f.row(i)[:2*f.cols], products, norms, around, norm, float32(scale))
}
