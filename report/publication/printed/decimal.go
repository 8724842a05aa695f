package printed

import (
	"fmt"
	"math/big"
	"strings"
)

// maxDigits bounds the length of a printed number. No table prints more, and a
// file from elsewhere must not make arithmetic expensive.
const maxDigits = 40

// A Decimal is a number as a page shows it: its exact value together with the
// digits, because 95.5 and 95.50 are equal and yet claim different accuracy.
// The zero value is the number 0, without digits.
type Decimal struct {
	text   string
	value  *big.Rat
	places int
}

// ParseDecimal reads an optional minus sign, digits and at most one decimal
// point. Exponents, thousands separators and units are errors: a number that
// needs interpretation is not what was printed.
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

// Round returns x printed with the given number of places after the point,
// halves away from zero.
func Round(x *big.Rat, places int) Decimal {
	text := x.FloatString(places)
	value, _ := new(big.Rat).SetString(text)
	return Decimal{text: text, value: value, places: places}
}

// String returns the digits as printed.
func (d Decimal) String() string { return d.text }

// exact is the value, which nothing may change.
func (d Decimal) exact() *big.Rat {
	if d.value == nil {
		return new(big.Rat)
	}
	return d.value
}

// Rat returns the exact value, as a copy.
func (d Decimal) Rat() *big.Rat { return new(big.Rat).Set(d.exact()) }

// Places is the number of digits after the point.
func (d Decimal) Places() int { return d.places }

// HalfUnit is half a unit of the last printed digit: a number that was rounded
// to these digits lies within d ± HalfUnit. Both ends belong to the interval,
// since how the author rounded halves is unknown.
func (d Decimal) HalfUnit() *big.Rat {
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(d.places)), nil)
	return new(big.Rat).SetFrac(big.NewInt(1), power.Lsh(power, 1))
}

// Cmp compares values, not digits: −1, 0 or +1 as d is less than, equal to or
// greater than e.
func (d Decimal) Cmp(e Decimal) int { return d.exact().Cmp(e.exact()) }

// Float64 is the nearest float64.
func (d Decimal) Float64() float64 {
	f, _ := d.exact().Float64()
	return f
}
