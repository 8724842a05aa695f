package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gpca/report/words"
)

// WriteCSV writes a record for each printed number of comparisons, numbers to ten places. Fields without meaning
// are empty: ours for a missing number, the half-width where nothing is random, the verdict where there is none.
// Counted is the place at which a number counts, empty for one that is left out.
func WriteCSV(w io.Writer, comparisons ...*Facts) error {
	records := [][]string{{
		"table", "row", "column", "printed", "rounding", "mean", "half_width_95", "low", "high", "repetitions",
		"unsettled", "difference", "margin", "verdict", "explanation", "missing", "metric", "definition",
		"counted",
	}}
	for _, c := range comparisons {
		for _, t := range c.Contrasts {
			records = append(records, words.Each(t.numbers(), t.record)...)
		}
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("comparison: %w", err)
	}
	return nil
}

func (t Contrast) record(c Reproduction) []string {
	// Ten places are more than any metric has, and hide the binary error of decimal differences.
	number := func(v float64) string {
		digits := strings.TrimRight(strconv.FormatFloat(v, 'f', 10, 64), "0")
		if digits = strings.TrimSuffix(digits, "."); digits == "-0" {
			return "0"
		}
		return digits
	}
	ours := make([]string, 8)
	if c.Reason == "" {
		low, high := c.ends()
		ours = []string{number(c.Mean()), "", number(low), number(high), "", strconv.FormatBool(c.Unsettled()),
			number(c.Difference), number(c.Margin)}
		if _, half := c.Interval(); half > 0 {
			ours[1] = number(half)
		}
		if !c.Count {
			ours[4] = strconv.Itoa(len(c.Draws))
		}
	}
	counted := ""
	if c.counts() || c.Counted != c.Place {
		counted = strings.Join([]string{c.Counted.Table, c.Counted.Row, c.Counted.Column}, "/")
	}
	return slices.Concat(
		[]string{c.Table, c.Row, c.Column, c.InPrint.Text, number(c.InPrint.HalfWidth)}, ours,
		[]string{c.Verdict.String(), c.Explanation, c.Reason, t.Metric.Name, t.Definition, counted},
	)
}
