package reconstruct_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/experiment/reconstruct"
	"gpca/report/internal/faults"
	"gpca/report/noise"
)

// specOf is a field of the key that the kind adds.
func specOf(c experiment.Cell, name string) string {
	for _, f := range c.SpecFields() {
		if f.Name == name {
			return f.Value
		}
	}
	return ""
}

// The choice finds the best side of a, known by construction, in a published split and in every fold, and gives
// the numbers of the chosen method.
func TestChoiceFindsTheBest(t *testing.T) {
	set := directions(240)
	for _, c := range []struct {
		block string
		sets  int
	}{{"split: published, components: 1", 1}, {"split: {folds: 5}, components: 1", 10}} {
		cells := cellsOf(t, set.Describe(), 2, c.block, "a=0.1", "a=0.5", "a=2", "a=20", "a=200", "chosen", "ruled", "fixed sides", "few")
		r := run(t, set, cells, 2)
		accuracy := func(c experiment.Cell) []float64 { return r.get(t, c).Values["accuracy"] }
		if small, large := accuracy(cells[0])[0], accuracy(cells[4])[0]; small < large+20 {
			t.Fatalf("%s: small a %v%%, large a %v%%: the test has no known best", c.block, small, large)
		}
		for _, cell := range cells[5:] {
			got := r.get(t, cell)
			assert.Check(t, is.Equal(len(got.Chosen), c.sets), "%s: chosen %v", cell, got.Chosen)
			for _, name := range got.Chosen {
				assert.Check(t, name == "a=0.1" || name == "a=0.5", "%s: chosen %s", cell, name)
			}
			if all := slices.Compact(slices.Clone(got.Chosen)); len(all) == 1 {
				at := slices.IndexFunc(cells, func(o experiment.Cell) bool { return specOf(o, "score") == all[0] })
				if fixed := r.get(t, cells[at]); !slices.Equal(accuracy(cell), accuracy(cells[at])) || got.Ends != fixed.Ends {
					t.Errorf("%s comes to %s: %v, that method has %v", cell, all[0], got, fixed)
				}
			}
		}
	}
}

// Among equally good candidates, the smallest value is chosen, and of L1 and L2, the side of L2.
func TestTiesGoToTheSmallerValue(t *testing.T) {
	set := patterns(60, 0)
	cells := cellsOf(t, set.Describe(), 1, published, "chosen", "ruled")
	r := run(t, set, cells, 1)
	for i, want := range []string{"a=0.1", "a=2"} {
		assert.Check(t, is.DeepEqual(r.get(t, cells[i]).Chosen, []string{want}), cells[i])
	}
}

// Of three widths, the one that separates the rings is chosen, and the numbers are those of its kernel.
func TestChoiceOfKernel(t *testing.T) {
	set := rings(90)
	for _, split := range []string{"published", "{folds: 5}"} {
		cells := cellsOf(t, set.Describe(), 2, "components: 6, kernel: {function: gaussian, sigma: 1.5}, split: "+split, "width", "p=2")
		r := run(t, set, cells, 2)
		got, fixed := r.get(t, cells[0]), r.get(t, cells[1])
		for _, name := range got.Chosen {
			assert.Check(t, is.Equal(name, "gaussian(sigma=1.5)"), "%s: chosen", split)
		}
		if a, b := got.Values["accuracy"], fixed.Values["accuracy"]; len(got.Chosen) == 0 || !slices.Equal(a, b) || b[0] < 95 {
			t.Errorf("%s: values %v by %v, of the kernel itself %v", split, a, got.Chosen, b)
		}
	}
}

// change replaces samples and swaps their class.
func change(set *dataset.Set, rows []int) *dataset.Set {
	for _, i := range rows {
		set.Labels[i] = 1 - set.Labels[i]
		for j, row := 0, set.Samples.RawRowView(i); j < len(row); j++ {
			row[j] = 255 - row[j]/2
		}
	}
	return set
}

