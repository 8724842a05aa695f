package audit

import (
	"math"
	"math/big"
	"strings"

	"gpca/report/publication/printed"
)

// misprints lists what a cell may have been meant to be, given that one digit is
// wrong, two neighbouring digits are exchanged or the decimal point has moved,
// and that the true value lies between low and high.
func misprints(cell printed.Number, low, high *big.Rat) []Correction {
	var all []Correction
	seen := map[string]bool{cell.Printed(): true}
	propose := func(slip Slip, text string) {
		if seen[text] {
			return
		}
		seen[text] = true
		value, err := printed.ParseDecimal(text)
		if err != nil || !within(value.Rat(), low, high) {
			return
		}
		all = append(all, Correction{
			Slip: slip, Edits: []Edit{{cell.Place, cell.Printed(), text}},
			distance: distance(value, cell.Value),
		})
	}
	text := cell.Printed()
	if positive, ok := cutSign(text); ok {
		propose(SignWrong, positive)
	} else {
		propose(SignWrong, "-"+text)
	}
	for i := range len(text) {
		if !isDigit(text[i]) {
			continue
		}
		for digit := byte('0'); digit <= '9'; digit++ {
			if leading(text, i) && digit == '0' {
				continue // nobody prints 05.2
			}
			propose(OneDigit, text[:i]+string(digit)+text[i+1:])
		}
	}
	for i := range len(text) - 1 {
		if isDigit(text[i]) && isDigit(text[i+1]) && !(leading(text, i) && text[i+1] == '0') {
			propose(DigitsExchanged, text[:i]+string(text[i+1])+string(text[i])+text[i+2:])
		}
	}
	if whole, fraction, ok := strings.Cut(text, "."); ok {
		if last := len(whole) - 1; last >= 0 && isDigit(whole[last]) && !(last > 0 && leading(text, last) && fraction[0] == '0') {
			propose(DigitsAcross, whole[:last]+fraction[:1]+"."+whole[last:]+fraction[1:])
		}
		if len(whole) > 1 {
			propose(DecimalPoint, whole[:len(whole)-1]+"."+whole[len(whole)-1:]+fraction)
		}
		if len(fraction) > 1 {
			propose(DecimalPoint, strings.TrimPrefix(whole+fraction[:1], "0")+"."+fraction[1:])
		}
	}
	return all
}

// cutSign cuts the minus sign off a number.
func cutSign(text string) (positive string, ok bool) {
	positive = strings.TrimLeft(text, "-−")
	return positive, positive != text
}

// distance is how far a correction moves a value. It only ranks corrections, and
// is cut to the digits that matter lest equal steps differ in binary.
func distance(a, b printed.Decimal) float64 {
	return math.Round(1e6*math.Abs(a.Float64()-b.Float64())) / 1e6
}

// differByOneDigit reports whether two numbers are printed alike but for one digit.
func differByOneDigit(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	different := 0
	for i := range len(a) {
		if a[i] != b[i] {
			different++
		}
	}
	return different == 1
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// leading reports whether position i holds the first of several digits before the point.
func leading(text string, i int) bool {
	return (i == 0 || !isDigit(text[i-1]) && text[i-1] != '.') && i+1 < len(text) && isDigit(text[i+1])
}

// copied supposes that a cell repeats another one of its row or column by
// mistake. What it should be is then known only as far as low and high say.
func copied(t printed.Table, cell printed.Number, low, high *big.Rat) (Correction, bool) {
	var from printed.Place
	for _, other := range t.Numbers() {
		near := other.Row == cell.Row && other.Column != cell.Column || other.Column == cell.Column && other.Row != cell.Row
		if near && other.Printed() == cell.Printed() && !printed.IsAverage(other.Row) {
			from = other.Place
			break
		}
	}
	if from.Table == "" {
		return Correction{}, false
	}
	middle := new(big.Rat).Add(low, high)
	middle.Mul(middle, big.NewRat(1, 2))
	if middle.Sign() < 0 {
		return Correction{}, false
	}
	n := cell.Value.Places()
	value := printed.Round(middle, n)
	where := "row " + from.Row
	if from.Row == cell.Row {
		where = "column " + from.Column
	}
	return Correction{
		Slip: CopiedEntry, Edits: []Edit{{cell.Place, cell.Printed(), value.String()}},
		Low: printed.Round(low, n).String(), High: printed.Round(high, n).String(),
		Detail:   "the digits are those of " + where,
		distance: distance(value, cell.Value),
	}, true
}
