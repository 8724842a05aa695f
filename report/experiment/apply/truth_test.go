package apply

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/words"
)

// drawn is a table of rows around a plane, of which the first ones are moved away from it, by so many deviations of the
// rows around it.
func drawn(seed uint64, rows, columns, moved int, by float64) *dataset.Set {
	r := rand.New(rand.NewPCG(seed, 52))
	x := mat.NewDense(rows, columns, nil)
	along := make([][]float64, 2)
	for c := range along {
		for range columns {
			along[c] = append(along[c], r.NormFloat64())
		}
	}
	for i := range rows {
		u, v := 4*r.NormFloat64(), 3*r.NormFloat64()
		for j := range columns {
			x.Set(i, j, r.NormFloat64()+u*along[0][j]+v*along[1][j])
			if i < moved {
				x.Set(i, j, x.At(i, j)+by*(r.NormFloat64()/4+math.Copysign(1, along[0][j]*along[1][j])))
			}
		}
	}
	return &dataset.Set{Name: "x", Title: "x", Origin: dataset.Generated, Samples: x}
}

func measuredFindings(t *testing.T, set *dataset.Set) *Findings {
	t.Helper()
	return findings(t, "chance: measured", "robpca", set)
}

// Of clean tables in each of three shapes rows are called far out in few, and masking is said of none.
func TestCleanTablesHaveNoneFarOut(t *testing.T) {
	long(t)
	const tables = 6 // of 100, rows are far out in 3, 4 and 2
	for _, shape := range [][2]int{{60, 200}, {100, 6}, {200, 20}} {
		called := 0
		for seed := range tables {
			f := measuredFindings(t, drawn(uint64(seed), shape[0], shape[1], 0, 0))
			if len(f.FarOut()) > 0 {
				called++
			}
			assert.Check(t, is.Equal(f.Parted, ""), "%v, seed %d", shape, seed)
			masked := f.Masked()
			assert.Check(t, is.Equal(masked, ""), "%v, seed %d: %s are said to be masked, by %.1f of %.1f degrees",
				shape, seed, masked, f.Turn(), f.Sway(0))
		}
		assert.Check(t, called <= 1, "%v: rows are far out in %d of %d clean tables", shape, called, tables)
	}
}

// Tables of known truth: how many of the rows that are moved, and how many others, are called far out, and how the
// answer begins.
func TestTruth(t *testing.T) {
	long(t)
	doubt := func(first, half string) string {
		return " " + first + " is far out if three quarters of the rows are regular (alpha 0.75), and " + half + " if only"
	}
	for _, c := range []struct {
		rows, columns, moved int
		by                   float64
		found                int
		answer               string
	}{
		{200, 10, 10, 6, 10, "10 of 200 rows are far out: 10 (5.1 × the cut-off), 8 (4.9 ×), "},
		{200, 10, 30, 6, 30, "30 of 200 rows are far out: 21 (4.6 × the cut-off), 10 (4.6 ×), "},
		{200, 10, 60, 6, 0, "of 200 rows" + doubt("none", "60")},
		{200, 10, 80, 6, 0, "of 200 rows" + doubt("none", "52")},
		{200, 10, 10, 2, 5, "5 of 200 rows are far out: 10 (2.1 × the cut-off), 8 (2.0 ×), "},
		{200, 10, 30, 2, 0, "none of 200 rows is far out; 36 lie beyond a cut-off, where chance alone puts about 15, " +
			"and at most 21 in any of 20 clean tables: some of these may be outlying"},
		{60, 200, 9, 3, 9, "9 of 60 rows are far out: 2 (3.0 × the cut-off), "},
		{60, 200, 24, 3, 0, "PC3 parts the rows in groups of 36 and 24, of which one may be outlying: describe each by " +
			"itself; of 60 rows" + doubt("none", "24")},
		{60, 200, 0, 0, 0, "none of 60 rows is far out; 3 lie beyond a cut-off, where chance alone puts about 6"},
		{4, 6, 0, 0, 0, "4 rows are too few to call one far out: 1 component of 6 columns take 10"},
	} {
		f := measuredFindings(t, drawn(7, c.rows, c.columns, c.moved, c.by))
		found := slices.DeleteFunc(f.FarOut(), func(r Row) bool { return r.At >= c.moved })
		assert.Check(t, len(found) == c.found && len(f.FarOut()) == c.found && strings.HasPrefix(f.Brief(), c.answer),
			"%+v: %d of %d called far out are moved, and the answer is %q", c, len(found), len(f.FarOut()), f.Brief())
		assert.Check(t, ((c.columns != 10 || c.found != 30) || f.Masked() == "") || f.Turned(),
			"%+v: %s are said to be masked", c, f.Masked())
		assert.Check(t, !strings.Contains(f.unbroken(), " ×"), "a line can break before the sign of times")
		assert.Check(t, strings.Contains(f.Brief(), "clean tables") == (c.by == 2 && c.found == 0), "%+v: %s", c,
			f.Brief())
		assert.Check(t, is.Equal(strings.Contains(f.Brief(), "; with alpha 0.75, "), f.Doubted()), "%s", f.Brief())
		if f.Half = c.rows; len(f.far) > 0 { // the rows that the fit itself calls far out keep their names
			assert.Check(t, is.Contains(f.Brief(), "(alpha 0.75): "+worst(f.FarOut())+"; and "), "%+v", c)
		}
	}
}

