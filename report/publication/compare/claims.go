package compare

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/words"
)

// joint is the verdict on a sentence: it fails when a part fails and holds when all do. Otherwise it is the
// verdict of the other parts if they agree, else undecided.
func joint(parts []Statement) string {
	holds, fails := claim.Holds.String(), claim.Fails.String()
	verdicts := words.AppendNew(nil, words.Each(parts, Statement.Verdict)...)
	others := slices.DeleteFunc(slices.Clone(verdicts), func(v string) bool { return v == holds })
	switch {
	case slices.Contains(verdicts, fails):
		return fails
	case len(others) == 0:
		return holds
	case len(others) == 1:
		return others[0]
	}
	return claim.Undecided.String()
}

// Why gives the first few reasons of a verdict, reading by reading.
func (c Statement) Why() string { return say("why", c) }

// Open says what would decide an undecided claim.
func (c Statement) Open() string { return say("open", c) }

// Said is the claim with its place.
func (c Statement) Said() string { return say("said", c) }

// General reports whether a reading is about the data sets of the table alone, while the claim is about all.
func (c Statement) General() bool {
	return slices.ContainsFunc(c.Readings, func(k Statement) bool { return k.Claim.Unit != c.Claim.Unit })
}

// Reasons are the comparisons for equality, or else the first few that contradict the claim or leave it open.
func (c Statement) Reasons() string {
	if of := c.Reproduced.Equalities; len(of) > 0 {
		return strings.Join(words.Each(of, claim.Equality.Said), "; ")
	}
	return c.Reproduced.Why(2)
}

func level(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return fmt.Sprintf("p = %.2g", p)
}
