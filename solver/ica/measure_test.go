package ica

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
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
		if got := Amari(c.p); math.Abs(got-c.want) > 1e-15 {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}

func TestMatch(t *testing.T) {
	sources := threeSignals(500)
	p := mat.NewDense(3, 3, []float64{0, 0, -3, 1, 0, 0, 0, 0.1, 0})
	m := Match(sources, mixed(sources, p))
	if !slices.Equal(m.Of, []int{1, 2, 0}) {
		t.Errorf("matched %v, want [1 2 0]", m.Of)
	}
	for i, want := range []float64{1, 1, -1} {
		if math.Abs(m.Correlation[i]-want) > 1e-12 {
			t.Errorf("source %d: correlation %v, want %v", i+1, m.Correlation[i], want)
		}
	}
	if m.SIR() < 100 {
		t.Errorf("SIR of the sources themselves is %v dB", m.SIR())
	}
}

// A source with a tenth of the amplitude of another, independent one is 20 dB above it.
func TestSIR(t *testing.T) {
	sources := mat.NewDense(4, 2, []float64{1, 1, 1, -1, -1, 1, -1, -1})
	if got := Match(sources, mixed(sources, mat.NewDense(2, 2, []float64{1, 0.1, -0.1, 1}))).SIR(); math.Abs(got-20) > 1e-9 {
		t.Errorf("%v dB, want 20", got)
	}
	constant := Match(sources, mat.NewDense(4, 2, nil))
	if got := constant.SIR(); got != -300 {
		t.Errorf("estimates without a signal: %v dB, want %v", got, -300)
	}
}
