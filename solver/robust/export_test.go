package robust

import (
	"encoding/csv"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
)

// UnivariateMCD is the univariate MCD with the factor that makes its scale consistent for the normal distribution
// (C. Croux, G. Haesbroeck, J. Multivariate Analysis 71, 1999).
func UnivariateMCD(values []float64, h int) (location, scale float64) {
	location, deviation := regularMoments(slices.Clone(values), h, 1)
	return location, deviation * math.Sqrt(consistency(1, reweighted))
}

// ScaleAbout0 is the scale of residuals, of those that are not missing.
func ScaleAbout0(values []float64) float64 { return scaleAbout0(slices.DeleteFunc(values, math.IsNaN)) }

// ReadTable reads a CSV file of numbers below a header.
func ReadTable(tb testing.TB, path string) *mat.Dense {
	tb.Helper()
	text, err := os.ReadFile(path)
	assert.NilError(tb, err)
	rows, err := csv.NewReader(strings.NewReader(strings.ReplaceAll(string(text), "NA", "NaN"))).ReadAll()
	assert.NilError(tb, err)
	m := mat.NewDense(len(rows)-1, len(rows[0]), nil)
	for i, row := range rows[1:] {
		for j, cell := range row {
			v, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
			assert.NilError(tb, err)
			m.Set(i, j, v)
		}
	}
	return m
}
