package vector

import (
	"fmt"
	"math"
)

// Singles is a matrix in float32, a row after the other.
type Singles struct {
	Rows, Cols int
	// Data holds the rows and has room for as many as fill a tile: see NewSingles.
	Data []float32
}

// NewSingles returns a matrix of zeros.
func NewSingles(rows, cols int) Singles {
	return Singles{Rows: rows, Cols: cols, Data: make([]float32, divideUp(rows, integerRows)*integerRows*cols)}
}

// Row returns row i.
func (m Singles) Row(i int) []float32 { return m.Data[i*m.Cols:][:m.Cols] }

// SingleDepth is the largest number of products that PackedSingle adds up in float32
// before it goes on in float64.
const SingleDepth = 128

// PackedSingle is a matrix rounded to float32, packed as the right operand of
// products with Singles. For operands in float32, twice as many products fit into an
// instruction as for float64.
//
// At most SingleDepth products are added up in float32, so that the relative error does
// not grow with the depth: an element differs from the exact product with the matrix
// before rounding by at most SingleError·Σ|a·b|.
type PackedSingle struct {
	rows, cols int
	depths     parts
	// values holds, of each part of the columns, panels of 48 rows, the last filled
	// up with zeros to a multiple of 16, transposed as those of packed.
	values []float32
}

// SingleError bounds the relative error of products with a PackedSingle: the
// rounding of its values, SingleDepth roundings of sums, and much less for the sums in
// float64 (N. J. Higham, Accuracy and Stability of Numerical Algorithms, §3.1).
const SingleError = (SingleDepth + 2) * 0x1p-24

// PackSingle returns w in float32. It returns nil when the kernel in use has no tile
// for it, when w is empty, and when a value of w is out of the range in which
// float32 has its full precision.
func PackSingle(w Matrix) *PackedSingle {
	w.check("w")
	if !current().multipliesSingles() || w.Rows == 0 || w.Cols == 0 {
		return nil
	}
	p := &PackedSingle{
		rows: w.Rows, cols: w.Cols,
		depths: parts{w.Cols, divideUp(w.Cols, SingleDepth), 1},
		values: make([]float32, panelled(w.Rows)*w.Cols),
	}
	for part := range p.depths.count {
		first, depth := p.depths.at(part)
		for j := 0; j < w.Rows; j += integerColumns {
			width, stored := panel(j, w.Rows)
			values := p.values[panelled(w.Rows)*first+j*depth:]
			for i := range width {
				for k, v := range w.Row(j + i)[first : first+depth] {
					if size := math.Abs(v); size != 0 && !(size > 0x1p-100 && size < 0x1p100) {
						return nil
					}
					values[k*stored+i] = float32(v)
				}
			}
		}
	}
	return p
}

// MulTransposed computes dst = a·wᵀ within the bound that PackedSingle states.
func (p *PackedSingle) MulTransposed(dst Matrix, a Singles) {
	dst.check("dst")
	if a.Cols != p.cols || dst.Rows != a.Rows || dst.Cols != p.rows {
		panic(fmt.Sprintf("vector: product of %d×%d and the transpose of %d×%d into %d×%d", a.Rows, a.Cols, p.rows, p.cols, dst.Rows, dst.Cols))
	}
	dst.clear()
	for block := 0; block < a.Rows; block += integerBlock {
		end := min(block+integerBlock, a.Rows)
		for part := range p.depths.count {
			first, depth := p.depths.at(part)
			for j := 0; j < p.rows; j += integerColumns {
				columns, _ := panel(j, p.rows)
				values := p.values[panelled(p.rows)*first+j*depth:]
				for i := block; i < end; i += integerRows {
					tileSingle(dst.Data[i*dst.Stride+j:], dst.Stride, a.Data[i*a.Cols+first:], a.Cols,
						values, depth, min(integerRows, end-i), columns)
				}
			}
		}
	}
}

// GaussianError bounds the absolute error of GaussianSingle.
const GaussianError = 8 * 0x1p-24

// GaussianSingle turns the inner products of one whole-numbered sample with others, as
// Bytes computes them, into the values of a Gaussian kernel, from the squared norm of
// the one and those of the others:
//
//	dst[i] = exp(-scale · (norm + norms[i] − 2·products[i]))
//
// within GaussianError. Squared distances are below 2³¹, which Bytes sees to.
func GaussianSingle(dst []float32, products, norms []int32, norm int32, scale float64) {
	if len(dst) != len(products) || len(dst) != len(norms) {
		panic(fmt.Sprintf("vector: Gaussian kernel of %d products and %d norms into %d", len(products), len(norms), len(dst)))
	}
	current().gaussianSingle(dst, products, norms, norm, float32(scale))
}

func gaussianSingleGeneric(dst []float32, products, norms []int32, norm int32, scale float32) {
	for i, xy := range products {
		dst[i] = exp32(-min(scale*float32(norm+norms[i]-2*xy), 120))
	}
}

// exp32 is the exponential of t ≤ 0 that the vector kernel computes, but for the
// rounding of a step.
func exp32(t float32) float32 { return float32(math.Exp(float64(t))) }
