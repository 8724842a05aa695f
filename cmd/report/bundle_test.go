package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const treesStudy = `name: trees
title: Trees
repetitions: {real: 10, stand-in: 2}
data: [{name: my, file: my.csv, class: species}]
experiments: [{name: first, data: my, split: {folds: 10}, components: [1, 2, 3, 4]}]
tables:
  - {number: "1", caption: Accuracy, experiment: first, rows: [{label: "{components}", components: [1, 2, 3, 4]}], columns: [p=1, p=2]}
figures: [{number: "1", caption: Accuracy, kind: sweep, experiment: first, along: components, methods: [p=1, p=2]}]
`

const archived = `abstract: On three kinds of trees.
author: A. Author
license: https://spdx.org/licenses/MIT
orcid: 0000-0003-1419-2405
published: 2026-03-01
`

// A bundle is refused with a list of what is missing, and else describes every file of the report. With RO_CRATE, the
// folder of node's modules, the validator of ro-crate agrees, and refuses a crate without a license.
func TestBundle(t *testing.T) {
	here, err := os.Getwd()
	assert.NilError(t, err)
	t.Chdir(t.TempDir())
	writeSamples(t)
	put := func(name, text string) {
		assert.NilError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	put("mine.yaml", treesStudy)
	execute(t, nil, "--study", "mine.yaml").expect(t, exitFine, 8, 0, 0)
	o := execute(t, nil, "bundle")
	o.expectCode(t, exitError)
	for _, want := range []string{"author", "orcid", "license", "published"} {
		if !strings.Contains(o.stderr, want+": ") {
			t.Errorf("%q is not said to be missing: %s", want, o.stderr)
		}
	}
	execute(t, nil, "bundle", "--author", "A. Author <https://orcid.org/0000-0003-1419-2405>", "--license", "MIT", "--published", "2026").
		expectCode(t, exitFine)
	put("mine.yaml", archived+read(t, "mine.yaml"))
	execute(t, nil, "render", "--study", "mine.yaml").expect(t, exitFine, 8, 0, 0)
	put("codecheck.yml", "certificate: 2026-TODO\nreport: https://doi.org/10.5281/zenodo.1\n")
	o = execute(t, nil, "bundle")
	if o.code != exitError || !strings.Contains(o.stderr, "codecheck.yml needs what is missing or a placeholder: certificate: YYYY-NNN, summary, codechecker: a list with names, paper: title, paper: authors, each with name and ORCID, paper: reference and a text in place of TODO") {
		t.Errorf("exit %d: %s", o.code, o.stderr)
	}
	put("codecheck.yml", "certificate: 2026-007\nsummary: Ran.\nreport: https://doi.org/10.5281/zenodo.1\npaper: {title: Trees, reference: https://doi.org/10.1/1, authors: [{name: A. Author, ORCID: 0000-0003-1419-2405}]}\ncodechecker: [{name: B. Checker}]\n")
	put("mine.json", "mine")
	for _, name := range []string{"ro-crate-metadata.json", "codecheck.yml"} { // links, whose target is not the report's
		file := filepath.Join("out", name)
		if err := errors.Join(os.RemoveAll(file), os.Symlink(filepath.Join("..", "mine.json"), file)); err != nil {
			t.Log("no symbolic links: ", err)
		}
	}
	execute(t, nil, "bundle").expectCode(t, exitFine)
	if mine := read(t, "mine.json"); mine != "mine" {
		t.Errorf("it wrote through a link: %s", mine)
	}
	if check := read(t, "out", "codecheck.yml"); !strings.Contains(check, "certificate: 2026-007") || !strings.Contains(check, "file: report.pdf") {
		t.Errorf("codecheck.yml is\n%s", check)
	}
	var crate struct {
		Graph []map[string]any `json:"@graph"`
	}
	assert.NilError(t, json.Unmarshal([]byte(read(t, "out", "ro-crate-metadata.json")), &crate))
	files := 0
	for _, e := range crate.Graph {
		if e["@type"] == "File" {
			files++
			if len(e["sha256"].(string)) != 64 {
				t.Errorf("%v has no digest", e["@id"])
			}
		}
	}
	if files < 10 {
		t.Errorf("the crate has %d files", files)
	}
	modules := os.Getenv("RO_CRATE")
	if modules == "" {
		t.Skip("RO_CRATE is not set: no validator of crates")
	}
	validate := func() (string, error) {
		script := exec.Command("node", filepath.Join(here, "..", "..", ".ci", "crate.cjs"), "out")
		script.Env = append(os.Environ(), "NODE_PATH="+modules)
		said, err := script.CombinedOutput()
		return string(said), err
	}
	if said, err := validate(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
	put("out/ro-crate-metadata.json", strings.Replace(read(t, "out", "ro-crate-metadata.json"), `"datePublished"`, `"date"`, 1))
	if said, err := validate(); err == nil {
		t.Errorf("a crate without a date is valid: %s", said)
	}
}
