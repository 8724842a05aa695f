package robust_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/robust"
)

// answers are what cellWise 2.5.3 of R says of made tables: of table i in testdata, of five in the folder
// peers/macropca beside the published data sets. Its README says how they were made.
type answers struct {
	folder, table string
	tb            testing.TB
}

func (a answers) csv(part string) *mat.Dense {
	return robust.ReadTable(a.tb, filepath.Join(a.folder, a.table+"_"+part+".csv"))
}

// text reads a file of "name: number number".
func (a answers) text(part string) map[string][]float64 {
	all := map[string][]float64{}
	source, err := os.ReadFile(filepath.Join(a.folder, a.table+"_"+part+".txt"))
	if err != nil {
		a.tb.Fatal(err)
	}
	for line := range strings.Lines(string(source)) {
		name, numbers, _ := strings.Cut(line, ":")
		for _, field := range strings.Fields(numbers) {
			if v, err := strconv.ParseFloat(field, 64); err == nil {
				all[name] = append(all[name], v)
			}
		}
	}
	return all
}

func forAnswers(t *testing.T, test func(t *testing.T, a answers)) {
	t.Run("i of testdata", func(t *testing.T) { test(t, answers{filepath.Join("testdata", "macropca"), "i", t}) })
	folder := peers(t)
	for _, name := range []string{"b", "d", "f", "h", "i"} {
		t.Run(name, func(t *testing.T) { test(t, answers{folder, name, t}) })
	}
}

func peers(t *testing.T) string {
	folder := filepath.Join(os.Getenv("REPORT_DATA"), "..", "peers", "macropca")
	if _, err := os.Stat(folder); os.Getenv("REPORT_DATA") == "" || err != nil {
		t.Skip("needs the folder peers/macropca beside the published data sets of REPORT_DATA")
	}
	return folder
}

// same fails unless values agree relative to the largest of each column; NaN agrees with NaN.
func same(t *testing.T, what string, got, want mat.Matrix) {
	t.Helper()
	rows, columns := want.Dims()
	r, c := got.Dims()
	assert.Assert(t, r == rows && c == columns, "%s: %d × %d, want %d × %d", what, r, c, rows, columns)
	for j := range columns {
		size, worst, at := 0.0, 0.0, 0
		for i := range rows {
			g, w := got.At(i, j), want.At(i, j)
			assert.Equal(t, math.IsNaN(g), math.IsNaN(w), "%s, row %d, column %d is %g, want %g", what, i+1, j+1, g, w)
			if !math.IsNaN(w) {
				size = max(size, math.Abs(w))
				if d := math.Abs(g - w); d > worst {
					worst, at = d, i
				}
			}
		}
		assert.Check(t, worst <= 1e-8*size,
			"%s, row %d, column %d is %.12g, want %.12g", what, at+1, j+1, got.At(at, j), want.At(at, j))
	}
}

func column(v []float64) *mat.Dense { return mat.NewDense(len(v), 1, v) }

// numbers counts the cells that are so down columns, from 1.
func numbers(rows, columns int, holds func(i, j int) bool) (all []float64) {
	for j := range columns {
		for i := range rows {
			if holds(i, j) {
				all = append(all, float64(1+i+rows*j))
			}
		}
	}
	return all
}

func beyond(residuals *mat.Dense) []float64 {
	rows, columns := residuals.Dims()
	return numbers(rows, columns, func(i, j int) bool { return math.Abs(residuals.At(i, j)) > robust.CellCutOff() })
}

func exceeding(values []float64, limit float64) []float64 {
	return numbers(len(values), 1, func(i, _ int) bool { return values[i] > limit })
}

func equal(t *testing.T, what string, got, want []float64) {
	t.Helper()
	assert.Assert(t, is.DeepEqual(got, want), what)
}

