package solver

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
)

// A Start is a rule for the unit vector w(0) from which the iteration for a component
// starts. The iteration climbs to a local maximum of Σ f(|wᵀx_i|), and the start decides
// which one. No start is better than another in general; comparing starts shows how
// much a result depends on this choice. p = 2 is solved without iterating, and does not
// depend on it.
//
// "Sample" below means a sample deflated by the components found before. If deflation
// leaves nothing of a start but rounding error, the component starts from the
// LargestSample instead.
type Start string

const (
	// LargestSample is the sample of largest norm, the first among equal ones:
	// the start of the thesis (Algorithm 1, and equation 3.11 in feature space)
	// and of N. Kwak, "Principal component analysis based on L1-norm
	// maximization", IEEE Transactions on Pattern Analysis and Machine
	// Intelligence 30, 2008, who names the next two kinds beside it.
	LargestSample Start = ""
	// PrincipalComponent starts the first component from the first principal
	// component of the samples (p = 2), the second from the second, and so on.
	PrincipalComponent Start = "principal-component"
	// BestSample is the sample whose direction gives the largest objective. Finding it
	// takes n² values of f a component for n samples, and needs a closed form of f.
	BestSample Start = "best-sample"
	// SmallestSample is the sample of smallest norm among those that are not zero, that is,
	// whose squared norm exceeds 1e-10 times that of the largest sample before deflation.
	SmallestSample Start = "smallest-sample"
)

// Starts lists those that have a name, all but the random ones.
func Starts() []Start {
	return []Start{LargestSample, PrincipalComponent, BestSample, SmallestSample}
}

// randomPrefix begins the names of random starts.
const randomPrefix = "random-"

// RandomStart is a random direction, drawn for each component: uniformly on the unit
// sphere in input space, and in feature space as the sum of the samples with independent
// standard normal weights. The draw depends on the seed and on the number of components
// found only, so that every score starts from the same directions.
func RandomStart(seed uint64) Start { return Start(randomPrefix + strconv.FormatUint(seed, 10)) }

// ParseStart returns the start of a name: largest-sample, principal-component,
// best-sample, smallest-sample, or random- with a seed, as in random-7.
func ParseStart(name string) (Start, error) {
	if name == LargestSample.String() {
		return LargestSample, nil
	}
	if s := Start(name); s != LargestSample && s.valid() {
		return s, nil
	}
	return "", fmt.Errorf("unknown start %q: there are %s, %s, %s, %s, and %s with a seed, as in %s",
		name, LargestSample, PrincipalComponent, BestSample, SmallestSample, strings.TrimSuffix(randomPrefix, "-"), RandomStart(7))
}

// String returns the name that ParseStart takes.
func (s Start) String() string {
	if s == LargestSample {
		return "largest-sample"
	}
	return string(s)
}

func (s Start) valid() bool {
	_, random := s.seed()
	return random || slices.Contains(Starts(), s)
}

// seed returns the seed of a random start. A seed has one spelling only, so that
// equal starts have equal names.
func (s Start) seed() (seed uint64, random bool) {
	digits, found := strings.CutPrefix(string(s), randomPrefix)
	seed, err := strconv.ParseUint(digits, 10, 64)
	return seed, found && err == nil && RandomStart(seed) == s
}

// normals sets dst to the standard normal numbers of a random start for the
// component after those found.
func normals(dst []float64, seed uint64, found int) {
	r := rand.New(rand.NewPCG(seed, uint64(found)))
	for i := range dst {
		dst[i] = r.NormFloat64()
	}
}

const (
	// negligible is the share of a squared norm below which what deflation leaves of a
	// sample or a start counts as zero. The rounding errors of deflation are 1e-16
	// times the number of components.
	negligible = 1e-10
	// startBlock is how many samples BestSample compares at a time.
	startBlock = 64
)

// smallest returns the index of the smallest squared norm that is not negligible
// against largest, the first among equal ones; false when all are negligible.
func smallest(norms []float64, largest float64) (at int, found bool) {
	least := math.Inf(1)
	for _, v := range norms {
		if v > negligible*largest {
			least = min(least, v)
		}
	}
	for i, v := range norms {
		if v > negligible*largest && v <= least*(1+1e-12) {
			return i, true
		}
	}
	return 0, false
}

// firstBest returns the index of the largest objective, the first among those equal to
// within rounding; false when there is none. -Inf stands for a sample that is zero.
func firstBest(objectives []float64) (at int, found bool) {
	at, value := largest(objectives)
	return at, !math.IsInf(value, -1) && !math.IsNaN(value)
}

// needsPrimitive returns the error for a score that cannot start from a BestSample.
func needsPrimitive(name string) error {
	return fmt.Errorf("score %s: start %s needs a closed form of f, which this score does not have", name, BestSample)
}
