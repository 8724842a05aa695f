package report

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/plan"
	"gpca/report/study"
)

// Every study that comes with the program can be opened; its numbers stand once.
func TestEmbeddedStudies(t *testing.T) {
	names := study.Embedded()
	assert.Assert(t, slices.Contains(names, "thesis") && len(names) >= 2,
		"the studies that come with the program are %q", names)
	for _, name := range names {
		s, err := OpenStudy(name)
		if err != nil {
			t.Error(err)
			continue
		}
		assert.Check(t, s.Name == name && s.Folder == "", "study %s is named %s and lies in %q", name, s.Name, s.Folder)
		seen := map[string]bool{}
		for _, e := range s.AllTables() {
			if number := e.Head().Number; seen[number] || s.Table(number) != e {
				t.Errorf("study %s: table %s is not found by its number", name, number)
			} else {
				seen[number] = true
			}
		}
		for _, f := range s.AllFigures() {
			assert.Check(t, is.Equal(s.Figure(f.Head().Number), f),
				"study %s: figure %s is not found by its number", name, f.Head().Number)
		}
	}
}

// --repetitions changes how often a study draws, so no caption and no sentence may say it:
// the note under a table does, from its results.
func TestDrawsAreCountedFromResults(t *testing.T) {
	const number = `\b(\d+|one|two|three|four|five|ten|twenty|fifty)`
	counted := regexp.MustCompile(`(?i)` + number + ` (at random|random|draws?|repetitions?)\b|` +
		`\b(several|many) (times over|starts)\b|mean over many|is repeated`)
	said := map[string]string{}
	for _, name := range study.Embedded() {
		s := openStudy(t, name)
		for _, e := range s.AllTables() {
			said[name+", table "+e.Head().Number] = e.Head().Caption
		}
		for _, f := range s.AllFigures() {
			said[name+", figure "+f.Head().Number] = f.Head().Caption
		}
	}
	paths, err := filepath.Glob("../templates/*.md")
	assert.Assert(t, err == nil && len(paths) != 0, "%d texts, error %v", len(paths), err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		assert.NilError(t, err)
		said[path] = string(text)
	}
	for where, text := range said {
		for _, found := range counted.FindAllString(text, -1) {
			t.Errorf("%s says %q of any run", where, found)
		}
	}

	s := openStudy(t, "ica-and-kernels")
	p, err := plan.New(t.Context(), s, OpenLibrary(s, nil, nil), plan.Selection{Tables: []string{"ICA.3"}}, 7)
	assert.NilError(t, err)
	results := memory(t)
	fill(t, p, results, all)
	got := texts(t, p, results)["tables/table-ICA.3.md"]
	assert.Check(t, strings.Contains(got, "; 7 repetitions\n") && !strings.Contains(got, "50"),
		"seven random mixing matrices are shown as\n%s", got)
}
