package report

import (
	"slices"
	"testing"

	"gpca/report/study"
)

// Every study that comes with the program can be opened; its numbers stand once.
func TestEmbeddedStudies(t *testing.T) {
	names := study.Embedded()
	if !slices.Contains(names, "thesis") || len(names) < 2 {
		t.Fatalf("the studies that come with the program are %q", names)
	}
	for _, name := range names {
		s, err := OpenStudy(name)
		if err != nil {
			t.Error(err)
			continue
		}
		if s.Name != name || s.Folder != "" {
			t.Errorf("study %s is named %s and lies in %q", name, s.Name, s.Folder)
		}
		seen := map[string]bool{}
		for _, e := range s.AllTables() {
			if number := e.Head().Number; seen[number] || s.Table(number) != e {
				t.Errorf("study %s: table %s is not found by its number", name, number)
			} else {
				seen[number] = true
			}
		}
		for _, f := range s.AllFigures() {
			if s.Figure(f.Head().Number) != f {
				t.Errorf("study %s: figure %s is not found by its number", name, f.Head().Number)
			}
		}
	}
}
