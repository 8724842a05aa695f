package reconstruct_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/noise"
)

// The oracle of this file: PCA by gonum's singular value decomposition, sample by sample, without the solver.
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

// residual returns the distance of a sample from the plane.
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

func rowsOf(m *mat.Dense, of []int) [][]float64 {
	var r [][]float64
	for _, i := range of {
		r = append(r, slices.Clone(m.RawRowView(i)))
	}
	return r
}

// rightAnswers fits a plane to each class of some samples and counts how many others are nearest to their own.
func rightAnswers(set *dataset.Set, train []int, tested [][]float64, rows []int, components int) int {
	var planes []plane
	for class := range set.Classes {
		own := slices.DeleteFunc(slices.Clone(train), func(i int) bool { return set.Labels[i] != class })
		planes = append(planes, fitPlane(rowsOf(set.Samples, own), components))
	}
	right := 0
	for i, sample := range tested {
		nearest, least := -1, math.Inf(1)
		for class, p := range planes {
			if r := p.residual(sample); r < least {
				nearest, least = class, r
			}
		}
		if nearest == set.Labels[rows[i]] {
			right++
		}
	}
	return right
}

// spoil returns samples under a draw of Gaussian noise.
func spoil(t *testing.T, set *dataset.Set, rows []int, level float64, repetition int) [][]float64 {
	t.Helper()
	tested := mat.NewDense(len(rows), 36, nil)
	draw := noise.Draw{Seed: 3, Dataset: set.Name, Noise: "gaussian", Level: level, Repetition: repetition}
	gaussian, err := noise.Find("gaussian")
	assert.NilError(t, err)
	assert.NilError(t, gaussian.Copy(tested, set.Samples, rows, level, draw.Rand()))
	return rowsOf(tested, count(len(rows)))
}

func count(n int) []int {
	var all []int
	for i := range n {
		all = append(all, i)
	}
	return all
}

// The rates of PCA equal the oracle's, draw by draw, under every split, with and without noise on test samples.
// Every fold is tested once, and classes are drawn separately.
func TestRatesAgainstOracle(t *testing.T) {
	const repetitions, level, folds, perClass = 3, 150, 5, 9
	for _, c := range []struct {
		block      string
		samples    int
		difficulty float64
		level      float64
		parts      func(set *dataset.Set, repetition int) (train, test [][]int)
	}{
		{published + withGaussians + "[150]", 150, 60, level, func(set *dataset.Set, _ int) (train, test [][]int) {
			return [][]int{set.Split.Train}, [][]int{set.Split.Test}
		}},
		{crossed, 53, 200, 0, byFolds(folds)},
		{crossed + withGaussians + "[150]", 53, 60, level, byFolds(folds)},
		{"split: {per-class: 9}, components: 2", 53, 200, 0, func(set *dataset.Set, repetition int) (train, test [][]int) {
			r := (noise.Draw{Seed: 3, Dataset: set.Name, Noise: "samples of each class", Level: perClass, Repetition: repetition}).Rand()
			var kept, others []int
			for class := range 2 {
				members := slices.DeleteFunc(count(53), func(i int) bool { return set.Labels[i] != class })
				order := r.Perm(len(members))
				for position, at := range order {
					if position < perClass {
						kept = append(kept, members[at])
					} else {
						others = append(others, members[at])
					}
				}
			}
			slices.Sort(others)
			return [][]int{kept}, [][]int{others}
		}},
	} {
		set := patterns(c.samples, c.difficulty)
		cells := cellsOf(t, set.Describe(), repetitions, c.block, "p=2")
		got := run(t, set, cells, 2).get(t, cells[0]).Values
		for repetition := range repetitions {
			train, test := c.parts(set, repetition)
			right, all := 0, 0
			for i := range train {
				tested := rowsOf(set.Samples, test[i])
				if c.level > 0 {
					tested = spoil(t, set, test[i], c.level, repetition)
				}
				right += rightAnswers(set, train[i], tested, test[i], 2)
				all += len(test[i])
			}
			want := 100 * float64(right) / float64(all)
			assert.Check(t, want != 100 && want != 0, "%s: a test that is too easy or too hard: %v%%", c.block, want)
			if accuracy, wrong := got["accuracy"][repetition], got["misclassification"][repetition]; accuracy != want || math.Abs(wrong-(100-want)) > 1e-12 {
				t.Errorf("%s, repetition %d: %v%% right and %v%% wrong, want %v%%", c.block, repetition, accuracy, wrong, want)
			}
		}
		if a := got["accuracy"]; len(slices.Compact(slices.Clone(a))) == 1 {
			t.Errorf("%s: all repetitions, on different draws, gave %v", c.block, a)
		}
	}
}

// byFolds are the parts of a cross-validation, in the order in which they are drawn.
func byFolds(folds int) func(set *dataset.Set, repetition int) (train, test [][]int) {
	return func(set *dataset.Set, repetition int) (train, test [][]int) {
		n, _ := set.Samples.Dims()
		order := (noise.Draw{Seed: 3, Dataset: set.Name, Noise: "folds", Level: float64(folds), Repetition: repetition}).Rand().Perm(n)
		train, test = make([][]int, folds), make([][]int, folds)
		for fold := range folds {
			for position, row := range order {
				if position%folds == fold {
					test[fold] = append(test[fold], row)
				} else {
					train[fold] = append(train[fold], row)
				}
			}
			slices.Sort(test[fold])
		}
		return train, test
	}
}

