package study_test

import (
	"slices"
	"strings"
	"testing"

	"gpca/report/choice"
	"gpca/report/study"
)

// choosing is a small study whose methods choose; the faulty ones differ from it in
// a place.
const choosing = `name: choosing
repetitions: {real: 2, stand-in: 2}
labels:
  best a: a by folds
methods:
  - name: best a
    choose:
      family: a
      values: [1, 2, 30]
      samples: {mnist: 500}
  - name: ruled a
    centring: none
    choose:
      family: a
      by: l1-or-l2
      small: [1, 2.50]
      large: [10, 90]
      folds: 4
  - name: best width
    score: p=2
    choose:
      family: kernel-sigma
      values: [0.5, 1, 2]
experiments:
  - name: digits
    data: [mnist]
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
    levels: [15]
    kernel: {function: gaussian, sigma: 7000}
  - name: flowers
    data: [iris, car]
    protocol: cross-validation
    metric: accuracy
    folds: 3
    components: 1
    kernel: {function: gaussian, sigma: 2, sigmas: {car: 3}}
tables:
  - number: "1"
    caption: Chosen
    kind: chosen-parameter
    experiments: [digits, flowers]
    columns: [a=1, a=2]
    hindsight: [a=1, a=2, a=30]
    chosen: best a
    against: a=2
  - number: "2"
    caption: Widths
    experiment: flowers
    columns: [p=2, best width]
figures:
  - number: "1"
    caption: Gains
    kind: gains
    of: ["1"]
`

func TestChoicesOfAStudy(t *testing.T) {
	s, err := study.Parse("choosing.yaml", []byte(choosing))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ method, data, experiment, want string }{
		{"best a", "mnist", "digits", "cross-validation(a=1|a=2|a=30, folds=5, samples=500)"},
		{"best a", "iris", "flowers", "cross-validation(a=1|a=2|a=30, folds=5)"},
		{"ruled a", "iris", "flowers", "l1-or-l2(a=1|a=2.5, a=10|a=90, folds=4)"},
		{"best width", "iris", "flowers", "cross-validation(gaussian(sigma=1)|gaussian(sigma=2)|gaussian(sigma=4), folds=5)"},
		{"best width", "car", "flowers", "cross-validation(gaussian(sigma=1.5)|gaussian(sigma=3)|gaussian(sigma=6), folds=5)"},
	} {
		got, err := s.Method(c.method).ChoiceFor(c.data, s.Experiment(c.experiment).Kernel)
		if err != nil || got.String() != c.want {
			t.Errorf("%s on %s: %v, %v, want %s", c.method, c.data, got, err, c.want)
		}
	}
	if _, err := s.Method("best width").ChoiceFor("mnist", nil); err == nil || !strings.Contains(err.Error(), "chooses the width of a Gaussian kernel") {
		t.Errorf("a width without a kernel: error %v", err)
	}
	if _, err := s.Method("best a").Function(); err == nil || !strings.Contains(err.Error(), "method best a has no one function: it chooses a") {
		t.Errorf("a method that chooses has a function, or the error %v", err)
	}
	if f, err := s.Method("best width").Function(); err != nil || f.Name() != "p=2" {
		t.Errorf("a method that chooses its kernel has the function %v, %v", f, err)
	}
}

// A table of a chosen parameter needs the method that chooses and all it is held
// against, on all data sets and levels, and so does a figure of it.
func TestNeedsOfChoices(t *testing.T) {
	s, err := study.Parse("choosing.yaml", []byte(choosing))
	if err != nil {
		t.Fatal(err)
	}
	one := func(number string) bool { return number == "1" }
	none := func(string) bool { return false }
	needs := s.Needs(study.Selection{Tables: one, Figures: none})
	if want := 4 * (2 + 2); len(needs) != want { // methods × (levels of the digits + data sets of the flowers)
		t.Errorf("%d needs, want %d", len(needs), want)
	}
	if of := s.Needs(study.Selection{Tables: none, Figures: one}); !slices.Equal(of, needs) {
		t.Errorf("the figure needs %v, its table %v", of, needs)
	}
}

