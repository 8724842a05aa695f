package exhibit_test

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/exhibit"
	"gpca/report/experiment"
)

// Old studies name kinds of tables that are one by now.
func TestFormerKinds(t *testing.T) {
	for _, name := range []string{"table", "grid", "cross", "by-method"} {
		k, err := (exhibit.Kinds{exhibit.Projection, exhibit.Listing}).Find(name)
		assert.Check(t, err == nil && k.Name == "table", "kind %s is %q (%v)", name, k.Name, err)
	}
}

// A number without repetitions counts in each. Repetitions: (90+80+70)/3 = 80 and (90+84+72)/3 = 82, so 81
// ± 12.7 (t = 12.706 for two values, deviation √2).
func TestAverageByRepetition(t *testing.T) {
	built := build(t, builder(t, book{
		"digits usps 0 p=1": values(90), "digits usps 10 p=1": values(80, 84), "digits usps 20 p=1": values(70, 72),
		"digits usps 0 p=2": values(90.04), "digits usps 10 p=2": values(81, 82), "digits usps 20 p=2": values(71, 71),
		"digits usps 0 tanh": values(89.94), "digits usps 10 tanh": values(82, 84), "digits usps 20 tanh": values(60, 60),
	}), "1")
	// Ties as printed are bold: 90.04 and 90 are both 90.0, 89.94 is 89.9.
	checkText(t, built, "table_average_by_repetition.txt")
	assert.Check(t, built.Rows[3].Summary && built.Rows[3].Cells[0].Repetitions == 2, "average row %+v", built.Rows[3])
}

// Real and generated data in one table have different numbers of repetitions.
func TestAverageOverUnevenRepetitions(t *testing.T) {
	built := build(t, builder(t, book{
		"digits usps 0 p=1": values(100), "digits usps 10 p=1": values(0, 10), "digits usps 20 p=1": values(10, 20, 30, 40, 50),
	}), "1")
	c := built.Rows[3].Cells[0]
	want := (100 + 5 + 30) / 3.
	assert.Check(t, math.Abs(c.Value-want) <= 1e-12, "average %v, want %v", c.Value, want)
	// The first two repetitions are (100+0+10)/3 and (100+10+20)/3.
	if want := 12.7062 * 10 / 3; c.Repetitions != 2 || math.Abs(c.HalfWidth-want) > 1e-3 {
		t.Errorf("± %v of %d repetitions, want ± %v of 2", c.HalfWidth, c.Repetitions, want)
	}
}

// An average over a missing cell is missing, over a failed one it has failed.
func TestAverageOverHoles(t *testing.T) {
	checkText(t, build(t, builder(t, book{
		"digits usps 0 p=1": values(90), "digits usps 20 p=1": values(70, 72),
		"digits usps 0 p=2": values(91), "digits usps 10 p=2": failure("no number"), "digits usps 20 p=2": values(70, 70),
		"digits usps 10 tanh": failure("no number"),
	}), "1"), "table_average_over_holes.txt")
}

func TestLowerIsBetter(t *testing.T) {
	checkText(t, build(t, builder(t, book{
		"errors usps 0 p=1": values(0), "errors usps 10 p=1": values(12.3), "errors usps 20 p=1": values(30),
		"errors usps 0 p=2": values(0.04), "errors usps 10 p=2": values(12.2), "errors usps 20 p=2": values(31),
	}), "2"), "table_lower_is_better.txt")
}

// A column of kernel widths prints them as given and has no average.
func TestParameterColumn(t *testing.T) {
	results := book{}
	for _, data := range []string{"iris", "balance", "car"} {
		results["flowers "+data+" 0 p=1"] = values(70)
		results["flowers "+data+" 0 p=2"] = values(71)
	}
	checkText(t, build(t, builder(t, results), "3"), "table_parameter_column.txt")
}

// tanh beats p=1 twice and ties once; against p=2 it wins once and loses once.
func TestWinningCount(t *testing.T) {
	results := book{
		"flowers iris 0 p=1": values(90), "flowers balance 0 p=1": values(70), "flowers car 0 p=1": values(65, 67),
		"flowers iris 0 p=2": values(95), "flowers balance 0 p=2": values(75), "flowers car 0 p=2": values(60, 60),
		"flowers iris 0 tanh": values(95), "flowers balance 0 tanh": values(71), "flowers car 0 tanh": values(66, 66),
	}
	checkText(t, build(t, builder(t, results), "4"), "table_winning_count.txt")
	results["flowers iris 0 p=2"] = failure("no number")
	checkText(t, build(t, builder(t, results), "4"), "table_winning_count_2.txt")
	delete(results, "flowers balance 0 tanh")
	checkText(t, build(t, builder(t, results), "4"), "table_winning_count_3.txt")
	// Fewer errors win: p=2 is better at level 20, worse at 10.
	checkText(t, build(t, builder(t, book{
		"errors usps 0 p=1": values(1), "errors usps 10 p=1": values(2), "errors usps 20 p=1": values(3),
		"errors usps 0 p=2": values(1), "errors usps 10 p=2": values(2.5), "errors usps 20 p=2": values(4),
	}), "5"), "table_fewer_errors_win.txt")
}

