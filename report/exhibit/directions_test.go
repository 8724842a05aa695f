package exhibit_test

import (
	_ "embed"
	"image"
	"math"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/study"
)

//go:embed testdata/pictured.yaml
var pictured string

func parsePictured(source string) (*study.Study, error) {
	return study.Parse("pictured.yaml", []byte(source), study.Kinds{
		Experiments: []experiment.Kind{lesson.Directions}, Tables: exhibit.Kinds{exhibit.Projection},
		Figures: exhibit.Kinds{exhibit.Pictures, exhibit.Layers, exhibit.Scatter}, Data: []string{"iris", "usps"},
	})
}

func look(t *testing.T, number string, find func(exhibit.Query) (experiment.Result, bool)) (figures.Figure, *bench) {
	t.Helper()
	s, err := parsePictured(pictured)
	assert.NilError(t, err)
	b := &bench{study: s, asked: map[string]bool{}, find: find}
	built, err := s.Figure(number).Build(b)
	assert.NilError(t, err)
	return built, b
}

// oblique has three samples in a plane, (0, 0), (2, 2) and (3, 1), about (1, 1) along the diagonal, or
// about the origin along the abscissa.
func oblique(q exhibit.Query) (experiment.Result, bool) {
	h := math.Sqrt(0.5)
	r := experiment.Result{Artifacts: map[string]experiment.Array{
		"mean": {Data: []float64{1, 1}}, "directions": {Data: []float64{h, h, -h, h}},
		"coordinates": {Shape: []int{3, 2}, Data: []float64{-2 * h, 0, 2 * h, 0, 2 * h, -2 * h}},
		"classes":     {Data: []float64{0, 0, 1}, Names: []string{"a", "b"}},
	}}
	if q.Point["way"] == "uncentred" {
		r.Artifacts["mean"], r.Artifacts["directions"] = experiment.Array{Data: []float64{0, 0}}, experiment.Array{Data: []float64{1, 0, 0, 1}}
		r.Artifacts["coordinates"] = experiment.Array{Shape: []int{3, 2}, Data: []float64{0, 0, 2, 2, 3, 1}}
	}
	return r, true
}

// The plane shows samples by class, a line for each direction, and links from each sample to its projection
// and to the line of least squares.
func TestPlane(t *testing.T) {
	built, _ := look(t, "1", oblique)
	chart := built.(figures.Chart)
	series := map[string]figures.Series{}
	for _, s := range chart.Series {
		series[s.Name] = s
	}
	near := func(name string, got, want []float64) {
		t.Helper()
		if !slices.EqualFunc(got, want, func(a, b float64) bool { return math.IsNaN(a) && math.IsNaN(b) || math.Abs(a-b) < 1e-12 }) {
			t.Errorf("%s: %g, want %g", name, got, want)
		}
	}
	near("class a", series["a"].X, []float64{0, 2})
	near("class b", series["b"].Y, []float64{1})
	near("PCA", series["PCA"].X, []float64{0, 2})
	near("without centring", series["PCA without centring"].X, []float64{0, 3})
	near("residuals", series["what the projection misses"].Y, []float64{0, 0, nan, 2, 2, nan, 1, 2, nan})
	near("regression", series["regression"].Y, []float64{2.0 / 7, 11.0 / 7})
	assert.Check(t, chart.SameScale, "the plane is not drawn in its proportions")
}

// A figure has a row of images for each entry, with grey for 0 in directions, and asks for all of them.
func TestPicturesInRows(t *testing.T) {
	find := func(q exhibit.Query) (experiment.Result, bool) {
		return experiment.Result{Artifacts: map[string]experiment.Array{
			"directions": {Shape: []int{3, 1, 2}, Data: []float64{1, -1, 0, 2, 5, 5}},
			"originals":  {Shape: []int{1, 1, 2}, Data: []float64{10, 20}},
		}}, true
	}
	built, _ := look(t, "2", find)
	got := built.(figures.Images)
	assert.Assert(t, got.Pixels == image.Pt(2, 1) && slices.Equal(got.Rows, []string{"first", "more"}) &&
		len(got.Columns) == 2, "%+v", got)
	for i, want := range [][]float64{{255, 0}, {127.5, 255}} {
		assert.Check(t, is.DeepEqual(got.Values[0][i], want), "direction %d", i+1)
	}
	assert.Check(t, slices.Equal(got.Values[1][0], []float64{0, 255}) && got.Values[1][1] == nil,
		"originals: %g", got.Values[1])
	built, b := look(t, "2", func(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false })
	_, ok := built.(figures.Placeholder)
	assert.Check(t, ok && len(b.asked) == 2, "without results %T, asked for %v", built, b.asked)
}

func TestLayers(t *testing.T) {
	built, _ := look(t, "3", nil)
	if got := built.(figures.Layers); !slices.Equal(got.Widths, []int{5, 3, 2, 3, 5}) || !slices.Equal(got.Weights, []string{"U_{1}^{T}", "U_{2}^{T}", "U_{2}", "U_{1}"}) {
		t.Errorf("%+v", got)
	}
}

func TestScatterWithoutMethod(t *testing.T) {
	built, _ := look(t, "4", oblique)
	got := built.(figures.Chart)
	assert.Check(t, len(got.Series) == 2 && len(got.Series[0].X) == 2 && len(got.Series[1].X) == 1, "%+v", got)
}

func TestPictureFaults(t *testing.T) {
	checkFaults(t, pictured, parsePictured, "directions_faults.txt")
}