// Test samples and their labels have no influence on the choice.
func TestTestSamplesAreNotSeen(t *testing.T) {
	long(t)
	const difficulty = 90
	fresh := func() *dataset.Set { return patterns(90, difficulty) }
	methods := []string{"chosen", "ruled", "few"}
	cells := cellsOf(t, fresh().Describe(), 2, published+withGaussians+"[0, 20]", methods...)
	before, after := run(t, fresh(), cells, 2), run(t, change(fresh(), fresh().Split.Test), cells, 2)
	for _, c := range cells {
		a, b := before.get(t, c), after.get(t, c)
		assert.Check(t, is.DeepEqual(a.Chosen, b.Chosen), "%s: chosen", c)
		if a, b := a.Values["accuracy"], b.Values["accuracy"]; slices.Equal(a, b) {
			t.Errorf("%s: other test samples give the same values %v", c, a)
		}
	}

	cells = cellsOf(t, fresh().Describe(), 2, crossed, methods...)
	before = run(t, fresh(), cells, 2)
	changed := 0
	_, tested := byFolds(5)(fresh(), 1)
	for fold, rows := range tested {
		after := run(t, change(fresh(), rows), cells, 2)
		for _, c := range cells {
			a, b := before.get(t, c).Chosen, after.get(t, c).Chosen
			at := 5 + fold
			assert.Check(t, is.Equal(a[at], b[at]), "%s: fold %d chose", c, fold+1)
			for i := range a {
				if a[i] != b[i] {
					changed++
				}
			}
		}
	}
	assert.Check(t, changed != 0, "other samples never change a choice: the test sees nothing")
}

// If a choice draws some samples of a class, the others have no influence on it.
func TestOnlyDrawnSamplesChoose(t *testing.T) {
	fresh := func() *dataset.Set { return patterns(120, 90) }
	cells := cellsOf(t, fresh().Describe(), 1, published, "few", "chosen")
	spoilt := fresh()
	r := (noise.Draw{Seed: 3, Dataset: "patterns", Noise: "inner samples", Level: 12}).Rand()
	for class := range 2 {
		rows := slices.DeleteFunc(slices.Clone(spoilt.Split.Train), func(i int) bool { return spoilt.Labels[i] != class })
		for _, at := range r.Perm(len(rows))[12:] {
			for j, row := 0, spoilt.Samples.RawRowView(rows[at]); j < len(row); j++ {
				row[j] = float64(j * class % 255)
			}
		}
	}
	before, after := run(t, fresh(), cells, 1), run(t, spoilt, cells, 1)
	if a, b := before.get(t, cells[0]).Chosen, after.get(t, cells[0]).Chosen; !slices.Equal(a, b) {
		t.Errorf("chosen %v, with other samples that were not drawn %v", a, b)
	}
	a, b := before.get(t, cells[1]), after.get(t, cells[1])
	assert.Check(t, !slices.Equal(a.Chosen, b.Chosen) || !slices.Equal(a.Values["accuracy"], b.Values["accuracy"]),
		"other samples change nothing: the test sees nothing")
}

// Without classes, the candidate that reconstructs held-out samples best is chosen, anew in each repetition,
// and gives the numbers of the chosen method.
func TestChoiceByReconstruction(t *testing.T) {
	set := unlabelled(40, 10)
	cells := cellsOf(t, set.Describe(), 2, contaminated+", levels: [0, 10, 30]", "a=0.1", "a=200", "chosen", "ruled")
	r := run(t, set, cells, 2)
	for i, c := range cells {
		got := r.get(t, c)
		values := got.Values["reconstruction-error"]
		assert.Check(t, i%4 < 2 || len(got.Chosen) == len(values),
			"%s: chosen %v for %d repetitions", c, got.Chosen, len(values))
		for repetition, name := range got.Chosen {
			for _, o := range cells[i-i%4 : i-i%4+2] {
				if fixed := r.get(t, o).Values["reconstruction-error"][repetition]; specOf(o, "score") == name && fixed != values[repetition] {
					t.Errorf("%s, repetition %d comes to %s: %v, that method has %v", c, repetition+1, name, values[repetition], fixed)
				}
			}
		}
	}
}

