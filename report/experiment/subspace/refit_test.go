package subspace_test

import (
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
	"gpca/report/statistics"
)

func trainingOf(t *testing.T, kernel string, iterations int, scores ...string) subspace.Training {
	t.Helper()
	training, err := subspace.NewTraining(subspace.Spec{Kernel: kernel, Components: 3, Start: "largest-sample",
		Tolerance: 1e-10, MaxIterations: iterations, Patience: 100}, 1, scores)
	assert.NilError(t, err)
	return training
}

func fitEach(t *testing.T, training subspace.Training, samples *mat.Dense, groups [][]int) subspace.Classes {
	t.Helper()
	fits, err := training.FitEach(t.Context(), trial.Serial{}, subspace.Load{}, samples, groups, nil)
	assert.NilError(t, err)
	return fits
}

// A refit leaves the first fit as it is to the bit. It finds the same components if iterations converge, and others if
// they wander. Its models are those of a fit in one pass.
func TestRefits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	const n, features = 80, 6
	samples := mat.NewDense(n, features, nil)
	for i := range samples.RawMatrix().Data {
		samples.RawMatrix().Data[i] = float64(r.IntN(256))
	}
	for i := range 10 {
		copy(samples.RawRowView(n-1-i), samples.RawRowView(i/2)) // occurs again
	}
	groups := make([][]int, 3) // of which one is empty
	for row := range n {
		groups[row%2*2] = append(groups[row%2*2], row)
	}
	for _, kernel := range []string{"", "gaussian(sigma=300)"} {
		first := trainingOf(t, kernel, 1000, "p=2", "tanh", "p=0.5")
		fit := func(training subspace.Training) subspace.Classes { return fitEach(t, training, samples, groups) }
		own := fit(first)
		alone := own.Models(statistics.Indices(3))
		again := first.Refits(first.Refits(first.Without(), "tanh", 1), "p=0.5", 1, 2, 1)
		assert.Assert(t, len(again.Functions) == 3 && len(first.Functions) == 3,
			"%d functions and %d refits, want 3 and 3", len(first.Functions), len(again.Functions))
		all := own.Append(fit(again), first, again)
		at := func(score string, number int) int { return all.AtRefit(score, number) }
		assert.Check(t, own.Equals(at("tanh", 0), at("tanh", 1)),
			"kernel %q: tanh converges, but its refit finds other components", kernel)
		for number := range 2 {
			assert.Check(t, !own.Equals(at("p=0.5", number), at("p=0.5", number+1)),
				"kernel %q: p=0.5 wanders, but fits %d and %d find the same components", kernel, number, number+1)
		}
		inOnePass := fit(first.Refits(first, "p=0.5", 1, 2))
		for class, model := range inOnePass.Models([]int{0, 1, 2, 3, 4}) {
			errors := func(of interface {
				Methods() int
				SquaredErrors([][]float64, *mat.Dense)
			}) [][]float64 {
				e := make([][]float64, of.Methods())
				for i := range e {
					e[i] = make([]float64, n)
				}
				of.SquaredErrors(e, samples)
				return e
			}
			got, want := errors(model), errors(own.Models([]int{0, 1, 2, at("p=0.5", 1), at("p=0.5", 2)})[class])
			before := errors(alone[class])
			for i := range got {
				for s := range got[i] {
					if got[i][s] != want[i][s] || i < 3 && got[i][s] != before[i][s] {
						t.Fatalf("kernel %q, class %d, fit %d: error %g in one pass, %g in two", kernel, class, i, got[i][s], want[i][s])
					}
				}
			}
		}
	}
}

// A refit fits only the classes whose iterations have not settled, until it finds the same there.
func TestRefitsOfClasses(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	const n, features = 80, 6
	samples := mat.NewDense(n, features, nil)
	for i := range n {
		for j := range features {
			samples.Set(i, j, float64(r.IntN(256)))
		}
		if i%2 == 0 { // those of class 0 lie on a line
			for j := range features {
				samples.Set(i, j, float64(i*(j+1)))
			}
		}
	}
	groups := make([][]int, 2)
	for row := range n {
		groups[row%2] = append(groups[row%2], row)
	}
	for _, c := range []struct {
		score      string
		iterations int
		same       []bool // of each class, in the second refit
	}{{"p=0.5", 1000, []bool{true, false}}, {"tanh", 3, []bool{true, true}}} {
		trained := trainingOf(t, "", c.iterations, c.score)
		fit := func(training subspace.Training) subspace.Classes { return fitEach(t, training, samples, groups) }
		classes := fit(trained)
		for number := 1; number <= 2; number++ {
			again := trained.Refits(trained.Again(classes), c.score, number)
			trained = classes.Append(fit(again), trained, again)
			for class, f := range classes.Fits {
				taken := f.Loadings[trained.AtRefit(c.score, number)] == f.Loadings[0]
				settled := f.Ends(0, 3).Unsettled() == 0
				assert.Check(t, is.Equal(taken, settled || number == 2 && c.same[class]),
					"%s, class %d, refit %d: components of the first fit", c.score, class, number)
			}
		}
		line, other := classes.Fits[0].Ends(0, 3), classes.Fits[1].Ends(0, 3)
		assert.Check(t, line.Unsettled() == 0 && other.Unsettled() != 0,
			"%s: iterations end as %v on a line and %v elsewhere", c.score, line, other)
	}
}
