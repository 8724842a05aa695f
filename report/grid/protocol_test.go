package grid_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/noise"
	"gpca/report/study"
)

// The oracle of this file: PCA by gonum's singular value decomposition, one
// sample at a time, with nothing of the solver in it.
type plane struct {
	mean    []float64
	vectors *mat.Dense // features × components, orthonormal
}

func fitPlane(samples [][]float64, components int) plane {
	features := len(samples[0])
	p := plane{mean: make([]float64, features)}
	for _, s := range samples {
		for j, v := range s {
			p.mean[j] += v / float64(len(samples))
		}
	}
	centred := mat.NewDense(len(samples), features, nil)
	for i, s := range samples {
		for j, v := range s {
			centred.Set(i, j, v-p.mean[j])
		}
	}
	var svd mat.SVD
	svd.Factorize(centred, mat.SVDThin)
	var v mat.Dense
	svd.VTo(&v)
	p.vectors = mat.DenseCopyOf(v.Slice(0, features, 0, components))
	return p
}

// residual is the length of what the plane does not explain of a sample.
func (p plane) residual(sample []float64) float64 {
	rest := slices.Clone(sample)
	for j := range rest {
		rest[j] -= p.mean[j]
	}
	_, components := p.vectors.Dims()
	for k := range components {
		along := 0.0
		for j, v := range rest {
			along += v * p.vectors.At(j, k)
		}
		for j := range rest {
			rest[j] -= along * p.vectors.At(j, k)
		}
	}
	return mat.Norm(mat.NewVecDense(len(rest), rest), 2)
}

func rows(m *mat.Dense, of []int) [][]float64 {
	var r [][]float64
	for _, i := range of {
		r = append(r, slices.Clone(m.RawRowView(i)))
	}
	return r
}

// rightAnswers trains a plane for each class on some samples and counts how many
// others are nearest to the plane of their own.
func rightAnswers(set *dataset.Set, train []int, tested [][]float64, labels []int, components int) int {
	var planes []plane
	for class := range set.Classes {
		var own []int
		for _, i := range train {
			if set.Labels[i] == class {
				own = append(own, i)
			}
		}
		planes = append(planes, fitPlane(rows(set.Samples, own), components))
	}
	right := 0
	for i, sample := range tested {
		nearest, least := -1, math.Inf(1)
		for class, p := range planes {
			if r := p.residual(sample); r < least {
				nearest, least = class, r
			}
		}
		if nearest == labels[i] {
			right++
		}
	}
	return right
}

func labelsOf(set *dataset.Set, of []int) []int {
	var l []int
	for _, i := range of {
		l = append(l, set.Labels[i])
	}
	return l
}

// Two classes that lie in two planes are told apart without a mistake, by every
// function and in every protocol.
func TestSeparatedPlanes(t *testing.T) {
	set := patterns(60, 0)
	methods := []string{"p=0.5", "p=1", "p=1.5", "p=2", "tanh", "3-3sech", "a=30", "f'=u/(1+u)"}
	for _, e := range []*study.Experiment{experiment(study.Split, study.Accuracy), experiment(study.CrossValidation, study.Accuracy)} {
		cells := cellsOf(t, e, set, 2, []float64{0}, methods...)
		r := run(t, set, cells, 2)
		for _, c := range cells {
			for _, v := range r.get(t, c).Values {
				if v != 100 {
					t.Errorf("%s by %s: %v%%, want 100%%", c, e.Protocol, v)
				}
			}
		}
	}
	e := experiment(study.Split, study.Misclassification)
	e.Kernel = &study.Kernel{Function: "gaussian", Sigma: 300}
	cells := cellsOf(t, e, set, 1, []float64{0}, "p=1", "p=2", "q=2")
	r := run(t, set, cells, 2)
	for _, c := range cells {
		if v := r.get(t, c).Values[0]; v != 0 {
			t.Errorf("%s: %v%% wrong, want 0%%", c, v)
		}
	}
}

