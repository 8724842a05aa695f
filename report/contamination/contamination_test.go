package contamination_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/contamination"
	"gpca/report/dataset"
	"gpca/solver"
	"gpca/solver/robust"
)

// spreads are the standard deviations of the columns of clean samples, the first by far the largest.
var spreads = []float64{9, 5, 2, 1, 0.5, 0.2}

// normal returns normal samples with the spreads above, and a constant column.
func normal(samples int) *mat.Dense {
	r := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(samples, len(spreads)+1, nil)
	x.Apply(func(_, j int, _ float64) float64 {
		if j == len(spreads) {
			return 7
		}
		return 3 + spreads[j]*r.NormFloat64()
	}, x)
	return x
}

func plant(t *testing.T, name string, clean *mat.Dense, s contamination.Settings) contamination.Planted {
	t.Helper()
	kind, err := contamination.Find(name)
	assert.NilError(t, err)
	before := mat.DenseCopyOf(clean)
	p, err := kind.Plant(t.Context(), clean, s, rand.New(rand.NewPCG(3, 4)))
	assert.NilError(t, err, name)
	assert.Check(t, mat.Equal(clean, before), "%s changes the clean samples", name)
	return p
}

// What is kept of the clean samples is made once for all levels, and plants the same.
func TestOnce(t *testing.T) {
	made, calls := map[string]any{}, 0
	once := func(what string, make func() (any, error)) (any, error) {
		if made[what] == nil {
			calls++
			value, err := make()
			if err != nil {
				return nil, err
			}
			made[what] = value
		}
		return made[what], nil
	}
	clean := normal(30)
	for _, level := range []float64{0.1, 0.2, 0.3} {
		for _, name := range []string{"orthogonal", "scattered", "leverage", "cells"} {
			s := contamination.Settings{Level: level, Gamma: 10, Components: 2}
			want := plant(t, name, clean, s)
			if s.Once = once; !mat.Equal(plant(t, name, clean, s).Samples, want.Samples) {
				t.Errorf("%s at %g: other samples by what is kept", name, level)
			}
		}
	}
	assert.Equal(t, calls, 3, "%d things are made, want one component, all of them, and units", calls)
}

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		samples int
		level   float64
		want    int
	}{{25, 0.1, 3}, {50, 0.29, 15}, {10, 0.001, 1}, {30, 0, 0}, {30, 0.4, 12}, {8, 0.3, 2}} {
		for _, name := range []string{"orthogonal", "leverage", "bad-leverage", "scattered"} {
			p := plant(t, name, normal(c.samples), contamination.Settings{Level: c.level, Gamma: 10, Components: 2})
			assert.Check(t, len(p.Rows) == c.want && slices.IsSorted(p.Rows),
				"%s: rows %v of %d at %g, want %d", name, p.Rows, c.samples, c.level, c.want)
		}
	}
	clean := normal(20)
	for name, want := range map[string]int{"cells": 12, "missing": 14} { // of 6 columns that vary, and of all 7
		p := plant(t, name, clean, contamination.Settings{Level: 0.1, Gamma: 10})
		assert.Check(t, is.Equal(len(p.Cells), want), "%s: %d cells, want %d", name, len(p.Cells), want)
		for i := range 20 {
			for j := range 7 {
				changed := p.Samples.At(i, j) != clean.At(i, j)
				if changed != slices.Contains(p.Cells, [2]int{i, j}) || changed && !slices.Contains(p.Rows, i) {
					t.Errorf("%s: cell %d, %d: changed %v, planted %v in rows %v", name, i, j, changed, p.Cells, p.Rows)
				}
			}
		}
	}
}

// moves returns how each planted sample has moved; the others must not have.
func moves(t *testing.T, clean *mat.Dense, p contamination.Planted) []*mat.VecDense {
	t.Helper()
	var all []*mat.VecDense
	rows, columns := clean.Dims()
	for i := range rows {
		move := mat.NewVecDense(columns, nil)
		move.SubVec(p.Samples.RowView(i), clean.RowView(i))
		if slices.Contains(p.Rows, i) {
			all = append(all, move)
		} else if mat.Norm(move, 2) != 0 {
			t.Errorf("sample %d moves and is none of %v", i, p.Rows)
		}
	}
	return all
}

