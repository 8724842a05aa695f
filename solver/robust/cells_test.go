package robust_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/robust"
)

// ddc_x.csv has 97 planted cells, 10 or −10, among correlated normal ones and missing ones. R's cellWise flags these
// and four others.
func TestCellsFlagPlantedOnes(t *testing.T) {
	x := robust.ReadTable(t, filepath.Join("testdata", "ddc_x.csv"))
	_, d, err := robust.FitCells(t.Context(), x, 2)
	assert.NilError(t, err)
	rows, columns := x.Dims()
	planted := numbers(rows, columns, func(i, j int) bool { return math.Abs(x.At(i, j)) == 10 })
	want := slices.Sorted(slices.Values(append(planted, 497, 629, 653, 672)))
	equal(t, "flagged cells", beyond(d.Residuals), want)
	for i := range rows {
		for j := range columns {
			assert.Check(t, is.Equal(math.IsNaN(x.At(i, j)), math.IsNaN(d.Residuals.At(i, j))), "cell %d, %d", i+1, j+1)
		}
	}
}

// A feature that nothing predicts is judged by itself, in any unit, and one without a scale not at all.
func TestCellsOfUnrelatedFeatures(t *testing.T) {
	x := normal(200, 3, rand.New(rand.NewPCG(1, 1)))
	for i := range 200 {
		x.Set(i, 1, 1000*x.At(i, 1))
		x.Set(i, 2, float64(i/150))
	}
	x.Set(7, 1, 9000)
	_, d, err := robust.FitCells(t.Context(), x, 1)
	assert.NilError(t, err)
	var flagged []int
	for i := range 200 {
		if math.Abs(d.Residuals.At(i, 1)) > 2*robust.CellCutOff() {
			flagged = append(flagged, i)
		}
		assert.Assert(t, math.IsNaN(d.Residuals.At(i, 2)), "a feature of scale 0 has residuals")
	}
	assert.Assert(t, is.DeepEqual(flagged, []int{7}), "cells %v of the feature are far out, want 7", flagged)
}

// Rows 1 to 14 of hbk are outlying and no other: far along the components and away from them.
func TestTypes(t *testing.T) {
	x := hbk(t, 3)
	f := fit(t, "robpca", x, robust.Settings{Components: 2})
	score, orthogonal := f.Distances(x)
	far, away := f.CutOffs(orthogonal)
	for i := range score {
		want := robust.Regular
		if i < 14 {
			want = robust.BadLeverage
		}
		assert.Check(t, is.Equal(robust.TypeOf(score[i], orthogonal[i], far, away), want), "row %d", i+1)
	}
	assert.Check(t, len(f.Spectrum) == 3 && f.Total > f.Eigenvalues[0]+f.Eigenvalues[1],
		"spectrum %v of total %v beside eigenvalues %v", f.Spectrum, f.Total, f.Eigenvalues)
}

// Distances grow in proportion to how far a sample lies, as far as numbers reach: no square of them overflows or
// vanishes. A sample that is not finite is beyond any other.
func TestDistancesOfFarSamples(t *testing.T) {
	x, toward := hbk(t, 3), []float64{1, -2, 0.5}
	for _, scale := range []float64{1e-9, 1, 1e98} {
		scaled := mat.DenseCopyOf(x)
		scaled.Scale(scale, x)
		f := fit(t, "robpca", scaled, robust.Settings{Components: 2})
		at := func(length float64) (score, orthogonal float64) {
			row := mat.NewDense(1, 3, nil)
			for j, v := range toward {
				row.Set(0, j, f.Centre[j]+v*length)
			}
			s, o := f.Distances(row)
			return s[0], o[0]
		}
		near, away := at(scale)
		for _, length := range []float64{1e100, 1e129, 1e130, 1e131, 1e153, 2e154, 1e200, 1e250, 4e307} {
			score, orthogonal := at(length)
			for got, first := range map[float64]float64{score: near, orthogonal: away} {
				want := first * (length / scale)
				assert.Check(t, want >= math.MaxFloat64 || math.Abs(got/want-1) < 1e-9,
					"scale %g: a distance at %g is %g, want %g", scale, length, got, want)
			}
			far, beyond := f.CutOffs([]float64{scale, 2 * scale, 3 * scale})
			if scale <= 1 {
				assert.Check(t, is.Equal(robust.TypeOf(score, orthogonal, far, beyond), robust.BadLeverage), length)
			}
		}
		for _, length := range []float64{math.NaN(), math.Inf(1)} {
			score, orthogonal := at(length)
			assert.Check(t, math.IsInf(score, 1) && math.IsInf(orthogonal, 1),
				"%g and %g at %g", score, orthogonal, length)
		}
	}
}