// The rates of PCA under noise are those of the oracle, draw by draw.
func TestSplitAgainstOracle(t *testing.T) {
	set := patterns(150, 60)
	const repetitions, level = 3, 150
	e := experiment(study.Split, study.Accuracy)
	cells := cellsOf(t, e, set, repetitions, []float64{level}, "p=2")
	got := run(t, set, cells, 2).get(t, cells[0]).Values
	for repetition := range repetitions {
		tested := mat.NewDense(len(set.Split.Test), 36, nil)
		for i, row := range set.Split.Test {
			tested.SetRow(i, set.Samples.RawRowView(row))
		}
		draw := noise.Draw{Seed: 3, Dataset: "patterns", Noise: "gaussian", Level: level, Repetition: repetition}
		if err := (noise.Gaussian{}).Apply(tested, level, draw.Rand()); err != nil {
			t.Fatal(err)
		}
		all := make([]int, len(set.Split.Test))
		for i := range all {
			all[i] = i
		}
		right := rightAnswers(set, set.Split.Train, rows(tested, all), labelsOf(set, set.Split.Test), 2)
		want := 100 * float64(right) / float64(len(all))
		if want == 100 || want == 0 {
			t.Errorf("repetition %d: a test that is too easy or too hard: %v%%", repetition, want)
		}
		if got[repetition] != want {
			t.Errorf("repetition %d: %v%%, want %v%%", repetition, got[repetition], want)
		}
	}
}

// Every sample is tested once in a repetition, on folds that differ in size by
// one sample at most; the rate is that of the oracle on the same folds.
func TestCrossValidationAgainstOracle(t *testing.T) {
	set := patterns(53, 200)
	const repetitions, folds = 2, 5
	e := experiment(study.CrossValidation, study.Misclassification)
	cells := cellsOf(t, e, set, repetitions, []float64{0}, "p=2")
	got := run(t, set, cells, 2).get(t, cells[0]).Values
	for repetition := range repetitions {
		draw := noise.Draw{Seed: 3, Dataset: "patterns", Noise: "folds", Level: folds, Repetition: repetition}
		order := draw.Rand().Perm(53)
		wrong := 0
		for fold := range folds {
			var train, tested []int
			for position, row := range order {
				if position%folds == fold {
					tested = append(tested, row)
				} else {
					train = append(train, row)
				}
			}
			wrong += len(tested) - rightAnswers(set, train, rows(set.Samples, tested), labelsOf(set, tested), 2)
		}
		want := 100 * float64(wrong) / 53
		if want == 100 || want == 0 {
			t.Errorf("repetition %d: a test that is too easy or too hard: %v%%", repetition, want)
		}
		if math.Abs(got[repetition]-want) > 1e-12 {
			t.Errorf("repetition %d: %v%% wrong, want %v%%", repetition, got[repetition], want)
		}
	}
	if got[0] == got[1] {
		t.Errorf("two repetitions on different folds gave %v%% both", got[0])
	}
}

// The reconstruction error is the mean length of the residuals of the original
// samples, the mean of its square or the root of that, times the scale, after
// training on them and on dummy images.
func TestContaminationAgainstOracle(t *testing.T) {
	set := patterns(40, 10)
	set.Labels, set.Classes, set.Split = nil, nil, nil
	const repetitions = 2
	square := func(r float64) float64 { return r * r }
	for metric, measure := range map[string]struct{ of, result func(float64) float64 }{
		study.ReconstructionError:        {math.Abs, math.Abs},
		study.SquaredReconstructionError: {square, math.Abs},
		study.RootMeanSquareError:        {square, math.Sqrt},
	} {
		e := experiment(study.Contamination, metric)
		e.Scale = 0.001
		levels := []float64{0, 7, 20}
		cells := cellsOf(t, e, set, repetitions, levels, "p=2")
		r := run(t, set, cells, 2)
		all := make([]int, 40)
		for i := range all {
			all[i] = i
		}
		for i, level := range levels {
			got := r.get(t, cells[i]).Values
			if want := map[bool]int{true: 1, false: repetitions}[level == 0]; len(got) != want {
				t.Errorf("%s, %g dummy images: %d values, want %d", metric, level, len(got), want)
			}
			for repetition, value := range got {
				training := rows(set.Samples, all)
				draw := noise.Draw{Seed: 3, Dataset: "patterns", Noise: noise.DummyImagesName, Level: level, Repetition: repetition}
				dummies := noise.DummyImages(int(level), 36, draw.Rand())
				for d := range int(level) {
					training = append(training, dummies.RawRowView(d))
				}
				p := fitPlane(training, 2)
				want := 0.0
				for _, sample := range rows(set.Samples, all) {
					want += measure.of(p.residual(sample)) / 40
				}
				want = 0.001 * measure.result(want)
				if math.Abs(value/want-1) > 1e-9 {
					t.Errorf("%s, %g dummy images, repetition %d: %v, want %v", metric, level, repetition, value, want)
				}
			}
		}
	}
}

