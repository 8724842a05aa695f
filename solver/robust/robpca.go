package robust

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"gpca/solver/internal/vector"
)

// robpcaAlpha is the share of samples that ROBPCA keeps at least.
const robpcaAlpha = 0.75

// robpca combines projection pursuit with the MCD. It looks for the h samples, about the share alpha, that lie
// outmost in no direction through two samples; their components give a subspace, to which samples near it are added;
// in it, MCD finds centre and components. In few dimensions, at most 10 and a fifth of the number of samples, it is
// the MCD of all of them.
//
// Equivariance: orthogonal, up to the directions drawn. Breakdown: at most (n − h + 1)/n, as h samples decide,
// less than 1 − alpha where samples are few: 6 of 30. No lower bound is known for the algorithm with its 250
// directions.
var robpca = family{
	name: "robpca", alpha: robpcaAlpha, fit: (*problem).robpca, Nanoseconds: robpcaTime,
	Source: "M. Hubert, P. J. Rousseeuw, K. Vanden Branden, ROBPCA: a new approach to robust principal component " +
		"analysis, Technometrics 47, 2005",
}

func (p *problem) robpca() (*Fit, error) {
	h, share := p.kept()
	if p.few() {
		e, err := p.fastMCD(p.x, share)
		if err != nil {
			return nil, err
		}
		return p.fitOf(e, p.count)
	}
	outlyingness, err := p.outmost(p.directions(p.anyPair), func(scores []float64) (location, scale float64) {
		return regularMoments(scores, h, 1)
	})
	if err != nil {
		return nil, err
	}
	subspace, err := p.nearSubspace(p.leastOf(outlyingness, h), func(distances []float64) float64 {
		location, scale := regularMoments(wilsonHilferty(distances), h, 1)
		return cutOff(location, scale, reweighted)
	})
	if err != nil {
		return nil, err
	}
	return p.withinSubspace(subspace, share)
}

// few reports whether the dimensions are few for the number of samples.
func (p *problem) few() bool { return p.x.Cols <= min(p.x.Rows/5, chosenMost) }

// kept returns the number h of samples that decide the subspace, and the share of those that the MCD keeps. By default
// h leaves room for the most components, as in the paper, and the share is h/n. With another alpha, both are for the
// components asked for. So does the package rrcov of R, by its results.
func (p *problem) kept() (h int, share float64) {
	n := p.x.Rows
	if p.alpha == robpcaAlpha {
		h = subsetSize(p.alpha, n, p.most())
		return h, float64(h) / float64(n)
	}
	return subsetSize(p.alpha, n, cmp.Or(p.components, p.most())), p.alpha
}

// nearSubspace returns the classical fit of the samples that lie near the components of the given ones: no further
// than a limit of orthogonal distances, for robpca the cut-off by univariate MCD (S. Engelen, M. Hubert, K. Vanden
// Branden, "A comparison of three procedures for robust PCA in high dimensions", Austrian J. of Statistics 34, 2005).
func (p *problem) nearSubspace(rows []int, limitOf func(distances []float64) float64) (*Fit, error) {
	first, err := p.fitOf(p.moments(p.x, rows), p.count)
	if err != nil || len(first.Eigenvalues) == p.x.Cols {
		return first, err
	}
	_, distances := first.Distances(p.x.Dense())
	near := upTo(distances, limitOf(distances))
	k := len(first.Eigenvalues)
	return p.fitOf(p.moments(p.x, near), func([]float64, float64) int { return k })
}

// withinSubspace returns the components by MCD of the scores of a fit, from which C-steps start too.
func (p *problem) withinSubspace(subspace *Fit, share float64) (*Fit, error) {
	k := len(subspace.Eigenvalues)
	scores := p.turned(subspace)
	e, err := p.fastMCD(scores, share, subspace.inScores())
	if err != nil {
		return nil, err
	}
	within := &problem{ctx: p.ctx, x: scores, components: k, workers: p.workers}
	fit, err := within.fitOf(e, within.count)
	if err != nil {
		return nil, err
	}
	return fit.lift(subspace), nil
}

