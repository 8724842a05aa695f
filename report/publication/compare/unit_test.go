package compare_test

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
)

// Print and study may have percent and parts of 1. The numbers are then compared in the unit of print.
func TestNumbersAreComparedInTheUnitOfPrint(t *testing.T) {
	accuracy := experiment.Measure{Name: "accuracy", Title: "accuracy in percent", Range: [2]float64{0, 100}}
	auc := experiment.Measure{Name: "auc", Title: "area under the ROC curve", Range: [2]float64{0, 1}}
	for _, c := range []struct {
		printed string
		metric  printed.Metric
		measure experiment.Measure
		ours    exhibit.Value
		mean    float64
		verdict compare.Verdict
	}{
		{"0.945", printed.Metric{Unit: "share"}, accuracy, drawn(94, 95), 0.945, compare.Match},
		{"0.845", printed.Metric{Unit: "share"}, accuracy, drawn(94, 95, 94.5, 94, 95), 0.945, compare.Differs},
		{"0.945", printed.Metric{Unit: "share"}, accuracy, exact(94.5), 0.945, compare.Match},
		{"94.5", printed.Metric{Unit: "percent"}, accuracy, drawn(94, 95), 94.5, compare.Match},
		{"94.5", printed.Metric{Unit: "percent"}, auc, drawn(0.94, 0.95), 94.5, compare.Match},
		{"0.945", printed.Metric{}, auc, drawn(0.94, 0.95), 0.945, compare.Match},
		{"0.945", printed.Metric{}, accuracy, drawn(94, 95), 0, compare.None},
	} {
		c.metric.Name, c.metric.Measure, c.metric.Better = "m", c.measure.Name, printed.Larger
		metrics := []printed.Metric{c.metric}
		layout := printed.Layout{Number: "1", Metric: "m"}
		asPrinted, err := layout.Read([]byte("Data,inside\niris,"+c.printed+"\n"), "", "a.csv", metrics)
		assert.NilError(t, err)
		s := study{readers: map[string]reader{"1": {measure: c.measure, rows: []string{"iris"},
			values: map[string]exhibit.Value{"iris inside": c.ours}}}}
		got, err := compare.Compare(s, compare.Options{Metrics: metrics, Tables: []printed.Table{asPrinted}})
		if c.verdict == compare.None {
			assert.Check(t, is.ErrorContains(err, "unit: share for 0.945"), "without a unit")
			continue
		}
		assert.NilError(t, err)
		if n := got.Contrasts[0].Cells[0][0]; math.Abs(n.Mean()-c.mean) > 1e-9 || n.Verdict != c.verdict {
			t.Errorf("%s %s: ours %g %s, want %g %s", c.printed, c.metric.Unit, n.Mean(), n.Verdict, c.mean, c.verdict)
		}
	}
}