func TestFaultsOfChoices(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"unknown field", "samples: {mnist: 500}", "sample: {mnist: 500} #!", `unknown field "sample": did you mean samples?`},
		{"unknown family", "family: a\n      values", "family: b #!\n      values", `method best a chooses from the unknown family "b"`},
		{"no family", "family: a\n      values: [1, 2, 30]", "values: [1, 2, 30] #!", `unknown family ""`},
		{"score besides a family", "  - name: best a\n", "  - name: best a #!\n    score: p=1\n", "chooses a of its score and must not have another"},
		{"width without a score", "  - name: best width\n    score: p=2\n", "  - name: best width #!\n", "needs either a score or an expression to go with it"},
		{"width with an unknown score", "  - name: best width\n    score: p=2\n", "  - name: best width #!\n    score: L2\n", `unknown score "L2"`},
		{"unknown way", "by: l1-or-l2", "by: l1-or-l3 #!", `chooses by "l1-or-l3": did you mean l1-or-l2?`},
		{"rule for widths", "family: kernel-sigma\n", "family: kernel-sigma\n      by: l1-or-l2 #!\n", "l1-or-l2 chooses among scores, not kernels"},
		{"one fold", "folds: 4", "folds: 1 #!", "chooses with 1 folds, at least 2 are needed"},
		{"unknown centring", "centring: none", "centring: median #!", `centring is "median"`},
		{"no values", "family: a\n      values: [1, 2, 30]\n", "family: a #!\n", "needs at least two candidates"},
		{"one value", "family: a\n      values: [1, 2, 30]", "family: a #!\n      values: [1]", "needs at least two candidates"},
		{"rule with values", "      family: a\n      by: l1-or-l2\n", "      values: [3] #!\n      family: a\n      by: l1-or-l2\n", "l1-or-l2 needs small and large candidates, and no others"},
		{"values in no order", "values: [1, 2, 30]", "values: [1,\n        1] #!", "value 1: values must be positive and increase"},
		{"value that is none", "values: [1, 2, 30]", "values: [.nan] #!", "values must be positive and increase"},
		{"large before small", "large: [10, 90]", "large: [2] #!", "small ones before large"},
		{"samples of an unknown set", "samples: {mnist: 500}", "samples: {minst: 500} #!", "mnist"},
		{"no samples", "samples: {mnist: 500}", "samples: {mnist: 0} #!", "at least 1 is needed"},

		{"no experiments", "- number: \"1\"\n    caption: Chosen\n    kind: chosen-parameter\n    experiments: [digits, flowers]\n", "- number: \"1\" #!\n    caption: Chosen\n    kind: chosen-parameter\n", "table 1 needs experiments"},
		{"unknown experiment", "experiments: [digits, flowers]", "experiments: [digits,\n      flower] #!", `unknown experiment "flower": did you mean flowers?`},
		{"experiment twice", "experiments: [digits, flowers]", "experiments: [digits,\n      digits] #!", "experiment digits stands twice"},
		{"chosen that does not choose", "chosen: best a", "chosen: a=3 #!", `"a=3" is not a method that chooses its parameter`},
		{"against no column", "against: a=2", "against: a=3 #!", `against is "a=3", want one of its columns: a=1, a=2`},
		{"column that chooses", "columns: [a=1, a=2]", "columns: [a=2,\n      ruled a] #!", "a column must be a method with a fixed parameter"},
		{"hindsight that chooses", "hindsight: [a=1, a=2, a=30]", "hindsight: [ruled a] #!", "hindsight is among methods with a fixed parameter"},
		{"unknown hindsight", "hindsight: [a=1, a=2, a=30]", "hindsight: [b=1] #!", `unknown score "b=1"`},
		{"levels", "chosen: best a", "chosen: best a\n    levels: [0]", "its rows are the data sets of its experiments"},
		{"width without a kernel", `- number: "2"` + "\n    caption: Widths\n    experiment: flowers", `- number: "2" #!` + "\n    caption: Widths\n    experiment: digits", "which experiment digits does not have"},
		{"width by reconstruction", `- number: "2"` + "\n    caption: Widths\n    experiment: flowers", `- number: "2" #!` + "\n    caption: Widths\n    experiment: faces", "reconstruction errors in different feature spaces do not compare"},
		{"gains of nothing", `of: ["1"]`, `of: []`, "figure 1 needs of"},
		{"gains of another table", `of: ["1"]`, `of: ["2"] #!`, "table 2, which is not one of kind chosen-parameter"},
		{"curve of a choice", "kind: gains\n    of: [\"1\"]", "kind: functions\n    from: 0\n    to: 1\n    curves: [best a] #!", "method best a chooses its parameter and has no curve of its own"},
	} {
		t.Run(c.name, func(t *testing.T) { checkFaultOf(t, choosing, c.old, c.new, c.want) })
	}
}

// The study that comes with the program holds the rule against the border that the
// thesis names.
func TestChoiceStudy(t *testing.T) {
	s, err := study.Open("choice")
	if err != nil {
		t.Fatal(err)
	}
	ruled, err := s.Method("a by L1 or L2").ChoiceFor("usps", nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range ruled.Small {
		if choice.Value(name) >= 10 {
			t.Errorf("%s is small", name)
		}
	}
	for _, name := range ruled.Large {
		if choice.Value(name) < 10 {
			t.Errorf("%s is large", name)
		}
	}
	free, err := s.Method("a by cross-validation").ChoiceFor("usps", nil)
	if err != nil || !slices.Equal(free.All(), ruled.All()) {
		t.Errorf("the rule has the candidates %v, cross-validation %v, %v", ruled.All(), free.All(), err)
	}
}