func TestCellsAgreeWithR(t *testing.T) {
	forAnswers(t, func(t *testing.T, a answers) {
		x, want := a.csv("x"), a.text("ddc")
		c, d, err := robust.FitCells(t.Context(), x, 2)
		assert.NilError(t, err)
		for name, got := range map[string][]float64{
			"locX": c.Centre, "scaleX": c.Scale, "Ti": d.Rows, "medTi": {c.RowCentre},
			"madTi": {c.RowSpread},
		} {
			same(t, name, column(got), column(want[name]))
		}
		var stretches, spreads []float64
		for j, near := range c.Neighbours {
			if len(near.Features) > 0 {
				stretches, spreads = append(stretches, c.Stretch[j]), append(spreads, c.Spread[j])
			}
		}
		same(t, "deshrinkage", column(stretches), column(want["deshrinkage"]))
		same(t, "scalestres", column(spreads), column(want["scalestres"]))
		same(t, "residuals", d.Residuals, a.csv("ddc_stdResid"))
		equal(t, "flagged cells", beyond(d.Residuals), want["indcells"])
		equal(t, "flagged rows", exceeding(d.Rows, robust.CellCutOff()), want["indrows"])
		imputed, rows, all, estimate := mat.DenseCopyOf(x), len(d.Rows), want["indcells"], a.csv("ddc_Xest")
		expected := mat.DenseCopyOf(estimate)
		for _, c := range d.Replaced {
			imputed.Set(c.Row, c.Feature, c.Expected)
			expected.Set(c.Row, c.Feature, c.Expected)
		}
		same(t, "imputed", imputed, a.csv("ddc_Ximp"))
		same(t, "expected in replaced cells", expected, estimate)
		for _, row := range want["indrows"] {
			for j := range c.Centre {
				all = append(all, row+float64(j*rows))
			}
		}
		slices.Sort(all)
		equal(t, "flagged cells, and cells of flagged rows", slices.Compact(all), want["indall"])
		neighboursAgree(t, a, c)
	})
}

// neighboursAgree compares the features that predict each other, their correlations and slopes. R has the feature
// itself first, and further ones that correlate less.
func neighboursAgree(t *testing.T, a answers, c *robust.Cells) {
	features, correlations, slopes := a.csv("ddc_ngbrs"), a.csv("ddc_robcors"), a.csv("ddc_robslopes")
	for j, near := range c.Neighbours {
		for at, h := range near.Features {
			wrong := math.Abs(correlations.At(j, at+1)-near.Correlations[at]) +
				math.Abs(slopes.At(j, at+1)-near.Slopes[at])
			assert.Check(t, float64(h+1) == features.At(j, at+1) && wrong <= 1e-9,
				"neighbour %d of feature %d is %d, want %g; correlation and slope differ by %g", at, j, h,
				features.At(j, at+1)-1, wrong)
		}
		if next := len(near.Features) + 1; next < len(c.Centre) && math.Abs(correlations.At(j, next)) >= 0.5 {
			t.Errorf("feature %d has %d neighbours, and R has more", j, len(near.Features))
		}
	}
}

