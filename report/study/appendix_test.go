package study_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gpca/report/study"
)

// appended is a study that shares an experiment and a method with host.
const appended = `name: appended
title: Appended
seed: 3
repetitions: {real: 9, stand-in: 2}
labels: {p=1: L1}
methods:
  - {name: mine, score: tanh, centring: none}
  - {name: chosen, choose: {family: a, values: [1, 2]}}
experiments:
  - {name: flowers, data: [iris], protocol: cross-validation, folds: 3, metric: accuracy, components: 1, repetitions: {real: 5, stand-in: 2}}
  - {name: scales, data: [balance], protocol: cross-validation, folds: 3, metric: accuracy, components: 1}
tables:
  - {number: A.1, caption: Flowers, experiment: flowers, columns: [p=1, mine]}
  - {number: A.2, caption: Scales, experiment: scales, columns: [p=1]}
figures:
  - {number: A.1, caption: Curves, kind: functions, curves: [p=1], from: 0, to: 4}
`

const host = `name: host
title: Host
seed: 3
repetitions: {real: 5, stand-in: 2}
labels: {p=2: L2}
appendices: [appended.yaml]
methods:
  - {name: mine, score: tanh, centring: none}
  - {name: chosen, choose: {family: a, values: [1, 2]}}
experiments:
  - {name: flowers, data: [iris], protocol: cross-validation, folds: 3, metric: accuracy, components: 1}
tables:
  - {number: "1", caption: Flowers, experiment: flowers, columns: [p=1, p=2], chart: false}
`

// join parses host with appended beside it.
func join(t *testing.T, host, appended string) (*study.Study, error) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "appended.yaml"), []byte(appended), 0o600); err != nil {
		t.Fatal(err)
	}
	return study.Parse(filepath.Join(folder, "host.yaml"), []byte(host))
}

// A study with appendices is one study: it has the tables of all, computes what
// they share once, and repeats as often as each says.
func TestAppendices(t *testing.T) {
	s, err := join(t, host, appended)
	if err != nil {
		t.Fatal(err)
	}
	var needs []string
	for _, n := range s.Needs(study.Selection{}) {
		needs = append(needs, n.Experiment.Name+" "+n.Method)
	}
	if want := []string{"flowers p=1", "flowers p=2", "flowers mine", "scales p=1"}; !slices.Equal(needs, want) {
		t.Errorf("needs %v, want %v", needs, want)
	}
	if got := s.Experiment("scales").Repetitions; got != (study.Repetitions{Real: 9, StandIn: 2}) {
		t.Errorf("scales has repetitions %+v, want those of its own study", got)
	}
	if got := s.Experiment("flowers").Repetitions; got != (study.Repetitions{}) {
		t.Errorf("flowers has repetitions %+v, want none but the study's", got)
	}
	if s.Label("p=1") != "L1" || s.Label("p=2") != "L2" {
		t.Errorf("labels %v", s.Labels)
	}
	if s.Table("A.2") == nil || s.Figure("A.1") == nil {
		t.Errorf("tables %v and figures %v lack those appended", s.Tables, s.Figures)
	}
	parts := s.Parts()
	if len(parts) != 2 || parts[0].Name != "host" || len(parts[0].Tables) != 1 || parts[1].Name != "appended" || len(parts[1].Tables) != 2 {
		t.Errorf("parts %+v", parts)
	}
	if len(parts[0].Labels) != 1 {
		t.Errorf("the host alone has labels %v", parts[0].Labels)
	}
	alone, err := study.Parse("appended.yaml", []byte(appended))
	if err != nil {
		t.Fatal(err)
	}
	if p := alone.Parts(); len(p) != 1 || p[0] != alone {
		t.Errorf("a study without appendices has the parts %v, want itself", p)
	}
}

// A study may consist of appendices alone.
func TestOnlyAppendices(t *testing.T) {
	only := "name: only\nrepetitions: {real: 1, stand-in: 1}\nseed: 3\nappendices: [appended.yaml]\n"
	s, err := join(t, only, appended)
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Needs(study.Selection{})) != 3 {
		t.Errorf("needs %v, want 3", s.Needs(study.Selection{}))
	}
}

// The thesis and its appendices are one report in which nothing collides.
func TestAppendicesOfTheThesis(t *testing.T) {
	for _, name := range study.Embedded() {
		if _, err := study.Open(name); err != nil {
			t.Error(err)
		}
	}
}

// Two different things under one name are refused, in one line that leads to the
// appendix.
func TestAppendixFaults(t *testing.T) {
	for _, c := range []struct{ name, in, old, new, want string }{
		{"absent", host, "appended.yaml", "appendid.yaml", "neither a study that comes with the program nor a file beside this one"},
		{"misspelt", host, "appended.yaml", "thesys", "did you mean thesis?"},
		{"twice", host, "[appended.yaml]", "[appended.yaml, appended.yaml]", "study appended is part of this one already"},
		{"faulty", appended, "folds: 3", "folds: 1", "appended.yaml:10: experiment flowers has 1 folds"},
		{"appendices of an appendix", appended, "seed: 3", "seed: 3\nappendices: [thesis]", "it has appendices of its own, thesis: name them here instead"},
		{"another seed", appended, "seed: 3", "seed: 4", "its seed is 4 and that of study host is 3"},
		{"method", appended, "score: tanh", "score: 2tanh2", "method mine is defined twice, differently"},
		{"choice", appended, "values: [1, 2]", "values: [1, 3]", "method chosen is defined twice, differently"},
		{"method under the name of a score", appended, "methods:", "methods:\n  - {name: p=2, score: p=2, centring: none}", "method p=2 of study appended is another one in study host"},
		{"score under the name of a method", host, "methods:", "methods:\n  - {name: p=1, score: p=1, centring: none}", "method p=1 of study host is another one in study appended"},
		{"label", appended, "{p=1: L1}", "{p=2: norm}", `method p=2 is labelled "L2" here and "norm" there`},
		{"experiment", appended, "folds: 3", "folds: 4", "experiment flowers is declared twice, differently"},
		{"repetitions", appended, "repetitions: {real: 5, stand-in: 2}}", "repetitions: {real: 6, stand-in: 2}}", "experiment flowers is declared twice, differently"},
		{"table", appended, "number: A.1, caption: Flowers", `number: "1", caption: Flowers`, "table 1 stands in study host too"},
		{"figure", host, "tables:", "figures:\n  - {number: A.1, caption: N, kind: network}\ntables:", "figure A.1 stands in study host too"},
		{"chart", appended, "number: A.1, caption: Curves", "number: CX, caption: Curves", "figure CX has the number of the chart of table X"},
	} {
		t.Run(c.name, func(t *testing.T) {
			host, appended := host, appended
			altered := &host
			if c.in == appended {
				altered = &appended
			}
			if !strings.Contains(*altered, c.old) {
				t.Fatalf("no %q to replace", c.old)
			}
			*altered = strings.Replace(*altered, c.old, c.new, 1)
			if c.name == "chart" {
				host += "  - {number: X, caption: Digits, experiment: digits, columns: [p=1], chart: true}\n"
				host = strings.Replace(host, "experiments:", "experiments:\n  - {name: digits, data: [usps], protocol: split, metric: accuracy, components: 1, noise: gaussian, levels: [0, 10]}", 1)
			}
			_, err := join(t, host, appended)
			if err == nil {
				t.Fatal("no error")
			}
			if !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("error %q, want one line with %q", err, c.want)
			}
			if !strings.Contains(err.Error(), "host.yaml:6: appendix ") {
				t.Errorf("error %q does not lead to the line of the appendix", err)
			}
		})
	}
}
