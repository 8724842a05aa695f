package ascent

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment"
	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// A network is what climbs share: K, the multiplicities of samples, and their projections on L1 and L2.
type network struct {
	k       *mat.Dense
	weights []float64
	norms   []float64 // K_ii
	l1, l2  []float64
}

func newNetwork(ctx context.Context, k *kernel.Matrix) (*network, error) {
	n := &network{k: k.Values, weights: k.Weights}
	for i := range k.Weights {
		n.norms = append(n.norms, k.Values.At(i, i))
	}
	var norms []objective.Function
	for _, p := range []float64{1, 2} {
		s, err := objective.Power(p)
		if err != nil {
			return nil, err
		}
		norms = append(norms, s)
	}
	fits, err := solver.KernelGPCA(ctx, k, norms, solver.Settings{Components: 1})
	if err != nil {
		return nil, err
	}
	for _, f := range fits {
		if f.Err != nil {
			return nil, f.Err
		}
		if rows, _ := f.Projections.Dims(); rows == 0 {
			return nil, errors.New("the samples do not vary: there is nothing to climb")
		}
	}
	n.l1, n.l2 = fits[0].Projections.RawRowView(0), fits[1].Projections.RawRowView(0)
	return n, nil
}

// A climb is an ascent in progress, in the direction w = Σ weight_i c_i Φ(x_i)/√(cᵀKc).
type climb struct {
	*network
	function objective.Function
	a        float64 // threshold of the Skeleton; 0 for another function

	c, image    []float64 // state and Kc
	energy      float64   // cᵀKc
	projections []float64 // of the samples on w

	work    float64
	path    map[string][]float64 // by artifact: one value at the start and after each step
	settled bool
	period  int
}

// energy is an artifact beside those that are called as measures of the end.
const energy = "energy"

// An ascent settles by a relative step below tolerance, and cycles by a return to within cycleStep of a step.
const (
	tolerance   = 1e-10
	cycleStep   = 1e-6
	longestSeen = 8 // longest period looked for
)

// from climbs from the direction of a sample, at most so many steps.
func (n *network) from(ctx context.Context, sample int, f objective.Function, u update, most int) (*climb, error) {
	m := &climb{network: n, function: f, path: map[string][]float64{}}
	if a, ok := threshold(f); ok {
		m.a = a
	}
	m.image = slices.Clone(n.k.RawRowView(sample))
	m.c, m.energy = make([]float64, len(m.image)), n.norms[sample]
	m.project()
	m.function.Apply(m.c, m.projections) // (3.11)
	var earlier [][]float64
	for m.multiply() && len(m.path[objectiveValue]) <= most {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		m.project()
		if m.settled || m.period > 0 {
			break
		}
		before, a := slices.Clone(m.c), m.a
		if earlier = append(earlier, before); len(earlier) > longestSeen {
			earlier = earlier[1:]
		}
		u.next(m)
		step := m.distance(m.c, before)
		m.settled = step < tolerance*m.distance(m.c, nil) && math.Abs(m.a-a) <= tolerance*a
		for i, c := range earlier[:len(earlier)-1] {
			if !m.settled && m.distance(m.c, c) < cycleStep*step {
				m.period = len(earlier) - i
			}
		}
	}
	return m, nil
}

// multiply recomputes Kc and cᵀKc, which limits rounding, and reports whether c has a direction.
func (m *climb) multiply() bool {
	weighed := make([]float64, len(m.c))
	for i, w := range m.weights {
		weighed[i] = w * m.c[i]
	}
	mat.NewVecDense(len(m.c), m.image).MulVec(m.k, mat.NewVecDense(len(m.c), weighed))
	m.energy = mat.Dot(mat.NewVecDense(len(m.c), m.image), mat.NewVecDense(len(m.c), weighed))
	m.work += float64(len(m.c) * len(m.c))
	return m.energy > 0 && !math.IsInf(m.energy, 1)
}

