package claim_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/claim"
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

func put(t *testing.T, rule string, s claim.Numbers, want claim.Outcome, reason string) {
	t.Helper()
	claims, err := claim.Read("test.yaml", []byte("- {id: x, "+rule+"}\n"))
	assert.NilError(t, err)
	v := claims[0].Evaluate(s)
	assert.Equal(t, v.Outcome, want, "the claim %s, want %s: %v", v.Outcome, want, v.Reasons)
	if got := strings.Join(v.Reasons, "; "); !strings.Contains(got, reason) || reason == "" && got != "" {
		t.Errorf("reasons are %q, want %q among them", got, reason)
	}
}

// The p-values and intervals come from the closed form of Student's distribution with 4 degrees of freedom,
// P(T > t) = ½ − ½x(1 + ½(1 − x²)), x = t/√(4 + t²).
func TestPaired(t *testing.T) {
	for _, c := range []struct {
		name, rule string
		want       claim.Outcome
		reason     string
	}{
		{"pairs decide what intervals do not", `rule: beats, table: "1", columns: [a], over: [b]`, claim.Holds, ""},
		{"shares that one sample tells apart", `rule: beats, table: "1", columns: [f], over: [d], rows: [share]`, claim.Undecided, "f 80.52 is too close to d 80.50 (1 of 200 test samples apart, p = 1.00 at most)"},
		{"shares that many do", `rule: beats, table: "1", columns: [far], over: [d], rows: [share]`, claim.Holds, ""},
		{"shares and a claim against them", `rule: beats, table: "1", columns: [d], over: [far], rows: [share]`, claim.Fails, "d 80.50 is no better than far 99.50 (38 of 200 test samples apart, p < 0.001 at most)"},
		{"against the claim", `rule: beats, table: "1", columns: [b], over: [a]`, claim.Fails, "b 91.78 is no better than a 92.00 (difference −0.22 ± 0.10, p = 0.004)"},
		{"an error is better when smaller", `rule: beats, table: error, columns: [b], over: [a]`, claim.Holds, ""},
		{"the difference keeps its sign", `rule: beats, table: error, columns: [a], over: [b]`, claim.Fails, "(difference 0.22 ± 0.10, p = 0.004)"},
		{"too close in pairs", `rule: beats, table: "1", columns: [a], over: [c]`, claim.Undecided, "too close to c 92.02 (difference −0.02 ± 0.38, p = 0.89)"},
		{"one draw against several", `rule: beats, table: "1", columns: [h], over: [d]`, claim.Holds, ""},
		{"two comparisons cost", `rule: beats, table: "1", columns: [h], over: [d, f]`, claim.Undecided, "(difference 0.60 ± 0.52, p = 0.033, by Holm's correction for 2 comparisons p = 0.065)"},
		{"rows without pairs", `rule: beats, table: "1", columns: [a], over: [b], rows: [unpaired]`, claim.Undecided, "too close"},
		{"other numbers of draws", `rule: beats, table: "1", columns: [a], over: [g]`, claim.Undecided, "too close"},
		{"no chance, a printed unit", `rule: beats, table: "1", columns: [f], over: [d]`, claim.Holds, ""},
		{"no chance, less", `rule: beats, table: "1", columns: [e], over: [d]`, claim.Undecided, "too close to d 80.50"},
		{"a lead", `rule: margin, table: "1", columns: [a], over: [b], than: {table: "1", columns: [d], over: [d]}`, claim.Holds, ""},
		{"a mean over rows", `rule: beats, table: "1", columns: [b], over: [a], rows: ["1", "2"], combine: mean`, claim.Fails, "p = 0.004"},
		{"refits leave a small lead open", `rule: beats, table: "1", columns: [a1], over: [b]`, claim.Undecided, "too close to b 91.78 (difference 0.22 ± 1.29, p = 0.54)"},
		{"and decide a large one", `rule: beats, table: "1", columns: [a1], over: [h]`, claim.Holds, ""},
		{"refits that outweigh draws decide nothing", `rule: beats, table: "1", columns: [a2], over: [h]`, claim.Undecided, "cannot be compared with h 81.10 (the last bits of sums change a number more than the draws)"},
		{"a number nobody knows the reach of decides nothing", `rule: beats, table: "1", columns: [a4], over: [h]`, claim.Undecided, "a4 92.00 cannot be compared with h 81.10 (iterations behind a number did not converge, and the effect of that was not measured)"},
		{"nor its mean over rows", `rule: beats, table: "1", columns: [a4], over: [h], rows: ["1", "2"], combine: mean`, claim.Undecided, "was not measured"},
		{"nor that it is equal to another", `rule: equal, table: "1", columns: [a4, h]`, claim.Undecided, "is not shown to equal h 81.10 (iterations"},
		{"nor that it is equal", `rule: equal, table: "1", columns: [a2, h]`, claim.Undecided, "the last bits of sums"},
		{"no lead within reach of settings", `rule: beats, table: "1", columns: [a3], over: [b]`, claim.Undecided, "(other settings of the optimiser change one of them by 0.25)"},
		{"a lead beyond it", `rule: beats, table: "1", columns: [h], over: [a3]`, claim.Fails, "p < 0.001"},
		{"a sign", `rule: sign, table: "1", columns: [a], sign: positive`, claim.Holds, ""},
		{"not the sign", `rule: sign, table: "1", columns: [a], sign: negative`, claim.Fails, "a 92.00 is not negative (difference 92.00 ± 1.96, p < 0.001)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			put(t, c.rule, draws{}, c.want, c.reason)
		})
	}
}