// Where two groups, or none, are in the table, and rows have the tables of a program for a scale.
func TestTruthOfOtherShapes(t *testing.T) {
	long(t)
	r := rand.New(rand.NewPCG(5, 2))
	table := func(rows, columns int, cell func(i, j int) float64) *Findings {
		x := mat.NewDense(rows, columns, nil)
		x.Apply(func(i, j int, _ float64) float64 { return cell(i, j) }, x)
		return measuredFindings(t, &dataset.Set{Name: "x", Title: "x", Origin: dataset.Generated, Samples: x})
	}
	noise := table(200, 10, func(int, int) float64 { return r.NormFloat64() })
	assert.Check(t, len(noise.FarOut()) == 0 && noise.Masked() == "" && strings.Contains(noise.Loose(), "PC1 (± 90°)"),
		"noise: %s; not determined: %s", noise.Brief(), noise.Loose())
	groups := table(200, 4, func(i, j int) float64 { return r.NormFloat64() + 12*float64(mark(i < 90 && j != 2)) })
	parted := "parts the rows in groups of 110 and 90, of which one may be outlying: describe each by itself; "
	if !strings.HasPrefix(groups.Brief(), "PC1 "+parted+"of 200 rows none is far out if three quarters of the") {
		t.Errorf("two groups: %s", groups.Brief())
	}
	// Moved rows so many that also alpha 0.5 takes them for a component.
	u, v := 0.0, 0.0
	many := table(100, 6, func(i, j int) float64 {
		if j == 0 {
			u, v = 6*r.NormFloat64(), 4*r.NormFloat64()
		}
		return r.NormFloat64() + u*float64(mark(j < 3)) + v*float64(mark(j > 1 && j < 5)) + 18*float64(mark(j == 5 && i < 40))
	})
	if answer := many.Brief(); !strings.HasPrefix(answer, "PC2 parts the rows in groups of 60 and 40, of which one may ") {
		t.Errorf("40 of 100 rows are moved, and the answer is %s", answer)
	}
	size := 0.0
	skewed := table(300, 5, func(_, j int) float64 {
		if j == 0 {
			size = r.NormFloat64()
		}
		return math.Exp(0.8*size + 0.3*r.NormFloat64())
	})
	assert.Check(t,
		strings.HasPrefix(skewed.Brief(), "data are skewed, and the end of a long tail looks like an outlier: ") &&
			skewed.Masked() == "", "skewed: %s; %s", skewed.Brief(), skewed.Skewed)
	waits := table(100, 4, func(_, j int) float64 { return r.ExpFloat64() * float64(3+j) })
	if answer := waits.Brief(); !strings.HasPrefix(answer, "data are skewed, ") {
		t.Errorf("times of waiting, of which the medcouple is small: %s", answer)
	}
	huge := table(60, 4, func(i, j int) float64 { return r.NormFloat64() + 1e12*float64(mark(i+j == 0)) })
	assert.Check(t, is.Contains(huge.Brief(), "1 of 60 rows is far out: 1 (over a million × the cut-off); "))
	genes := table(100, 1000, func(i, j int) float64 { return r.NormFloat64() + 4*float64(mark(i < 3 && j < 200)) })
	if far := genes.FarOut(); len(far) != 3 || !strings.Contains(far[0].Reasons(3), " of 1,000 columns (") {
		t.Errorf("200 of 1,000 columns: %s, by %s", genes.Brief(), far[0].Reasons(3))
	}
}

