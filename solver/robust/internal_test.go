package robust

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// The numbers of samples kept by rrcov: octane, hbk of three and of four features. Below them are those by which the
// manual says how many outliers can be left out.
func TestSubsetSizeOfROBPCA(t *testing.T) {
	for _, test := range []struct {
		n, most, want int
		alpha         float64
	}{
		{39, 10, 32, 0.75}, {75, 3, 57, 0.75}, {75, 4, 57, 0.75}, {75, 3, 39, 0.5}, {75, 3, 75, 1},
		{300, 10, 227, 0.75}, {225, 30, 176, 0.75}, {50, 10, 40, 0.75}, {30, 10, 25, 0.75}, {30, 6, 24, 0.75},
		{30, 4, 23, 0.75}, {300, 2, 151, 0.5}, {30, 2, 16, 0.5},
	} {
		if got := subsetSize(test.alpha, test.n, test.most); got != test.want {
			t.Errorf("%+v: got %d", test, got)
		}
	}
}

// Factors that robustbase 0.95 prints as cnp2 of covMcd.
func TestSmallSample(t *testing.T) {
	for _, test := range []struct {
		p, n            int
		alpha           float64
		raw, reweighted float64
	}{
		{1, 20, 0.5, 1.269549654, 1.033215789}, {1, 75, 0.9, 1.007038978, 1.008963050},
		{2, 75, 0.76, 1.042983901, 1.015245667}, {3, 75, 0.76, 1.059369382, 1.021304875},
		{5, 20, 0.9, 1.182215531, 1.186535775}, {10, 500, 0.76, 1.020955191, 1.009408331},
	} {
		raw := smallSample(rawSmall, test.p, test.n, test.alpha)
		again := smallSample(reweightedSmall, test.p, test.n, test.alpha)
		if abs(raw-test.raw) > 1e-9 || abs(again-test.reweighted) > 1e-9 {
			t.Errorf("%+v: got %.9f and %.9f", test, raw, again)
		}
	}
}

// Whatever the guess, the median is that of all values, and the MAD too where it is above the bound.
func TestNearAGuess(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	for n := 1; n < 60; n++ {
		values, memory := make([]float64, n), make([]float64, 2*n)
		for i := range values {
			values[i] = math.Round(10 * r.NormFloat64())
		}
		for _, guess := range []float64{-30, -3, 0, 2, 30} {
			for _, size := range []float64{0, 1, 5, 12, 100} {
				if got := medianNear(values, memory, guess, size); got != Median(values) {
					t.Errorf("%v: median %v near %v ± %v, want %v", values, got, guess, size, Median(values))
				}
				want := MAD(values)
				if got := madAbove(values, memory, size, guess); got != want && (got != 0 || want > size*(1+1e-12)) {
					t.Errorf("%v: MAD %v above %v, want %v", values, got, size, want)
				}
			}
		}
	}
}

func TestSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	values := []float64{0, math.Copysign(0, -1), math.Inf(1), math.Inf(-1), math.MaxFloat64,
		-math.SmallestNonzeroFloat64}
	for range 3000 {
		values = append(values, math.Round(10*r.NormFloat64()), r.NormFloat64()*math.Exp(50*r.NormFloat64()))
	}
	alike := slices.Repeat([]float64{1}, 3000) // but for the last digits
	for i := range alike {
		alike[i] += r.Float64() / (1 << 40)
	}
	for name, values := range map[string][]float64{"mixed": values, "alike": alike} {
		want := slices.Sorted(slices.Values(values))
		if Sort(values); !slices.Equal(values, want) {
			t.Errorf("%s values are in another order", name)
		}
	}
}

func abs(v float64) float64 { return max(v, -v) }

