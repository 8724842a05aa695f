package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/statistics"
	"gpca/report/words"
)

// An explainer has the corrections that the audit proposes, by cell. Causes come first and alone are proved,
// since a correction of a single finding is one of many.
type explainer map[printed.Place][]proposal

// A proposal is a corrected number, which is both low and high, or a range.
type proposal struct {
	low, high, rounding float64
	text                string
	misprint            int // number of the audit's mistake; 0 for a proposal that is not proved
}

func newExplainer(report *audit.Report) explainer {
	x := explainer{}
	for i, cause := range report.Causes {
		x.add(cause.Correction, i+1)
		for _, c := range cause.Alternatives {
			x.add(c, i+1)
		}
	}
	for _, f := range report.Findings {
		for _, suggestion := range f.Suggestions {
			x.add(suggestion, 0)
		}
	}
	// Last, what a check expects without a correction, such as the trend of a column.
	for _, f := range slices.Concat(report.Findings, report.Excused) {
		p, ok := propose(strings.TrimPrefix(f.Expected, "about "), "", "")
		if ok && !f.Meant {
			p.text = fmt.Sprintf("the audit's finding on the %s: %s where it expects %s",
				f.Check, f.Printed, f.Expected)
			x[f.Place] = append(x[f.Place], p)
		}
	}
	return x
}

func (x explainer) add(c audit.Correction, misprint int) {
	of := "a correction that the audit proposes"
	if misprint > 0 {
		of = fmt.Sprintf("misprint %d of the audit", misprint)
	}
	for _, e := range c.Edits {
		p, ok := propose(e.To, c.Low, c.High)
		if !ok {
			continue
		}
		p.text, p.misprint = fmt.Sprintf("%s (%s): %s for %s", of, c.Slip, e.From, e.To), misprint
		if c.Low != "" {
			p.text = fmt.Sprintf("%s (%s): the number lies %s, not at %s", of, c.Slip, c.Meant(e), e.From)
		}
		x[e.Place] = append(x[e.Place], p)
	}
}

// propose reads a proposal; ok is false for a mark, a label or a sentence.
func propose(to, low, high string) (p proposal, ok bool) {
	least, bad := printed.Parse(cmp.Or(low, to))
	most, worse := printed.Parse(cmp.Or(high, to))
	p = proposal{low: least.Centre, high: most.Centre}
	if low == "" {
		p.rounding = least.HalfWidth
	}
	return p, bad == nil && worse == nil
}

// proposal is the first for a cell with which our number would no longer differ, and which it is at most half as
// far from. The audit does not know our number, so their agreement is evidence.
func (x explainer) proposal(place printed.Place, inPrint float64, n Number) proposal {
	p, _ := words.First(x[place], func(p proposal) bool {
		distance := max(p.low-n.Mean(), n.Mean()-p.high, 0)
		return p.agrees(n) && 2*distance <= math.Abs(inPrint-n.Mean())
	})
	return p
}

// agrees reports whether our number does not differ from the proposal.
func (p proposal) agrees(n Number) bool {
	if p.rounding == 0 {
		mean, halfWidth := n.Interval()
		return mean+halfWidth >= p.low && mean-halfWidth <= p.high
	}
	return judge(statistics.Estimate{Centre: p.low, HalfWidth: p.rounding}, n) != Differs
}

func named(misprints []string) string {
	return strings.Join(words.Abridge(misprints, 6, "and %d more"), "; ")
}

// misprints lists the causes of the audit that fulfil a condition, one for all edits of the same digits, with all
// places that print it: "Table 3.1, sigma 60, p=0.5: 94.20 → 95.20".
func misprints(report *audit.Report, holds func(audit.Correction) bool) (all []string) {
	for _, cause := range report.Causes {
		if !holds(cause.Correction) {
			continue
		}
		alike := func(e audit.Edit) [2]string { return [2]string{e.From, cause.Meant(e)} }
		for _, edits := range words.Grouped(cause.Edits, alike) {
			places := words.Each(edits, func(e audit.Edit) string { return report.Describe(e.Place) })
			from, to := edits[0].From, cause.Meant(edits[0])
			all = append(all, fmt.Sprintf("%s: %s → %s", strings.Join(places, " and "), from, to))
		}
	}
	return all
}

// confirmed is said where all our numbers agree with a correction, and one differs from print, which excludes
// corrections below the margin.
const confirmed = "confirms it"

// support says how our numbers at the places of a correction compare with it; nothing if one is missing.
func (r rerun) support(c audit.Correction) (says string, numbers []string) {
	if !c.ChangesDigits() || len(c.Edits) == 0 {
		return "", nil
	}
	differs, agrees := false, true
	for _, e := range c.Edits {
		t, ok := r.tables[e.Table]
		if _, err := printed.Parse(e.From); !ok || err != nil {
			return "", nil
		}
		if own, ok := r.reader(t); ok && !fits(t.Metric, own.Measure()) {
			return "", nil // another text may measure something else
		}
		n := r.at(t, e.Row, e.Column)
		if n.Reason != "" {
			return "", nil
		}
		to, ok := propose(e.To, c.Low, c.High)
		inPrint, _ := propose(e.From, "", "")
		agrees = agrees && ok && to.agrees(n)
		differs = differs || !inPrint.agrees(n)
		numbers = words.AppendNew(numbers, n.like(printed.Places(e.From)))
	}
	return map[[2]bool]string{
		{true, true}: confirmed, {true, false}: "agrees with both", {false, true}: "agrees with neither",
		{false, false}: "agrees with print",
	}[[2]bool{agrees, differs}], numbers
}

// Support says how our numbers compare with a correction of the audit; empty without numbers on real data.
func (c *Comparison) Support(correction audit.Correction) string {
	says, numbers := c.rerun.support(correction)
	if says == "" {
		return ""
	}
	return "the rerun " + says + ": " + words.Enumerate(words.Abridge(numbers, 3, "%d more"))
}
