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
// The proposals that explain several findings come first, and they alone are proved: what
// mends a single finding is one of many ways to do so.
type explainer map[printed.Place][]proposal

// A proposal is what the audit would print in one cell.
type proposal struct {
	// to is the number. Where the misprint does not give it away, low and high bound it.
	to, low, high string
	text          string
	misprint      int // number of the audit's mistake; 0 for a proposal that is not proved
}

func newExplainer(report *audit.Report) explainer {
	x := explainer{}
	if report == nil {
		return x
	}
	for i, cause := range report.Causes {
		for _, c := range slices.Concat([]audit.Correction{cause.Correction}, cause.Alternatives) {
			x.add(c, i+1)
		}
	}
	for _, f := range report.Findings {
		for _, suggestion := range f.Suggestions {
			x.add(suggestion, 0)
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
			text: fmt.Sprintf("the audit's finding on the %s: %s where it expects %s", f.Check, f.Printed, f.Expected),
		})
	}
	return x
}

func (x explainer) add(c audit.Correction, misprint int) {
	of := "one of the audit's ways to mend a finding"
	if misprint > 0 {
		of = fmt.Sprintf("misprint %d of the audit", misprint)
	}
	for _, e := range c.Edits {
		p := proposal{e.To, c.Low, c.High, fmt.Sprintf("%s (%s): %s for %s", of, c.Slip, e.From, e.To), misprint}
		if c.Low != "" {
			p.text = fmt.Sprintf("%s (%s): the number lies %s, not at %s", of, c.Slip, meant(c, e), e.From)
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

// proposal is the first for a cell with which our number would no longer differ, and by which
// it comes at least half the way nearer; zero when there is none. One
// that merely crosses the margin explains nothing. The audit proposes it from the printed
// digits alone, so that our number agrees with it is evidence and not a fit.
func (x explainer) proposal(place printed.Place, inPrint float64, n Number) proposal {
	i := slices.IndexFunc(x[place], func(p proposal) bool { return p.agrees(n) && 2*p.distance(n) <= math.Abs(inPrint-n.Mean) })
	if i < 0 {
		return proposal{}
	}
	return x[place][i]
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
