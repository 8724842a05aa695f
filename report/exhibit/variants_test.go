package exhibit_test

import (
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/exhibit"
	"gpca/report/exhibit/fill"
	"gpca/report/experiment"
	"gpca/report/statistics"
	"gpca/report/table"
)

//go:embed testdata/variants.yaml
var variantsSource string

// A cell identifies a number of the variants.
type cell struct {
	experiment, data, method, measure string
	level                             float64
	settings                          []string // not the first of their axes
}

// variantsBench gives each cell a result and prints 10 for every number but that of p=2 on Balance, which
// it does not print.
func variantsBench(t *testing.T, result func(cell) (experiment.Result, bool), standIns ...string) *bench {
	t.Helper()
	b := benchOf(t, variantsSource, nil, standIns...)
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		level, _ := strconv.ParseFloat(q.Point[experiment.Level], 64)
		return result(cell{q.Experiment.Name, q.Point[experiment.Data], q.Method.Name, q.Measure, level, settings(q)})
	}
	b.printed = exhibit.Printed{Source: "the book", At: func(table, data string, level float64, method string) (float64, bool) {
		if data == "balance" && method == "p=2" {
			return 0, false
		}
		return 10, true
	}}
	return b
}

func TestVariantIsRead(t *testing.T) {
	b := variantsBench(t, func(c cell) (experiment.Result, bool) {
		m := experiment.Result{Values: map[string][]float64{"reconstruction-error": {c.level}, "squared-reconstruction-error": {2 * c.level}}}
		return m, c.method == "p=1"
	})
	square, ok := exhibit.Spots(b.study.Table("4"), "square")
	assert.Assert(t, ok && slices.Equal(square.Rows(), []string{"15", "30"}), "the variant has rows %v", square)
	whole := b.study.Table("4").(exhibit.Reader).Read(b, "square", "p=1").Mean()
	few, many := square.Read(b, "15", "p=1").Mean(), square.Read(b, "30", "p=1").Mean()
	assert.Check(t, many == 2*few && whole == (few+many)/2, "%g and %g, and %g on average", few, many, whole)
	_, ok = exhibit.Spots(b.study.Table("4"), "cube")
	assert.Check(t, !ok, "a variant that the table does not have is found")
}

// Without refits it is unknown how far a fit that did not settle and serves all draws moves a number.
func TestUnmeasured(t *testing.T) {
	source := string(golden.Get(t, "variants_unmeasured.yaml"))
	b := benchOf(t, source, nil)
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		r := experiment.Result{Cell: experiment.Cell{Random: true}, Shared: true, Values: map[string][]float64{"accuracy": {80, 81}}}
		if q.Point[experiment.Method] == "p=1" && q.Point[experiment.Level] == "10" {
			r.Ends = experiment.Ends{Stopped: 1}
		}
		return r, true
	}
	for _, c := range []struct {
		table, row, column string
		want               bool
	}{{"1", "10", "p=1", false}, {"2", "10", "p=1", true}, {"2", "20", "p=1", false}, {"2", "10", "p=2", false}} {
		v := b.study.Table(c.table).(exhibit.Reader).Read(b, c.row, c.column)
		assert.Check(t, is.Equal(v.Unmeasured, c.want), "table %s, row %s, %s: unmeasured", c.table, c.row, c.column)
		all := fill.Average([]exhibit.Value{{Estimate: statistics.Estimate{Draws: []float64{1}}}, v})
		assert.Check(t, is.Equal(all.Unmeasured, c.want),
			"table %s, row %s, %s: its average is unmeasured", c.table, c.row, c.column)
	}
}

func lines(t *testing.T, built *table.Table) []string {
	t.Helper()
	sheet, err := built.Sheet()
	assert.NilError(t, err)
	all := []string{strings.Join(append([]string{sheet.Corner}, sheet.Columns...), " | ")}
	for _, r := range sheet.Rows {
		line := r.Heading
		for _, e := range r.Entries {
			line += " | " + e.String()
			if e.Bold {
				line += "*"
			}
		}
		all = append(all, line)
	}
	return all
}

// Each data set is a block; the nearest variant is counted by row and by column.
func TestVariants(t *testing.T) {
	results := func(n cell) (experiment.Result, bool) {
		v := 11.0 // 1 above print
		switch {
		case slices.Contains(n.settings, "none") && n.data == "iris":
			v = 9.5
		case slices.Contains(n.settings, "none") && n.method == "p=1":
			v = 10.25
		case slices.Contains(n.settings, "none"):
			v = 14
		}
		return values(v, v), true
	}
	b := variantsBench(t, results)
	checkSheet(t, build(t, b, "1"), "table_variants.txt")
}

