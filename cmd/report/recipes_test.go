package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// A recipe is a folder in which commands of the manual run as they stand, with the tiny study as mine.yaml and this
// program as report.
type recipe struct {
	folder string
	env    []string
}

func newRecipe(t *testing.T) recipe {
	t.Helper()
	study, folder := read(t, tiny), t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(folder, "mine.yaml"), []byte(study), 0o600))
	if err := os.Symlink(os.Args[0], filepath.Join(folder, "report")); err != nil {
		t.Skip("no symbolic links: ", err)
	}
	return recipe{folder, append(os.Environ(), asProgram+"=1", "REPORT_DATA=", "XDG_CACHE_HOME="+folder,
		"PATH="+folder+":/usr/bin:/bin")}
}

// run runs a command in the folder, with more variables.
func (r recipe) run(t *testing.T, variables []string, command ...string) {
	t.Helper()
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skip(command[0] + " is not installed")
	}
	c := exec.CommandContext(t.Context(), command[0], command[1:]...)
	c.Dir, c.Env = r.folder, append(r.env, variables...)
	said, err := c.CombinedOutput()
	assert.NilError(t, err, "%s: %v: %s", command, err, said)
}

// drew compares the report of the folder with that of one run.
func (r recipe) drew(t *testing.T) {
	t.Helper()
	got, want := read(t, r.folder, "out", "results.csv"), read(t, whole(t), "results.csv")
	assert.Equal(t, got, want, "the shards gave\n%swant\n%s", got, want)
}

// listing returns the first code block of a page of the manual after some words.
func listing(t *testing.T, page, words string) string {
	t.Helper()
	_, rest, _ := strings.Cut(read(t, "manual", page), words)
	_, rest, _ = strings.Cut(rest, "```")
	_, rest, _ = strings.Cut(rest, "\n")
	code, _, found := strings.Cut(rest, "```")
	assert.Assert(t, found, "%s has no code after %q", page, words)
	return code
}

// The Snakefile of the manual draws the report of one run.
func TestSnakefile(t *testing.T) {
	long(t)
	r := newRecipe(t)
	file := filepath.Join(r.folder, "Snakefile")
	assert.NilError(t, os.WriteFile(file, []byte(listing(t, "cluster.md", "With Snakemake:")), 0o600))
	r.run(t, nil, "snakemake", "--cores", "2")
	r.drew(t)
}

// The jobs of the manual for GitLab draw the report of one run.
func TestGitLab(t *testing.T) {
	long(t)
	var jobs map[string]struct {
		Parallel int
		Script   string
	}
	assert.NilError(t, yaml.Unmarshal([]byte(listing(t, "ci.md", "On GitLab,")), &jobs))
	r, shards := newRecipe(t), jobs["cells"].Parallel
	for i := range shards {
		r.run(t, []string{fmt.Sprint("CI_NODE_INDEX=", i+1), fmt.Sprint("CI_NODE_TOTAL=", shards)},
			"bash", "-e", "-c", jobs["cells"].Script)
	}
	r.run(t, nil, "bash", "-e", "-c", jobs["report"].Script)
	r.drew(t)
	assert.Check(t, is.Contains(read(t, r.folder, "verify.xml"), "<testsuite"), "the job wrote no verify.xml of tests")
}

// The steps of the workflow for GitHub draw the report of one run, and show its summary.
func TestWorkflow(t *testing.T) {
	long(t)
	w, r := workflowOf(t, read(t, workflowFolder, "study.yaml")), newRecipe(t)
	assert.NilError(t, os.MkdirAll(filepath.Join(r.folder, "prepared"), 0o700))
	assert.NilError(t, os.Symlink("../report", filepath.Join(r.folder, "prepared", "report")))
	values := w.called(t, map[string]any{"study": "mine.yaml", "shards": 2}, nil)
	steps := func(name, shard string) {
		values["matrix.shard"] = shard
		for _, step := range w.Jobs[name].Steps {
			variables := []string{"GITHUB_STEP_SUMMARY=shown.md"}
			for _, env := range []map[string]string{w.Env, step.Env} {
				for variable, value := range env {
					variables = append(variables, variable+"="+fill(t, value, values))
				}
			}
			if step.Run != "" {
				r.run(t, variables, "bash", "-e", "-c", step.Run)
			}
		}
	}
	steps("shard", "1")
	steps("shard", "2")
	steps("report", "")
	r.drew(t)
	assert.Equal(t, read(t, r.folder, "shown.md"), read(t, r.folder, "out", "summary.md"),
		"the workflow does not show the summary")
}
