package reconstruct_test

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
)

const subspaces = ", measure: [residual, angle]"

// Measures are those of a decomposition by another program, for samples with classes and without.
func TestGeometry(t *testing.T) {
	for _, classes := range []bool{true, false} {
		set := patterns(60, 30)
		if !classes {
			set.Labels, set.Classes = nil, nil
		}
		r := run(t, set, cellsOf(t, set.Describe(), 1, published+subspaces, "p=2"), 1)
		var residuals []float64
		kept, all := 0.0, 0.0
		groups := map[int][2][]int{} // training and test samples
		for part, rows := range [][]int{set.Split.Train, set.Split.Test} {
			for _, row := range rows {
				class := 0
				if classes {
					class = set.Labels[row]
				}
				g := groups[class]
				g[part] = append(g[part], row)
				groups[class] = g
			}
		}
		for _, g := range groups {
			var pca stat.PC
			train, test := trial.RowsOf(set.Samples, g[0]), trial.RowsOf(set.Samples, g[1])
			assert.Assert(t, pca.PrincipalComponents(train, nil), "no decomposition")
			var v mat.Dense
			pca.VectorsTo(&v)
			w := v.Slice(0, 36, 0, 2)
			mean, own := means(train), means(test)
			for i := range g[1] {
				x, about := mat.NewVecDense(36, nil), mat.NewVecDense(36, nil)
				x.SubVec(test.RowView(i), mean)
				about.SubVec(test.RowView(i), own)
				var z, missed mat.VecDense
				z.MulVec(w.T(), x)
				missed.MulVec(w, &z)
				missed.SubVec(x, &missed)
				residuals = append(residuals, mat.Norm(&missed, 2))
				z.MulVec(w.T(), about)
				kept += mat.Dot(&z, &z)
				all += mat.Dot(about, about)
			}
		}
		slices.Sort(residuals)
		n := len(residuals)
		for _, result := range r.ByKey {
			for measure, want := range map[string]float64{
				"residual": stat.Mean(residuals, nil), "residual-median": (residuals[n/2-1] + residuals[n/2]) / 2,
				"residual-trimmed": stat.Mean(residuals[:n-n/10], nil), "angle": 0, "kept": 100 * kept / all,
			} {
				if got := result.Values[measure]; len(got) != 1 || math.Abs(got[0]-want) > 1e-8*(1+want) {
					t.Errorf("classes %v: %s is %v, want %g", classes, measure, got, want)
				}
			}
			if _, ok := result.Values["accuracy"]; ok != classes || result.Failure != "" {
				t.Errorf("classes %v: accuracy %v, failure %q", classes, result.Values["accuracy"], result.Failure)
			}
		}
	}
}

func means(x *mat.Dense) *mat.VecDense {
	rows, columns := x.Dims()
	m := mat.NewVecDense(columns, nil)
	for i := range rows {
		m.AddVec(m, x.RowView(i))
	}
	m.ScaleVec(1/float64(rows), m)
	return m
}

// Samples without classes are divided by every split that needs none.
func TestWithoutClasses(t *testing.T) {
	set := patterns(60, 30)
	set.Labels, set.Classes = nil, nil
	for _, split := range []string{"published", "{folds: 5}", "{train: 30, test: 20}", "{stratified: 25}"} {
		cells := cellsOf(t, set.Describe(), 2, "components: 2, split: "+split+subspaces, "p=1", "p=2")
		r := run(t, set, cells, 2)
		for _, c := range cells {
			v := r.get(t, c).Values
			assert.Check(t, len(v["accuracy"]) == 0 && v["residual"][0] > v["residual-trimmed"][0] &&
				v["angle"][0] >= 0, "%s: %v", c, v)
		}
	}
	cells := cellsOf(t, set.Describe(), 1, "components: 2, split: {per-class: 5}"+subspaces, "p=1")
	contains(t, "per class", run(t, set, cells, 1).failure(t, cells[0]), "has no classes to take 5 samples of each")
	cells = cellsOf(t, set.Describe(), 1, published+subspaces, "chosen")
	chosen := run(t, set, cells, 1).get(t, cells[0]).Chosen
	assert.Equal(t, len(chosen), 1, "chosen %v without classes", chosen)
}

