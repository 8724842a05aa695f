package kernel

import (
	"math"
	"sync"

	"gonum.org/v1/gonum/floats"

	"gpca/solver/internal/vector"
)

// An Estimator estimates how far images are from groups of the directions of a Projector, for a Gaussian kernel,
// in 16-bit integers. A direction with coefficients b and offset o has the projection z = bᵀk + o of kernel
// values k. With
//
//	k ≈ u·(κ + 2¹⁵),  b ≈ s·q,  of whole numbers κ and q,
//
// z ≈ s·u·(qᵀκ + start), and the bracket is computed exactly, modulo 2³²: u is that of vector.Fractions; s,
// one for a group, is such that neither q nor the projection of any sample is too large.
type Estimator struct {
	projector *Projector
	scale     float64 // 1/σ²
	norms     []int32 // of the training samples, squared
	means     []float32
	groups    []group
	// The directions and, in an additional row, the weights.
	words *vector.Words

	scratches sync.Pool // of *estimates
}

// A group is the directions up to end. With r = b − s·q in the rows of R, and the error e of the kernel values,
// the vector of projections is off by
//
//	B·e − R·(k+e),  R·k = R·(k − m − c) + c·R·1 + R·m
//
// for any number c, where m are the means of the training samples. R·m is part of the starts.
type group struct {
	end             int
	scale           float64 // s·u
	rest, sums, all float64 // ‖R‖, ‖R·1‖ and, for any e, ‖B·e − R·e‖
}

type estimates struct {
	products, projections []int32
	kernel                *vector.Fractions
}

// estimatedTotal is the largest number of training samples whose sums cannot overflow.
const estimatedTotal = 1 << 13

// Estimator returns an estimator for the groups of directions before the given ends, whose squared lengths in feature
// space are given, as by SquaredLengths. It returns nil without these or directions, when the training samples are
// not pixels, for kernels other than a Gaussian of sufficient width, and on processors without the instructions.
func (p *Projector) Estimator(ends []int, squaredLengths []float64) *Estimator {
	m := p.matrix
	g, ok := m.Function.(Gaussian)
	// 1/σ² of a narrower kernel, 1 for equal images and 0 for others, would overflow.
	const narrowest = 0x1p-40
	n, directions := m.Size(), len(p.offsets)
	if !ok || g.Sigma < narrowest || m.pixels == nil || directions == 0 || len(squaredLengths) != directions ||
		m.Total > estimatedTotal {
		return nil
	}
	x := &Estimator{
		projector: p, scale: 1 / (g.Sigma * g.Sigma), norms: make([]int32, n), means: make([]float32, n),
		scratches: sync.Pool{New: func() any { return new(estimates) }},
	}
	values, starts := make([]int16, (directions+1)*n), make([]int32, directions+1)
	for j := range n {
		x.norms[j], x.means[j] = int32(m.norms[j]), float32(m.means[j])
		values[directions*n+j] = int16(m.Weights[j])
	}
	first := 0
	for _, end := range ends {
		lengths := squaredLengths[first:end]
		x.groups = append(x.groups, x.round(first, end, lengths, values[first*n:end*n], starts[first:end]))
		first = end
	}
	if x.words = vector.PackWords(values, n, starts); x.words == nil {
		return nil
	}
	return x
}

