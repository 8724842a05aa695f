package compare

import (
	"fmt"
	"math"
	"slices"
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
	// to is the number. Where the misprint does not give it away, low and high bound it.
	to, low, high string
	text          string
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
	for _, f := range slices.Concat(report.Findings, report.Excused) {
		if f.Meant {
			continue // whatever it is, it is no misprint
		}
		x[f.Place] = append(x[f.Place], proposal{
			to:   strings.TrimPrefix(f.Expected, "about "),
			text: fmt.Sprintf("a misprint by the audit (finding on the %s): %s where it expects %s", f.Check, f.Printed, f.Expected),
		})
	}
	return x
}

func (x explainer) add(c audit.Correction) {
	for _, e := range c.Edits {
		p := proposal{e.To, c.Low, c.High, fmt.Sprintf("a misprint by the audit (%s): %s for %s", c.Slip, e.From, e.To)}
		if c.Low != "" {
			p.text = fmt.Sprintf("a misprint by the audit (%s): the number lies %s, not at %s", c.Slip, meant(c, e), e.From)
		}
		x[e.Place] = append(x[e.Place], p)
	}
}

// meant words what an edit takes for the true number.
func meant(c audit.Correction, e audit.Edit) string {
	if c.Low != "" {
		return "between " + c.Low + " and " + c.High
	}
	return e.To
}

// misprint words the first proposal for a cell with which our number would no longer
// differ, and by which it comes at least half the way nearer; empty when there is none. One
// that merely crosses the margin explains nothing. The audit proposes it from the printed
// digits alone, so that our number agrees with it is evidence and not a fit.
func (x explainer) misprint(place printed.Place, inPrint float64, n Number) string {
	i := slices.IndexFunc(x[place], func(p proposal) bool { return p.agrees(n) && 2*p.distance(n) <= math.Abs(inPrint-n.Mean) })
	if i < 0 {
		return ""
	}
	return x[place][i].text
}

// distance is that of our number from the proposal.
func (p proposal) distance(n Number) float64 {
	low, err := strconv.ParseFloat(p.low, 64)
	high, err2 := strconv.ParseFloat(p.high, 64)
	if err == nil && err2 == nil {
		return max(low-n.Mean, n.Mean-high, 0)
	}
	to, err := strconv.ParseFloat(p.to, 64)
	if err != nil {
		return math.Inf(1)
	}
	return math.Abs(to - n.Mean)
}

// agrees reports whether our number does not differ from the proposal.
func (p proposal) agrees(n Number) bool {
	low, err := strconv.ParseFloat(p.low, 64)
	high, err2 := strconv.ParseFloat(p.high, 64)
	if err == nil && err2 == nil {
		return n.Mean+n.HalfWidth >= low && n.Mean-n.HalfWidth <= high
	}
	to, err := printed.ParseDecimal(p.to)
	if err != nil {
		return false // a mark, a label or a sentence
	}
	return judgeDecimal(to, n) != Differs
}
