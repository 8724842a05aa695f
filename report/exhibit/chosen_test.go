package exhibit_test

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/experiment"
)

//go:embed testdata/choosing.yaml
var choosing string

func chose(names string, v ...float64) experiment.Result {
	r := values(v...)
	r.Chosen = strings.Fields(names)
	return r
}

// The choice loses on the digits, where less is better, and wins on iris; nothing differs on car, and the
// faces are undecided.
func chosenResults() book {
	return book{
		"digits usps 0 a=1": values(4), "digits usps 0 a=2": values(6), "digits usps 0 a=30": values(2), "digits usps 0 chosen a": chose("a=2", 6),
		"digits usps 10 a=1": values(10, 11, 12), "digits usps 10 a=2": values(12, 13.2, 14), "digits usps 10 a=30": values(9, 9, 9.2), "digits usps 10 chosen a": chose("a=2", 12, 13.2, 14),
		"flowers iris 0 a=1": values(90, 91, 92), "flowers iris 0 a=2": values(93, 94, 95), "flowers iris 0 a=30": values(93, 94, 95),
		"flowers iris 0 chosen a": chose("a=2 a=30 a=30 a=2 a=2 a=2", 93, 94, 95.5), "flowers iris 0 ruled a": chose("a=30 a=30 a=30 a=30 a=30 a=30", 93, 94, 95.5),
		"flowers car 0 a=1": values(70, 71, 72), "flowers car 0 a=2": values(69, 70, 71), "flowers car 0 a=30": values(60, 60, 60),
		"flowers car 0 chosen a": chose("a=1 a=30 a=30 a=1 a=1 a=30", 70, 71, 72), "flowers car 0 ruled a": chose("a=1 a=1 a=1 a=1 a=1 a=30", 70, 71, 72),
		"faces yale 15 a=1": values(2, 2.2, 2.1), "faces yale 15 ruled a": chose("a=1 a=2 a=2", 2, 2.4, 1.9),
		"faces yale 30 a=1": values(3, 3.2, 3.1), "faces yale 30 ruled a": chose("a=2 a=30 a=1", 3, 3.2, 3.1),
		"kernels iris 0 p=2": values(90, 91, 92), "kernels iris 0 chosen σ": chose("gaussian(sigma=1) gaussian(sigma=1)", 91, 92, 93.5),
	}
}

func TestChosenParameter(t *testing.T) {
	b := benchOf(t, choosing, chosenResults())
	checkText(t, build(t, b, "1"), "table_chosen_parameter.txt")
	// The rule applies to L1, L2 and the small data set only.
	checkText(t, build(t, b, "2"), "table_chosen_parameter_2.txt")
	// Missing cells are not counted.
	checkText(t, build(t, b, "3"), "table_chosen_parameter_3.txt")
}

func TestChosenParameterWithoutResults(t *testing.T) {
	b := benchOf(t, choosing, book{"flowers iris 0 chosen a": failure("no number")})
	checkText(t, build(t, b, "1"), "table_chosen_parameter_without_results.txt")
	_, ok := figure(t, b, "1").(figures.Placeholder)
	assert.Check(t, ok, "a figure without results is no placeholder")
}

func TestGains(t *testing.T) {
	b := benchOf(t, choosing, chosenResults())
	p := figure(t, b, "1").(figures.Panels)
	c, other := p.Charts[0], p.Charts[1]
	assert.Check(t, c.YLabel == "Gain in points" && other.YLabel == "Gain in mean reconstruction error" &&
		len(p.Charts) == 2, "panels %+v", p)
	assert.DeepEqual(t, c.Categories, []string{"USPS, Gaussian", "Iris", "Car", "Yale Faces, dummy images"})
	for i, want := range [][]float64{{-2.0333, 3.1667, 0, math.NaN()}, {math.NaN(), 3.1667, 0, 0}} {
		got := append(slices.Clone(c.Series[i].Y[:3]), other.Series[i].Y[3])
		if !equal(got[:3], want[:3]) || math.IsNaN(got[3]) != math.IsNaN(want[3]) || !math.IsNaN(c.Series[i].Y[3]) || !math.IsNaN(other.Series[i].Y[1]) {
			t.Errorf("%s: %v, want %v", c.Series[i].Name, got, want)
		}
	}
	assert.Equal(t, originOf(b, "1"), string(dataset.Real), "origin")
}

// A row over several data sets counts the choices on each, of which the levels of one share theirs.
func TestChosenOverDataSets(t *testing.T) {
	source := string(golden.Get(t, "chosen_over_data_sets.yaml"))
	results := book{}
	for _, level := range []string{"0", "10"} {
		for data, picked := range map[string]string{"usps": "a=2", "mnist": "a=1"} {
			results["digits "+data+" "+level+" a=1"] = values(80, 81)
			r := chose(picked, 81, 82)
			r.Shared = true
			results["digits "+data+" "+level+" chosen a"] = r
		}
	}
	checkText(t, build(t, benchOf(t, source, results), "1"), "table_chosen_over_data_sets.txt")
}
