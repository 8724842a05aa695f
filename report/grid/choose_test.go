package grid_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/noise"
	"gpca/report/study"
)

// directions returns samples of two classes that stray along two directions each:
// one of the class's own, by about 1 in every sample, and one that both have, by
// 2.5 in three samples of ten. The sum of the magnitudes is larger along the first,
// which L1 and small a find therefore; the sum of the squares is larger along the
// second, which L2 and large a find, and which tells no classes apart. The best a
// is known: it is small.
func directions(samples int) *dataset.Set {
	const features = 6
	r := rand.New(rand.NewPCG(5, 6))
	set := &dataset.Set{
		Name: "directions", Title: "Directions", Origin: dataset.StandIn, Digest: "directions",
		Samples: mat.NewDense(samples, features, nil), Classes: []string{"left", "right"}, Split: &dataset.Split{},
	}
	for i := range samples {
		class := i % 2
		set.Labels = append(set.Labels, class)
		if i < samples*2/3 {
			set.Split.Train = append(set.Split.Train, i)
		} else {
			set.Split.Test = append(set.Split.Test, i)
		}
		row := set.Samples.RawRowView(i)
		row[1+class] += float64(1-2*(i/2%2)) * (0.9 + 0.2*r.Float64())
		if i/4%10 < 3 { // of either sign, whatever that along the other direction
			row[0] += 2.5 * float64(1-2*(i/40%2))
		}
		for k := range row {
			row[k] += 0.02 * r.NormFloat64()
		}
	}
	return set
}

// rings returns samples of two classes on circles of radius 1 and 3 about the same
// centre. No line tells them apart, nor a kernel so wide that it is nearly linear,
// nor one so narrow that all samples are equally far; one as wide as the circles
// are apart does.
func rings(samples int) *dataset.Set {
	r := rand.New(rand.NewPCG(7, 8))
	set := directions(samples)
	set.Name, set.Digest, set.Samples = "rings", "rings", mat.NewDense(samples, 2, nil)
	for i, class := range set.Labels {
		angle, radius := 2*math.Pi*r.Float64(), float64(1+2*class)+0.05*r.NormFloat64()
		set.Samples.SetRow(i, []float64{radius * math.Cos(angle), radius * math.Sin(angle)})
	}
	return set
}

// choosers are the methods of the tests that choose.
func choosers() []study.Method {
	values := []float64{0.1, 0.5, 2, 20, 200}
	return []study.Method{
		{Name: "chosen", Choose: &study.Choice{Family: "a", Values: values}},
		{Name: "ruled", Choose: &study.Choice{Family: "a", By: "l1-or-l2", Small: values[:2], Large: values[2:], Folds: 4}},
		{Name: "fixed sides", Choose: &study.Choice{Family: "a", By: "l1-or-l2", Small: values[:1], Large: values[4:]}},
		{Name: "few", Choose: &study.Choice{Family: "a", Values: values, Samples: map[string]int{"directions": 60, "patterns": 12}}},
		{Name: "width", Score: "p=2", Choose: &study.Choice{Family: study.KernelSigma, Values: []float64{0.001, 1, 1000}}},
	}
}

// choiceCells resolves methods, among them those that choose.
func choiceCells(t *testing.T, e *study.Experiment, set *dataset.Set, levels []float64, methods ...string) []grid.Cell {
	t.Helper()
	s := &study.Study{Seed: 3, Repetitions: study.Repetitions{Real: 2, StandIn: 2}, Methods: choosers()}
	var cells []grid.Cell
	for _, l := range levels {
		for _, m := range methods {
			need := study.Need{Experiment: e, Data: set.Name, Level: l, Method: m}
			cells = append(cells, resolve(t, s, need, grid.Source{Origin: set.Origin, Digest: set.Digest}, 0))
		}
	}
	return cells
}

