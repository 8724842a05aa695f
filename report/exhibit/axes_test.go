package exhibit_test

import (
	_ "embed"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/table"
)

//go:embed testdata/mixed.yaml
var mixed string

func measured(name string, v ...float64) experiment.Result {
	return experiment.Result{Values: map[string][]float64{name: v}, Cell: experiment.Cell{Random: len(v) > 1}}
}

// Claims are judged draw by draw, by the names of columns and rows. A slash in a value does not
// name a table in print.
func TestTableOfAxes(t *testing.T) {
	both := measured("sir", 20)
	both.Values["amari"] = []float64{0.25}
	b := benchOf(t, mixed, book{
		"m three-signals 0  whitened":          measured("sir", 5),
		"m three-signals 0 ":                   measured("sir", 30, 31, 32),
		"m three-signals 0  gaussian whitened": measured("sir", 31),
		"m three-signals 0  gaussian":          measured("sir", 30, 31, 32.5),
		"m images-200 0  whitened":             both,
	})
	for _, number := range []string{"1", "2", "3"} {
		checkText(t, build(t, b, number), "table_of_axes_"+number+".txt")
	}
	for _, name := range []string{"m three-signals 0  random", "m images-200 0 "} {
		assert.Check(t, b.asked[name], "did not ask for %q", name)
	}
}

func TestReadTableOfAxes(t *testing.T) {
	b := benchOf(t, mixed, book{"m three-signals 0  gaussian": measured("sir", 7, 9)})
	r := b.study.Table("1").(exhibit.Reader)
	v := r.Read(b, "1 2; 3 1 / 4, gaussian", "separated")
	assert.Check(t, v.State == table.Filled && v.Mean() == 8, "read %+v, want 8", v)
	if v := r.Read(b, "random, gaussian", "separated"); v.State != table.Missing || v.Reason != `the study has no row "random, gaussian" here` {
		t.Errorf("read %+v, want it missing", v)
	}
	assert.Check(t, r.RowTitle("x") == "x" && r.Corner() == "Mixing matrix, Contrast", "corner %q", r.Corner())
	assert.Equal(t, r.Read(b, "1 2; 3 1 / 4, gaussian", "seperated").Reason,
		`the study has no column "seperated" in this table: did you mean separated?`)
}

func TestFaultsOfATableOfAxes(t *testing.T) { checkFaults(t, mixed, parse, "axes_faults.txt") }
