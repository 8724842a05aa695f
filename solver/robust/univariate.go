package robust

import (
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat/distuv"

	"gpca/solver/internal/vector"
)

// Median is the median of at least one value; of an even number of values the mean of the two in the middle.
func Median(values []float64) float64 { return medianOf(slices.Clone(values)) }

// medianOf is Median, and reorders the values.
func medianOf(values []float64) float64 { return middleOf(values, len(values)/2, len(values)%2 == 1) }

// middleOf is the value of a rank or, of an even number of values, its mean with the one before.
func middleOf(values []float64, middle int, odd bool) float64 {
	upper := smallest(values, middle)
	if odd {
		return upper
	}
	lower := values[0]
	for _, v := range values[:middle] {
		if v > lower { // slices.Max takes several times as long
			lower = v
		}
	}
	return (lower + upper) / 2
}

// madNormal makes the median absolute deviation of a normal distribution its standard deviation, to the digits that
// P. J. Rousseeuw, C. Croux, "Alternatives to the median absolute deviation", JASA 88, 1993, gives and that other
// programs use.
const madNormal = 1.4826

// MAD is the median absolute deviation from the median, times 1.4826: for a normal distribution the standard
// deviation. Its breakdown point is one half, against values that go to infinity; that of becoming 0 is one half of
// equal values.
func MAD(values []float64) float64 {
	return madNormal * medianOf(deviations(values, Median(values)))
}

// deviations are the distances of values from a centre.
func deviations(values []float64, centre float64) []float64 {
	all := make([]float64, len(values))
	for i, v := range values {
		all[i] = math.Abs(v - centre)
	}
	return all
}

// A mix is the values a·x + b·y, which are computed anew wherever they are looked at.
type mix struct {
	a, b float64
	x, y []float64
}

// to sets dst to the values.
func (m mix) to(dst []float64) []float64 {
	for i, v := range m.x {
		dst[i] = float64(m.a*v) + float64(m.b*m.y[i])
	}
	return dst[:len(m.x)]
}

// near sets dst to the values that are about as far from a centre as slack or less, and returns how many are below.
func (m mix) near(dst []float64, centre, slack float64) (near []float64, below int) {
	below, count := vector.Near(dst, m.x, m.y, m.a, m.b, centre-slack, centre+slack)
	return dst[:count], below
}

// medianNear is Median of a mix. If that is within slack of a guess, it is looked for among such values alone, which
// are few. The memory is for as many values or more.
func (m mix) medianNear(memory []float64, guess, slack float64) float64 {
	near, below := m.near(memory, guess, slack)
	middle, odd := len(m.x)/2-below, len(m.x)%2 == 1
	if middle >= len(near) || middle < 0 || middle == 0 && !odd {
		return medianOf(m.to(memory))
	}
	return middleOf(near, middle, odd)
}

// madAbove is MAD of a mix if that is above a bound, else 0, where the median is within slack of a guess, or about.
// The memory is for twice as many values.
func (m mix) madAbove(memory []float64, bound, guess, slack float64) float64 {
	const rounding, aside = 1e-12, 0.1 // of the limit
	n := len(m.x)
	centre, limit := m.medianNear(memory, guess, slack), bound/madNormal
	surely := max(limit-rounding*(limit+math.Abs(centre)), 0)
	if near, _ := m.near(memory, centre, surely); len(near) > n/2 {
		return 0
	}
	values, within := m.to(memory[:n]), 0
	for i, v := range values {
		if values[i] = math.Abs(v - centre); values[i] <= limit {
			within++
		}
	}
	if within > n/2 {
		return 0
	}
	deviations := mix{1, 0, values, values}
	return madNormal * deviations.medianNear(memory[n:], limit*(1+aside/2), limit*aside)
}

// smallest reorders values so that the one of rank k, from 0, is at k, no larger ones before and no smaller ones after
// it, and returns it. Of many values, a sample gives bounds that enclose it with few others (R. W. Floyd, R. L. Rivest,
// "Algorithm 489: the algorithm SELECT", CACM 18, 1975).
func smallest(values []float64, k int) float64 {
	const few = 600
	for v, rank := values, k; len(v) > 1; {
		a, b, c := v[0], v[len(v)/2], v[len(v)-1]
		pivot := max(min(a, b), min(max(a, b), c))
		if len(v) > few {
			n, i := float64(len(v)), float64(rank+1)
			z := math.Log(n)
			s := 0.5 * math.Exp(2*z/3)
			deviation := 0.5 * math.Sqrt(z*s*(n-s)/n)
			if i < n/2 {
				deviation = -deviation
			}
			low := max(0, int(float64(rank)-i*s/n+deviation))
			high := min(len(v)-1, int(float64(rank)+(n-i)*s/n+deviation))
			pivot = smallest(v[low:high+1], rank-low)
		}
		smaller := below(v, pivot)
		if rank < smaller {
			v = v[:smaller]
			continue
		}
		v, rank = v[smaller:], rank-smaller
		next := math.Nextafter(pivot, math.Inf(1))
		if !(next > pivot) {
			break // all are infinite
		}
		equal := below(v, next)
		if rank < equal {
			break
		}
		v, rank = v[equal:], rank-equal
	}
	return values[k]
}

