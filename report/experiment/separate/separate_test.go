package separate

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset"
	"gpca/report/dataset/toy"
	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
	"gpca/report/internal/faults"
	"gpca/report/method"
)

// scope knows three data sets and no method.
type scope struct{ kindtest.Scope }

func (scope) Method(name string) (method.Method, error) {
	return method.Method{}, errors.New("no methods here")
}

func (scope) KnownData(name string) error {
	if !slices.Contains([]string{"three-signals", "images-200", "tiny"}, name) {
		return errors.New("unknown data set " + name)
	}
	return nil
}

func decode(yaml string) (experiment.Experiment, error) {
	return kindtest.DecodeIn(scope{}, Kind, yaml)
}

// computed returns the stages of an experiment on a set, by name.
func computed(t *testing.T, yaml string, set *dataset.Set, repetitions int) map[string]experiment.Result {
	t.Helper()
	e, err := decode(yaml)
	assert.NilError(t, err)
	on := experiment.Subject{Data: set.Describe(), Seed: 5, Repetitions: repetitions}
	var cells []experiment.Cell
	for _, s := range stages {
		cells = append(cells, kindtest.Cell(t, e, experiment.Point{"stage": s.Text}, on))
	}
	found := map[string]experiment.Result{}
	for i, r := range kindtest.Run(t, Kind, set, cells...) {
		found[stages[i].Text] = r
	}
	return found
}

// Every stage is closer to the sources, separated signals have their order and signs, and only stages of a
// random start are repeated.
func TestStages(t *testing.T) {
	set := toy.Draw("three-signals-half")
	for _, with := range []string{"", "\ncontrast: gaussian", "\ndecorrelation: deflation", "\ncontrast: gaussian\ndecorrelation: deflation"} {
		r := computed(t, "data: three-signals\nmixing: 1 1 1; 0.5 2 1; 1.5 1 2"+with, set, 3)
		sirs := map[string]float64{}
		for stage, result := range r {
			assert.Equal(t, result.Failure, "")
			if n := len(result.Values[sir]); n != len(result.Values[amari]) || n != map[bool]int{true: 3, false: 1}[stage == separated] {
				t.Errorf("%q, %s: %d values", with, stage, n)
			}
			sirs[stage] = slices.Min(result.Values[sir])
			if a := result.Artifacts[Signals]; !slices.Equal(a.Shape, []int{3, 3334}) || result.Artifacts[experiment.StrideOf].Data[0] != 3 {
				t.Errorf("%q, %s: signals of shape %v, every %v steps", with, stage, a.Shape, result.Artifacts[experiment.StrideOf].Data)
			}
		}
		assert.Check(t, sirs[mixtures] < sirs[whitened] && sirs[whitened] < sirs[separated] &&
			sirs[separated] < sirs[sources], "%q: ratios %v do not grow", with, sirs)
		assert.Check(t, sirs[separated] >= 25 && slices.Max(r[separated].Values[amari]) <= 0.05,
			"%q: separated with %v", with, r[separated].Values)
		d := r[sources].Values[amari][0]
		assert.Check(t, is.Equal(d, 0.0), "the sources are %g from themselves", d)
		kept := r[separated].Artifacts[Signals]
		for signal := range 3 {
			dot, squares := 0.0, 0.0
			for i := range kept.Shape[1] {
				v := kept.Data[signal*kept.Shape[1]+i]
				dot, squares = dot+v*set.Samples.At(3*i, signal), squares+v*v
			}
			if dot <= 0 || math.Abs(squares/float64(kept.Shape[1])-1) > 0.01 {
				t.Errorf("%q: signal %d has inner product %g with its source and variance %g", with, signal+1, dot, squares/float64(kept.Shape[1]))
			}
		}
		n := r[separated].Ends.Total()
		assert.Check(t, n == 3 || n == 9, "%q: %d ends of iterations", with, n)
	}
}

// Random matrices differ from one repetition to the next.
func TestRandomMatrices(t *testing.T) {
	r := computed(t, "data: three-signals\nmixing: random", toy.Draw("three-signals-half"), 4)
	v := r[mixtures].Values[amari]
	assert.Check(t, len(v) == 4 && v[0] != v[1], "mixtures are %v from the sources, want four different distances", v)
	v = r[separated].Values[amari]
	assert.Check(t, len(v) == 4 && slices.Max(v) <= 0.05, "separated signals are %v from the sources", v)
}

