package toy

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
)

// A subspace is what normal samples lie around: the variance along its directions falls evenly from largest to
// least, and is noise along each other direction.
type subspace struct {
	samples, features, dimension int
	largest, least, noise        float64
}

// draw turns the axes by a random orthogonal matrix, so that no direction is a column.
func (s subspace) draw(r *rand.Rand) *dataset.Set {
	normal := func(rows, columns int) *mat.Dense {
		m := mat.NewDense(rows, columns, nil)
		m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
		return m
	}
	var qr mat.QR
	qr.Factorize(normal(s.features, s.features))
	var turned mat.Dense
	qr.QTo(&turned)
	samples := normal(s.samples, s.features)
	samples.Apply(func(_, j int, v float64) float64 {
		if j >= s.dimension {
			return v * math.Sqrt(s.noise)
		}
		falls := (s.largest - s.least) / float64(s.dimension-1)
		return v * math.Sqrt(s.largest-falls*float64(j))
	}, samples)
	samples.Mul(samples, turned.T())
	return &dataset.Set{Samples: samples, Directions: mat.DenseCopyOf(turned.Slice(0, s.features, 0, s.dimension).T())}
}
