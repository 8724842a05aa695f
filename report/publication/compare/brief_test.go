package compare_test

import (
	"strings"
	"testing"
)

// The sentences under a table say how many of its numbers match, who leads, and whether the comparison of methods holds.
func TestBrief(t *testing.T) {
	c := compared(t, tiny("car"))
	for number, want := range map[string]string{
		"1": "Table 1: 7 of 10 printed numbers match ours, 2 differ (1 by misprint), 1 is inconclusive; ours are higher by 0.31 " +
			"points on average. Its comparison of methods is contradicted by ours.",
		"2": "Table 2: 0 of 2 printed numbers match ours, 2 differ; ours are higher by 0.13 on average. Whether its comparison " +
			"of methods holds is undecided.",
		"4": "Table 4: 0 of 1 printed numbers match ours, 1 is inconclusive.",
		"9": "",
	} {
		if got := c.Brief(number); got != want {
			t.Errorf("table %s: %s, want %s", number, got, want)
		}
	}
	first := strings.Join(c.Headline(), "\n")
	for _, want := range []string{
		"Does the thesis hold? No. In 0 of 4 tables the comparison of methods agrees with print; in 1 it is contradicted,",
		"\n7 of 14 numbers match, averages left out; one method repeated in every column matches 6.\n",
		"\n3 of 10 statements of the text hold, 1 fails, and 6 cannot be decided.",
	} {
		if !strings.Contains(first, want) {
			t.Errorf("the first page says\n%s\nand not %s", first, want)
		}
	}
	generated := compared(t, tiny("usps", "yale", "iris", "balance", "car"))
	if got := generated.Brief("1"); got != "Table 1 has generated data, so its numbers are not compared with print." {
		t.Errorf("on generated data: %s", got)
	}
}
