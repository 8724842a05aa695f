package directions

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
	"gpca/report/dataset/toy"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/runner"
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

// found computes the cells of all ways of an experiment on a set, by way.
func found(t *testing.T, yaml string, set *dataset.Set) map[string]experiment.Result {
	t.Helper()
	e, err := decode(yaml)
	if err != nil {
		t.Fatal(err)
	}
	d := set.Describe()
	var cells []experiment.Cell
	for _, w := range e.chose {
		p := (&experiment.Named{Experiment: e}).Complete(experiment.Point{"way": w.name})
		c, err := e.Cell(p, method.Method{}, experiment.Subject{Data: d, Repetitions: 1})
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, c)
	}
	results := map[string]experiment.Result{}
	r := runner.Runner{
		Kinds:    func(string) experiment.Computer { return Kind },
		Describe: func(context.Context, string) (dataset.Description, error) { return d, nil },
		Open:     func(context.Context, string) (*dataset.Set, error) { return set, nil },
		Workers:  2,
		Put: func(r experiment.Result) error {
			var s spec
			if err := r.Cell.Decode(&s); err != nil {
				return err
			}
			if r.Failure != "" {
				t.Errorf("%s: %s", r.Cell, r.Failure)
			}
			results[s.Way] = r
			return r.Validate()
		},
	}
	if err := r.Run(t.Context(), cells); err != nil {
		t.Fatal(err)
	}
	return results
}

// PCA, dual PCA and the autoencoder keep the same, largest share of the variance; supervised directions keep
// the most of the dependence.
func TestWays(t *testing.T) {
	set, err := standin.Generate("optdigits")
	if err != nil {
		t.Fatal(err)
	}
	results := found(t, "data: optdigits\nsamples: 300\ncomponents: 4\nway: [principal, uncentred, dual, autoencoder, supervised, supervised-numbers]", set)
	if len(results) != len(ways) {
		t.Fatalf("%d ways of %d", len(results), len(ways))
	}
	pca := results["principal"].Values
	for way, r := range results {
		same := slices.Contains([]string{"principal", "dual", "autoencoder"}, way)
		for _, measure := range []string{kept, keptNew, dependence, nearest} {
			if d := math.Abs(r.Values[measure][0] - pca[measure][0]); (d < 1e-8) != same && measure != nearest {
				t.Errorf("%s: %s is %g away from PCA's", way, measure, d)
			}
		}
		if !same && r.Values[kept][0] > pca[kept][0] {
			t.Errorf("%s keeps more of the variance than PCA", way)
		}
		if most := results["supervised"].Values[dependence][0]; r.Values[dependence][0] > most+1e-9 || most > 100 {
			t.Errorf("%s keeps %g%% of the dependence, the supervised directions %g%%", way, r.Values[dependence][0], most)
		}
	}
	if shape := results["supervised-numbers"].Artifacts[Directions].Shape; !slices.Equal(shape, []int{1, 8, 8}) {
		t.Errorf("directions of classes as numbers: %v, want one picture of 8 by 8", shape)
	}
}

// In the plane, two directions keep everything, and the artifacts give the samples back.
func TestPlaneIsKept(t *testing.T) {
	set := toy.Draw("cloud")
	r := found(t, "data: cloud", set)["principal"]
	if v := r.Values[keptNew][0]; math.Abs(v-100) > 1e-9 {
		t.Errorf("two directions of a plane keep %g%%", v)
	}
	if _, ok := r.Values[nearest]; ok {
		t.Error("an accuracy without classes")
	}
	z, u, mean := r.Artifacts[Coordinates], r.Artifacts[Directions].Data, r.Artifacts[Mean].Data
	if !slices.Equal(z.Shape, []int{30, 2}) {
		t.Fatalf("coordinates %v, want 30 of 40 samples", z.Shape)
	}
	for j := range 2 {
		if got, want := mean[j]+z.Data[0]*u[j]+z.Data[1]*u[2+j], set.Samples.At(0, j); math.Abs(got-want) > 1e-12 {
			t.Errorf("feature %d of the first sample is %g, want %g", j+1, got, want)
		}
	}
	if o, back := r.Artifacts[Originals].Data, r.Artifacts[Reconstructions].Data; len(o) != 16 || math.Abs(o[5]-back[5]) > 1e-12 {
		t.Errorf("%d values of new samples, reconstructed as %g", len(o), back)
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"data: iris\nway: [principal, supervized]", `test.yaml:2:18: unknown way "supervized": did you mean supervised?`},
		{"data: iris\ncomponents: [2, 0]", "test.yaml:2:17: components is 0, must be at least 1"},
	} {
		if _, err := decode(test.yaml); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.yaml, err, test.want)
		}
	}
	for _, test := range []struct {
		way  string
		d    dataset.Description
		want string
	}{
		{"dual", dataset.Description{Name: "faces", Samples: 4000, Features: 40}, "test.yaml:3:6: Dual PCA of 3000 samples takes too long: name at most 2000 by samples"},
		{"autoencoder", dataset.Description{Name: "faces", Samples: 400, Features: 4096}, "test.yaml:3:6: Linear autoencoder of 4096 features takes too long: 1000 are the most"},
		{"supervised", dataset.Description{Name: "faces", Samples: 100, Features: 4, Classes: []string{"a", "b"}}, "test.yaml:2:13: 5 directions of data set faces, which has 75 samples to learn from, of 4 features"},
		{"supervised", dataset.Description{Name: "faces", Samples: 100, Features: 40}, "test.yaml:3:6: data set faces has no classes, which Supervised PCA, delta kernel is about"},
	} {
		e, err := decode("data: faces\ncomponents: 5\nway: " + test.way)
		if err != nil {
			t.Fatal(err)
		}
		_, err = e.Cell(experiment.Point{"way": test.way, "components": "5"}, method.Method{}, experiment.Subject{Data: test.d, Repetitions: 1})
		if err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}
