package kernel

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A Projector evaluates directions of feature space on new samples. A direction is given by coefficients b, one
// for each distinct training sample:
//
//	z(y) = Σ_j weight_j b_j (K(y, x_j) centred as in C.7)
//
// Centring is linear, so the coefficients include it. A Projector is safe for concurrent use.
type Projector struct {
	matrix *Matrix
	// A row for each direction, and a last one for the mean of K(y, x_j) over the training samples.
	folded  vector.Matrix
	offsets []float64

	scratches sync.Pool // of *scratch
}

type scratch struct {
	values, projections []float64
	products            []int32
}

// Projector returns the projector for coefficients, directions × distinct training samples; an empty matrix has
// no direction. It does not need the Values of m.
func (m *Matrix) Projector(coefficients *mat.Dense) *Projector {
	directions, n := 0, len(m.Weights)
	if !coefficients.IsEmpty() {
		directions, _ = coefficients.Dims()
	}
	p := &Projector{
		matrix:    m,
		folded:    vector.NewMatrix(directions+1, n),
		offsets:   make([]float64, directions),
		scratches: sync.Pool{New: func() any { return new(scratch) }},
	}
	average := p.folded.Row(directions)
	if m.centred {
		for j, w := range m.Weights {
			average[j] = w / m.Total
		}
	}
	for i := range directions {
		r := p.folded.Row(i)
		sum, offset := 0.0, 0.0
		for j, b := range coefficients.RawRowView(i) {
			r[j] = m.Weights[j] * b
			sum += r[j]
			offset -= r[j] * m.means[j]
		}
		vector.Axpy(-sum, average, r)
		p.offsets[i] = offset + sum*m.mean
	}
	return p
}

// projectRows is the number of samples projected at once, whose kernel values stay in the cache.
const projectRows = 64

// Project sets projections, samples × directions, and lengths, the squared norm of each centred sample in feature
// space (C.6). Without directions, projections may be nil.
func (p *Projector) Project(projections *mat.Dense, lengths []float64, samples *mat.Dense) {
	all := vector.Of(samples)
	s := p.scratches.Get().(*scratch)
	defer p.scratches.Put(s)
	n, directions := p.matrix.Size(), len(p.offsets)
	for first := 0; first < all.Rows; first += projectRows {
		y := all.View(first, 0, min(projectRows, all.Rows-first), all.Cols)
		norms := y.SquaredNorms()
		values, z := vector.In(&s.values, y.Rows, n), vector.In(&s.projections, y.Rows, directions+1)
		p.multiply(values, y, s)
		p.matrix.Function.products(values, norms, p.matrix.norms)
		vector.MulTransposed(z, values, p.folded)
		for i := range y.Rows {
			r := z.Row(i)
			if directions > 0 {
				to := projections.RawRowView(first + i)
				for j, offset := range p.offsets {
					to[j] = r[j] + offset
				}
			}
			lengths[first+i] = p.matrix.Function.self(norms[i]) - 2*r[directions] + p.matrix.mean
		}
	}
}

func (p *Projector) multiply(values, y vector.Matrix, s *scratch) {
	if p.matrix.pixels != nil {
		if pixels := vector.NewPixels(y); pixels != nil {
			multiplyPixels(values, p.matrix.pixels, pixels, &s.products)
			return
		}
	}
	vector.MulTransposed(values, y, p.matrix.samples())
}
