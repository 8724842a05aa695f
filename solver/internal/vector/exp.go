package vector

import (
	"fmt"
	"math"
)

// The exponential by argument reduction and a polynomial:
//
//	exp(t) = 2ⁿ·exp(r),  n = round(t/ln 2),  r = t − n·ln 2,  |r| ≤ ln 2/2,
//
// with exp(r) = 1 + r + r²·q(r), q the Taylor series up to r¹³/13!, whose remainder of |r|¹⁴/14! <
// 5·10⁻¹⁸ is far below half an ulp of the result.
const (
	// ln 2 in two parts (Cody and Waite; fdlibm's e_exp.c): n·ln2High is exact.
	ln2High  = 6.93147180369123816490e-01
	ln2Low   = 1.90821492927058770002e-10
	expLimit = 750 // beyond, the exponential is 0 or +Inf
)

// expSeries are the coefficients 1/13!, 1/12!, …, 1/2! of q.
var expSeries = [...]float64{
	1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
	1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24,
	1.0 / 6, 1.0 / 2,
}

// ExpNegScaled turns squared distances into the values of a Gaussian kernel:
//
//	dst[i] = exp(-scale * max(squaredDistances[i], 0))
//
// The result is within 1 ulp of the exponential of the rounded product, also below the normal range; NaN gives
// NaN. The slices must have the same length and may be the same.
func ExpNegScaled(dst, squaredDistances []float64, scale float64) {
	if len(dst) != len(squaredDistances) {
		panic(fmt.Sprintf("vector: exponential of %d values into %d", len(squaredDistances), len(dst)))
	}
	current().expNegScaled(dst, squaredDistances, scale)
}

func expNegScaledGeneric(dst, x []float64, scale float64) {
	dst = dst[:len(x)]
	for i, v := range x {
		dst[i] = exp(-scale * max(v, 0))
	}
}

// exp takes the steps of the assembly, to the same bits.
func exp(t float64) float64 {
	t = min(max(t, -expLimit), expLimit)
	n := math.RoundToEven(t * math.Log2E)
	r := math.FMA(-n, ln2High, t)
	r = math.FMA(-n, ln2Low, r)
	q := expSeries[0]
	for _, coefficient := range expSeries[1:] {
		q = math.FMA(q, r, coefficient)
	}
	p := math.FMA(math.FMA(q, r, 1), r, 1)
	if p != p { // conversion of a NaN to an integer is not portable
		return p
	}
	// 2ⁿ in two factors, as 2⁻¹⁰⁸² and 2¹⁰⁸² are no float64. The first product is exact.
	half := int64(n) >> 1
	return p * powerOfTwo(half) * powerOfTwo(int64(n)-half)
}

func powerOfTwo(n int64) float64 { return math.Float64frombits(uint64(n+1023) << 52) }