// Coordinates give the samples again and lengths as they are: of wide samples, far ones, repeated ones, and ones whose
// spread falls by orders of magnitude.
func TestReduceKeepsSamples(t *testing.T) {
	for name, change := range map[string]func(m *mat.Dense, i int){
		"wide": func(*mat.Dense, int) {},
		"far": func(m *mat.Dense, i int) {
			floats.Scale(math.Pow(10, float64(i%3*i)), m.RawRowView(i))
		},
		"repeated": func(m *mat.Dense, i int) { m.SetRow(i, m.RawRowView(i/2)) },
		"falling": func(m *mat.Dense, i int) {
			for j := range m.RawRowView(i) {
				m.Set(i, j, m.At(i, j)*math.Pow(10, -float64(j)/4))
			}
		},
	} {
		r := rand.New(rand.NewPCG(1, 7))
		m := mat.NewDense(60, 300, nil)
		m.Apply(func(_, _ int, _ float64) float64 { return r.NormFloat64() }, m)
		for i := range 60 {
			change(m, i)
		}
		x, b := reduce(m, 1)
		for i := range 60 {
			full := floats.Distance(m.RawRowView(i), b.origin, 2)
			if d := floats.Distance(b.point(x.Row(i)), m.RawRowView(i), 2); !(d <= 1e-12*full+1e-14) {
				t.Errorf("%s: sample %d is %g off", name, i, d)
			}
			if !(math.Abs(norm(x.Row(i))-full) <= 1e-11*full) {
				t.Errorf("%s: sample %d is %g from the origin, want %g", name, i, norm(x.Row(i)), full)
			}
		}
	}
}

// The medcouple is the median over all couples, and what robustbase 0.95 says as mc.
func TestMedcouple(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   float64
	}{
		{[]float64{1, 2, 3, 4, 10, 20, 35, 70}, 0.636029411764706},
		{[]float64{1, 2, 3, 4, 10, 20, 35}, 0.746031746031746},
		{[]float64{1, 2, 2, 2, 3, 10}, 0.388888888888889}, {[]float64{1, 5, 5, 5, 6, 9, 20, 5}, 1}, {[]float64{7}, 0},
	} {
		if got := Medcouple(test.values); abs(got-test.want) > 1e-14 {
			t.Errorf("%g: %.15g, want %g", test.values, got, test.want)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 200; n++ {
		values := make([]float64, n)
		for i := range values {
			values[i] = math.Exp(float64(n%3) * r.NormFloat64())
			if n%2 == 0 { // many are equal
				values[i] = math.Floor(3 * values[i])
			}
		}
		if got, want := Medcouple(values), medcoupleOf(values); abs(got-want) > 1e-12 {
			t.Errorf("%d values: %g, want %g", n, got, want)
		}
	}
}

// medcoupleOf is the definition.
func medcoupleOf(values []float64) float64 {
	centre, equal := Median(values), 0
	sorted := slices.Sorted(slices.Values(values))
	for _, v := range sorted {
		if v == centre {
			equal++
		}
	}
	low, _ := slices.BinarySearch(sorted, centre)
	var all []float64
	for i, above := range sorted[low:] {
		for j, below := range sorted[:low+equal] {
			if above > below {
				all = append(all, (above+below-2*centre)/(above-below))
				continue
			}
			all = append(all, float64(min(max(i+j-low+1-equal, -1), 1)))
		}
	}
	return Median(all)
}

// numbersOf are those of a table below its headings.
func numbersOf(t *testing.T, path string) *mat.Dense {
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(bytes.NewReader(source)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	x := mat.NewDense(len(lines)-1, len(lines[0]), nil)
	for i, line := range lines[1:] {
		for j, cell := range line {
			v, err := strconv.ParseFloat(cell, 64)
			if err != nil {
				t.Fatal(err)
			}
			x.Set(i, j, v)
		}
	}
	return x
}

// From the outlyingness that rrcov 1.7 found along its own random directions, all else follows as there.
func TestSkewedAgreesWithRGivenItsOutlyingness(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "skew", "rrcov.json"))
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]struct {
		Centre, Eigenvalues, Outlyingness, Orthogonal, CutOffs []float64
		Loadings                                               [][]float64
		Flagged                                                []int
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	for name, r := range all {
		samples := numbersOf(t, filepath.Join("testdata", "skew", name+"_x.csv"))
		f := &Fit{Centre: r.Centre, Loadings: mat.NewDense(2, len(r.Centre), slices.Concat(r.Loadings...)),
			Eigenvalues: r.Eigenvalues, Skew: &Skew{CutOff: upperWhisker(r.Outlyingness)}}
		p := &problem{x: vector.Of(samples), alpha: robpcaAlpha, workers: 1}
		scores := p.turned(f)
		h, _ := p.kept()
		e := p.moments(scores, p.leastOf(r.Outlyingness, h))
		for i := range 2 {
			for j := range 2 {
				want := 0.0
				if i == j {
					want = r.Eigenvalues[i]
				}
				if got := e.covariance.Row(max(i, j))[min(i, j)]; abs(got-want) > 1e-9 || abs(e.mean[i]) > 1e-9 {
					t.Errorf("%s: covariance %d, %d is %g, want %g; mean %g", name, i, j, got, want, e.mean[i])
				}
			}
		}
		_, orthogonal := f.Distances(samples)
		far, away := f.CutOffs(orthogonal)
		if abs(far-r.CutOffs[0]) > 1e-9 || abs(away-r.CutOffs[1]) > 1e-9 {
			t.Errorf("%s: cut-offs %.10g and %.10g, want %.10g", name, far, away, r.CutOffs)
		}
		for i, d := range orthogonal {
			flagged := r.Outlyingness[i] > far || d > away+1e-9
			if abs(d-r.Orthogonal[i]) > 5e-9 || flagged != slices.Contains(r.Flagged, i+1) {
				t.Errorf("%s: sample %d is %g from the plane, want %g; flagged %t", name, i+1, d, r.Orthogonal[i],
					flagged)
			}
		}
	}
}

