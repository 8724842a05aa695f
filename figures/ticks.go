package figures

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot"
)

// minus is the sign as wide as a digit.
const minus = "\u2212"

// fit reports whether the labels of ticks stand apart.
type fit func(ticks []plot.Tick) bool

// linearTicks returns the densest ticks that fit, at most 12, at multiples of 1, 2 or 5 times a power of ten
// within [low, high]. With whole they are integers, if the range has any.
func linearTicks(low, high float64, whole bool, fits fit) []plot.Tick {
	span := high/2 - low/2 // halves, as the whole can overflow
	if !(span > 0) || math.IsInf(span, 0) {
		return []plot.Tick{{Value: low, Label: formatTick(low, 0, 0)}}
	}
	exponent := int(math.Floor(math.Log10(span / 5)))
	if whole && math.Ceil(low) < high {
		exponent = max(exponent, 0)
	}
	for range 4 {
		for _, mantissa := range []int{1, 2, 5} {
			if ticks := multiples(low, high, mantissa, exponent); ticks != nil && fits(ticks) {
				return ticks
			}
		}
		exponent++
	}
	return nil
}

// slack is the rounding error of the ends of an axis, in steps.
const slack = 1e-9

// multiples returns ticks at the multiples of mantissa·10^exponent in [low, high], or nil for more than 12.
func multiples(low, high float64, mantissa, exponent int) []plot.Tick {
	step := float64(mantissa) * math.Pow(10, float64(exponent))
	first := math.Ceil(low/step - slack)
	count := math.Floor(high/step+slack) - first + 1
	if !(count >= 1 && count <= 12) || math.IsInf(step, 0) {
		return nil
	}
	power := powerOf(low, high)
	var ticks []plot.Tick
	for i := range int(count) {
		k := first + float64(i)
		// A product or quotient of integers and one power of ten is the double nearest to the decimal number,
		// unlike a sum of steps.
		value := k * float64(mantissa) * math.Pow(10, float64(exponent))
		if exponent < 0 && exponent > -300 {
			value = k * float64(mantissa) / math.Pow(10, float64(-exponent))
		}
		value += 0 // -0, which Ceil makes, becomes 0
		ticks = append(ticks, plot.Tick{Value: value, Label: formatTick(value, exponent, power)})
	}
	return ticks
}

// powerOf returns the power of ten for labels from low to high, 0 for plain decimals.
func powerOf(low, high float64) int {
	largest := max(math.Abs(low), math.Abs(high))
	if largest >= 1e6 || largest < 1e-3 {
		return int(math.Floor(math.Log10(largest)))
	}
	return 0
}

// formatTick writes value with the decimals that a step of 10^exponent needs, and with a power of ten unless
// power is 0.
func formatTick(value float64, exponent, power int) string {
	if power == 0 {
		return strings.Replace(strconv.FormatFloat(value, 'f', max(0, -exponent), 64), "-", minus, 1)
	}
	if value == 0 {
		return "0"
	}
	decimals := min(max(0, power-exponent), 15) // all a float64 has
	// One division could leave the range of float64.
	half := math.Pow(10, math.Trunc(float64(power)/2))
	mantissa := value / half / math.Pow(10, float64(power)-math.Trunc(float64(power)/2))
	digits := strconv.FormatFloat(mantissa, 'f', decimals, 64)
	return strings.Replace(digits, "-", minus, 1) + "×" + powerOfTen(power)
}

func powerOfTen(power int) string {
	return "10^{" + strings.Replace(strconv.Itoa(power), "-", minus, 1) + "}"
}

// logTicks returns ticks of a logarithmic axis over [low, high] with low > 0. Labels stand at 1, 2 and 5 times
// powers of ten on a short axis, at (some) powers on a longer one, with minor ticks between them.
func logTicks(low, high float64, fits fit) []plot.Tick {
	first, last := int(math.Floor(math.Log10(low))), int(math.Ceil(math.Log10(high)))
	at := func(stride int, mantissas ...int) (ticks []plot.Tick) {
		for exponent := first; exponent <= last; exponent++ {
			for _, mantissa := range mantissas {
				value := float64(mantissa) * math.Pow(10, float64(exponent))
				if exponent%stride == 0 && value >= low*(1-slack) && value <= high*(1+slack) {
					label := formatLog(value, mantissa, exponent, low >= 0.9e-3 && high <= 1.1e5)
					ticks = append(ticks, plot.Tick{Value: value, Label: label})
				}
			}
		}
		return ticks
	}
	candidates := [][]plot.Tick{at(1, 1, 2, 5), at(1, 1, 3)}
	for _, stride := range []int{1, 2, 3, 5, 10, 20, 50, 100, 200} {
		candidates = append(candidates, at(stride, 1))
	}
	minor := at(1, 1, 2, 3, 4, 5, 6, 7, 8, 9)
	if last-first > 8 {
		minor = at(1, 1)
	}
	for _, ticks := range candidates {
		if len(ticks) < 2 || !fits(ticks) {
			continue
		}
		for _, m := range minor {
			if !slices.ContainsFunc(ticks, func(t plot.Tick) bool { return t.Value == m.Value }) {
				ticks = append(ticks, plot.Tick{Value: m.Value})
			}
		}
		return ticks
	}
	// Within one decade linear ticks are better than one label.
	return linearTicks(low, high, false, fits)
}

func formatLog(value float64, mantissa, exponent int, decimal bool) string {
	switch {
	case decimal:
		return strconv.FormatFloat(value, 'f', max(0, -exponent), 64)
	case mantissa == 1:
		return powerOfTen(exponent)
	}
	return strconv.Itoa(mantissa) + "×" + powerOfTen(exponent)
}
