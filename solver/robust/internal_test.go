package robust

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
		assert.Check(t, is.Equal(subsetSize(test.alpha, test.n, test.most), test.want), "%+v", test)
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
		assert.Check(t, abs(raw-test.raw) <= 1e-9 && abs(again-test.reweighted) <= 1e-9,
			"%+v: %g, %g", test, raw, again)
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
				m := mix{1, 0, values, values}
				got := m.medianNear(memory, guess, size)
				assert.Check(t, is.Equal(got, Median(values)),
					"%v: median %v near %v ± %v, want %v", values, got, guess, size, Median(values))
				want := MAD(values)
				if got := m.madAbove(memory, size, guess, size/10); got != want && (got != 0 || want > size*(1+1e-12)) {
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
		Sort(values)
		assert.Check(t, is.DeepEqual(values, want), "%s values are in another order", name)
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
			d := floats.Distance(b.point(x.Row(i)), m.RawRowView(i), 2)
			assert.Check(t, d <= 1e-12*full+1e-14, "%s: sample %d is %g off", name, i, d)
			assert.Check(t, math.Abs(norm(x.Row(i))-full) <= 1e-11*full,
				"%s: sample %d is %g from the origin, want %g", name, i, norm(x.Row(i)), full)
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
		got := Medcouple(test.values)
		assert.Check(t, abs(got-test.want) <= 1e-14, "%g: %.15g, want %g", test.values, got, test.want)
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
		got, want := Medcouple(values), medcoupleOf(values)
		assert.Check(t, abs(got-want) <= 1e-12, "%d values: %g, want %g", n, got, want)
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

// From the outlyingness that rrcov 1.7 found along its own random directions, all else follows as there.
func TestSkewedAgreesWithRGivenItsOutlyingness(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "skew", "rrcov.json"))
	assert.NilError(t, err)
	var all map[string]struct {
		Centre, Eigenvalues, Outlyingness, Orthogonal, CutOffs []float64
		Loadings                                               [][]float64
		Flagged                                                []int
	}
	assert.NilError(t, json.Unmarshal(text, &all))
	for name, r := range all {
		samples := ReadTable(t, filepath.Join("testdata", "skew", name+"_x.csv"))
		f := &Fit{Centre: r.Centre, Loadings: mat.NewDense(2, len(r.Centre), slices.Concat(r.Loadings...)),
			Eigenvalues: r.Eigenvalues, Skew: &Skew{CutOff: upperWhisker(r.Outlyingness)}}
		p := &problem{x: vector.Of(samples), alpha: robpcaAlpha, workers: 1}
		scores := p.turned(f)
		h, _ := p.kept()
		e := p.moments(scores, p.leastOf(r.Outlyingness, h))
		got := []float64{e.covariance.Row(0)[0], e.covariance.Row(1)[0], e.covariance.Row(1)[1], e.mean[0], e.mean[1]}
		for i, want := range []float64{r.Eigenvalues[0], 0, r.Eigenvalues[1], 0, 0} {
			assert.Check(t, abs(got[i]-want) <= 1e-9, "%s: covariance and mean %g", name, got)
		}
		_, orthogonal := f.Distances(samples)
		far, away := f.CutOffs(orthogonal)
		assert.Check(t, abs(far-r.CutOffs[0]) <= 1e-9 && abs(away-r.CutOffs[1]) <= 1e-9,
			"%s: cut-offs %.10g and %.10g, want %.10g", name, far, away, r.CutOffs)
		for i, d := range orthogonal {
			flagged := r.Outlyingness[i] > far || d > away+1e-9
			assert.Check(t, abs(d-r.Orthogonal[i]) <= 5e-9 && flagged == slices.Contains(r.Flagged, i+1),
				"%s: sample %d is %g from the plane, want %g; flagged %t", name, i+1, d, r.Orthogonal[i], flagged)
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
		{"skew/skew1_x.csv", 1, 0.6, -3.25006305795, 0, 0}, // which R computes otherwise
		{"hbk.csv", 2, 0.6, -0.403795710058, 1.53770491803, 1.85872993373},
		{"hbk.csv", 4, 0.5, -2.42931967153, 1.55833333333, 1.587394926},
		{"skew/skew1_x.csv", 5, 0.6, -12.3293304436, 0.942860284483, 0.214704675204},
	} {
		all := ReadTable(t, filepath.Join("testdata", test.table))
		rows, _ := all.Dims()
		x := vector.Of(mat.DenseCopyOf(all.Slice(0, rows, 0, test.features)))
		p := &problem{ctx: t.Context(), workers: 1}
		raw, err := p.fromSix(x, subsetSize(test.alpha, rows, test.features))
		assert.NilError(t, err)
		e, err := p.deterministicMCD(x, test.alpha)
		assert.NilError(t, err)
		off := max(abs(e.mean[0]-test.centre), abs(e.covariance.Row(0)[0]-test.variance))
		assert.Check(t, abs(raw.logarithm-test.logarithm) <= 1e-9 && (off <= 1e-10 || test.variance == 0),
			"%+v: got %.12g, %.12g and %.12g", test, raw.logarithm, e.mean[0], e.covariance.Row(0)[0])
	}
}
