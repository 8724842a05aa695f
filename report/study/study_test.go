package study_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpca/report/study"
)

func thesis(t *testing.T) *study.Study {
	t.Helper()
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The numbers are those of the lists of tables and of figures in the thesis;
// its figure 2.1 shows the norms, 2.1a to 2.1f the functions a to f.
func TestThesisHasItsTablesAndFigures(t *testing.T) {
	s := thesis(t).Parts()[0] // without its appendices
	var tables, figures []string
	for _, table := range s.Tables {
		tables = append(tables, table.Number)
	}
	for _, figure := range s.Figures {
		figures = append(figures, figure.Number)
	}
	wantTables := strings.Fields("2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9 2.10 2.11 2.12 2.13 3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.10 3.11")
	wantFigures := strings.Fields("2.1 2.1a 2.1b 2.1c 2.1d 2.1e 2.1f 2.2 2.3 2.4 2.5 3.1")
	if !slices.Equal(tables, wantTables) {
		t.Errorf("tables %v, want %v", tables, wantTables)
	}
	if !slices.Equal(figures, wantFigures) {
		t.Errorf("figures %v, want %v", figures, wantFigures)
	}
}

// Every method of the thesis is one of its functions, under the label that its
// tables print.
func TestThesisLabels(t *testing.T) {
	s := thesis(t)
	for method, want := range map[string]string{
		"p=1": "L1 (p = 1)", "p=2": "L2 (p = 2)", "p=0.5": "p = 0.5", "tanh": "tanh",
		"3-3sech": "3 − 3sech", "2tanh2": "2tanh²", "a=3": "a = 3", "q=4": "q = 4",
	} {
		if got := s.Label(method); got != want {
			t.Errorf("label of %s is %q, want %q", method, got, want)
		}
	}
	yale := s.Experiment("yale")
	if got := yale.LevelLabel(103); got != "103 (63%)" {
		t.Errorf("103 images are labelled %q", got)
	}
	if got := s.Experiment("usps-gaussian").LevelLabel(10); got != "10" {
		t.Errorf("σ = 10 is labelled %q", got)
	}
}

func TestInherit(t *testing.T) {
	s := thesis(t)
	kernel, plain := s.Experiment("usps-gaussian-kernel"), s.Experiment("usps-gaussian")
	if kernel.Name != "usps-gaussian-kernel" || kernel.Protocol != study.Split || kernel.Components != 30 || !slices.Equal(kernel.Levels, plain.Levels) {
		t.Errorf("%+v does not inherit from %+v", kernel, plain)
	}
	if plain.Kernel != nil || kernel.Kernel.Sigma != 2500 {
		t.Errorf("kernels %v and %v, want none and sigma 2500", plain.Kernel, kernel.Kernel)
	}
	if got := s.Experiment("uci-kernel").Kernel.SigmaFor("yeast"); got != 0.5 {
		t.Errorf("sigma for yeast is %v, want 0.5 (thesis, Table 3.5)", got)
	}
}

// What an experiment inherits is its own: nothing done to it shows in the one
// it came from.
func TestInheritedIsNotShared(t *testing.T) {
	s, err := study.Parse("tiny.yaml", []byte(`
name: tiny
title: Tiny
repetitions: {real: 2, stand-in: 2}
experiments:
  - {name: a, data: [usps], protocol: split, metric: accuracy, components: 1, noise: gaussian, levels: [0, 10], level-labels: {10: ten}, kernel: {function: gaussian, sigma: 1, sigmas: {usps: 2}}}
  - {name: b, like: a}
  - {name: c, like: b}
tables:
  - {number: "1", caption: one, experiment: c, columns: [p=1]}
`))
	if err != nil {
		t.Fatal(err)
	}
	before := fmt.Sprintf("%+v %+v", s.Experiments[0], s.Experiments[0].Kernel)
	for _, e := range s.Experiments[1:] {
		e.Data[0], e.Levels[1], e.LevelLabels[10] = "mnist", 20, "twenty"
		e.Kernel.Sigma, e.Kernel.Sigmas["usps"] = 3, 4
	}
	if after := fmt.Sprintf("%+v %+v", s.Experiments[0], s.Experiments[0].Kernel); after != before {
		t.Errorf("the experiment inherited from was\n%s\nand became\n%s", before, after)
	}
}

func TestOpen(t *testing.T) {
	if names := study.Embedded(); !slices.Contains(names, "thesis") {
		t.Errorf("embedded studies are %v", names)
	}
	folder := t.TempDir()
	file := filepath.Join(folder, "mine.yaml")
	if err := os.WriteFile(file, []byte(tiny), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := study.Open(file)
	if err != nil || s.Name != "tiny" {
		t.Errorf("study %v, error %v", s, err)
	}
	for name, want := range map[string]string{
		"thesys":                             "did you mean thesis?",
		filepath.Join(folder, "absent.yaml"): "no such file",
		folder:                               "is a directory",
	} {
		if _, err := study.Open(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("opening %s: error %v, want one with %q", name, err, want)
		}
	}
}

// A study names methods as scores, or as scores with more about them.
func TestMethod(t *testing.T) {
	s := &study.Study{Methods: []study.Method{
		{Name: "tanh uncentred", Score: "tanh", Centring: "none"},
		{Name: "mine", Expression: "3 - 3/cosh(u)"},
	}}
	for name, want := range map[string]string{"tanh uncentred": "tanh", "mine": "f'=3 - 3/cosh(u)", "p=2.0": "p=2"} {
		f, err := s.Method(name).Function()
		if err != nil {
			t.Fatal(err)
		}
		if f.Name() != want {
			t.Errorf("score of %s is %s, want %s", name, f.Name(), want)
		}
	}
}

func ExampleParse() {
	s, err := study.Parse("mine.yaml", []byte(`
name: mine
title: Does tanh help on Iris?
repetitions: {real: 5, stand-in: 2}
experiments:
  - name: flowers
    data: [iris]
    protocol: cross-validation
    folds: 10
    metric: accuracy
    components: 1
tables:
  - number: "1"
    caption: Classification rates
    experiment: flowers
    columns: [p=2, tanh]
    decimals: 2
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, need := range s.Needs(study.Selection{}) {
		fmt.Println(need.Experiment.Name, need.Data, need.Method)
	}
	_, err = study.Parse("mine.yaml", []byte("name: mine\ncolour: red\n"))
	fmt.Println(err)
	// Output:
	// flowers iris p=2
	// flowers iris tanh
	// mine.yaml:2: unknown field "colour": valid are name, title, author, source, text, appendices, seed, repetitions, labels, methods, experiments, tables, figures
}
