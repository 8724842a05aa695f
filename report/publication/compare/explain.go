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
type explainer struct {
	// corrections are the audit's, the ones that explain several findings first.
	corrections map[printed.Place][]correction
}

// A correction is a proposal for one cell.
type correction struct {
	what     string // what the audit takes the fault to be
	from, to string
	// expected is how the audit words to, where it only expects it.
	expected string
	// low and high bound the true value where the misprint does not give it away.
	low, high string
}

func newExplainer(report *audit.Report) explainer {
	x := explainer{map[printed.Place][]correction{}}
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
		x.corrections[f.Place] = append(x.corrections[f.Place], correction{
			what: "finding on the " + string(f.Check), from: f.Printed, to: strings.TrimPrefix(f.Expected, "about "), expected: f.Expected,
		})
	}
	return x
}

func (x explainer) add(c audit.Correction) {
	for _, e := range c.Edits {
		x.corrections[e.Place] = append(x.corrections[e.Place], correction{what: string(c.Slip), from: e.From, to: e.To, low: c.Low, high: c.High})
	}
}

// misprint words the first correction of a cell with which our number would no
// longer differ, empty when there is none. The audit proposes it from the printed
// digits alone, so that our number agrees with it is evidence and not a fit.
func (x explainer) misprint(place printed.Place, metric printed.Metric, n number) string {
	for _, c := range x.corrections[place] {
		if !c.agrees(metric, n) {
			continue
		}
		if c.low != "" || c.high != "" {
			return fmt.Sprintf("a misprint by the audit (%s): the number lies %s, not at %s", c.what, c.where(), c.from)
		}
		if c.expected != "" {
			return fmt.Sprintf("a misprint by the audit (%s): %s where it expects %s", c.what, c.from, c.expected)
		}
		return fmt.Sprintf("a misprint by the audit (%s): %s for %s", c.what, c.from, c.to)
	}
	return ""
}

// agrees reports whether our number does not differ from the correction.
func (c correction) agrees(metric printed.Metric, n number) bool {
	if c.low != "" || c.high != "" {
		return n.mean+n.halfWidth >= bound(c.low, -1) && n.mean-n.halfWidth <= bound(c.high, 1)
	}
	to, err := printed.ParseDecimal(c.to)
	if err != nil {
		return false // a mark, a label or a sentence
	}
	v, _ := judge(to, metric, n)
	return v != Differs
}

// where words the range of a correction, which may be open at one end.
func (c correction) where() string {
	switch {
	case c.high == "":
		return "above " + c.low
	case c.low == "":
		return "below " + c.high
	}
	return "between " + c.low + " and " + c.high
}

// bound reads the end of a range, which may be open.
func bound(s string, open int) float64 {
	if v, err := strconv.ParseFloat(s, 64); err == nil {
		return v
	}
	return math.Inf(open)
}