// For a symmetric matrix, whitening undoes all but the signs of the eigenvalues: those of (1 2; 2 1), 3 and −1,
// swap the sources if these are uncorrelated and of equal variance.
func TestWhiteningUndoesSymmetricMatrix(t *testing.T) {
	set := &dataset.Set{Name: "tiny", Samples: mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})}
	r := computed(t, "data: tiny\nmixing: 1 2; 2 1 / 3", set, 1)
	d := r[whitened].Values[amari][0]
	assert.Check(t, d <= 1e-12, "whitened mixtures are %g from the sources, want 0", d)
	d = r[mixtures].Values[amari][0]
	assert.Check(t, d >= 0.4, "mixtures are %g from the sources", d)
}

// In a set of images each sample is a source, and reduced images are kept.
func TestImages(t *testing.T) {
	r := computed(t, "data: images-200\nmixing: 1 2; 2 1 / 3", toy.Draw("images-200"), 1)
	for stage, result := range r {
		a := result.Artifacts[Pictures]
		assert.Assert(t, is.DeepEqual(a.Shape, []int{2, 100, 100}), "%s: pictures of shape", stage)
		if low, high := slices.Min(a.Data), slices.Max(a.Data); low < 0 || low > 30 || high > 255 || high < 225 {
			t.Errorf("%s: grey values from %g to %g", stage, low, high)
		}
	}
	v := r[separated].Values[sir][0]
	assert.Check(t, v >= 25, "separated with %g dB", v)
}

// Recorded values: a change of these raises the version of the kind.
func TestCanary(t *testing.T) {
	r := computed(t, "data: three-signals\nmixing: 1 1 1; 0.5 2 1; 1.5 1 2", toy.Draw("three-signals-half"), 1)
	for stage, want := range map[string][2]float64{
		separated: {31.89150785, 0.01015073}, whitened: {4.94229396, 0.28587824}, mixtures: {-4.13108047, 0.54440299},
	} {
		if got := r[stage].Values; math.Abs(got[sir][0]-want[0]) > 1e-6 || math.Abs(got[amari][0]-want[1]) > 1e-6 {
			t.Errorf("%s: %.8f dB and %.8f, recorded %v", stage, got[sir][0], got[amari][0], want)
		}
	}
}

// What cannot be separated fails its cells with a reason.
func TestDependentSources(t *testing.T) {
	set := &dataset.Set{Name: "tiny", Samples: mat.NewDense(4, 2, []float64{1, 2, 2, 4, -1, -2, 5, 10})}
	if got := computed(t, "data: tiny\nmixing: 1 2; 2 1", set, 1)[separated].Failure; !strings.Contains(got, "the mixtures depend on each other linearly") {
		t.Errorf("failure %q", got)
	}
}

func TestDecodeFaults(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, yaml string) error {
		_, err := decode(yaml)
		return err
	})
}

func TestWords(t *testing.T) {
	e, err := decode("data: [tiny, images-200]\nmixing: [1 2; 3 1 / 4, random]\ncontrast: [log-cosh, gaussian]\niterations: 200")
	assert.NilError(t, err)
	got := e.Protocol(strings.ToUpper) + " " + e.Settings()
	want := "signals of TINY, IMAGES-200, mixed by (1 2; 3 1)/4 or a random matrix, are centred, whitened and separated by FastICA with the contrast log cosh or Gaussian and symmetric decorrelation. " +
		"FastICA starts from a random rotation, another one for each repetition, and ends when no row w of the rotation has turned so far that 1 − |wᵀw′| exceeds 1e-06, after 200 iterations at most."
	assert.Equal(t, got, want)
}

// Any text is either a mixing matrix that can be inverted, or an error.
func FuzzParseMixing(f *testing.F) {
	for _, text := range []string{"1 2; 3 1 / 4", "random", "1 1 1; 0.5 2 1; 1.5 1 2", ";", "1 / 0", "1e300", "NaN"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseMixing(text)
		if err != nil || m == nil {
			return
		}
		var inverse mat.Dense
		assert.NilError(t, inverse.Inverse(m), "%q cannot be undone", text)
	})
}
