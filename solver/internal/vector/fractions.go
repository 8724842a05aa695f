package vector

import "fmt"

// Fractions is a matrix of numbers from 0 to 1 in 16 bits, as the left operand of products with Words. A number v
// is held as the whole number nearest to v/FractionUnit − FractionZero.
type Fractions struct {
	rows, cols, width int
	// words holds the rows as Pixels does in 16 bits.
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
		setStart(f.words[i*f.width:][:f.width])
	}
	return f
}

// Rows is the number of rows.
func (f *Fractions) Rows() int { return f.rows }

// SetGaussian sets row i to the values of a Gaussian kernel of one whole-numbered sample with others, from their
// inner products, as Bytes computes them, and their squared norms:
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
	return current().gaussianWords(f.words[i*f.width:][:2*f.cols], products, norms, around, norm, float32(scale))
}

// MulFractions computes dst = a·wᵀ plus the start of each row of w, of the whole numbers in a, modulo 2³².
func (w *Words) MulFractions(dst Integers, a *Fractions) {
	w.multiply(dst, a.rows, a.cols, a.words, a.width)
}