func TestMacroPCAAgreesWithR(t *testing.T) {
	forAnswers(t, func(t *testing.T, a answers) {
		x, want := a.csv("x"), a.text("macropca")
		m, j, err := robust.FitMacroPCA(t.Context(), x, robust.MacroSettings{Components: 2, Workers: 2})
		assert.NilError(t, err)
		centre := slices.Clone(m.Centre)
		for j := range centre {
			centre[j] *= m.Scale[j]
		}
		for name, got := range map[string][]float64{
			"eigenvalues": m.Eigenvalues, "center": centre, "scaleX": m.Scale, "cutoffOD": {m.OrthogonalCutOff},
			"cutoffSD": {m.ScoreCutOff}, "residScale": m.Spread, "NAimp_OD": j.Orthogonal, "NAimp_SD": j.Score,
			"iterations": {float64(m.Iterations)}, "diff": {m.Change}, "h": {float64(m.Rows)},
		} {
			same(t, name, column(got), column(want[name]))
		}
		same(t, "loadings", m.Loadings.T(), a.csv("loadings"))
		same(t, "scores", j.Scores, a.csv("scores").Slice(0, len(j.Score), 0, 2))
		same(t, "residuals", j.Residuals, a.csv("stdResid"))
		equal(t, "highOD", exceeding(j.Orthogonal, m.OrthogonalCutOff), want["highOD"])
		equal(t, "highSD", exceeding(j.Score, m.ScoreCutOff), want["highSD"])
		equal(t, "indcells", beyond(j.Residuals), want["indcells"])
		for which, name := range []string{"NAimp", "Cellimp", "Fullimp"} {
			imputed := j.Imputed(robust.Imputation(which))
			same(t, name, imputed, a.csv(name))
			imputed.Apply(func(_, j int, v float64) float64 { return v / m.Scale[j] }, imputed)
			score, orthogonal := m.Distances(imputed)
			same(t, name+"_SD", column(score), column(want[name+"_SD"]))
			same(t, name+"_OD", column(orthogonal), column(want[name+"_OD"]))
			equal(t, name+"_highOD", exceeding(orthogonal, m.OrthogonalCutOff), want[name+"_highOD"])
			equal(t, name+"_highSD", exceeding(score, m.ScoreCutOff), want[name+"_highSD"])
			same(t, name+"_cutoffs", column([]float64{m.OrthogonalCutOff, m.ScoreCutOff}),
				column([]float64{want[name+"_cutoffOD"][0], want[name+"_cutoffSD"][0]}))
			scores, residuals, scales := residualsOf(m, x, imputed)
			same(t, name+" scores", scores, a.csv(name+"_scores"))
			same(t, name+" residuals", residuals, a.csv(name+"_stdResid"))
			same(t, name+"_residScale", column(scales), column(want[name+"_residScale"]))
			equal(t, name+"_indcells", beyond(residuals), want[name+"_indcells"])
		}
	})
}

// residualsOf are the scores of scaled rows, and their residuals over the scales of those of the cells that are there.
func residualsOf(m *robust.MacroPCA, cells, x *mat.Dense) (scores, residuals *mat.Dense, scales []float64) {
	scores, residuals = &mat.Dense{}, mat.DenseCopyOf(x)
	residuals.Apply(func(_, j int, v float64) float64 { return v - m.Centre[j] }, residuals)
	scores.Mul(residuals, m.Loadings.T())
	var fitted mat.Dense
	fitted.Mul(scores, m.Loadings)
	residuals.Sub(residuals, &fitted)
	_, features := x.Dims()
	for j := range features {
		there := mat.Col(nil, j, residuals)
		for i := range there {
			there[i] += 0 * cells.At(i, j) // NaN where a cell is missing
		}
		scales = append(scales, robust.ScaleAbout0(there))
	}
	residuals.Apply(func(_, j int, v float64) float64 { return v / scales[j] }, residuals)
	return scores, residuals, scales
}

// New rows are judged by the fit of table d. Imputed cells of other kinds than R's are in the specification.
func TestMacroPCAJudgesFurtherRowsAsR(t *testing.T) {
	a := answers{peers(t), "d", t}
	m, _, err := robust.FitMacroPCA(t.Context(), a.csv("x"), robust.MacroSettings{Components: 2})
	assert.NilError(t, err)
	want := a.text("predict")
	j, err := m.Judge(t.Context(), robust.ReadTable(t, filepath.Join(a.folder, "new_x.csv")), 1)
	assert.NilError(t, err)
	for name, got := range map[string][]float64{
		"OD": j.Orthogonal, "SD": j.Score, "iterations": {float64(j.Iterations)}, "diff": {j.Change},
		"DDC_Ti": j.Deviating,
	} {
		same(t, name, column(got), column(want[name]))
	}
	same(t, "scores", j.Scores, a.csv("predict_scores"))
	same(t, "residuals", j.Residuals, a.csv("predict_stdResid"))
	equal(t, "indcells", beyond(j.Residuals), want["indcells"])
	same(t, "NAimp", j.Imputed(robust.ImputeGaps), a.csv("predict_NAimp"))
	same(t, "Fullimp", j.Imputed(robust.ImputeAll), a.csv("predict_Fullimp"))
}