// The choice finds the side of a that is best by construction, in a published
// split and in every fold, and gives the numbers of the fixed method it came to.
func TestChoiceFindsTheBest(t *testing.T) {
	set := directions(240)
	for _, protocol := range []string{study.Split, study.CrossValidation} {
		e := experiment(protocol, study.Accuracy)
		e.Components, e.Noise = 1, "none"
		cells := choiceCells(t, e, set, []float64{0}, "a=0.1", "a=0.5", "a=2", "a=20", "a=200", "chosen", "ruled", "fixed sides", "few")
		r := run(t, set, cells, 2)
		if small, large := r.get(t, cells[0]).Values[0], r.get(t, cells[4]).Values[0]; small < large+20 {
			t.Fatalf("%s: small a %v%%, large a %v%%: the test has no known best", protocol, small, large)
		}
		for _, c := range cells[5:] {
			got := r.get(t, c)
			if sets := map[string]int{study.Split: 1, study.CrossValidation: 2 * e.Folds}[protocol]; len(got.Chosen) != sets {
				t.Errorf("%s: chosen %v, want %d", c, got.Chosen, sets)
			}
			for _, name := range got.Chosen {
				if name != "a=0.1" && name != "a=0.5" {
					t.Errorf("%s: chosen %s", c, name)
				}
			}
			if all := slices.Compact(slices.Clone(got.Chosen)); len(all) == 1 {
				at := slices.IndexFunc(cells, func(o grid.Cell) bool { return o.Score == all[0] })
				if fixed := r.get(t, cells[at]); !slices.Equal(got.Values, fixed.Values) || got.Ends != fixed.Ends {
					t.Errorf("%s comes to %s: values %v, ends %v, that method has %v, %v", c, all[0], got.Values, got.Ends, fixed.Values, fixed.Ends)
				}
			}
		}
	}
}

// Equally good candidates: the smallest value is taken, and of L1 and L2 the
// second's side.
func TestTiesGoToTheSmallerValue(t *testing.T) {
	set := patterns(60, 0)
	cells := choiceCells(t, experiment(study.Split, study.Accuracy), set, []float64{0}, "chosen", "ruled")
	r := run(t, set, cells, 1)
	for i, want := range []string{"a=0.1", "a=2"} {
		if got := r.get(t, cells[i]).Chosen; !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %v, want %s", cells[i], got, want)
		}
	}
}

// Of three widths the one that tells rings apart is chosen, and the numbers are
// those of its kernel.
func TestChoiceOfKernel(t *testing.T) {
	set := rings(90)
	for _, protocol := range []string{study.Split, study.CrossValidation} {
		e := experiment(protocol, study.Accuracy)
		e.Noise, e.Components, e.Kernel = "none", 6, &study.Kernel{Function: "gaussian", Sigma: 1.5}
		cells := choiceCells(t, e, set, []float64{0}, "width", "p=2")
		r := run(t, set, cells, 2)
		got, fixed := r.get(t, cells[0]), r.get(t, cells[1])
		for _, name := range got.Chosen {
			if name != "gaussian(sigma=1.5)" {
				t.Errorf("%s: chosen %s", protocol, name)
			}
		}
		if len(got.Chosen) == 0 || !slices.Equal(got.Values, fixed.Values) || fixed.Values[0] < 95 {
			t.Errorf("%s: values %v by %v, of the kernel itself %v", protocol, got.Values, got.Chosen, fixed.Values)
		}
	}
}

// The samples that a cell is tested on, and their labels, have no part in what is
// chosen for them.
func TestTestSamplesAreNotSeen(t *testing.T) {
	spoil := func(set *dataset.Set, rows []int) {
		for _, i := range rows {
			set.Labels[i] = 1 - set.Labels[i]
			for j, row := 0, set.Samples.RawRowView(i); j < len(row); j++ {
				row[j] = 255 - row[j]/2
			}
		}
	}
	methods := []string{"chosen", "ruled", "few"}
	const difficulty = 90

	split := choiceCells(t, experiment(study.Split, study.Accuracy), patterns(90, difficulty), []float64{0, 20}, methods...)
	before := run(t, patterns(90, difficulty), split, 2)
	spoilt := patterns(90, difficulty)
	spoil(spoilt, spoilt.Split.Test)
	after := run(t, spoilt, split, 2)
	for _, c := range split {
		a, b := before.get(t, c), after.get(t, c)
		if !slices.Equal(a.Chosen, b.Chosen) {
			t.Errorf("%s: chosen %v, with other test samples %v", c, a.Chosen, b.Chosen)
		}
		if slices.Equal(a.Values, b.Values) {
			t.Errorf("%s: other test samples give the same values %v", c, a.Values)
		}
	}

	e := experiment(study.CrossValidation, study.Accuracy)
	crossed := choiceCells(t, e, patterns(90, difficulty), []float64{0}, methods...)
	before = run(t, patterns(90, difficulty), crossed, 2)
	changed := 0
	for fold := range e.Folds {
		draw := noise.Draw{Seed: 3, Dataset: "patterns", Noise: "folds", Level: float64(e.Folds), Repetition: 1}
		var tested []int
		for position, row := range draw.Rand().Perm(90) {
			if position%e.Folds == fold {
				tested = append(tested, row)
			}
		}
		spoilt := patterns(90, difficulty)
		spoil(spoilt, tested)
		after := run(t, spoilt, crossed, 2)
		for _, c := range crossed {
			a, b := before.get(t, c).Chosen, after.get(t, c).Chosen
			if at := e.Folds + fold; a[at] != b[at] {
				t.Errorf("%s: fold %d chose %s, with other samples in that fold %s", c, fold+1, a[at], b[at])
			}
			for i := range a {
				if a[i] != b[i] {
					changed++
				}
			}
		}
	}
	if changed == 0 {
		t.Error("other samples never change a choice: the test sees nothing")
	}
}

