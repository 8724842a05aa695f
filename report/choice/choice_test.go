package choice_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/choice"
	"gpca/report/internal/faults"
)

func byFolds(candidates ...string) choice.Choice {
	return choice.Choice{By: choice.CrossValidation, Sides: [][]string{candidates}, Folds: 5}
}

func byRule() choice.Choice {
	return choice.Choice{By: choice.L1OrL2, Sides: [][]string{{"a=1", "a=2"}, {"a=10", "a=30", "a=90"}}, Folds: 4, Samples: 500}
}

func ExampleChoice() {
	c := choice.Choice{By: choice.CrossValidation, Sides: [][]string{{"a=1", "a=10", "a=30"}}, Folds: 5}
	right := map[string]float64{"a=1": 171, "a=10": 180, "a=30": 180} // of 200 training samples
	chosen, err := c.Decide(func(name string) float64 { return right[name] })
	fmt.Println(c)
	fmt.Println(chosen, err, "after", c.Fits(chosen), "fits")
	// Output:
	// cross-validation(a=1|a=10|a=30, folds=5)
	// a=10 <nil> after 15 fits
}

func TestNamesReadBack(t *testing.T) {
	kernels := byFolds("gaussian(sigma=1250)", "gaussian(sigma=2500)")
	written := byRule()
	written.Sides[0] = []string{"f'=min(u, c); c=1", "f'=u < c || u > 9 ? u : c; c=1, d=2"}
	for _, c := range []choice.Choice{byFolds("a=1", "a=0.5"), byRule(), kernels, written, byFolds("f'=u/c; c=1", "f'=u/c; c=2, d=1")} {
		got, err := choice.Parse(c.String())
		assert.Check(t, err == nil && got.String() == c.String() && fmt.Sprint(got) == fmt.Sprint(c) &&
			got.Samples == c.Samples, "%s is read back as %+v, %v", c, got, err)
	}
	// Stored results are found by this name.
	assert.Equal(t, byRule().String(), "l1-or-l2(a=1|a=2, a=10|a=30|a=90, folds=4, samples=500)")
}

func TestFaultyNames(t *testing.T) {
	faults.Check(t, "faults.txt", func(_ *testing.T, name string) error {
		_, err := choice.Parse(name)
		return err
	})
}

func TestDecide(t *testing.T) {
	nan := math.NaN()
	for _, c := range []struct {
		choice   choice.Choice
		measured map[string]float64
		want     string
		fits     int
	}{
		{byFolds("a=1", "a=2", "a=3"), map[string]float64{"a=1": 5, "a=2": 7, "a=3": 6}, "a=2", 15},
		{byFolds("a=1", "a=2", "a=3"), map[string]float64{"a=1": 7, "a=2": 7, "a=3": 7}, "a=1", 15},
		{byFolds("a=1", "a=2", "a=3"), map[string]float64{"a=1": nan, "a=2": -9, "a=3": math.Inf(1)}, "a=2", 15},
		{byFolds("a=1", "a=2"), map[string]float64{"a=1": nan, "a=2": nan}, "", 0},
		{byRule(), map[string]float64{"p=1": 2, "p=2": 1, "a=1": 3, "a=2": 4, "a=10": 9, "a=30": 9, "a=90": 9}, "a=2", 16},
		{byRule(), map[string]float64{"p=1": 1, "p=2": 2, "a=1": 9, "a=2": 9, "a=10": 3, "a=30": 4, "a=90": 4}, "a=30", 20},
		{byRule(), map[string]float64{"p=1": 1, "p=2": 1, "a=1": 9, "a=2": 9, "a=10": 3, "a=30": 2, "a=90": 2}, "a=10", 20},
		{byRule(), map[string]float64{"p=1": nan, "p=2": 1, "a=1": 9, "a=2": 9, "a=10": 3, "a=30": 2, "a=90": 2}, "", 0},
		{choice.Choice{By: choice.L1OrL2, Sides: [][]string{{"a=1"}, {"a=30"}}, Folds: 5}, map[string]float64{"p=1": 1, "p=2": 2}, "a=30", 10},
	} {
		got, err := c.choice.Decide(func(name string) float64 {
			if v, ok := c.measured[name]; ok {
				return v
			}
			return nan
		})
		if got != c.want || (err != nil) != (c.want == "") || err != nil && !errors.Is(err, choice.ErrNoCandidate) {
			t.Errorf("%s with %v: chosen %q, %v, want %q", c.choice, c.measured, got, err, c.want)
		}
		if fits := c.choice.Fits(got); got != "" && fits != c.fits {
			t.Errorf("%s comes to %s after %d fits, want %d", c.choice, got, fits, c.fits)
		}
	}
}

// A side with one candidate needs no fit of it.
func TestRuleWithFixedSides(t *testing.T) {
	c := choice.Choice{By: choice.L1OrL2, Sides: [][]string{{"a=1"}, {"a=30"}}, Folds: 5}
	assert.Equal(t, c.Fits("a=30"), 10)
}

func TestValue(t *testing.T) {
	for name, want := range map[[2]string]float64{
		{"a=30", "a"}: 30, {"q=2.5", "q"}: 2.5, {"gaussian(sigma=2500)", "sigma"}: 2500, {"linear", "sigma"}: math.NaN(),
		{"f'=c == u ? 1 : min(u, bc); bc=1e-07, c=-2", "c"}: -2, {"f'=u <= c ? bc : 0; bc=1e-07, c=-2", "bc"}: 1e-7,
	} {
		if got := choice.Value(name[0], name[1]); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("%s has the value %g, want %g", name, got, want)
		}
	}
}

// Every choice that parses has one name and can be decided.
func FuzzParse(f *testing.F) {
	f.Add(byFolds("a=1", "a=2").String())
	f.Add(byRule().String())
	f.Add(`l1-or-l2("f'=min(u, c); c=1"|"f'=u < c || u > 9 ? u : c; c=2", a=3, folds=2)`)
	f.Add("cross-validation(gaussian(sigma=1)|linear, folds=2)")
	f.Fuzz(func(t *testing.T, name string) {
		c, err := choice.Parse(name)
		if err != nil {
			return
		}
		assert.Equal(t, c.String(), name, "%q is read as %q", name, c)
		_, err = c.Decide(func(string) float64 { return 1 })
		assert.NilError(t, err, "%q", name)
	})
}
