package exhibit_test

import (
	_ "embed"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

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
	got, want := text(build(t, b, "1")), `Mixing matrix, Contrast | Whitened | Separated
(1 2; 3 1)/4, Log cosh | 5.0 | *31.0 ± 2.5*
(1 2; 3 1)/4, Gaussian | 31.0 | *31.2 ± 3.1*
`
	assert.Check(t, strings.HasPrefix(got, want), "got\n%s\nwant\n%s", got, want)
	notes := strings.Join(build(t, b, "1").Notes, "\n")
	for _, want := range []string{
		"The text says: “It separates.” It holds.",
		"The text says: “It always separates.” It is undecided: Table 1, row (1 2; 3 1)/4, Gaussian: Separated 31.2 is too close to Whitened 31.0 (difference 0.17 ± 3.13, p = 0.84).",
		"The text says: “Whitening does.” It does not hold: Table 1, row (1 2; 3 1)/4, Log cosh: Whitened 5.0 is no better than Separated 31.0 (difference −26.00 ± 2.48, p < 0.001).",
	} {
		assert.Check(t, is.Contains(notes, want))
	}
	built := build(t, b, "2")
	if got := text(built); !strings.Contains(got, "Data set | Signal-to-interference ratio in dB | Amari distance\nthree-signals | 5.0 | failed") || !strings.Contains(got, "images-200 | 20.0 | 0.250") {
		t.Errorf("measures as columns:\n%s", got)
	}
	assert.Check(t, strings.HasPrefix(built.Notes[1], "Amari distance: distance of the product"),
		"notes %q", built.Notes)
	if notes := strings.Join(build(t, b, "3").Notes, "\n"); !strings.Contains(notes, "It is undecided: Table 3 has no number for (1 2; 3 1)∕4 in row three-signals") {
		t.Errorf("a claim without numbers: %s", notes)
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