// With a bound on the samples of a class, those that are not drawn have no part in
// the choice.
func TestOnlyDrawnSamplesChoose(t *testing.T) {
	const difficulty = 90
	cells := choiceCells(t, experiment(study.Split, study.Accuracy), patterns(120, difficulty), []float64{0}, "few", "chosen")
	before := run(t, patterns(120, difficulty), cells, 1)
	spoilt := patterns(120, difficulty)
	r := (noise.Draw{Seed: 3, Dataset: "patterns", Noise: "inner samples", Level: 12}).Rand()
	for class := range 2 {
		var rows []int
		for _, i := range spoilt.Split.Train {
			if spoilt.Labels[i] == class {
				rows = append(rows, i)
			}
		}
		for _, at := range r.Perm(len(rows))[12:] {
			for j, row := 0, spoilt.Samples.RawRowView(rows[at]); j < len(row); j++ {
				row[j] = float64(j * class % 255)
			}
		}
	}
	after := run(t, spoilt, cells, 1)
	if a, b := before.get(t, cells[0]).Chosen, after.get(t, cells[0]).Chosen; !slices.Equal(a, b) {
		t.Errorf("chosen %v, with other samples that were not drawn %v", a, b)
	}
	if a, b := before.get(t, cells[1]), after.get(t, cells[1]); slices.Equal(a.Chosen, b.Chosen) && slices.Equal(a.Values, b.Values) {
		t.Error("other samples change nothing: the test sees nothing")
	}
}

// Without classes, what reconstructs held-out samples best is chosen, anew in each
// repetition, and gives the numbers of the fixed method it came to.
func TestChoiceByReconstruction(t *testing.T) {
	set := patterns(40, 10)
	set.Labels, set.Classes, set.Split = nil, nil, nil
	e := experiment(study.Contamination, study.ReconstructionError)
	levels := []float64{0, 10, 30}
	cells := choiceCells(t, e, set, levels, "a=0.1", "a=200", "chosen", "ruled")
	r := run(t, set, cells, 2)
	for i := range levels {
		for _, c := range cells[4*i+2 : 4*i+4] {
			got := r.get(t, c)
			if len(got.Chosen) != len(got.Values) {
				t.Errorf("%s: chosen %v for %d repetitions", c, got.Chosen, len(got.Values))
			}
			for repetition, name := range got.Chosen {
				at := slices.IndexFunc(cells, func(o grid.Cell) bool { return o.Score == name && o.Level == c.Level })
				if at >= 0 && r.get(t, cells[at]).Values[repetition] != got.Values[repetition] {
					t.Errorf("%s, repetition %d comes to %s: %v, that method has %v", c, repetition+1, name, got.Values[repetition], r.get(t, cells[at]).Values[repetition])
				}
			}
		}
	}
}

// Neither the number of workers nor who else is computed changes a choice.
func TestChoicesDoNotDependOnCompany(t *testing.T) {
	set := patterns(60, 80)
	var cells []grid.Cell
	methods := []string{"p=1", "a=2", "chosen", "ruled", "few"}
	for _, protocol := range []string{study.Split, study.CrossValidation} {
		e := experiment(protocol, study.Accuracy)
		cells = append(cells, choiceCells(t, e, set, []float64{0}, methods...)...)
		e.Kernel = &study.Kernel{Function: "gaussian", Sigma: 300}
		cells = append(cells, choiceCells(t, e, set, []float64{0}, append(methods, "width")...)...)
	}
	e := experiment(study.Contamination, study.ReconstructionError)
	cells = append(cells, choiceCells(t, e, set, []float64{0, 9}, methods[:4]...)...)
	all := run(t, set, cells, 1)
	want := all.bytes(t)
	for workers := 2; workers <= 4; workers++ {
		if got := run(t, set, cells, workers).bytes(t); got != want {
			t.Errorf("%d workers gave\n%s\none gave\n%s", workers, got, want)
		}
	}
	for _, c := range cells {
		alone := run(t, set, []grid.Cell{c}, 2).get(t, c)
		together := all.get(t, c)
		if !slices.Equal(alone.Chosen, together.Chosen) || !slices.Equal(alone.Values, together.Values) {
			t.Errorf("%s: %v by %v alone, %v by %v among others", c, alone.Values, alone.Chosen, together.Values, together.Chosen)
		}
	}
}

