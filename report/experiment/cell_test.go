package experiment

import (
	"encoding/json"
	"math"
	"reflect"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
	assert.NilError(t, err)
	return c
}

// Keys and Differences depend on every field but the name, also on fields to come.
func TestEveryFieldIsInTheKey(t *testing.T) {
	before := newCell(t, true, someSpec{"f'=u < 1 ? u : 1", 0.05})
	keys := map[string]string{before.Key(): "none"}
	d := Differences(before, before)
	assert.Check(t, d == nil, "a cell differs from itself: %v", d)
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
			assert.Check(t, after.Key() == before.Key() && len(d) == 0, "%s is in the key: %v", name, d)
			continue
		}
		other, taken := keys[after.Key()]
		assert.Check(t, !taken, "a change of %s gives the key of a change of %s", name, other)
		keys[after.Key()] = name
		assert.Check(t, len(d) == 1 && d[0].Field != "" && d[0].Old != d[0].New, "field %s: differences %v", name, d)
	}
	got := Differences(before, newCell(t, false, struct {
		Score string `json:"score"`
		More  int    `json:"more"`
	}{"p=1", 3}))
	want := []Difference{{"repetitions", "5", "1"}, {"random", "true", "false"}, {"score", "f'=u < 1 ? u : 1", "p=1"}, {"more", "", "3"}, {"level", "0.05", ""}}
	assert.DeepEqual(t, got, want)
}

func TestNewCell(t *testing.T) {
	c := newCell(t, true, someSpec{"p=1", 0.1})
	var spec someSpec
	err := c.Decode(&spec)
	assert.NilError(t, err)
	assert.Equal(t, spec, someSpec{"p=1", 0.1}, "decoded")
	assert.Check(t, c.Decode(&struct{ Level float64 }{}) != nil, "a field that the kind does not know is accepted")
	got := newCell(t, false, spec).Repetitions
	assert.Equal(t, got, 1, "%d repetitions where nothing is left to chance", got)
	var again Cell
	if b, err := json.Marshal(c); err != nil || json.Unmarshal(b, &again) != nil || again.Key() != c.Key() {
		t.Errorf("a stored cell has another key: %s, error %v", b, err)
	}
	_, err = NewCell(someKind{}, method.Method{}, Subject{}, true, spec, "")
	assert.Check(t, err != nil, "0 repetitions are accepted")
	_, err = NewCell(someKind{}, method.Method{}, subject, true, someSpec{"", math.Inf(1)}, "")
	assert.Check(t, err != nil, "a spec without canonical form is accepted")
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
	e.Merge(Ends{MostIterations: 3})
	if want := (Ends{2, 4, 6, 8, 10, 12, 50}); e != want || e.Total() != 42 || e.Unsettled() != 36 {
		t.Errorf("counted %+v, %d in all, %d unsettled", e, e.Total(), e.Unsettled())
	}
	assert.Equal(t, e.Ways(),
		"10 without a larger objective up to the patience, 8 stopped at the iteration limit, 6 in a cycle, 12 without a gradient",
		"ways")
}

func TestAxes(t *testing.T) {
	a := Axis{Name: "sigma", Values: []Value{Number(0.5, ""), Number(30, "component"), {Text: "gaussian(sigma=2)", Short: "gaussian", Number: math.NaN()}}}
	for text, want := range map[string]string{"0.5": "0.5", "5e-1": "0.5", "30.0": "30", "gaussian": "gaussian(sigma=2)"} {
		v, err := a.Find(text)
		assert.Check(t, err == nil && v.Text == want, "%q finds %+v, error %v", text, v, err)
	}
	for _, text := range []string{"", "31", "gausian"} {
		v, err := a.Find(text)
		assert.Check(t, err != nil, "%q finds %+v", text, v)
	}
	a.Open = true
	v, err := a.Find("anything")
	assert.NilError(t, err)
	assert.Equal(t, v.Text, "anything", "an open axis finds %+v", v)
	p := Point{"b": "2", "a": "1"}
	if q := p.With("b", "3"); q.String() != "a=1; b=3" || p.String() != "a=1; b=2" || Point(nil).With("x", "y").String() != "x=y" {
		t.Errorf("points %s and %s", p, q)
	}
	assert.Assert(t, is.DeepEqual((Measure{Scale: 2}).Shown([]float64{1, 3}), []float64{2, 6}), "shown")
	r := (Repetitions{Real: 5, StandIn: 2})
	assert.Check(t, r.On(dataset.Real) == 5 && r.On(dataset.StandIn) == 2, "repetitions do not go by the origin")
}