// The errors are the mean length of the residuals of the original samples, the mean of its square and the root
// of that, after training on them and on dummy images.
func TestContaminationAgainstOracle(t *testing.T) {
	set := unlabelled(40, 10)
	const repetitions = 2
	cells := cellsOf(t, set.Describe(), repetitions, contaminated+", levels: [0, 7, 20]", "p=2")
	r := run(t, set, cells, 2)
	for i, images := range []int{0, 7, 20} {
		got := r.get(t, cells[i]).Values
		for repetition := range []int{1, repetitions, repetitions}[i] {
			draw := noise.Draw{Seed: 3, Dataset: "patterns", Noise: noise.DummyImagesName, Level: float64(images), Repetition: repetition}
			training := rowsOf(set.Samples, count(40))
			if images > 0 {
				training = append(training, rowsOf(noise.DummyImages(images, 36, draw.Rand()), count(images))...)
			}
			p := fitPlane(training, 2)
			lengths, squares := 0.0, 0.0
			for _, sample := range rowsOf(set.Samples, count(40)) {
				length := p.residual(sample)
				lengths, squares = lengths+length/40, squares+length*length/40
			}
			for measure, want := range map[string]float64{"reconstruction-error": lengths, "squared-reconstruction-error": squares, "root-mean-square-error": math.Sqrt(squares)} {
				if value := got[measure][repetition]; math.Abs(value/want-1) > 1e-9 {
					t.Errorf("%s, %d dummy images, repetition %d: %v, want %v", measure, images, repetition, value, want)
				}
			}
		}
	}
}

// Every function separates two classes in two planes without an error, in every split.
func TestSeparatedPlanes(t *testing.T) {
	set := patterns(60, 0)
	methods := []string{"p=0.5", "p=1", "p=1.5", "p=2", "tanh", "3-3sech", "a=30", "f'=u/(1+u)", "q=2"}
	for _, block := range []string{published, crossed, "split: {per-class: 12}, components: 2", published + gaussian300} {
		cells := cellsOf(t, set.Describe(), 2, block, methods...)
		r := run(t, set, cells, 2)
		for _, c := range cells {
			for _, v := range r.get(t, c).Values["accuracy"] {
				assert.Check(t, is.Equal(v, 100.0), "%s: %v%%", c)
			}
		}
	}
}

// A class of one sample has no training samples in the fold that tests it, and a plane of dimension 0 in
// others: that sample is wrong, all others are right.
func TestClassWithoutTrainingSamples(t *testing.T) {
	set := patterns(20, 0)
	values := mat.NewDense(21, 36, nil)
	values.Slice(0, 20, 0, 36).(*mat.Dense).Copy(set.Samples)
	for j := range 36 {
		values.Set(20, j, float64(255*((j+j/6)%2))) // a chessboard
	}
	set.Samples, set.Classes, set.Labels = values, append(set.Classes, "chessboard"), append(set.Labels, 2)
	cells := cellsOf(t, set.Describe(), 2, crossed, "p=1", "p=2", "tanh")
	r := run(t, set, cells, 2)
	for _, c := range cells {
		for _, v := range r.get(t, c).Values["accuracy"] {
			assert.Check(t, is.Equal(v, 100*20./21), "%s: %v%%", c)
		}
	}
}

// What cannot be computed fails with the reason.
func TestImpossibleExperiments(t *testing.T) {
	noisy := published + withGaussians + "[0, 5]"
	for _, c := range []struct {
		block  string
		change func(*dataset.Set)
		want   string
	}{
		{"split: {folds: 31}, components: 2", func(*dataset.Set) {}, "data set patterns has 30 samples, too few for 31 folds"},
		{"split: {per-class: 15}, components: 2", func(*dataset.Set) {}, "data set patterns: class columns has 15 samples, too few to train on 15 and test on the others"},
		{noisy, func(s *dataset.Set) { s.Split = nil }, "has no published split"},
		{noisy, func(s *dataset.Set) { s.Split.Test = nil }, "has no published split"},
		{noisy, func(s *dataset.Set) { s.Labels = nil }, "has no classes, which rates need"},
		{noisy, func(s *dataset.Set) { s.Samples.Set(3, 4, math.NaN()) }, "class rows: solver: sample "},
		{noisy, func(s *dataset.Set) { s.Labels[5] = 7 }, "panic: runtime error: index out of range [7] with length 2 (in gpca/report/experiment/trial.ByClass, "},
	} {
		set := patterns(30, 1)
		cells := cellsOf(t, set.Describe(), 2, c.block, "p=1", "p=2")
		c.change(set)
		r := run(t, set, cells, 2)
		for _, cell := range cells {
			contains(t, fmt.Sprintf("%s: %s", c.block, cell), r.failure(t, cell), c.want)
		}
	}
}

// Noise that is undefined for the samples fails the levels with noise, but not the clean one.
func TestNoiseOnSamplesThatAreNoImages(t *testing.T) {
	set := patterns(30, 1)
	set.Samples.Apply(func(_, _ int, v float64) float64 { return v - 300 }, set.Samples)
	for _, block := range []string{published, crossed} {
		cells := cellsOf(t, set.Describe(), 1, block+withGaussians+"[5, 0, 10]", "p=1")
		r := run(t, set, cells, 2)
		v := r.get(t, cells[1]).Values["accuracy"]
		assert.Check(t, is.DeepEqual(v, []float64{100}), "without noise: %v, want 100", v)
		for _, c := range []experiment.Cell{cells[0], cells[2]} {
			contains(t, c.Name, r.failure(t, c), "noise is defined for grey values from 0 to 255 only")
		}
	}
}
