package study_test

import (
	"fmt"
	"strings"
	"testing"

	"gpca/report/study"
)

// tiny is the smallest study with one of everything; the faulty ones differ
// from it in a place or two.
const tiny = `name: tiny
title: Tiny
repetitions:
  real: 2
  stand-in: 2
labels:
  p=2: L2
methods:
  - name: mine
    score: tanh
    centring: none
experiments:
  - name: digits
    data: [usps]
    protocol: split
    metric: accuracy
    components: 3
    noise: gaussian
    levels: [0, 10]
  - name: faces
    data: [yale]
    protocol: contamination
    metric: reconstruction-error
    components: 3
    levels: [0, 15]
  - name: flowers
    data: [iris, balance]
    protocol: cross-validation
    metric: accuracy
    folds: 3
    components: 1
    kernel:
      function: gaussian
      sigma: 2
  - name: bouquet
    like: flowers
    folds: 9
    real-only: true
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
    kind: winning-count
    of: ["2"]
    rows: [p=1]
    columns: [tanh]
  - number: "4"
    caption: Methods
    kind: by-method
    experiment: faces
    rows: [p=1, p=2]
  - number: "5"
    caption: Variants
    kind: variants
    variants:
      - label: "3"
        experiment: flowers
      - label: "9"
        experiment: bouquet
    columns: [p=1, tanh]
    printed: "2.5"
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
    references: [p=1]
  - {number: "3", caption: Network, kind: network}
`

func TestTinyStudyIsSound(t *testing.T) {
	if _, err := study.Parse("tiny.yaml", []byte(tiny)); err != nil {
		t.Fatal(err)
	}
}

