package exhibit_test

import (
	_ "embed"
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
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
	one := build(t, b, "1")
	checkText(t, one, "table_chosen_parameter.txt")
	assert.Equal(t, one.Metric, "accuracy in percent; USPS, Gaussian: misclassification in percent", "metric")
	notes := strings.Join(one.Notes, "\n")
	for _, want := range []string{
		"Choosing is better than a = 1 in 1 of 3 rows, worse in 1, undecided in 0, the same in 1; its largest loss is 2.03, on USPS, Gaussian.",
		"Choosing is better than the best fixed value in hindsight in 0 of 3 rows, worse in 1, undecided in 1, the same in 1; its largest loss is 4.00, on USPS, Gaussian.",
		"no method: USPS, Gaussian a=30; Iris a=2; Car a=1.",
		"Choosing takes 15 further fits for each training set, each on 4 of 5 folds of it; on USPS, of at most 100 random samples a class.",
		"It is least stable on Car: 3 of 6 training sets chose 1.",
		"In 1 of 3 rows the value is the first or last candidate, so that a longer list might have a better one: Car.",
	} {
		assert.Check(t, is.Contains(notes, want))
	}

	two := build(t, b, "2")
	checkText(t, two, "table_chosen_parameter_2.txt")
	// The rule applies to L1, L2 and the small data set only.
	if notes := strings.Join(two.Notes, "\n"); !strings.Contains(notes, "undecided in 1,") || !strings.Contains(notes, "takes 8 to 16 further fits") || strings.Contains(notes, "hindsight") {
		t.Errorf("notes\n%s", notes)
	}

	// Missing cells are not counted.
	three := build(t, b, "3")
	checkText(t, three, "table_chosen_parameter_3.txt")
	assert.Check(t, is.Contains(strings.Join(three.Notes, "\n"), "better than p = 2 in 1 of 1 rows"))
}

func TestChosenParameterWithoutResults(t *testing.T) {
	b := benchOf(t, choosing, book{"flowers iris 0 chosen a": failure("no number")})
	for _, row := range build(t, b, "1").Rows {
		for i, c := range row.Cells {
			failed := row.Heading == "Iris" && i >= 3
			assert.Check(t, is.Equal(c.State.String(), map[bool]string{true: "failed", false: "missing"}[failed]),
				"%s, column %d is %v", row.Heading, i, c.State)
		}
	}
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
	notes := strings.Join(build(t, benchOf(t, source, results), "1").Notes, "\n")
	for _, want := range []string{"It is least stable on both: 1 of 2 training sets chose 1.", "on MNIST, of at most 100 random samples a class"} {
		assert.Check(t, is.Contains(notes, want))
	}
}
