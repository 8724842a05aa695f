package exhibit_test

import (
	"slices"
	"strings"
	"testing"

	"gpca/figures"
	"gpca/report/exhibit"
	"gpca/report/experiment"
)

const eigenimagesHead = `
name: images
repetitions: {real: 2, stand-in: 2}
experiments:
  - {name: faces, kind: embed, data: yale, components: [2, 3], keep: images, kernel: [none, linear]}
`

func eigenimagesBench(t *testing.T) *bench {
	t.Helper()
	b := benchOf(t, eigenimagesHead+`
figures:
  - {number: "1", caption: Components, kind: eigenimages, experiment: faces, along: components, labels: [two, three], method: p=2}
  - {number: "2", caption: Reconstructions, kind: eigenimages, experiment: faces, of: reconstructions, along: components, method: p=2}
  - {number: "3", caption: Of a kernel, kind: eigenimages, experiment: faces, at: {kernel: linear}, of: reconstructions, method: p=2}
`, nil)
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

// Components are drawn from their least value to their largest, reconstructions by the
// range of the originals beside them.
func TestEigenimages(t *testing.T) {
	b := eigenimagesBench(t)
	for number, want := range map[string]figures.Images{
		"1": {Rows: []string{"two", "three"}, Columns: []string{"1", "2", "3"}, Values: [][][]float64{{{0, 255}, {0, 0}, nil}, {{0, 255}, {0, 0}, {255, 0}}}},
		"2": {Rows: []string{"", ""}, Columns: []string{"original", "2 components", "3 components"}, Values: [][][]float64{{{0, 255}, {51, 255}, {76.5, 255}}, {{127.5, 127.5}, {127.5, 127.5}, {127.5, 127.5}}}},
	} {
		drawn, err := b.study.Figure(number).Build(b)
		if err != nil {
			t.Fatal(err)
		}
		got, ok := drawn.(figures.Images)
		if !ok || !slices.Equal(got.Rows, want.Rows) || !slices.Equal(got.Columns, want.Columns) || got.Pixels.X != 2 || got.Pixels.Y != 1 {
			t.Fatalf("figure %s: %+v", number, drawn)
		}
		for i := range want.Values {
			for k := range got.Columns {
				if !slices.Equal(got.Values[i][k], want.Values[i][k]) {
					t.Errorf("figure %s, row %d, column %d: %v, want %v", number, i+1, k+1, got.Values[i][k], want.Values[i][k])
				}
			}
		}
	}
	if _, err := b.study.Figure("3").Build(b); err == nil || !strings.Contains(err.Error(), "samples cannot be reconstructed from the space of a kernel") {
		t.Errorf("error %v", err)
	}
	b.find = func(exhibit.Query) (experiment.Result, bool) { return experiment.Result{}, false }
	if drawn, err := b.study.Figure("1").Build(b); err != nil || drawn.(figures.Placeholder).Text == "" {
		t.Errorf("%v, %v without results", drawn, err)
	}
}

func TestEigenimagesFaults(t *testing.T) {
	for _, c := range []struct{ block, want string }{
		{"of: faces, method: p=2", `tiny.yaml:7:73: figure 1 draws "faces", must be components or reconstructions`},
		{"along: component, method: p=2", "tiny.yaml:7:76: experiment faces does not vary component; it varies data, components and kernel"},
		{"along: kernel, labels: [a], method: p=2", "tiny.yaml:7:92: figure 1 has 1 labels for 2 values of its axis"},
		{"method: pp", `tiny.yaml:7:77: unknown score "pp"`},
	} {
		_, err := parse(eigenimagesHead + "figures:\n  - {number: \"1\", caption: c, kind: eigenimages, experiment: faces, " + c.block + "}\n")
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.block, err, c.want)
		}
	}
}
