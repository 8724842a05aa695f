package main

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

const workflowFolder = "../../.github/workflows"

// A workflow is what these tests read of a workflow of GitHub.
type workflow struct {
	On   any
	Env  map[string]string
	Jobs map[string]workflowJob
}

type workflowJob struct {
	Uses     string
	With     map[string]any
	Needs    any
	Strategy struct{ Matrix map[string]any }
	Steps    []struct {
		ID, Name, If, Uses, Run string
		Env                     map[string]string
		With                    map[string]any
	}
}

func workflowOf(t *testing.T, text string) (w workflow) {
	t.Helper()
	assert.NilError(t, yaml.Unmarshal([]byte(text), &w))
	return w
}

// A workflowInput is what a workflow says of a value that a caller gives.
type workflowInput struct {
	Required bool
	Default  any
}

// inputs returns the inputs of a workflow that others call.
func (w workflow) inputs(t *testing.T) map[string]workflowInput {
	t.Helper()
	text, err := yaml.Marshal(w.On)
	assert.NilError(t, err)
	var on struct {
		Call struct{ Inputs map[string]workflowInput } `yaml:"workflow_call"`
	}
	if err := yaml.Unmarshal(text, &on); err != nil {
		return nil // a list of events
	}
	return on.Call.Inputs
}

// called adds what a caller gives to the defaults of a workflow's inputs.
func (w workflow) called(t *testing.T, with map[string]any, values map[string]string) map[string]string {
	t.Helper()
	declared, given := w.inputs(t), map[string]string{}
	for name, of := range declared {
		_, ok := with[name]
		assert.Check(t, !of.Required || ok, "a caller does not give the input %q", name)
		if of.Default != nil {
			given["inputs."+name] = fmt.Sprint(of.Default)
		}
	}
	for name, value := range with {
		_, ok := declared[name]
		assert.Check(t, ok, "a caller gives an input %q that the workflow does not have", name)
		given["inputs."+name] = fill(t, fmt.Sprint(value), values)
	}
	return given
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// fill fills in what GitHub does: the first of some alternatives that is not empty.
func fill(t *testing.T, text string, values map[string]string) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(found string) string {
		for _, of := range strings.Split(expression.FindStringSubmatch(found)[1], " || ") {
			value, known := values[of]
			if word, literal := strings.CutPrefix(of, "'"); literal {
				value = strings.TrimSuffix(word, "'")
			} else if !known && !strings.HasPrefix(of, "inputs.") {
				t.Errorf("%q has no value in this test", of)
			}
			if value != "" {
				return value
			}
		}
		return ""
	})
}

// runs returns the values of each job of a matrix.
func (j workflowJob) runs(values map[string]string) []map[string]string {
	all := []map[string]string{values}
	for axis, of := range j.Strategy.Matrix {
		list, ok := of.([]any)
		if !ok {
			list = []any{1, 2} // an expression
		}
		var next []map[string]string
		for _, at := range all {
			for _, value := range list {
				one := maps.Clone(at)
				one["matrix."+axis] = fmt.Sprint(value)
				next = append(next, one)
			}
		}
		all = next
	}
	return all
}

// Artifacts are the names under which the jobs of a run upload files, by the call of a workflow in which they do, and
// those that they download.
type artifacts struct{ uploads, downloads [][2]string }

func (a *artifacts) add(t *testing.T, w workflow, call string, values map[string]string) {
	t.Helper()
	for name, job := range w.Jobs {
		for i, at := range job.runs(values) {
			if job.Uses != "" {
				file := job.Uses[strings.LastIndex(job.Uses, "/")+1:]
				file, _, _ = strings.Cut(file, "@")
				callee := workflowOf(t, read(t, workflowFolder, file))
				a.add(t, callee, fmt.Sprint(call, name, i, "/"), callee.called(t, job.With, at))
			}
			for _, step := range job.Steps {
				artifact := func(key string) [2]string { return [2]string{call, fill(t, fmt.Sprint(step.With[key]), at)} }
				switch action, _, _ := strings.Cut(step.Uses, "@"); {
				case action == "actions/upload-artifact":
					a.uploads = append(a.uploads, artifact("name"))
				case action == "actions/download-artifact" && step.With["pattern"] != nil:
					a.downloads = append(a.downloads, artifact("pattern"))
				case action == "actions/download-artifact" && artifact("name")[1] != "":
					a.downloads = append(a.downloads, artifact("name"))
				}
			}
		}
	}
}

