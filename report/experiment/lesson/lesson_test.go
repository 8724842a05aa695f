package lesson

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
	"gpca/report/dataset/toy"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/experiment/trial"
	"gpca/report/internal/faults"
	"gpca/report/method"
	"gpca/report/noise"
)

// computed computes the cells of all values of an axis on a set, by value.
func computed(t *testing.T, kind experiment.Kind, yaml, axis string, set *dataset.Set) map[string]experiment.Result {
	t.Helper()
	e, err := kindtest.Decode(kind, yaml)
	assert.NilError(t, err)
	varied, _ := (&experiment.Named{Experiment: e}).Axis(axis)
	on := experiment.Subject{Data: set.Describe(), Seed: 2019, Repetitions: 1}
	var cells []experiment.Cell
	for _, v := range varied.Values {
		cells = append(cells, kindtest.Cell(t, e, experiment.Point{axis: v.Text}, on))
	}
	results := map[string]experiment.Result{}
	for i, r := range kindtest.Run(t, kind, set, cells...) {
		assert.Check(t, is.Equal(r.Failure, ""), r.Cell)
		results[varied.Values[i].Text] = r
	}
	return results
}

func generated(t *testing.T, name string) *dataset.Set {
	t.Helper()
	set, err := standin.Generate(name)
	assert.NilError(t, err)
	return set
}

// misprints are the statements of the lecture that do not hold as printed.
var misprints = []string{
	"new-projection-as-printed", "new-reconstruction-as-printed", // where x_t stands for x̌_t
	"autoencoder-weights",       // which span the subspace of the directions, but are others
	"dual-projector-as-printed", // with Σ⁻¹ for Σ⁻²
	"supervised-reconstruction", // where the mean is missing
}

// All other equations hold, with more samples than features and with fewer, at full rank and below.
func TestAllHold(t *testing.T) {
	for _, test := range []struct{ data, yaml string }{
		{"iris", "data: iris\ncomponents: 2"},
		{"optdigits", "data: optdigits\ncomponents: 5\nsamples: 150"},
		{"optdigits", "data: optdigits\ncomponents: 4\nsamples: 40"},
	} {
		results := computed(t, Identities, test.yaml, "identity", generated(t, test.data))
		for name, r := range results {
			want := number(!slices.Contains(misprints, name))
			if got := r.Values["holds"]; r.Failure == "" && got[0] != want {
				t.Errorf("%s: the sides are %g apart", r.Cell, r.Values["difference"][0])
			}
		}
		assert.Check(t, is.Equal(len(results), len(equations)))
	}
}

// What fails one equation fails no other, and is computed once.
func TestFailedPreparation(t *testing.T) {
	fails := 0
	failing := &sort{prepare: func(*work) error { fails++; return context.DeadlineExceeded }}
	w := &work{prepared: map[*sort]error{}}
	for range 2 {
		_, err := (identity{sort: failing}).compare(w)
		assert.Check(t, err == context.DeadlineExceeded && fails == 1, "error %v, prepared %d times", err, fails)
	}
	differing := identity{sort: always, sides: func(*work) (l, r matrix) { return centring(2), centring(3) }}
	const want = "the sides have different sizes, 2 × 2 and 3 × 3"
	_, err := differing.compare(w)
	assert.Error(t, err, want)
}

// The difference is that of an entry, relative to the largest.
func TestApart(t *testing.T) {
	a, b := mat.NewDense(1, 3, []float64{1, -8, 2}), mat.NewDense(1, 3, []float64{1, -8, 3})
	got := apart(a, b)
	assert.Equal(t, got, 1.0/8, "%g apart, want 1/8", got)
	got = apart(a, a)
	assert.Equal(t, got, 0.0, "%g apart from itself", got)
	assert.Check(t, !differ.holds(0) && differ.holds(1), "sides that must differ hold where they do not")
}

