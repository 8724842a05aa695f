package exhibit_test

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/figures"
	"gpca/report/exhibit"
	"gpca/report/experiment"
)

// The study has tables and, like the thesis, a table of the sensitivity of its optimiser.
//
//go:embed testdata/sensitive.yaml
var sensitiveSource string

// A ledger holds results by level, method and variation: "0 p=1", "0 p=1 random-1", "0 p=1 50". Clean cells
// are the same in all experiments.
type ledger map[string]experiment.Result

func (l ledger) bench(t *testing.T) *bench {
	t.Helper()
	b := benchOf(t, sensitiveSource, nil)
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		_, key, _ := strings.Cut(keyOf(q), " usps ")
		r, ok := l[key]
		r.Key = key
		return r, ok
	}
	return b
}

func stopped(v float64) experiment.Result {
	return ended(experiment.Ends{Converged: 8, Stopped: 1}, v)
}

// full has every result: p=0.5 is far below, p=1 moves by 0.5 over its starts and 0.6 in all, tanh by
// 0.25, p=2 not at all.
func full() ledger {
	return ledger{
		"0 p=0.5": stopped(94), "0 p=0.5 random-1": stopped(94.25), "0 p=0.5 random-2": values(94), "0 p=0.5 50": stopped(94),
		"0 p=1": values(95.5), "0 p=1 random-1": values(95.25), "0 p=1 random-2": values(95.75), "0 p=1 50": stopped(95.15),
		"0 p=2": values(95.5), "0 p=2 random-1": values(95.5), "0 p=2 random-2": values(95.5), "0 p=2 50": values(95.5),
		"0 tanh": values(95.9), "0 tanh random-1": values(95.65), "0 tanh random-2": values(95.7), "0 tanh 50": values(95.9),
		"10 p=0.5": values(80, 82), "10 p=1": values(81, 83), "10 p=2": values(81, 83), "10 tanh": values(81, 83),
	}
}

func TestSensitivityTable(t *testing.T) {
	// L1 is above p = 2, but below it under random-1 and 50, and above the hyperbolic tangent under random-2.
	checkText(t, build(t, full().bench(t), "S.1"), "table_sensitivity_table.txt")
}

func TestSpreadBetweenMethods(t *testing.T) {
	near := full()
	for _, changed := range []string{"", " random-1", " random-2", " 50"} {
		near["0 p=0.5"+changed] = values(95.5)
	}
	far := full()
	far["0 tanh"] = values(99)
	for _, changed := range []string{" random-1", " random-2", " 50"} {
		far["0 tanh"+changed] = values(99)
	}
	// The first other start of p = 2 is better than its own, and the second is not: its own is not the best.
	far["0 p=2 random-1"], far["0 p=2 random-2"] = values(95.6), values(95.4)
	checkText(t, build(t, near.bench(t), "S.1"), "table_methods_near_each_other.txt")
	checkText(t, build(t, far.bench(t), "S.1"), "table_methods_far_from_each_other.txt")
}

// A range over a missing or failed cell is none, and there are no notes while one is incomplete.
func TestSensitivityTableWithHoles(t *testing.T) {
	results := full()
	delete(results, "0 p=1 random-2")
	delete(results, "0 tanh")
	results["0 p=2 50"] = failure("no number")
	checkText(t, build(t, results.bench(t), "S.1"), "table_sensitivity_table_with_holes.txt")
	build(t, ledger{}.bench(t), "S.1")
}

// Marked are the best methods of a row as far as they lie within the range of one of them, in the cells of
// the table of ranges.
func TestSensitiveNumbersAreMarked(t *testing.T) {
	b := full().bench(t)
	checkText(t, build(t, b, "1"), "table_sensitive_numbers_are_marked.txt")
	// The best of table 1 on average is the hyperbolic tangent. An average rests on other
	// cells and has no mark.
	checkText(t, build(t, b, "2"), "table_sensitive_numbers_are_marked_2.txt")
	// By the smallest error, the hyperbolic tangent is the last.
	checkText(t, build(t, b, "3"), "table_sensitive_numbers_are_marked_3.txt")
}

// The range is known of the cells of the table of ranges, and of other levels and averages of the same fit.
func TestReach(t *testing.T) {
	results := full()
	for _, key := range []string{"0 tanh", "10 tanh"} {
		r := results[key]
		r.Shared = true
		results[key] = r
	}
	b := results.bench(t)
	of := b.study.Table("1").(exhibit.Sensitive)
	for _, c := range []struct {
		row, column string
		want        float64
	}{{"0", "p=1", 0.6}, {"0", "p=2", 0}, {"0", "tanh", 0.25}, {"10", "p=1", 0}, {"Average", "p=1", 0}, {"10", "tanh", 0.25}, {"Average", "tanh", 0.25}} {
		got := of.Reach(b, c.row, c.column)
		assert.Check(t, math.Abs(got-c.want) <= 1e-9, "row %s, %s moves by %v, want %v", c.row, c.column, got, c.want)
	}
	assert.Equal(t, b.study.Table("4").(exhibit.Sensitive).Reach(b, "0", "p=1"), 0.0,
		"without a table of ranges it moves by")
}

func TestNumbersWithoutAMark(t *testing.T) {
	incomplete := full()
	delete(incomplete, "0 p=1 random-2")
	unknown := full()
	delete(unknown, "0 p=2")
	steady := full()
	for key := range steady {
		if fields := strings.Fields(key); len(fields) == 3 {
			steady[key] = steady[fields[0]+" "+fields[1]]
		}
	}
	for _, c := range []struct {
		name, table string
		results     ledger
	}{
		{"its table is not part of the study", "4", full()},
		{"the widest range is not complete", "1", incomplete},
		{"a number of the row is missing", "1", unknown},
		{"no setting matters", "1", steady},
	} {
		built := build(t, c.results.bench(t), c.table)
		got := text(built) + strings.Join(built.Notes, "\n")
		assert.Check(t, !strings.Contains(got, "≈"), "%s: marked\n%s", c.name, got)
	}
}

func TestSensitivityFigure(t *testing.T) {
	results := full()
	results["0 p=2 50"] = failure("no number")
	b := results.bench(t)
	f := figure(t, b, "S.1")
	var got strings.Builder
	for _, row := range f.Records()[1:] {
		if row[3] == "L1" || row[3] == "p = 2" {
			fmt.Fprintln(&got, strings.Join(row[1:], ", "))
		}
	}
	golden.Assert(t, got.String(), "sensitivity_figure.txt")
	assert.Equal(t, originOf(b, "S.1"), "real")
	if f, ok := figure(t, ledger{}.bench(t), "S.1").(figures.Placeholder); !ok {
		t.Errorf("without results the figure is a %T", f)
	}
}