// faults says which names a run uploads twice, which is an error on GitHub, and which it downloads in vain or from
// another call of a workflow.
func (a artifacts) faults() (faults []string) {
	seen := map[string]bool{}
	for _, upload := range a.uploads {
		if seen[upload[1]] {
			faults = append(faults, upload[1]+" is uploaded twice")
		}
		seen[upload[1]] = true
	}
	for _, download := range a.downloads {
		found := false
		for _, upload := range a.uploads {
			if ok, err := path.Match(download[1], upload[1]); err == nil && ok {
				found = true
				if upload[0] != download[0] {
					faults = append(faults, fmt.Sprintf("%s is downloaded as %s by another call", upload[1], download[1]))
				}
			}
		}
		if !found {
			faults = append(faults, download[1]+" is not uploaded")
		}
	}
	slices.Sort(faults)
	return slices.Compact(faults)
}

// No run of a workflow uploads two artifacts of one name, and each that a job downloads is there: of the project's own
// runs, of the callers in the manual and of one that calls the workflow for studies several times.
func TestArtifacts(t *testing.T) {
	const twice = "jobs:\n  one: {uses: ./study.yaml, with: {study: a.yaml, shards: 2}}\n" +
		"  two: {uses: ./study.yaml, with: {study: b.yaml, shards: 2%s}}\n"
	_, example, _ := strings.Cut(strings.ReplaceAll(read(t, workflowFolder, "study.yaml"), "\n# ", "\n"), "\njobs:")
	example, _, _ = strings.Cut("jobs:"+example, "\n#\n")
	texts := map[string]string{
		"ci.yaml":                 read(t, workflowFolder, "ci.yaml"),
		"the head of study.yaml":  example,
		"the manual":              listing(t, "ci.md", "A workflow of yours calls it:"),
		"two calls with a prefix": fmt.Sprintf(twice, ", prefix: b-"),
		"a matrix of calls": "jobs:\n  all:\n    strategy: {matrix: {study: [a, b]}}\n    uses: ./study.yaml\n" +
			"    with: {study: '${{ matrix.study }}.yaml', prefix: '${{ matrix.study }}-'}\n",
	}
	for name, text := range texts {
		var run artifacts
		run.add(t, workflowOf(t, text), "", map[string]string{})
		faults := run.faults()
		assert.Check(t, faults == nil && len(run.uploads) >= 5, "%s: %d uploads, %q", name, len(run.uploads), faults)
	}
	var run artifacts
	run.add(t, workflowOf(t, fmt.Sprintf(twice, "")), "", map[string]string{})
	if faults := run.faults(); !slices.Contains(faults, "prepared is uploaded twice") ||
		!slices.Contains(faults, "cells-1 is downloaded as cells-* by another call") {
		t.Errorf("two calls without a prefix: %q", faults)
	}
}

// Each workflow uses the inputs that it has and no others, needs jobs that it has, and names actions by a version.
func TestWorkflowsAreConsistent(t *testing.T) {
	pinned := regexp.MustCompile(`^(\./.*|[^@]+@(v\d+(\.\d+)*|[0-9a-f]{40}))$`)
	used := regexp.MustCompile(`\binputs\.([a-z-]+)`)
	files, err := filepath.Glob(filepath.Join(workflowFolder, "*.y*ml"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text := read(t, file)
		w := workflowOf(t, text)
		uses := map[string]bool{}
		for _, use := range used.FindAllStringSubmatch(text, -1) {
			uses[use[1]] = true
		}
		declared := slices.Sorted(maps.Keys(w.inputs(t)))
		assert.Check(t, is.DeepEqual(slices.Sorted(maps.Keys(uses)), declared), "%s uses the inputs", file)
		for name, job := range w.Jobs {
			needs, ok := job.Needs.([]any)
			if !ok && job.Needs != nil {
				needs = []any{job.Needs}
			}
			for _, need := range needs {
				_, ok := w.Jobs[fmt.Sprint(need)]
				assert.Check(t, ok, "%s: %s needs a job %q that is not there", file, name, need)
			}
			actions := []string{job.Uses}
			for _, step := range job.Steps {
				actions = append(actions, step.Uses)
			}
			for _, action := range actions {
				assert.Check(t, action == "" || pinned.MatchString(action),
					"%s: %s uses %s, which is no version", file, name, action)
			}
		}
	}
}

// The workflow builds the program of its own repository and commit, so whoever calls it at a tag runs the program of
// that tag.
func TestWorkflowBuildsTheProgramThatItIsOf(t *testing.T) {
	w := workflowOf(t, read(t, workflowFolder, "study.yaml"))
	values := map[string]string{"job.workflow_repository": "owner/program", "job.workflow_sha": "2f1e"}
	checkout := w.Jobs["prepare"].Steps[0].With
	for ref, want := range map[string]string{"": "owner/program@2f1e", "v2": "owner/program@v2"} {
		values["inputs.ref"] = ref
		assert.Check(t, is.Equal(fill(t, fmt.Sprintf("%v@%v", checkout["repository"], checkout["ref"]), values), want),
			"with the ref %q it builds", ref)
	}
}