// The best of table 1 has the highest average there, that of table 2 the lowest.
func TestBestOf(t *testing.T) {
	results := book{
		"errors usps 0 p=1": values(9), "errors usps 10 p=1": values(9), "errors usps 20 p=1": values(9),
		"errors usps 0 p=2": values(8), "errors usps 10 p=2": values(8), "errors usps 20 p=2": values(8),
		"flowers iris 0 p=1": values(1), "flowers balance 0 p=1": values(2), "flowers car 0 p=1": values(3),
		"flowers iris 0 p=2": values(4), "flowers balance 0 p=2": values(5), "flowers car 0 p=2": values(6),
		"flowers iris 0 tanh": values(7), "flowers balance 0 tanh": values(8), "flowers car 0 tanh": values(9),
	}
	for level, v := range map[string]float64{"0": 90, "10": 80, "20": 70} {
		results["digits usps "+level+" p=1"] = values(v)
		results["digits usps "+level+" p=2"] = values(v - 1)
		results["digits usps "+level+" tanh"] = values(v + 1)
	}
	checkText(t, build(t, builder(t, results), "6"), "table_best_of.txt")

	// p=1 and tanh are equal: the first is taken. It has a column of its own, too, but no two columns may
	// have the same heading.
	for _, level := range []string{"0", "10", "20"} {
		results["digits usps "+level+" tanh"] = results["digits usps "+level+" p=1"]
	}
	checkText(t, build(t, builder(t, results), "6"), "table_best_of_2.txt")
	checkText(t, build(t, builder(t, results), "9"), "table_best_of_3.txt")
}

// While a candidate is missing the best is missing; once one has failed it has failed.
func TestUnknownBest(t *testing.T) {
	results := book{"flowers iris 0 p=1": values(1)}
	checkText(t, build(t, builder(t, results), "6"), "table_unknown_best.txt")
	results["errors usps 10 p=2"] = failure("no number")
	checkText(t, build(t, builder(t, results), "6"), "table_unknown_best_2.txt")
}

func TestRowsOfMethods(t *testing.T) {
	b := builder(t, book{"flowers iris 0 p=1": values(60, 62), "flowers iris 0 p=2": failure("no number")}, "iris")
	checkText(t, build(t, b, "7"), "table_rows_of_methods.txt")
	checkText(t, build(t, builder(t, book{"faces yale 15 p=1": values(1250)}), "8"), "table_rows_of_methods_2.txt")
}

// A mark points to numbers with iterations that did not converge, the note to the worst of them.
func TestUnsettledNumbersAreMarked(t *testing.T) {
	unsettled := func(e experiment.Ends) experiment.Result { return ended(e, 90) }
	checkText(t, build(t, builder(t, book{
		"digits usps 0 p=1": values(90), "digits usps 10 p=1": unsettled(experiment.Ends{Converged: 8, Stopped: 2}), "digits usps 20 p=1": unsettled(experiment.Ends{Exact: 1, Cycled: 2, Vanished: 1}),
		"digits usps 0 p=2": values(90), "digits usps 10 p=2": values(90), "digits usps 20 p=2": values(90),
	}), "1"), "table_unsettled_numbers_are_marked.txt")
}

// Refits widen the interval of a number, which has a mark if they are the larger part: for a single number
// and for an average, whose refits are averaged one by one.
func TestOptimiserInTheInterval(t *testing.T) {
	refitted := func(refits []float64, draws ...float64) experiment.Result {
		r := ended(experiment.Ends{Converged: 8, Wandered: 2}, draws...)
		r.Refits = map[string][]float64{"accuracy": refits}
		return r
	}
	b := builder(t, book{
		"digits usps 0 p=1": refitted([]float64{91, 89}, 90), "digits usps 10 p=1": refitted([]float64{81.1, 80.9}, 80, 82), "digits usps 20 p=1": refitted([]float64{72, 70}, 70, 72),
		"digits usps 0 p=2": values(90), "digits usps 10 p=2": values(80, 82), "digits usps 20 p=2": values(70, 72),
	})
	// At 0 the refits have a variance of 1, and t is 4.3 for their 2 degrees of freedom. The intervals
	// over two draws, at 12.7 standard errors, are wider than the contribution of refits. On average,
	// refits are 0.7 and −0.7 off.
	checkText(t, build(t, b, "1"), "table_optimiser_in_the_interval.txt")
}

func TestMixedOrigins(t *testing.T) {
	assert.Equal(t, build(t, builder(t, nil, "balance"), "3").Origin, "real: Iris, Car; stand-in: Balance", "origin")
	assert.Equal(t, build(t, builder(t, nil, "iris", "balance", "car"), "4").Origin, "stand-in", "origin")
}