// A choice depends neither on the number of workers nor on other cells.
func TestChoicesDoNotDependOnCompany(t *testing.T) {
	long(t)
	set := patterns(60, 80)
	var cells []experiment.Cell
	methods := []string{"p=1", "a=2", "chosen", "ruled", "few"}
	for _, block := range []string{published, crossed} {
		cells = append(cells, cellsOf(t, set.Describe(), 2, block, methods...)...)
		cells = append(cells, cellsOf(t, set.Describe(), 2, block+gaussian300, append(methods, "width")...)...)
	}
	cells = append(cells, cellsOf(t, set.Describe(), 2, contaminated+", levels: [0, 9]", methods[:4]...)...)
	all := run(t, set, cells, 1)
	got, want := run(t, set, cells, 4).bytes(t), all.bytes(t)
	assert.Equal(t, got, want, "4 workers gave\n%s\none gave\n%s", got, want)
	for _, c := range cells {
		alone, together := run(t, set, []experiment.Cell{c}, 2).get(t, c), all.get(t, c)
		for measure, values := range together.Values {
			if !slices.Equal(alone.Chosen, together.Chosen) || !slices.Equal(alone.Values[measure], values) {
				t.Errorf("%s: %v by %v alone, %v by %v among others", c, alone.Values, alone.Chosen, together.Values, together.Chosen)
			}
		}
	}
}

// A choice that fails, fails its own cells alone.
func TestImpossibleChoices(t *testing.T) {
	set := patterns(30, 1)
	with := func(set *dataset.Set, old, by string) []experiment.Cell {
		cells := cellsOf(t, set.Describe(), 1, published, "p=1", "chosen")
		cells[1].Spec = []byte(strings.Replace(string(cells[1].Spec), old, by, 1))
		return cells
	}
	for _, c := range []struct {
		cells []experiment.Cell
		want  string
	}{
		{with(set, "folds=5", "folds=21")[1:], "20 training samples are too few for 21 folds"},
		{with(set, "cross-validation", "best")[1:], `unknown way to choose "best"`},
	} {
		contains(t, c.cells[0].Name, run(t, set, c.cells, 1).failure(t, c.cells[0]), c.want)
	}
	cells := with(shifted(60), "cross-validation(a=0.1|a=0.5|a=2|a=20|a=200, folds=5)", "cross-validation("+failing+"|"+failing+"+0, folds=5)")
	r := run(t, shifted(60), cells, 1)
	contains(t, "functions that fail", r.failure(t, cells[1]), "every candidate's fit failed")
	r.get(t, cells[0])

	e, err := decode("{data: patterns, " + contaminated + ", levels: [1]" + gaussian300 + "}")
	assert.NilError(t, err)
	plain, err := decode("{data: patterns, " + published + "}")
	assert.NilError(t, err)
	width, err := scope{}.Method("width")
	assert.NilError(t, err)
	serial, err := scope{}.Method("serial")
	assert.NilError(t, err)
	for want, err := range map[string]error{
		"different feature spaces do not compare": e.Check(width), "chooses the width of a Gaussian kernel": plain.Check(width),
		"updates the network of kernel PCA serially, and the experiment has no kernel": plain.Check(serial),
	} {
		assert.Check(t, is.ErrorContains(err, want))
	}
}

// Names of cells for people, and which cells train together.
func TestNamesAndJobs(t *testing.T) {
	set := patterns(30, 1)
	cells := cellsOf(t, set.Describe(), 1, published+gaussian300, "chosen", "width", "few", "uncentred", "p=1")
	for i, want := range []string{
		"patterns gaussian(sigma=300) cross-validation(a=0.1|a=0.5|a=2|a=20|a=200, folds=5) clean",
		"patterns gaussian(sigma=chosen) p=2 cross-validation(gaussian(sigma=0.3)|gaussian(sigma=300)|gaussian(sigma=300000), folds=5) clean",
		"patterns gaussian(sigma=300) cross-validation(a=0.1|a=0.5|a=2|a=20|a=200, folds=5, samples=12) clean",
		"patterns gaussian(sigma=300) p=1 uncentred clean",
	} {
		assert.Check(t, is.Equal(cells[i].String(), want), "cell is named")
	}
	if plan, err := onSet(set, &results{}, 1).Plan(t.Context(), cells); err != nil || len(plan) != 3 {
		t.Errorf("%d jobs, want 3: what chooses its kernel, or is not centred, trains by itself; error %v", len(plan), err)
	}
	for block, want := range map[string]string{
		contaminated + ", levels: [15]":        "patterns p=1 15 dummy images",
		crossed:                                "patterns p=1, 5 folds",
		"split: {per-class: 3}, components: 2": "patterns p=1, 3 training samples a class",
		published + withGaussians + "[0.5], start: random-3": "patterns p=1 gaussian 0.5 from random-3",
		published + ", tolerance: 1e-5, max-iterations: 7":   "patterns p=1 clean to 1e-05 in 7 iterations",
	} {
		assert.Check(t, is.Equal(cellsOf(t, set.Describe(), 1, block, "p=1")[0].String(), want), "%s is named", block)
	}
}