// A kernel without a bend is no kernel: linear kernel GPCA gives what GPCA gives.
func TestLinearKernelIsInputSpace(t *testing.T) {
	set := patterns(60, 40)
	for _, e := range []*study.Experiment{experiment(study.Split, study.Accuracy), experiment(study.Contamination, study.ReconstructionError)} {
		levels := []float64{0, 8}
		plain := cellsOf(t, e, set, 2, levels, "p=2", "p=1.5")
		e.Kernel = &study.Kernel{Function: "linear"}
		kernel := cellsOf(t, e, set, 2, levels, "p=2", "p=1.5")
		r := run(t, set, slices.Concat(plain, kernel), 2)
		for i := range plain {
			a, b := r.get(t, plain[i]).Values, r.get(t, kernel[i]).Values
			if !slices.EqualFunc(a, b, func(x, y float64) bool { return math.Abs(x-y) <= 1e-6*math.Abs(x) }) {
				t.Errorf("%s: %v in input space, %v with a linear kernel", plain[i], a, b)
			}
		}
	}
}

// A class of one sample has no training samples in the fold where it is tested,
// and a plane of dimension 0 elsewhere: that sample is missed, all others are
// right.
func TestClassWithoutTrainingSamples(t *testing.T) {
	set := patterns(20, 0)
	values := mat.NewDense(21, 36, nil)
	values.Slice(0, 20, 0, 36).(*mat.Dense).Copy(set.Samples)
	for j := range 36 {
		values.Set(20, j, float64(255*((j+j/6)%2))) // a chessboard
	}
	set.Samples, set.Classes = values, append(set.Classes, "chessboard")
	set.Labels = append(set.Labels, 2)
	cells := cellsOf(t, experiment(study.CrossValidation, study.Accuracy), set, 2, []float64{0}, "p=1", "p=2", "tanh")
	r := run(t, set, cells, 2)
	for _, c := range cells {
		for _, v := range r.get(t, c).Values {
			if want := 100 * 20. / 21; v != want {
				t.Errorf("%s: %v%%, want %v%%", c, v, want)
			}
		}
	}
}

// What cannot be computed at all fails with a reason that says what is wrong.
func TestImpossibleExperiments(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*study.Experiment, *dataset.Set)
		want   string
	}{
		{"fewer samples than folds", func(e *study.Experiment, s *dataset.Set) {
			e.Protocol, e.Folds = study.CrossValidation, 31
		}, "data set patterns has 30 samples, too few for 31 folds"},
		{"no split", func(e *study.Experiment, s *dataset.Set) { s.Split = nil }, "has no published split"},
		{"no test samples", func(e *study.Experiment, s *dataset.Set) { s.Split.Test = nil }, "has no published split"},
		{"no classes", func(e *study.Experiment, s *dataset.Set) { s.Labels = nil }, "has no classes, which protocol split needs"},
		{"samples that are no numbers", func(e *study.Experiment, s *dataset.Set) { s.Samples.Set(3, 4, math.NaN()) }, "class rows: solver: sample "},
		{"unknown protocol", func(e *study.Experiment, s *dataset.Set) { e.Protocol = "guess" }, `unknown protocol "guess"`},
		{"a label that is no class", func(e *study.Experiment, s *dataset.Set) { s.Labels[5] = 7 }, "panic: runtime error: index out of range [7] with length 2 (in gpca/report/grid.byClass, fit.go:"},
	} {
		set, e := patterns(30, 1), experiment(study.Split, study.Accuracy)
		c.change(e, set)
		cells := cellsOf(t, e, set, 2, []float64{0, 5}, "p=1", "p=2")
		if e.Protocol == study.CrossValidation {
			cells = cells[:2] // it has no levels
		}
		r := run(t, set, cells, 2)
		for _, cell := range cells {
			if got := r.byKey[cell.Key()]; !strings.Contains(got.Failure, c.want) || got.Values != nil {
				t.Errorf("%s: %s has values %v and fails with %q, want %q", c.name, cell, got.Values, got.Failure, c.want)
			}
		}
	}
}

// Noise that is not defined for the samples spoils the levels with noise and
// leaves the clean one alone.
func TestNoiseOnSamplesThatAreNoImages(t *testing.T) {
	set := patterns(30, 1)
	set.Samples.Apply(func(_, _ int, v float64) float64 { return v - 300 }, set.Samples)
	cells := cellsOf(t, experiment(study.Split, study.Accuracy), set, 2, []float64{5, 0, 10}, "p=1")
	r := run(t, set, cells, 2)
	if v := r.get(t, cells[1]).Values; !slices.Equal(v, []float64{100}) {
		t.Errorf("without noise: %v, want 100", v)
	}
	for _, c := range []grid.Cell{cells[0], cells[2]} {
		if got := r.byKey[c.Key()].Failure; !strings.Contains(got, "noise is defined for grey values from 0 to 255 only") {
			t.Errorf("%s fails with %q", c, got)
		}
	}
}
