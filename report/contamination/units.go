package contamination

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"

	"gpca/report/statistics"
	"gpca/solver/robust"
)

// Units are the medians and the spreads of the columns of clean samples.
type Units struct{ Centre, Spread []float64 }

// UnitsOf returns the units of samples, one a row, without missing cells; a column that has no others has 0. The spread
// of a column is that of [Spread].
func UnitsOf(samples *mat.Dense) Units {
	rows, features := samples.Dims()
	u := Units{make([]float64, features), make([]float64, features)}
	for j := range features {
		if column := Present(samples, statistics.Indices(rows), j); len(column) > 0 {
			u.Centre[j], u.Spread[j] = robust.Median(column), Spread(column)
		}
	}
	return u
}

// Present returns the values of a column in some rows, without missing ones.
func Present(samples *mat.Dense, rows []int, column int) []float64 {
	values := make([]float64, 0, len(rows))
	for _, row := range rows {
		if v := samples.At(row, column); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	return values
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
		present := Present(samples, rows, j)
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
