package printed

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"gpca/report/statistics"
)

// maxDigits bounds the length of a printed number to what float64 tells apart.
const maxDigits = 15

// Parse reads a number in print: an optional minus sign, digits and at most one decimal point. Exponents,
// thousands separators and units are errors. The number keeps its digits, since 95.5 and 95.50 claim different
// accuracy. Its half-width is half a unit of the last one: what was rounded lies within, both ends included, since
// the author's rounding of halves is unknown.
func Parse(digits string) (statistics.Estimate, error) {
	positive := strings.TrimPrefix(digits, "-")
	if positive == digits {
		positive = strings.TrimPrefix(digits, "−")
	}
	if len(positive) > maxDigits {
		return statistics.Estimate{}, fmt.Errorf("a number of more than %d digits", maxDigits)
	}
	whole, fraction, point := strings.Cut(positive, ".")
	value, err := strconv.ParseFloat(positive, 64)
	if err != nil || strings.Trim(whole+fraction, "0123456789") != "" || point && fraction == "" {
		return statistics.Estimate{}, fmt.Errorf("%q is not a decimal number such as 95.08", digits)
	}
	if positive != digits {
		value = -value
	}
	return statistics.Estimate{Centre: value, HalfWidth: 0.5 / math.Pow10(len(fraction)), Text: digits}, nil
}

// Places returns the number of digits after the point.
func Places(digits string) int {
	_, fraction, _ := strings.Cut(digits, ".")
	return len(fraction)
}
