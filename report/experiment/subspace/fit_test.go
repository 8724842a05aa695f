package subspace_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/subspace"
	"gpca/report/experiment/trial"
)

// Fits to samples in two orders, of which some repeat, have the errors side by side that each has alone.
func TestModelsOfSeveralFits(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	const n, features = 40, 6
	samples, tested := mat.NewDense(n, features, nil), mat.NewDense(7, features, nil)
	for _, m := range []*mat.Dense{samples, tested} {
		for i := range m.RawMatrix().Data {
			m.RawMatrix().Data[i] = r.NormFloat64()
		}
	}
	for i := range 10 {
		copy(samples.RawRowView(n-1-i), samples.RawRowView(i/2)) // occurs again
	}
	classes := func(order []int) (groups [][]int) {
		groups = make([][]int, 3) // of which one is empty
		for _, row := range order {
			groups[row%2*2] = append(groups[row%2*2], row)
		}
		return groups
	}
	for _, kernel := range []string{"", "gaussian(sigma=2)"} {
		fit := func(order []int, scores ...string) subspace.Classes {
			training, err := subspace.NewTraining(subspace.Spec{Kernel: kernel, Components: 3, Start: "largest-sample", Tolerance: 1e-10, MaxIterations: 1000}, 1, scores)
			if err != nil {
				t.Fatal(err)
			}
			fits, err := training.FitEach(t.Context(), trial.Serial{}, subspace.Load{}, samples, classes(order), nil)
			if err != nil {
				t.Fatal(err)
			}
			return fits
		}
		first, second := fit(trial.Every(n), "p=2", "p=1"), fit(r.Perm(n), "tanh", "p=1")
		alone := second.Models([]int{0, 1})
		second.Onto(first)
		for class, model := range subspace.Models([]subspace.Classes{first, second}, [][]int{{1}, {0, 1}}) {
			if model.Methods() != 3 {
				t.Fatalf("%d methods, want 3", model.Methods())
			}
			joint, own := slices.Repeat([][]float64{nil}, 3), slices.Repeat([][]float64{nil}, 2)
			for i := range joint {
				joint[i] = make([]float64, 7)
			}
			for i := range own {
				own[i] = make([]float64, 7)
			}
			model.SquaredErrors(joint, tested)
			alone[class].SquaredErrors(own, tested)
			for i := range own {
				for sample, want := range own[i] {
					if got := joint[1+i][sample]; math.Abs(got-want) > 1e-9 {
						t.Errorf("kernel %q, class %d: error %g side by side, %g alone", kernel, class, got, want)
					}
				}
			}
		}
		if !second.Equals(1, first, 1) || second.Equals(0, first, 1) || second.Equals(1, first, 0) {
			t.Errorf("kernel %q: fits of the same score are to equal each other, and no others", kernel)
		}
	}
}
