package main

import (
	"crypto/sha256"
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

// release makes the archive of a release whose program is this one, and returns the variables of a workflow that name
// it.
func (r recipe) release(t *testing.T) map[string]string {
	t.Helper()
	r.run(t, nil, "bash", "-ec", `mkdir -p v1.2.3 made/report-v1.2.3-linux-amd64
		ln -s "$(readlink report)" made/report-v1.2.3-linux-amd64/report
		tar -C made -czf v1.2.3/report-v1.2.3-linux-amd64.tar.gz report-v1.2.3-linux-amd64 && rm -r made report`)
	return map[string]string{"RELEASES": "file://" + r.folder, "VERSION": "v1.2.3",
		"SHA256": fmt.Sprintf("%x", sha256.Sum256([]byte(read(t, r.folder, "v1.2.3", "report-v1.2.3-linux-amd64.tar.gz"))))}
}

// steps runs the commands of a workflow in turn, as its conditions say, and returns whether one failed and what each
// step says that it is.
func (r recipe) steps(t *testing.T, w workflow, variables map[string]string) (failed bool, ran []string) {
	t.Helper()
	outcome := map[string]bool{}
	for _, step := range w.Jobs["report"].Steps {
		wanted := !failed
		switch {
		case strings.Contains(step.If, "failure()"):
			wanted = failed && outcome["drift"]
		case strings.Contains(step.If, "hashFiles('out/summary.md')"):
			_, err := os.Stat(filepath.Join(r.folder, "out", "summary.md"))
			wanted = err == nil
		}
		if step.Run == "" || !wanted {
			continue
		}
		c := exec.CommandContext(t.Context(), "bash", "-e", "-c", step.Run)
		c.Dir, c.Env = r.folder, r.env
		for name, value := range variables {
			c.Env = append(c.Env, name+"="+value)
		}
		said, err := c.CombinedOutput()
		failed, outcome[step.ID] = failed || err != nil, err != nil
		t.Logf("%s: %v: %s", step.Name, err, said)
		ran = append(ran, step.Name)
	}
	return failed, ran
}

// The workflow that init writes works in a repository of a study alone, which has no program and no Go: the report is
// drawn and its summary shown; a number that moved since the kept report fails the run and is commented.
func TestWorkflowOfAStudy(t *testing.T) {
	long(t)
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	r := newRecipe(t)
	r.run(t, nil, "bash", "-c", "report init --ci github mine.yaml")
	w := workflowOf(t, read(t, r.folder, ".github", "workflows", "report.yaml"))
	variables := r.release(t)
	for name := range w.Env {
		_, known := variables[name]
		assert.Check(t, known, "nobody sets %s", name)
	}
	r.run(t, nil, "bash", "-ec", `printf '#!/bin/sh\necho "$@" > commented; cp "$RUNNER_TEMP/summary.md" comment.md\n' > gh && chmod +x gh`)
	variables["RUNNER_TEMP"] = filepath.Join(r.folder, "temp")
	variables["GITHUB_PATH"] = filepath.Join(r.folder, "path")
	variables["GITHUB_STEP_SUMMARY"] = filepath.Join(r.folder, "shown.md")
	variables["PATH"] = variables["RUNNER_TEMP"] + "/program:" + r.folder + ":/usr/bin:/bin"
	variables["CHANGE"] = "https://example.org/1"

	unset := map[string]string{}
	for name, value := range variables {
		unset[name] = value
	}
	unset["SHA256"] = ""
	failed, ran := r.steps(t, w, unset)
	assert.Check(t, failed && len(ran) == 1, "without a checksum: failed: %t; the steps are %s", failed, ran)
	failed, ran = r.steps(t, w, variables)
	assert.Assert(t, !failed && len(ran) == 3, "failed: %t; the steps are %s", failed, ran)
	shown := read(t, r.folder, "shown.md")
	assert.Check(t, strings.HasSuffix(shown, read(t, r.folder, "out", "summary.md")), "the run shows %s", shown)
	r.run(t, nil, "bash", "-ec", "mkdir reference && sed 's/,done,9/,done,8/' out/results.csv > reference/results.csv")
	assert.Assert(t, read(t, r.folder, "reference", "results.csv") != read(t, r.folder, "out", "results.csv"),
		"no number was changed")
	failed, ran = r.steps(t, w, variables)
	assert.Assert(t, failed && len(ran) == 4, "with a number that moved: failed: %t; the steps are %s", failed, ran)
	assert.Check(t, is.Contains(read(t, r.folder, "comment.md"), "## Changes since reference"), "the comment")
}

// The job for GitLab draws the report, and fails if a number moved.
func TestJobOfAStudy(t *testing.T) {
	long(t)
	if _, err := exec.LookPath("curl"); err != nil {
		t.Skip("curl is not installed")
	}
	r := newRecipe(t)
	r.run(t, nil, "bash", "-c", "report init --ci gitlab mine.yaml")
	var jobs struct {
		Report struct {
			Before    []string `yaml:"before_script"`
			Script    []string
			Variables map[string]string
		}
	}
	assert.NilError(t, yaml.Unmarshal([]byte(read(t, r.folder, ".gitlab-ci.yml")), &jobs))
	variables := r.release(t)
	text := strings.Join(append(jobs.Report.Before, jobs.Report.Script...), "\n")
	script := "set -e\n" + strings.ReplaceAll(text, "/tmp", filepath.Join(r.folder, "temp"))
	var env []string
	for name, value := range variables {
		env = append(env, name+"="+value)
	}
	assert.NilError(t, os.Mkdir(filepath.Join(r.folder, "temp"), 0o700))
	r.run(t, env, "bash", "-c", script)
	r.drew(t)
}
