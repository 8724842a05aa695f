package compare

import (
	"encoding/csv"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// WriteCSV writes a record for each printed number of some publications: both numbers to ten
// places, the margin, the verdict and what the number is. Fields without meaning
// are empty: all of ours while the number is missing, the half-width where
// nothing is random, the verdict of a number that has none.
func WriteCSV(w io.Writer, comparisons ...*Comparison) error {
	records := [][]string{{
		"table", "row", "column", "printed", "rounding", "mean", "half_width_95", "low", "high", "repetitions",
		"unsettled", "difference", "margin", "verdict", "explanation", "missing", "metric", "definition",
	}}
	for _, c := range comparisons {
		for _, t := range c.Contrasts {
			for _, cell := range slices.Concat(t.Cells...) {
				if cell.Printed != "" {
					records = append(records, cell.record(t))
				}
			}
		}
	}
	if err := csv.NewWriter(w).WriteAll(records); err != nil {
		return fmt.Errorf("comparison: %w", err)
	}
	return nil
}

func (c Reproduction) record(t Contrast) []string {
	// Ten places are more than any metric has; what binary fractions leave of a
	// difference of decimal numbers lies beyond.
	number := func(v float64) string {
		digits := strings.TrimRight(strconv.FormatFloat(v, 'f', 10, 64), "0")
		if digits = strings.TrimSuffix(digits, "."); digits == "-0" {
			return "0"
		}
		return digits
	}
	record := []string{c.Table, c.Row, c.Column, c.Printed, number(c.Rounding)}
	if c.Missing != "" {
		record = append(record, "", "", "", "", "", "", "", "")
	} else {
		half, repetitions := "", ""
		if c.HalfWidth > 0 {
			half = number(c.HalfWidth)
		}
		if !c.Count {
			repetitions = strconv.Itoa(len(c.Draws))
		}
		record = append(record, number(c.Mean), half, number(c.Low), number(c.High), repetitions,
			strconv.FormatBool(c.Unsettled()), number(c.Difference), number(c.Margin))
	}
	return append(record, c.Verdict.String(), c.Explanation, c.Missing, string(t.Metric), t.Definition)
}
