package compare

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/words"
)

func (r rerun) prints(name string) bool {
	_, ok := r.tables[name]
	return ok || strings.HasPrefix(name, "figure ")
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
