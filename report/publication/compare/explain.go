package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
)

// An explainer knows what the audit of the printed tables would change in them.
// The proposals that explain several findings come first.
type explainer map[printed.Place][]proposal

// A proposal is what the audit would print in one cell.
type proposal struct {
	what     string // what the audit takes the fault to be
	from, to string
	// expected is how the audit words to, where it only expects it.
	expected string
	// low and high bound the true value where the misprint does not give it away.
	low, high string
}

func newExplainer(report *audit.Report) explainer {
	x := explainer{}
	if report == nil {
		return x
	}
	for _, cause := range report.Causes {
		x.add(cause.Correction)
		for _, alternative := range cause.Alternatives {
			x.add(alternative)
		}
	}
	for _, f := range report.Findings {
		for _, suggestion := range f.Suggestions {
			x.add(suggestion)
		}
	}
	// Last, what a check expects in place of the printed number without knowing
	// how the one could have become the other, as the trend of a column.
	for _, f := range report.Findings {
		x[f.Place] = append(x[f.Place], proposal{
			what: "finding on the " + string(f.Check), from: f.Printed, to: strings.TrimPrefix(f.Expected, "about "), expected: f.Expected,
		})
	}
	return x
}

func (x explainer) add(c audit.Correction) {
	for _, e := range c.Edits {
		x[e.Place] = append(x[e.Place], proposal{what: string(c.Slip), from: e.From, to: e.To, low: c.Low, high: c.High})
	}
}

// misprint words the first proposal for a cell with which our number would no
// longer differ, empty when there is none. The audit proposes it from the printed
// digits alone, so that our number agrees with it is evidence and not a fit.
func (x explainer) misprint(place printed.Place, metric printed.Metric, n number) string {
	for _, p := range x[place] {
		if !p.agrees(metric, n) {
			continue
		}
		if p.low != "" || p.high != "" {
			return fmt.Sprintf("a misprint by the audit (%s): the number lies %s, not at %s", p.what, p.where(), p.from)
		}
		if p.expected != "" {
			return fmt.Sprintf("a misprint by the audit (%s): %s where it expects %s", p.what, p.from, p.expected)
		}
		return fmt.Sprintf("a misprint by the audit (%s): %s for %s", p.what, p.from, p.to)
	}
	return ""
}

// agrees reports whether our number does not differ from the proposal.
func (p proposal) agrees(metric printed.Metric, n number) bool {
	if p.low != "" || p.high != "" {
		return n.mean+n.halfWidth >= bound(p.low, -1) && n.mean-n.halfWidth <= bound(p.high, 1)
	}
	to, err := printed.ParseDecimal(p.to)
	if err != nil {
		return false // a mark, a label or a sentence
	}
	v, _ := judge(to, metric, n)
	return v != Differs
}

// where words the range of a proposal, which may be open at one end.
func (p proposal) where() string {
	switch {
	case p.high == "":
		return "above " + p.low
	case p.low == "":
		return "below " + p.high
	}
	return "between " + p.low + " and " + p.high
}

// bound reads the end of a range, which may be open.
func bound(s string, open int) float64 {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v
	}
	return math.Inf(open)
}