// Each case replaces a piece of the tiny study; the comment "#!" in it marks
// the line that the error must name.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		// The file as YAML.
		{"empty", tiny, "#!", "the file is empty"},
		{"not closed", "levels: [0, 10]\n", "levels: [0, 10\n", "must be specified"},
		{"key twice", "title: Tiny\n", "title: Tiny\ntitle: Tiny #!\n", `mapping key "title" already defined`},
		{"two documents", "figures:\n", "--- #!\nname: other\nfigures:\n", "a second document"},
		{"alias of nothing", "noise: gaussian", "noise: *absent #!", `could not find alias "absent"`},

		// Its shape.
		{"unknown field", "title: Tiny", "titel: Tiny #!", `unknown field "titel": did you mean title?`},
		{"unknown field within", "    noise: gaussian", "    nose: gaussian #!", `unknown field "nose": did you mean noise?`},
		{"unknown field of a kernel", "      sigma: 2", "      sigmah: 2 #!", `unknown field "sigmah": did you mean sigma or sigmas?`},
		{"unknown field of a column", `best-of: "1"`, `best: "1" #!`, `unknown field "best": did you mean best-of?`},
		{"unknown field of a flow mapping", "caption: Network, kind: network}", "captoin: Network, kind: network} #!", `unknown field "captoin"`},
		{"text for a number", "components: 3", "components: three #!", "a whole number is wanted here, not text"},
		{"list for text", "title: Tiny", "title: [Tiny] #!", "text is wanted here, not a list"},
		{"text for a list", "data: [usps]", "data: usps #!", "string was used where sequence is expected"},
		{"mapping for a list", "levels: [0, 10]", "levels: {0: 10} #!", "mapping was used where sequence is expected"},
		{"text among numbers", "levels: [0, 10]", "levels: [0,\n      ten] #!", "a number is wanted here, not text"},
		{"list for a column", "columns: [p=1, mine]", "columns: [[p=1]] #!", "sequence was used where mapping is expected"},
		{"fraction", "components: 3", "components: 2.5 #!", "2.5 is not a whole number"},
		{"fraction of a repetition", "real: 2", "real: 1.5 #!", "1.5 is not a whole number"},
		{"negative seed", "title: Tiny\n", "title: Tiny\nseed: -1 #!\n", "-1 is out of range for a whole number from 0 up"},
		{"number that loses its digits", `number: "1"` + "\n    caption: Digits", "number: 2.10 #!\n    caption: Digits", "2.10 would be read as the number 2.1: put it in quotes"},
		{"number that changes its base", `number: "2"` + "\n    caption: Sweep", "number: 010 #!\n    caption: Sweep", "010 would be read as the number 8: put it in quotes"},
		{"empty entry", "levels: [0, 10]", "levels:\n      - 0\n      - #!", "an empty entry in a list"},
		{"tag for a list", "data: [usps]", "data: !usps] #!", "a study has no tags"},
		{"tag for text", "title: Tiny", "title: !Tiny #!", "a study has no tags"},

		// The head.
		{"no name", "name: tiny\n", "#!\n", "the study has no name"},
		{"no repetitions", "real: 2", "real: 0 #!", "repetitions must be at least 1"},
		{"repetitions of one origin", "  stand-in: 2\n", "", "repetitions must be at least 1"},
		{"label of nothing", "p=2: L2", "p=two: L2 #!", `label of "p=two"`},

		// Methods.
		{"method without a name", "- name: mine\n    score: tanh", "- score: tanh #!", "a method needs a name"},
		{"method without a score", "- name: mine\n    score: tanh", "- name: mine #!", "method mine needs either a score or an expression"},
		{"method with both", "- name: mine\n", "- name: mine #!\n    expression: u\n", "method mine needs either a score or an expression"},
		{"unknown score", "score: tanh", "score: tnah #!", `unknown score "tnah"; did you mean tanh`},
		{"faulty expression", "score: tanh", "expression: cosh(v) #!", "\"v\" is not part of the language"},
		{"unknown centring", "centring: none", "centring: median #!", `centring is "median", must be mean or none`},
		{"method twice", "methods:\n", "methods:\n  - {name: mine, score: tanh}\n", "method mine stands twice"},

		// Experiments.
		{"experiment without a name", "- name: digits\n    data: [usps]", "- data: [usps] #!", "an experiment needs a name"},
		{"experiment twice", "- name: faces", "- name: digits #!", "experiment digits stands twice"},
		{"like nothing", "- name: faces\n", "- name: faces\n    like: digit #!\n", `is like "digit", which is no experiment above it`},
		{"like one below", "- name: digits\n", "- name: digits\n    like: faces #!\n", `is like "faces", which is no experiment above it`},
		{"like itself", "- name: digits\n", "- name: digits\n    like: digits #!\n", `is like "digits", which is no experiment above it`},
		{"no data", "data: [usps]", "data: [] #!", "experiment digits names no data set"},
		{"unknown data set", "data: [iris, balance]", "data: [iris,\n      balanse] #!", `unknown data set "balanse": did you mean balance?`},
		{"data set twice", "data: [iris, balance]", "data: [iris,\n      iris] #!", "data set iris stands twice"},
		{"no components", "components: 1", "components: 0 #!", "experiment flowers extracts 0 components"},
		{"unknown protocol", "protocol: split", "protocol: splits #!", `unknown protocol "splits": did you mean split?`},
		{"unknown noise", "noise: gaussian", "noise: gausian #!", `unknown noise "gausian": did you mean gaussian?`},
		{"level outside of its noise", "levels: [0, 10]", "levels: [0,\n      -10] #!", "standard deviation -10"},
		{"level that is no number", "levels: [0, 10]", "levels: [0,\n      .nan] #!", "standard deviation NaN"},
		{"level twice", "levels: [0, 10]", "levels: [10,\n      10] #!", "level 10 stands twice"},
		{"half an image", "levels: [0, 15]", "levels: [0, 7.5] #!", "level 7.5 is not a number of images"},
		{"endless images", "levels: [0, 15]", "levels: [0, .inf] #!", "level +Inf is not a number of images"},
		{"no levels", "    levels: [0, 15]\n", "", "experiment faces has no levels"},
		{"levels of cross-validation", "folds: 3", "levels: [1] #!\n    folds: 3", "cross-validation has no use for"},
		{"no folds", "folds: 3", "folds: 1 #!", "experiment flowers has 1 folds"},
		{"two data sets for a split", "data: [usps]", "data: [usps, mnist] #!", "protocol split takes one data set"},
		{"metric of another protocol", "metric: reconstruction-error", "metric: accuracy #!", `metric "accuracy" does not fit protocol contamination`},
		{"unknown metric", "metric: accuracy\n    components", "metric: acuracy #!\n    components", "did you mean accuracy?"},
		{"unknown kernel", "function: gaussian", "function: gausian #!", `unknown kernel "gausian": did you mean gaussian?`},
		{"kernel without a width", "sigma: 2", "sigma: 0", "sigma must be positive"},
		{"width for an unknown data set", "sigma: 2", "sigma: 2\n      sigmas: {iriss: 1} #!", `unknown data set "iriss"`},
		{"scale that is no number", "components: 1", "components: 1\n    scale: .nan #!", "scale is NaN"},
		{"negative tolerance", "components: 1", "components: 1\n    tolerance: -1 #!", "tolerance is -1"},
		{"unknown start", "components: 1", "components: 1\n    start: middle #!", `unknown start "middle": there are largest-sample`},
		{"start of no seed", "components: 1", "components: 1\n    variations:\n      start: [best-sample,\n        random] #!", `unknown start "random"`},
		{"start twice", "components: 1", "components: 1\n    variations:\n      start: [random-1,\n        random-1] #!", "start random-1 stands twice"},
		{"tolerance of nothing", "components: 1", "components: 1\n    variations:\n      tolerance: [1e-3,\n        0] #!", "tolerance is 0, must be positive"},
		{"tolerance twice", "components: 1", "components: 1\n    variations:\n      tolerance: [1e-3,\n        0.001] #!", "tolerance 0.001 stands twice"},
		{"limit of nothing", "components: 1", "components: 1\n    variations:\n      max-iterations: [50,\n        0] #!", "max-iterations is 0, must be positive"},
		{"limit twice", "components: 1", "components: 1\n    variations:\n      max-iterations: [50,\n        50] #!", "iteration limit 50 stands twice"},
		{"unknown setting", "components: 1", "components: 1\n    variations:\n      limit: [50] #!", `unknown field "limit"`},
		{"negative iterations", "components: 1", "components: 1\n    max-iterations: -1 #!", "max-iterations is -1"},
		{"negative patience", "components: 1", "components: 1\n    patience: -1 #!", "patience is -1"},
		{"unknown centring of an experiment", "components: 1", "components: 1\n    centring: median #!", `centring is "median", must be mean or none`},
		{"repetitions of an experiment", "components: 1", "components: 1\n    repetitions: {real: 3} #!", "repetitions must be at least 1"},
	} {
		t.Run(c.name, func(t *testing.T) { checkFault(t, c.old, c.new, c.want) })
	}
}

