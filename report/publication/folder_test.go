package publication_test

import (
	_ "embed"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
	one := map[string]string{"publication.yaml": about, "printed/one.csv": "Data,L1\nIris,5.1\n"}
	with := func(file, text string) map[string]string {
		files := map[string]string{file: text}
		for name, text := range one {
			if _, changed := files[name]; !changed {
				files[name] = text
			}
		}
		return files
	}
	for _, c := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"note.txt": ""}, "note/publication.yaml: there is no such file: a publication is a folder"},
		{map[string]string{"publication.yaml": about}, "note/printed/one.csv: there is no such file"},
		{with("publication.yaml", "title: x\n"), "publication.yaml:1:1: metrics is missing, as in metrics: "},
		{with("publication.yaml", about+"isbn: 3\n"), `publication.yaml:11:1: unknown field "isbn"`},
		{with("printed/two.csv", "Data,L1\nIris,5.1\n"), "two.csv:1: column \"Data\" is not known"},
		{with("printed/two.csv", "table,title,axis,metric,row,column,value\n2,T,d,speed,Iris,L1,5.1\n"), `two.csv:2: metric "speed" is not declared; the publication declares [error]`},
		{with("links.yaml", "columns: [{table: \"1\", name: L3, means: p=1}]\n"), `links.yaml: table 1 has no column "L3"`},
		{with("publication.yaml", strings.Replace(about, "axis:", "omit: [Irsi], axis:", 1)), `one.csv: there is no row or column "Irsi", which omit or metrics name: did you mean Iris?`},
		{with("links.yaml", "samples: [{tables: [\"1\"], rows: [Irsi], of: 150}]\n"), `links.yaml: table 1 has no row "Irsi": did you mean Iris?`},
		{with("links.yaml", "repetitions: [{tables: [\"1\"], columns: [L7], of: 10}]\n"), `links.yaml: table 1 has no column "L7": did you mean L1?`},
		{with("links.yaml", "same-cells: [[1/Iris/L1, 1/Iris/L7]]\n"), `links.yaml: table 1 has no column "L7": did you mean L1?`},
		{with("links.yaml", "rows: [{table: \"1\", name: L3, means: p=1}]\n"), `links.yaml: table 1 has no row "L3"`},
		{with("claims.yaml", "- {id: a, rule: beats, table: \"1\", columns: [L1], over: [L1]}\n"),
			"claims.yaml: claim a: table 1 has no row of averages, which a claim without rows is about"},
		{with("claims.yaml", "- {id: a, rule: beats, table: \"1\", columns: [L1], over: [L7], rows: every}\n"),
			`claims.yaml: claim a: table 1 has no column "L7": did you mean L1`},
		{with("claims.yaml", "- {id: a, rule: beats, table: \"1\", columns: [L1], over: [L1], rows: [Irsi]}\n"),
			`claims.yaml: claim a: table 1 has no row "Irsi": did you mean Iris`},
		{with("claims.yaml", "- id: a\n  rule: best\n"), "claims.yaml:1:3: claim a: rule \"best\" is not known"},
	} {
		_, err := publication.Find("note", "", lay(t, "note", c.files))
		assert.Check(t, is.ErrorContains(err, c.want))
	}
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
