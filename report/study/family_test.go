package study_test

import (
	_ "embed"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/study"
)

// waves has a family in two parameters, after a choice among its members.
//
//go:embed testdata/waves.yaml
var waves string

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
	assert.Check(t, len(w) == 0, "warnings %v", w)
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