// inScores is the estimate that a fit is of the scores on its components.
func (f *Fit) inScores() *estimate {
	k := len(f.Eigenvalues)
	covariance := vector.NewMatrix(k, k)
	for j, v := range f.Eigenvalues {
		covariance.Row(j)[j] = v
	}
	return estimateOf(make([]float64, k), covariance)
}

// lift turns a fit to scores on the components of another into one to the samples of this.
func (f *Fit) lift(subspace *Fit) *Fit {
	loadings, centre := vector.Of(subspace.Loadings), slices.Clone(subspace.Centre)
	for j, v := range f.Centre {
		vector.Axpy(v, loadings.Row(j), centre)
	}
	turned := vector.NewMatrix(len(f.Eigenvalues), loadings.Cols)
	vector.Mul(turned, vector.Of(f.Loadings), loadings)
	f.Centre, f.Loadings = centre, turned.Dense()
	return f
}

const (
	// directionsMost is the number of directions, all pairs of samples where there are no more.
	directionsMost = 250
	// directionsBatch is the number of directions whose scores are computed together, leastBatch that of many samples:
	// by one direction at a time, reading the samples takes longer than the products.
	directionsBatch, leastBatch = 10, 4
)

// outmost is the outlyingness of Stahel and Donoho along directions: the largest distance of the score of a sample from
// the location of all scores, over their scale, by moments that sort them. On a direction along which the scale is 0,
// samples with other scores are infinitely far.
func (p *problem) outmost(
	directions vector.Matrix, moments func(scores []float64) (location, scale float64),
) ([]float64, error) {
	n := p.x.Rows
	var mutex sync.Mutex
	outlyingness := make([]float64, n)
	size := max(leastBatch, min(directionsBatch, 1<<18/n)) // for the memory of scores
	memory := sync.Pool{New: func() any { return new([2][]float64) }}
	p.parallel((directions.Rows+size-1)/size, func(batch int) {
		first := batch * size
		some := directions.View(first, 0, min(size, directions.Rows-first), directions.Cols)
		own := memory.Get().(*[2][]float64)
		defer memory.Put(own)
		scores, sorted := vector.In(&own[0], some.Rows, n), vector.Grow(&own[1], n)
		vector.MulTransposed(scores, some, p.x)
		for j := range some.Rows {
			row := scores.Row(j)
			copy(sorted, row)
			location, scale := moments(sorted)
			extent := max(math.Abs(sorted[0]-location), math.Abs(sorted[n-1]-location))
			if scale <= rounding*extent {
				scale = 0
			}
			for i, v := range row {
				switch d := math.Abs(v - location); {
				case scale > 0:
					row[i] = d / scale
				case d > rounding*extent:
					row[i] = math.Inf(1)
				default:
					row[i] = 0
				}
			}
		}
		mutex.Lock()
		defer mutex.Unlock()
		for j := range some.Rows { // in any order: the maximum is the same
			for i, v := range scores.Row(j) {
				outlyingness[i] = max(outlyingness[i], v)
			}
		}
	})
	return outlyingness, p.ctx.Err()
}

// anyPair draws two samples.
func (p *problem) anyPair() (i, j int) {
	n := p.x.Rows
	if i, j = p.random.IntN(n), p.random.IntN(n-1); j >= i {
		j++
	}
	return i, j
}

// directions are unit vectors through two samples each: all pairs, or those that are drawn.
func (p *problem) directions(pair func() (i, j int)) vector.Matrix {
	n := p.x.Rows
	d := vector.Empty(directionsMost, p.x.Cols)
	add := func(i, j int) {
		row := d.Append()
		copy(row, p.x.Row(j))
		vector.Axpy(-1, p.x.Row(i), row)
		length := norm(row)
		if length == 0 {
			d.Rows--
			return
		}
		for at := range row {
			row[at] /= length
		}
	}
	if n*(n-1)/2 <= directionsMost {
		for j := range n {
			for i := range j {
				add(i, j)
			}
		}
		return d
	}
	for tries := 0; d.Rows < directionsMost && tries < 10*directionsMost; tries++ {
		add(pair())
	}
	return d
}

// parallel calls work for 0 to count−1 on the workers, unless the context ends.
func (p *problem) parallel(count int, work func(i int)) {
	vector.Parallel(p.workers, count, func(i int) {
		if p.ctx.Err() == nil {
			work(i)
		}
	})
}
