// Package kindtest decodes and computes experiments for the tests of their kinds.
package kindtest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/method"
	"gpca/report/runner"
	"gpca/report/strictyaml"
)

// A Scope knows all functions, all data sets and the files of a folder. Tests of another scope embed it.
type Scope struct{ Folder string }

func (Scope) Method(name string) (method.Method, error) { return method.Parse(name) }
func (Scope) KnownData(string) error                    { return nil }
func (s Scope) Beside(name string) ([]byte, error)      { return os.ReadFile(filepath.Join(s.Folder, name)) }

// Decode reads a block of a study, which errors call test.yaml.
func Decode(kind experiment.Kind, block string) (experiment.Experiment, error) {
	return DecodeIn(Scope{}, kind, block)
}

// DecodeIn reads a block of a study that offers what is in the scope.
func DecodeIn(scope experiment.Scope, kind experiment.Kind, block string) (experiment.Experiment, error) {
	root, err := strictyaml.Parse("test.yaml", []byte(block))
	if err != nil {
		return nil, err
	}
	return kind.Decode(root, scope)
}

// Cell is the cell of a point, with the defaults of the axes that it leaves out, by the method that it names.
func Cell(t *testing.T, e experiment.Experiment, p experiment.Point, on experiment.Subject) experiment.Cell {
	t.Helper()
	n := &experiment.Named{Experiment: e}
	var m method.Method
	if a, _ := n.Axis(experiment.Method); a.Open && p[experiment.Method] != "" {
		var err error
		if m, err = method.Parse(p[experiment.Method]); err == nil {
			err = e.Check(m)
		}
		assert.NilError(t, err)
	}
	c, err := e.Cell(n.Complete(p), m, on)
	assert.NilError(t, err)
	return c
}

// Results keeps results by key. It refuses one that is not valid, is put twice, or comes while another is put.
type Results struct {
	mutex sync.Mutex
	ByKey map[string]experiment.Result
}

func (r *Results) Put(result experiment.Result) error {
	if !r.mutex.TryLock() {
		return errors.New("Put is called twice at a time")
	}
	defer r.mutex.Unlock()
	if r.ByKey == nil {
		r.ByKey = map[string]experiment.Result{}
	}
	if _, twice := r.ByKey[result.Key]; twice {
		return fmt.Errorf("%s is put twice", result.Cell)
	}
	r.ByKey[result.Key] = result
	return result.Validate()
}

// Runner is one of cells on a single set.
func Runner(kind experiment.Computer, set *dataset.Set, into *Results, workers int) *runner.Runner {
	return &runner.Runner{
		Kinds:    func(string) experiment.Computer { return kind },
		Describe: func(context.Context, string) (dataset.Description, error) { return set.Describe(), nil },
		Open:     func(context.Context, string) (*dataset.Set, error) { return set, nil },
		Workers:  workers, Put: into.Put,
	}
}

// Run computes cells on a set, equal ones once. Their results are in the order of the cells; one may be a failure.
func Run(t *testing.T, kind experiment.Computer, set *dataset.Set, cells ...experiment.Cell) []experiment.Result {
	t.Helper()
	seen := map[string]bool{}
	distinct := slices.DeleteFunc(slices.Clone(cells), func(c experiment.Cell) bool {
		again := seen[c.Key()]
		seen[c.Key()] = true
		return again
	})
	var found Results
	assert.NilError(t, Runner(kind, set, &found, 2).Run(t.Context(), distinct))
	var results []experiment.Result
	for _, c := range cells {
		r, ok := found.ByKey[c.Key()]
		assert.Assert(t, ok, "no result for %s", c)
		results = append(results, r)
	}
	return results
}