func TestFaultsOfExhibits(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing to show", tiny[strings.Index(tiny, "tables:"):], "tables: [] #!\n", "the study shows neither a table nor a figure"},
		{"table without a number", `- number: "1"` + "\n    caption: Digits", "- caption: Digits #!", "a table needs a number"},
		{"table without a caption", "\n    caption: Digits\n", " #!\n", "table 1 needs a caption"},
		{"number that is a path", `number: "4"`, `number: "../4" #!`, `number "../4": only letters`},
		{"table twice", `number: "4"`, `number: "1" #!`, "table 1 stands twice"},
		{"too many decimals", "chart: true", "decimals: 16 #!", "table 1 has 16 decimals"},
		{"negative decimals", "chart: true", "decimals: -1 #!", "table 1 has -1 decimals"},
		{"unknown kind", "kind: by-method", "kind: by-methods #!", `unknown kind "by-methods": did you mean by-method?`},
		{"unknown experiment", "experiment: digits", "experiment: digit #!", `unknown experiment "digit": did you mean digits?`},
		{"unknown method", "columns: [p=1, mine]", "columns: [p=1,\n      yours] #!", `unknown score "yours"`},
		{"unknown method in a row", "rows: [p=1, p=2]", "rows: [p=1,\n      p=-2] #!", `score "p=-2": p must be a finite number above 0`},
		{"method twice", "columns: [p=1, mine]", "columns: [p=1,\n      p=1] #!", "column p=1 stands twice"},
		{"best of one table twice", `best-of: "1"`, "best-of: \"1\"\n      - best-of: \"1\" #!", "column 1 stands twice"},
		{"row twice", "rows: [p=1, p=2]", "rows: [p=1,\n      p=1] #!", "method p=1 stands twice"},
		{"level that the experiment lacks", "experiment: digits\n", "experiment: digits\n    levels: [0,\n      20] #!\n", "experiment digits has no level 20"},
		{"data set that the experiment lacks", "experiment: flowers\n    columns", "experiment: flowers\n    data: [car] #!\n    columns", "experiment flowers has no data set car"},
		{"no columns", "columns: [p=1, mine]", "columns: [] #!", "table 1 has no columns"},
		{"rows of a grid", "chart: true", "rows: [p=1] #!", "rows are for by-method"},
		{"columns of a by-method table", "rows: [p=1, p=2]", "rows: [p=1, p=2]\n    columns: [p=1] #!", "takes no columns"},
		{"by-method table without rows", "rows: [p=1, p=2]", "rows: [] #!", "table 4 has no rows"},
		{"chart without levels", "caption: Flowers", "caption: Flowers\n    chart: true #!", "table 2 has no levels to draw a chart over"},
		{"best of nothing", `best-of: "1"`, `best-of: "9" #!`, "best of table 9, which is not a grid of this study"},
		{"best of a count", `best-of: "1"`, `best-of: "3" #!`, "best of table 3, which is not a grid of this study"},
		{"best of itself", `best-of: "1"`, `best-of: "2" #!`, "which is itself chosen by table 2"},
		{"best of each other", "columns: [p=1, mine]", "columns: [p=1, {best-of: \"2\"}] #!", "which is itself chosen by table 1"},
		{"best among others", `best-of: "1"`, "best-of: \"1\" #!\n        among: [p=2]", "table 1 has no column p=2"},
		{"column of two kinds", `best-of: "1"`, "best-of: \"1\" #!\n        parameter: kernel-sigma", "either best-of a table or a parameter"},
		{"unknown parameter", "parameter: kernel-sigma", "parameter: sigma #!", "parameter: kernel-sigma"},
		{"width without a kernel", "columns: [p=1, mine]", "columns: [p=1, {parameter: kernel-sigma}] #!", "experiment digits has no Gaussian kernel"},
		{"count over nothing", `of: ["2"]`, `of: [] #!`, "it needs of, the tables to count over"},
		{"count of nothing", "- number: \"3\"\n    caption: Wins\n    kind: winning-count\n    of: [\"2\"]\n    rows: [p=1]", "- number: \"3\" #!\n    caption: Wins\n    kind: winning-count\n    of: [\"2\"]\n", "it needs rows and columns"},
		{"count over an absent table", `of: ["2"]`, `of: ["9"] #!`, "counts over table 9"},
		{"count over a count", `of: ["2"]`, `of: ["3"] #!`, "counts over table 3"},
		{"count over different rows", `of: ["2"]`, "of: [\"2\",\n      \"1\"] #!", "tables 2 and 1, which have different rows"},
		{"count of a best", "columns: [tanh]", `columns: [{best-of: "1"}] #!`, "its columns must be methods"},

		{"no variants", variantsOf(tiny), "    variants: []\n", "table 5 has no variants"},
		{"variants of an experiment", "kind: variants", "kind: variants\n    experiment: flowers", "its rows are variants"},
		{"variants of nothing", "columns: [p=1, tanh]", "", "table 5 needs either columns, which are methods, or a method"},
		{"variants of two kinds", "columns: [p=1, tanh]", "columns: [p=1]\n    method: p=1", "table 5 needs either columns, which are methods, or a method"},
		{"average of columns", "columns: [p=1, tanh]", "method: p=1\n    average: true #!", "average has no use for a method"},
		{"unknown method of variants", "columns: [p=1, tanh]", "method: p=one #!", `score "p=one"`},
		{"best among variants", "columns: [p=1, tanh]", `columns: [{best-of: "1"}] #!`, "its columns must be methods"},
		{"range over blocks", "columns: [p=1, tanh]", "columns: [p=1]\n    range: true #!", "range is for one row a variant"},
		{"variant without a label", `label: "9"`, `label: "" #!`, "a variant needs a label"},
		{"variant twice", `label: "9"`, `label: "3" #!`, "variant 3 stands twice"},
		{"variant of an absent experiment", "experiment: bouquet", "experiment: banquet #!", `unknown experiment "banquet": did you mean bouquet?`},
		{"variants over other data", "experiment: bouquet", "experiment: digits #!", "experiments flowers and digits have different levels"},
		{"variants in two directions", "folds: 9", "folds: 9\n    metric: misclassification", "experiments flowers and bouquet measure accuracy and misclassification"},
		{"level of variants", "columns: [p=1, tanh]", "columns: [p=1, tanh]\n    levels: [7]", "experiment flowers has no level 7"},
		{"data set of variants", "columns: [p=1, tanh]", "columns: [p=1, tanh]\n    data: [car]", "experiment flowers has no data set car"},
		{"table that is not in print", `printed: "2.5"`, `printed: "2.55" #!`, `the thesis prints no table "2.55"`},
		{"rows of real data alone", "        experiment: flowers\n      - label", "        experiment: bouquet\n      - label", "its first row must not be real-only"},
		{"table of real data alone", "    kind: by-method\n    experiment: faces", "    kind: by-method\n    experiment: bouquet #!", "experiment bouquet is real-only"},
		{"figure of real data alone", "experiment: flowers\n    data: iris", "experiment: bouquet #!\n    data: iris", "experiment bouquet is real-only"},
		{"print of a grid", "chart: true", "chart: true\n    printed: \"2.1\"", "variants, method, printed, settled and range are for variants"},
		{"sensitivity without variations", "kind: by-method\n    experiment: faces", "kind: sensitivity\n    experiment: faces #!", "experiment faces has no variations"},
		{"sensitivity to its own settings", sensitiveFrom, strings.NewReplacer("start: [best-sample, random-1], max-iterations: [1000, 50]", "start: [largest-sample], tolerance: [1e-10], max-iterations: [1000]", "experiment: faces", "experiment: faces #!").Replace(sensitive), "experiment faces has no variations"},
		{"sensitivity without rows", sensitiveFrom, strings.Replace(sensitive, "rows: [p=1, p=2]", "rows: [] #!", 1), "table 4 has no rows"},
		{"columns of a sensitivity", sensitiveFrom, strings.Replace(sensitive, "rows: [p=1, p=2]", "rows: [p=1, p=2]\n    columns: [p=1] #!", 1), "is sensitivity and takes no columns"},
		{"sensitivity of an absent experiment", sensitiveFrom, strings.Replace(sensitive, "experiment: faces", "experiment: face #!", 1), `unknown experiment "face"`},
		{"best sample without a closed form", sensitiveFrom, strings.Replace(sensitive, "rows: [p=1, p=2]", "rows: [p=1,\n      \"f'=u\"] #!", 1), "method f'=u: start best-sample needs a closed form"},
		{"sensitivity that is none", "chart: true", "sensitivity: \"2\" #!", "table 1 is held against table 2, which is not of kind sensitivity"},
		{"sensitivity of rows that are methods", "rows: [p=1, p=2]", "rows: [p=1, p=2]\n    sensitivity: S.1 #!", "only the rows of a grid are held against"},
		{"figure of no sensitivity", "caption: Network, kind: network}", "caption: Ranges, kind: sensitivity, table: \"4\"} #!", `"4" is not: the study has none`},

		{"figure without a number", `- number: "1"` + "\n    caption: Curves", "- caption: Curves #!", "a figure needs a number"},
		{"figure without a caption", "caption: Network, ", "#!\n    ", "figure 3 needs a caption"},
		{"figure twice", `number: "2"` + "\n    caption: Sweep", `number: "1" #!` + "\n    caption: Sweep", "figure 1 stands twice"},
		{"figure in place of a chart", `number: "3", caption`, `number: C1, caption`, "figure C1 has the number of the chart of table 1"},
		{"unknown kind of figure", "kind: functions", "kind: function #!", `unknown kind "function": did you mean functions?`},
		{"no curves", "curves: [p=1, tanh]\n", "\n", "figure 1 needs curves"},
		{"unknown curve", "curves: [p=1, tanh]", "curves: [p=1,\n      tan] #!", `unknown score "tan"`},
		{"unknown curve to compare", "curves: [p=1, tanh]", "curves: [p=1]\n    compare: [tan] #!", `unknown score "tan"`},
		{"empty range", "to: 4", "to: 0", "a range from less than to"},
		{"endless range", "to: 4", "to: .inf", "a range from less than to"},
		{"negative top", "to: 4", "to: 4\n    highest: -1 #!", "highest is -1"},
		{"unknown plot", "to: 4", "to: 4\n    plot: integral #!", `plot is "integral", must be derivative or objective`},
		{"objective in no closed form", "curves: [p=1, tanh]", "plot: objective\n    curves: [p=1,\n      \"f'=u\"] #!", "score f'=u has no closed form of f to plot"},
		{"sweep of an absent experiment", "experiment: flowers\n    data: iris", "experiment: flower\n    data: iris", `no experiment "flower" with data set "iris"`},
		{"sweep of an absent data set", "data: iris\n", "data: car\n", `no experiment "flowers" with data set "car"`},
		{"sweep of an unknown family", "family: a\n", "family: b\n", `unknown score "b=1"`},
		{"sweep over nothing", "values: [1, 2]", "values: [] #!", "figure 2 sweeps over no values"},
		{"sweep over zero", "values: [1, 2]", "values: [0, 2] #!", `score "a=0"`},
		{"sweep backwards", "values: [1, 2]", "values: [2,\n      1] #!", "values must be positive and increase"},
		{"unknown reference", "references: [p=1]", "references: [L1] #!", `unknown score "L1"`},
	} {
		t.Run(c.name, func(t *testing.T) { checkFault(t, c.old, c.new, c.want) })
	}
}