// below puts the values below a limit first and returns their number. It does not branch on a comparison, which no
// processor predicts: that takes a third of the time.
func below(values []float64, limit float64) int {
	count := 0
	for i, v := range values {
		values[i], values[count] = values[count], v
		less := 0
		if v < limit {
			less = 1
		}
		count += less
	}
	return count
}

// Qn is the scale of Rousseeuw and Croux (JASA 88, 1993): the k-th smallest |x_i − x_j| over pairs, with k =
// h(h−1)/2 and h = ⌊n/2⌋+1, times 2.2219 and their factor for few values; for a normal distribution the standard
// deviation. Its breakdown point is one half. It is 0 for one value.
func Qn(values []float64) float64 {
	n := len(values)
	if n < 2 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	h := n/2 + 1
	wanted := h * (h - 1) / 2
	distance := leastNumber(sorted[n-1]-sorted[0], func(distance float64) bool {
		pairs, first := 0, 0
		for j, v := range sorted {
			for v-sorted[first] > distance {
				first++
			}
			pairs += j - first
		}
		return pairs >= wanted
	})
	return 2.2219 * qnFactor(n) * distance
}

// leastNumber is the least representable number from 0 to largest that is enough, as all above it are: an exact answer
// where numbers of pairs of sorted values are counted, in 64 turns. Positive numbers are ordered as their bits.
func leastNumber(largest float64, enough func(v float64) bool) float64 {
	at := sort.Search(int(math.Float64bits(largest)), func(bits int) bool {
		return enough(math.Float64frombits(uint64(bits)))
	})
	return math.Float64frombits(uint64(at))
}

// qnFactor is d_n of C. Croux, P. J. Rousseeuw, "Time-efficient algorithms for two highly robust estimators of scale",
// Computational Statistics 1, 1992.
func qnFactor(n int) float64 {
	few := [...]float64{2: 0.399, 0.994, 0.512, 0.844, 0.611, 0.857, 0.669, 0.872}
	switch {
	case n < len(few):
		return few[n]
	case n%2 == 1:
		return float64(n) / (float64(n) + 1.4)
	default:
		return float64(n) / (float64(n) + 3.8)
	}
}

// regularMoments is the reweighted minimum covariance determinant estimate of location and scale, without a factor that
// makes it consistent: from the mean and variance of the h of n values that have the smallest variance, the mean and
// standard deviation of the values within √χ²(1; 0.975) of it. It is exact, as those h values follow each other
// when sorted (P. J. Rousseeuw, A. M. Leroy, "Robust regression and outlier detection", Wiley 1987, section 4.3). The
// raw scale makes the h-th squared distance the quantile of χ²(1) at h/n, times a factor, as Rousseeuw and Van
// Driessen 1999 do with the median; that of all values is their standard deviation. The breakdown point is (n − h +
// 1)/n. The scale is 0 where h values are equal. It sorts the values.
func regularMoments(values []float64, h int, factor float64) (mean, deviation float64) {
	n := len(values)
	h = min(max(h, 1), n)
	Sort(values)
	location, variance := shortestHalf(values, h)
	if variance == 0 {
		return location, 0
	}
	scale := math.Sqrt(variance * float64(n) / float64(n-1))
	if h < n {
		// The h values nearest to the location follow each other.
		at := sort.Search(n-h, func(i int) bool { return location-values[i] <= values[i+h]-location })
		scale = factor * max(location-values[at], values[at+h-1]-location) / normalExtent(float64(h)/float64(n))
	}
	limit := scale * normalExtent(reweighted)
	first, _ := slices.BinarySearch(values, location-limit)
	last, _ := slices.BinarySearch(values, math.Nextafter(location+limit, math.Inf(1)))
	kept := values[first:last]
	for _, v := range kept {
		mean += v - location
	}
	mean /= float64(len(kept))
	squares := 0.0
	for _, v := range kept {
		squares += square(v - location - mean)
	}
	return location + mean, math.Sqrt(squares / float64(len(kept)-1))
}

