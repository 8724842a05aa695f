package ica

import (
	"math"
	"math/bits"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
)

// Amari is the distance of a k×k matrix P from one that permutes and scales, from 0 to 1 (S. Amari, A. Cichocki,
// H. H. Yang, "A new learning algorithm for blind signal separation", Advances in Neural Information Processing
// Systems 8, 1996):
//
//	Σ_i (Σ_j |p_ij| / max_j |p_ij| − 1) + Σ_j (Σ_i |p_ij| / max_i |p_ij| − 1)  over  2k(k − 1)
//
// P is the unmixing matrix times the mixing matrix, for sources of variance 1.
func Amari(p mat.Matrix) float64 {
	k, columns := p.Dims()
	if k != columns {
		panic("ica: the matrix is not square")
	}
	if k < 2 {
		return 0
	}
	excess := func(entries []float64) float64 {
		sum, largest := floats.Norm(entries, 1), floats.Norm(entries, math.Inf(1))
		if largest == 0 { // the worst, as it finds no source
			return float64(k - 1)
		}
		return sum/largest - 1
	}
	total := 0.0
	for i := range k {
		total += excess(mat.Row(nil, i, p)) + excess(mat.Col(nil, i, p))
	}
	return total / float64(2*k*(k-1))
}

// A Matching assigns an estimated signal to each source.
type Matching struct {
	// Of is the column of the estimate for each source, Correlation that of the two.
	Of          []int
	Correlation []float64
}

// mostMatched bounds the signals of Match, whose cost doubles with each.
const mostMatched = 16

// Match assigns an estimate to each source so that the sum of the squared correlations is largest. Both have a
// row for each observation and the same number of columns, at most 16.
func Match(sources, estimates mat.Matrix) Matching {
	n, k := sources.Dims()
	if rows, columns := estimates.Dims(); rows != n || columns != k || k > mostMatched {
		panic("ica: sources and estimates differ in shape or are more than 16")
	}
	correlations, estimate := mat.NewDense(k, k, nil), make([][]float64, k)
	for j := range k {
		estimate[j] = mat.Col(nil, j, estimates)
	}
	for i := range k {
		source := mat.Col(nil, i, sources)
		for j := range k {
			c := stat.Correlation(source, estimate[j], nil)
			if !math.IsNaN(c) { // as that of a constant is
				correlations.Set(i, j, c)
			}
		}
	}
	// best[set] is the largest sum for the first sources with a set of estimates.
	best, last := make([]float64, 1<<k), make([]int, 1<<k)
	for set := 1; set < 1<<k; set++ {
		best[set] = -1
		source := bits.OnesCount(uint(set)) - 1
		for j := range k {
			if set&(1<<j) == 0 {
				continue
			}
			c := correlations.At(source, j)
			if sum := best[set&^(1<<j)] + c*c; sum > best[set] {
				best[set], last[set] = sum, j
			}
		}
	}
	m := Matching{Of: make([]int, k), Correlation: make([]float64, k)}
	for i, set := k-1, 1<<k-1; i >= 0; i-- {
		j := last[set]
		m.Of[i], m.Correlation[i] = j, correlations.At(i, j)
		set &^= 1 << j
	}
	return m
}

// SIR is the least signal-to-interference ratio of a source in decibels, from −300 to 300: 10 log10(ρ²/(1 −
// ρ²)) for the correlation ρ of a source and its estimate.
func (m Matching) SIR() float64 {
	least := 300.0
	for _, c := range m.Correlation {
		least = min(least, max(-300, 10*math.Log10(c*c/max(0, 1-c*c))))
	}
	return least
}
