package compare_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
)

// A printed number of one draw is compared with the spread of ours: of 90, 92, 94 and 96 one more lies within
// 3.18·2.58·√1.25 = 9.19 of 93.
func TestPrintedNumberIsOneDraw(t *testing.T) {
	tables, err := printed.Read(strings.NewReader(string(golden.Get(t, "one_draw_printed_number_is_one_draw.txt"))), "", "printed.csv", metrics)
	assert.NilError(t, err)
	spread := drawn(90, 92, 94, 96)
	s := study{readers: map[string]reader{"1": {
		measure: experiment.Measure{Name: "accuracy"}, corner: "Components", rows: []string{"10"},
		values: map[string]exhibit.Value{
			"10 inside": spread, "10 outside": spread, "10 one": drawn(93), "10 equal": drawn(2.5, 2.5), "10 unequal": drawn(2.5, 2.5),
		},
	}}}
	c, err := compare.Compare(s, compare.Options{Metrics: metrics, Title: "the book", Chapter: "2", Tables: tables})
	assert.NilError(t, err)
	want := []compare.Verdict{compare.Match, compare.Differs, compare.Inconclusive, compare.Match, compare.Differs}
	for i, cell := range c.Contrasts[0].Cells[0] {
		assert.Check(t, is.Equal(cell.Verdict, want[i]),
			"%s: %s within %.2f, want %s", cell.Column, cell.Verdict, cell.Margin, want[i])
	}
}
