package robust

import (
	"math"
	"slices"
)

// UnivariateMCD is the univariate MCD with the factor that makes its scale consistent for the normal distribution
// (C. Croux, G. Haesbroeck, J. Multivariate Analysis 71, 1999).
func UnivariateMCD(values []float64, h int) (location, scale float64) {
	location, deviation := regularMoments(slices.Clone(values), h)
	return location, deviation * math.Sqrt(consistency(1, reweighted))
}
