package exhibit_test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/lesson"
	"gpca/report/internal/faults"
	"gpca/report/strictyaml"
	"gpca/report/study"
)

//go:embed testdata/pictures_head.yaml
var picturesHead string

func picturesBench(t *testing.T) *bench {
	t.Helper()
	b := benchOf(t, picturesHead+string(golden.Get(t, "pictures_bench.yaml")), nil)
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		n := map[string]int{"2": 2, "3": 3}[q.Point["components"]]
		r := experiment.Result{Artifacts: map[string]experiment.Array{
			"pixels":     {Shape: []int{2}, Data: []float64{2, 1}},
			"components": {Shape: []int{n, 2}, Data: []float64{-1, 1, 3, 3, 5, 4}[:2*n]},
			"originals":  {Shape: []int{2, 2}, Data: []float64{0, 10, 5, 5}},
		}}
		if q.Point["kernel"] == "none" {
			r.Artifacts["reconstructions"] = experiment.Array{Shape: []int{2, 2}, Data: []float64{float64(n), 10, 5, 5}}
		}
		return r, true
	}
	return b
}

// Components are drawn in their own range, reconstructions in that of the originals.
func TestPictures(t *testing.T) {
	b := picturesBench(t)
	for number, want := range map[string]figures.Images{
		"1": {Rows: []string{"two", "three"}, Columns: []string{"1", "2", "3"}, Values: [][][]float64{{{0, 255}, {0, 0}, nil}, {{0, 255}, {0, 0}, {255, 0}}}},
		"2": {Rows: []string{"", ""}, Columns: []string{"original", "2 components", "3 components"}, Values: [][][]float64{{{0, 255}, {51, 255}, {76.5, 255}}, {{127.5, 127.5}, {127.5, 127.5}, {127.5, 127.5}}}},
	} {
		drawn, err := b.study.Figure(number).Build(b)
		assert.NilError(t, err)
		got, ok := drawn.(figures.Images)
		assert.Assert(t, ok && slices.Equal(got.Rows, want.Rows) && slices.Equal(got.Columns, want.Columns) &&
			got.Pixels.X == 2 && got.Pixels.Y == 1, "figure %s: %+v", number, drawn)
		for i := range want.Values {
			for k := range got.Columns {
				assert.Check(t, is.DeepEqual(got.Values[i][k], want.Values[i][k]),
					"figure %s, row %d, column %d", number, i+1, k+1)
			}
		}
	}
	_, err := b.study.Figure("3").Build(b)
	assert.ErrorContains(t, err,
		"experiment faces keeps no images reconstructions at components=2; data=yale; kernel=linear")
	b.find = func(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
	if drawn, err := b.study.Figure("1").Build(b); err != nil || drawn.(figures.Placeholder).Text == "" {
		t.Errorf("%v, %v without results", drawn, err)
	}
}

func TestPicturesFaults(t *testing.T) {
	faults.Check(t, "pictures_faults.txt", func(_ *testing.T, block string) error {
		_, err := parse(picturesHead + "figures:\n  - {number: \"1\", caption: c, kind: pictures, experiment: faces, " + block + "}\n")
		return err
	})
}

// A stranger is a kind of experiments that is unknown to the package and keeps artifacts.
type stranger struct{ experiment.Kind }

func (stranger) Name() string { return "stranger" }

func (k stranger) Decode(block strictyaml.Node, scope experiment.Scope) (experiment.Experiment, error) {
	e, err := k.Kind.Decode(block, scope)
	return strangeExperiment{e}, err
}

type strangeExperiment struct{ experiment.Experiment }

func (strangeExperiment) Drawings() []experiment.Drawing {
	return []experiment.Drawing{
		{Artifact: "stars", Form: experiment.Points, Noun: "Coordinate"}, {Artifact: "sky", Form: experiment.Pictures}, {Artifact: "waves", Form: experiment.Signals, Noun: "Wave"},
	}
}

// Artifacts of unknown kinds can be drawn. A kind without artifacts is refused.
func TestDrawingsOfAnyKind(t *testing.T) {
	source := string(golden.Get(t, "pictures_drawings_of_any_kind.yaml"))
	kinds := study.Kinds{Experiments: []experiment.Kind{stranger{lesson.Spectrum}, lesson.Spectrum}, Figures: exhibit.Kinds{exhibit.Scatter, exhibit.Pictures, exhibit.Signals}, Data: dataset.Names()}
	s, err := study.Parse("strange.yaml", []byte(source), kinds)
	assert.NilError(t, err)
	b := &bench{study: s, asked: map[string]bool{}, find: func(exhibit.Query) (experiment.Result, bool) {
		return experiment.Result{Artifacts: map[string]experiment.Array{
			"stars": {Shape: []int{2, 2}, Data: []float64{1, 2, 3, 4}}, "classes": {Data: []float64{0, 1}, Names: []string{"near", "far"}},
			"sky": {Shape: []int{1, 1, 2}, Data: []float64{0, 255}}, "waves": {Shape: []int{1, 3}, Data: []float64{0, 1, 0}},
		}}, true
	}}
	f := figure(t, b, "1").(figures.Chart)
	assert.Check(t, f.XLabel == "Coordinate 1" && f.Series[1].Y[0] == 4, "stars %+v", f)
	if f := figure(t, b, "2").(figures.Images); !slices.Equal(f.Values[0][0], []float64{0, 255}) {
		t.Errorf("sky %+v", f)
	}
	f = figure(t, b, "3").(figures.Chart)
	assert.Check(t, len(f.Series) == 1 && slices.Equal(f.Rows, []string{"Wave 1"}), "waves %+v", f)
	for kind, want := range map[string]string{"scatter": "points", "pictures, rows: {label: a}": "pictures", "signals": "signals"} {
		_, err := study.Parse("strange.yaml", []byte("name: strange\nrepetitions: 1\nexperiments: [{name: e, kind: spectrum, data: iris}]\nfigures: [{number: \"1\", caption: c, experiment: e, kind: "+kind+"}]\n"), kinds)
		assert.Check(t, err != nil && strings.HasPrefix(err.Error(), "strange.yaml:4:") &&
			strings.Contains(err.Error(), "experiment e: it keeps no "+want+" to draw"), "%s: error %v", kind, err)
	}
}