// The eigenvalues by which components are chosen are R's; it prints the number and leaves the fit to a second call.
func TestMacroPCAChoosesComponents(t *testing.T) {
	for _, c := range []struct {
		table string
		want  int
		first float64 // eigenvalue
		share float64 // of the first two
	}{{"b", 3, 3.594467665, 0.7706320874}, {"d", 3, 2.955110774, 0.7726164888}, {"h", 1, 10.51172773, 0.9307221988},
		{"i", 3, 1.613081845, 0.765170993}} {
		m, _, err := robust.FitMacroPCA(t.Context(), answers{peers(t), c.table, t}.csv("x"), robust.MacroSettings{})
		assert.NilError(t, err)
		got := []float64{m.Spectrum[0], (m.Spectrum[0] + m.Spectrum[1]) / m.Total}
		assert.Check(t, is.Equal(len(m.Eigenvalues), c.want), "components of %s", c.table)
		near(t, c.table, got, []float64{c.first, c.share}, 1e-8)
	}
}

// low returns rows near two axes, of which shares of the cells are outlying and missing.
func low(rows, features int, cells, gaps float64, seed uint64) (x, axes *mat.Dense) {
	r := generator(seed)
	q := rotation(features, r)
	x = normal(rows, features, r)
	for i := range rows {
		for j := range features {
			x.Set(i, j, 0.5*x.At(i, j))
		}
		x.Set(i, 0, 10*x.At(i, 0))
		x.Set(i, 1, 6*x.At(i, 1))
	}
	x.Mul(x, q)
	x.Apply(func(_, _ int, v float64) float64 {
		switch u := r.Float64(); {
		case u < cells:
			return 30
		case u < cells+gaps:
			return math.NaN()
		}
		return v
	}, x)
	return x, mat.DenseCopyOf(q.Slice(0, 2, 0, features))
}

func macro(t *testing.T, x *mat.Dense, components int) (*robust.MacroPCA, *robust.Judgement) {
	t.Helper()
	m, j, err := robust.FitMacroPCA(t.Context(), x, robust.MacroSettings{Components: components, Workers: 2})
	assert.NilError(t, err)
	return m, j
}

// A breakdown is where cells are outlying, or missing, and their share.
type breakdown struct {
	outlying bool
	share    float64
}

var breaking = []string{"classical", "robpca", "macropca", "macropca without scales"}

// Largest angles to the true components are those of R within three standard errors, by ten draws there and ten here:
// 100 × 20, eigenvalues 20, 10, 1 … 0.1, cells at ten standard deviations of their column.
func TestMacroPCABreaksAsInR(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	source, err := os.ReadFile(filepath.Join(peers(t), "breakdown_raw.csv"))
	assert.NilError(t, err)
	ours, theirs := map[string][]float64{}, map[string][]float64{}
	for _, line := range strings.Split(strings.TrimSpace(string(source)), "\n")[1:] {
		fields := strings.Split(line, ",")
		share, _ := strconv.ParseFloat(fields[1], 64)
		draw, _ := strconv.ParseUint(fields[2], 10, 64)
		got := anglesAt(t, breakdown{fields[0] == "cells", share}, draw)
		for m, name := range breaking {
			want, err := strconv.ParseFloat(strings.TrimSpace(fields[3+m]), 64)
			if at := fmt.Sprintf("%s at %g %s", name, share, fields[0]); err == nil { // else none, of robpca with gaps
				ours[at], theirs[at] = append(ours[at], got[m]), append(theirs[at], want)
			}
		}
	}
	assert.Equal(t, len(ours), 4*5+3*5+1, "%d means", len(ours))
	for at := range ours {
		mean, variance := stat.MeanVariance(ours[at], nil)
		want, other := stat.MeanVariance(theirs[at], nil)
		limit := 3 * math.Sqrt((variance+other)/10)
		assert.Check(t, is.Len(ours[at], 10), at)
		assert.Check(t, math.Abs(mean-want) <= limit, "%s: %.1f degrees, and %.1f in R, ± %.1f", at, mean, want, limit)
	}
}