// round sets values and starts to those of a group with directions of the given squared lengths.
func (x *Estimator) round(first, end int, lengths []float64, values []int16, starts []int32) group {
	m, n := x.projector.matrix, x.projector.matrix.Size()
	b := x.projector.folded.View(first, 0, end-first, n)
	offsets := x.projector.offsets[first:end]
	const unit = vector.FractionUnit
	// No projection is larger than the direction times the centred sample, whose squared length is at most 1 +
	// m.mean. Roundings of coefficients are at most s and change projections and starts by at most n·s.
	step := 0.0
	for i, offset := range offsets {
		largest, magnitudes := floats.Norm(b.Row(i), math.Inf(1)), floats.Norm(b.Row(i), 1)
		length := max(lengths[i], 0) + 1e-11*magnitudes*magnitudes // with its roundings
		reach := math.Sqrt(length*(1+m.mean)) + magnitudes*vector.FractionError
		start := math.Abs(floats.Sum(b.Row(i))) + math.Abs(offset)
		step = max(step, largest/(math.MaxInt16-1), 1.001*reach/(math.MaxInt32*unit-float64(n+1)),
			1.001*start/(vector.MaxStart*unit-float64(n+1)))
	}
	if step == 0 {
		step = 1
	}
	rest := vector.NewMatrix(b.Rows, n)
	sums := 0.0
	for i, offset := range offsets {
		q := values[i*n:][:n]
		left := roundRow(q, rest.Row(i), b.Row(i), step)
		sums += left * left
		whole := 0
		for j, r := range rest.Row(i) {
			offset += r * float64(x.means[j])
			whole += int(q[j])
		}
		starts[i] = int32(math.RoundToEven(offset/(step*unit))) + int32(whole*vector.FractionZero)
	}
	g := group{end: end, scale: step * unit, rest: vector.SpectralBound(rest), sums: math.Sqrt(sums)}
	g.all = (vector.SpectralBound(b)+g.rest)*vector.FractionError*math.Sqrt(float64(n)) +
		g.scale*math.Sqrt(float64(b.Rows))
	return g
}

// roundRow sets q to b/step, rounded, and rest to b − step·q, and returns the sum of rest. To keep it small,
// values that rounding moved most are rounded the other way.
func roundRow(q []int16, rest, b []float64, step float64) (sum float64) {
	for j, v := range b {
		q[j] = int16(math.RoundToEven(v / step))
		rest[j] = v - step*float64(q[j])
		sum += rest[j]
	}
	for range b {
		sign := math.Copysign(1, sum)
		if sign*sum <= step/2 {
			break
		}
		most := 0
		for j, r := range rest {
			if sign*r > sign*rest[most] {
				most = j
			}
		}
		q[most] += int16(sign)
		rest[most] -= sign * step
		sum -= sign * step
	}
	return sum
}

// Bound sets low[g][i] to a lower bound on the squared distance between centred image i and its projection on the
// orthonormal directions of group g, as Project gives it, and high[g][i] to the minimum of itself and an upper
// bound. Norms are the squared norms of the images.
func (x *Estimator) Bound(low, high [][]float64, y *vector.Pixels, norms []float64) {
	p := x.projector
	s := x.scratches.Get().(*estimates)
	defer x.scratches.Put(s)
	n, columns := p.matrix.Size(), len(p.offsets)+1
	for first := 0; first < y.Rows(); first += projectRows {
		rows := min(projectRows, y.Rows()-first)
		products, z := vector.IntegersIn(&s.products, rows, n), vector.IntegersIn(&s.projections, rows, columns)
		p.matrix.pixels.MulTransposed(products, y.View(first, rows))
		if s.kernel == nil || s.kernel.Rows() != rows {
			s.kernel = vector.NewFractions(rows, n)
		}
		deviations, means := [projectRows]float64{}, [projectRows]float64{}
		for i := range rows {
			sum, square := s.kernel.SetGaussian(i, products.Row(i), x.norms, int32(norms[first+i]), x.scale, x.means)
			means[i] = sum / float64(n)
			// The float32 sums are off by (n/8 + 8)·2⁻²⁴ of the sums of magnitudes.
			square *= 1 + float64(n+64)*0x1p-25
			deviations[i] = math.Sqrt(max(square-sum*means[i], 0))
		}
		x.words.MulFractions(z, s.kernel)
		for i := range rows {
			projections := z.Row(i)
			mean := 0.0
			if p.matrix.centred {
				mean = vector.FractionUnit * (float64(projections[columns-1])/p.matrix.Total + vector.FractionZero)
			}
			length := 1 - 2*mean + p.matrix.mean
			from := 0
			for at, g := range x.groups {
				square := g.scale * g.scale * vector.SumSquares(projections[from:g.end])
				off := g.rest*deviations[i] + g.sums*math.Abs(means[i]) + g.all
				// |‖z+e‖² − ‖z‖²| ≤ 2‖z‖‖e‖ + ‖e‖². The factor 1.001 covers the roundings
				// in float64 of both computations.
				bound := 1.001*(off*(2*math.Sqrt(square)+off)+2*vector.FractionError) + 1e-12
				low[at][first+i] = length - square - bound
				high[at][first+i] = min(high[at][first+i], length-square+bound)
				from = g.end
			}
		}
	}
}
