package robust

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"gpca/solver/internal/vector"
)

// The angles of a cycle are equal parts of the range from −90 to 90 degrees, which each cycle halves: many in the
// first cycle. The scale has many local maxima, so the search starts from several directions, of which the better half
// goes on after each cycle, and two for some cycles more. These numbers are ours.
const (
	gridCycles  = 16
	firstAngles = 20
	laterAngles = 12
	gridStarts  = 12
	twoCycles   = 6
	// gridCandidates is how many samples are tried for directions to start from. Those whose cosine is above
	// gridAlike start the same climb.
	gridCandidates = 200
	gridAlike      = 0.95
	// gridSlack is how much more than elliptical samples allow a turn may gain, else it is not tried.
	gridSlack = 1.5
	// gridNear is how far from a guess the median after a turn is sought first, of the scale.
	gridNear = 0.06
)

// grid finds directions along which the MAD of the scores is largest, each orthogonal to those before it. The search
// goes along one axis after the other, in the order of their scales: in the plane of it and of the best direction so
// far, it tries angles on a grid, which becomes finer in each cycle. It starts from the axis of the largest scale and,
// as a grid ends at a local maximum, from the best directions to a sample (C. Croux, A. Ruiz-Gazen, "High breakdown
// estimators for principal components", J. Multivariate Analysis 95, 2005). The centre is the spatial median.
//
// Equivariance: none exactly, but under permutations of features. Breakdown: that of the MAD, one half, in
// theory, for an exact search (G. Li, Z. Chen, JASA 80, 1985); none known for this one.
var grid = family{
	name: "grid", version: 4, fit: (*problem).grid, Nanoseconds: gridTime,
	Source: "C. Croux, P. Filzmoser, M. R. Oliveira, Algorithms for projection-pursuit robust principal component " +
		"analysis, Chemometrics and Intelligent Laboratory Systems 87, 2007",
}

func (p *problem) grid() (*Fit, error) {
	size := p.x.Cols
	centre, _, _ := spatialMedian(p.ctx, p.x)
	axes := vector.NewMatrix(size, size)
	for j := range size {
		axes.Row(j)[j] = 1
	}
	count := cmp.Or(p.components, p.most())
	loadings := vector.Empty(count, size)
	for loadings.Rows < count {
		a := gridSearch(p.scores(centre, axes))
		to := loadings.Append()
		for j, v := range a {
			vector.Axpy(v, axes.Row(j), to)
		}
		axes = complement(axes, a)
	}
	return p.leading(p.describe(centre, loadings)), nil
}

// complement returns all axes but one, turned by the reflection that maps direction to the axis left out.
func complement(axes vector.Matrix, direction []float64) vector.Matrix {
	largest := 0
	for j, v := range direction {
		if math.Abs(v) > math.Abs(direction[largest]) {
			largest = j
		}
	}
	v := append([]float64(nil), direction...)
	v[largest] += math.Copysign(1, v[largest])
	square := vector.Dot(v, v)
	along := make([]float64, axes.Cols)
	for j, c := range v {
		vector.Axpy(c, axes.Row(j), along)
	}
	rest := vector.Empty(axes.Rows-1, axes.Cols)
	for j, c := range v {
		if j == largest {
			continue
		}
		row := rest.Append()
		copy(row, axes.Row(j))
		vector.Axpy(-2*c/square, along, row)
	}
	return rest
}

// A gridProblem is the scores on the axes, which are in the rows, with their medians and scales, and memory for rows.
type gridProblem struct {
	scores          vector.Matrix
	centres, scales []float64
	order           []int // of the axes, the largest scale first
	across, memory  []float64
}

// A climb is a search from one direction.
type climb struct {
	direction, along []float64 // and the scores along it
	centre, scale    float64   // of these, their median and MAD
}

func climbFrom(direction []float64, scores vector.Matrix) *climb {
	along := vector.NewMatrix(1, scores.Cols)
	vector.Mul(along, vector.OneRow(direction), scores)
	return &climb{direction, along.Data, Median(along.Data), MAD(along.Data)}
}

