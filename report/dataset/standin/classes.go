package standin

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gpca/report/dataset"
)

// A table describes samples without pixels: normal classes, which overlap, in the values of the real set.
type table struct {
	of        string // the set whose samples these are, coded otherwise; empty for its own
	counts    []int  // samples of each class
	low, high float64
	steps     float64 // values in a unit
	apart     float64 // distance of the means of classes, in units of a feature's spread
}

var tables = map[string]table{
	"iris":             {counts: slices.Repeat([]int{50}, 3), low: .1, high: 7.9, steps: 10, apart: 2.2},
	"ionosphere":       {counts: []int{225, 126}, low: -1, high: 1, steps: 1e5, apart: .4},
	"yeast":            {counts: []int{184, 173, 99, 66, 21, 18, 14, 12, 8, 5}, high: 1, steps: 100, apart: .5},
	"phishing":         {counts: []int{354, 446}, low: -1, high: 1, steps: 1, apart: .5},
	"liver":            {counts: []int{145, 200}, high: 300, steps: 2, apart: .2},
	"letter":           {counts: slices.Repeat([]int{40}, 26), high: 15, steps: 1, apart: .75},
	"car":              cars,
	"car-indicator":    cars,
	"car-numbers":      cars,
	"car-standardised": cars,
	"car-acceptable":   cars,
}

// cars have the codes of their words for values.
var cars = table{of: "car", counts: []int{237, 82, 12, 15}, steps: 1, apart: .75}

// draw draws class by class. A class has a mean of its own, and features depend on factors that all classes share:
//
//	x = m_class + L z + ε,  with z and ε standard normal.
//
// A value is the share of a normal feature below x, of the range of values, rounded.
func (t table) draw(c *collection, e dataset.Entry, r *rand.Rand) {
	const factors = 2
	high := t.columns(e)
	loadings := normal(r, len(high)*factors, 1)
	for class, count := range t.counts {
		mean := normal(r, len(high), t.apart)
		for range count {
			z, sample := normal(r, factors, 1), normal(r, len(high), .7)
			for j := range sample {
				x := sample[j] + mean[j]
				for i, v := range z {
					x += .8 * v * loadings[j*factors+i]
				}
				share := math.Erfc(-x/2) / 2
				sample[j] = math.Round((t.low+share*(high[j]-t.low))*t.steps) / t.steps
			}
			c.add(class, sample)
		}
	}
}

// columns returns the largest value of each feature: where it is a word, the last code.
func (t table) columns(e dataset.Entry) (high []float64) {
	for _, name := range e.Columns {
		if n := len(e.Words[name]); n > 0 && name != "class" {
			high = append(high, float64(n-1))
		}
	}
	for len(high) < e.Features && e.Words == nil {
		high = append(high, t.high)
	}
	return high
}

func normal(r *rand.Rand, count int, spread float64) []float64 {
	values := make([]float64, count)
	for i := range values {
		values[i] = spread * r.NormFloat64()
	}
	return values
}

// balance lists every balance scale with weights 1 to 5 at distances 1 to 5 on both sides, as the published set does.
// It tips to the greater product (R. S. Siegler, Cognitive Psychology 8, 1976): to the left, the first class, to none
// or to the right.
func balance(c *collection) {
	for i := range 5 * 5 * 5 * 5 {
		sample := []float64{float64(i/125 + 1), float64(i/25%5 + 1), float64(i/5%5 + 1), float64(i%5 + 1)}
		c.add(1+cmp.Compare(sample[2]*sample[3], sample[0]*sample[1]), sample)
	}
}

// waveform draws the problem of L. Breiman, J. Friedman, R. Olshen, C. Stone, Classification and Regression Trees,
// 1984, Section 2.6.2. Of three triangular waves over i = 1..21,
//
//	h_1(i) = max(6 - |i - 11|, 0),  h_2(i) = h_1(i - 4),  h_3(i) = h_1(i + 4),
//
// each class mixes two, x_i = u h_a(i) + (1 - u) h_b(i) + ε_i, with u uniform on [0, 1] and ε_i standard normal.
func waveform(c *collection, r *rand.Rand) {
	peaks := [3][2]float64{{11, 15}, {11, 7}, {15, 7}} // of the two waves of each class
	triangle := func(i int, peak float64) float64 { return max(6-math.Abs(float64(i)-peak), 0) }
	for range 200 {
		for class, p := range peaks {
			u, sample := r.Float64(), normal(r, 21, 1)
			for i := range sample {
				sample[i] += u*triangle(i+1, p[0]) + (1-u)*triangle(i+1, p[1])
				sample[i] = math.Round(100*sample[i])/100 + 0 // no minus zero
			}
			c.add(class, sample)
		}
	}
}
