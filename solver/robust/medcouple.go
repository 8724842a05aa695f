package robust

import (
	"cmp"
	"math"
	"slices"
)

// Medcouple is the skewness of G. Brys, M. Hubert, A. Struyf, "A robust measure of skewness", J. Computational and
// Graphical Statistics 13, 2004: the median, over pairs of a value above the median and one below, of by how much
// the one is farther, as a share of both distances. It is from −1 to 1, and 0 for symmetric values; its breakdown point
// is a quarter. It takes O(n log n).
func Medcouple(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	centre := (sorted[(n-1)/2] + sorted[n/2]) / 2
	var c couples
	for i := range sorted {
		if v := sorted[n-1-i]; v >= centre {
			c.above = append(c.above, v-centre)
		}
		if v := sorted[n-1-i]; v <= centre {
			c.below = append(c.below, centre-v)
		}
		if sorted[i] == centre {
			c.equal++
		}
	}
	all := len(c.above) * len(c.below)
	middle := c.ratioOf(all / 2)
	if all%2 == 0 {
		middle, other := c.before(middle, all/2), middle
		return (skewness(middle) + skewness(other)) / 2
	}
	return skewness(middle)
}

// couples are the distances of values above the median, the largest first, and of those below, the smallest first. So
// their ratios grow along both.
type couples struct {
	above, below []float64
	equal        int // values that are the median, at the end of above and at the start of below
}

// ratio is that of the distances of a couple, with which its skewness falls.
func (c *couples) ratio(i, j int) float64 {
	a, b := c.above[i], c.below[j]
	if a > 0 || b > 0 {
		return b / a
	}
	// As if the values that are the median were each another.
	switch of := i - (len(c.above) - c.equal) + j; {
	case of < c.equal-1:
		return 0
	case of == c.equal-1:
		return 1
	}
	return math.Inf(1)
}

func skewness(ratio float64) float64 {
	if ratio > 1 {
		return -skewness(1 / ratio)
	}
	return (1 - ratio) / (1 + ratio)
}

// ratioOf is the ratio of a rank, 0 for the smallest. Each turn leaves out a quarter of the couples, by the weighted
// median of the medians of rows (D. B. Johnson, T. Mizoguchi, "Selecting the Kth element in X + Y", SIAM J. Computing
// 7, 1978).
func (c *couples) ratioOf(rank int) float64 {
	rows, columns := len(c.above), len(c.below)
	first, end := make([]int, rows), slices.Repeat([]int{columns}, rows)
	less, upTo := make([]int, rows), make([]int, rows)
	type row struct {
		ratio float64
		left  int
	}
	for left, before := rows*columns, 0; ; {
		if left <= 2*(rows+columns) {
			var some []float64
			for i := range first {
				for j := first[i]; j < end[i]; j++ {
					some = append(some, c.ratio(i, j))
				}
			}
			return smallest(some, rank-before)
		}
		var medians []row
		for i := range first {
			if n := end[i] - first[i]; n > 0 {
				medians = append(medians, row{c.ratio(i, first[i]+n/2), n})
			}
		}
		slices.SortFunc(medians, func(a, b row) int { return cmp.Compare(a.ratio, b.ratio) })
		at, sum := 0, medians[0].left
		for 2*sum < left {
			at++
			sum += medians[at].left
		}
		pivot := medians[at].ratio
		smaller, equal := 0, 0
		l, u := columns, columns
		for i := range first {
			for l > 0 && c.ratio(i, l-1) >= pivot {
				l--
			}
			for u > 0 && c.ratio(i, u-1) > pivot {
				u--
			}
			less[i], upTo[i] = l, u
			smaller, equal = smaller+l, equal+u-l
		}
		switch {
		case rank < smaller:
			copy(end, less)
			left = smaller - before
		case rank >= smaller+equal:
			copy(first, upTo)
			left -= smaller + equal - before
			before = smaller + equal
		default:
			return pivot
		}
	}
}

// before is the ratio of the rank before that of a ratio.
func (c *couples) before(ratio float64, rank int) float64 {
	smaller, largest, l := 0, 0.0, len(c.below)
	for i := range c.above {
		for l > 0 && c.ratio(i, l-1) >= ratio {
			l--
		}
		if smaller += l; l > 0 {
			largest = max(largest, c.ratio(i, l-1))
		}
	}
	if smaller < rank {
		return ratio
	}
	return largest
}

// whiskers are the smallest and the largest value within the fences of the adjusted boxplot (M. Hubert, E.
// Vandervieren, "An adjusted boxplot for skewed distributions", Computational Statistics & Data Analysis 52, 2008).
// They sort.
func whiskers(values []float64) (lower, upper float64) {
	slices.Sort(values)
	first, third := quantile(values, 0.25), quantile(values, 0.75)
	down, up := 1.5*(third-first), 1.5*(third-first)
	if m := Medcouple(values); m >= 0 {
		down, up = down*math.Exp(-4*m), up*math.Exp(3*m)
	} else {
		down, up = down*math.Exp(-3*m), up*math.Exp(4*m)
	}
	at, _ := slices.BinarySearch(values, first-down)
	end, _ := slices.BinarySearch(values, math.Nextafter(third+up, math.Inf(1)))
	return values[at], values[end-1]
}

// upperWhisker leaves the values as they are.
func upperWhisker(values []float64) float64 {
	_, upper := whiskers(slices.Clone(values))
	return upper
}

// quantile interpolates between sorted values, the first of which is that of 0 and the last that of 1.
func quantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	low := int(at)
	return sorted[low] + (at-float64(low))*(sorted[min(low+1, len(sorted)-1)]-sorted[low])
}