func byScale(a, b *climb) int { return cmp.Compare(b.scale, a.scale) }

// gridSearch returns the best direction by the scores on the axes, which are in the rows.
func gridSearch(scores vector.Matrix) []float64 {
	size, n := scores.Rows, scores.Cols
	g := &gridProblem{scores: scores, across: make([]float64, n), memory: make([]float64, 2*n)}
	for j := range size {
		g.centres, g.scales = append(g.centres, Median(scores.Row(j))), append(g.scales, MAD(scores.Row(j)))
		g.order = append(g.order, j)
	}
	slices.SortStableFunc(g.order, func(i, j int) int { return cmp.Compare(g.scales[j], g.scales[i]) })
	climbs := g.starts()
	for cycle := range gridCycles {
		for _, c := range climbs {
			g.climb(c, cycle)
		}
		slices.SortStableFunc(climbs, byScale)
		keep := (len(climbs) + 1) / 2
		if cycle < twoCycles {
			keep = min(max(keep, 2), len(climbs))
		}
		climbs = climbs[:keep]
	}
	return climbs[0].direction
}

// starts returns the axis of the largest scale and the best of the directions to samples, of which no two are alike.
func (g *gridProblem) starts() []*climb {
	size, n := g.scores.Rows, g.scores.Cols
	axis := make([]float64, size)
	axis[g.order[0]] = 1
	var to []*climb
	for i := 0; i < n; i += 1 + (n-1)/gridCandidates {
		direction := make([]float64, size)
		for j := range direction {
			direction[j] = g.scores.Row(j)[i]
		}
		if length := norm(direction); length > 0 {
			floats.Scale(1/length, direction)
			to = append(to, climbFrom(direction, g.scores))
		}
	}
	slices.SortStableFunc(to, byScale)
	starts := []*climb{climbFrom(axis, g.scores)}
	for _, c := range to {
		alike := func(s *climb) bool { return math.Abs(vector.Dot(s.direction, c.direction)) > gridAlike }
		if len(starts) <= gridStarts && !slices.ContainsFunc(starts[1:], alike) {
			starts = append(starts, c)
		}
	}
	return starts
}

// climb turns a direction in the plane of it and of each axis.
func (g *gridProblem) climb(c *climb, cycle int) {
	extent, angles := math.Pi/2/math.Pow(2, float64(cycle)), firstAngles
	if cycle > 0 {
		angles = laterAngles
	}
	for _, j := range g.order {
		component := c.direction[j]
		rest := 1 - component*component
		if rest < 1e-12 {
			continue
		}
		root := math.Sqrt(rest)
		for i, v := range g.scores.Row(j) {
			g.across[i] = (v - component*c.along[i]) / root
		}
		// For elliptical samples the scale is a norm.
		width := (g.scales[j] + math.Abs(component)*c.scale) / root
		chosen, before, aside := 0.0, c.scale, (g.centres[j]-component*c.centre)/root
		for step := range angles {
			angle := extent * (2*float64(step)/float64(angles) - 1)
			sin, cos := math.Sincos(angle)
			if gridSlack*math.Abs(sin)*width <= before*(1-cos) {
				continue
			}
			turned := mix{cos, sin, c.along, g.across}
			slack := c.scale * (min(gridNear, math.Abs(sin)) + 10/float64(len(c.along)))
			if s := turned.madAbove(g.memory, c.scale, cos*c.centre+sin*aside, slack); s > c.scale {
				c.scale, chosen = s, angle
			}
		}
		if chosen != 0 {
			sin, cos := math.Sincos(chosen)
			floats.Scale(cos-sin*component/root, c.direction)
			c.direction[j] += sin / root
			floats.Scale(1/norm(c.direction), c.direction)
			turned := mix{cos, sin, c.along, g.across}
			c.centre = turned.medianNear(g.memory, cos*c.centre+sin*aside, c.scale/10)
			turned.to(c.along)
		}
	}
}
