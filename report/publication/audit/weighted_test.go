package audit_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
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
		_, r := auditOf(t, "a.csv", text, "rows")
		if r.Errors() != c.errors || len(r.Findings) != c.findings {
			t.Errorf("%s: %d errors, %d findings, want %d and %d: %+v\n%s", c.name, r.Errors(), len(r.Findings), c.errors, c.findings, r.Findings, text)
		}
	}
}

// A number that its own words leave out is none of those that an average is over.
func TestAverageWithoutExcludedNumbers(t *testing.T) {
	table, r := auditOf(t, "a.csv", "Run,A,B,C,D\n1,85.4,85.9,92.7,77.2\n2,85.0,86.1,92.6,72.9\n"+
		"3,85.2,85.4,92.9,78.0\n4,85.4,85.5,93.0,66.7(excluded)\nAverage,85.25,85.725,92.8,76.0333\n", "columns")
	assert.Check(t, len(r.Findings) <= 0 && len(table.Gaps) == 1, "%+v, %v", r.Findings, table.Gaps)
}

// The average of a harmonic mean, a quotient or a root may be that of the other averages; a slip is neither.
func TestAveragesOfCombinations(t *testing.T) {
	const harmonic = "Set,Base,New,H,Ours Base,Ours New,Ours H\nA,90.1,62.3,73.7,88.2,75.4,81.3\nB,75.6,73.2,74.4,78.9,70.1,74.2\n" +
		"C,60.4,55.8,58.0,99.1,51.0,67.3\nAverage,75.4,63.8,69.1,88.7,65.5,75.4\n"
	for _, c := range []struct {
		text   string
		errors int
	}{
		{harmonic, 0},
		{"Set,Ours,Theirs,Time\nA,80.0,82.0,1.0\nB,81.0,83.0,1.0\nC,82.0,84.0,1.0\nD,83.0,85.0,1.0\nAverage,83.9,83.5,1.0\n", 1},
		{strings.Replace(harmonic, "69.1,", "69.4,", 1), 1},
		{"Set,A,B,C,D\nx,1.0,2.0,3.0,4.0\ny,2.0,-3.0,5.0,6.0\nMean,1.5,2.5,4.0,5.0\n", 0}, // of sizes
		{"Set,A,B,C,D,MSE,RMSE\nx,1.0,2.0,3.0,4.0,1.00,1.00\ny,2.0,3.0,5.0,6.0,9.00,3.00\nMean,1.5,2.5,4.0,5.0,5.00,2.24\n", 0},
		{"Set,A,B,C,D,Right,Tests,Percent\nx,1.0,2.0,3.0,4.0,10.0,40.0,25.0\ny,2.0,3.0,5.0,6.0,45.0,60.0,75.0\nMean,1.5,2.5,4.0,5.0,27.5,50.0,55.0\n", 0},
	} {
		_, r := auditOf(t, "a.csv", c.text, "columns")
		assert.Check(t, is.Equal(r.Errors(), c.errors),
			"%d errors, want %d: %+v\n%s", r.Errors(), c.errors, r.Findings, c.text)
	}
}
