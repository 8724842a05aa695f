package robust

import (
	"math"
	"slices"
)

// Medcouple is the skewness of G. Brys, M. Hubert, A. Struyf, "A robust measure of skewness", J. Computational and
// Graphical Statistics 13, 2004: the median, over pairs of a value above the median and one below, of by how much
// the one is farther, as a share of both distances. It is from −1 to 1, and 0 for symmetric values; its breakdown
// point is a quarter.
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
	middle := c.skewness(all / 2)
	if all%2 == 0 {
		return (middle + c.skewness(all/2-1)) / 2
	}
	return middle
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

// skewness is that of the couple whose ratio has a rank, 0 for the smallest.
func (c *couples) skewness(rank int) float64 {
	ratio := leastNumber(math.Inf(1), func(ratio float64) bool {
		count, upTo := 0, len(c.below)
		for i := range c.above {
			for upTo > 0 && c.ratio(i, upTo-1) > ratio {
				upTo--
			}
			count += upTo
		}
		return count > rank
	})
	if ratio > 1 {
		ratio = 1 / ratio
		return -(1 - ratio) / (1 + ratio)
	}
	return (1 - ratio) / (1 + ratio)
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
