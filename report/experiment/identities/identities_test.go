package identities

import (
	"context"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset"
	"gpca/report/dataset/standin"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/runner"
	"gpca/report/strictyaml"
)

type scope struct{}

func (scope) Method(name string) (method.Method, error) { return method.Parse(name) }
func (scope) Beside(string) ([]byte, error)             { return nil, nil }

func (scope) KnownData(string) error { return nil }

// decode reads an experiment.
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
		set, err := standin.Generate(test.data)
		if err != nil {
			t.Fatal(err)
		}
		e, err := decode(test.yaml)
		if err != nil {
			t.Fatal(err)
		}
		d := set.Describe()
		var cells []experiment.Cell
		for _, v := range e.Axes()[2].Values {
			c, err := e.Cell(experiment.Point{"components": e.ComponentsAxis().Values[0].Text, "identity": v.Text}, method.Method{}, experiment.Subject{Data: d, Repetitions: 1})
			if err != nil {
				t.Fatal(err)
			}
			cells = append(cells, c)
		}
		found := 0
		r := runner.Runner{
			Kinds:    func(string) experiment.Computer { return Kind },
			Describe: func(context.Context, string) (dataset.Description, error) { return d, nil },
			Open:     func(context.Context, string) (*dataset.Set, error) { return set, nil },
			Workers:  1,
			Put: func(r experiment.Result) error {
				found++
				if r.Failure != "" {
					t.Errorf("%s: %s", r.Cell, r.Failure)
					return r.Validate()
				}
				var s spec
				if err := r.Cell.Decode(&s); err != nil {
					t.Fatal(err)
				}
				want := 1.0
				if slices.Contains(misprints, s.Identity) {
					want = 0
				}
				if r.Values[holds][0] != want {
					t.Errorf("%s: the sides are %g apart", r.Cell, r.Values[difference][0])
				}
				return r.Validate()
			},
		}
		if err := r.Run(t.Context(), cells); err != nil {
			t.Fatal(err)
		}
		if found != len(all) {
			t.Errorf("%d results of %d", found, len(all))
		}
	}
}

// The difference is that of an entry, relative to the largest.
func TestApart(t *testing.T) {
	a, b := mat.NewDense(1, 3, []float64{1, -8, 2}), mat.NewDense(1, 3, []float64{1, -8, 3})
	if got := apart(a, b); got != 1.0/8 {
		t.Errorf("%g apart, want 1/8", got)
	}
	if got := apart(a, a); got != 0 {
		t.Errorf("%g apart from itself", got)
	}
	if id := (identity{sort: differ}); id.holds(0) || !id.holds(1) {
		t.Error("sides that must differ hold where they do not")
	}
}

func TestNamesAreUnique(t *testing.T) {
	var names, texts []string
	for _, id := range all {
		if slices.Contains(names, id.name) || slices.Contains(texts, id.Value().TeX) {
			t.Errorf("%s stands twice", id.name)
		}
		names, texts = append(names, id.name), append(texts, id.Value().TeX)
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"components: 2", "test.yaml:1:1: data is missing, as in data: iris"},
		{"data: iris\ncomponents: 0", "test.yaml:2:13: components is 0, must be at least 1"},
		{"data: iris\nsamples: 3", "test.yaml:2:10: samples is 3, must be at least 8, or 0 for all"},
		{"data: iris\nidentity: [centring, centering]", `test.yaml:2:22: unknown identity "centering": did you mean centring?`},
	} {
		if _, err := decode(test.yaml); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %q, want %q", test.yaml, err, test.want)
		}
	}
	e, err := decode("data: iris\ncomponents: 4\nidentity: hsic")
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Check(method.Method{Name: "p=1"}); err == nil || err.Error() != "the experiment has no use for a method, here p=1" {
		t.Errorf("method: %v", err)
	}
	for _, test := range []struct {
		d    dataset.Description
		want string
	}{
		{dataset.Description{Name: "iris", Samples: 150, Features: 4, Classes: []string{"a", "b"}}, "test.yaml:2:13: 4 components of data set iris: 113 samples of 4 features leave room for fewer than 4"},
		{dataset.Description{Name: "usps", Samples: 9000, Features: 256}, "test.yaml:1:7: data set usps has 6750 samples to learn from, of 256 features: the equations are computed for at most 1000, which samples sets, of 400"},
		{dataset.Description{Name: "faces", Samples: 150, Features: 40}, "test.yaml:1:7: data set faces has no classes, which the equation hsic is about: leave it out by identity"},
	} {
		_, err := e.Cell(experiment.Point{"components": "4", "identity": "hsic"}, method.Method{}, experiment.Subject{Data: test.d, Repetitions: 1})
		if err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %q", err, test.want)
		}
	}
}
