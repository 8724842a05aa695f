package robust_test

import (
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"

	"gpca/solver"
	"gpca/solver/robust"
)

// hbk is the artificial data set of D. M. Hawkins, D. Bradu, G. V. Kass, Technometrics 26, 1984: 75 samples, of which
// 1 to 14 are outliers, in three features and, in column four, a response.
func hbk(tb testing.TB, features int) *mat.Dense {
	tb.Helper()
	all := robust.ReadTable(tb, filepath.Join("testdata", "hbk.csv"))
	return mat.DenseCopyOf(all.Slice(0, 75, 0, features))
}

// octane has near-infrared spectra of gasoline (K. H. Esbensen et al., 1994): 39 samples at 226 wavelengths. Samples
// 25, 26 and 36 to 39 contain alcohol.
func octane(tb testing.TB) *mat.Dense {
	tb.Helper()
	folder := os.Getenv("REPORT_DATA")
	if folder == "" {
		tb.Skip("REPORT_DATA is not set: needs octane.csv in the folder peers/rrcov beside the published data sets")
	}
	path := filepath.Join(folder, "..", "peers", "rrcov", "octane.csv")
	if _, err := os.Stat(path); err != nil {
		tb.Skip("octane.csv is not in the folder peers/rrcov beside the published data sets: ", err)
	}
	all := robust.ReadTable(tb, path)
	return mat.DenseCopyOf(all.Slice(0, 39, 1, 227)) // less the octane number
}

// spoiled returns samples whose standard deviations along rotated axes halve from one to the next, from 8 on, of which
// the first ones are outliers in one direction orthogonal to the first two axes.
func spoiled(rows, features, outliers int, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := normal(rows, features, r)
	x.Apply(func(_, j int, v float64) float64 { return 8 * v * math.Pow(2, -float64(min(j, 6))) }, x)
	for i := range outliers {
		x.Set(i, 2, 60+x.At(i, 2))
	}
	return solver.Product(x, rotation(features, r))
}

func normal(rows, columns int, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	m.Apply(func(int, int, float64) float64 { return r.NormFloat64() }, m)
	return m
}

func rotation(size int, r *rand.Rand) *mat.Dense {
	var qr mat.QR
	qr.Factorize(normal(size, size, r))
	var q mat.Dense
	qr.QTo(&q)
	return &q
}

func fit(tb testing.TB, name string, samples *mat.Dense, s robust.Settings) *robust.Fit {
	tb.Helper()
	m, err := robust.Parse(name)
	assert.NilError(tb, err)
	return fitted(tb, m, samples, s)
}

func fitted(tb testing.TB, m robust.Method, samples *mat.Dense, s robust.Settings) *robust.Fit {
	tb.Helper()
	f, err := m.Fit(tb.Context(), samples, s)
	assert.NilError(tb, err)
	return f
}

// classical is the fit of ordinary PCA.
func classical(tb testing.TB, samples *mat.Dense, components int) *robust.Fit {
	tb.Helper()
	centred, mean := solver.Centre(samples)
	loadings, err := solver.Principal(tb.Context(), centred, components)
	assert.NilError(tb, err)
	return robust.Describe(samples, mean, loadings, true)
}

// outliers returns the samples, from 1, beyond a cut-off at 97.5%.
func outliers(f *robust.Fit, samples *mat.Dense) []int {
	score, orthogonal := f.Distances(samples)
	scoreCutOff, orthogonalCutOff := f.CutOffs(orthogonal)
	var flagged []int
	for i := range score {
		if score[i] > scoreCutOff || orthogonal[i] > orthogonalCutOff {
			flagged = append(flagged, i+1)
		}
	}
	return flagged
}

// near fails unless values agree relative to the largest of them.
func near(tb testing.TB, what string, got, want []float64, tolerance float64) {
	tb.Helper()
	assert.Equal(tb, len(got), len(want), what)
	size := floats.Norm(want, math.Inf(1))
	for i, v := range got {
		assert.Check(tb, math.Abs(v-want[i]) <= tolerance*size, "%s %d is %.12g, want %.12g", what, i+1, v, want[i])
	}
}

// sameUpToSign fails unless a loading agrees with the one wanted or its opposite.
func sameUpToSign(tb testing.TB, what string, got, want []float64, tolerance float64) {
	tb.Helper()
	turned := slices.Clone(got)
	floats.Scale(math.Copysign(1, floats.Dot(want, got)), turned)
	near(tb, what, turned, want, tolerance)
}

// angle is the largest principal angle between the spans of two loadings, in degrees.
func angle(a, b *mat.Dense) float64 {
	var svd mat.SVD
	svd.Factorize(solver.Product(a, b.T()), mat.SVDNone)
	values := svd.Values(nil)
	return math.Acos(min(values[len(values)-1], 1)) * 180 / math.Pi
}
