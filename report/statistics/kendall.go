package statistics

import "math"

// Kendall returns the rank correlation τ_b of two lists of equal length: the number of
// pairs that both lists order alike minus the number that they order oppositely, divided
// by the geometric mean of the numbers of pairs that each list does not tie (M. G.
// Kendall, "The treatment of ties in ranking problems", Biometrika 33, 1945). It is 1
// for the same order, −1 for the opposite one, and NaN if all values of a list are
// equal.
func Kendall(a, b []float64) float64 {
	agreement, pairsA, pairsB := 0.0, 0.0, 0.0
	for i := range a {
		for j := range i {
			x, y := sign(a[i]-a[j]), sign(b[i]-b[j])
			agreement += x * y
			pairsA += x * x
			pairsB += y * y
		}
	}
	if pairsA == 0 || pairsB == 0 {
		return math.NaN()
	}
	return agreement / math.Sqrt(pairsA*pairsB)
}

func sign(v float64) float64 {
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}
