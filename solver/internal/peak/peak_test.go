package peak

import "testing"

// The count of operations that a rate is computed from: 12 registers, of as many
// lanes as the instruction set has, two operations each.
func TestMultiplyAdds(t *testing.T) {
	want := map[string]int{"avx512": 5 * 12 * 8 * 2, "avx2": 5 * 12 * 4 * 2, "": 0}[Name()]
	if got := MultiplyAdds(5); got != want {
		t.Errorf("5 rounds of %q are %d operations, want %d", Name(), got, want)
	}
	if got := MultiplyAdds(0); got != 0 {
		t.Errorf("no rounds are %d operations, want 0", got)
	}
}
