package compare

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// A Misprint is a printed number that is wrong by the printed tables alone and by our
// numbers as well. Where the same wrong digits stand in several places, it is all of them.
type Misprint struct {
	// Places are described as a reader finds them: "Table 3.1, sigma 60, p=0.5".
	Places []string
	// From are the digits in print, To what the audit takes for meant.
	From, To string
}

// String words a misprint: "Table 3.1, sigma 60, p=0.5: 94.20 → 95.20".
func (m Misprint) String() string {
	return strings.Join(m.Places, " and ") + ": " + m.From + " → " + m.To
}

// misprints lists the causes of the audit for which a condition holds; the edits of a
// cause that are of the same digits as one.
func misprints(report *audit.Report, holds func(audit.Correction) bool) []Misprint {
	var all []Misprint
	if report == nil {
		return nil
	}
	for _, cause := range report.Causes {
		if !holds(cause.Correction) {
			continue
		}
		first := len(all)
		for _, e := range cause.Edits {
			m := Misprint{[]string{report.Describe(e.Place)}, e.From, meant(cause.Correction, e)}
			i := slices.IndexFunc(all[first:], func(o Misprint) bool { return o.From == m.From && o.To == m.To })
			if i < 0 {
				all = append(all, m)
				continue
			}
			known := &all[first+i]
			known.Places = append(known.Places, m.Places...)
		}
	}
	return all
}

// bearsOut reports whether our numbers bear a correction out: at every place of it there is
// a number of ours, it agrees with the correction, and at one of them at least it differs
// from what is printed. That it must differ keeps out corrections too small for the margin.
func (r rerun) bearsOut(c audit.Correction) bool {
	s, _ := r.support(c)
	return s == borneOut
}

// A support is what our numbers make of a correction.
type support string

const (
	unknown   support = ""             // there are no numbers of ours
	borneOut  support = "bears it out" // the correction agrees everywhere, what is printed does not
	asPrinted support = "speaks for what is printed"
	either    support = "agrees with both"
	neither   support = "agrees with neither"
)

// support judges a correction by our numbers at its places, which it returns as
// they are shown.
func (r rerun) support(c audit.Correction) (support, []string) {
	if !c.ChangesDigits() {
		return unknown, nil
	}
	differs, agrees := false, true
	var numbers []string
	for _, e := range c.Edits {
		t, ok := r.tables[e.Table]
		from, err := printed.ParseDecimal(e.From)
		if !ok || err != nil {
			return unknown, nil
		}
		if own, ok := r.reader(t); ok && !fits(t.Metric, own.Measure()) {
			return unknown, nil // another text may measure something else
		}
		n := r.at(t, e.Row, e.Column)
		if n.Missing != "" {
			return unknown, nil
		}
		agrees = agrees && proposal{to: e.To, low: c.Low, high: c.High}.agrees(n)
		differs = differs || judgeDecimal(from, n) == Differs
		if text := n.like(from.Places()); !slices.Contains(numbers, text) {
			numbers = append(numbers, text)
		}
	}
	switch {
	case len(c.Edits) == 0:
		return unknown, nil
	case agrees && differs:
		return borneOut, numbers
	case agrees:
		return either, numbers
	case differs:
		return neither, numbers
	}
	return asPrinted, numbers
}

// Support words what our numbers say of a correction that an audit of the same
// tables proposes; empty when there are none on real data at its places.
func (c *Comparison) Support(correction audit.Correction) string {
	if c == nil {
		return ""
	}
	s, numbers := c.rerun.support(correction)
	if s == unknown {
		return ""
	}
	return "the rerun " + string(s) + ": " + words.Enumerate(first(numbers, 3, "%d more"))
}

// named names the first few misprints in a sentence.
func named(misprints []Misprint) string {
	return strings.Join(first(words.Each(misprints, Misprint.String), 6, "and %d more"), "; ")
}

// first keeps the first few of some texts, with a last one that counts the rest.
func first(texts []string, most int, more string) []string {
	if rest := len(texts) - most; rest > 0 {
		return append(texts[:most:most], fmt.Sprintf(more, rest))
	}
	return texts
}
