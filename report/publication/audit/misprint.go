package audit

import (
	"math"
	"slices"
	"strings"

	"gpca/report/publication/printed"
)

func digits(slip Slip, cell printed.Number, to string) Correction {
	value, _ := printed.Parse(to)
	return Correction{
		Slip: slip, Edits: []Edit{{cell.Place, cell.Text, to}}, distance: distance(value.Centre, cell.Centre),
	}
}

// misprints lists corrections of a cell with a value from low to high: another sign or digit, two digits
// exchanged, the decimal point moved.
func misprints(cell printed.Number, low, high float64) []Correction {
	var all []Correction
	seen := map[string]bool{cell.Text: true}
	propose := func(slip Slip, text string) {
		value, err := printed.Parse(text)
		if !seen[text] && err == nil && within(value.Centre, low, high) {
			all = append(all, digits(slip, cell, text))
		}
		seen[text] = true
	}
	text := cell.Text
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
			if !leading(text, i) || digit != '0' { // numbers do not begin with a zero, as in 05.2
				propose(OneDigit, text[:i]+string(digit)+text[i+1:])
			}
		}
	}
	for i := range len(text) - 1 {
		if isDigit(text[i]) && isDigit(text[i+1]) && !(leading(text, i) && text[i+1] == '0') {
			propose(DigitsExchanged, text[:i]+string(text[i+1])+string(text[i])+text[i+2:])
		}
	}
	acrossPoint(text, propose)
	return all
}

// acrossPoint proposes numbers in which digits on both sides of the point are exchanged, or the point is moved.
func acrossPoint(text string, propose func(Slip, string)) {
	before, after, ok := strings.Cut(text, ".")
	if !ok {
		return
	}
	last := len(before) - 1
	if last >= 0 && isDigit(before[last]) && !(last > 0 && leading(text, last) && after[0] == '0') {
		propose(DigitsAcross, before[:last]+after[:1]+"."+before[last:]+after[1:])
	}
	if last > 0 {
		propose(DecimalPoint, before[:last]+"."+before[last:]+after)
	}
	if len(after) > 1 {
		propose(DecimalPoint, strings.TrimPrefix(before+after[:1], "0")+"."+after[1:])
	}
}

func cutSign(text string) (positive string, ok bool) {
	positive = strings.TrimLeft(text, "-−")
	return positive, positive != text
}

// distance is how far a correction moves a value. It only ranks corrections, and is rounded, because equal steps
// differ in binary.
func distance(a, b float64) float64 { return math.Round(1e6*math.Abs(a-b)) / 1e6 }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// leading reports whether position i holds the first of several digits before the point.
func leading(text string, i int) bool {
	return (i == 0 || !isDigit(text[i-1]) && text[i-1] != '.') && i+1 < len(text) && isDigit(text[i+1])
}

// copied supposes that a cell repeats another one of its row or column. Its true value is only known to be from
// low to high.
func copied(t printed.Table, cell printed.Number, low, high float64) (Correction, bool) {
	numbers := t.Numbers()
	from := slices.IndexFunc(numbers, func(other printed.Number) bool {
		near := other.Row == cell.Row != (other.Column == cell.Column)
		return near && other.Text == cell.Text && !t.Derived(other.Row)
	})
	middle := (low + high) / 2
	if from < 0 || middle < 0 {
		return Correction{}, false
	}
	c := digits(CopiedEntry, cell, places(middle, cell, 0))
	c.Low, c.High = places(low, cell, 0), places(high, cell, 0)
	c.Detail = "the digits are those of row " + numbers[from].Row
	if numbers[from].Row == cell.Row {
		c.Detail = "the digits are those of column " + numbers[from].Column
	}
	return c, true
}
