package reconstruct_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/reconstruct"
)

const outliers = ", contamination: orthogonal, gamma: 20, levels: "

// All methods train on the same outliers, whatever else is computed, in any order of the training samples and on
// any number of processors: f'=u is p=2 by iteration. Every repetition has its own, also where the split is given.
func TestContaminationIsPaired(t *testing.T) {
	set := patterns(90, 100)
	for _, block := range []string{
		published + outliers + "[0.3]", crossed + outliers + "[0.3]", "split: {per-class: 9}, components: 2" + outliers + "[0.3]",
	} {
		cells := cellsOf(t, set.Describe(), 4, block+", order: [0, 5]", "p=2", "f'=u", "p=1")
		together := run(t, set, cells, 1)
		assert.Check(t, is.Equal(run(t, set, cells, 4).bytes(t), together.bytes(t)), "%s: 4 workers", block)
		accuracy := func(i int) []float64 { return together.get(t, cells[i]).Values["accuracy"] }
		ends := together.get(t, cells[1]).Ends
		assert.Assert(t, ends.Converged != 0, "u ended %+v, want converged", ends)
		assert.Check(t, slices.Equal(accuracy(0), accuracy(1)) && slices.Equal(accuracy(0), accuracy(3)),
			"%s: p=2 gives %v, u %v, and p=2 in another order %v", block, accuracy(0), accuracy(1), accuracy(3))
		assert.Check(t, slices.Min(accuracy(0)) != slices.Max(accuracy(0)),
			"%s: all repetitions give %v: they draw the same", block, accuracy(0))
		alone := run(t, set, cells[2:3], 1).get(t, cells[2])
		assert.Check(t, is.DeepEqual(alone.Values["accuracy"], accuracy(2)), "%s: p=1", block)
	}
}

// Without outliers a cell is that of a study without contamination; what is planted is in its key.
func TestContaminationInTheKey(t *testing.T) {
	d := patterns(60, 20).Describe()
	clean := cellsOf(t, d, 3, published, "p=1")[0]
	keys := map[string]string{}
	for _, block := range []string{
		"contamination: orthogonal, levels: [0, 0.1, 0.2], gamma: [10, 20]",
		"contamination: leverage, levels: [0, 0.1]", "contamination: missing, levels: [0, 0.1]",
		"contamination: missing, levels: [0, 0.1], impute: median", "contamination: heavy-tails, levels: [0, 3]",
	} {
		for _, c := range cellsOf(t, d, 3, published+", "+block, "p=1") {
			keys[c.Key()] = c.Name
		}
	}
	if name, ok := keys[clean.Key()]; !ok || name != clean.Name {
		t.Errorf("level 0 is %q, want the cell without contamination, %q", name, clean.Name)
	}
	if len(keys) != 9 { // the clean one, four of orthogonal, and one of each other block
		t.Errorf("%d different cells, want 9: %v", len(keys), keys)
	}
}

// Test samples stay clean: outliers that only stretch a class along its first component move nothing, so that each
// class is recognised as before.
func TestTestSamplesStayClean(t *testing.T) {
	set := patterns(120, 5)
	for _, level := range []string{"0.1", "0.4"} {
		cells := cellsOf(t, set.Describe(), 3, published+", contamination: leverage, gamma: 3, levels: [0, "+level+"]", "p=2")
		r := run(t, set, cells, 2)
		clean, spoiled := r.get(t, cells[0]).Values["accuracy"], r.get(t, cells[1]).Values["accuracy"]
		assert.Check(t, clean[0] >= 95 && slices.Min(spoiled) >= clean[0]-5,
			"accuracy %v on clean training samples, %v with leverage %s", clean, spoiled, level)
	}
}

// A method that cannot take missing cells is not applicable, with the remedy, unless the study fills them.
func TestMissingCells(t *testing.T) {
	set := patterns(90, 20)
	cells := cellsOf(t, set.Describe(), 1, published+", contamination: missing, levels: [0.05]", "p=2")
	cells = append(cells, cellsOf(t, set.Describe(), 1, published+", contamination: missing, impute: median, levels: [0.05]", "p=2")...)
	r := run(t, set, cells, 1)
	got := r.ByKey[cells[0].Key()]
	assert.Check(t, got.Failure == "" && got.Values == nil, "missing cells are a failure: %+v", got)
	contains(t, "missing cells", r.ByKey[cells[0].Key()].Inapplicable, "impute: median")
	a := r.get(t, cells[1]).Values["accuracy"]
	assert.Check(t, a[0] >= 80, "accuracy %v with 5%% of cells imputed", a)
}

