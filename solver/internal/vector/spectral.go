package vector

import "math"

// SpectralBound returns an upper bound on the spectral norm of m. The norm of a symmetric matrix is at most the
// largest absolute row sum, which for its eighth power is close: ‖m‖² = ‖(mmᵀ)⁸‖^⅛.
func SpectralBound(m Matrix) float64 {
	power, next := NewMatrix(m.Rows, m.Rows), NewMatrix(m.Rows, m.Rows)
	GramLower(power, m, 1)
	bound, exponent := 1.0, 0.5
	for squarings := 3; ; squarings-- {
		largest := 0.0
		for i := range power.Rows {
			sum := 0.0
			for _, v := range power.Row(i) {
				sum += math.Abs(v)
			}
			largest = max(largest, sum)
		}
		bound *= math.Pow(largest, exponent)
		if squarings == 0 || largest == 0 {
			return bound
		}
		for i := range power.Data {
			power.Data[i] /= largest
		}
		GramLower(next, power, 1)
		power, next, exponent = next, power, exponent/2
	}
}
