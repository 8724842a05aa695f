package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpca/report/claim"
	"gpca/report/document"
	"gpca/report/table"
)

// formatNumber rounds as the tables of the report do.
func formatNumber(v float64, decimals int) string {
	return table.Format(table.Cell{Value: v}, decimals).Text
}

func formatHalfWidth(v float64, decimals int) string {
	return table.Format(table.Cell{HalfWidth: v}, decimals).HalfWidth
}

// ours words our number with as many decimals as the printed one.
func (c Reproduction) ours() string {
	_, decimals, _ := strings.Cut(c.Printed, ".")
	return c.like(len(decimals))
}

// like words a number to some decimals.
func (n Number) like(decimals int) string {
	text := formatNumber(n.Mean, decimals)
	switch {
	case n.HalfWidth > 0:
		text += " ± " + formatHalfWidth(n.HalfWidth, decimals)
	case n.Low != n.High:
		text += " (" + formatNumber(n.Low, 0) + " to " + formatNumber(n.High, 0) + ")"
	}
	if n.Unsettled() {
		text += "†"
	}
	return text
}

// finding words a cell that differs: where it stands, both numbers, and what
// would explain it.
func (t Contrast) finding(i, j int) string {
	c := t.Cells[i][j]
	row := t.RowTitles[i]
	if row != "" && '0' <= row[0] && row[0] <= '9' {
		row = t.Corner + " " + row // a level, which does not speak for itself
	}
	text := fmt.Sprintf("%s, %s: %s printed, %s reproduced", row, t.ColumnTitles[j], c.Printed, c.ours())
	if c.Explanation != "" {
		text += "; " + c.Explanation
	}
	return text
}

// Behind are the numbers in print behind those of a table, by the titles of its rows and
// columns.
func (t Contrast) Behind(shown *table.Table) [][]document.InPrint {
	all := make([][]document.InPrint, len(shown.Rows))
	for i, row := range shown.Rows {
		all[i] = make([]document.InPrint, len(row.Cells))
		k := slices.Index(t.RowTitles, row.Heading)
		for j, column := range shown.Columns {
			if l := slices.Index(t.ColumnTitles, column); k >= 0 && l >= 0 && t.Cells[k][l].Verdict != None {
				c := t.Cells[k][l]
				all[i][j] = document.InPrint{Printed: c.Printed, Difference: formatNumber(c.Difference, c.finer()),
					Margin: c.margin(), Verdict: c.Verdict.String()}
			}
		}
	}
	return all
}

// finer is a digit more than is printed, by which what differs within rounding can be told
// from what does not; none for counts.
func (c Reproduction) finer() int {
	if _, decimals, _ := strings.Cut(c.Printed, "."); !c.Count {
		return len(decimals) + 1
	}
	return 0
}

// margin words how far off a number that matches may lie, empty where none decides.
func (c Reproduction) margin() string {
	if c.Count || c.alone() {
		return ""
	}
	return formatHalfWidth(c.within(c.Rounding), c.finer())
}

// differing lists the cells that differ, the explained ones last.
func (t Contrast) differing() (findings []string) {
	for _, explained := range []bool{false, true} {
		for i, cells := range t.Cells {
			for j, c := range cells {
				if c.Verdict == Differs && (c.Explanation != "") == explained {
					findings = append(findings, t.finding(i, j))
				}
			}
		}
	}
	return findings
}

// title is the table's number and caption.
func (t Contrast) title() string { return claim.TitleOf(t.Number) + ", " + t.Caption }

// sentence sums a table up.
func (t Contrast) sentence(decimals int) string {
	text := t.Summary.Counts.sentence() + "."
	if reasons := t.forced(); len(reasons) > 0 {
		text += " Why they could not: " + strings.Join(reasons, "; ") + "."
	}
	if !math.IsNaN(t.Summary.MeanAbsolute) {
		text += fmt.Sprintf(" Without averages, the mean absolute difference is %s and the bias %s.", formatNumber(t.Summary.MeanAbsolute, decimals), formatNumber(t.Summary.Bias, decimals))
	}
	if len(t.lines) > 0 {
		text += fmt.Sprintf(" With the numbers of %s in every column %d would match in place of %d.", t.Null.Method, t.Null.Best, t.Null.Own) + t.Methods.sentence()
	}
	return text
}