// macropca takes missing cells as they are, also where the study fills them for others. Test samples have gaps, too,
// which the components of any method impute; a measure that has no meaning without gaps is not applicable there.
func TestGaps(t *testing.T) {
	set, r := patterns(120, 20), rand.New(rand.NewPCG(5, 6))
	set.Labels, set.Classes = nil, nil
	axes := mat.NewDense(2, set.Samples.RawMatrix().Cols, nil)
	axes.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, axes)
	scores := mat.NewDense(120, 2, nil)
	scores.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, scores)
	set.Samples.Mul(scores, axes)
	set.Samples.Apply(func(_, _ int, v float64) float64 { return v + 0.05*r.NormFloat64() }, set.Samples)
	block := "split: {folds: 3}, components: 2, measure: [imputed, angle, residual-median], contamination: gaps, levels: [0.1]"
	cells := cellsOf(t, set.Describe(), 2, block, "macropca")
	cells = append(cells, cellsOf(t, set.Describe(), 2, block+", impute: median", "macropca", "p=2")...)
	cells = append(cells, cellsOf(t, set.Describe(), 2, block, "p=2")...)
	found := run(t, set, cells, 2)
	own, filled, classical := found.get(t, cells[0]).Values, found.get(t, cells[1]).Values, found.get(t, cells[2]).Values
	assert.Assert(t, is.DeepEqual(own["angle"], filled["angle"]),
		"angles %v of macropca, and %v where medians fill gaps for others", own["angle"], filled["angle"])
	for i, v := range own["imputed"] {
		assert.Check(t, v > 0 && v < 0.5 && own["residual-median"][i] < classical["residual-median"][i],
			"errors of imputed cells %v, residuals %v, of p=2 %v", own["imputed"], own["residual-median"],
			classical["residual-median"])
	}
	contains(t, "gaps", found.ByKey[cells[3].Key()].Inapplicable, "impute: median")
}

// Of training samples those are measured that contamination leaves clean: with as many components as these span, their
// residuals are 0, those of images below a block are not. Where none is clean, nothing is measured.
func TestCleanTrainingSamplesAreMeasured(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	values := mat.NewDense(15, 144, nil)
	values.Apply(func(int, int, float64) float64 { return math.Round(255 * r.Float64()) }, values)
	set := split(&dataset.Set{Name: "images", Title: "Images", Origin: dataset.StandIn, Digest: "images", Samples: values,
		Image: dataset.ImageSize{Width: 12, Height: 12}})
	const block = ", measure: residual, contamination: block, levels: [0.3, 0.99], rated: [test, training]"
	cells := cellsOf(t, set.Describe(), 3, "split: published, components: 9"+block, "p=2")
	found := run(t, set, cells, 2)
	for i, c := range cells[:2] {
		for _, v := range found.get(t, c).Values["residual"] {
			assert.Check(t, is.Equal(v < 1e-6, i == 1), "%s: residual %g", c.Name, v)
		}
	}
	test := found.get(t, cells[2]).Values["residual"]
	assert.Check(t, slices.Min(test) >= 1, "%s: residuals %v", cells[2].Name, test)
	contains(t, cells[3].Name, found.failure(t, cells[3]), "no training sample clean")
	// Each division has its own: over three folds every sample is measured but where it was spoiled.
	folds := cellsOf(t, set.Describe(), 2, "split: {folds: 3}, components: 9"+strings.Replace(block, ", 0.99", "", 1), "p=2")
	v := run(t, set, folds, 2).get(t, folds[1]).Values["residual"]
	assert.Check(t, slices.Max(v) <= 1e-6, "%s: residuals %v", folds[1].Name, v)
}

// What a block alone does not tell is refused by its data.
func TestContaminationIsRefused(t *testing.T) {
	for block, want := range map[string]string{
		"contamination: block, levels: [0.1]":                          "has no pixels",
		"contamination: cells, levels: [0.1], outlying: [7, 99999999]": "row 99999999 is outlying, and data set",
	} {
		e, err := decode("{data: usps, " + published + ", " + block + "}")
		assert.NilError(t, err)
		d := roomy(patterns(60, 5).Describe())
		d.Image.Width = 0
		m, _ := scope{}.Method("p=1")
		p := experiment.Point{experiment.Data: "usps", experiment.Level: "0.1", experiment.Method: "p=1"}
		if _, err := e.(*reconstruct.Experiment).Cell(p, m, experiment.Subject{Data: d, Repetitions: 1}); err == nil {
			t.Errorf("%s is accepted", block)
		} else {
			contains(t, block, err.Error(), want)
		}
	}
}