// Distances are those in units of the MAD of the first score, and directions those of another decomposition; also
// with fewer samples than features.
func TestShifts(t *testing.T) {
	const gamma, k = 10.0, 2
	for _, samples := range []int{300, 6} {
		clean := normal(samples)
		centred, _ := solver.Centre(clean)
		var svd mat.SVD
		var v mat.Dense
		assert.Assert(t, svd.Factorize(centred, mat.SVDThin), "no decomposition")
		svd.VTo(&v)
		score := mat.NewVecDense(samples, nil)
		score.MulVec(centred, v.ColView(0))
		size := gamma * robust.MAD(score.RawVector().Data)
		for name, want := range map[string]struct{ along, beyond float64 }{
			"orthogonal": {0, size}, "leverage": {size, 0}, "bad-leverage": {size, size}, "scattered": {0, size},
		} {
			s := contamination.Settings{Level: 0.3, Gamma: gamma, Components: k}
			all := moves(t, clean, plant(t, name, clean, s))
			for i, move := range all {
				first := math.Abs(mat.Dot(move, v.ColView(0)))
				second := math.Abs(mat.Dot(move, v.ColView(1)))
				rest := math.Sqrt(max(0, mat.Dot(move, move)-first*first-second*second))
				if math.Abs(first-want.along) > 1e-6 || second > 1e-6 || math.Abs(rest-want.beyond) > 1e-6 {
					t.Errorf("%s of %d: moves %g along the first component, %g along the second, %g beyond, want %v",
						name, samples, first, second, rest, want)
				}
				assert.Check(t, move.AtVec(len(spreads)) <= 1e-9,
					"%s of %d leaves the span of the clean samples", name, samples)
				if same := mat.EqualApprox(move, all[0], 1e-9); i > 0 && same == (name == "scattered") {
					t.Errorf("%s of %d: two outliers share a direction: %v", name, samples, same)
				}
			}
		}
	}
}

// A column of which most values are equal has a MAD of 0, and its unit is Qn; with three quarters, the standard
// deviation. A constant column stays.
func TestCellsAreInUnitsOfTheirColumn(t *testing.T) {
	const n = 40
	clean := mat.NewDense(n, 4, nil)
	for i := range n {
		clean.SetRow(i, []float64{float64(i), math.Max(0, float64(i-n/2)), math.Max(0, float64(i-n+3)), 5})
	}
	units := contamination.UnitsOf(clean)
	half, few := mat.Col(nil, 1, clean), mat.Col(nil, 2, clean)
	assert.Assert(t, robust.MAD(half) == 0 && robust.Qn(few) == 0, "the columns do not test what they should")
	// Of 0 to 39 the deviations from 19.5 are 0.5 to 19.5 twice, with the median 10.
	if want := 10 * 1.4826; math.Abs(units.Spread[0]-want) > 1e-12 || units.Centre[0] != 19.5 {
		t.Errorf("median %g and MAD %g, want 19.5 and %g", units.Centre[0], units.Spread[0], want)
	}
	// 0, 0, 1, 2 in two thirds of a column: by the definition 3²+2²+1 in 40 values, mean 6/40.
	if want := math.Sqrt((14 - 36./n) / (n - 1)); math.Abs(units.Spread[2]-want) > 0.5 || units.Spread[3] != 0 {
		t.Errorf("spreads %v, the third about %g, the last 0", units.Spread, want)
	}
	p := plant(t, "cells", clean, contamination.Settings{Level: 0.5, Gamma: 3})
	signs := map[float64]int{}
	for _, c := range p.Cells {
		u := (p.Samples.At(c[0], c[1]) - units.Centre[c[1]]) / units.Spread[c[1]]
		assert.Check(t, math.Abs(math.Abs(u)-3) <= 1e-12, "cell %v lies %g units from the median, want 3", c, u)
		signs[math.Copysign(1, u)]++
	}
	assert.Check(t, signs[1] >= 15 && signs[-1] >= 15, "signs %v of 60 cells", signs)
}