func TestNamesAreUnique(t *testing.T) {
	var names, texts []string
	for _, id := range equations {
		assert.Check(t, !slices.Contains(names, id.name) && !slices.Contains(texts, id.Value().TeX),
			"%s stands twice", id.name)
		names, texts = append(names, id.name), append(texts, id.Value().TeX)
	}
}

// PCA, dual PCA and the autoencoder keep the same, largest share of the variance; supervised directions keep
// the most of the dependence.
func TestWays(t *testing.T) {
	results := computed(t, Directions, "data: optdigits\nsamples: 300\ncomponents: 4\n"+
		"way: [principal, uncentred, dual, autoencoder, supervised, supervised-numbers]", "way", generated(t, "optdigits"))
	assert.Equal(t, len(results), len(ways))
	pca := results["principal"].Values
	for way, r := range results {
		same := slices.Contains([]string{"principal", "dual", "autoencoder"}, way)
		for _, measure := range []string{"kept", "kept-new", "dependence", "nearest"} {
			d := math.Abs(r.Values[measure][0] - pca[measure][0])
			assert.Check(t, (d < 1e-8) == same || measure == "nearest",
				"%s: %s is %g away from PCA's", way, measure, d)
		}
		assert.Check(t, same || r.Values["kept"][0] <= pca["kept"][0], "%s keeps more of the variance than PCA", way)
		kept, most := r.Values["dependence"][0], results["supervised"].Values["dependence"][0]
		assert.Check(t, kept <= most+1e-9 && most <= 100,
			"%s keeps %g%% of the dependence, the supervised directions %g%%", way, kept, most)
	}
	shape := results["supervised-numbers"].Artifacts[eachPicture].Shape
	assert.Assert(t, is.DeepEqual(shape, []int{1, 8, 8}),
		"directions of classes as numbers: %v, want one picture of 8 by 8", shape)
}

// In the plane, two directions keep everything, and the artifacts give the samples back.
func TestPlaneIsKept(t *testing.T) {
	set := toy.Draw("cloud")
	r := computed(t, Directions, "data: cloud", "way", set)["principal"]
	v := r.Values["kept-new"][0]
	assert.Check(t, math.Abs(v-100) <= 1e-9, "two directions of a plane keep %g%%", v)
	_, ok := r.Values["nearest"]
	assert.Check(t, !ok, "an accuracy without classes")
	z, u, mean := r.Artifacts[coordinates], r.Artifacts[eachPicture].Data, r.Artifacts[meanPicture].Data
	assert.Assert(t, is.DeepEqual(z.Shape, []int{30, 2}), "coordinates %v, want 30 of 40 samples", z.Shape)
	for j := range 2 {
		got, want := mean[j]+z.Data[0]*u[j]+z.Data[1]*u[2+j], set.Samples.At(0, j)
		assert.Check(t, math.Abs(got-want) <= 1e-12, "feature %d of the first sample is %g, want %g", j+1, got, want)
	}
	o, back := r.Artifacts[originals].Data, r.Artifacts[reconstructions].Data
	assert.Check(t, len(o) == 16 && math.Abs(o[5]-back[5]) <= 1e-12,
		"%d values of new samples, reconstructed as %g", len(o), back)
}

// The suggestions for eigenvalues that can be counted by hand.
func TestSuggestions(t *testing.T) {
	lambda := []float64{50, 30, 10, 6, 3.5, 0.5, 0}
	want := map[string]float64{
		"rank": 6, "first-ratio": 50, "by-ratio": 5, "by-drop": 1, "by-elbow": 3, "for-90": 3, "for-95": 4,
	}
	for _, m := range experiment.ReadMeasures(ofSpectrum) {
		of := suggestions[m.Name]
		got := of(lambda)
		assert.Check(t, math.Abs(got-want[m.Name]) <= 1e-12, "%s is %g, want %g", m.Name, got, want[m.Name])
		got = of([]float64{4})
		assert.Check(t, got == 1 || got == 100, "%s of one eigenvalue is %g", m.Name, got)
	}
	drop := suggestions["by-drop"]([]float64{9, 8, 2, 1})
	assert.Equal(t, drop, 2.0, "the largest fall is after %g eigenvalues, want 2", drop)
	assert.Equal(t, suggestions["by-elbow"]([]float64{9, 8, 2, 1}), 3.0) // 5/3 below the line from 9 to 1
}