// Equality needs the 90% interval within the margin, and fails where it lies outside. A difference without significance
// is not enough, and a significant one may be too small to count.
func TestLevel(t *testing.T) {
	for _, c := range []struct {
		name, rule string
		margin     float64
		want       claim.Outcome
		reason     string
	}{
		{"within", `rule: equal, table: "1", columns: [a, c]`, 0.5, claim.Holds, ""},
		{"seen, and within", `rule: equal, table: "1", columns: [a, b]`, 0.5, claim.Holds, ""},
		{"not known", `rule: equal, table: "1", columns: [a, c]`, 0.25, claim.Undecided, "a 92.00 is not shown to equal c 92.02 (difference −0.02, 90% interval −0.31 to 0.27, margin 0.25)"},
		{"outside", `rule: equal, table: "1", columns: [a, b]`, 0.1, claim.Fails, "a 92.00 differs from b 91.78 (difference 0.22, 90% interval 0.14 to 0.30, margin 0.10)"},
		{"the margin of the claim comes first", `rule: equal, table: "1", columns: [a, b], within: "0.1", source: the text`, 0.5, claim.Fails, "margin 0.10"},
		{"all must be equal, which needs no correction", `rule: equal, table: "1", columns: [a, c, b]`, 0.32, claim.Holds, ""},
		{"one that differs is corrected", `rule: equal, table: "1", columns: [a, b, c]`, 0.13, claim.Undecided, "90% interval 0.14 to 0.30"},
		{"a value", `rule: value, table: "1", columns: [a], rows: ["1"], value: "92.5"`, 5.0, claim.Holds, ""},
		{"perhaps the value", `rule: value, table: "1", columns: [a], rows: ["1"], value: "92.5"`, 1.0, claim.Undecided, "row 1: a 92.00 is too uncertain to be called 92.5"},
		{"no chance", `rule: equal, table: "1", columns: [d, e]`, 0.5, claim.Holds, ""},
		{"no chance, and shares that one sample parts", `rule: equal, table: "1", columns: [d, f], rows: [share]`, 0.01, claim.Undecided, "d 80.50 is not shown to equal f 80.52 (difference −0.02, 90% interval −7.64 to 6.66"},
		{"no chance, and shares far apart", `rule: equal, table: "1", columns: [d, far], rows: [share]`, 0.01, claim.Fails, "d 80.50 differs from far 99.50 (difference −19.00, 90% interval"},
		{"no margin, draws", `rule: equal, table: "1", columns: [a, d]`, 0, claim.Fails, "differs"},
		{"no margin, draws apart", `rule: equal, table: "1", columns: [a, b]`, 0, claim.Fails, "differs"},
		{"no margin, the same draws", `rule: equal, table: "1", columns: [a, a3]`, 0, claim.Holds, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			put(t, c.rule, draws{c.margin}, c.want, c.reason)
		})
	}
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
	for _, c := range []struct {
		name, rule string
		want       claim.Outcome
		reason     string
	}{
		{"on these sets", `rule: beats, table: all, columns: [a], over: [c], unit: draws`, claim.Holds, ""},
		{"in general", `rule: beats, table: all, columns: [a], over: [c]`, claim.Undecided, "a 71.00 is too close to c 69.33 (difference 1.67 over 9 data sets, p = 0.16)"},
		{"in general, on nearly all", `rule: beats, table: all, columns: [a], over: [b]`, claim.Holds, ""},
		{"against it", `rule: beats, table: all, columns: [b], over: [a]`, claim.Fails, "(difference −1.19 over 9 data sets, p = 0.008)"},
		{"too few sets", `rule: beats, table: few, columns: [a], over: [b]`, claim.Undecided, "over 4 data sets, p = 0.12"},
		{"the mean over all rows", `rule: beats, table: all, columns: [a], over: [c], rows: every, combine: mean`, claim.Undecided, "over 9 data sets"},
		{"a single set", `rule: beats, table: all, columns: [a], over: [c], rows: [iris]`, claim.Holds, ""},
		{"equal", `rule: equal, table: all, columns: [a, c]`, claim.Undecided, "(difference 1.67, 90% interval −1.50 to 5.00, margin 0.50)"},
		{"equal on too few", `rule: equal, table: few, columns: [a, b]`, claim.Undecided, "90% interval unbounded"},
		{"tables on other sets", `rule: beats, columns: [all/a], over: [few/b]`, claim.Undecided, "Table few is on other data sets than Table all"},
	} {
		t.Run(c.name, func(t *testing.T) {
			put(t, c.rule, onSets{}, c.want, c.reason)
		})
	}
}

// A number that cannot be a share of its samples decides nothing.
func TestShareBeyondItsSamples(t *testing.T) {
	put(t, `rule: equal, table: "1", columns: [over, d], rows: [share]`, draws{0.5}, claim.Undecided, "is not shown to equal d")
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
