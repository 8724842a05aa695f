package vector

import "testing"

// Pages change no value, wherever the values begin.
func TestUseLargePages(t *testing.T) {
	all := make([]float64, 3<<18+1)
	for i := range all {
		all[i] = float64(i)
	}
	for _, values := range [][]float64{nil, all[:9], all, all[1:], all[511:]} {
		UseLargePages(values, true)
	}
	for i, v := range all {
		if v != float64(i) {
			t.Fatalf("value %d is %g", i, v)
		}
	}
}