// Scaled columns give what scaled data give, and residuals are in the units of the data.
func TestScaleOfTheFit(t *testing.T) {
	set := patterns(60, 30)
	cells := cellsOf(t, set.Describe(), 1, published+subspaces+", scale: [none, sd, mad, qn]", "p=2")
	r := run(t, set, cells, 1)
	scaled := patterns(60, 30)
	train := trial.RowsOf(set.Samples, set.Split.Train)
	for j := range 36 {
		by := stat.StdDev(mat.Col(nil, j, train), nil)
		for i := range 60 {
			scaled.Samples.Set(i, j, scaled.Samples.At(i, j)/by)
		}
	}
	before := run(t, scaled, cellsOf(t, scaled.Describe(), 1, published+subspaces, "p=2"), 1)
	var plain []float64
	for _, result := range before.ByKey {
		plain = result.Values["kept"]
	}
	none, sd := r.get(t, cells[0]).Values, r.get(t, cells[1]).Values
	assert.Check(t, math.Abs(sd["kept"][0]-plain[0]) <= 1e-8,
		"kept %v by scale sd, %v of scaled data", sd["kept"], plain)
	// Outliers are planted in the scale of the fit, too.
	var angles, keeps []float64
	for _, of := range []*dataset.Set{set, scaled} {
		c := cellsOf(t, of.Describe(), 1, published+subspaces+outliers+"[0.3], scale: sd", "p=2")
		v := run(t, of, c, 1).get(t, c[0]).Values
		angles, keeps = append(angles, v["angle"]...), append(keeps, v["kept"]...)
	}
	assert.Check(t, math.Abs(angles[0]-angles[1]) <= 1e-6 && math.Abs(keeps[0]-keeps[1]) <= 1e-6 && angles[0] >= 5,
		"outliers in data and in scaled data: angles %v, kept %v", angles, keeps)
	for _, c := range cells[1:] {
		v := r.get(t, c).Values
		if ratio := v["residual"][0] / none["residual"][0]; ratio < 1 || ratio > 1.2 || v["angle"][0] > 1e-6 {
			t.Errorf("%s: residual %v, %v without a scale; angle %v", c, v["residual"], none["residual"], v["angle"])
		}
	}
}

// In a symmetric cloud all centres are alike; an outlier moves the mean alone.
func TestCentreOfTheFit(t *testing.T) {
	set := directions(120)
	set.Labels, set.Classes = nil, nil
	for j := range 6 {
		set.Samples.Set(0, j, 1e6)
	}
	cells := cellsOf(t, set.Describe(), 1, "split: published, components: 1"+subspaces+", centre: [own, mean, median]", "p=2")
	assert.Check(t, cells[0].Key() == cells[1].Key() && cells[0].Key() != cells[2].Key(),
		"the own centre of a function is not its mean, or is the median")
	r := run(t, set, []experiment.Cell{cells[0], cells[2]}, 1)
	own, median := r.get(t, cells[0]).Values["residual"][0], r.get(t, cells[2]).Values["residual"][0]
	assert.Check(t, own >= median && median <= 10, "residuals %g about the mean, %g about the median", own, median)
}

// Of data drawn around a subspace the angle is that to the subspace, unless columns are scaled, or more components are
// extracted than it has.
func TestAngleToTheTruth(t *testing.T) {
	set := patterns(60, 30)
	set.Labels, set.Classes = nil, nil
	angleOf := func(options string) float64 {
		cells := cellsOf(t, set.Describe(), 1, published+subspaces+options, "p=2")
		return run(t, set, cells, 1).get(t, cells[0]).Values["angle"][0]
	}
	assert.Equal(t, angleOf(""), 0.0, "angle of p=2 to itself")
	for _, c := range []struct{ rows, want float64 }{{2, 90}, {1, 0}} {
		directions := mat.NewDense(int(c.rows), 36, nil)
		var pca stat.PC
		pca.PrincipalComponents(trial.RowsOf(set.Samples, set.Split.Train), nil)
		var v mat.Dense
		pca.VectorsTo(&v)
		for i := range int(c.rows) {
			directions.SetRow(i, mat.Col(nil, 20+i, &v))
		}
		set.Directions = directions
		found := angleOf("")
		assert.Check(t, math.Abs(found-c.want) <= 1e-4, "%g directions: angle %g, want %g", c.rows, found, c.want)
		assert.Check(t, is.Equal(angleOf(", scale: mad"), 0.0), "scaled columns: angle")
	}
}
