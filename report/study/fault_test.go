package study_test

import (
	"fmt"
	"strings"
	"testing"

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

// A fault replaces a piece of the tiny study; § precedes the line and column of the error.
type fault struct{ old, new, want string }

func TestFaultsOfTheFrame(t *testing.T) {
	checkFaults(t, []fault{
		// The file as YAML, and its shape. Package strictyaml has more.
		{tiny, "§", "the file is empty"},
		{"title: Tiny\n", "title: Tiny\n§title: Tiny\n", `mapping key "title" already defined`},
		{"title: Tiny", "§titel: Tiny", `unknown field "titel": did you mean title?`},
		{"title: Tiny", "title: §[Tiny]", "text is wanted here, not a list"},
		{"repetitions: {real: 2,", "repetitions: {real: §1.5,", "1.5 is not a whole number"},
		{"title: Tiny\n", "title: Tiny\nseed: §-1\n", "-1 is out of range for a whole number from 0 up"},
		{"number: \"1\"\n    caption: Digits", "number: §2.10\n    caption: Digits", "2.10 would be read as the number 2.1: put it in quotes"},
		{"number: \"2\"\n    caption: Sweep", "§number: \"2\"", "caption is missing, as in caption: My scores on USPS (figure 2)"},
		{"number: \"2\"\n    caption: Sweep", "number: §010\n    caption: Sweep", "010 would be read as the number 8: put it in quotes"},

		{"name: tiny\n", "§", "name is missing, as in name: mine"},
		{"name: tiny\n", "name: tiny\nformat: §2\nnew: key\n", "the study is of format 2, and this program reads format 1"},
		{"name: tiny\n", "name: tiny\nhalf-widths: §all\n", `half-widths is "all": valid are none`},
		{"{real: 2, stand-in: 2}", "{real: §0, stand-in: 2}", "real is 0, must be at least 1"},
		{"{real: 2, stand-in: 2}", "§{real: 2, stand-in: 10001}", "repetitions must be at least 1 and at most 10000"},
		{"levels: [0, 10]", "levels: [" + counted(150) + "]\n    order: §[" + counted(150) + "]", "the grid has 22500 cells or more, at most 20000 are allowed: give its axes fewer values (experiment digits)"},
		{"{real: 2, stand-in: 2}", "§{real: 2}", "stand-in is missing, as in stand-in: 3"},
		{"labels:", "refits: §-1\nlabels:", "-1"},
		{"p=2: L2", "§p=two: L2", `label of "p=two", which is neither a method nor a family of functions`},
		{"refers: thesis", "refers: §novel", `unknown publication "novel"`},
		{"refers: thesis", "repeats: thesis\nrefers: §paper", "the study repeats thesis and refers to paper"},
		{tiny[strings.Index(tiny, "tables:"):], "tables: §[]\n", "the study shows neither a table nor a figure"},
		{"refers: thesis\n", "refers: thesis\nappendices: §sensitivty\n", "appendix sensitivty: it is neither a file nor one of the studies that come with the program: did you mean sensitivity?"},

		{"name: own,", "name: §usps,", "data set usps stands twice"},
		{"{name: own, title: Own, file: own.csv, class: last}", "§{name: own, class: last}", "file is missing, as in file: wine.csv"},
		{"- name: mine\n    function: tanh", "- §function: tanh", "name is missing"},
		{"- name: mine\n    function: tanh", "- §name: mine", "method mine needs a function, an expression or a command"},
		{"function: tanh", "function: §tnah", `method mine: unknown function "tnah": did you mean tanh`},
		{"  - name: chosen\n", "  - name: §mine\n    function: p=1\n  - name: chosen\n", "method mine stands twice"},
		{"samples: {usps: 10}", "samples: {§uspss: 10}", `unknown data set "uspss": did you mean usps?`},

		{"- name: digits\n    data: usps", "- §data: usps", "name is missing"},
		{"- name: faces\n", "- name: §digits\n", "experiment digits stands twice"},
		{"- name: bouquet\n    like", "- §like", "name is missing"},
		{"like: flowers", "like: §flower", `the experiment is like "flower", which is no experiment above it`},
		{"- name: digits\n", "- name: digits\n    like: §faces\n", `is like "faces", which is no experiment above it`},
		{"- name: digits\n", "- name: digits\n    kind: §reconstrct\n", `unknown kind "reconstrct": did you mean reconstruct?`},
		{"sigma: 2}", "sigma: 2, §degree: 3}", "kernel gaussian has no degree: leave it out (experiment flowers)"},
		{"noise: gaussian", "§nose: gaussian", `unknown field "nose": did you mean noise?`},
		{"data: usps", "data: §uspss", `unknown data set "uspss": did you mean usps?`},
		{"data: usps", "data: [usps, §usps]", "data usps stands twice (experiment digits)"},
		{"components: [1, 2]", "components: [1, §1]", "components 1 stands twice"},
		{"noise: gaussian", "refits: §two\n    noise: gaussian", "a whole number from 0 up is wanted here, not text"},
		{"noise: gaussian", "repetitions: §{real: 3}\n    noise: gaussian", "stand-in is missing"},

		{"- number: \"1\"\n    caption: Digits", "- §caption: Digits", "number is missing"},
		{"- number: \"1\"\n    caption: Digits\n", "- §number: \"1\"\n", "caption is missing"},
		{`number: "4"`, `number: §"../4"`, `number "../4": at most 40 letters`},
		{`number: "4"`, `number: §"1"`, "table 1 stands twice"},
		{"kind: by-method", "kind: §tabel", `unknown kind "tabel": did you mean table?`},
		{"kind: by-method", "kind: §variants", "kind variants is now kind table with rows in place of variants, pool: all in place of average"},
		{"kind: by-method", "kind: §sensitivity", "kind sensitivity is now kind table with columns: settings"},
		{"- number: \"1\"\n    caption: Curves", "- §caption: Curves", "number is missing"},
		{"caption: Network, ", "", "caption is missing"},
		{"caption: Network, ", "§captoin: Network, ", `unknown field "captoin": did you mean caption?`},
		{"number: \"2\"\n    caption: Sweep", "number: §\"1\"\n    caption: Sweep", "figure 1 stands twice"},
		{"kind: functions", "kind: §function", `unknown kind "function": did you mean functions?`},
		{"caption: Network, kind: network", "caption: Network", `unknown kind ""`},
	})
}

func TestFaultsOfTables(t *testing.T) {
	checkFaults(t, []fault{
		{"chart: true", "decimals: §16", "decimals is 16, must be 0 to 15 (table 1)"},
		{"chart: true", "decimals: §-1", "decimals is -1"},
		{"experiment: digits", "experiment: §digit", `unknown experiment "digit": did you mean digits?`},
		{"columns: [p=1, mine]", "columns: [p=1,\n      §yours]", `unknown method "yours": valid are mine, chosen, p=0.5, `},
		{"columns: [p=1, mine]", "columns: [p=1,\n      §p=1]", "column p=1 stands twice"},
		{"columns: [p=1, mine]", "columns: [p=1, {§best: x}]", `unknown field "best": did you mean best-of?`},
		{`best-of: "1"`, "best-of: \"1\"\n      - §best-of: \"1\"", "column best of 1 stands twice"},
		{"experiment: digits\n", "experiment: digits\n    levels: [0,\n      §20]\n", `level has no value "20"`},
		{"experiment: digits\n", "experiment: digits\n    levels: [10,\n      §10]\n", "level 10 stands twice"},
		{"experiment: flowers\n    columns", "experiment: flowers\n    data: §car\n    columns", `data has no value "car"`},
		{"experiment: flowers\n    columns", "experiment: flowers\n    levels: §[1]\n    columns", "experiment flowers has no level"},
		{"experiment: flowers\n    columns", "experiment: flowers\n    at: {components: §3}\n    columns", `components has no value "3"`},
		{"experiment: digits\n", "experiment: digits\n    levels: 0\n    at: {§level: 10}\n", "level is selected as rows: at must not fix it too"},
		{"experiment: flowers\n    columns", "experiment: flowers\n    at: {§sigma: 3}\n    columns", "experiment flowers does not vary sigma; it varies data and "},
		{"experiment: flowers\n    columns", "experiment: flowers\n    measure: §acuracy\n    columns", `unknown measure "acuracy": did you mean accuracy?`},
		{"columns: [p=1, mine]\n    chart: true", "columns: []\n    chart: §true", "a chart needs rows"},
		{"chart: true", "rows: §p=1", "experiment digits does not vary p=1"},
		{"caption: Flowers", "caption: Flowers\n    chart: §true", "the table has no levels to draw a chart over (table 2)"},
		{`- best-of: "1"`, `- §best-of: "9"`, "best-of names table 9, which is no table of this study"},
		{`- best-of: "1"`, `- §best-of: "3"`, "best-of names table 3, which is no table of this study"},
		{`- best-of: "1"`, "- §best-of: \"1\"\n        among: p=2", "table 1 has no column p=2"},
		{"columns: [p=1, mine]", "columns: [p=1, §{best-of: \"2\", parameter: kernel-sigma}]", "either best-of a table or a parameter"},
		{"- parameter: kernel-sigma", "- parameter: §sigma", `parameter is "sigma": did you mean kernel-sigma?`},
		{"columns: [p=1, mine]", "columns: [p=1, §{parameter: kernel-sigma}]", "experiment digits has no Gaussian kernel"},
		{"chart: true", "sensitivity: §\"2\"", "table 2 has no columns: settings (table 1)"},

		{"rows: [p=1, p=2]", "rows: [p=1,\n      §p=-2]", `function "p=-2": p must be a finite number above 0`},
		{"rows: [p=1, p=2]", "rows: [p=1,\n      §p=1]", "method p=1 stands twice"},
		{"rows: [p=1, p=2]", "rows: [p=1, p=2]\n    labels: {§p=3: L3-norm}", "the table has no row p=3: rows are p=1 and p=2"},
		{"    rows: [p=1, p=2]\n", "", "experiment faces has methods: name one by method"},

		{"    rows: p=1\n    columns: {", "    columns: §{", "wins are of methods: the rows must be methods"},
		{"{wins: tanh}", "{wins: §tnah}", `unknown method "tnah"`},

		{"    columns: [p=1, tanh]\n", "", "the table needs either columns, which are methods, or a method"},
		{"columns: [p=1, tanh]", "method: §p=one", `function "p=one"`},
		{"columns: [p=1, tanh]", "columns: p=1\n    range: §true", "range is for one row a label"},
		{"label: two,", "label: §one,", "row one stands twice: give each a label"},
		{"label: two,", "label: two, experiment: §banquet,", `unknown experiment "banquet": did you mean bouquet?`},
		{"{label: two, components: 2,", "§{label: two, experiment: digits,", "rows one and two have different levels or numbers of data sets"},
		{"components: 2, real-only", "components: §3, real-only", `components has no value "3"`},
		{"components: 2, real-only", "§sigma: 3, real-only", "experiment flowers does not vary sigma"},
		{"- label: one\n", "- §label: one\n        real-only: true\n", "the first row must not be real-only"},
		{`printed: "2.5"`, `printed: §"0"`, `the thesis prints no table "0"`},

		{"experiment: faces\n    rows: [p=1, p=2]\n    columns", "experiment: §digits\n    rows: [p=1, p=2]\n    columns", "experiment digits varies no settings"},

		{"against: a=1", "against: §a=9", `against is "a=9", want one of the columns: a=1, a=2`},
		{"{chosen: chosen", "{chosen: §mine", `method "mine" does not choose its parameter`},
		{"{chosen: chosen", "{chosen: §nobody", `unknown method "nobody"`},
		{"{chosen: chosen", "§{chosen: chosen, hindsight: [a=1, chosen]", "the other columns and hindsight must be methods with a fixed parameter"},
		{"rows: [{experiment: digits}, {", "rows: [{experiment: digits}, §{experiment: digits}, {", "row digits stands twice"},
		{"rows: [{experiment: digits}", "rows: [{experiment: §digit}", `unknown experiment "digit": did you mean digits?`},
		{"experiment: digits}, {", "experiment: digits}, §p=1, {", "the table has rows with labels and others"},
		{"rows: [{experiment: digits}, {experiment: flowers, at: {components: 2}}]", "rows: [{experiment: flowers}, §{experiment: bouquet}]", "rows flowers and bouquet have one heading on iris: give each a label"},
	})
}

func TestFaultsOfFigures(t *testing.T) {
	checkFaults(t, []fault{
		{"    curves: [p=1, tanh]\n", "", "curves is missing, as in curves: [p=1, tanh]"},
		{"curves: [p=1, tanh]", "curves: [p=1,\n      §tan]", `unknown method "tan"`},
		{"curves: [p=1, tanh]", "curves: [p=1,\n      §chosen]", "has no one function"},
		{"curves: [p=1, tanh]", "curves: p=1\n    compare: §tan", `unknown method "tan"`},
		{"to: 4", "to: 0", "a range from less than to"},
		{"to: 4", "to: .inf", "a range from less than to"},
		{"to: 4", "to: 4\n    highest: §-1", "highest is -1"},
		{"to: 4", "to: 4\n    plot: §integral", `plot is "integral": valid are derivative, objective`},
		{"curves: [p=1, tanh]", "plot: objective\n    curves: [p=1,\n      §\"f'=u > 0 ? 1/u : 0\"]", "function f'=u > 0 ? 1/u : 0 has no f to plot: f′ grows too fast towards 0"},
		{"to: 4", "to: 4\n    ordinate: §[1]", "ordinate has a lower and an upper end, as in [90, 100]"},
		{"to: 4", "to: 4\n    ordinate: §[2, 1]", "a lower end stands before its upper one"},
		{"kind: network", "kind: network, §curves: p=1", `unknown field "curves"`},
		{"table: S}", "table: §\"4\"}", `table "4" has no columns: settings (figure 4)`},
		{"of: C}", "of: [C, §C]}", "table C stands twice"},
		{"of: C}", "of: §S}", "the study has no table S with a column chosen (figure 5)"},
		{", of: C}", "}", "of is missing"},

		{"experiment: flowers\n    data: iris", "experiment: §flower\n    data: iris", `unknown experiment "flower": did you mean flowers?`},
		{"data: iris\n", "data: §car\n", `data has no value "car"`},
		{"family: a\n    values: [1,", "family: §b\n    values: [1,", `unknown family "b": did you mean p, a or q?`},
		{"    values: [1, 2]\n", "", "values is empty"},
		{"family: a\n    values: [1, 2]", "family: a\n    values: [§0, 2]", "value 0: values must be positive and increase"},
		{"family: a\n    values: [1, 2]", "family: a\n    values: [2,\n      §1]", "values must be positive and increase"},
		{"family: a\n    values: [1, 2]", "family: a\n    values: [1, 2]\n    methods: §p=1", "methods are for a sweep along an axis"},
		{"references: p=1", "references: §L1", `unknown method "L1"`},
		{"references: p=1", "abscissa: §log", `abscissa is "log": did you mean logarithmic?`},
		{"family: a\n", "family: a\n    along: components\n", "a sweep runs either over a family of functions or along an axis"},
		{"along: components", "along: §sigma", "experiment flowers does not vary sigma"},
		{"along: components", "along: §data", "the values of data must be numbers and increase"},
		{"along: components", "along: components\n    at: {components: §2}", "runs along components: at must not fix it"},
		{"    methods: [p=1, p=2]\n", "", "a sweep along components needs methods, and no values"},
	})
}

// checkFaults expects the fault at the mark, or at the start of the exhibit that contains
// the replaced piece.
func checkFaults(t *testing.T, faults []fault) {
	t.Helper()
	if _, err := study.Parse("tiny.yaml", []byte(tiny), kinds); err != nil {
		t.Fatal(err)
	}
	for _, f := range faults {
		t.Run(f.want, func(t *testing.T) {
			at := strings.Index(tiny, f.old)
			if at < 0 {
				t.Fatalf("the sound study has no %q", f.old)
			}
			source := tiny[:at] + f.new + tiny[at+len(f.old):]
			before, after, marked := strings.Cut(source, "§")
			if !marked {
				begin := strings.LastIndex(source[:at], "\n  - ") + len("\n  - ")
				before, after = source[:begin], source[begin:]
			}
			_, err := study.Parse("tiny.yaml", []byte(before+after), kinds)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), f.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, f.want)
			}
			place := fmt.Sprintf("tiny.yaml:%d:%d: ", 1+strings.Count(before, "\n"), len(before)-strings.LastIndex(before, "\n"))
			if !strings.HasPrefix(err.Error(), place) {
				t.Errorf("error %q, want it at %q", err, place)
			}
		})
	}
}

// counted lists the numbers below n.
func counted(n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprint(i)
	}
	return strings.Join(list, ", ")
}
