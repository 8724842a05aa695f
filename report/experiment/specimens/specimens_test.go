package specimens

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
	"gpca/report/experiment"
	"gpca/report/experiment/trial"
	"gpca/report/method"
	"gpca/report/noise"
	"gpca/report/strictyaml"
)

type scope struct{}

func (scope) Method(name string) (method.Method, error) { return method.Parse(name) }
func (scope) Beside(string) ([]byte, error)             { return nil, nil }

func (scope) KnownData(string) error { return nil }

func decode(yaml string) (*Experiment, error) {
	root, err := strictyaml.Parse("test.yaml", []byte(yaml))
	if err != nil {
		return nil, err
	}
	e, err := Kind.Decode(root, scope{})
	if err != nil {
		return nil, err
	}
	return e.(*Experiment), nil
}

// shown returns the values and pictures of a level.
func shown(t *testing.T, yaml, level string, set *dataset.Set) (map[string][]float64, experiment.Array) {
	t.Helper()
	e, err := decode(yaml)
	if err != nil {
		t.Fatal(err)
	}
	c, err := e.Cell(experiment.Point{experiment.Level: level}, method.Method{}, experiment.Subject{Data: set.Describe(), Seed: 2019, Repetitions: 1})
	if err != nil {
		t.Fatal(err)
	}
	var s spec
	if err := c.Decode(&s); err != nil {
		t.Fatal(err)
	}
	v, a, err := s.show(set, c.Seed)
	if err != nil {
		t.Fatal(err)
	}
	return v, a
}

// The pictures are from the draw that other experiments test, of as many classes as possible; noise changes the
// share of pixels that its definition says.
func TestShow(t *testing.T) {
	set, err := standin.Generate("usps")
	if err != nil {
		t.Fatal(err)
	}
	const yaml = "data: usps\nnoise: salt-and-pepper\nlevels: [0, 0.5]\ncount: 5"
	v, clean := shown(t, yaml, "0", set)
	if v[changed][0] != 0 || v[distance][0] != 0 || v[samples][0] != float64(set.Samples.RawMatrix().Rows) {
		t.Errorf("without noise: %v", v)
	}
	first := set.Samples.RawRowView(set.Split.Test[trial.Specimens(set, set.Split.Test, 5)[1]])
	if got := clean.Data[256:512]; clean.Shape[0] != 5 || clean.Shape[1] != 16 || mat.Norm(mat.NewDense(1, 256, first), 2) == 0 || !mat.Equal(mat.NewDense(1, 256, got), mat.NewDense(1, 256, first)) {
		t.Errorf("the second picture is not the first test sample of another class: %v", clean.Shape)
	}
	classes := map[int]bool{}
	for _, place := range trial.Specimens(set, set.Split.Test, 5) {
		classes[set.Labels[set.Split.Test[place]]] = true
	}
	if len(classes) != 5 {
		t.Errorf("the pictures are of %d classes", len(classes))
	}
	v, noisy := shown(t, yaml, "0.5", set)
	tested := mat.NewDense(len(set.Split.Test), 256, nil)
	unchanged := 0.0
	n, err := noise.Find("salt-and-pepper")
	if err != nil {
		t.Fatal(err)
	}
	draw := noise.Draw{Seed: 2019, Dataset: "usps", Noise: "salt-and-pepper", Level: 0.5}
	if err := n.Copy(tested, set.Samples, set.Split.Test, 0.5, draw.Rand()); err != nil {
		t.Fatal(err)
	}
	for i, row := range set.Split.Test {
		for j, x := range set.Samples.RawRowView(row) {
			if tested.At(i, j) == x {
				unchanged++
			}
		}
	}
	if want := 100 - 100*unchanged/float64(256*len(set.Split.Test)); math.Abs(v[changed][0]-want) > 1e-9 || want < 20 {
		t.Errorf("%g percent of the pixels change, want %g", v[changed][0], want)
	}
	if !mat.Equal(mat.NewDense(1, 256, noisy.Data[:256]), tested.RowView(0).T()) {
		t.Error("the first picture is not the first test sample of that draw")
	}
}

// Images of noise are black and white and replace the samples.
func TestDummyImages(t *testing.T) {
	set, err := standin.Generate("usps")
	if err != nil {
		t.Fatal(err)
	}
	set.Split, set.Labels, set.Classes = nil, nil, nil
	v, a := shown(t, "data: usps\nnoise: dummy-images\nlevels: 15\ncount: 2", "15", set)
	for _, x := range a.Data {
		if x != 0 && x != 255 {
			t.Fatalf("a pixel of an image of noise is %g", x)
		}
	}
	if v[samples][0] != v[perClass][0] {
		t.Errorf("without classes: %v", v)
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"noise: gaussian", "test.yaml:1:1: data is missing, as in data: iris"},
		{"data: usps\nnoise: gausian", `test.yaml:2:8: unknown noise "gausian"`},
		{"data: usps\nnoise: salt-and-pepper\nlevels: [0, 2]", "test.yaml:3:13: noise salt-and-pepper: level 2"},
		{"data: usps\nnoise: dummy-images\nlevels: [0.5]", "test.yaml:3:10: level 0.5 is not a number of images"},
		{"data: usps\ncount: 0", "test.yaml:2:8: count is 0, must be at least 1"},
	} {
		if _, err := decode(test.yaml); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.yaml, err, test.want)
		}
	}
	e, err := decode("data: iris")
	if err != nil {
		t.Fatal(err)
	}
	_, err = e.Cell(experiment.Point{experiment.Level: "0"}, method.Method{}, experiment.Subject{Data: dataset.Description{Name: "iris"}, Repetitions: 1})
	if err == nil || err.Error() != "test.yaml:1:7: data set iris has no pixels: specimens are images" {
		t.Errorf("without pixels: %v", err)
	}
}
