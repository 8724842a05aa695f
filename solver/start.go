package solver

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/floats"

	"gpca/solver/internal/vector"
)

// A Start is a rule for the unit vector w(0) from which the iteration for a component starts. It decides which
// local maximum of Σ f(|wᵀx_i|) is reached; p = 2 does not depend on it.
//
// Samples are deflated by the components found before. Where deflation leaves only rounding error of a start, the
// component starts from the LargestSample.
type Start string

const (
	// LargestSample is the sample of largest norm, the first of equals: the start of Battaglino 2019 (Algorithm 1;
	// equation 3.11 in feature space). It and the next two are those of N. Kwak, "Principal component analysis
	// based on L1-norm maximization", IEEE Transactions on Pattern Analysis and Machine Intelligence 30, 2008.
	LargestSample Start = "largest-sample"
	// PrincipalComponent starts component i from principal component i of the samples (p = 2).
	PrincipalComponent Start = "principal-component"
	// BestSample is the sample whose direction has the largest objective. With n samples it takes n² values of f
	// a component, and needs a closed form of f.
	BestSample Start = "best-sample"
	// SmallestSample is the sample of smallest norm among those whose squared norm exceeds 1e-10 times that of
	// the largest sample before deflation.
	SmallestSample Start = "smallest-sample"
)

// Starts lists all starts but the random ones.
func Starts() []Start {
	return []Start{LargestSample, PrincipalComponent, BestSample, SmallestSample}
}

const randomPrefix = "random-"

// RandomStart is a random direction, drawn for each component: uniform on the unit sphere in input space; in
// feature space the sum of the samples with independent standard normal weights. It is the same for all functions.
func RandomStart(seed uint64) Start { return Start(randomPrefix + strconv.FormatUint(seed, 10)) }

// ParseStart returns the start of a name: largest-sample, principal-component, best-sample, smallest-sample, or
// random- with a seed, as in random-7.
func ParseStart(name string) (Start, error) {
	s := Start(name)
	if _, random := s.seed(); random || slices.Contains(Starts(), s) {
		return s, nil
	}
	return "", fmt.Errorf("unknown start %q: there are %s, %s, %s, %s, and %s with a seed, as in %s",
		name, LargestSample, PrincipalComponent, BestSample, SmallestSample, strings.TrimSuffix(randomPrefix, "-"),
		RandomStart(7))
}

// seed returns the seed of a random start. Other spellings of a number are not random starts.
func (s Start) seed() (seed uint64, random bool) {
	digits, found := strings.CutPrefix(string(s), randomPrefix)
	seed, err := strconv.ParseUint(digits, 10, 64)
	return seed, found && err == nil && RandomStart(seed) == s
}

// normals sets dst to standard normal numbers for the component after those found.
func normals(dst []float64, seed uint64, found int) {
	r := rand.New(rand.NewPCG(seed, uint64(found)))
	for i := range dst {
		dst[i] = r.NormFloat64()
	}
}

// negligible is the share of a squared norm below which the rest after deflation counts as zero.
const negligible = 1e-10

// smallest returns the index of the smallest squared norm that is not negligible against largest, the first of
// equals; false when all are negligible.
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

type starter interface {
	// startAt starts from a deflated sample of the given squared norm.
	startAt(sample int, norm float64)
	// startPrincipal starts from a principal component, startRandom from a random direction. They report whether
	// deflation has left more of it than rounding error.
	startPrincipal(found int) bool
	startRandom(seed uint64, found int) bool
	// objectives are those of the directions of the deflated samples, -Inf for a sample of zero.
	objectives() []float64
}

