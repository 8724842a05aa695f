package ica

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

func TestAmari(t *testing.T) {
	for _, c := range []struct {
		name string
		p    *mat.Dense
		want float64
	}{
		{"a permutation with scales and signs", mat.NewDense(3, 3, []float64{0, -2, 0, 0, 0, 5, 0.1, 0, 0}), 0},
		{"all alike", mat.NewDense(2, 2, []float64{1, -1, 1, 1}), 1},
		// Rows: 1/4 + 1/2; columns: 1/2 + 1/4; over 4.
		{"by hand", mat.NewDense(2, 2, []float64{4, 1, 1, 2}), 0.375},
		{"a row of zeros", mat.NewDense(2, 2, []float64{0, 0, 1, 0}), 0.5},
		{"one signal", mat.NewDense(1, 1, []float64{3}), 0},
	} {
		got := Amari(c.p)
		assert.Check(t, math.Abs(got-c.want) <= 1e-15, "%s: %v, want %v", c.name, got, c.want)
	}
}

func TestMatch(t *testing.T) {
	sources := threeSignals(500)
	p := mat.NewDense(3, 3, []float64{0, 0, -3, 1, 0, 0, 0, 0.1, 0})
	m := Match(sources, mixed(sources, p))
	assert.Assert(t, is.DeepEqual(m.Of, []int{1, 2, 0}), "matched %v, want [1 2 0]", m.Of)
	for i, want := range []float64{1, 1, -1} {
		assert.Check(t, math.Abs(m.Correlation[i]-want) <= 1e-12, "correlations %v", m.Correlation)
	}
	assert.Check(t, m.SIR() >= 100, "SIR of the sources themselves is %v dB", m.SIR())
}

// A source with a tenth of the amplitude of another, independent one is 20 dB above it.
func TestSIR(t *testing.T) {
	sources := mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})
	got := Match(sources, mixed(sources, mat.NewDense(2, 2, []float64{1, 0.1, -0.1, 1}))).SIR()
	assert.Check(t, math.Abs(got-20) <= 1e-9, "%v dB, want 20", got)
	constant := Match(sources, mat.NewDense(4, 2, nil))
	got = constant.SIR()
	assert.Equal(t, got, float64(-300), "estimates without a signal: %v dB, want %v", got, -300)
}
