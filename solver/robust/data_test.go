package robust_test

import (
	"encoding/csv"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/robust"
)

// table reads a CSV file of numbers below a header.
func table(tb testing.TB, path string) *mat.Dense {
	tb.Helper()
	file, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	rows = rows[1:]
	m := mat.NewDense(len(rows), len(rows[0]), nil)
	for i, row := range rows {
		for j, cell := range row {
			v, err := strconv.ParseFloat(strings.TrimSpace(strings.Replace(cell, "NA", "NaN", 1)), 64)
			if err != nil {
				tb.Fatal(err)
			}
			m.Set(i, j, v)
		}
	}
	return m
}

// hbk is the artificial data set of D. M. Hawkins, D. Bradu, G. V. Kass, Technometrics 26, 1984: 75 samples, of which
// 1 to 14 are outliers, in three features and, in column four, a response.
func hbk(tb testing.TB, features int) *mat.Dense {
	tb.Helper()
	all := table(tb, filepath.Join("testdata", "hbk.csv"))
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
	all := table(tb, path)
	return mat.DenseCopyOf(all.Slice(0, 39, 1, 227)) // less the octane number
}

// spoiled returns samples whose standard deviations along rotated axes halve from one to the next, from 8 on, of which
// the first ones are outliers in one direction orthogonal to the first two axes.
func spoiled(rows, features, outliers int, seed uint64) *mat.Dense {
	r := rand.New(rand.NewPCG(seed, 0))
	x := normal(rows, features, r)
	for i := range rows {
		for j := range features {
			x.Set(i, j, 8*x.At(i, j)*math.Pow(2, -float64(min(j, 6))))
		}
		if i < outliers {
			x.Set(i, 2, 60+x.At(i, 2))
		}
	}
	return solver.Product(x, rotation(features, r))
}

func normal(rows, columns int, r *rand.Rand) *mat.Dense {
	m := mat.NewDense(rows, columns, nil)
	for i := range rows {
		for j := range columns {
			m.Set(i, j, r.NormFloat64())
		}
	}
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
	if err != nil {
		tb.Fatal(err)
	}
	f, err := m.Fit(tb.Context(), samples, s)
	if err != nil {
		tb.Fatal(err)
	}
	return f
}

// classical is the fit of ordinary PCA.
func classical(tb testing.TB, samples *mat.Dense, components int) *robust.Fit {
	tb.Helper()
	centred, mean := solver.Centre(samples)
	loadings, err := solver.Principal(tb.Context(), centred, components)
	if err != nil {
		tb.Fatal(err)
	}
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
	if len(got) != len(want) {
		tb.Errorf("%s: %d values, want %d", what, len(got), len(want))
		return
	}
	size := 0.0
	for _, v := range want {
		size = max(size, math.Abs(v))
	}
	for i, v := range got {
		if !(math.Abs(v-want[i]) <= tolerance*size) {
			tb.Errorf("%s %d is %.12g, want %.12g", what, i+1, v, want[i])
		}
	}
}

// sameUpToSign fails unless a loading agrees with the one wanted or its opposite.
func sameUpToSign(tb testing.TB, what string, got, want []float64, tolerance float64) {
	tb.Helper()
	inner := 0.0
	for j, v := range want {
		inner += v * got[j]
	}
	turned := make([]float64, len(got))
	for j, v := range got {
		turned[j] = math.Copysign(1, inner) * v
	}
	near(tb, what, turned, want, tolerance)
}

// angle is the largest principal angle between the spans of two loadings, in degrees.
func angle(a, b *mat.Dense) float64 {
	var svd mat.SVD
	svd.Factorize(solver.Product(a, b.T()), mat.SVDNone)
	values := svd.Values(nil)
	return math.Acos(min(values[len(values)-1], 1)) * 180 / math.Pi
}