// The faces of the tiny study, from their levels to their table, and the same with
// variations and a table of them.
var (
	sensitiveFrom = tiny[strings.Index(tiny, "levels: [0, 15]"):strings.Index(tiny, "figures:")]
	sensitive     = strings.NewReplacer(
		"levels: [0, 15]", "levels: [0, 15]\n    variations: {start: [best-sample, random-1], max-iterations: [1000, 50]}",
		"kind: by-method", "kind: sensitivity",
	).Replace(sensitiveFrom)
)

func checkFault(t *testing.T, old, replacement, want string) {
	t.Helper()
	checkFaultOf(t, tiny, old, replacement, want)
}

func checkFaultOf(t *testing.T, sound, old, replacement, want string) {
	t.Helper()
	if strings.Count(sound, old) == 0 {
		t.Fatalf("the sound study has no %q", old)
	}
	source := strings.Replace(sound, old, replacement, 1)
	_, err := study.Parse("tiny.yaml", []byte(source))
	if err == nil {
		t.Fatalf("no error for\n%s", source)
	}
	if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %q, want one line with %q", err, want)
	}
	place := "tiny.yaml:"
	if before, _, marked := strings.Cut(source, "#!"); marked {
		place = fmt.Sprintf("tiny.yaml:%d: ", 1+strings.Count(before, "\n"))
	}
	if !strings.HasPrefix(err.Error(), place) {
		t.Errorf("error %q, want it to begin with %q", err, place)
	}
}

// variantsOf is the list of variants of a study's source.
func variantsOf(source string) string {
	from := strings.Index(source, "    variants:\n")
	return source[from : from+strings.Index(source[from:], "    columns:")]
}