// What is below the rounding of a file is no distance: rows 1 to 26 of the table are on a plane, to six decimals.
func TestExactFit(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	x := mat.NewDense(40, 3, nil)
	for i := range 40 {
		a, b := math.Round(1e6*r.NormFloat64())/1e6, math.Round(1e6*r.NormFloat64())/1e6
		x.SetRow(i, []float64{a, b, math.Round(1e6*(a/3-b/7+float64(i/26)*(1+r.Float64()))) / 1e6})
	}
	set := &dataset.Set{Name: "x", Title: "x", Origin: dataset.Generated, Samples: x}
	f := findings(t, "components: 2", "robpca alpha=0.5", set)
	if off := f.that(func(r Row) bool { return r.Orthogonal > 0 }); len(off) != 14 || off[0].At != 26 {
		t.Errorf("%d rows are off the plane, want 27 to 40: %s", len(off), f.Brief())
	}
}

// More than half of the rows are no tail: the answer begins with what the fit is of, and a draft does not take them for
// outliers.
func TestFitOfFewRows(t *testing.T) {
	r, x := rand.New(rand.NewPCG(0, 2)), mat.NewDense(180, 4, nil)
	x.Apply(func(i, j int, _ float64) float64 {
		if v := r.NormFloat64(); i < 80 {
			return v * (0.1 + float64(j)/20)
		} else {
			return 4 * v * v
		}
	}, x)
	set := &dataset.Set{Name: "x", Title: "x", Origin: dataset.Generated, Samples: x}
	f := findings(t, "chance: measured", half, set)
	if answer := f.Brief(); !strings.HasPrefix(answer, "the fit suits 82 of 180 rows, fewer than half, which are a group of "+
		"their own: describe each group by itself; 98 of 180 rows are far out: ") || f.Masked() != "" {
		t.Errorf("the answer is %s", answer)
	}
	drafted, far, err := Describe(t.Context(), set, trial.Every(180), "none")
	assert.NilError(t, err)
	assert.Check(t, drafted.Model.Method == Usual && len(far) < 90, "%d rows are no part of the truth", len(far))
}