// project recomputes the projections and extends the path.
func (m *climb) project() {
	m.projections = scaled(m.image, 1/math.Sqrt(m.energy))
	sum, most := 0.0, 0.0
	for i, u := range m.projections {
		f, _ := m.function.Primitive(u) // Resolve has refused functions without one
		sum, most = sum+m.weights[i]*f, max(most, math.Abs(u))
	}
	m.path[largestProjection] = append(m.path[largestProjection], most)
	m.path[objectiveValue] = append(m.path[objectiveValue], sum)
	m.path[energy] = append(m.path[energy], -m.energy/2)
	if m.a > 0 {
		m.path[endOfA] = append(m.path[endOfA], m.a)
	}
}

// distance of two states, each sample counted as often as it occurs; nil is the zero state.
func (m *climb) distance(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		if y != nil {
			v -= y[i]
		}
		sum += m.weights[i] * v * v
	}
	return math.Sqrt(sum)
}

// angle to the direction of projections, in degrees, up to the sign.
func (m *climb) angle(projections []float64) float64 {
	cosine := 0.0
	for i, c := range m.c {
		cosine += m.weights[i] * c * projections[i]
	}
	return 180 / math.Pi * math.Acos(min(1, math.Abs(cosine)/math.Sqrt(m.energy)))
}

// same is the angle in degrees below which two ends count as one.
const same = 0.001

// look climbs from several samples and computes measures and artifacts; the sample of largest norm is first.
func (n *network) look(ctx context.Context, s spec) (map[string][]float64, map[string]experiment.Array, error) {
	f, err := objective.Parse(s.Score)
	u, unknown := experiment.Find("update", s.Update, updates)
	if err = cmp.Or(err, unknown); err != nil {
		return nil, nil, err
	}
	longest := slices.Index(n.norms, slices.Max(n.norms))
	samples := []int{longest}
	for i := range min(s.Starts, len(n.norms)) {
		if at := i * len(n.norms) / s.Starts; i > 0 && at != longest && n.norms[at] > 0 {
			samples = append(samples, at)
		}
	}
	v := map[string]float64{}
	var climbs, directions []*climb
	for _, at := range samples {
		m, err := n.from(ctx, at, f, u, s.Steps)
		if err != nil {
			return nil, nil, err
		}
		climbs = append(climbs, m)
		path := m.path[objectiveValue]
		v[steps] += float64(len(path) - 1)
		for i, o := range path[1:] {
			if fall := (path[i] - o) / math.Abs(path[i]); fall > 1e-12 {
				v[falls]++
				v[largestFall] = max(v[largestFall], 100*fall)
			}
		}
		if m.settled {
			v[settled] += 100 / float64(len(samples))
		}
		v[period] = max(v[period], float64(m.period))
		v[work] += m.work / 1e6
		if !slices.ContainsFunc(directions, func(d *climb) bool { return m.angle(d.projections) < same }) {
			directions = append(directions, m)
		}
	}
	v[ends] = float64(len(directions))
	parallel, err := n.from(ctx, longest, f, updates[0], s.Steps)
	if err != nil {
		return nil, nil, err
	}
	first, path := climbs[0], climbs[0].path[objectiveValue]
	v[objectiveValue] = path[len(path)-1]
	v[angleL1], v[angleL2], v[angleParallel] = first.angle(n.l1), first.angle(n.l2), first.angle(parallel.projections)
	v[largestProjection] = first.path[largestProjection][len(path)-1]
	v[largestNorm], v[endOfA] = math.Sqrt(slices.Max(n.norms)), first.a
	values, artifacts := map[string][]float64{}, map[string]experiment.Array{}
	for _, m := range experiment.ReadMeasures(measures) {
		values[m.Name] = []float64{v[m.Name]}
	}
	for name, path := range first.path {
		artifacts[name] = experiment.Array{Shape: []int{len(path)}, Data: path}
	}
	return values, artifacts, nil
}
