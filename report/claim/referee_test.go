package claim_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/claim"
	"gpca/report/internal/faults"
	"gpca/report/statistics"
)

// draws gives means over draws with the half-widths of their own intervals, which overlap, and
// numbers without chance.
type draws struct{ margin float64 }

func (s draws) Value(_, row, column string) statistics.Estimate {
	values, ok := map[string][]float64{
		// b is a less 0.1 to 0.3 in every draw, c less something around 0.
		"a": {90, 92, 94, 91, 93},
		"b": {89.9, 91.7, 93.8, 90.8, 92.7},
		"c": {90.3, 91.7, 94.3, 90.7, 93.1},
		"d": {80.5}, "e": {80.504}, "f": {80.52}, "far": {99.5}, "over": {130}, // the same in every draw
		"g": {90, 92, 94},
		"h": {80.5, 81.5, 81, 81, 81.5},
		// a with refits of little weight, of much weight, and within reach of b.
		"a1": {90, 92, 94, 91, 93}, "a2": {90, 92, 94, 91, 93}, "a3": {90, 92, 94, 91, 93},
		"a4": {90, 92, 94, 91, 93}, // without refits
	}[column]
	if !ok {
		return statistics.Estimate{State: statistics.Missing}
	}
	e := statistics.Estimate{HalfWidth: 1.96, Draws: values, Margin: s.margin}
	if len(values) == 1 {
		e.HalfWidth = 0.005
	}
	e.Refits = map[string][]float64{"a1": {91.7, 92.3}, "a2": {90, 94}}[column]
	e.Reach = map[string]float64{"a3": 0.25}[column]
	e.Unmeasured = column == "a4"
	if n := map[string]int{"d": 161, "e": 161, "f": 162, "far": 199, "over": 260}[column]; row == "share" && n > 0 {
		e.Right, e.Tested = n, 200
	}
	if row == "unpaired" {
		e.Centre, e.Draws = e.Mean(), nil
	}
	return e
}
func (draws) Rows(string) []string             { return []string{"1"} }
func (draws) HigherIsBetter(table string) bool { return table != "error" }

func outcome(t *testing.T, rule string, s claim.Numbers) claim.Answer {
	t.Helper()
	claims, err := claim.Read("test.yaml", []byte("- {id: x, "+rule+"}\n"))
	assert.NilError(t, err)
	return claims[0].Evaluate(s)
}

// decided compares outcomes and reasons with a file of claims, each a line on it, which may choose the numbers, and its
// rule.
func decided(t *testing.T, name string, numbers func(about string) claim.Numbers) {
	t.Helper()
	faults.Answers(t, name, func(t *testing.T, input string) string {
		about, rule, _ := strings.Cut(input, "\n")
		v := outcome(t, rule, numbers(about))
		return strings.Join(append([]string{v.Outcome.String()}, v.Reasons...), "\n")
	})
}

// The p-values and intervals come from the closed form of Student's distribution with 4 degrees of freedom,
// P(T > t) = ½ − ½x(1 + ½(1 − x²)), x = t/√(4 + t²).
func TestPaired(t *testing.T) {
	decided(t, "paired.txt", func(string) claim.Numbers { return draws{} })
}

// Equality needs the 90% interval within the margin, and fails where it lies outside. A difference without significance
// is not enough, and a significant one may be too small to count.
func TestLevel(t *testing.T) {
	decided(t, "level.txt", func(about string) claim.Numbers {
		_, margin, _ := strings.Cut(about, "; margin ")
		v, err := strconv.ParseFloat(margin, 64)
		assert.NilError(t, err)
		return draws{v}
	})
}

// The answer to a claim of equality has each comparison with difference, interval and margin, whatever the outcome.
func TestEqualities(t *testing.T) {
	for rule, want := range map[string][]string{
		`columns: [a, c], rows: ["1", "2"]`: {
			"Table 1, row 1: a 92.00 and c 92.02 are equal (difference −0.02, 90% interval −0.31 to 0.27, margin 0.50)",
			"Table 1, row 2: a 92.00 and c 92.02 are equal (difference −0.02, 90% interval −0.31 to 0.27, margin 0.50)",
		},
		`columns: [a, b, a2, c], within: "0.1", source: the text`: {
			"Table 1, average: a 92.00 and b 91.78 differ (difference 0.22, 90% interval 0.14 to 0.30, margin 0.10)",
			"Table 1, average: a 92.00 and a2 92.00 are not shown to be equal (difference 0.00, 90% interval none, margin 0.10) (the last bits of sums change a number more than the draws)",
			"Table 1, average: a 92.00 and c 92.02 are not shown to be equal (difference −0.02, 90% interval −0.31 to 0.27, margin 0.10)",
		},
	} {
		claims, err := claim.Read("test.yaml", []byte(`- {id: x, rule: equal, table: "1", `+rule+"}\n"))
		assert.NilError(t, err)
		var got []string
		for _, q := range claims[0].Evaluate(draws{0.5}).Equalities {
			got = append(got, q.Said())
		}
		assert.Check(t, is.DeepEqual(got, want), rule)
	}
}

