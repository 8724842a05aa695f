package separate

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/mat"
)

// random stands for a matrix drawn anew in each repetition.
const random = "random"

// worst is the condition number from which a matrix counts as singular: half the digits are lost.
const worst = 1e8

// parseMixing reads a matrix such as "1 2; 3 1 / 4", with a divisor; nil for random.
func parseMixing(text string) (*mat.Dense, error) {
	if strings.TrimSpace(text) == random {
		return nil, nil
	}
	entries, over, divided := strings.Cut(text, "/")
	divisor := 1.0
	if divided {
		v, err := number(over)
		if err != nil {
			return nil, fmt.Errorf("after the slash: %w", err)
		}
		if v == 0 {
			return nil, errors.New("the matrix is divided by 0: give another number after the slash")
		}
		divisor = v
	}
	rows := strings.Split(entries, ";")
	m := mat.NewDense(len(rows), len(rows), nil)
	for i, row := range rows {
		fields := strings.Fields(row)
		if len(fields) != len(rows) {
			return nil, fmt.Errorf("row %d of the mixing matrix has %d numbers and there are %d rows: a matrix is "+
				"square, as in 1 2; 3 1, or the word %s", i+1, len(fields), len(rows), random)
		}
		for j, field := range fields {
			v, err := number(field)
			if err != nil {
				return nil, fmt.Errorf("row %d of the mixing matrix: %w", i+1, err)
			}
			m.Set(i, j, v/divisor)
		}
	}
	if !(mat.Cond(m, 2) < worst) {
		return nil, errors.New("the mixing matrix is singular, so that nothing can undo it: no row may be a mixture " +
			"of the others")
	}
	return m, nil
}

func number(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(v) || math.Abs(v) > 1e100 || v != 0 && math.Abs(v) < 1e-100 {
		return 0, fmt.Errorf("%q is no number between −1e100 and 1e100", strings.TrimSpace(text))
	}
	return v, nil
}