// anglesAt are those of a draw by the methods of breaking.
func anglesAt(t *testing.T, at breakdown, draw uint64) []float64 {
	x, axes := breakable(at, generator(100+draw))
	filled := mat.DenseCopyOf(x)
	filled.Apply(func(_, j int, v float64) float64 {
		if math.IsNaN(v) {
			return stat.Mean(slices.DeleteFunc(mat.Col(nil, j, x), math.IsNaN), nil)
		}
		return v
	}, filled)
	m, _, err := robust.FitMacroPCA(t.Context(), x, robust.MacroSettings{Components: 2, Unscaled: true})
	assert.NilError(t, err)
	two := robust.Settings{Components: 2}
	return []float64{angle(classical(t, filled, 2).Loadings, axes), angle(fit(t, "robpca", filled, two).Loadings, axes),
		angle(fit(t, "macropca", x, two).Loadings, axes), angle(m.Loadings, axes)}
}

// breakable returns rows around two axes, of which a share of the cells is outlying or missing.
func breakable(b breakdown, r *rand.Rand) (x, axes *mat.Dense) {
	const n, d = 100, 20
	q, roots := rotation(d, r), []float64{math.Sqrt(20), math.Sqrt(10)}
	for j := range d - 2 {
		roots = append(roots, math.Sqrt(1-0.9*float64(j)/(d-3)))
	}
	x = normal(n, d, r)
	x.Apply(func(_, j int, v float64) float64 { return v * roots[j] }, x)
	x.Mul(x, q)
	for _, at := range r.Perm(n * d)[:int(math.Round(b.share*n*d))] {
		i, j, variance := at/d, at%d, 0.0
		for c, root := range roots {
			variance += math.Pow(root*q.At(c, j), 2)
		}
		if x.Set(i, j, math.NaN()); b.outlying {
			x.Set(i, j, 10*math.Sqrt(variance))
		}
	}
	return x, mat.DenseCopyOf(q.Slice(0, 2, 0, d))
}

func TestMacroPCAHoldsUnderCellsAndGaps(t *testing.T) {
	for _, c := range []struct{ cells, gaps, most float64 }{{0, 0, 5}, {0.2, 0, 12}, {0, 0.3, 8}, {0.1, 0.1, 12}} {
		x, axes := low(200, 15, c.cells, c.gaps, 3)
		a := angle(fit(t, "macropca", x, robust.Settings{Components: 2}).Loadings, axes)
		assert.Check(t, a <= c.most, "%g outlying and %g missing cells: the angle is %g degrees", c.cells, c.gaps, a)
	}
	clean, _ := low(200, 15, 0, 0, 3)
	found := fit(t, "macropca", clean, robust.Settings{Components: 2})
	a := angle(found.Loadings, classical(t, clean, 2).Loadings)
	assert.Check(t, a <= 5, "without outliers the angle to classical components is %g degrees", a)
}

// In other units and with features in another order it finds the same; so it does with rows in another order where all
// pairs of them are directions. Turned samples have other components: cells are judged by features.
func TestMacroPCAEquivariance(t *testing.T) {
	x, _ := low(20, 6, 0.05, 0.05, 8)
	_, want := macro(t, x, 2)
	r := generator(2)
	for name, change := range map[string]func(i, j int) (int, int, float64){
		"other units":    func(i, j int) (int, int, float64) { return i, j, math.Pow(10, float64(j-3)) },
		"other features": func(i, j int) (int, int, float64) { return i, (j + 2) % 6, 1 },
		"other rows":     func(i, j int) (int, int, float64) { return (i*7 + 3) % 20, j, 1 },
	} {
		y, score := mat.NewDense(20, 6, nil), make([]float64, 20)
		for i := range 20 {
			for j := range 6 {
				to, at, by := change(i, j)
				y.Set(to, at, by*x.At(i, j))
			}
		}
		_, got := macro(t, y, 2)
		for i := range score {
			to, _, _ := change(i, 0)
			score[i] = got.Score[to]
		}
		near(t, name, score, want.Score, 1e-7)
	}
	clean, _ := low(60, 6, 0.05, 0, 8)
	q := rotation(6, r)
	turned := mat.NewDense(60, 6, nil)
	turned.Mul(clean, q)
	var back mat.Dense
	two := robust.Settings{Components: 2}
	f, g := fit(t, "macropca", clean, two), fit(t, "macropca", turned, two)
	back.Mul(f.Loadings, q)
	a := angle(&back, g.Loadings)
	assert.Check(t, a >= 1e-3, "turned samples have the same components, to %g degrees", a)
}

