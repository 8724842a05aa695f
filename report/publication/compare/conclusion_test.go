package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

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
	var said strings.Builder
	for _, c := range []struct {
		name   string
		tables []Contrast
	}{
		{"all match", []Contrast{counted("1", 4, 0, 0, 0), counted("2", 2, 0, 0, 0)}},
		{"a gap is not throughout", []Contrast{counted("1", 4, 0, 0, 1)}},
		{"all explained", []Contrast{counted("1", 4, 2, 2, 0)}},
		{"few tables", []Contrast{counted("1", 4, 2, 1, 0), counted("2", 0, 5, 0, 0), counted("3", 1, 0, 0, 0)}},
		{"many tables", []Contrast{counted("1", 0, 2, 0, 0), counted("2", 0, 5, 0, 0), counted("3", 0, 2, 0, 0), counted("4", 0, 2, 0, 0)}},
		{"as many in each", []Contrast{counted("1", 0, 2, 0, 0), counted("2", 0, 2, 0, 0), counted("3", 0, 2, 0, 0), counted("4", 0, 2, 0, 0)}},
	} {
		got := (&Comparison{Contrasts: c.tables}).Facts().Conclusions()
		fmt.Fprintf(&said, "%s\n  %s\n", c.name, strings.Join(got, "\n  "))
	}
	golden.Assert(t, said.String(), "conclusions.txt")
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
