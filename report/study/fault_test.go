package study_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
	"gpca/report/dataset/toy"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/experiment/ascent"
	"gpca/report/experiment/classify"
	"gpca/report/experiment/embed"
	"gpca/report/experiment/lesson"
	"gpca/report/experiment/reconstruct"
	"gpca/report/experiment/separate"
	"gpca/report/internal/faults"
	"gpca/report/study"
)

var kinds = study.Kinds{
	Experiments: []experiment.Kind{reconstruct.Kind, classify.Kind, embed.Kind, separate.Kind, ascent.Kind, lesson.Specimens},
	Tables:      exhibit.Kinds{exhibit.Projection},
	Figures:     exhibit.Kinds{exhibit.Functions, exhibit.Sweep, exhibit.Network, exhibit.Ranges, exhibit.Gains, exhibit.Scatter, exhibit.Pictures, exhibit.Curves, exhibit.Signals, exhibit.Path},
	Data:        append(dataset.Names(), toy.Names()...),
}

// tiny is the smallest study with one of everything. The faulty studies differ from it in
// one or two places.
const tiny = `name: tiny
title: Tiny
refers: thesis
repetitions: {real: 2, stand-in: 2}
labels:
  p=2: L2
data:
  - {name: own, title: Own, file: own.csv, class: last}
methods:
  - name: mine
    function: tanh
    centring: none
  - name: chosen
    choose: {family: a, values: [1, 2], samples: {usps: 10}}
experiments:
  - name: digits
    data: usps
    split: published
    components: 3
    noise: gaussian
    levels: [0, 10]
  - name: faces
    data: yale
    split: contamination
    components: 3
    levels: [0, 15]
    start: [largest-sample, random-1]
  - name: flowers
    data: [iris, balance]
    split: {folds: 3}
    components: [1, 2]
    kernel: {function: gaussian, sigma: 2}
  - name: bouquet
    like: flowers
    components: 2
tables:
  - number: "1"
    caption: Digits
    experiment: digits
    columns: [p=1, mine]
    chart: true
  - number: "2"
    caption: Flowers
    experiment: flowers
    columns:
      - parameter: kernel-sigma
      - p=1
      - best-of: "1"
  - number: "3"
    caption: Wins
    experiment: flowers
    rows: p=1
    columns: {wins: tanh}
  - number: "4"
    caption: Methods
    kind: by-method
    experiment: faces
    rows: [p=1, p=2]
  - number: "5"
    caption: Variants
    experiment: flowers
    rows:
      - label: one
      - {label: two, components: 2, real-only: true}
    columns: [p=1, tanh]
    printed: "2.5"
  - number: S
    caption: Settings
    experiment: faces
    rows: [p=1, p=2]
    columns: settings
  - number: C
    caption: Chosen
    pool: levels
    rows: [{experiment: digits}, {experiment: flowers, at: {components: 2}}]
    columns: [a=1, a=2, {chosen: chosen, against: a=1}]
figures:
  - number: "1"
    caption: Curves
    kind: functions
    curves: [p=1, tanh]
    from: 0
    to: 4
  - number: "2"
    caption: Sweep
    kind: sweep
    experiment: flowers
    data: iris
    family: a
    values: [1, 2]
    references: p=1
  - {number: "3", caption: Network, kind: network}
  - {number: "4", caption: Ranges, kind: sensitivity, table: S}
  - {number: "5", caption: Gains, kind: gains, of: C}
  - number: "6"
    caption: Along
    kind: sweep
    experiment: flowers
    along: components
    methods: [p=1, p=2]
`

func TestFaults(t *testing.T) {
	for _, of := range []string{"frame", "table", "figure"} {
		checkFaults(t, tiny, of+"_faults.txt")
	}
	for change, want := range map[string]string{
		tiny + " ⇒ ": "tiny.yaml:1:1: the file is empty",
		tiny[strings.Index(tiny, "tables:"):] + " ⇒ tables: []": "the study shows neither a table nor a figure",
		"levels: [0, 10] ⇒ levels: [" + counted(150) + "]\n    order: [" + counted(150) + "]": "the grid has 22500 cells or more, " +
			"at most 20000 are allowed: give its axes fewer values (experiment digits)",
	} {
		_, err := study.Parse("tiny.yaml", []byte(faults.Change(t, tiny, change)), kinds)
		checkError(t, err, want)
	}
}

// checkFaults holds the errors of changes of a sound study against a file.
func checkFaults(t *testing.T, sound, name string) {
	t.Helper()
	_, err := study.Parse("tiny.yaml", []byte(sound), kinds)
	assert.NilError(t, err)
	faults.Check(t, name, func(t *testing.T, change string) error {
		_, err := study.Parse("tiny.yaml", []byte(faults.Change(t, sound, change)), kinds)
		return err
	})
}

// counted lists the numbers below n.
func counted(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i)
	}
	return strings.Join(list, ", ")
}
