package publication_test

import (
	_ "embed"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/internal/faults"
	"gpca/report/publication"
)

//go:embed testdata/folder_about.yaml
var about string

// lay writes a publication into a folder of its own.
func lay(t *testing.T, name string, files map[string]string) (papers string) {
	t.Helper()
	papers = t.TempDir()
	for file, text := range files {
		path := filepath.Join(papers, name, file)
		assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o755))
		assert.NilError(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return papers
}

// A folder of the user's is found by its path, seen from the study, and by its name below a folder of papers.
func TestFolderOfTheUser(t *testing.T) {
	papers := lay(t, "note", map[string]string{
		"publication.yaml": about,
		"printed/one.csv":  "Data,L1,Ours\nIris,5.1,**4.9**\nWine,**2.0**,2.2\nMean,**3.6**,3.9\n",
		"printed/more.csv": "table,title,axis,metric,row,column,value\n2,More,dataset,error,Iris,L1,5.1\n",
	})
	for _, find := range []func() (*publication.Publication, error){
		func() (*publication.Publication, error) { return publication.Find("./note", papers) },
		func() (*publication.Publication, error) { return publication.Find("note", "", papers) },
	} {
		p, err := find()
		assert.NilError(t, err)
		assert.Check(t, is.Equal(p.Citation(), "A. Author, B. Author, On tables, J. Tables 1, 2024, doi:10.1000/1"),
			"the citation")
		err = p.InPrint("2")
		assert.Check(t, err == nil && len(p.Tables) == 2, "%d tables, %v", len(p.Tables), err)
		report, err := p.Audit()
		assert.NilError(t, err)
		assert.Check(t, len(report.Findings) == 1 && report.Findings[0].Printed == "3.9" &&
			report.Findings[0].Expected == "3.6", "the audit finds %+v", report.Findings)
		file, line := report.Line(report.Findings[0])
		assert.Check(t, filepath.Base(file) == "one.csv" && line == 4, "the finding is at %s:%d", file, line)
	}
}

func TestFolderFaults(t *testing.T) {
	refuse := func(t *testing.T, files map[string]string) error {
		folder := lay(t, "note", files)
		_, err := publication.Find("note", "", folder)
		assert.Assert(t, err != nil)
		return errors.New(strings.ReplaceAll(filepath.ToSlash(err.Error()), filepath.ToSlash(folder)+"/", ""))
	}
	for file, text := range map[string]string{"note.txt": "", "publication.yaml": about} {
		assert.Check(t, is.ErrorContains(refuse(t, map[string]string{file: text}), ": there is no such file"))
	}
	// An input is the name of a file and what stands in it, behind what is there where a plus sign says so, or a change.
	faults.Check(t, "folder_faults.txt", func(t *testing.T, input string) error {
		files := map[string]string{"publication.yaml": about, "printed/one.csv": "Data,L1\nIris,5.1\n"}
		file, text, _ := strings.Cut(input, "\n")
		name, more := strings.CutSuffix(file, " +")
		switch {
		case more:
			text = files[name] + text
		case strings.Contains(text, " ⇒ "):
			text = faults.Change(t, files[name], text)
		}
		files[name] = text + "\n"
		return refuse(t, files)
	})
}

// What is said of a metric names it as publication.yaml does, where tables have different ones of a name.
func TestDraftSaysTheNamesOfItsMetrics(t *testing.T) {
	papers := lay(t, "note", map[string]string{
		"a.md": "| a | Accuracy |\n|---|---|\n| 0.80 | 0.945 |\n", "b.md": "| k | 1 | 3 |\n|---|---|---|\n| 0.80 | 0.945 | 0.9 |\n",
	})
	d, err := publication.DraftOf("z", []string{filepath.Join(papers, "note", "a.md"), filepath.Join(papers, "note", "b.md")})
	assert.NilError(t, err)
	const want = "metric accuracy is accuracy-2 in publication.yaml, since accuracy has other keys in another table"
	if said := strings.Join(d.Said, "\n"); strings.Count(said, want) != 1 || !strings.Contains(string(d.Files["publication.yaml"]), "name: accuracy-2") {
		t.Errorf("%s\n%s", said, d.Files["publication.yaml"])
	}
}