// sentence says which sides of a table are reproduced, and why.
func (m Methods) sentence() string {
	text := ""
	if m.Lines > 0 {
		text += fmt.Sprintf(" The level is %s: %d of %d means over the methods match.", m.Level, m.Levels, m.Lines)
	}
	text += fmt.Sprintf(" The comparison of methods is %s", m.Comparison)
	var why []string
	if m.Pairs > 0 {
		why = append(why, "of the differences between two of them "+m.Spread.sentence())
	}
	if !math.IsNaN(m.P) {
		why = append(why, fmt.Sprintf("the orders agree with τ = %s, which %s%% of all permutations of the methods reach", formatNumber(m.Tau, 2), formatNumber(100*m.P, 2)))
	}
	if len(why) > 0 {
		text += ": " + strings.Join(why, ", ")
	}
	return text + "."
}

// sentence words the counts.
func (c Counts) sentence() string {
	text := fmt.Sprintf("Of %d numbers %d match%s, %d are inconclusive and %d differ",
		c.Numbers, c.Match, c.forced(), c.Inconclusive, c.Differs)
	if c.Explained > 0 {
		text += fmt.Sprintf(" (%d of these by a misprint)", c.Explained)
	}
	if c.Unjudged > 0 {
		text += fmt.Sprintf("; %d have no verdict", c.Unjudged)
	}
	return text
}

// forced says how many of those that match could not have come out otherwise, empty for none.
func (c Counts) forced() string {
	if c.Forced == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of them could not have come out otherwise)", c.Forced)
}

// without says what is left out where methods are compared.
func (c Counts) without() string {
	if c.Forced == 0 {
		return "averages"
	}
	return "these and averages"
}

// why gives the reasons of a verdict that is not plain, the first few, reading by reading.
func (c Statement) why() string {
	if len(c.Readings) == 0 {
		return c.whyAlone()
	}
	all := []string{"As described: " + c.alone() + inBrackets(c.whyAlone())}
	for _, r := range c.Readings {
		all = append(all, "By "+r.Reading+": "+r.alone()+inBrackets(r.whyAlone()))
	}
	return strings.Join(all, ". ") + "."
}

func inBrackets(text string) string {
	if text == "" {
		return ""
	}
	return " (" + text + ")"
}

// whyAlone gives those of the statement without further readings.
func (c Statement) whyAlone() string {
	if c.Missing != "" {
		return "no number for " + c.Missing
	}
	why := c.Reproduced.Why(2)
	if c.Reproduced.Outcome == claim.Holds {
		why = strings.Join(c.Reproduced.Within, "; ")
	}
	if c.P > 0 && c.P < 1 {
		alone := level(c.P)
		if c.outcome() != c.Reproduced.Outcome {
			alone = fmt.Sprintf("alone it %s, %s", c.Reproduced.Outcome, alone)
		}
		why = strings.Join(slices.DeleteFunc([]string{alone + ", among all claims " + level(c.Corrected), why}, func(s string) bool { return s == "" }), "; ")
	}
	return why
}

// level words a p.
func level(p float64) string {
	if p < 0.001 {
		return "p < 0.001"
	}
	return fmt.Sprintf("p = %.2g", p)
}

// open says what would decide a claim that is not decided.
func (c Statement) open() string {
	switch {
	case c.verdict() == dependsOnReading:
		return "how the experiment was carried out"
	case c.verdict() == open:
		return "the missing numbers"
	case c.verdict() != claim.Undecided.String():
		return ""
	case c.Reproduced.Optimiser:
		return "iterations that settle, or a larger lead"
	case c.Reproduced.Samples:
		return "which test samples each method gets right, or more of them"
	}
	return "more repetitions"
}
