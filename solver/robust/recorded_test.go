package robust_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/solver/robust"
)

// A recorded fit is what rrcov of R says, by testdata/rrcov.R.
type recorded struct {
	Features          []int // from 1, that centre and loadings are of
	Centre            []float64
	Loadings          [][]float64 // components × features
	Eigenvalues       []float64
	Score, Orthogonal []float64
	CutOff            float64 // of orthogonal distances
	Outliers          []int
}

func recording(tb testing.TB, method, data string, features, components int) recorded {
	tb.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "rrcov.json"))
	assert.NilError(tb, err)
	var all map[string]recorded
	assert.NilError(tb, json.Unmarshal(text, &all))
	r, ok := all[fmt.Sprint(method, " ", data, " ", features, " ", components)]
	assert.Assert(tb, ok, "no recording of %s", method)
	return r
}

func (r recorded) check(t *testing.T, f *robust.Fit, samples *mat.Dense, spherical bool) {
	t.Helper()
	at := func(v []float64) (chosen []float64) {
		for _, j := range r.Features {
			chosen = append(chosen, v[j-1])
		}
		return chosen
	}
	near(t, "centre", at(f.Centre), r.Centre, 1e-8)
	assert.Equal(t, len(f.Eigenvalues), len(r.Loadings))
	for k, loading := range r.Loadings {
		sameUpToSign(t, fmt.Sprint("component ", k+1), at(f.Loadings.RawRowView(k)), loading, 1e-8)
	}
	score, orthogonal := f.Distances(samples)
	if r.CutOff == 0 { // as many components as features: R has rounding errors there
		r.Orthogonal = make([]float64, len(r.Orthogonal))
	}
	near(t, "orthogonal distance", orthogonal, r.Orthogonal, 1e-8)
	_, cutOff := f.CutOffs(orthogonal)
	near(t, "cut-off", []float64{cutOff}, []float64{r.CutOff}, 1e-8)
	if spherical { // R has the eigenvalues on the sphere
		return
	}
	near(t, "eigenvalue", f.Eigenvalues, r.Eigenvalues, 1e-8)
	near(t, "score distance", score, r.Score, 1e-8)
}

// Samples 1 to 14 of hbk are outliers; 25, 26 and 36 to 39 of octane, of which classical components mask all but one.
func TestAgreesWithR(t *testing.T) {
	planted, alcohol := consecutive(1, 14), append([]int{25, 26}, consecutive(36, 39)...)
	for _, test := range []struct {
		method, data         string
		features, components int   // 0 to choose
		outliers             []int // nil is for any
	}{
		{"classical", "hbk", 4, 2, nil}, {"classical", "hbk", 3, 3, nil}, {"classical", "octane", 226, 2, []int{26}},
		{"robpca", "hbk", 3, 0, planted}, {"robpca", "hbk", 3, 2, planted}, {"robpca", "hbk", 4, 0, planted},
		{"robpca", "hbk", 4, 2, planted}, {"robpca", "octane", 226, 2, alcohol}, {"robpca", "octane", 226, 0, alcohol},
		{"robpca alpha=0.5", "hbk", 3, 2, planted}, {"mcd", "hbk", 4, 2, planted},
		{"spherical", "hbk", 3, 2, nil}, {"spherical", "hbk", 4, 2, nil},
	} {
		t.Run(fmt.Sprint(test.method, test.data, test.features, test.components), func(t *testing.T) {
			samples := hbk(t, min(test.features, 4))
			if test.data == "octane" {
				samples = octane(t)
			}
			want := recording(t, test.method, test.data, test.features, test.components)
			seeds := uint64(1)
			if strings.HasPrefix(test.method, "robpca") { // whose directions are drawn
				seeds = 3
			}
			for seed := range seeds {
				var f *robust.Fit
				if test.method == "classical" {
					f = classical(t, samples, test.components)
				} else {
					f = fit(t, test.method, samples, robust.Settings{Components: test.components, Seed: seed})
				}
				want.check(t, f, samples, test.method == "spherical")
				assert.Check(t, test.outliers == nil || slices.Equal(outliers(f, samples), test.outliers))
			}
		})
	}
}

// rrcov flags samples 25, 122, 188 and 221 of skewed samples, two more or one less by its seed, where robpca flags 47;
// and of the samples whose exponentials those are, none to four by its seed. Last digits, and so kernels, decide on
// some.
func TestSkewedFlagsAsR(t *testing.T) {
	const most = 6
	flagged := []int{25, 122, 188, 221}
	for seed := range uint64(2) {
		for _, name := range []string{"skew1", "skew3"} {
			samples := robust.ReadTable(t, filepath.Join("testdata", "skew", name+"_x.csv"))
			got := outliers(fit(t, "robpca skew", samples, robust.Settings{Components: 2, Seed: seed}), samples)
			missed := slices.DeleteFunc(slices.Clone(flagged), func(i int) bool { return slices.Contains(got, i) })
			assert.Check(t, len(got) <= most && (name != "skew1" || len(missed) <= 1),
				"%s, seed %d: outliers %d, want at most %d, and of skew1 %d but for one", name, seed, got, most,
				flagged)
		}
	}
}

// The search of grid goes along other angles than R's: the MADs are at most 1% less, and the outliers agree.
func TestGridAgreesWithR(t *testing.T) {
	f := fit(t, "grid", hbk(t, 4), robust.Settings{Components: 2})
	r := recording(t, "grid", "hbk", 4, 2)
	for k, v := range f.Eigenvalues {
		got, want := math.Sqrt(v), math.Sqrt(r.Eigenvalues[k])
		assert.Check(t, got/want >= 0.99, "MAD of component %d is %g, want %g", k+1, got, want)
	}
	assert.Assert(t, is.DeepEqual(outliers(f, hbk(t, 4)), r.Outliers), "outliers")
}

// The scale along the first component is at least R's, on 35 of 38 tables: those of PcaGrid (rrcov 1.7-2, pcaPP 2.0.3),
// by the MAD of R. Before the search started from samples, it was on 22.
func TestGridFindsAsMuchAsR(t *testing.T) {
	theirs := [...]float64{
		7.86504, 12.1148, 8.41509, 12.2738, 10.5857, 7.47418, 7.73542, 8.34896, 7.37782, 9.5985, 7.88766,
		12.4981, 8.26018, 8.43592, 9.15171, 9.18979, 8.1996, 9.02728, 8.43841, 6.9683, 9.91858, 11.1792,
		10.0129, 9.20429, 9.08133, 8.48735, 10.7466, 9.70787, 7.88295, 10.2072, 10.1781, 8.60563,
		9.07295, 8.41808, 9.47578, 9.22796, 8.47473, 9.19582,
	}
	less := 0
	for i, want := range theirs {
		rows, features := 20+3*i, 4+i%12
		f := fit(t, "grid", spoiled(rows, features, rows/10, uint64(i)), robust.Settings{Components: 1})
		if got := math.Sqrt(f.Eigenvalues[0]); got < want*(1-1e-5) {
			t.Logf("table %d: %g, R has %g", i, got, want)
			less++
		}
	}
	assert.Check(t, less <= 3, "%d of %d tables have less than R", less, len(theirs))
}

func consecutive(first, last int) (numbers []int) {
	for i := first; i <= last; i++ {
		numbers = append(numbers, i)
	}
	return numbers
}