// Samples on a line have one eigenvalue; equal ones have none, and say so.
func TestSpectrum(t *testing.T) {
	line := generated(t, "iris")
	line.Samples.Apply(func(i, j int, _ float64) float64 { return float64(i%7) * float64(j+1) }, line.Samples)
	assert.Check(t, is.DeepEqual(computed(t, Spectrum, "data: iris", experiment.Data, line)["iris"].Values["rank"], []float64{1}))
	line.Samples.Zero()
	e, err := kindtest.Decode(Spectrum, "data: iris")
	assert.NilError(t, err)
	c := kindtest.Cell(t, e, experiment.Point{}, experiment.Subject{Data: line.Describe(), Repetitions: 1})
	assert.Check(t, is.Contains(kindtest.Run(t, Spectrum, line, c)[0].Failure, "the samples do not vary"))
}

// The pictures are from the draw that other experiments test, of as many classes as possible; noise changes the
// share of pixels that its definition says.
func TestShow(t *testing.T) {
	set := generated(t, "usps")
	results := computed(t, Specimens, "data: usps\nnoise: salt-and-pepper\nlevels: [0, 0.5]\ncount: 5", "level", set)
	v, clean := results["0"].Values, results["0"].Artifacts[pictures]
	assert.Check(t, v["changed"][0] == 0 && v["distance"][0] == 0 &&
		v["samples"][0] == float64(set.Samples.RawMatrix().Rows), "without noise: %v", v)
	first := set.Samples.RawRowView(set.Split.Test[trial.Specimens(set, set.Split.Test, 5)[1]])
	if clean.Shape[0] != 5 || clean.Shape[1] != 16 || slices.Max(first) == 0 || !slices.Equal(clean.Data[256:512], first) {
		t.Errorf("the second picture is not the first test sample of another class: %v", clean.Shape)
	}
	classes := map[int]bool{}
	for _, place := range trial.Specimens(set, set.Split.Test, 5) {
		classes[set.Labels[set.Split.Test[place]]] = true
	}
	assert.Equal(t, len(classes), 5, "the pictures are of %d classes", len(classes))
	tested := mat.NewDense(len(set.Split.Test), 256, nil)
	unchanged := 0.0
	n, err := noise.Find("salt-and-pepper")
	assert.NilError(t, err)
	draw := noise.Draw{Seed: 2019, Dataset: "usps", Noise: "salt-and-pepper", Level: 0.5}
	assert.NilError(t, n.Copy(tested, set.Samples, set.Split.Test, 0.5, draw.Rand()))
	squared := 0.0
	for i, row := range set.Split.Test {
		for j, x := range set.Samples.RawRowView(row) {
			unchanged += number(tested.At(i, j) == x)
			squared += (tested.At(i, j) - x) * (tested.At(i, j) - x)
		}
	}
	v, noisy := results["0.5"].Values, results["0.5"].Artifacts[pictures]
	want := 100 - 100*unchanged/float64(256*len(set.Split.Test))
	assert.Check(t, math.Abs(v["changed"][0]-want) <= 1e-9 && want >= 20,
		"%g percent of the pixels change, want %g", v["changed"][0], want)
	distance := math.Sqrt(squared / float64(256*len(set.Split.Test)))
	assert.Check(t, math.Abs(v["distance"][0]/distance-1) <= 1e-9, "%g from the clean pixels, want %g", v["distance"], distance)
	e, err := kindtest.Decode(Specimens, "data: [usps, mnist]\nnoise: salt-and-pepper\nlevels: 0")
	assert.NilError(t, err)
	assert.Equal(t, e.Protocol(strings.ToUpper), "Test samples of USPS and MNIST, or all samples where there is no "+
		"published split, with noise salt-and-pepper as in the first repetition of other experiments.")
	assert.Assert(t, is.DeepEqual(noisy.Data[:256], tested.RawRowView(0)),
		"the first picture is not the first test sample of that draw")
}

