package reconstruct_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/dataset/library"
	"gpca/report/experiment"
	"gpca/report/experiment/reconstruct"
	"gpca/report/runner"
	"gpca/solver"
)

// canaries are cells of every sort, on data small enough for a test.
var canaries = []struct {
	data, block string
	methods     []string
}{
	{"iris", "split: {folds: 10}, components: 2", []string{"p=0.5", "p=1", "p=2", "tanh", "few", "uncentred"}},
	{"iris", "split: {folds: 5}, components: 1, kernel: {function: gaussian, sigma: 1}", []string{"p=1", "p=2", "width"}},
	{"iris", "split: {per-class: 5}, components: [1, 2], start: random-1", []string{"3-3sech", "p=2"}},
	{"iris", "split: contamination, levels: [0], components: 1", []string{"p=1", "p=2", "ruled"}},
	{"balance", "split: {folds: 10}, components: 1", []string{"p=1", "f'=u/(1+u)"}},
	{"balance", "split: {folds: 2}, components: 2, kernel: {function: polynomial, degree: 2, factor: 1, offset: 1}", []string{"p=2"}},
	{"liver", "split: {folds: 3}, components: 1, tolerance: 1e-4, max-iterations: 5", []string{"p=0.5", "a=30"}},
	{"usps", "split: published, components: 2, noise: gaussian, levels: [0, 30]", []string{"p=1", "p=2"}},
	{"usps", "split: published, components: 2, noise: salt-and-pepper, levels: [0.05]", []string{"tanh"}},
	{"usps", "split: published, components: 2, kernel: {function: gaussian, sigma: 2500}, noise: speckle, levels: [0.1]", []string{"q=2"}},
	{"usps", "split: contamination, components: 2, levels: [0, 20]", []string{"p=1", "p=2"}},
	{"usps", "split: {per-class: 5}, components: 1, noise: gaussian, levels: [50]", []string{"p=1", "fixed sides"}},
	{"usps", "split: published, components: 1, kernel: {function: gaussian, sigma: 2500}, noise: gaussian, levels: [20]", []string{"few"}},
	{"usps", "split: published, components: 3, kernel: {function: gaussian, sigma: 2500}, noise: salt-and-pepper, levels: [0.3]", []string{"p=1", "serial"}},
}

// A change of any number, on any multiplication kernel, must raise the version of the kind; otherwise stored
// results would mix with new ones.
func TestCanary(t *testing.T) {
	long(t)
	const recorded, advice = "testdata/canary.csv", "results of kind reconstruct changed: if that is meant, raise its version in reconstruct.go and record again with -update"
	if solver.Architecture() != "amd64" {
		t.Skip("recorded on amd64: the functions of package math differ in last bits on others")
	}
	data := library.New(library.Catalogue(nil, nil))
	var cells []experiment.Cell
	for _, c := range canaries {
		d, err := data.Describe(t.Context(), c.data)
		assert.NilError(t, err)
		cells = append(cells, cellsOf(t, d, 2, c.block, c.methods...)...)
	}
	defer func() {
		assert.Check(t, solver.SelectProcessor(""))
	}()
	want, err := os.ReadFile(recorded)
	assert.Assert(t, err == nil || golden.FlagUpdate(), err)
	for _, processor := range []string{"generic", "avx2", "avx512"} {
		t.Run(processor, func(t *testing.T) {
			if err := solver.SelectProcessor(processor); err != nil {
				t.Skip(err)
			}
			var r results
			all := &runner.Runner{
				Kinds:    func(string) experiment.Computer { return reconstruct.Kind },
				Describe: data.Describe, Open: data.Open,
				Workers: 2, Put: r.Put,
			}
			assert.NilError(t, all.Run(t.Context(), cells))
			got := table(t, cells, &r)
			if golden.FlagUpdate() {
				want = []byte(got)
				assert.NilError(t, os.WriteFile(recorded, want, 0o644))
			}
			lines := strings.Split(string(want), "\n")
			for i, line := range strings.Split(got, "\n") {
				assert.Assert(t, i < len(lines) && line == lines[i], "%s\nline %d is\n%s, recorded\n%s", advice, i+1,
					line, strings.Join(lines[min(i, len(lines)):min(i+1, len(lines))], ""))
			}
		})
	}
}

// table lists results with all their digits.
func table(t *testing.T, cells []experiment.Cell, r *results) string {
	t.Helper()
	var b strings.Builder
	w := csv.NewWriter(&b)
	line := func(fields ...string) {
		assert.NilError(t, w.Write(fields))
	}
	line("cell", "components", "values", "ends", "chosen")
	for _, c := range cells {
		result := r.get(t, c)
		var spec struct{ Components int }
		assert.NilError(t, json.Unmarshal(c.Spec, &spec))
		ends, err := json.Marshal(result.Ends)
		assert.NilError(t, err)
		var values []string
		for _, measure := range slices.Sorted(maps.Keys(result.Values)) {
			values = append(values, measure)
			for _, v := range result.Values[measure] {
				values = append(values, strconv.FormatFloat(v, 'g', -1, 64))
			}
		}
		line(c.String(), fmt.Sprint(spec.Components), strings.Join(values, " "), string(ends), strings.Join(result.Chosen, " "))
	}
	w.Flush()
	return b.String()
}
