package compare

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/exhibit"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// Explanations come in order: causes, suggestions for single findings, expectations. Our number must support them.
func TestMisprint(t *testing.T) {
	at := func(row string) printed.Place { return printed.Place{Table: "1", Row: row, Column: "p=1"} }
	edit := func(row, to string) audit.Correction {
		return audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{{Place: at(row), From: "95.41", To: to}}}
	}
	between := edit("range", "96.50")
	between.Slip, between.Low, between.High = audit.CopiedEntry, "96.00", "97.00"
	x := newExplainer(&audit.Report{
		Causes: []audit.Cause{
			{Correction: edit("digit", "99.41"), Alternatives: []audit.Correction{edit("digit", "96.41")}},
			{Correction: between},
		},
		Findings: []audit.Finding{
			{Check: audit.Trend, Place: at("digit"), Printed: "95.41", Expected: "about 96.40"},
			{Check: audit.Trend, Place: at("trend"), Printed: "95.41", Expected: "about 96.40"},
			{Check: audit.Trend, Place: at("meant"), Printed: "95.41", Expected: "about 96.40", Meant: true},
			{Check: audit.Bold, Place: at("bold"), Printed: "p=1", Expected: "p=2"},
			{Check: audit.Average, Place: at("suggested"), Printed: "95.41", Expected: "96.30", Suggestions: []audit.Correction{edit("suggested", "96.41")}},
		},
	})
	n := Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: []float64{96.38, 96.4, 96.42}, Random: true}}}.measured()
	for row, want := range map[string]string{
		"digit":     "misprint 1 of the audit (one digit): 95.41 for 96.41",
		"range":     "misprint 2 of the audit (copied from another cell): the number lies between 96.00 and 97.00, not at 95.41",
		"trend":     "the audit's finding on the trend: 95.41 where it expects about 96.40",
		"suggested": "a correction that the audit proposes (one digit): 95.41 for 96.41",
		"meant":     "",
		"bold":      "",
		"none":      "",
	} {
		assert.Check(t, is.Equal(x.proposal(at(row), 95.41, n).text, want), row)
	}
	far := Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: []float64{50, 50.1}, Random: true}}}.measured()
	for _, row := range []string{"digit", "range", "trend", "suggested"} {
		assert.Check(t, is.Equal(x.proposal(at(row), 95.41, far).text, ""),
			"%s: a number far from the correction is explained by it", row)
	}
	// 95.40 is hardly nearer to ours than 95.41, however wide our interval.
	wide := Number{Value: exhibit.Value{Estimate: statistics.Estimate{Draws: []float64{93, 95, 98}, Random: true}}}.measured()
	x = newExplainer(&audit.Report{Findings: []audit.Finding{{Check: audit.Average, Place: at("hair"), Printed: "95.41", Expected: "95.40"}}})
	assert.Equal(t, x.proposal(at("hair"), 95.41, wide).text, "", "a hair's breadth explains a difference")
}