// Images of noise are black and white and replace the samples.
func TestDummyImages(t *testing.T) {
	set := generated(t, "usps")
	set.Split, set.Labels, set.Classes = nil, nil, nil
	r := computed(t, Specimens, "data: usps\nnoise: dummy-images\nlevels: 15\ncount: 2", "level", set)["15"]
	for _, x := range r.Artifacts[pictures].Data {
		assert.Assert(t, x == 0 || x == 255, "a pixel of an image of noise is %g", x)
	}
	assert.Equal(t, r.Values["samples"][0], r.Values["per-class"][0], "without classes: %v", r.Values)
}

// The first line of each input names the kind.
func TestFaults(t *testing.T) {
	kinds := map[string]experiment.Kind{}
	for _, k := range []experiment.Kind{Identities, Directions, Spectrum, Specimens} {
		kinds[k.Name()] = k
	}
	faults.Check(t, "faults.txt", func(_ *testing.T, input string) error {
		kind, yaml, _ := strings.Cut(input, "\n")
		_, err := kindtest.Decode(kinds[kind], yaml)
		return err
	})
}

// An experiment refuses data that it cannot use, and methods.
func TestUnusableData(t *testing.T) {
	two := []string{"a", "b"}
	for _, test := range []struct {
		kind       experiment.Kind
		yaml, want string
		d          dataset.Description
	}{
		{Identities, "components: 4\nidentity: hsic", "test.yaml:2:13: 4 components of data set iris: 113 samples of 4 features leave room for fewer than 4", dataset.Description{Name: "iris", Samples: 150, Features: 4, Classes: two}},
		{Identities, "components: 4\nidentity: hsic", "test.yaml:1:7: data set usps has 6750 samples to learn from, of 256 features: the equations are computed for at most 1000, which samples sets, of 400", dataset.Description{Name: "usps", Samples: 9000, Features: 256}},
		{Identities, "components: 4\nidentity: hsic", "test.yaml:1:7: data set faces has no classes, which the equation hsic is about: leave it out by identity", dataset.Description{Name: "faces", Samples: 150, Features: 40}},
		{Directions, "components: 5\nway: dual", "test.yaml:3:6: Dual PCA of 3000 samples takes too long: name at most 2000 by samples", dataset.Description{Name: "faces", Samples: 4000, Features: 40}},
		{Directions, "components: 5\nway: autoencoder", "test.yaml:3:6: Linear autoencoder of 4096 features takes too long: 1000 are the most", dataset.Description{Name: "faces", Samples: 400, Features: 4096}},
		{Directions, "components: 5\nway: supervised", "test.yaml:2:13: 5 directions of data set faces, which has 75 samples to learn from, of 4 features", dataset.Description{Name: "faces", Samples: 100, Features: 4, Classes: two}},
		{Directions, "components: 5\nway: supervised", "test.yaml:3:6: data set faces has no classes, which Supervised PCA, delta kernel is about", dataset.Description{Name: "faces", Samples: 100, Features: 40}},
		{Specimens, "count: 1", "test.yaml:1:7: data set iris has no pixels: specimens are images", dataset.Description{Name: "iris"}},
	} {
		e, err := kindtest.Decode(test.kind, "data: some\n"+test.yaml)
		assert.NilError(t, err)
		p := (&experiment.Named{Experiment: e}).Complete(nil)
		_, err = e.Cell(p, method.Method{}, experiment.Subject{Data: test.d, Repetitions: 1})
		assert.Check(t, is.Error(err, test.want))
		assert.Check(t, is.Error(e.Check(method.Method{Name: "p=1"}),
			"the experiment has no use for a method, here p=1"))
	}
}
