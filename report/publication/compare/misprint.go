package compare

import (
	"fmt"
	"slices"
	"strings"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/words"
)

// A Misprint is a printed number that is wrong by the printed tables alone and by
// our numbers as well. Where the same wrong digits stand in several places, it is
// all of them.
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

// misprints finds the causes of the audit that our numbers bear out: at every
// place of a correction there is a number of ours, it agrees with the correction,
// and at one of them at least it differs from what is printed. That it must
// differ keeps out corrections too small for the margin.
func (r rerun) misprints(report *audit.Report) []Misprint {
	if report == nil {
		return nil
	}
	var all []Misprint
	for _, cause := range report.Causes {
		if s, _ := r.support(cause.Correction); s == borneOut {
			all = append(all, misprintsOf(cause.Correction, report)...)
		}
	}
	return all
}

// isOfDigits tells the corrections that put other digits in the place of printed
// ones from those of marks, of labels, and of how an average was formed.
func isOfDigits(s audit.Slip) bool {
	switch s {
	case audit.MarkMisplaced, audit.LabelWrong, audit.RowLeftOut:
		return false
	}
	return true
}

// A support is what our numbers make of a correction.
type support int

const (
	unknown   support = iota // there are no numbers of ours
	borneOut                 // the correction agrees everywhere, what is printed does not
	asPrinted                // what is printed agrees, the correction does not
	either                   // both agree
	neither
)

// support judges a correction by our numbers at its places, which it returns as
// they are shown.
func (r rerun) support(c audit.Correction) (support, []string) {
	if !isOfDigits(c.Slip) {
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
		if n.missing != "" {
			return unknown, nil
		}
		agrees = agrees && proposal{to: e.To, low: c.Low, high: c.High}.agrees(t.Metric, n)
		v, _ := judge(from, t.Metric, n)
		differs = differs || v == Differs
		cell := Reproduction{Printed: from.String()}
		cell.show(n)
		if text := cell.ours(); !slices.Contains(numbers, text) {
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
	const most = 3
	if rest := len(numbers) - most; rest > 0 {
		numbers = append(numbers[:most:most], fmt.Sprintf("%d more", rest))
	}
	ours := ": " + words.Enumerate(numbers)
	switch s {
	case borneOut:
		return "the rerun bears it out" + ours
	case asPrinted:
		return "the rerun speaks for what is printed" + ours
	case either:
		return "the rerun agrees with both" + ours
	case neither:
		return "the rerun agrees with neither" + ours
	}
	return ""
}

// misprintsOf are the edits of a correction, those of the same digits as one.
func misprintsOf(c audit.Correction, report *audit.Report) []Misprint {
	var all []Misprint
	for _, e := range c.Edits {
		m := Misprint{Places: []string{report.Describe(e.Place)}, From: e.From, To: e.To}
		if c.Low != "" || c.High != "" {
			m.To = proposal{low: c.Low, high: c.High}.where()
		}
		if i := slices.IndexFunc(all, func(o Misprint) bool { return o.From == m.From && o.To == m.To }); i >= 0 {
			all[i].Places = append(all[i].Places, m.Places...)
			continue
		}
		all = append(all, m)
	}
	return all
}

// suspects are the causes of an audit that put other digits in the place of
// printed ones, whether or not there are numbers of ours to bear them out.
func suspects(report *audit.Report) []Misprint {
	var all []Misprint
	for _, cause := range report.Causes {
		if isOfDigits(cause.Slip) {
			all = append(all, misprintsOf(cause.Correction, report)...)
		}
	}
	return all
}

// mostNamed is how many misprints a sentence names.
const mostNamed = 6

func named(misprints []Misprint) string {
	var texts []string
	for i, m := range misprints {
		if i == mostNamed {
			texts = append(texts, fmt.Sprintf("and %d more", len(misprints)-i))
			break
		}
		texts = append(texts, m.String())
	}
	return strings.Join(texts, "; ")
}
