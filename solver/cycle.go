package solver

// cycleDetector finds that a sequence of vectors has come back to an earlier one. It compares each vector with a
// reference that is renewed at every power of two (R. P. Brent, "An improved Monte Carlo factorization
// algorithm", BIT 20, 1980).
type cycleDetector struct {
	reference []float64
	at, limit int
}

func (d *cycleDetector) reset() {
	d.at, d.limit = 0, 2
	d.reference = d.reference[:0]
}

// period returns the length, 2 or more, of the cycle that state closes to within tolerance, or 0.
func (d *cycleDetector) period(state []float64, iteration int, tolerance float64) int {
	if len(d.reference) == len(state) {
		if iteration-d.at > 1 && closer(state, d.reference, tolerance) {
			return iteration - d.at
		}
		if iteration < d.limit {
			return 0
		}
	}
	d.reference = append(d.reference[:0], state...)
	d.at, d.limit = iteration, max(2*iteration, 2)
	return 0
}

func closer(x, y []float64, limit float64) bool {
	limit *= limit
	sum := 0.0
	for i, v := range x {
		d := v - y[i]
		sum += d * d
		if sum >= limit {
			return false
		}
	}
	return true
}
