package experiment

import (
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"testing"

	"gpca/report/dataset"
	"gpca/report/method"
	"gpca/solver"
)

type someKind struct{ Kind }

func (someKind) Name() string { return "some" }
func (someKind) Version() int { return 7 }

type someSpec struct {
	Score string  `json:"score"`
	Level float64 `json:"level"`
}

var subject = Subject{Data: dataset.Description{Name: "usps", Origin: dataset.Real, Digest: "0123"}, Seed: math.MaxUint64, Repetitions: 5}

func newCell(t *testing.T, random bool, spec any) Cell {
	t.Helper()
	c, err := NewCell(someKind{}, method.Method{}, subject, random, spec, "a cell")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Keys and Differences depend on every field but the name, also on fields to come.
func TestEveryFieldIsInTheKey(t *testing.T) {
	before := newCell(t, true, someSpec{"f'=u < 1 ? u : 1", 0.05})
	keys := map[string]string{before.Key(): "none"}
	if d := Differences(before, before); d != nil {
		t.Errorf("a cell differs from itself: %v", d)
	}
	kind := reflect.TypeFor[Cell]()
	for i := range kind.NumField() {
		after, name := before, kind.Field(i).Name
		if name == "Command" { // what of it matters is in Spec
			continue
		}
		switch field := reflect.ValueOf(&after).Elem().Field(i); {
		case name == "Spec":
			after.Spec = []byte(`{"score":"f'=u < 1 ? u : 1","level":0.06}`)
		case field.CanInt():
			field.SetInt(field.Int() + 1)
		case field.CanUint():
			field.SetUint(field.Uint() - 1)
		case field.Kind() == reflect.String:
			field.SetString(field.String() + "x")
		case field.Kind() == reflect.Bool:
			field.SetBool(!field.Bool())
		default:
			t.Fatalf("a field of kind %s: teach this test about it", field.Kind())
		}
		d := Differences(before, after)
		if name == "Name" || name == "Refits" { // of which no value depends
			if after.Key() != before.Key() || len(d) != 0 {
				t.Errorf("%s is in the key: %v", name, d)
			}
			continue
		}
		if other, taken := keys[after.Key()]; taken {
			t.Errorf("a change of %s gives the key of a change of %s", name, other)
		}
		keys[after.Key()] = name
		if len(d) != 1 || d[0].Field == "" || d[0].Old == d[0].New {
			t.Errorf("field %s: differences %v", name, d)
		}
	}
	got := Differences(before, newCell(t, false, struct {
		Score string `json:"score"`
		More  int    `json:"more"`
	}{"p=1", 3}))
	want := []Difference{{"repetitions", "5", "1"}, {"random", "true", "false"}, {"score", "f'=u < 1 ? u : 1", "p=1"}, {"more", "", "3"}, {"level", "0.05", ""}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestNewCell(t *testing.T) {
	c := newCell(t, true, someSpec{"p=1", 0.1})
	var spec someSpec
	if err := c.Decode(&spec); err != nil || spec != (someSpec{"p=1", 0.1}) {
		t.Errorf("decoded %+v, error %v", spec, err)
	}
	if err := c.Decode(&struct{ Level float64 }{}); err == nil {
		t.Error("a field that the kind does not know is accepted")
	}
	if got := newCell(t, false, spec).Repetitions; got != 1 {
		t.Errorf("%d repetitions where nothing is left to chance", got)
	}
	var again Cell
	if b, err := json.Marshal(c); err != nil || json.Unmarshal(b, &again) != nil || again.Key() != c.Key() {
		t.Errorf("a stored cell has another key: %s, error %v", b, err)
	}
	if _, err := NewCell(someKind{}, method.Method{}, Subject{}, true, spec, ""); err == nil {
		t.Error("0 repetitions are accepted")
	}
	if _, err := NewCell(someKind{}, method.Method{}, subject, true, someSpec{"", math.Inf(1)}, ""); err == nil {
		t.Error("a spec without canonical form is accepted")
	}
}

func TestEnds(t *testing.T) {
	var e Ends
	var all []solver.Component
	for i, end := range []solver.End{solver.Exact, solver.Converged, solver.Cycled, solver.Stopped, solver.Wandered, solver.Vanished} {
		for range i + 1 {
			all = append(all, solver.Component{End: end, Iterations: 10 * i})
		}
	}
	e.Add(all)
	e.Merge(e)
	if want := (Ends{2, 4, 6, 8, 10, 12, 50}); e != want || e.Total() != 42 || e.Unsettled() != 36 {
		t.Errorf("counted %+v, %d in all, %d unsettled", e, e.Total(), e.Unsettled())
	}
	if got, want := e.Ways(), "10 without a larger objective up to the patience, 8 stopped at the iteration limit, 6 in a cycle, 12 without a gradient"; got != want {
		t.Errorf("ways %q, want %q", got, want)
	}
}

func TestAxes(t *testing.T) {
	a := Axis{Name: "sigma", Values: []Value{Number(0.5, ""), Number(30, "component"), {Text: "gaussian(sigma=2)", Short: "gaussian", Number: math.NaN()}}}
	for text, want := range map[string]string{"0.5": "0.5", "5e-1": "0.5", "30.0": "30", "gaussian": "gaussian(sigma=2)"} {
		if v, err := a.Find(text); err != nil || v.Text != want {
			t.Errorf("%q finds %+v, error %v", text, v, err)
		}
	}
	for _, text := range []string{"", "31", "gausian"} {
		if v, err := a.Find(text); err == nil {
			t.Errorf("%q finds %+v", text, v)
		}
	}
	a.Open = true
	if v, err := a.Find("anything"); err != nil || v.Text != "anything" {
		t.Errorf("an open axis finds %+v, error %v", v, err)
	}
	p := Point{"b": "2", "a": "1"}
	if q := p.With("b", "3"); q.String() != "a=1; b=3" || p.String() != "a=1; b=2" || Point(nil).With("x", "y").String() != "x=y" {
		t.Errorf("points %s and %s", p, q)
	}
	if got := (Measure{Scale: 2}).Shown([]float64{1, 3}); !slices.Equal(got, []float64{2, 6}) {
		t.Errorf("shown %v", got)
	}
	if r := (Repetitions{Real: 5, StandIn: 2}); r.On(dataset.Real) != 5 || r.On(dataset.StandIn) != 2 {
		t.Error("repetitions do not go by the origin")
	}
}
