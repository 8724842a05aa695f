package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
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
	if err := os.WriteFile(filepath.Join(folder, "mine.yaml"), []byte(study), 0o600); err != nil {
		t.Fatal(err)
	}
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
	if said, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", command, err, said)
	}
}

// drew compares the report of the folder with that of one run.
func (r recipe) drew(t *testing.T) {
	t.Helper()
	single := t.TempDir()
	execute(t, nil, "--study", tiny, "--out", single).expect(t, exitFine, 6, 0, 0)
	if got, want := read(t, r.folder, "out", "results.csv"), read(t, single, "results.csv"); got != want {
		t.Errorf("the shards gave\n%swant\n%s", got, want)
	}
}

// listing returns the first code block of a page of the manual after some words.
func listing(t *testing.T, page, words string) string {
	t.Helper()
	_, rest, _ := strings.Cut(read(t, "manual", page), words)
	_, rest, _ = strings.Cut(rest, "```")
	_, rest, _ = strings.Cut(rest, "\n")
	code, _, found := strings.Cut(rest, "```")
	if !found {
		t.Fatalf("%s has no code after %q", page, words)
	}
	return code
}

// The Snakefile of the manual draws the report of one run.
func TestSnakefile(t *testing.T) {
	r := newRecipe(t)
	file := filepath.Join(r.folder, "Snakefile")
	if err := os.WriteFile(file, []byte(listing(t, "cluster.md", "With Snakemake:")), 0o600); err != nil {
		t.Fatal(err)
	}
	r.run(t, nil, "snakemake", "--cores", "2")
	r.drew(t)
}

// The jobs of the manual for GitLab draw the report of one run.
func TestGitLab(t *testing.T) {
	var jobs map[string]struct {
		Parallel int
		Script   string
	}
	if err := yaml.Unmarshal([]byte(listing(t, "ci.md", "On GitLab,")), &jobs); err != nil {
		t.Fatal(err)
	}
	r, shards := newRecipe(t), jobs["cells"].Parallel
	for i := range shards {
		r.run(t, []string{fmt.Sprint("CI_NODE_INDEX=", i+1), fmt.Sprint("CI_NODE_TOTAL=", shards)},
			"bash", "-e", "-c", jobs["cells"].Script)
	}
	r.run(t, nil, "bash", "-e", "-c", jobs["report"].Script)
	r.drew(t)
	if !strings.Contains(read(t, r.folder, "verify.xml"), "<testsuite") {
		t.Error("the job wrote no verify.xml of tests")
	}
}

// The steps of the workflow for GitHub draw the report of one run, and show its summary. The workflow names inputs
// that it has, and no others.
func TestWorkflow(t *testing.T) {
	type job struct {
		Steps []struct {
			Run string
			Env map[string]string
		}
	}
	var workflow struct {
		On struct {
			Call struct{ Inputs map[string]any } `yaml:"workflow_call"`
		}
		Env  map[string]string
		Jobs map[string]job
	}
	text := read(t, "..", "..", ".github", "workflows", "study.yaml")
	if err := yaml.Unmarshal([]byte(text), &workflow); err != nil {
		t.Fatal(err)
	}
	r := newRecipe(t)
	if err := os.MkdirAll(filepath.Join(r.folder, "prepared"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../report", filepath.Join(r.folder, "prepared", "report")); err != nil {
		t.Fatal(err)
	}
	given := map[string]string{"study": "mine.yaml", "shards": "2", "repetitions": "0"}
	for _, use := range strings.Split(text, "inputs.")[1:] {
		name, _, _ := strings.Cut(strings.FieldsFunc(use, func(r rune) bool { return strings.ContainsRune(" }|)'", r) })[0], "\n")
		if _, ok := workflow.On.Call.Inputs[name]; !ok {
			t.Errorf("the workflow uses an input %q that it does not have", name)
		}
	}
	// values fills in what GitHub does: an input with a default after ||, and the shard.
	values := func(env map[string]string, shard string) (variables []string) {
		for name, value := range env {
			for {
				before, rest, found := strings.Cut(value, "${{ ")
				if !found {
					break
				}
				expression, after, _ := strings.Cut(rest, " }}")
				input, otherwise, _ := strings.Cut(expression, " || ")
				filled := given[strings.TrimPrefix(input, "inputs.")]
				if input == "matrix.shard" {
					filled = shard
				}
				if filled == "" {
					filled = strings.Trim(otherwise, "'")
				}
				value = before + filled + after
			}
			variables = append(variables, name+"="+value)
		}
		return append(variables, "GITHUB_STEP_SUMMARY=shown.md")
	}
	steps := func(name, shard string) {
		common := values(workflow.Env, shard)
		for _, step := range workflow.Jobs[name].Steps {
			if step.Run != "" {
				r.run(t, append(common, values(step.Env, shard)...), "bash", "-e", "-c", step.Run)
			}
		}
	}
	steps("shard", "1")
	steps("shard", "2")
	steps("report", "")
	r.drew(t)
	if read(t, r.folder, "shown.md") != read(t, r.folder, "out", "summary.md") {
		t.Error("the workflow does not show the summary")
	}
}
