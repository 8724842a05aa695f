package standin_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
)

// generated has the sets that tests asked for, which they share and must not change.
var generated sync.Map

func generate(t testing.TB, name string) *dataset.Set {
	t.Helper()
	set, ok := generated.Load(name)
	if !ok {
		set, _ = generated.LoadOrStore(name, fresh(t, name))
	}
	return set.(*dataset.Set)
}

func fresh(t testing.TB, name string) *dataset.Set {
	t.Helper()
	set, err := standin.Generate(name)
	assert.NilError(t, err)
	return set
}

// The features, classes and sizes of images are those of the publishers; the numbers of samples are our
// own.
func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name        string
		samples     int
		features    int
		classes     []int // samples of each class
		train, test int
		image       dataset.ImageSize
	}{
		{"usps", 1400, 256, same(140, 10), 600, 800, dataset.ImageSize{Width: 16, Height: 16}},
		{"mnist", 1400, 784, same(140, 10), 800, 600, dataset.ImageSize{Width: 28, Height: 28}},
		{"yale", 165, 8000, nil, 0, 0, dataset.ImageSize{Width: 100, Height: 80}},
		{"iris", 150, 4, same(50, 3), 0, 0, dataset.ImageSize{}},
		{"balance", 625, 4, []int{288, 49, 288}, 0, 0, dataset.ImageSize{}},
		{"ionosphere", 351, 34, []int{225, 126}, 0, 0, dataset.ImageSize{}},
		{"yeast", 600, 8, []int{184, 173, 99, 66, 21, 18, 14, 12, 8, 5}, 0, 0, dataset.ImageSize{}},
		{"phishing", 800, 30, []int{354, 446}, 0, 0, dataset.ImageSize{}},
		{"liver", 345, 6, []int{145, 200}, 0, 0, dataset.ImageSize{}},
		{"waveform", 600, 21, same(200, 3), 0, 0, dataset.ImageSize{}},
		{"letter", 1040, 16, same(40, 26), 0, 0, dataset.ImageSize{}},
		{"car", 346, 6, []int{237, 82, 12, 15}, 0, 0, dataset.ImageSize{}},
		{"car-indicator", 346, 21, []int{237, 82, 12, 15}, 0, 0, dataset.ImageSize{}},
		{"car-numbers", 346, 6, []int{237, 82, 12, 15}, 0, 0, dataset.ImageSize{}},
		{"car-standardised", 346, 6, []int{237, 82, 12, 15}, 0, 0, dataset.ImageSize{}},
		{"car-acceptable", 346, 6, []int{237, 109}, 0, 0, dataset.ImageSize{}},
		{"olivetti", 400, 4096, same(10, 40), 0, 0, dataset.ImageSize{Width: 64, Height: 64}},
		{"optdigits", 1000, 64, same(100, 10), 600, 400, dataset.ImageSize{Width: 8, Height: 8}},
		{"optdigits-test", 400, 64, same(40, 10), 0, 0, dataset.ImageSize{Width: 8, Height: 8}},
		{"usps-zip", 1000, 256, same(100, 10), 700, 300, dataset.ImageSize{Width: 16, Height: 16}},
	} {
		t.Run(c.name, func(t *testing.T) {
			set := generate(t, c.name)
			assert.Check(t, set.Name == c.name && set.Title != "" && set.Origin == dataset.StandIn && set.Files == nil,
				"named %q, titled %q, origin %q, files %v", set.Name, set.Title, set.Origin, set.Files)
			if rows, columns := set.Samples.Dims(); rows != c.samples || columns != c.features {
				t.Errorf("%d samples of %d features, want %d of %d", rows, columns, c.samples, c.features)
			}
			assert.Equal(t, set.Image, c.image)
			assert.Equal(t, len(set.Classes), len(c.classes), "classes %v", set.Classes)
			if c.classes == nil {
				assert.Check(t, set.Labels == nil, "labels without classes")
			} else if counts := count(set, nil); !slices.Equal(counts, c.classes) {
				t.Errorf("class counts %v, want %v", counts, c.classes)
			}
			if c.train == 0 {
				assert.Check(t, set.Split == nil, "a split where the real set has none")
				return
			}
			checkSplit(t, set, c.train, c.test)
		})
	}
}

// Every stand-in has the title, features, classes and images of its entry.
func TestStandInsMatchTheCatalogue(t *testing.T) {
	for _, e := range dataset.Catalogue() {
		set := generate(t, e.Name)
		assert.Check(t, is.Equal(set.Title, e.Title), "%s: titled %q, in the catalogue %q", e.Name, set.Title, e.Title)
		_, features := set.Samples.Dims()
		assert.Check(t, is.Equal(features, e.Features), e.Name)
		assert.Check(t, is.DeepEqual(set.Classes, e.Classes), "%s: classes", e.Name)
		assert.Check(t, is.Equal(set.Image, e.Image), "%s: images", e.Name)
	}
}

// checkSplit checks that every row is in one part and every class has the same share of both.
func checkSplit(t *testing.T, set *dataset.Set, train, test int) {
	t.Helper()
	assert.Assert(t, len(set.Split.Train) == train && len(set.Split.Test) == test,
		"split into %d and %d, want %d and %d", len(set.Split.Train), len(set.Split.Test), train, test)
	rows := slices.Concat(set.Split.Train, set.Split.Test)
	slices.Sort(rows)
	for i, row := range rows {
		assert.Equal(t, i, row, "row %d is missing from the split or in it twice", i)
	}
	classes := len(set.Classes)
	assert.Assert(t, is.DeepEqual(count(set, set.Split.Train), same(train/classes, classes)),
		"training samples of the classes")
}

