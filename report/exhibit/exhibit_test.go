package exhibit_test

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/grid"
	"gpca/report/study"
	"gpca/report/table"
)

const source = `
name: tiny
title: Tiny
repetitions: {real: 2, stand-in: 2}
labels: {tanh: hyperbolic tangent, a: Skeleton}
experiments:
  - {name: digits, data: [usps], protocol: split, metric: accuracy, components: 3, noise: gaussian, levels: [0, 10, 20], axis: Noise level (σ), level-labels: {20: twenty}}
  - {name: errors, like: digits, metric: misclassification}
  - {name: faces, data: [yale], protocol: contamination, metric: reconstruction-error, components: 3, scale: 0.001, levels: [15]}
  - name: flowers
    data: [iris, balance, car]
    protocol: cross-validation
    metric: accuracy
    folds: 3
    components: 1
    axis: Data set
    kernel: {function: gaussian, sigma: 2, sigmas: {iris: 2500000, car: 0.00125}}
tables:
  - {number: "1", caption: Digits, experiment: digits, columns: [p=1, p=2, tanh], average: true, decimals: 1, chart: true}
  - {number: "2", caption: Errors, experiment: errors, columns: [p=1, p=2], average: true, decimals: 1}
  - {number: "3", caption: Flowers, experiment: flowers, columns: [{parameter: kernel-sigma}, p=1, p=2, tanh], average: true, decimals: 2}
  - {number: "4", caption: Wins, kind: winning-count, of: ["3"], rows: [p=1, p=2], columns: [p=2, tanh]}
  - {number: "5", caption: Losses, kind: winning-count, of: ["2"], rows: [p=1], columns: [p=2]}
  - {number: "6", caption: Best, experiment: flowers, columns: [{best-of: "1"}, {best-of: "2"}, p=1]}
  - {number: "7", caption: Methods, kind: by-method, experiment: flowers, data: [iris], rows: [p=1, p=2], decimals: 1, corner: f, heading: Rate}
  - {number: "8", caption: Faces, kind: by-method, experiment: faces, rows: [p=1]}
  - {number: "9", caption: Best of some, experiment: digits, columns: [{best-of: "1", among: [p=1, tanh]}, p=1], chart: true}
figures:
  - {number: "1", caption: Norms, kind: functions, curves: [p=0.5, p=1, p=2], from: 0, to: 4, highest: 3}
  - {number: "2", caption: Objective, kind: functions, plot: objective, curves: [a=2], compare: [p=1], from: -6, to: 6}
  - {number: "3", caption: Sweep, kind: sweep, experiment: digits, data: usps, family: a, values: [1, 2, 4], references: [p=1, p=2]}
  - {number: "4", caption: Errors, kind: sweep, experiment: errors, data: usps, family: a, values: [1, 2, 4]}
  - {number: "5", caption: Sweep, kind: sweep, experiment: flowers, data: iris, family: a, values: [1, 2]}
  - {number: "6", caption: Network, kind: network}
`

// A book holds the results of a test by experiment, data set, level and method:
// "digits usps 10 p=1". What is not in it is missing.
type book map[string]grid.Result

func values(v ...float64) grid.Result { return grid.Result{Values: v, Ends: grid.Ends{Converged: 9}} }

func failure(reason string) grid.Result { return grid.Result{Failure: reason} }

func builder(t *testing.T, results book, standIns ...string) exhibit.Builder {
	t.Helper()
	s, err := study.Parse("tiny.yaml", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	return exhibit.Builder{
		Study: s,
		Result: func(n study.Need) (grid.Result, bool) {
			r, ok := results[fmt.Sprintf("%s %s %g %s", n.Experiment.Name, n.Data, n.Level, n.Method)]
			return r, ok
		},
		Origin: func(data string) dataset.Origin {
			if slices.Contains(standIns, data) {
				return dataset.StandIn
			}
			return dataset.Real
		},
		Title: title,
	}
}

func title(data string) string {
	if e, err := dataset.Find(data); err == nil {
		return e.Title
	}
	return data
}

// build returns a table of the tiny study. Whatever the results, it must be one
// that every writer takes.
func build(t *testing.T, b exhibit.Builder, number string) *table.Table {
	t.Helper()
	built := b.Table(b.Study.Table(number))
	if err := built.Validate(); err != nil {
		t.Error(err)
	}
	if err := table.WriteMacros(io.Discard, []*table.Table{built}); err != nil {
		t.Error(err)
	}
	return built
}

// text prints a table as lines of its cells, bold ones in asterisks.
func text(built *table.Table) string {
	var b strings.Builder
	fmt.Fprintln(&b, strings.Join(append([]string{built.Corner}, built.Columns...), " | "))
	for _, row := range built.Rows {
		fmt.Fprint(&b, row.Heading)
		for _, c := range row.Cells {
			entry := table.Format(c, built.Decimals)
			mark := ""
			if entry.Bold {
				mark = "*"
			}
			fmt.Fprintf(&b, " | %s%s%s", mark, entry, mark)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

func checkText(t *testing.T, built *table.Table, want string) {
	t.Helper()
	if got := "\n" + text(built); got != want {
		t.Errorf("table %s is%swant%s", built.Number, got, want)
	}
}
