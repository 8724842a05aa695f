package study_test

import (
	"fmt"
	"strings"
	"testing"

	"gpca/report/study"
)

// waves has a family in two parameters, after a choice among its members.
const waves = `name: waves
repetitions: {real: 1, stand-in: 1}
labels: {wave: Wave, wave a=2 b=3: Steep}
methods:
  - {name: best b, choose: {family: wave a=1}}
  - {name: wave, expression: "a*min(u, b)", parameters: {a: [1, 2], b: [3, 5]}}
experiments:
  - {name: flowers, data: iris, split: {folds: 3}, components: 1}
tables:
  - {number: "1", caption: Flowers, experiment: flowers, columns: [p=2, wave b=3, best b]}
  - {number: "2", caption: Rows, experiment: flowers, rows: wave}
  - {number: "3", caption: Wins, experiment: flowers, rows: p=2, columns: {wins: wave}}
  - {number: "4", caption: Variants, experiment: flowers, rows: {label: one}, columns: wave a=2}
  - {number: "5", caption: Chosen, experiment: flowers, rows: {label: one}, pool: levels, columns: [wave a=1, {chosen: best b, against: wave a=1 b=5}]}
figures:
  - {number: "1", caption: Sweep, kind: sweep, experiment: flowers, family: wave b=5, references: wave a=1}
  - {number: "2", caption: Curves, kind: functions, curves: wave, compare: p=2, from: 0, to: 9}
`

func TestFamilies(t *testing.T) {
	s, err := study.Parse("waves.yaml", []byte(waves), kinds)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range s.Methods {
		names = append(names, m.Name)
	}
	check(t, "methods", names, []string{"wave a=1 b=3", "wave a=1 b=5", "wave a=2 b=3", "wave a=2 b=5", "best b"})
	for name, want := range map[string]string{
		"wave": "Wave", "wave a=1": "Wave a = 1", "wave a=1 b=3": "Wave a = 1, b = 3", "wave a=2 b=3": "Steep", "p=2": "p = 2", "best b": "best b",
	} {
		if got := s.Label(name); got != want {
			t.Errorf("label of %s is %q, want %q", name, got, want)
		}
	}
	if w := s.Warnings(map[string]bool{"wave": true}); len(w) > 0 {
		t.Errorf("warnings %v", w)
	}
}

// § stands before the place that the error must name.
func TestFaultsOfFamilies(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{"columns: [p=2, wave b=3, best b]", "columns: [p=2, wave b=3, §wave a=1 b=3]", "column wave a=1 b=3 stands twice"},
		{"columns: [p=2, wave b=3, best b]", "columns: [p=2, §wave c=3]", `method wave has no parameter "c": did you mean a or b?`},
		{"columns: [p=2, wave b=3, best b]", "columns: [p=2, wave, §{best-of: \"2\"}]", "best-of names table 2, which is no table of this study"},
		{"columns: [p=2, wave b=3, best b]", "columns: [p=2, §wave b=0]", `f′ is 0 for all 0 < u ≤ 1e4`},
		{"rows: wave}", "rows: [wave a=1, §wave]}", "method wave a=1 b=3 stands twice"},
		{"columns: wave a=2}", "method: §wave a=2}", `wave a=2 stands for several methods: name one, such as "wave a=2 b=3"`},
		{"against: wave a=1 b=5", "against: §wave a=2 b=5", `against is "wave a=2 b=5", want one of the columns: wave a=1 b=3, wave a=1 b=5`},
		{"family: wave b=5,", "family: §wave,", `family wave varies in 2 parameters: fix all but one, as in "wave b=3"`},
		{"family: wave b=5,", "family: §wave a=1 b=5,", "wave a=1 b=5 is a single method: it has no parameter to vary"},
		{"family: wave b=5,", "family: §wvae,", `unknown family "wvae": did you mean wave?`},
		{"family: wave b=5,", "family: wave b=5, values: [2, §1],", "value 1: values must increase"},
		{"family: wave b=5,", "family: wave b=5, values: [§-1, 1],", "a = -1 does not fit on a logarithmic abscissa: set abscissa to linear"},
		{"family: wave b=5,", "family: wave b=5, abscissa: linear, values: [-1, §0],", "f′ is 0 for all 0 < u ≤ 1e4"},
		{"family: wave b=5,", "family: a, values: [§0, 1],", "value 0: values must be positive and increase"},
		{"labels: {wave: Wave", "labels: {§wvae: Wave", `label of "wvae", which is neither a method nor a family of functions`},
		{"family: wave a=1}", "family: §wave}", "method best b: family wave varies in 2 parameters"},
		{"- {name: wave,", "- {name: wave a=1 b=3, expression: u}\n  - {name: §wave,", "method wave a=1 b=3 stands twice"},
	} {
		if !strings.Contains(waves, c.old) {
			t.Fatalf("the sound study has no %q", c.old)
		}
		before, after, _ := strings.Cut(strings.Replace(waves, c.old, c.new, 1), "§")
		_, err := study.Parse("waves.yaml", []byte(before+after), kinds)
		checkError(t, err, c.want)
		place := fmt.Sprintf("waves.yaml:%d:%d: ", 1+strings.Count(before, "\n"), len([]rune(before[strings.LastIndex(before, "\n")+1:]))+1)
		if err != nil && (!strings.HasPrefix(err.Error(), place) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("error %q, want one line at %s", err, place)
		}
	}
}

// A family of an appendix is that of the study, or has another name.
func TestFamilyOfAppendix(t *testing.T) {
	appended := "name: more\nrepetitions: {real: 1, stand-in: 1}\n" + waves[strings.Index(waves, "methods:"):]
	appended = strings.NewReplacer(`number: "`, `number: "A.`, `of: "1"`, `of: "A.1"`).Replace(appended)
	if _, err := study.Open(folder(t, []string{"waves.yaml", "more.yaml"}, "appendices: more.yaml\n"+waves, appended), kinds); err != nil {
		t.Error(err)
	}
	_, err := study.Open(folder(t, []string{"waves.yaml", "more.yaml"}, "appendices: more.yaml\n"+waves, strings.Replace(appended, "a*min", "2*a*min", 1)), kinds)
	checkError(t, err, "of study more is another one in study waves")
}
