package robust

import (
	"fmt"
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// skewed is ROBPCA for skewed data: the samples kept are those of the smallest adjusted outlyingness, which divides the
// distance from the median by that of a whisker of the adjusted boxplot on the same side; so is the score distance, and
// cut-offs are whiskers.
//
// Equivariance: orthogonal, up to the directions drawn. Breakdown: at most a quarter, that of the medcouple.
var skewed = family{
	name: robpca.name + " skew", alpha: robpcaAlpha, fit: (*problem).skewed, Nanoseconds: skewedTime,
	Source: "M. Hubert, P. J. Rousseeuw, T. Verdonck, Robust PCA for skewed data and its outlier map, Computational " +
		"Statistics & Data Analysis 53, 2009",
}

// A Skew measures score distances by adjusted outlyingness: the largest, along directions, of the distance of a score
// from the median over that of the whisker on its side.
type Skew struct {
	// Directions are in the scores on the components; Median, Lower and Upper are the median along each, and how far
	// the whiskers are from it.
	Directions [][]float64 `json:"directions"`
	Median     []float64   `json:"median"`
	Lower      []float64   `json:"lower"`
	Upper      []float64   `json:"upper"`
	// CutOff is that of the score distances of the samples of the fit.
	CutOff float64 `json:"-"`
}

// Check returns an error for what is no Skew of so many components; nil is one.
func (s *Skew) Check(components int) error {
	if s == nil {
		return nil
	}
	count := len(s.Directions)
	if count == 0 || len(s.Median) != count || len(s.Lower) != count || len(s.Upper) != count {
		return fmt.Errorf("%d directions, and %d medians, %d lower and %d upper whiskers along them", count,
			len(s.Median), len(s.Lower), len(s.Upper))
	}
	for d, direction := range s.Directions {
		if len(direction) != components || !(s.Lower[d] > 0 && s.Upper[d] > 0) {
			return fmt.Errorf("direction %d has %d values for %d components, and whiskers %g and %g: they are positive",
				d+1, len(direction), components, s.Lower[d], s.Upper[d])
		}
	}
	return nil
}

// along is the distance of a score along a direction.
func (s *Skew) along(direction int, score float64) float64 {
	if score < s.Median[direction] {
		return (s.Median[direction] - score) / s.Lower[direction]
	}
	return (score - s.Median[direction]) / s.Upper[direction]
}

// outlyingness is that of a sample by its scores.
func (s *Skew) outlyingness(scores []float64) (largest float64) {
	for d, direction := range s.Directions {
		largest = max(largest, s.along(d, vector.Dot(direction, scores)))
	}
	return largest
}

func (p *problem) skewed() (*Fit, error) {
	h, _ := p.kept()
	directions := vector.Matrix{}
	if p.few() {
		directions = p.normals()
	} else {
		directions = p.directions(p.anyPair)
	}
	_, outlyingness := p.adjusted(p.x, directions)
	subspace, err := p.nearSubspace(p.leastOf(outlyingness, h), upperWhisker)
	if err != nil {
		return nil, err
	}
	k := len(subspace.Eigenvalues)
	within := &problem{ctx: p.ctx, components: k, workers: p.workers, random: p.random}
	within.x = p.turned(subspace)
	normals := within.normals()
	_, outlyingness = within.adjusted(within.x, normals)
	fit, err := within.fitOf(within.moments(within.x, within.leastOf(outlyingness, h)), within.count)
	if err != nil {
		return nil, err
	}
	loadings := vector.Of(fit.Loadings)
	turned := vector.NewMatrix(normals.Rows, loadings.Rows)
	vector.MulTransposed(turned, normals, loadings)
	fit.Skew, outlyingness = p.adjusted(within.turned(fit), turned)
	fit.Skew.CutOff = upperWhisker(outlyingness)
	fit.Converged = true
	return fit.lift(subspace), p.ctx.Err()
}

// adjusted is the outlyingness of samples along directions. A whisker that is rounding error is taken as large as that.
func (p *problem) adjusted(x, directions vector.Matrix) (*Skew, []float64) {
	count := directions.Rows
	s := &Skew{Directions: make([][]float64, count), Median: make([]float64, count), Lower: make([]float64, count),
		Upper: make([]float64, count)}
	outlyingness := make([]float64, x.Rows)
	var mutex sync.Mutex
	p.parallel(count, func(d int) {
		s.Directions[d] = directions.Row(d)
		scores := make([]float64, x.Rows)
		for i := range scores {
			scores[i] = vector.Dot(x.Row(i), directions.Row(d))
		}
		sorted := slices.Clone(scores)
		lower, upper := whiskers(sorted)
		median := quantile(sorted, 0.5)
		extent := max(median-sorted[0], sorted[len(sorted)-1]-median)
		if extent == 0 {
			extent = math.MaxFloat64 // so that no sample is far
		}
		s.Median[d] = median
		s.Lower[d], s.Upper[d] = max(median-lower, rounding*extent), max(upper-median, rounding*extent)
		mutex.Lock()
		defer mutex.Unlock()
		for i, v := range scores {
			outlyingness[i] = max(outlyingness[i], s.along(d, v))
		}
	})
	return s, outlyingness
}

// normals are orthogonal to hyperplanes, each through as many samples as there are dimensions.
func (p *problem) normals() vector.Matrix {
	n, size := p.x.Rows, p.x.Cols
	all := vector.Empty(directionsMost, size)
	if size == 1 {
		all.Append()[0] = 1
		return all
	}
	differences := mat.NewDense(size-1, size, nil)
	for tries := 0; all.Rows < directionsMost && tries < 10*directionsMost; tries++ {
		chosen := make([]int, 0, size)
		for len(chosen) < size {
			if i := p.random.IntN(n); !slices.Contains(chosen, i) {
				chosen = append(chosen, i)
			}
		}
		for i, at := range chosen[1:] {
			row := differences.RawRowView(i)
			copy(row, p.x.Row(at))
			vector.Axpy(-1, p.x.Row(chosen[0]), row)
		}
		var svd mat.SVD
		if svd.Factorize(differences, mat.SVDFullV); svd.Cond() < 1/rounding {
			var v mat.Dense
			svd.VTo(&v)
			mat.Col(all.Append(), size-1, &v)
		}
	}
	return all
}