func TestMacroPCAOfPoorTables(t *testing.T) {
	gap := math.NaN()
	for name, c := range map[string]struct {
		spoil func(x *mat.Dense)
		rows  int
		want  string
	}{
		"column missing": {func(x *mat.Dense) { x.SetCol(2, slices.Repeat([]float64{gap}, 30)) }, 30,
			"feature 2 has no value"},
		"infinite":    {func(x *mat.Dense) { x.Set(1, 3, math.Inf(1)) }, 30, "feature 3"},
		"row missing": {func(x *mat.Dense) { x.SetRow(4, slices.Repeat([]float64{gap}, 6)) }, 30, ""},
		"constant": {func(x *mat.Dense) {
			x.SetCol(2, slices.Repeat([]float64{7}, 30))
			x.Set(0, 2, gap)
		}, 30, ""},
		"all constant": {func(x *mat.Dense) { x.Copy(mat.NewDense(30, 6, nil)) }, 30, "there is no direction"},
		"three rows":   {func(*mat.Dense) {}, 3, ""},
		"one row":      {func(*mat.Dense) {}, 1, "there is no direction"},
	} {
		x, _ := low(c.rows, 6, 0, 0, 5)
		c.spoil(x)
		m, j, err := robust.FitMacroPCA(t.Context(), x, robust.MacroSettings{Components: 2})
		if c.want != "" {
			assert.Check(t, is.ErrorContains(err, c.want), name)
			continue
		}
		assert.NilError(t, err, name)
		for _, which := range []robust.Imputation{robust.ImputeGaps, robust.ImputeCells, robust.ImputeAll} {
			v := mat.Norm(j.Imputed(which), 2)
			assert.Check(t, !math.IsNaN(v), "%s: cells are missing in imputation %d", name, which)
		}
		v := mat.Norm(m.Loadings, 2) + mat.Sum(column(j.Score)) + mat.Sum(column(j.Orthogonal))
		assert.Check(t, !math.IsNaN(v), "%s: loadings %v, distances %v and %v", name, m.Loadings, j.Score, j.Orthogonal)
		v, loading := j.Imputed(robust.ImputeGaps).At(0, 2), m.Loadings.At(0, 2)
		assert.Check(t, name != "constant" || math.Abs(loading)+math.Abs(v-7) <= 1e-12,
			"a constant column has the loading %g and the imputed value %g", loading, v)
	}
}

// Above 750 features likely neighbours take the place of all pairs, and find as good ones.
func TestCellsOfManyFeatures(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	x, _ := low(40, 760, 0.02, 0.02, 4)
	_, d, err := robust.FitCells(t.Context(), x, 2)
	assert.NilError(t, err)
	few, _ := x.Slice(0, 40, 0, 750).(*mat.Dense)
	_, exact, err := robust.FitCells(t.Context(), few, 2)
	assert.NilError(t, err)
	alike := numbers(40, 750, func(i, j int) bool {
		some, all := math.Abs(d.Residuals.At(i, j)), math.Abs(exact.Residuals.At(i, j))
		return (some > robust.CellCutOff()) == (all > robust.CellCutOff())
	})
	assert.Check(t, len(alike) >= 40*750*98/100, "%d of %d cells are judged alike", len(alike), 40*750)
}

func FuzzMacroPCA(f *testing.F) {
	f.Add(uint64(1), 8, 3, 0.1)
	f.Fuzz(func(t *testing.T, seed uint64, rows, features int, share float64) {
		rows, features = 1+int(uint(rows)%40), 1+int(uint(features)%12)
		r := rand.New(rand.NewPCG(seed, 1))
		x := mat.NewDense(rows, features, nil)
		x.Apply(func(_, _ int, _ float64) float64 {
			if r.Float64() < share {
				return math.NaN()
			}
			return math.Round(3 * r.NormFloat64())
		}, x)
		m, j, err := robust.FitMacroPCA(t.Context(), x, robust.MacroSettings{})
		if err == nil && (math.IsNaN(mat.Norm(m.Loadings, 2)) || math.IsNaN(mat.Norm(j.Imputed(robust.ImputeAll), 2))) {
			t.Errorf("loadings %v", m.Loadings)
		}
	})
}
