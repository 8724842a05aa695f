package report

import (
	"go/build"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// importsOf are the packages of this module that a package imports, directly or through others. Tests do not count.
func importsOf(t *testing.T, folder string, known map[string]map[string]bool) map[string]bool {
	t.Helper()
	if all, ok := known[folder]; ok {
		return all
	}
	all := map[string]bool{}
	known[folder] = all
	p, err := build.ImportDir(filepath.Join("..", filepath.FromSlash(folder)), 0)
	assert.NilError(t, err)
	for _, name := range p.Imports {
		if inner, ours := strings.CutPrefix(name, "gpca/"); ours {
			all[inner] = true
			for further := range importsOf(t, inner, known) {
				all[further] = true
			}
		}
	}
	return all
}

// A table is laid out, filled, and what follows from it derived; exhibits are made of these, and the rest of the report
// of exhibits. No package knows one that stands after it.
func TestOrderOfPackages(t *testing.T) {
	order := []string{"report/exhibit/layout", "report/exhibit/fill", "report/exhibit/derive", "report/exhibit",
		"report/publication/compare", "report/publication", "report/study", "report/plan", "report/render", "report"}
	known := map[string]map[string]bool{}
	for i, folder := range order {
		for _, later := range order[i:] {
			assert.Check(t, !importsOf(t, folder, known)[later], "%s imports %s, which stands on it", folder, later)
		}
	}
}

// Solvers and figures know nothing of reports.
func TestSolversAndFiguresStandAlone(t *testing.T) {
	known := map[string]map[string]bool{}
	for _, root := range []string{"solver", "figures"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.IsDir() || strings.Contains(path, "testdata") {
				return err
			}
			if sources, err := filepath.Glob(filepath.Join(path, "*.go")); err != nil || len(sources) == 0 {
				return err
			}
			folder := filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))
			for name := range importsOf(t, folder, known) {
				assert.Check(t, !strings.HasPrefix(name+"/", "report/"), "%s imports %s", folder, name)
			}
			return nil
		})
		assert.NilError(t, err)
	}
}
