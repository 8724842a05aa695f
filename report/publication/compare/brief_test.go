package compare_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The sentences under a table say how many of its numbers match, who leads, and whether the comparison of methods
// holds.
func TestBrief(t *testing.T) {
	c := compared(t, tiny("car"))
	for number, want := range map[string]string{
		"1": "Table 1: 5 of 7 printed numbers match ours, 2 differ (1 by misprint); ours are higher by 0.31 points on " +
			"average. Its comparison of methods is contradicted by ours.",
		"2": "Table 2: 0 of 2 printed numbers match ours, 2 differ; ours are higher by 0.13 on average. Whether its comparison " +
			"of methods holds is undecided.",
		"4": "Table 4: none of its printed numbers counts; left out are averages and winning counts (1).",
		"9": "",
	} {
		assert.Check(t, is.Equal(strings.Join(c.Facts().Paragraph(number), ""), want), "table %s", number)
	}
	first := strings.Join(c.Facts().Paragraph(""), "\n")
	for _, want := range []string{
		"3 of 10 statements of the text hold, 1 fails, and 6 cannot be decided.\n",
		"\n9 of 15 numbers match. Matches alone prove little: the numbers of one method in every column of a table would match 6 " +
			"of 13, ours 7. A faithful repetition would exceed these by about 4 (4 to 4).\n",
		"Of 4 tables with several methods, 0 have them in the printed order, 1 contradicts print, 3 are undecided, and 0 have " +
			"too few columns to tell.",
	} {
		assert.Check(t, is.Contains(first, want), "the first page")
	}
	generated := compared(t, tiny("usps", "yale", "iris", "balance", "car"))
	assert.Equal(t, strings.Join(generated.Facts().Paragraph("1"), ""),
		"Table 1 has generated data, so its numbers are not compared with print.", "on generated data")
}
