package spectrum

import (
	"math"
	"strings"
	"testing"

	"gpca/report/method"
	"gpca/report/strictyaml"
)

type scope struct{}

func (scope) Method(name string) (method.Method, error) { return method.Parse(name) }
func (scope) Beside(string) ([]byte, error)             { return nil, nil }

func (scope) KnownData(string) error { return nil }

// The suggestions for eigenvalues that can be counted by hand.
func TestSuggestions(t *testing.T) {
	lambda := []float64{50, 30, 10, 6, 3.5, 0.5, 0}
	for _, test := range []struct {
		name string
		want float64
	}{
		{"rank", 6}, {"first-ratio", 50}, {"by-ratio", 5}, {"by-drop", 1}, {"by-elbow", 3}, {"for-90", 3}, {"for-95", 4},
	} {
		for _, s := range suggestions {
			if s.name == test.name {
				if got := s.of(lambda); math.Abs(got-test.want) > 1e-12 {
					t.Errorf("%s is %g, want %g", s.name, got, test.want)
				}
			}
		}
	}
	for _, s := range suggestions { // one eigenvalue alone
		if got := s.of([]float64{4}); got != 1 && got != 100 {
			t.Errorf("%s of one eigenvalue is %g", s.name, got)
		}
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ yaml, want string }{
		{"samples: 9", "test.yaml:1:1: data is missing, as in data: iris"},
		{"data: iris\ncomponents: 1", `test.yaml:2:1: unknown field "components"`},
	} {
		root, err := strictyaml.Parse("test.yaml", []byte(test.yaml))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := (Kind).Decode(root, scope{}); err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.yaml, err, test.want)
		}
	}
}
