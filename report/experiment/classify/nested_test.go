package classify

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/experiment"
	"gpca/report/experiment/internal/kindtest"
)

// The first components of a larger fit are those of a smaller one: one fit serves all, with equal results.
func TestNestedIsAFitForEachNumber(t *testing.T) {
	for _, more := range []string{"", "kernel: {function: gaussian, sigma: 5}\n", "features: per-class\n"} {
		yaml := "data: blobs\nsplit: {train: 18, test: 12}\nfeatures: shared\ncomponents: [1, 2, 4]\nclassifier: {nearest: 1}\n"
		if strings.Contains(more, "features") {
			yaml = strings.Replace(yaml, "features: shared\n", "", 1)
		}
		var points []experiment.Point
		for _, components := range []string{"1", "2", "4"} {
			for _, method := range []string{"p=1", "p=2"} {
				points = append(points, point(method).With("components", components))
			}
		}
		each, nested := compute(t, Kind, yaml+more, blobs(), points...), compute(t, Kind, yaml+more+"nested: true\n", blobs(), points...)
		trainings := map[string]bool{}
		for i, r := range nested {
			trainings[Kind.Training(r.Cell)] = true
			assert.Check(t, slices.Equal(r.Values["accuracy"], each[i].Values["accuracy"]) && r.Ends == each[i].Ends,
				"%s: %v, ends %+v; alone %v, ends %+v", r.Cell, r.Values, r.Ends, each[i].Values, each[i].Ends)
			assert.Check(t, r.Key != each[i].Key, "%s has the key of a fit of its own", r.Cell)
		}
		assert.Check(t, is.Equal(len(trainings), 1),
			"%d trainings, want one: %v", len(trainings), slices.Collect(maps.Keys(trainings)))
	}
}

func TestFaultsOfNested(t *testing.T) {
	_, err := kindtest.Decode(Kind, "data: blobs\nsplit: published\ncomponents: [1, 2]\nclassifier: reconstruction\nnested: true\n")
	assert.Error(t, err,
		"test.yaml:4:13: classifier reconstruction takes all components that are extracted: it cannot be nested")
}