func count(set *dataset.Set, rows []int) []int {
	counts := make([]int, len(set.Classes))
	if rows == nil {
		for _, label := range set.Labels {
			counts[label]++
		}
	}
	for _, row := range rows {
		counts[set.Labels[row]]++
	}
	return counts
}

func same(n, times int) []int { return slices.Repeat([]int{n}, times) }

// Values have the range and the rounding of the real files, and use the whole range.
func TestRanges(t *testing.T) {
	for _, c := range []struct {
		name      string
		low, high float64
		atLeast   float64 // of the range that is used
		unit      float64 // that every value is a multiple of
	}{
		{"usps", 0, 255, 1, 1},
		{"mnist", 0, 255, 1, 1},
		{"yale", 0, 255, 1, 1},
		{"olivetti", 0, 255, .8, 1},
		{"iris", .1, 9, .7, .1},
		{"balance", 1, 5, 1, 1},
		{"ionosphere", -1, 1, .99, 1e-5},
		{"yeast", 0, 1, 1, .01},
		{"phishing", -1, 1, 1, 1},
		{"liver", 0, 300, .6, .5},
		{"waveform", -5, 10, .75, .01},
		{"letter", 0, 15, 1, 1},
		{"car", 0, 3, 1, 1},
		{"car-indicator", 0, 1, 1, 1},
		{"car-numbers", 0, 5, 1, 1},
		{"car-acceptable", 0, 3, 1, 1},
		{"optdigits", 0, 16, 1, 1},
		{"optdigits-test", 0, 16, 1, 1},
		{"usps-zip", -1, 1, 1, .001},
	} {
		x := generate(t, c.name).Samples
		low, high := mat.Min(x), mat.Max(x)
		assert.Check(t, low >= c.low && high <= c.high && high-low >= c.atLeast*(c.high-c.low),
			"%s: values from %v to %v, want from %v to %v", c.name, low, high, c.low, c.high)
		for i, v := range x.RawMatrix().Data {
			if steps := v / c.unit; math.Abs(steps-math.Round(steps)) > 1e-6 || math.IsNaN(v) {
				t.Errorf("%s: value %d is %v, no multiple of %v", c.name, i, v, c.unit)
				break
			}
		}
	}
}

// The bytes of every stand-in are pinned: results computed from them can be told
// from results computed from others. A change here needs a new version.
func TestDescribe(t *testing.T) {
	type content struct {
		Digest                         string
		Samples, Features, Train, Test int
		ClassCounts                    []int
	}
	contents := map[string]content{}
	for _, e := range dataset.Catalogue() {
		want := generate(t, e.Name).Describe()
		contents[e.Name] = content{want.Digest, want.Samples, want.Features, want.Train, want.Test, want.ClassCounts}
		if got, ok := standin.Describe(e); !golden.FlagUpdate() && (!ok || !reflect.DeepEqual(got, want)) {
			t.Errorf("%s: the stand-in changed; if on purpose, raise the version and run with -update\ngot  %+v\nwant %+v",
				e.Name, want, got)
		}
	}
	if golden.FlagUpdate() {
		text, err := json.MarshalIndent(contents, "", " ")
		if err == nil {
			err = os.WriteFile("contents.json", append(text, '\n'), 0o644)
		}
		assert.NilError(t, err)
	}
}

// A caller may change a set: the next one gets the same values.
func TestSetsAreTheCallersOwn(t *testing.T) {
	for _, name := range []string{"usps", "car", "balance", "letter"} {
		first := fresh(t, name)
		want := mat.DenseCopyOf(first.Samples)
		first.Samples.Zero()
		first.Labels[0], first.Classes[0] = 99, "changed"
		again := fresh(t, name)
		assert.Check(t, mat.Equal(again.Samples, want) && again.Labels[0] != 99 && again.Classes[0] != "changed",
			"%s: what one caller changed shows in the set of the next", name)
		assert.Check(t, is.Equal(again.Digest, first.Digest), "%s: digest", name)
	}
}

func TestGenerateUnknown(t *testing.T) {
	const want = `unknown data set "mnits": did you mean mnist?`
	_, err := standin.Generate("mnits")
	assert.Error(t, err, want)
}

func BenchmarkGenerate(b *testing.B) {
	for _, name := range dataset.Names() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				fresh(b, name)
			}
		})
	}
}

func ExampleGenerate() {
	set, err := standin.Generate("balance")
	if err != nil {
		fmt.Println(err)
		return
	}
	rows, features := set.Samples.Dims()
	fmt.Println(set.Title, set.Origin, rows, features, set.Classes)
	last := rows - 1
	fmt.Println(set.Samples.RawRowView(1), set.Classes[set.Labels[1]])
	fmt.Println(set.Samples.RawRowView(last), set.Classes[set.Labels[last]])
	// Output:
	// Balance stand-in 625 4 [L B R]
	// [1 1 1 2] R
	// [5 5 5 5] B
}