// Each sample keeps its direction from the medians. Divided by the square root of χ²/ν, distances are heavy for
// ν = 1 and as before for a large ν.
func TestHeavyTails(t *testing.T) {
	clean := normal(4000)
	centre := contamination.UnitsOf(clean).Centre
	factors := func(level float64) []float64 {
		p := plant(t, "heavy-tails", clean, contamination.Settings{Level: level})
		var all []float64
		for i := range 4000 {
			f := (p.Samples.At(i, 0) - centre[0]) / (clean.At(i, 0) - centre[0])
			for j := range spreads {
				g := (p.Samples.At(i, j) - centre[j]) / (clean.At(i, j) - centre[j])
				assert.Assert(t, math.Abs(g-f) <= 1e-6*f, "sample %d is stretched by %g and by %g", i, f, g)
			}
			all = append(all, f)
		}
		return all
	}
	// The median of χ² with one degree of freedom is 0.4549, so that of 1/√χ² is 1.483.
	m := robust.Median(factors(1))
	assert.Check(t, math.Abs(m-1.483) <= 0.11, "median factor %g for one degree of freedom, want 1.483", m)
	if f := factors(1e9); slices.Max(f) > 1.001 || slices.Min(f) < 0.999 {
		t.Errorf("factors from %g to %g for very many degrees of freedom", slices.Min(f), slices.Max(f))
	}
}

func TestBlocks(t *testing.T) {
	size := dataset.ImageSize{Width: 16, Height: 12}
	clean := mat.NewDense(40, 16*12, slices.Repeat([]float64{100}, 40*16*12))
	p := plant(t, "block", clean, contamination.Settings{Level: 0.5, Image: size})
	assert.Equal(t, len(p.Rows), 20)
	for _, i := range p.Rows {
		left, right, top, bottom, white, changed := 16, -1, 12, -1, 0, 0
		for at, v := range p.Samples.RawRowView(i) {
			if v == 100 {
				continue
			}
			x, y := at%16, at/16
			left, right, top, bottom = min(left, x), max(right, x), min(top, y), max(bottom, y)
			changed++
			if v == 255 {
				white++
			} else if v != 0 {
				t.Errorf("a pixel of %g", v)
			}
		}
		w, h := right-left+1, bottom-top+1
		assert.Check(t, w >= 10 && h >= 10 && changed == w*h && white >= changed/4 && white <= 3*changed/4,
			"image %d: a block of %d × %d with %d pixels, %d of them white", i, w, h, changed, white)
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct {
		kind     string
		samples  *mat.Dense
		settings contamination.Settings
		want     string
	}{
		{"orthogonal", normal(40), contamination.Settings{Level: 0.1, Components: 6}, "have rank 6"},
		{"scattered", normal(4), contamination.Settings{Level: 0.1, Components: 3}, "have rank 3"},
		{"bad-leverage", normal(40), contamination.Settings{Level: 1, Components: 2}, "from 0 up to less than 1"},
		{"cells", normal(40), contamination.Settings{Level: math.NaN()}, "from 0 up to less than 1"},
		{"heavy-tails", normal(40), contamination.Settings{Level: -1}, "degrees of freedom"},
		{"leverage", mat.NewDense(3, 2, nil), contamination.Settings{Level: 0.1}, "all the same"},
		{"block", normal(40), contamination.Settings{Level: 0.1}, "at least 10 pixels"},
	} {
		kind, err := contamination.Find(c.kind)
		assert.NilError(t, err)
		_, err = kind.Plant(t.Context(), c.samples, c.settings, rand.New(rand.NewPCG(1, 1)))
		assert.Check(t, is.ErrorContains(err, c.want), "%s: error %v, want %q in it", c.kind, err, c.want)
	}
	_, err := contamination.Find("ortogonal")
	assert.ErrorContains(t, err, "did you mean orthogonal", "a misspelt kind")
}

func TestImpute(t *testing.T) {
	x := mat.NewDense(4, 2, []float64{1, math.NaN(), 2, 8, math.NaN(), 4, 50, math.NaN()})
	assert.NilError(t, contamination.Impute(x, []int{0, 1, 2}))
	if want := []float64{1, 6, 2, 8, 1.5, 4, 50}; !slices.Equal(x.RawMatrix().Data[:7], want) || !math.IsNaN(x.At(3, 1)) {
		t.Errorf("imputed %v, want %v and NaN", x.RawMatrix().Data, want)
	}
	assert.Check(t, contamination.Impute(x, []int{3}) != nil, "a column without a value has a median")
}