// Keys must never change, since stored results are found by them. These were computed by Python's hashlib.
func TestKeysArePinned(t *testing.T) {
	d := dataset.Description{Name: "usps", Origin: dataset.Real, Digest: "0123"}
	for _, c := range []struct{ block, method, key string }{
		{published + withGaussians + "[0.05]", "p=1", "a2e01eba15f12b1247c037af57bff251ebe45b55f774fa27b790690c96ede97f"},
		{"split: {folds: 10}, kernel: {function: gaussian, sigma: 2500}, patience: 9, components: 30", "wanders", "b472bf5d92dbc23d3cc4c1f0f75b8dc7d95b35ef3b1355c43c3f52e94e60bf15"},
		{contaminated + ", levels: [0]", "tanh", "9e51776166277f8df09f5737cd45611cd91a9f43fc65a5c80f895abe37de4a05"},
	} {
		cell := cellsOf(t, d, 5, c.block, c.method)[0]
		cell.Architecture = "amd64"
		got := cell.Key()
		assert.Check(t, is.Equal(got, c.key),
			"%s has the key %s, want %s: results stored so far would be lost", cell, got, c.key)
	}
}

// All noises share the cell of level 0, and defaults that are written out share those of defaults.
func TestSameCells(t *testing.T) {
	d := dataset.Description{Name: "usps", Digest: "d"}
	keys := map[string]bool{}
	for _, n := range []string{"gaussian", "salt-and-pepper", "speckle"} {
		for _, zero := range []string{"0", "-0.0"} {
			for _, more := range []string{"", ", start: largest-sample, tolerance: 1e-10, max-iterations: 1000, patience: 100, centring: mean, kernel: none"} {
				c := cellsOf(t, d, 5, published+", noise: "+n+", levels: ["+zero+"]"+more, "p=1")[0]
				assert.Check(t, specOf(c, "noise") == "none" && c.Repetitions == 1 && !c.Random, "clean cell %+v", c)
				keys[c.Key()] = true
			}
		}
	}
	assert.Equal(t, len(keys), 1)
	c := cellsOf(t, d, 5, contaminated+", levels: [3]", "p=1")[0]
	assert.Check(t, specOf(c, "noise") == "dummy-images" && c.Repetitions == 5, "with dummy images: %+v", c)
}

// Patience is part of a cell only if its function, or one of its candidates, may wander. A method's centring
// overrides the experiment's.
func TestSpecOfMethods(t *testing.T) {
	d := dataset.Description{Name: "yeast", Digest: "d"}
	methods := []string{"p=0.5", "p=1", "tanh", "wanders", "settles"}
	for i, c := range cellsOf(t, d, 1, crossed+", patience: 7", methods...) {
		assert.Check(t, is.Equal(specOf(c, "patience"), map[bool]string{true: "7", false: "0"}[i == 0 || i == 3]),
			"%s has patience", c)
	}
	cells := cellsOf(t, d, 1, crossed+", centring: mean, kernel: {function: gaussian, sigma: 1, sigmas: {yeast: 0.5}}", "uncentred", "p=2.0")
	for i, want := range [][]string{{"none", "p=1"}, {"mean", "p=2"}} {
		if c := cells[i]; specOf(c, "centring") != want[0] || specOf(c, "score") != want[1] || specOf(c, "kernel") != "gaussian(sigma=0.5)" {
			t.Errorf("cell %s", c.Spec)
		}
	}
}

// Errors in a study file have their place.
func TestFaultsOfABlock(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, block string) error {
		_, err := decode(block)
		return err
	})
	assert.Equal(t, (reconstruct.Kind).Name(), "reconstruct", "the kind is called")
}
