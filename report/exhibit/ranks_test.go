package exhibit_test

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/figures"
	"gpca/report/exhibit"
	"gpca/report/experiment"
)

//go:embed testdata/contests.yaml
var contests string

// contestBench has the results of a function of data set, level and method.
func contestBench(t *testing.T, result func(data string, level float64, method string) (experiment.Result, bool)) *bench {
	b := benchOf(t, contests, nil)
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		level, _ := strconv.ParseFloat(q.Point[experiment.Level], 64)
		return result(q.Point[experiment.Data], level, q.Method.Name)
	}
	return b
}

// The last row has the mean ranks; the notes say which methods differ, and the chart shows it. A data set that a method
// does not apply to is left out.
func TestRanks(t *testing.T) {
	b := contestBench(t, func(data string, _ float64, method string) (experiment.Result, bool) {
		if data == "liver" && method == "tanh" {
			return experiment.Result{Inapplicable: "too few samples"}, true
		}
		rate := map[string]float64{"p=1": 70, "p=2": 80, "tanh": 90}[method]
		if data == "iris" && method == "tanh" {
			rate = 80
		}
		return values(rate), true
	})
	built := build(t, b, "1")
	checkText(t, built, "table_ranks.txt")
	assert.Check(t, built.Rows[len(built.Rows)-1].Summary)
	d := chartOf(t, b, "1").(figures.Ranks)
	assert.Equal(t, fmt.Sprintf("%v %.2f %v %.2f", d.Names, d.Means, d.Groups, d.Difference),
		"[tanh p = 2 L1] [1.10 1.90 3.00] [[0 1] [1 2]] 1.48", "the chart")
	assert.DeepEqual(t, d.Notes[:2], built.Notes[:2])
}

// Where each data set lacks a method, no ranks are of all, and yet the methods are compared.
func TestRanksOfPartsAlone(t *testing.T) {
	b := contestBench(t, func(data string, _ float64, method string) (experiment.Result, bool) {
		lacks := map[string]string{"iris": "p=1", "balance": "p=1", "ionosphere": "p=2", "yeast": "p=2", "liver": "tanh"}
		if lacks[data] == method {
			return experiment.Result{Inapplicable: "too few samples"}, true
		}
		return values(map[string]float64{"p=1": 70, "p=2": 80, "tanh": 90}[method]), true
	})
	checkText(t, build(t, b, "1"), "table_ranks_of_parts_alone.txt")
}

// Rows of one data set count once, by their average. Few data sets show little, and an error is better where it is
// lower.
func TestRanksOfLevels(t *testing.T) {
	b := contestBench(t, func(data string, level float64, method string) (experiment.Result, bool) {
		if method == "p=2" && level == 0 {
			return values(40), true // worse than p=1 on average, and better at the other level
		}
		return values(map[string]float64{"p=1": 20, "p=2": 10}[method]), true
	})
	checkText(t, build(t, b, "2"), "table_ranks_of_levels.txt")
}

// Ranks rest on all cells of the table.
func TestRanksAreIncomplete(t *testing.T) {
	b := contestBench(t, func(data string, _ float64, method string) (experiment.Result, bool) {
		return values(70), data != "yeast" || method != "p=2"
	})
	checkText(t, build(t, b, "1"), "table_ranks_incomplete.txt")
	_, ok := chartOf(t, b, "1").(figures.Placeholder)
	assert.Check(t, ok, "the chart is drawn without all results")
}

func TestRankFaults(t *testing.T) {
	const written = "experiment: tables, columns: [p=1, p=2, tanh]"
	for _, faulty := range []string{
		"experiment: tables, columns: [p=1]", "experiment: tables, columns: [p=1, {best-of: \"2\"}]",
		"experiment: tables, data: iris, columns: [p=1, p=2]", "experiment: tables, rows: [p=1, p=2]",
		"experiment: spoilt, measure: kept, columns: [p=1, p=2]", "experiment: tables, rows: {label: all}, method: p=1",
	} {
		_, err := parse(strings.Replace(contests, written, faulty, 1))
		assert.Check(t, is.ErrorContains(err, "ranks compare"), faulty)
	}
}
