package compare

import (
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/publication/printed"
)

func counted(number string, match, differs, explained, unjudged int) Contrast {
	cells := slices.Repeat([]Reproduction{{Misprint: 1, Verdict: Differs}}, explained)
	return Contrast{Table: printed.Table{Number: number}, Cells: [][]Reproduction{cells}, Summary: Summary{Counts: Counts{
		Numbers: match + differs + unjudged, Match: match, Differs: differs, Explained: explained, Unjudged: unjudged,
	}}}
}

// Sentences follow from the counts, and no table of a tie is named alone.
func TestConclusionsFromCounts(t *testing.T) {
	for _, c := range []struct {
		name           string
		tables         []Contrast
		holds, doesNot string
	}{
		{"all match", []Contrast{counted("1", 4, 0, 0, 0), counted("2", 2, 0, 0, 0)},
			"6 of 6 printed numbers count. 6 match; no table has several methods to tell apart.", "No number differs."},
		{"a gap is not throughout", []Contrast{counted("1", 4, 0, 0, 1)},
			"4 of 5 printed numbers count; left out are numbers without a verdict (1). 4 match; no table has several methods to tell apart.", "No number differs."},
		{"all explained", []Contrast{counted("1", 4, 2, 2, 0)},
			"6 of 6 printed numbers count. 4 match; no table has several methods to tell apart.",
			"2 numbers differ, each because of a misprint."},
		{"few tables", []Contrast{counted("1", 4, 2, 1, 0), counted("2", 0, 5, 0, 0), counted("3", 1, 0, 0, 0)},
			"12 of 12 printed numbers count. 5 match; no table has several methods to tell apart.",
			"7 numbers differ: 1 because of 1 misprint, 6 without a misprint to explain them: Table 2 (5 of its 5 numbers) and Table 1 (1 of 6)."},
		{"many tables", []Contrast{counted("1", 0, 2, 0, 0), counted("2", 0, 5, 0, 0), counted("3", 0, 2, 0, 0), counted("4", 0, 2, 0, 0)},
			"11 of 11 printed numbers count. 0 match; no table has several methods to tell apart.",
			"11 numbers differ, without a misprint to explain them, most of all in Table 2 (5 of its 5 numbers)."},
		{"as many in each", []Contrast{counted("1", 0, 2, 0, 0), counted("2", 0, 2, 0, 0), counted("3", 0, 2, 0, 0), counted("4", 0, 2, 0, 0)},
			"8 of 8 printed numbers count. 0 match; no table has several methods to tell apart.",
			"8 numbers differ, without a misprint to explain them, spread over 4 tables with at most 2 in each."},
	} {
		got := (&Comparison{Contrasts: c.tables}).Facts().Conclusions()
		assert.Check(t, len(got) == 3 && got[0] == "What does not hold: "+c.doesNot && got[1] == "What holds: "+c.holds,
			"%s: %q, want %q and %q", c.name, got, c.holds, c.doesNot)
	}
}

// The one table whose order is reproduced is named as one, with τ behind its name.
func TestOneOrderIsReproduced(t *testing.T) {
	t1 := Contrast{Table: printed.Table{Number: "2.1"}, lines: make([]line, 1), Methods: Methods{Tau: 0.81, Order: Reproduced}}
	c := &Comparison{Contrasts: []Contrast{t1}, Null: Null{Numbers: 1}}
	assert.Check(t, is.Contains(say("what holds", c.Facts()), "beyond chance in Table 2.1 (τ = 0.81)."))
}

func TestManyMisprintsAreNotAllNamed(t *testing.T) {
	one := "Table 1, row 2, p=1 and Table 2, row 2, p=1: 1.2 → 1.3"
	six := slices.Repeat([]string{one}, 6)
	assert.Equal(t, named(six), strings.Join([]string{one, one, one, one, one, one}, "; "), "six misprints are named")
	if got := named(append(six, one, one)); strings.Count(got, one) != 6 || !strings.HasSuffix(got, "; and 2 more") {
		t.Errorf("eight misprints are named %q", got)
	}
}
