package detect

import (
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/solver/robust"
)

// Five points and the fifth neighbour of each, counted by hand: of five, a sample has four others.
func TestFromNeighbours(t *testing.T) {
	fitted := mat.NewDense(6, 1, []float64{0, 1, 2, 4, 8, 16})
	if got := fromNeighbours(fitted, fitted); got[0] != 16 || got[3] != 12 {
		t.Errorf("distances to the fifth other are %v", got)
	}
	if got := fromNeighbours(fitted, mat.NewDense(1, 1, []float64{0})); got[0] != 8 {
		t.Errorf("the fifth fitted sample from 0 is %v away, want 8", got[0])
	}
}

// NumPy 1.24: standardise, eigh of the covariance, signs by the largest score, Σ_j ‖x − v_j‖/(λ_j/Σλ).
func TestFromEigenvectors(t *testing.T) {
	fitted := mat.NewDense(4, 2, []float64{-1.5, -0.5, 0.5, -0.5, 1.5, 1.5, -0.5, -0.5})
	root := math.Sqrt(0.5)
	f := &robust.Fit{Centre: []float64{0, 0}, Loadings: mat.NewDense(2, 2, []float64{-root, -root, root, -root})}
	got := fromEigenvectors(f, 2, fitted, fitted)
	for i, want := range []float64{14.428814796954, 15.056562673940, 20.043172003362, 11.748938149632} {
		if math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("distance %d is %.12f, want %.12f", i, got[i], want)
		}
	}
}

func TestDivisions(t *testing.T) {
	data := dataset.Description{Name: "ten", Samples: 10}
	packed, err := divisions{lines: []division{{rated: []int{0, 9, 3}}, {rated: []int{8}}, {rated: []int{1}}}}.of(data, 2)
	if err != nil || len(packed) != 2 || !slices.Equal(unpack(packed[0], 10), []int{0, 3, 9}) || !slices.Equal(unpack(packed[1], 10), []int{8}) {
		t.Errorf("packed as %q, %v", packed, err)
	}
	for want, all := range map[string][]division{
		" has 1 division, and the study 2 repetitions":                       {{rated: []int{1}}},
		", repetition 2: sample 10 stands twice, or is beyond the 10 of ten": {{rated: []int{1}}, {rated: []int{10}}},
		", repetition 1: sample 4 stands twice, or is beyond the 10 of ten":  {{rated: []int{4, 4}}, {rated: []int{1}}},
	} {
		if _, err := (divisions{lines: all}).of(data, 2); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// The file of Ionosphere was made by scikit-learn itself.
func TestPermutationDividesAsScikitLearn(t *testing.T) {
	text, err := os.ReadFile("../../study/pyod-ionosphere.csv")
	if err != nil {
		t.Fatal(err)
	}
	for seed, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		want, err := numbers(line)
		got := division{share: 0.4, seed: uint64(seed)}.of(351)
		slices.Sort(got)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("seed %d: %v, want %v, %v", seed, got, want, err)
		}
	}
}