// begin sets s to the start of the next component. It reports whether there is one: whether the largest squared
// norm is more than a share of that before deflation, which is rounding error.
func (e *extraction) begin(s starter, share float64) bool {
	at, norm := largest(e.norms)
	if e.done() || !(norm > share*e.largest) {
		return false
	}
	e.iteration.reset()
	found := len(e.components)
	switch start := e.iteration.settings.Start; start {
	case LargestSample:
	case PrincipalComponent:
		if s.startPrincipal(found) {
			return true
		}
	case BestSample:
		best, value := largest(s.objectives())
		if !math.IsInf(value, -1) && !math.IsNaN(value) {
			at, norm = best, e.norms[best]
		}
	case SmallestSample:
		if smallest, ok := smallest(e.norms, e.largest); ok {
			at, norm = smallest, e.norms[smallest]
		}
	default:
		seed, _ := start.seed()
		if s.startRandom(seed, found) {
			return true
		}
	}
	s.startAt(at, norm)
	return true
}

func (a *ascent) startAt(sample int, _ float64) {
	a.deflated(a.direction, sample)
	normalise(a.direction)
}

func (a *ascent) startPrincipal(found int) bool {
	if found >= a.principal.loadings.Rows {
		return false
	}
	copy(a.direction, a.principal.loadings.Row(found))
	return a.deflateDirection()
}

func (a *ascent) startRandom(seed uint64, found int) bool {
	normals(a.direction, seed, found)
	return a.deflateDirection()
}

// deflateDirection deflates and normalises the direction. It reports whether much of it is left.
func (a *ascent) deflateDirection() bool {
	before := vector.Dot(a.direction, a.direction)
	orthogonalise(a.direction, a.loadings)
	if !(vector.Dot(a.direction, a.direction) > negligible*before) {
		return false
	}
	normalise(a.direction)
	return true
}

func (a *ascent) objectives() []float64 {
	objectives := make([]float64, len(a.norms))
	for i := range objectives {
		objectives[i] = math.Inf(-1)
		if square := a.deflated(a.direction, i); square > negligible*a.largest {
			a.samples.Project(a.projections, a.direction)
			floats.Scale(1/math.Sqrt(square), a.projections)
			objectives[i] = a.objective(a.projections)
		}
	}
	return objectives
}

// An origin is the start w(0) of a network: Σ_j weight_j c_j Φ(x_j) with Φ deflated, of length √energy, and the
// projections of the samples on its direction.
type origin struct {
	coefficients []float64
	energy       float64
	projections  []float64
}

func (n *network) startAt(sample int, norm float64) {
	clear(n.origin.coefficients)
	n.origin.coefficients[sample] = 1 / n.weights[sample]
	n.origin.energy = n.norms[sample]
	n.column(n.origin.projections, sample)
	floats.Scale(1/math.Sqrt(norm), n.origin.projections)
}

func (n *network) startPrincipal(found int) bool {
	if found >= n.principal.alphas.Rows {
		return false
	}
	copy(n.origin.coefficients, n.principal.alphas.Row(found))
	copy(n.origin.projections, n.principal.projections.Row(found))
	return n.deflateOrigin()
}

func (n *network) startRandom(seed uint64, found int) bool {
	normals(n.origin.coefficients, seed, found)
	for i, w := range n.weights {
		n.origin.coefficients[i] /= math.Sqrt(w) // a sample counts as often as it occurs
	}
	project(n.origin.projections, n.k, n.weigh(n.origin.coefficients), n.iteration.settings.Workers)
	return n.deflateOrigin()
}

// deflateOrigin deflates the origin and normalises its projections, the product of K with its weighed
// coefficients. It reports whether much of it is left.
func (n *network) deflateOrigin() bool {
	o := &n.origin
	weighed := n.weigh(o.coefficients)
	before := vector.Dot(weighed, o.projections)
	o.energy = n.deflate(weighed, o.projections)
	if !(o.energy > negligible*before) || n.degenerate(o.energy, weighed) {
		return false
	}
	floats.Scale(1/math.Sqrt(o.energy), o.projections)
	return true
}

func (n *network) objectives() []float64 {
	objectives, projections := make([]float64, n.k.Rows), make([]float64, n.k.Rows)
	for i := range objectives {
		objectives[i] = math.Inf(-1)
		if n.norms[i] > negligible*n.largest {
			n.column(projections, i)
			floats.Scale(1/math.Sqrt(n.norms[i]), projections)
			objectives[i] = n.objective(projections)
		}
	}
	return objectives
}
