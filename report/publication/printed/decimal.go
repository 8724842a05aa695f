package printed

import (
	"fmt"
	"math/big"
	"strings"
)

// maxDigits bounds the length of a printed number, so that no file makes arithmetic expensive.
const maxDigits = 40

// A Decimal is a printed number: its exact value and its digits, since 95.5 and 95.50 claim different accuracy.
// The zero value is 0 without digits.
type Decimal struct {
	text   string
	value  *big.Rat
	places int
}

// ParseDecimal reads an optional minus sign, digits and at most one decimal point. Exponents, thousands
// separators and units are errors.
func ParseDecimal(s string) (Decimal, error) {
	digits := strings.TrimPrefix(s, "-")
	if digits == s {
		digits = strings.TrimPrefix(s, "−")
	}
	if len(digits) > maxDigits {
		return Decimal{}, fmt.Errorf("a number of more than %d digits", maxDigits)
	}
	whole, fraction, point := strings.Cut(digits, ".")
	if whole == "" && fraction == "" || point && fraction == "" {
		return Decimal{}, fmt.Errorf("%q is not a decimal number such as 95.08", s)
	}
	for _, r := range whole + fraction {
		if r < '0' || r > '9' {
			return Decimal{}, fmt.Errorf("%q is not a decimal number such as 95.08", s)
		}
	}
	value, _ := new(big.Rat).SetString("0" + digits)
	if digits != s {
		value.Neg(value)
	}
	return Decimal{text: s, value: value, places: len(fraction)}, nil
}

// Round returns x with the given number of places after the point, halves away from zero.
func Round(x *big.Rat, places int) Decimal {
	text := x.FloatString(places)
	value, _ := new(big.Rat).SetString(text)
	return Decimal{text: text, value: value, places: places}
}

// String returns the digits as printed.
func (d Decimal) String() string { return d.text }

// exact returns the value, which callers must not change.
func (d Decimal) exact() *big.Rat {
	if d.value == nil {
		return new(big.Rat)
	}
	return d.value
}

// Rat returns a copy of the exact value.
func (d Decimal) Rat() *big.Rat { return new(big.Rat).Set(d.exact()) }

// Places returns the number of digits after the point.
func (d Decimal) Places() int { return d.places }

// HalfUnit returns half a unit of the last printed digit. A number rounded to these digits lies within d ±
// HalfUnit, both ends included, since the author's rounding of halves is unknown.
func (d Decimal) HalfUnit() *big.Rat {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.places)), nil)
	return new(big.Rat).SetFrac(big.NewInt(1), power.Lsh(power, 1))
}

// Cmp compares values, not digits. It returns −1, 0 or +1 for d < e, d = e or d > e.
func (d Decimal) Cmp(e Decimal) int { return d.exact().Cmp(e.exact()) }

// Float64 returns the nearest float64.
func (d Decimal) Float64() float64 {
	f, _ := d.exact().Float64()
	return f
}