// univariateMCD is regularMoments of the share alpha of values, with factors for consistency and few samples as R's
// programs have them: of the raw scale, of which those for less than ten values are known as intervals, and of the
// reweighted one. It sorts the values.
func univariateMCD(values []float64, alpha float64) (location, scale float64) {
	rawFew := [...]float64{1, 1, 1, 4.2165, 1.9765, 2.2155, 1.6479, 1.76775, 1.481, 1.5534}
	few := [...]float64{1, 1, 1, 1.475, 1.223, 1.253, 1.180, 1.181, 1.140, 1.143, 1.105, 1.114, 1.098, 1.103, 1.094,
		1.093}
	count := len(values)
	n, raw := float64(count), 0.0
	switch {
	case count < len(rawFew):
		raw = rawFew[count]
	case count%2 == 0:
		raw = n / (n - 3)
	default:
		raw = n / (n - 3.4)
	}
	factor := n / (n - 1.4)
	if count < len(few) {
		factor = few[count]
	}
	location, scale = regularMoments(values, int(math.Ceil(alpha*n-1e-9)), raw)
	return location, 1.0835 * factor * scale // 1.0835 is √consistency(1, reweighted) as those round it
}

// normalExtent is the absolute value that a standard normal one is within with a probability, √χ²(1; probability).
func normalExtent(probability float64) float64 { return normalQuantile((1 + probability) / 2) }

// Sort sorts values, many of them by the leading digits of their bits, in linear time: [slices.Sort] would double the
// time of robpca for 10,000 samples. Few values agree in these digits, and insertion puts them in order.
func Sort(values []float64) {
	const few, digit, first = 500, 11, 31 // bits
	if len(values) < few {
		slices.Sort(values)
		return
	}
	from, to := values, make([]float64, len(values))
	for i, v := range values { // the bits of integers in the order of the values
		bits := math.Float64bits(v)
		values[i] = math.Float64frombits(bits ^ (uint64(int64(bits)>>63) | 1<<63))
	}
	for shift := first; shift < 64; shift += digit {
		var places [1<<digit + 1]int
		for _, v := range from {
			places[math.Float64bits(v)>>shift&(1<<digit-1)+1]++
		}
		for i := range 1 << digit {
			places[i+1] += places[i]
		}
		for _, v := range from {
			at := &places[math.Float64bits(v)>>shift&(1<<digit-1)]
			to[*at] = v
			*at++
		}
		from, to = to, from
	}
	for i, v := range from {
		bits := math.Float64bits(v)
		values[i] = math.Float64frombits(bits ^ (uint64(int64(^bits)>>63) | 1<<63))
	}
	moves := 0
	for i, v := range values {
		at := i
		for ; at > 0 && values[at-1] > v; at-- {
			values[at] = values[at-1]
		}
		values[at] = v
		if moves += i - at; moves > 10*len(values) { // many agree
			slices.Sort(values)
			return
		}
	}
}

// shortestHalf returns mean and variance, divided by h, of the h sorted values with the smallest variance.
func shortestHalf(sorted []float64, h int) (mean, variance float64) {
	n := len(sorted)
	shortest := math.Inf(1)
	for i := 0; i+h <= n; i++ {
		shortest = min(shortest, sorted[i+h-1]-sorted[i])
	}
	if h == 1 || shortest == 0 {
		for i := 0; i+h <= n; i++ {
			if sorted[i+h-1]-sorted[i] == shortest {
				return sorted[i], 0
			}
		}
	}
	// Values of length l have a sum of squares of at least l²/2, and the shortest of at most h/4 times their squared
	// length. So longer ones than this are no candidates, and sums need not hold the squares of far outliers.
	longest := shortest * math.Sqrt(float64(h)/2)
	count, least := float64(h), math.Inf(1)
	origin, sum, squares, running := 0.0, 0.0, 0.0, false
	for i := 0; i+h <= n; i++ {
		if sorted[i+h-1]-sorted[i] > longest {
			running = false
			continue
		}
		if running {
			gone, come := sorted[i-1]-origin, sorted[i+h-1]-origin
			sum += come - gone
			squares += (come - gone) * (come + gone)
		} else {
			origin, sum, squares, running = sorted[i+h/2], 0, 0, true
			for _, v := range sorted[i : i+h] {
				sum += v - origin
				squares += square(v - origin)
			}
		}
		if v := squares - sum*sum/count; v < least {
			least, mean = v, origin+sum/count
		}
	}
	return mean, max(least, 0) / count
}

// reweighted is the probability at which the reweighting of MCD cuts off.
const reweighted = 0.975

// consistency is the factor that makes a covariance matrix of the share of samples with the smallest distances, in p
// dimensions, consistent for the normal distribution (Croux and Haesbroeck 1999, 4.1 and 4.2).
func consistency(p int, share float64) float64 {
	if share >= 1 {
		return 1
	}
	q := chiSquared(p, share)
	return share / distuv.ChiSquared{K: float64(p + 2)}.CDF(q)
}

func chiSquared(degrees int, probability float64) float64 {
	return distuv.ChiSquared{K: float64(degrees)}.Quantile(probability)
}

func normalQuantile(probability float64) float64 { return distuv.UnitNormal.Quantile(probability) }
