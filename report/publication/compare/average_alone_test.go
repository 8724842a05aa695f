package compare_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
)

// Where print has an average and nothing that it is over, ours is over all rows of the study's table.
func TestAverageAloneIsJudgedAsOne(t *testing.T) {
	transcribed, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\n"+
		"1,Flowers,dataset,accuracy_pct,Average,inside,92.0\n1,Flowers,dataset,accuracy_pct,Average,outside,60.0\n"),
		"", "printed.csv", metrics)
	assert.NilError(t, err)
	layout := printed.Layout{Number: "1", Metric: "accuracy_pct"}
	asPrinted, err := layout.Read([]byte("Data,inside,outside\nAverage,92.0,60.0\n"), "", "a.csv", metrics)
	assert.NilError(t, err)
	s := study{readers: map[string]reader{"1": {
		measure: experiment.Measure{Name: "accuracy"}, rows: []string{"iris", "balance"},
		values: map[string]exhibit.Value{
			"iris inside": drawn(89, 91), "balance inside": drawn(93, 95),
			"iris outside": drawn(89, 91), "balance outside": drawn(93, 95),
		},
	}}}
	for name, table := range map[string]printed.Table{"transcribed": transcribed[0], "as printed": asPrinted} {
		c, err := compare.Compare(s, compare.Options{Metrics: metrics, Tables: []printed.Table{table}})
		assert.NilError(t, err)
		in, out := c.Contrasts[0].Cells[0][0], c.Contrasts[0].Cells[0][1]
		if in.Verdict != compare.Match || in.Mean() != 92 || out.Verdict != compare.Differs || out.Derived {
			t.Errorf("%s: %s %g (%s), %s %g (%s)", name, in.Verdict, in.Mean(), in.Reason, out.Verdict, out.Mean(), out.Reason)
		}
		average, ok := table.Average()
		assert.Check(t, ok && average == "Average", "%s: a claim about averages finds row %q", name, average)
	}
}
