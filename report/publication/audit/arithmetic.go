package audit

import (
	"fmt"
	"strings"

	"gpca/report/publication/printed"
	"gpca/report/statistics"
)

// An Equation is a product or sum that the text gives.
type Equation struct {
	Place string `yaml:"place" required:"yes" example:"page 3"`
	Says  string `yaml:"says" required:"yes" example:"2,800 = 120 × 14"`
}

// sides are the least and the largest value of each side, in which whole numbers are exact, and the others rounded.
func (e Equation) sides() (all [2][2]float64, err error) {
	sides := strings.Split(strings.NewReplacer("×", "*", "·", "*", ",", "").Replace(e.Says), "=")
	if len(sides) != 2 {
		return all, fmt.Errorf("%q is no equation such as 2,800 = 120 × 14", e.Says)
	}
	for i, side := range sides {
		for term := range strings.SplitSeq(side, "+") {
			low, high := 1.0, 1.0
			for factor := range strings.SplitSeq(term, "*") {
				n, err := printed.Parse(strings.TrimSpace(factor))
				if err == nil && n.Centre < 0 {
					err = fmt.Errorf("%s is negative", n.Text)
				}
				if err != nil {
					return all, fmt.Errorf("%q: %w; write sums and products of positive numbers", e.Says, err)
				}
				if printed.Places(n.Text) == 0 {
					n.HalfWidth = 0
				}
				low, high = low*(n.Centre-n.HalfWidth), high*(n.Centre+n.HalfWidth)
			}
			all[i] = [2]float64{all[i][0] + low, all[i][1] + high}
		}
	}
	return all, nil
}

// checkEquation says which side does not follow from the other.
func checkEquation(e Equation) []Finding {
	all, _ := e.sides() // which the links were tried with
	left, right := all[0], all[1]
	if tie := statistics.Tie(left[0], right[1]); left[0] <= right[1]+tie && right[0] <= left[1]+tie {
		return nil
	}
	value := func(side [2]float64) string {
		if side[0] == side[1] {
			return fmt.Sprintf("%.15g", side[0])
		}
		return fmt.Sprintf("%.6g to %.6g", side[0], side[1])
	}
	return []Finding{{
		Check: Arithmetic, Severity: Error, id: e.Says, Printed: e.Says, Expected: value(right),
		Message: fmt.Sprintf("%s: the left side is %s, and the right side %s", e.Place, value(left), value(right)),
	}}
}
