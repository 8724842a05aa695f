package exhibit

import (
	"fmt"

	"gpca/report/statistics"
	"gpca/report/table"
)

// significance is the level of the leading groups: the probability that a table
// whose methods are all equally good leaves one out.
const significance = 1 - statistics.Confidence

// leadingGroups marks the leading group of each row whose methods the draws tell
// apart: where all lead, a mark on each would say nothing. The values stand in
// the places of the cells; those of a column without results, such as a kernel's
// width, are empty. What names the rows to readers. The notes say what the mark means, none when there is none.
func leadingGroups(rows [][]table.Cell, values [][]Value, lowerIsBetter bool, what string) (notes []string) {
	tests := make([][]statistics.Sample, len(values))
	for i, row := range values {
		for _, v := range row {
			if v.State != table.Filled {
				v.Draws = nil
			}
			tests[i] = append(tests[i], v.Sample())
		}
	}
	marked := false
	for i, g := range statistics.LeadingGroups(tests, lowerIsBetter, significance) {
		if !excludes(g, tests[i]) {
			continue
		}
		marked = true
		for j, leading := range g.Leading {
			rows[i][j].Leading = leading
		}
	}
	if !marked {
		return nil
	}
	return []string{fmt.Sprintf("%s In the leading group of its %s: not shown to be worse than the best there "+
		"(paired t tests over shared draws, Holm's correction over all pairs of the table, level %.2[3]g). "+
		"A %[2]s without the mark is not random, or too random to tell its methods apart.", table.LeadingMark, what, significance)}
}

// excludes reports whether a group leaves out a method that has values.
func excludes(g statistics.Group, methods []statistics.Sample) bool {
	for j, s := range methods {
		if g.Best >= 0 && len(s.Draws) > 0 && !g.Leading[j] {
			return true
		}
	}
	return false
}
