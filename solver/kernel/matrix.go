package kernel

import (
	"encoding/binary"
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A Matrix is the centred kernel matrix of a set of training samples.
//
// Equal samples have equal rows: only one of each is kept, with a weight that
// counts it. All sums over samples become weighted sums and lose nothing. A
// data set of categories may shrink to half, and its matrix to a quarter.
type Matrix struct {
	Function Function
	// Values is K centred in feature space (thesis, 1.8), symmetric,
	// distinct samples × distinct samples. Whoever has no more use for it may
	// set it to nil: new samples are projected without it.
	Values *mat.Dense
	// Weights counts how often each distinct sample occurs; Total is their sum.
	Weights []float64
	Total   float64

	samples *mat.Dense // distinct samples, one a row
	norms   []float64  // their squared norms
	means   []float64  // means of the columns of K before centring, 0 when not centred
	mean    float64    // mean of all of K before centring, 0 when not centred
}

// Size is the number of distinct training samples.
func (m *Matrix) Size() int { return len(m.Weights) }

// NewMatrix computes the kernel matrix of samples, one a row, and centres it
// unless centre is false. Workers bounds the goroutines used; the result does
// not depend on it.
func NewMatrix(f Function, samples *mat.Dense, centre bool, workers int) (*Matrix, error) {
	if err := Validate(f); err != nil {
		return nil, err
	}
	if samples.IsEmpty() {
		return nil, errors.New("kernel: no samples")
	}
	m := &Matrix{Function: f}
	m.samples, m.Weights = distinct(samples)
	rows, _ := m.samples.Dims()
	for _, w := range m.Weights {
		m.Total += w
	}
	x := view(m.samples)
	m.norms = squaredNorms(x)
	k := vector.Matrix{Rows: rows, Cols: rows, Stride: rows, Data: make([]float64, rows*rows)}
	vector.GramLowerParallel(k, x, max(workers, 1))
	f.products(k, m.norms, m.norms)
	m.means = make([]float64, rows)
	if centre {
		m.centre(k)
	}
	m.Values = mat.NewDense(rows, rows, k.Data)
	return m, nil
}

// centre subtracts the mean of Φ, as 1.8 writes it in terms of K.
func (m *Matrix) centre(k vector.Matrix) {
	for i := range k.Rows {
		m.means[i] = vector.Dot(k.Data[i*k.Stride:][:k.Cols], m.Weights) / m.Total
	}
	m.mean = vector.Dot(m.means, m.Weights) / m.Total
	for i := range k.Rows {
		r := k.Data[i*k.Stride:][:k.Cols]
		for j := range r {
			// Adding the two means first keeps K exactly symmetric.
			r[j] = r[j] - (m.means[i] + m.means[j]) + m.mean
		}
	}
}

// distinct returns the rows of samples without repetitions, in order of their
// first occurrence, and how often each occurs.
func distinct(samples *mat.Dense) (*mat.Dense, []float64) {
	rows, columns := samples.Dims()
	first := make(map[string]int, rows)
	var kept []int
	var weights []float64
	key := make([]byte, 8*columns)
	for i := range rows {
		for j, v := range samples.RawRowView(i) {
			binary.LittleEndian.PutUint64(key[8*j:], math.Float64bits(v+0)) // +0 makes −0 equal to 0
		}
		at, seen := first[string(key)]
		if !seen {
			at = len(kept)
			first[string(key)] = at
			kept = append(kept, i)
			weights = append(weights, 0)
		}
		weights[at]++
	}
	if len(kept) == rows {
		return samples, weights
	}
	d := mat.NewDense(len(kept), columns, nil)
	for to, from := range kept {
		d.SetRow(to, samples.RawRowView(from))
	}
	return d, weights
}

// A Projector evaluates directions of feature space on new samples. A direction
// is given by coefficients b, one for each distinct training sample:
//
//	z(y) = Σ_j weight_j b_j (K(y, x_j) centred as in C.7)
//
// Centring, being linear, is folded into the coefficients once, so that a new
// sample costs one row of kernel values and one product.
type Projector struct {
	matrix *Matrix
	// folded holds a row for each direction, and a last one that gives the mean
	// of K(y, x_j) over the training samples.
	folded  vector.Matrix
	offsets []float64
}

// Projector returns the projector for coefficients, one direction a row.
func (m *Matrix) Projector(coefficients *mat.Dense) *Projector {
	directions, n := coefficients.Dims()
	p := &Projector{
		matrix:  m,
		folded:  vector.Matrix{Rows: directions + 1, Cols: n, Stride: n, Data: make([]float64, (directions+1)*n)},
		offsets: make([]float64, directions),
	}
	average := p.folded.Data[directions*n:]
	for j, w := range m.Weights {
		average[j] = w / m.Total
	}
	centred := m.mean != 0 || anyNonZero(m.means)
	for i := range directions {
		r := p.folded.Data[i*n : (i+1)*n]
		sum, offset := 0.0, 0.0
		for j, b := range coefficients.RawRowView(i) {
			r[j] = m.Weights[j] * b
			sum += r[j]
			offset -= r[j] * m.means[j]
		}
		if centred {
			vector.Axpy(-sum, average, r)
			p.offsets[i] = offset + sum*m.mean
		}
	}
	if !centred {
		clear(average)
	}
	return p
}

func anyNonZero(v []float64) bool {
	for _, x := range v {
		if x != 0 {
			return true
		}
	}
	return false
}

// Project sets projections, a row for each sample and a column for each
// direction, and lengths, the squared norm of each centred sample in feature
// space (C.6).
func (p *Projector) Project(projections *mat.Dense, lengths []float64, samples *mat.Dense) {
	y := view(samples)
	n := p.folded.Cols
	norms := squaredNorms(y)
	cross := vector.Matrix{Rows: y.Rows, Cols: n, Stride: n, Data: make([]float64, y.Rows*n)}
	vector.MulTransposed(cross, y, view(p.matrix.samples))
	p.matrix.Function.products(cross, norms, p.matrix.norms)

	z := vector.Matrix{Rows: y.Rows, Cols: p.folded.Rows, Stride: p.folded.Rows, Data: make([]float64, y.Rows*p.folded.Rows)}
	vector.MulTransposed(z, cross, p.folded)
	directions := len(p.offsets)
	for i := range y.Rows {
		r := z.Data[i*z.Stride:][:z.Cols]
		to := projections.RawRowView(i)
		for j, offset := range p.offsets {
			to[j] = r[j] + offset
		}
		lengths[i] = p.matrix.Function.self(norms[i]) - 2*r[directions] + p.matrix.mean
	}
}
