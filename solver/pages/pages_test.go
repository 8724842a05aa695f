package pages

import (
	"testing"

	"gotest.tools/v3/assert"
)

// Pages change no value, wherever the values begin.
func TestMove(t *testing.T) {
	all := Make(3<<18 + 1)
	for i := range all {
		all[i] += float64(i)
	}
	for _, values := range [][]float64{nil, all[:9], all, all[1:], all[511:]} {
		Move(values)
	}
	for i, v := range all {
		assert.Equal(t, v, float64(i), "value %d", i)
	}
}