func TestImpossibleChoices(t *testing.T) {
	set := patterns(30, 1)
	cells := choiceCells(t, experiment(study.Split, study.Accuracy), set, []float64{0}, "chosen")
	cells[0].Choice = strings.Replace(cells[0].Choice, "folds=5", "folds=21", 1)
	broken := cells[0]
	broken.Choice = "best(a=1|a=2, folds=5)"
	for _, c := range []struct {
		cell grid.Cell
		want string
	}{
		{cells[0], "20 training samples are too few for 21 folds"},
		{broken, `unknown way to choose "best"`},
	} {
		r := run(t, set, []grid.Cell{c.cell}, 1)
		if got := r.byKey[c.cell.Key()].Failure; !strings.Contains(got, c.want) {
			t.Errorf("%s fails with %q, want %q", c.cell, got, c.want)
		}
	}
	// A choice that comes to nothing is the failure of its own cells alone.
	cells = choiceCells(t, experiment(study.Split, study.Accuracy), shifted(60), []float64{0}, "p=1", "chosen")
	cells[1].Choice = "cross-validation(" + failing + "|" + failing + "+0, folds=5)"
	r := run(t, shifted(60), cells, 1)
	if got := r.byKey[cells[1].Key()].Failure; !strings.Contains(got, "every candidate's fit failed") {
		t.Errorf("a choice among functions that fail fails with %q", got)
	}
	r.get(t, cells[0])
}

func TestCellsThatChoose(t *testing.T) {
	set := patterns(30, 1)
	e := experiment(study.Split, study.Accuracy)
	e.Kernel = &study.Kernel{Function: "gaussian", Sigma: 300}
	cells := choiceCells(t, e, set, []float64{0}, "chosen", "width", "few")
	for i, want := range []string{
		"patterns gaussian(sigma=300) cross-validation(a=0.1|a=0.5|a=2|a=20|a=200, folds=5) clean",
		"patterns gaussian(sigma=chosen) p=2 cross-validation(gaussian(sigma=0.3)|gaussian(sigma=300)|gaussian(sigma=300000), folds=5) clean",
		"patterns gaussian(sigma=300) cross-validation(a=0.1|a=0.5|a=2|a=20|a=200, folds=5, samples=12) clean",
	} {
		if got := cells[i].String(); got != want {
			t.Errorf("cell is named\n%s, want\n%s", got, want)
		}
	}
	if groups := grid.Groups(cells); len(groups) != 2 {
		t.Errorf("%d groups, want 2: what chooses its kernel trains by itself", len(groups))
	}
	for _, c := range []struct {
		protocol string
		kernel   *study.Kernel
		want     string
	}{
		{study.Split, nil, "chooses the width of a Gaussian kernel"},
		{study.Contamination, e.Kernel, "different feature spaces do not compare"},
	} {
		e := experiment(c.protocol, study.Accuracy)
		e.Kernel = c.kernel
		s := &study.Study{Methods: choosers(), Repetitions: study.Repetitions{Real: 1, StandIn: 1}}
		_, err := grid.Resolve(s, study.Need{Experiment: e, Data: "patterns", Method: "width"}, grid.Source{}, 0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.protocol, err, c.want)
		}
	}
}

// A limit on wandering is part of a cell when one of its candidates may wander.
func TestPatienceOfChoices(t *testing.T) {
	for want, values := range map[int][]float64{7: {0.5, 1}, 0: {1, 1.5}} {
		e := experiment(study.Split, study.Accuracy)
		e.Patience = 7
		s := &study.Study{
			Methods:     []study.Method{{Name: "p", Choose: &study.Choice{Family: "p", Values: values}}},
			Repetitions: study.Repetitions{Real: 1, StandIn: 1},
		}
		c := resolve(t, s, study.Need{Experiment: e, Data: "patterns", Method: "p"}, grid.Source{}, 0)
		if c.Patience != want {
			t.Errorf("%s has patience %d, want %d", c, c.Patience, want)
		}
	}
}
