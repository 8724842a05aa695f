package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/dataset/columns"
	"gpca/report/dataset/library"
	"gpca/report/words"
)

// The table that apply describes is the one that is computed on: its file is not opened again.
func TestApplicationReadsOnce(t *testing.T) {
	folder := t.TempDir()
	file, content := filepath.Join(folder, "a.csv"), "a;b;kind\n"
	for i := range 20 {
		content += fmt.Sprintf("%d,5;%d;%s\n", i*i%7, i, []string{"u", "v", ""}[i%7%3])
	}
	write(t, folder, "a.csv", content)
	for _, missing := range []string{"", "drop"} {
		a := Application{File: file, Out: filepath.Join(folder, "out"), Missing: missing,
			Wishes: library.Wishes{Wishes: columns.Wishes{Class: "kind"}}}
		d, err := a.Draft(t.Context())
		if missing == "" {
			assert.Check(t, is.ErrorContains(err, "(--missing drop), or --missing impute"),
				"got %v, want what the flags are", err)
			continue
		}
		if err == nil {
			err = os.Remove(file)
		}
		assert.NilError(t, err)
		data := OpenLibrary(d.Study, nil, nil)
		data.Loaded(d.Set)
		set, err := data.Open(t.Context(), d.Study.Files[0].Name)
		if err != nil || len(set.Labels) != 14 || !strings.Contains(strings.Join(words.Each(d.Facts, columns.Fact.String), "\n"), "dropped 6 of 20 rows") {
			t.Errorf("%v, %v, %q", set, err, d.Facts)
		}
	}
}

// Chance is measured for every method by name, also one of a parameter with a point, which the answer advises.
func TestApplicationMeasuresChance(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, "a.csv", "a;b\n"+strings.Repeat("1;5\n2;3\n4;9\n7;1\n3;4\n", 4))
	write(t, folder, "mine.py", "")
	script := filepath.Join(folder, "mine.py")
	for method, want := range map[string]bool{"": true, "robpca alpha=0.5": true, "p=1.5": true, script: false} {
		a := Application{File: filepath.Join(folder, "a.csv"), Out: filepath.Join(folder, "out"), Method: method}
		d, err := a.Draft(t.Context())
		assert.NilError(t, err)
		assert.Check(t, strings.Contains(string(d.Source), "chance: measured") == want, "%s:\n%s", method, d.Source)
	}
}
