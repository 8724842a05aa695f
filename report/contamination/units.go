package contamination

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/solver/robust"
)

// Units are the medians and the spreads of the columns of clean samples.
type Units struct{ Centre, Spread []float64 }

// UnitsOf returns the units of samples, one a row. The spread of a column is that of [Spread].
func UnitsOf(samples *mat.Dense) Units {
	_, features := samples.Dims()
	var u Units
	for j := range features {
		column := mat.Col(nil, j, samples)
		u.Centre = append(u.Centre, robust.Median(column))
		u.Spread = append(u.Spread, Spread(column))
	}
	return u
}

// Spread returns the median absolute deviation, scaled to the normal distribution. If that is 0, as where half of
// the values are equal, it returns Qn, then the standard deviation; 0 means that all values are equal.
func Spread(values []float64) float64 {
	for _, spread := range []func([]float64) float64{robust.MAD, robust.Qn, Deviation} {
		if s := spread(values); s > 0 {
			return s
		}
	}
	return 0
}

// Deviation returns the standard deviation, exactly 0 if all values are equal.
func Deviation(values []float64) float64 {
	if slices.Max(values) == slices.Min(values) {
		return 0
	}
	return stat.StdDev(values, nil)
}

// Impute replaces missing cells by the median of their column over some rows of the samples.
func Impute(samples *mat.Dense, rows []int) error {
	_, features := samples.Dims()
	for j := range features {
		var present []float64
		for _, i := range rows {
			if v := samples.At(i, j); !math.IsNaN(v) {
				present = append(present, v)
			}
		}
		if len(present) == len(rows) {
			continue
		}
		if len(present) == 0 {
			return fmt.Errorf("column %d has no value left to take the median of", j+1)
		}
		m := robust.Median(present)
		for _, i := range rows {
			if math.IsNaN(samples.At(i, j)) {
				samples.Set(i, j, m)
			}
		}
	}
	return nil
}
