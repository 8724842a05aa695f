package robust

import (
	"cmp"
	"math"
	"slices"

	"gpca/solver/internal/vector"
)

// The angles of a cycle are equal parts of the range from −90 to 90 degrees, which each cycle halves: many in the first
// cycle, which may leave a local maximum. These numbers are ours.
const (
	gridCycles  = 8
	firstAngles = 38
	laterAngles = 6
	// gridSlack is how much more than elliptical samples allow a turn may gain, else it is not tried.
	gridSlack = 1.5
)

// grid finds directions along which the MAD of the scores is largest, each orthogonal to those before it. The search
// goes along one axis after the other, in the order of their scales: in the plane of it and of the best direction so
// far, it tries angles on a grid, which becomes finer in each cycle. The centre is the spatial median.
//
// Equivariance: none exactly, but under permutations of features. Breakdown: that of the MAD, one half, in
// theory, for an exact search (G. Li, Z. Chen, JASA 80, 1985); none known for this one.
var grid = family{
	name: "grid", fit: (*problem).grid, Nanoseconds: gridTime,
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

// gridSearch returns the best direction by the scores on the axes, which are in the rows. It begins with the axis of the
// largest scale and goes along the others in the order of theirs.
func gridSearch(scores vector.Matrix) []float64 {
	size, n := scores.Rows, scores.Cols
	a := make([]float64, size)
	scales, centres, order := make([]float64, size), make([]float64, size), make([]int, size)
	for j := range size {
		scales[j], centres[j], order[j] = MAD(scores.Row(j)), Median(scores.Row(j)), j
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scales[j], scales[i]) })
	start := order[0]
	best, centre := scales[start], centres[start]
	a[start] = 1
	along := append([]float64(nil), scores.Row(start)...)
	across, trial, memory := make([]float64, n), make([]float64, n), make([]float64, n)
	for cycle := range gridCycles {
		extent, angles := math.Pi/2/math.Pow(2, float64(cycle)), firstAngles
		if cycle > 0 {
			angles = laterAngles
		}
		for _, j := range order {
			rest := 1 - a[j]*a[j]
			if rest < 1e-12 {
				continue
			}
			root := math.Sqrt(rest)
			for i, v := range scores.Row(j) {
				across[i] = (v - a[j]*along[i]) / root
			}
			// For elliptical samples the scale is a norm.
			width := (scales[j] + math.Abs(a[j])*best) / root
			chosen, before := 0.0, best
			middle := (centres[j] - a[j]*centre) / root
			for step := range angles {
				angle := extent * (2*float64(step)/float64(angles) - 1)
				sin, cos := math.Sincos(angle)
				if gridSlack*math.Abs(sin)*width <= before*(1-cos) {
					continue
				}
				for i, v := range along {
					trial[i] = cos*v + sin*across[i]
				}
				if s := madAbove(trial, memory, cos*centre+sin*middle, best); s > best {
					best, chosen = s, angle
				}
			}
			if chosen != 0 {
				sin, cos := math.Sincos(chosen)
				aj := a[j]
				for l := range a {
					e := -aj * a[l]
					if l == j {
						e++
					}
					a[l] = cos*a[l] + sin*e/root
				}
				length := norm(a)
				for l := range a {
					a[l] /= length
				}
				for i, v := range along {
					along[i] = cos*v + sin*across[i]
				}
				centre = Median(along)
			}
		}
	}
	return a
}
