package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/words"
)

// sentences lists the claims by the sentences of the text. Claims with the same words at one place are the parts of
// one.
func (c *Comparison) sentences() [][]Statement {
	return words.Grouped(c.Statements, func(k Statement) [2]string { return [2]string{k.Place, k.Claim.Text} })
}

func (r rerun) prints(name string) bool {
	_, ok := r.tables[name]
	return ok || strings.HasPrefix(name, "figure ")
}

// Verdicts lists each claim with its verdict.
func (c *Comparison) Verdicts() [][]string {
	return words.Each(c.Statements, func(k Statement) []string { return []string{k.ID, k.Verdict()} })
}

// decided lists the sentences with a verdict, each once.
func (c *Comparison) decided(verdict claim.Outcome) (all []string) {
	for _, parts := range c.sentences() {
		if joint(parts) == verdict.String() {
			all = append(all, parts[0].Said())
		}
	}
	return all
}

// joint is the verdict on a sentence: it fails when a part fails and holds when all do. Otherwise it is the
// verdict of the other parts if they agree, else undecided.
func joint(parts []Statement) string {
	holds, fails := claim.Holds.String(), claim.Fails.String()
	var others []string
	for _, k := range parts {
		switch v := k.Verdict(); v {
		case fails:
			return fails
		case holds:
		default:
			others = words.AppendNew(others, v)
		}
	}
	switch len(others) {
	case 0:
		return holds
	case 1:
		return others[0]
	}
	return claim.Undecided.String()
}

// ClaimsSentence counts the sentences by their verdicts: those about printed tables and figures, then those about
// tables of the study alone.
func (c *Comparison) ClaimsSentence() string {
	prints := func(k Statement) bool { return !c.OfClaims() && slices.ContainsFunc(k.Tables(), c.rerun.prints) }
	free := func(k Statement) bool { return !k.Forced }
	usual := []string{claim.Holds.String(), claim.Fails.String(), claim.Undecided.String()}
	var said []string
	for _, inPrint := range []bool{true, false} {
		by, all, forced := map[string]int{}, 0, 0
		for _, parts := range c.sentences() {
			if slices.ContainsFunc(parts, prints) != inPrint {
				continue
			}
			v := joint(parts)
			by[v]++
			all++
			if v == claim.Holds.String() && !slices.ContainsFunc(parts, free) {
				forced++
			}
		}
		if all == 0 {
			continue
		}
		var counts []string
		for _, verdict := range words.AppendNew(usual, slices.Sorted(maps.Keys(by))...) {
			if n := by[verdict]; n > 0 || slices.Contains(usual, verdict) {
				counts = append(counts, fmt.Sprintf("%d %s", n, verbs[verdict][n == 1]))
			}
		}
		counts[0] += " by the reproduced numbers" + written("forced", forced)
		about := map[bool]string{
			true: " of the text about its tables and figures", false: " without a table or figure in print",
		}[inPrint]
		if c.OfClaims() {
			about = ""
		}
		said = append(said, fmt.Sprintf("Of %s%s %s.", words.Count(all, "statement"), about, words.Enumerate(counts)))
	}
	return strings.Join(said, " ")
}

// verbs has each verdict as a verb, for one sentence and for several.
var verbs = map[string]map[bool]string{
	claim.Holds.String():     {true: "holds", false: "hold"},
	claim.Fails.String():     {true: "fails", false: "fail"},
	claim.Undecided.String(): {true: "is undecided", false: "are undecided"},
	dependsOnReading:         {true: "depends on the reading", false: "depend on the reading"},
	open:                     {true: "is open for want of numbers", false: "are open for want of numbers"},
}

// Why gives the first few reasons of a verdict, reading by reading.
func (c Statement) Why() string {
	if len(c.Readings) == 0 {
		return c.whyAlone()
	}
	said := func(k Statement) string {
		if why := k.whyAlone(); why != "" {
			return k.alone() + " (" + why + ")"
		}
		return k.alone()
	}
	all := []string{map[bool]string{true: "Of data sets in general: ", false: "As described: "}[c.general()] + said(c)}
	for _, r := range c.Readings {
		all = append(all, "By "+r.Reading+": "+said(r))
	}
	return strings.Join(all, ". ") + "."
}

// general reports whether a reading is about the data sets of the table alone, while the claim is about all.
func (c Statement) general() bool {
	return slices.ContainsFunc(c.Readings, func(k Statement) bool { return k.Claim.Unit != c.Claim.Unit })
}

// equalities lists the comparisons for equality of claims and their readings, with difference, interval and margin.
func equalities(all []Statement) (rows [][]string) {
	for _, k := range all {
		for _, q := range k.Reproduced.Equalities {
			rows = append(rows, []string{q.Of, q.Digits(q.Difference), q.Interval(), q.Digits(q.Margin), q.Outcome.String()})
		}
		rows = append(rows, equalities(k.Readings)...)
	}
	return rows
}

func (c Statement) whyAlone() string {
	if c.Missing != "" {
		return "no number for " + c.Missing
	}
	why := c.Reproduced.Why(2)
	if of := c.Reproduced.Equalities; len(of) > 0 {
		why = strings.Join(words.Each(of, claim.Equality.Said), "; ")
	}
	if c.P == 0 || c.P == 1 {
		return why
	}
	alone := level(c.P)
	if c.outcome() != c.Reproduced.Outcome {
		alone = fmt.Sprintf("alone it %s, %s", c.Reproduced.Outcome, alone)
	}
	alone += ", corrected for all claims " + level(c.Corrected)
	if why == "" {
		return alone
	}
	return alone + "; " + why
}

func level(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return fmt.Sprintf("p = %.2g", p)
}

// Open says what would decide an undecided claim.
func (c Statement) Open() string {
	switch {
	case c.Verdict() == dependsOnReading && c.general():
		return "whether data sets in general are meant, or these"
	case c.Verdict() == dependsOnReading:
		return "how the experiment was carried out"
	case c.Verdict() == open:
		return "the missing numbers"
	case c.Verdict() != claim.Undecided.String():
		return ""
	case c.Reproduced.Optimiser:
		return "iterations that converge, or a larger difference"
	case c.Reproduced.Sets:
		return "more data sets"
	case c.Reproduced.Samples:
		return "which test samples each method classifies correctly, or more test samples"
	}
	return "more repetitions"
}

// Said is the claim with its place.
func (c Statement) Said() string {
	text := strings.TrimSuffix(c.Claim.Text, ".") + " (" + c.Place
	if c.Reading != "" {
		text += "; read as: " + c.Reading
	}
	if c.Within != "" {
		text += "; equal within " + c.Within + ", less than what the text calls a difference: " + c.Source
	}
	return text + ")"
}
