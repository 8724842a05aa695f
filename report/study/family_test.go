package study_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
	assert.NilError(t, err)
	var names []string
	for _, m := range s.Methods {
		names = append(names, m.Name)
	}
	check(t, "methods", names, []string{"wave a=1 b=3", "wave a=1 b=5", "wave a=2 b=3", "wave a=2 b=5", "best b"})
	for name, want := range map[string]string{
		"wave": "Wave", "wave a=1": "Wave a = 1", "wave a=1 b=3": "Wave a = 1, b = 3", "wave a=2 b=3": "Steep", "p=2": "p = 2", "best b": "best b",
	} {
		assert.Check(t, is.Equal(s.Label(name), want), "label of %s", name)
	}
	w := s.Warnings(map[string]bool{"wave": true})
	assert.Check(t, len(w) <= 0, "warnings %v", w)
}

// § stands before the place that the error must name.
func TestFaultsOfFamilies(t *testing.T) { checkFaults(t, waves, "family_faults.txt") }

// A family of an appendix is that of the study, or has another name.
func TestFamilyOfAppendix(t *testing.T) {
	appended := "name: more\nrepetitions: {real: 1, stand-in: 1}\n" + waves[strings.Index(waves, "methods:"):]
	appended = strings.NewReplacer(`number: "`, `number: "A.`, `of: "1"`, `of: "A.1"`).Replace(appended)
	_, err := study.Open(folder(t, []string{"waves.yaml", "more.yaml"}, "appendices: more.yaml\n"+waves, appended), kinds)
	assert.NilError(t, err)
	_, err = study.Open(folder(t, []string{"waves.yaml", "more.yaml"}, "appendices: more.yaml\n"+waves, strings.Replace(appended, "a*min", "2*a*min", 1)), kinds)
	checkError(t, err, "of study more is another one in study waves")
}
