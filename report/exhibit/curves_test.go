package exhibit_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The figure is the chart of the table with its own scale.
func TestCurves(t *testing.T) {
	source := alongSource + "figures:\n  - {number: \"1\", caption: Folds, kind: curves, table: \"1\", abscissa: logarithmic}\n"
	b := benchOf(t, source, nil)
	b.find = alongBench(t).find
	drawn, err := b.study.Figure("1").Build(b)
	assert.NilError(t, err)
	checkChart(t, upper(t, drawn), "curves.txt")
}

func TestCurvesFaults(t *testing.T) {
	for _, c := range []struct{ block, want string }{
		{`table: "7"`, "a curve needs a table of kind table with rows along one axis, and columns that are no measures: table 7 is none"},
		{`table: "1", abscissa: log`, `abscissa is "log": did you mean logarithmic?`},
		{`table: "3"`, "the values of split must be numbers and increase"},
	} {
		source := alongSource + `
  - {number: "3", caption: Splits, experiment: iris, rows: split, method: p=2, columns: [{label: few}]}
figures:
  - {number: "1", caption: Faulty, kind: curves, ` + c.block + "}\n"
		if _, err := parse(source); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "tiny.yaml:15:") {
			t.Errorf("%s: error %v, want one with %q and its place", c.block, err, c.want)
		}
	}
}
