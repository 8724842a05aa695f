package reconstruct_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
)

// Robust methods stand beside functions: with the same training samples, on any number of processors, and with the
// seed of the cell. Their parameter is in the key.
func TestRobustMethods(t *testing.T) {
	set := patterns(80, 60)
	for _, block := range []string{published + outliers + "[0.2]", "split: {folds: 2}, components: 2, centre: [own, mean, spatial-median]" + outliers + "[0, 0.2]"} {
		cells := cellsOf(t, set.Describe(), 1, block, "p=2", "robpca", "robpca alpha=0.5", "spherical")
		slices.SortFunc(cells, func(a, b experiment.Cell) int { return strings.Compare(a.Key(), b.Key()) })
		cells = slices.CompactFunc(cells, func(a, b experiment.Cell) bool { return a.Key() == b.Key() })
		want := run(t, set, cells, 1)
		assert.Check(t, is.Equal(run(t, set, cells, 4).bytes(t), want.bytes(t)), "%s: 4 workers", block)
		keys := map[string]bool{}
		for _, c := range cells {
			keys[c.Key()] = true
			want.get(t, c)
		}
		wanted := map[bool]int{true: 4, false: 22}[strings.HasPrefix(block, published)]
		assert.Check(t, is.Equal(len(keys), wanted),
			"%s: %d different cells, want %d: p=2 has its mean for its own centre", block, len(keys), wanted)
	}
}

// One fifth of outliers mixes classes that lie along two axes for p=2, and not for robpca.
func TestRobustAccuracy(t *testing.T) {
	set, random := directions(180), rand.New(rand.NewPCG(3, 4))
	for i, class := range set.Labels {
		row := set.Samples.RawRowView(i)
		for j := range row {
			row[j] = 0.3 * random.NormFloat64()
		}
		row[class] = 5 * random.NormFloat64()
	}
	cells := cellsOf(t, set.Describe(), 3, "split: {folds: 5}, components: 1, measure: [accuracy, angle]"+outliers+"[0.2]", "p=2", "robpca")
	r := run(t, set, cells, 2)
	for measure, better := range map[string]func(a, b float64) bool{
		"accuracy": func(a, b float64) bool { return a > b }, "angle": func(a, b float64) bool { return a < b/2 },
	} {
		l2, robpca := r.get(t, cells[0]).Values[measure], r.get(t, cells[1]).Values[measure]
		for i := range l2 {
			assert.Check(t, better(robpca[i], l2[i]), "%s %v of robpca, %v of p=2", measure, robpca[i], l2[i])
		}
	}
}

// A method that cannot take the samples is not applicable, which is no failure, and the others have values.
func TestNotApplicable(t *testing.T) {
	set := patterns(60, 20)
	cells := cellsOf(t, set.Describe(), 2, "split: {per-class: 9}, components: 2", "mcd", "p=1")
	r := run(t, set, cells, 2)
	got := r.ByKey[cells[0].Key()]
	assert.Check(t, got.Failure == "" && got.Values == nil, "mcd on 9 images: %+v", got)
	contains(t, "mcd", got.Inapplicable, "class columns: mcd: not applicable")
	assert.NilError(t, got.Validate())
	r.get(t, cells[1])
}

func TestRobustIsRefused(t *testing.T) {
	for block, want := range map[string]string{
		published + gaussian300:                "robpca finds components in input space",
		published + ", centring: none":         "robpca finds the centre of samples itself",
		contaminated + ", levels: [1]":         "",
		published + ", start: smallest-sample": "",
	} {
		e, err := decode("{data: usps, " + block + "}")
		assert.NilError(t, err)
		m, err := scope{}.Method("robpca")
		if err == nil {
			err = e.Check(m)
		}
		if (err == nil) != (want == "") {
			t.Errorf("%s: %v", block, err)
		} else if err != nil {
			contains(t, block, err.Error(), want)
		}
	}
	d := patterns(60, 5).Describe()
	a := cellsOf(t, d, 1, published+", start: [smallest-sample, best-sample], tolerance: 1e-3", "robpca")
	b := cellsOf(t, d, 1, published, "robpca")
	keys := []string{a[0].Key(), a[1].Key(), b[0].Key()}
	assert.Equal(t, len(slices.Compact(keys)), 1, "settings of iterations are in the key of a method that has none")
	assert.Check(t, experiment.Differences(b[0], cellsOf(t, d, 1, published, "robpca alpha=0.5")[0]) != nil,
		"alpha is not in the key")
}
