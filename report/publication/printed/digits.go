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

// Parse reads a number in print: an optional minus sign, digits, at most one decimal point, an exponent such as e-3.
// Thousands separators and units are errors. The number keeps its digits, since 95.5 and 95.50 claim different
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
	mantissa, exponent, _ := strings.Cut(positive, "e")
	whole, fraction, point := strings.Cut(mantissa, ".")
	value, err := strconv.ParseFloat(positive, 64)
	if err != nil || strings.Trim(whole+fraction+strings.TrimPrefix(exponent, "-"), "0123456789") != "" ||
		whole+fraction == "" || point && fraction == "" {
		return statistics.Estimate{}, fmt.Errorf("%q is not a decimal number such as 95.08", digits)
	}
	if positive != digits {
		value = -value
	}
	half := 0.5 * math.Pow10(Exponent(digits)-len(fraction))
	return statistics.Estimate{Centre: value, HalfWidth: half, Text: digits}, nil
}

// Level reads the label of a row as a level, of noise for one. It is false for a label that is no number.
func Level(row string) (level float64, ok bool) {
	level, err := strconv.ParseFloat(row, 64)
	return level, err == nil
}

// Exponent returns the power of ten that is printed behind a number, 0 for none.
func Exponent(digits string) int {
	_, exponent, _ := strings.Cut(digits, "e")
	power, _ := strconv.Atoi(exponent)
	return power
}

// Places returns the number of digits after the point, without an exponent.
func Places(digits string) int {
	mantissa, exponent, _ := strings.Cut(digits, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	power, _ := strconv.Atoi(exponent)
	return max(0, len(fraction)-power)
}