// Where most rows are equal, or on a line, those off it are named, and of equal ones no chance is measured.
func TestMostRowsAreEqual(t *testing.T) {
	table := func(equal, line int) *dataset.Set {
		r, x := rand.New(rand.NewPCG(4, uint64(equal))), mat.NewDense(20, 4, nil)
		x.Apply(func(i, j int, _ float64) float64 {
			switch {
			case i < equal:
				return float64(j)
			case i < line:
				return float64((i*i%7 + 1) * (j + 1)) // not sorted
			}
			return 5*r.NormFloat64() + 9*float64(mark(line > 0 && j == i%4))
		}, x)
		return &dataset.Set{Name: "x", Title: "x", Origin: dataset.Generated, Samples: x}
	}
	for _, method := range []string{Usual, half, "robpca skew", "p=2"} {
		for _, equal := range []int{11, 15, 17} {
			f := findings(t, "chance: measured", method, table(equal, 0))
			answer := f.Brief()
			assert.Check(t, is.Contains(answer, fmt.Sprintf("%d of 20 rows are equal, so that the fit is that row and no "+
				"chance can be measured: all others are far out: ", equal)), method)
			assert.Check(t, len(f.FarOut()) == 20-equal && len(f.FarOut()) == len(f.Outliers()), "%s: %s", method, answer)
			assert.Check(t, slices.Min(words.Each(f.FarOut(), Row.place)) >= equal, "%s: %s", method, answer)
			assert.Check(t, f.FarOut()[0].Columns()[0].Share > 0.1, "%s: no column explains %s", method, answer)
			assert.Check(t, !math.IsNaN(f.Kept()) && len(f.Warnings()) == 0, "%s: %v", method, f.Warnings())
		}
	}
	assert.Check(t, is.Contains(findings(t, "chance: measured", half, table(0, 12)).Brief(), "8 of 20 rows are far out: "))
	assert.Check(t, is.Contains(findings(t, "chance: measured", Usual, table(0, 12)).Brief(), "; and 8 if only half are "))
	assert.Check(t, is.Contains(described(t, "", "chance: measured", Usual, table(20, 0)).Failure,
		"all 20 samples are equal: there is no direction to find"))
	assert.Check(t, is.Contains(described(t, "", "cut-off: calibrated", Usual, table(15, 0)).Failure,
		"15 of 20 rows are equal, so that no cut-off can be calibrated: leave out cut-off calibrated"))
}

// Cut-offs of another share are those of the theory or of clean tables, also by a saved model.
func TestCutOff(t *testing.T) {
	long(t)
	set := drawn(3, 60, 200, 0, 0)
	usual, rare := measuredFindings(t, set), findings(t, "cut-off: 0.99", "robpca", set)
	if want := math.Sqrt(-2 * math.Log(0.01)); usual.K() != 2 || math.Abs(rare.Model.ScoreCutOff-want) > 1e-9 {
		t.Errorf("%d components with the cut-off %v, want %v", usual.K(), rare.Model.ScoreCutOff, want)
	}
	clean := findings(t, "cut-off: calibrated", "robpca", set)
	if a, b := len(usual.Outliers()), len(clean.Outliers()); b > a || clean.CutOffs() != "97.5% cut-offs, calibrated" {
		t.Errorf("%d rows are beyond cut-offs, and %d beyond %s", a, b, clean.CutOffs())
	}
	folder := t.TempDir()
	for name, f := range map[string]*Findings{"theory": rare, "measured": clean} {
		var b bytes.Buffer
		assert.NilError(t, f.writeModel(&b))
		assert.NilError(t, os.WriteFile(filepath.Join(folder, name+".json"), b.Bytes(), 0o600))
	}
	judge := func(yaml string) experiment.Result {
		return described(t, filepath.Join(folder, "s.yaml"), yaml, "", set)
	}
	again, err := Read(judge("model: measured.json, cut-off: calibrated"))
	if err != nil || again.Model.OrthogonalCutOff != clean.Model.OrthogonalCutOff || len(again.far) != len(clean.far) {
		t.Errorf("a saved model: %v, %v", again.Model.OrthogonalCutOff, err)
	}
	r := judge("model: theory.json, cut-off: calibrated")
	assert.Check(t, is.Contains(r.Failure, "no measured chance"), "without clean tables")
}

// A panic beside the fit of the rows fails the cell, not the program.
func TestPanicBeside(t *testing.T) {
	a := analysis{cells: mat.NewDense(4, 2, []float64{1, 2, 3, 5, 8, 13, 21, 34})} // without a context
	assert.ErrorContains(t, a.fitCells(), "panic: ")
}
