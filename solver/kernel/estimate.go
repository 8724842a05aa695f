package kernel

import (
	"math"

	"gpca/solver/internal/vector"
)

// An estimator projects images on the directions of a Projector in float32, for a
// Gaussian kernel.
type estimator struct {
	gaussian Gaussian
	norms    []int32 // of the training samples, squared
	// folded holds the coefficients of the projector and, in an additional column
	// which is multiplied by 1, its offsets.
	folded *vector.PackedSingle
	// Of each row of folded: the sum of magnitudes, and the root of that of squares.
	magnitudes, lengths []float64
}

// estimator returns the estimator for folded coefficients, which include the centring of
// Projector. It returns nil when the training samples are not pixels, and for kernels
// other than a Gaussian of sufficient width.
func (m *Matrix) estimator(folded vector.Matrix, offsets []float64) *estimator {
	g, ok := m.Function.(Gaussian)
	// Different images are at least 1 apart, so that a narrower kernel is 1 for equal
	// images and 0 for all others; and 1/σ² would overflow a float32.
	const narrowest = 0x1p-40
	if !ok || g.Sigma < narrowest {
		return nil
	}
	e := &estimator{gaussian: g, norms: make([]int32, len(m.norms))}
	for i, norm := range m.norms {
		e.norms[i] = int32(norm)
	}
	wide := vector.NewMatrix(folded.Rows, folded.Cols+1)
	for i := range folded.Rows {
		r := wide.Row(i)
		copy(r, folded.Row(i))
		if i < len(offsets) {
			r[folded.Cols] = offsets[i]
		}
		sum := 0.0
		for _, v := range r {
			sum += math.Abs(v)
		}
		e.magnitudes = append(e.magnitudes, sum)
		e.lengths = append(e.lengths, math.Sqrt(vector.Dot(r, r)))
	}
	if e.folded = vector.PackSingle(wide); e.folded == nil {
		return nil
	}
	return e
}

// An Estimate is the result of Projector.Estimate. The next call with it overwrites it.
type Estimate struct {
	// Projections has a row for each sample and a column for each direction.
	Projections vector.Matrix
	// Lengths are those of Project.
	Lengths []float64
	// LengthErrors bound what the lengths are off by.
	LengthErrors []float64
	// Norms bound the length of the row of kernel values, and 1, of each sample. See
	// Bound.
	Norms []float64

	memory []float64
}

// A Bound says how far the projections of an Estimate on a group of directions, as a
// vector, are from those of Project: at most Norms[i]·Rows + Values for sample i.
type Bound struct{ Rows, Values float64 }

// CanEstimate reports whether Estimate and Bound may be called.
func (p *Projector) CanEstimate() bool { return p.estimator != nil }

// Bound returns the bound for the directions from first to end.
func (p *Projector) Bound(first, end int) Bound {
	var b Bound
	for d := first; d < end; d++ {
		b.Rows += p.estimator.lengths[d] * p.estimator.lengths[d]
		b.Values += p.estimator.magnitudes[d] * p.estimator.magnitudes[d]
	}
	// A projection is Σ_j b_j k_j. In float32, products are off by SingleError·Σ|b_j|k_j,
	// which is at most SingleError·‖b‖·‖k‖, and kernel values by GaussianError each. A
	// thousandth more covers the roundings in float64 of both computations.
	return Bound{
		Rows:   1.001 * vector.SingleError * math.Sqrt(b.Rows),
		Values: 1.001 * vector.GaussianError * math.Sqrt(b.Values),
	}
}

// Estimate estimates in float32 what Project computes, for samples that are pixels, given
// with their squared norms. It takes about half the time; Bound bounds the difference.
func (p *Projector) Estimate(e *Estimate, y *vector.Pixels, norms []float64) {
	rows, directions := y.Rows(), len(p.offsets)
	e.resize(rows, directions)
	s := p.scratches.Get().(*scratch)
	defer p.scratches.Put(s)
	all := vector.Matrix{Rows: rows, Cols: directions + 1, Stride: directions + 1, Data: e.memory}
	for first := 0; first < rows; first += projectRows {
		count := min(projectRows, rows-first)
		p.estimate(all.View(first, 0, count, directions+1), y.View(first, count), norms[first:], s)
	}
	e.Projections = all.View(0, 0, rows, directions)
	for i := range rows {
		mean := all.Row(i)[directions]
		e.Lengths[i] = 1 - 2*mean + p.matrix.mean
		// The mean is a sum of positive terms.
		e.LengthErrors[i] = 2*1.001*(vector.SingleError*(mean+vector.SingleError)+vector.GaussianError) + 1e-12
		// No kernel value is larger than 1, so the sum of their squares is no larger
		// than their sum, of which the mean tells unless nothing is centred.
		sum := float64(p.matrix.Size())
		if p.matrix.centred {
			sum = min(sum, p.matrix.Total*(mean+e.LengthErrors[i]))
		}
		e.Norms[i] = math.Sqrt(sum + 1)
	}
}

// estimate sets projections to those of some samples, with the mean of their kernel
// values in the last column.
func (p *Projector) estimate(projections vector.Matrix, y *vector.Pixels, norms []float64, s *scratch) {
	x, n, rows := p.estimator, p.matrix.Size(), y.Rows()
	products := s.integers(rows, n)
	p.pixels.MulTransposed(products, y)
	if s.singles.Rows != rows || s.singles.Cols != n+1 {
		s.singles = vector.NewSingles(rows, n+1)
	}
	scale := 1 / (x.gaussian.Sigma * x.gaussian.Sigma)
	for i := range rows {
		values := s.singles.Row(i)
		vector.GaussianSingle(values[:n], products.Row(i), x.norms, int32(norms[i]), scale)
		values[n] = 1 // for the offset
	}
	x.folded.MulTransposed(projections, s.singles)
}

func (e *Estimate) resize(rows, directions int) {
	if need := rows * (directions + 1); cap(e.memory) < need {
		e.memory = make([]float64, need)
	} else {
		e.memory = e.memory[:need]
	}
	if cap(e.Lengths) < rows {
		e.Lengths, e.LengthErrors, e.Norms = make([]float64, rows), make([]float64, rows), make([]float64, rows)
	}
	e.Lengths, e.LengthErrors, e.Norms = e.Lengths[:rows], e.LengthErrors[:rows], e.Norms[:rows]
}
