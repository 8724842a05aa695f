package audit_test

import (
	"fmt"
	"math"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// Averages weighted by nearly equal numbers of samples come out right as plain means where the entry of
// the largest weight is near the mean, and wrong where it is not. That is no error of several methods; one wrong average among right ones is.
func TestWeightedAveragesAreNoErrors(t *testing.T) {
	for _, c := range []struct {
		name             string
		weights          []float64
		slip             bool
		errors, findings int
	}{
		{"weighted", []float64{0.34, 0.22, 0.22, 0.22}, false, 0, 1},
		{"plain", []float64{0.25, 0.25, 0.25, 0.25}, false, 0, 0},
		{"one slip", []float64{0.25, 0.25, 0.25, 0.25}, true, 1, 1},
	} {
		text := "Method,Law,Trade,Stars,Rest,Average\n"
		for i, off := range []float64{0, 0, 0, 0, 2, 3, 4, 5, 6, 7} {
			entries := []float64{50 - off, 60 + off, 40, 50}
			mean, line := 0.0, fmt.Sprintf("Method %d", i)
			for j, of := range entries {
				of = math.Round(10*of) / 10
				mean, line = mean+c.weights[j]*of, line+fmt.Sprintf(",%.1f", of)
			}
			if c.slip && i == 3 {
				mean++
			}
			text += fmt.Sprintf("%s,%.1f\n", line, mean)
		}
		metrics := []printed.Metric{{Name: "accuracy", Unit: "percent", Better: printed.Larger}}
		table, err := printed.Layout{Number: "1", Metric: "accuracy", Methods: "rows"}.Read([]byte(text), "", "a.csv", metrics)
		assert.NilError(t, err)
		r, err := audit.Run([]printed.Table{table}, audit.Options{})
		assert.NilError(t, err)
		if r.Errors() != c.errors || len(r.Findings) != c.findings {
			t.Errorf("%s: %d errors, %d findings, want %d and %d: %+v\n%s", c.name, r.Errors(), len(r.Findings), c.errors, c.findings, r.Findings, text)
		}
	}
}

// A number that its own words leave out is none of those that an average is over.
func TestAverageWithoutExcludedNumbers(t *testing.T) {
	metrics := []printed.Metric{{Name: "accuracy", Unit: "percent", Better: printed.Larger}}
	table, err := printed.Layout{Number: "1", Metric: "accuracy"}.Read([]byte("Run,A,B,C,D\n1,85.4,85.9,92.7,77.2\n2,85.0,86.1,92.6,72.9\n"+
		"3,85.2,85.4,92.9,78.0\n4,85.4,85.5,93.0,66.7(excluded)\nAverage,85.25,85.725,92.8,76.0333\n"), "", "a.csv", metrics)
	assert.NilError(t, err)
	r, err := audit.Run([]printed.Table{table}, audit.Options{})
	assert.NilError(t, err)
	assert.Check(t, len(r.Findings) == 0 && len(table.Gaps) == 1, "%v: %+v, %v", err, r.Findings, table.Gaps)
}
