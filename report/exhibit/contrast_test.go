package exhibit_test

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/exhibit"
)

// contrasted are results whose draws are correlated, and numbers in print.
func contrasted(t *testing.T, source string) *bench {
	t.Helper()
	b := benchOf(t, source, book{
		"digits usps 0 p=1": values(90), "digits usps 0 p=2": values(89), "digits usps 0 tanh": failure("no number"),
		"digits usps 10 p=1": values(80, 60), "digits usps 10 p=2": values(79, 58), "digits usps 10 tanh": values(79, 58),
		"errors usps 0 p=1": values(10), "errors usps 0 p=2": values(11),
	})
	b.printed = exhibit.Printed{Source: "the thesis", Value: func(table string, level float64, method string) (float64, bool) {
		return map[string]float64{"p=1": 91.5, "p=2": 90}[method], method != "tanh" && level == 0
	}}
	return b
}

// Differences are paired: 1 and 2 points, 1.5 ± 6.35 (t = 12.706 for two values, deviation √½), where the
// values have ± 127.
func TestDifferencesToL2(t *testing.T) {
	p := chartOf(t, contrasted(t, source), "1").(figures.Panels)
	assert.Equal(t, len(p.Charts), 2)
	checkChart(t, p.Charts[1], "differences.txt")
}

func TestDifferenceIsAChoice(t *testing.T) {
	one := func(from, to string) string { return strings.Replace(source, from, to, 1) }
	columns := "columns: [p=1, p=2, tanh], average: true, decimals: 1, chart: true"
	first := chartOf(t, contrasted(t, one(columns, columns+", difference: p=1")), "1").(figures.Panels)
	checkChart(t, first.Charts[1], "differences_to_the_first.txt")
	_, ok := chartOf(t, contrasted(t, one(columns, columns+", difference: none")), "1").(figures.Chart)
	assert.Check(t, ok, "difference: none draws differences")
	// Less is better for an error. Without p=2 the first method is the reference.
	errors := "columns: [p=1, p=2], average: true, decimals: 1}\n  - {number: \"3\""
	lower := chartOf(t, contrasted(t, one(errors, "columns: [p=1, tanh, p=2], decimals: 1, chart: true, difference: p=2}\n  - {number: \"3\"")), "2").(figures.Panels)
	checkChart(t, lower.Charts[1], "differences_of_errors.txt")
	for _, c := range []struct{ from, to, want string }{
		{columns, columns + ", difference: p=3", `tiny.yaml:19:136: the chart draws no "p=3" to take differences to: did you mean`},
		{"methods: [p=1, p=2], abscissa", "methods: [p=1, p=2], difference: tanh, abscissa", `the chart draws no "tanh" to take differences to: valid are p=1, p=2, none`},
		{"family: a, values: [1, 2, 4], references", "family: a, difference: p=2, values: [1, 2, 4], references", "differences are for a sweep along an axis, which has several lines (figure 3)"},
	} {
		_, err := parse(one(c.from, c.to))
		assert.Check(t, is.ErrorContains(err, c.want), "%s: error %v, want one with %q", c.to, err, c.want)
	}
}

// Levels that are much nearer to each other than others are drawn at equal distances.
func TestCrowdedLevels(t *testing.T) {
	for levels, want := range map[string][]string{"[0, 10, 20]": nil, "[0, 10, 20, 2000]": {"0", "10", "20", "2000"}} {
		b := contrasted(t, strings.Replace(source, "levels: [0, 10, 20]", "levels: "+levels, 1))
		if c := chart(t, b, "1"); !slices.Equal(c.Categories, want) || slices.Contains(c.Notes, "Levels stand at equal distances") != (want != nil) {
			t.Errorf("levels %s: categories %q, notes %q", levels, c.Categories, c.Notes)
		}
	}
}
