package robust_test

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gpca/solver/robust"
)

// ddc_x.csv has 97 planted cells, 10 or −10, among correlated normal ones and missing ones. The vignette of R's
// cellWise flags these and three others, which lie among the others of their rows and are not found here.
func TestCellsFlagPlantedOnes(t *testing.T) {
	x := table(t, filepath.Join("testdata", "ddc_x.csv"))
	r, err := robust.CellResiduals(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	rows, columns := x.Dims()
	planted, found := 0, 0
	var others []int
	for j := range columns {
		for i := range rows {
			v, flagged := x.At(i, j), math.Abs(r.At(i, j)) > robust.CellCutOff()
			switch {
			case math.IsNaN(v) != math.IsNaN(r.At(i, j)):
				t.Errorf("cell %d, %d is %v and has the residual %v", i+1, j+1, v, r.At(i, j))
			case math.Abs(v) == 10:
				planted++
				if flagged {
					found++
				}
			case flagged:
				others = append(others, i+1+rows*j)
			}
		}
	}
	if planted != 97 || found != 97 {
		t.Errorf("%d of %d planted cells flagged", found, planted)
	}
	// By chance 1% of about 900 would be.
	if len(others) > 15 {
		t.Errorf("cells %v are flagged too", others)
	}
}

// A feature that nothing predicts is judged by itself, in any unit, and one without a scale not at all.
func TestCellsOfUnrelatedFeatures(t *testing.T) {
	x := normal(200, 3, rand.New(rand.NewPCG(1, 1)))
	for i := range 200 {
		x.Set(i, 1, 1000*x.At(i, 1))
		x.Set(i, 2, float64(i/150))
	}
	x.Set(7, 1, 9000)
	r, err := robust.CellResiduals(t.Context(), x)
	if err != nil {
		t.Fatal(err)
	}
	var flagged []int
	for i := range 200 {
		if math.Abs(r.At(i, 1)) > 2*robust.CellCutOff() {
			flagged = append(flagged, i)
		}
		if !math.IsNaN(r.At(i, 2)) {
			t.Fatalf("a feature of scale 0 has the residual %v", r.At(i, 2))
		}
	}
	if !slices.Equal(flagged, []int{7}) {
		t.Errorf("cells %v of the feature are far out, want 7", flagged)
	}
}

// Rows 1 to 14 of hbk are outlying and no other: far along the components and away from them.
func TestTypes(t *testing.T) {
	x := hbk(t, 3)
	f := fit(t, "robpca", x, robust.Settings{Components: 2})
	score, orthogonal := f.Distances(x)
	far, away := f.CutOffs(orthogonal)
	for i := range score {
		want := robust.Regular
		if i < 14 {
			want = robust.BadLeverage
		}
		if got := robust.TypeOf(score[i], orthogonal[i], far, away); got != want {
			t.Errorf("row %d is %s, want %s", i+1, got, want)
		}
	}
	if len(f.Spectrum) != 3 || f.Total <= f.Eigenvalues[0]+f.Eigenvalues[1] {
		t.Errorf("spectrum %v of total %v beside eigenvalues %v", f.Spectrum, f.Total, f.Eigenvalues)
	}
}
