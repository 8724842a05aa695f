package exhibit_test

import (
	_ "embed"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/internal/faults"
)

//go:embed testdata/columns_along_head.yaml
var alongHead string

var alongSource = alongHead + `
tables:
  - {number: "1", caption: Folds, experiment: iris, rows: components, method: p=2, corner: How many, chart: true, real-only: [4], columns: [{label: few, split: folds(3)}, {label: many, split: folds(5), centring: none}]}
  - {number: "2", caption: Unranked, experiment: iris, rows: components, method: p=2, plain: true, printed: "1", columns: [{label: few}]}
`

// The number of a cell encodes its components, folds and centring.
func alongBench(t *testing.T, standIns ...string) *bench {
	t.Helper()
	b := benchOf(t, alongSource, nil, standIns...)
	b.find = func(q exhibit.Query) (experiment.Result, bool) {
		v := 10 * map[string]float64{"1": 1, "2": 2, "4": 4}[q.Point["components"]]
		if q.Point["split"] == "folds(5)" {
			v += 3
		}
		if q.Point["centring"] == "none" {
			v += 0.5
		}
		return experiment.Result{Values: map[string][]float64{"accuracy": {v, v}}}, q.Method.Name == "p=2"
	}
	b.printed = exhibit.Printed{Source: "the book", At: func(table, data string, level float64, column string) (float64, bool) {
		return 10 * min(level, 2), table == "1" && column == "few"
	}, Value: func(table string, level float64, column string) (float64, bool) {
		return 50 + level, table == "1" && column == "many" && level < 4
	}}
	return b
}

func TestLabelledColumns(t *testing.T) {
	b := alongBench(t)
	table := b.study.Table("1").(exhibit.Charted)
	checkSheet(t, table.Build(b), "table_labelled_columns.txt")
	drawn, ok := table.Chart(b)
	assert.Assert(t, ok)
	checkChart(t, upper(t, drawn), "chart_of_labelled_columns.txt")
	read := table.(exhibit.Reader)
	v := read.Read(b, "4", "many")
	assert.Equal(t, v.Mean(), 43.5, "row 4, many folds: %v", v)
	for _, place := range [][2]string{{"3", "many"}, {"4", "all"}} {
		v := read.Read(b, place[0], place[1])
		assert.Check(t, v.Reason != "", "%v: %v, want a reason for nothing", place, v)
	}
	// A column that competes with none is not the best.
	checkText(t, b.study.Table("2").Build(b), "table_of_one_column.txt")
	// Generated data has no last row and no numbers in print.
	standIn := alongBench(t, "iris")
	table = standIn.study.Table("1").(exhibit.Charted)
	checkText(t, table.Build(standIn), "table_labelled_columns_of_generated_data.txt")
	checkText(t, standIn.study.Table("2").Build(standIn), "table_of_one_column_of_generated_data.txt")
	drawn, _ = table.Chart(standIn)
	checkChart(t, upper(t, drawn), "chart_of_labelled_columns_of_generated_data.txt")
}

func TestLabelledColumnsFaults(t *testing.T) {
	faults.Check(t, "columns_faults.txt", func(_ *testing.T, block string) error {
		if !strings.HasPrefix(block, "experiment") {
			block = "experiment: iris, " + block
		}
		_, err := parse(alongHead + "tables:\n  - {number: \"1\", caption: Faulty, " + block + "}\n")
		return err
	})
}
