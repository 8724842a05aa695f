package vector

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

func TestExpNegScaled(t *testing.T) {
	everyKernel(t, func(t *testing.T) {
		for i, n := range lengths {
			r := rand.New(rand.NewPCG(3, uint64(i)))
			x, dst := guard(n, i%8, r), guard(n, (i+3)%8, r)
			for j := range x.values {
				x.values[j] = math.Exp(8 * x.values[j])
			}
			want := make([]float64, n)
			expNegScaledGeneric(want, x.values, 0.3)
			ExpNegScaled(dst.values, x.values, 0.3)
			sameBits(t, "ExpNegScaled", row(dst.values), row(want))
			x.check(t, "x")
			dst.check(t, "dst")
		}
	})
}

// exactExp returns e^t to 200 bits: the series of e^(t/2¹⁶), squared 16 times.
func exactExp(t float64) *big.Float {
	const precision = 260
	number := func(v float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(v) }
	reduced := number(t)
	reduced.SetMantExp(reduced, -16)
	sum, term := number(1), number(1)
	for k := 1; k < 60; k++ {
		term.Mul(term, reduced)
		term.Quo(term, number(float64(k)))
		sum.Add(sum, term)
	}
	for range 16 {
		sum.Mul(sum, sum)
	}
	return sum
}

func TestExpNegScaledAccuracy(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	x := make([]float64, 3000)
	for i := range x {
		switch i % 3 {
		case 0:
			x[i] = r.Float64() * 745
		case 1:
			x[i] = r.Float64() * 40
		default:
			x[i] = math.Exp(-40 * r.Float64())
		}
	}
	exact := make([]*big.Float, len(x))
	for i, v := range x {
		exact[i] = exactExp(-v)
	}
	everyKernel(t, func(t *testing.T) {
		got := make([]float64, len(x))
		ExpNegScaled(got, x, 1)
		worst := 0.0
		for i, v := range got {
			difference, _ := new(big.Float).Sub(exact[i], big.NewFloat(v)).Float64()
			worst = max(worst, math.Abs(difference)/(math.Nextafter(v, 2)-v))
		}
		assert.Check(t, worst <= 1, "the error is up to %g ulp", worst)
	})
}

func TestExpNegScaledOfSpecialValues(t *testing.T) {
	negativeZero := math.Copysign(0, -1)
	everyKernel(t, func(t *testing.T) {
		for _, test := range []struct{ x, scale, want float64 }{
			{0, 1, 1}, {negativeZero, 1, 1}, {-1e-9, 1, 1}, {-5, 3, 1}, {math.Inf(-1), 1, 1},
			{math.Inf(1), 1, 0}, {1e300, 1e300, 0}, {746, 1, 0},
			{1, 0, 1},
			{745, 1, math.Exp(-745)}, {708.5, 1, math.Exp(-708.5)}, {720.25, 1, math.Exp(-720.25)}, // below the normal range
			{709, -1, math.Exp(709)}, {710, -1, math.Inf(1)}, {math.Inf(1), -1, math.Inf(1)},
			{math.NaN(), 1, math.NaN()}, {1, math.NaN(), math.NaN()}, {math.Inf(1), 0, math.NaN()},
		} {
			// 19 values, so that each occurs in a full vector and in the tail.
			x := slices.Repeat([]float64{test.x}, 19)
			ExpNegScaled(x, x, test.scale)
			for i, v := range x {
				if math.IsNaN(test.want) != math.IsNaN(v) || math.Abs(v-test.want) > 1e-15*test.want+5e-324 {
					t.Errorf("exp(-%g * max(%g, 0)) is %g at %d, want %g", test.scale, test.x, v, i, test.want)
				}
			}
		}
	})
}