// onSets has a row for each of nine data sets, on each of which a is best by 1 in each draw: by more than chance over
// folds. Over the sets b is worse on eight of nine, and c on five.
type onSets struct{}

func (onSets) Value(table, row, column string) statistics.Estimate {
	at := slices.Index(onSets{}.Rows(table), row)
	if row == claim.Average {
		var all []statistics.Estimate
		for _, row := range (onSets{}).Rows(table) {
			all = append(all, onSets{}.Value(table, row, column))
		}
		return statistics.Average(all...)
	}
	lead := map[string][]float64{
		"b": {1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, -0.1}, "c": {5, -1, 5, -2, 5, -3, 5, -4, 5}, "a": make([]float64, 9), // no lead
	}[column][at]
	return statistics.Estimate{Draws: []float64{70 - lead, 71 - 1.01*lead, 72 - 0.99*lead}, Margin: 0.5}
}

func (onSets) Rows(table string) []string {
	return strings.Fields("iris car liver yeast letter balance wave phishing ionosphere")[:map[string]int{"few": 4, "all": 9}[table]]
}
func (onSets) HigherIsBetter(string) bool { return true }
func (onSets) On(_, row string) string    { return row }

// An average over data sets is a claim about data in general, with sets as unit, unless it is about these sets.
func TestSetsAreTheUnit(t *testing.T) {
	decided(t, "sets.txt", func(string) claim.Numbers { return onSets{} })
}

// A decision by numbers without chance has no p-value.
func TestNoLevelWithoutTest(t *testing.T) {
	claims, err := claim.Read("test.yaml", []byte(`- {id: x, rule: equal, columns: [1/a, 1/c, 1/far]}`+"\n"+
		`- {id: y, rule: beats, columns: [1/d], over: [1/far, 1/a]}`+"\n"))
	assert.NilError(t, err)
	for i, want := range []bool{true, false} { // a test separates far from the mean of a; d is below far without a test
		answer, level := claims[i].Decide(draws{0.5})
		assert.Check(t, answer.Outcome == claim.Fails && (level > 0) == want,
			"claim %s %s at %g", claims[i].ID, answer.Outcome, level)
	}
}

// The level of a claim of one comparison is the p-value of its test; of several, the least at which Holm's
// correction still decides them all. Without chance there is none.
func TestLevelOfClaim(t *testing.T) {
	p := func(other string) float64 {
		a := draws{}.Value("", "1", "a")
		b := draws{}.Value("", "1", other)
		return statistics.PairedT(a.Draws, b.Draws)
	}
	for _, c := range []struct {
		rule string
		want float64
	}{
		{"rule: beats, table: t, columns: [a], over: [b]", p("b")},
		{"rule: beats, table: t, columns: [a], over: [c]", 1},
		{"rule: beats, table: t, columns: [a], over: [b, d]", p("b")}, // d has no draws to test
		{"rule: beats, table: t, columns: [a], over: [b, h]", max(2*min(p("b"), p("h")), p("b"), p("h"))},
		{"rule: beats, table: t, columns: [f], over: [d]", 0},
	} {
		claims, err := claim.Read("test.yaml", []byte("- {id: x, "+c.rule+"}\n"))
		assert.NilError(t, err)
		answer, level := claims[0].Decide(draws{})
		assert.Check(t, math.Abs(level-c.want) <= 1e-6*c.want && answer.Outcome == claims[0].Evaluate(draws{}).Outcome,
			"%s: %s at %g, want %g", c.rule, answer.Outcome, level, c.want)
	}
}

// Intervals of chance are wider at a lower level, those of digits are not.
func TestLevelOfIntervals(t *testing.T) {
	for chance, want := range map[bool][2]float64{false: {0, 0}, true: {1e-3, 4e-3}} {
		claims, err := claim.Read("test.yaml", []byte("- {id: x, rule: beats, table: t, columns: [a], over: [b]}\n"))
		assert.NilError(t, err)
		if _, level := claims[0].Decide(intervals{chance}); level < want[0] || level > want[1] {
			t.Errorf("intervals of chance %t: level %g, want %v", chance, level, want)
		}
	}
}

// intervals are 3 and 0, each ± 0.95: apart up to 3.1 standard errors each.
type intervals struct{ chance bool }

func (s intervals) Value(_, _, column string) statistics.Estimate {
	return statistics.Estimate{Centre: map[string]float64{"a": 3}[column], HalfWidth: 0.95, Random: s.chance}
}
func (intervals) Rows(string) []string       { return []string{"1"} }
func (intervals) HigherIsBetter(string) bool { return true }