// CovMcd of rrcov 1.7 finds these with nsamp = "deterministic": the logarithm of the determinant of the subset, and
// centre and variance of the first feature. Of one feature it takes the variance of the subset for its deviation when
// it reweights, which changes the result for skew1 and not for hbk.
func TestDeterministicMCDAgreesWithR(t *testing.T) {
	for _, test := range []struct {
		table                       string
		features                    int
		alpha                       float64
		logarithm, centre, variance float64
	}{
		{"hbk.csv", 1, 0.5, -0.887598910332, 1.53770491803, 2.48087745585},
		{"hbk.csv", 1, 0.75, -0.0765199695913, 1.53770491803, 2.49219615542},
		{"skew/skew1_x.csv", 1, 0.6, -3.25006305795, math.NaN(), math.NaN()},
		{"hbk.csv", 2, 0.6, -0.403795710058, 1.53770491803, 1.85872993373},
		{"hbk.csv", 4, 0.5, -2.42931967153, 1.55833333333, 1.587394926},
		{"skew/skew1_x.csv", 5, 0.6, -12.3293304436, 0.942860284483, 0.214704675204},
	} {
		all := numbersOf(t, filepath.Join("testdata", test.table))
		rows, _ := all.Dims()
		x := vector.Of(mat.DenseCopyOf(all.Slice(0, rows, 0, test.features)))
		p := &problem{ctx: t.Context(), workers: 1}
		raw, err := p.fromSix(x, subsetSize(test.alpha, rows, test.features))
		if err != nil {
			t.Fatal(err)
		}
		e, err := p.deterministicMCD(x, test.alpha)
		if err != nil {
			t.Fatal(err)
		}
		off := max(abs(e.mean[0]-test.centre), abs(e.covariance.Row(0)[0]-test.variance))
		if abs(raw.logarithm-test.logarithm) > 1e-9 || off > 1e-10 {
			t.Errorf("%+v: got %.12g, %.12g and %.12g", test, raw.logarithm, e.mean[0], e.covariance.Row(0)[0])
		}
	}
}