// With one method the data sets are columns, followed by what settled and the range.
func TestVariantsOfOneMethod(t *testing.T) {
	results := func(n cell) (experiment.Result, bool) {
		r := values(12)
		if slices.Contains(n.settings, "5000") {
			r = ended(experiment.Ends{Converged: 1, Wandered: 3}, 10.5)
		}
		return r, true
	}
	b := variantsBench(t, results)
	checkSheet(t, build(t, b, "2"), "table_variants_of_one_method.txt")
	// Generated data is not compared with print, and lacks rows that are real-only.
	b = variantsBench(t, results, "iris", "balance", "liver")
	checkSheet(t, build(t, b, "2"), "table_variants_of_generated_data.txt")
}

func TestVariantsOfData(t *testing.T) {
	results := func(n cell) (experiment.Result, bool) {
		if n.data == "car" {
			return failure("class unacc: no number"), true
		}
		return values(10.5, 11.5), true
	}
	b := variantsBench(t, results)
	checkSheet(t, build(t, b, "3"), "table_variants_of_data.txt")
	b.find = func(q exhibit.Query) (experiment.Result, bool) { return values(1), q.Point["data"] == "car" }
	checkSheet(t, build(t, b, "3"), "table_variants_of_missing_data.txt")
}

// Averages over levels are compared with averages of print; the ratio of single numbers shows whether one
// constant explains the difference.
func TestVariantsAveraged(t *testing.T) {
	results := func(n cell) (experiment.Result, bool) {
		v := 20.0
		if n.measure == "squared-reconstruction-error" {
			v = 8 + n.level/15*2 // 10 and 12
		}
		return values(v), true
	}
	b := variantsBench(t, results)
	checkSheet(t, build(t, b, "4"), "table_variants_averaged.txt")
}

// A label contains values of its row; several values are as many rows.
func TestVariantsAlongAnAxis(t *testing.T) {
	b := variantsBench(t, func(n cell) (experiment.Result, bool) {
		return values(n.level + float64(len(n.settings))), true
	})
	checkSheet(t, build(t, b, "5"), "table_variants_along_components.txt")
	checkSheet(t, build(t, b, "6"), "table_variants_along_levels.txt")
}

// Labelled rows that are averaged go with columns of any sort, of statistics too, and with rows of both
// summaries.
func TestLabelledRowsAndColumns(t *testing.T) {
	b := variantsBench(t, func(n cell) (experiment.Result, bool) {
		v := map[string]float64{"iris": 90, "balance": 60, "liver": 30}[n.data]
		if slices.Contains(n.settings, "5000") {
			v += 3
		}
		return ended(experiment.Ends{Converged: 3, Stopped: len(n.settings)}, v), true
	})
	checkSheet(t, build(t, b, "7"), "table_labelled_rows_and_columns.txt")
}

// A variant is read by its label: averaged for a method, or for the one method at a level or on a data set.
func TestReadVariants(t *testing.T) {
	b := variantsBench(t, func(c cell) (experiment.Result, bool) {
		v := map[string]float64{"iris": 90, "balance": 60, "liver": 30}[c.data]
		if len(c.settings) > 0 {
			v++
		}
		return experiment.Result{Values: map[string][]float64{"accuracy": {v, v + 2}}}, v > 0
	})
	for _, c := range []struct {
		number, row, column string
		mean                float64
		reason              string
	}{
		{"1", "centred", "p=1", 61, ""},
		{"1", "raw", "p=2", 62, ""},
		{"1", "scaled", "p=2", 0, `the study has no row "scaled" here`},
		{"2", "long", "balance", 62, ""},
		{"2", "long", "car", 0, `the study has no data set "car" here`},
	} {
		r := b.study.Table(c.number).(exhibit.Reader)
		if v := r.Read(b, c.row, c.column); v.Reason != c.reason || c.reason == "" && v.Mean() != c.mean {
			t.Errorf("table %s, %s, %s: %+v, want %g", c.number, c.row, c.column, v, c.mean)
		}
		assert.Check(t, r.Corner() == "Variant" && r.RowTitle(c.row) == c.row && r.Measure().Name == "accuracy",
			"table %s is of %s by %s", c.number, r.Measure().Name, r.Corner())
	}
}
