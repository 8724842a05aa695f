package robust

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"gpca/solver"
	"gpca/solver/internal/vector"
)

// detmcd is mcd without random starts: C-steps start from six estimates that are easy to compute, of features in units
// of their Qn. It needs n ≥ 2p samples of rank p. As R's programs do, the factor for consistency has the share of
// samples that are kept, where that of mcd has 0.975.
//
// Equivariance: under shifts, scales and permutations of features; not orthogonal. Breakdown: none known of the
// algorithm; h samples decide as they do for mcd.
var detmcd = family{
	name: "detmcd", alpha: mcdAlpha, fit: (*problem).detmcd, Nanoseconds: detmcdTime,
	Source: "M. Hubert, P. J. Rousseeuw, T. Verdonck, A deterministic algorithm for robust location and scatter, " +
		"Journal of Computational and Graphical Statistics 21, 2012",
}

func (p *problem) detmcd() (*Fit, error) { return p.byMCD(p.deterministicMCD) }

// deterministicMCD is the reweighted MCD by C-steps from six starts.
func (p *problem) deterministicMCD(x vector.Matrix, alpha float64) (*estimate, error) {
	n, size := x.Rows, x.Cols
	h := subsetSize(alpha, n, size)
	best, err := p.fromSix(x, h)
	if err != nil {
		return nil, err
	}
	e := p.reweigh(x, best, h, alpha)
	if e.kept > 0 { // else on a hyperplane, without factors
		factor := consistency(size, float64(e.kept)/float64(n))
		if e.kept == n {
			factor = 1 / smallSample(reweightedSmall, size, n, alpha)
		}
		floats.Scale(factor/consistency(size, reweighted), e.covariance.Data)
	}
	return e, nil
}

// fromSix is the first best estimate of h samples by C-steps from six starts. Each starts from its h nearest samples,
// where the paper takes the half of them.
func (p *problem) fromSix(x vector.Matrix, h int) (*estimate, error) {
	n, size := x.Rows, x.Cols
	turned, z := vector.NewMatrix(size, n), vector.NewMatrix(n, size)
	vector.Transpose(turned, x)
	for j := range size {
		row := turned.Row(j)
		floats.AddConst(-Median(row), row)
		floats.Scale(1/qnOrDeviation(row), row)
	}
	vector.Transpose(z, turned)
	ranked := ranks(turned)
	shapes := []func() vector.Matrix{
		func() vector.Matrix { return correlationsOf(turned, math.Tanh) },
		func() vector.Matrix { return correlationsOf(ranked, func(r float64) float64 { return r }) },
		func() vector.Matrix {
			return correlationsOf(ranked, func(r float64) float64 {
				return normalQuantile((r - 1./3) / (float64(n) + 1./3))
			})
		},
		func() vector.Matrix {
			units, products := pullAt(z, make([]float64, size)).units, vector.NewMatrix(size, size)
			vector.GramOfColumns(products, units, 1)
			return products
		},
		func() vector.Matrix {
			own := &problem{ctx: p.ctx}
			return own.moments(z, own.leastOf(z.SquaredNorms(), (n+1)/2)).covariance
		},
		func() vector.Matrix { return pairwise(turned) },
	}
	found, failures := make([]*estimate, len(shapes)), make([]error, len(shapes))
	p.parallel(len(shapes), func(i int) {
		own := &problem{ctx: p.ctx}
		distances, err := distancesAlong(shapes[i](), z)
		if failures[i] = err; err == nil {
			found[i] = own.concentrate(x, own.moments(x, own.leastOf(distances, h)), h, stepsLimit)
		}
	})
	if err := cmp.Or(p.ctx.Err(), cmp.Or(failures...)); err != nil {
		return nil, err
	}
	return slices.MinFunc(found, byDeterminant), nil
}

// qnOrDeviation is Qn or, where that is 0, the standard deviation, or else 1.
func qnOrDeviation(values []float64) float64 {
	for _, s := range []float64{Qn(values), stat.StdDev(values, nil)} {
		if s > 0 {
			return s
		}
	}
	return 1
}

// ranks are those of each row, from 1, ties averaged.
func ranks(x vector.Matrix) vector.Matrix {
	ranked, order := vector.NewMatrix(x.Rows, x.Cols), make([]int, x.Cols)
	for j := range x.Rows {
		row := x.Row(j)
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int { return cmp.Compare(row[a], row[b]) })
		for first := 0; first < len(order); {
			last := first + 1
			for last < len(order) && row[order[last]] == row[order[first]] {
				last++
			}
			for _, i := range order[first:last] {
				ranked.Row(j)[i] = float64(first+last+1) / 2
			}
			first = last
		}
	}
	return ranked
}

// correlationsOf are the classical ones of a function of the rows.
func correlationsOf(x vector.Matrix, of func(float64) float64) vector.Matrix {
	y, products := vector.NewMatrix(x.Rows, x.Cols), vector.NewMatrix(x.Rows, x.Rows)
	for j := range x.Rows {
		row := y.Row(j)
		for i, v := range x.Row(j) {
			row[i] = of(v)
		}
		standardise(row)
	}
	vector.GramLower(products, y, 1)
	return products
}

// standardise makes products of rows their correlations. A constant row becomes 0.
func standardise(row []float64) {
	floats.AddConst(-floats.Sum(row)/float64(len(row)), row)
	if length := norm(row); length > 0 {
		floats.Scale(1/length, row)
	}
}

// pairwise is the matrix of robust covariances of standardised rows by the Qn of their sums and differences (R.
// Gnanadesikan, J. R. Kettenring, Biometrics 28, 1972), with which that of R. A. Maronna and R. H. Zamar 2002 begins.
func pairwise(x vector.Matrix) vector.Matrix {
	all, sum, difference := vector.NewMatrix(x.Rows, x.Rows), make([]float64, x.Cols), make([]float64, x.Cols)
	for j := range x.Rows {
		all.Row(j)[j] = 1
		for h := range j {
			floats.AddTo(sum, x.Row(j), x.Row(h))
			floats.SubTo(difference, x.Row(j), x.Row(h))
			v := (square(Qn(sum)) - square(Qn(difference))) / 4
			all.Row(j)[h], all.Row(h)[j] = v, v
		}
	}
	return all
}

// distancesAlong are the squared distances of samples, with the Qn along the eigenvectors of a shape for scales, from
// the medians of the samples that these make spherical.
func distancesAlong(shape, z vector.Matrix) ([]float64, error) {
	_, vectors, err := solver.Eigenpairs(shape, shape.Rows, 1)
	if err != nil {
		return nil, err
	}
	along, inverse := vector.NewMatrix(z.Cols, z.Rows), vector.NewMatrix(z.Cols, z.Cols)
	vector.MulTransposed(along, vectors, z)
	for c := range along.Rows {
		floats.Scale(1/qnOrDeviation(along.Row(c)), along.Row(c))
	}
	vector.Transpose(inverse, vectors)
	spherical, medians := vector.NewMatrix(z.Cols, z.Rows), make([]float64, z.Cols)
	vector.Mul(spherical, inverse, along)
	for j := range medians {
		medians[j] = medianOf(spherical.Row(j))
	}
	distances := make([]float64, z.Rows)
	for c := range along.Rows {
		at := vector.Dot(vectors.Row(c), medians)
		for i, v := range along.Row(c) {
			distances[i] += square(v - at)
		}
	}
	return distances, nil
}
