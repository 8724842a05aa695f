package subspace

import (
	"iter"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/trial"
	"gpca/report/statistics"
	"gpca/solver"
)

// Residuals returns what samples, one a row, miss when they are reconstructed in input space, and their scores.
func (f *Fit) Residuals(score int, samples *mat.Dense) (missed, scores *mat.Dense) {
	rows, _ := samples.Dims()
	missed, scores = solver.Shifted(samples, -1, f.Mean), f.Coordinates(score, samples, statistics.Indices(rows))
	if w := f.Loadings[score]; !w.IsEmpty() {
		var kept mat.Dense
		kept.Mul(scores, w)
		missed.Sub(missed, &kept)
	}
	return missed, scores
}

// Impute replaces missing cells of a row by what the scores that suit the other cells best, of several the shortest,
// expect there.
func (f *Fit) Impute(score int, row []float64, missing []bool) {
	w := f.Loadings[score]
	count, features := w.Dims()
	observed, rest := mat.NewDense(features, max(count, 1), nil), mat.NewVecDense(features, nil)
	for j, gone := range missing {
		if gone {
			continue
		}
		rest.SetVec(j, row[j]-f.Mean[j])
		for c := range count {
			observed.Set(j, c, w.At(c, j))
		}
	}
	var scores mat.VecDense
	var d mat.SVD
	rank := 0
	if d.Factorize(observed, mat.SVDThin) {
		rank = d.Rank(1e-10)
	}
	if rank > 0 {
		d.SolveVecTo(&scores, rest, rank)
	}
	for j, gone := range missing {
		if !gone {
			continue
		}
		row[j] = f.Mean[j]
		for c, v := range scores.RawVector().Data {
			row[j] += v * w.At(c, j)
		}
	}
}

// Variance returns the sum of the squared distances of rows from their mean.
func Variance(rows *mat.Dense) float64 {
	centred, _ := solver.Centre(rows)
	length := mat.Norm(centred, 2)
	return length * length
}

// Directions returns an orthonormal basis of the span of components, orthonormal rows, after their columns are
// multiplied by the scaling.
func (s Scaling) Directions(components *mat.Dense) *mat.Dense {
	if s == nil || components.IsEmpty() {
		return components
	}
	count, _ := components.Dims()
	scaled := mat.DenseCopyOf(components)
	for i := range count {
		s.Restore(scaled.RawRowView(i))
	}
	basis, _ := solver.Factors(scaled)
	return mat.DenseCopyOf(basis.T())
}

// Angle returns the largest principal angle, in degrees, between the spans of orthonormal rows: 90 where fewer are
// found than wanted (maxsub of M. Hubert, P. J. Rousseeuw, K. Vanden Branden, Technometrics 47, 2005, after W. J.
// Krzanowski, JASA 74, 1979). Sine and cosine together keep small angles and those near 90 exact (Å. Björck, G. H.
// Golub, Mathematics of Computation 27, 1973).
func Angle(wanted, found *mat.Dense) float64 {
	if wanted.IsEmpty() {
		return 0
	}
	if found.IsEmpty() || found.RawMatrix().Rows < wanted.RawMatrix().Rows {
		return 90
	}
	var products, rest mat.Dense
	products.Mul(wanted, found.T())
	rest.Mul(&products, found)
	rest.Sub(wanted, &rest)
	var cosines, sines mat.SVD
	if !cosines.Factorize(&products, mat.SVDNone) || !sines.Factorize(&rest, mat.SVDNone) {
		return math.NaN()
	}
	cosine, sine := cosines.Values(nil), sines.Values(nil)
	return math.Atan2(sine[0], cosine[len(cosine)-1]) * 180 / math.Pi
}

// partRows is the least number of samples that are centred and projected at a time, of more. Few enough stay in a
// cache; for fewer than four blocks of 64, Mul would take its sums in another order.
const partRows = 1024

// Parts divides a number of samples into parts, from the first to before the end, that are projected at a time.
func Parts(samples int) iter.Seq2[int, int] {
	return func(yield func(first, end int) bool) {
		for part, parts := 0, max(1, samples/partRows); part < parts; part++ {
			if !yield(samples*part/parts, samples*(part+1)/parts) {
				return
			}
		}
	}
}

// Coordinates returns projections of the given samples onto components: Wᵀ(x − mean), in feature space (C.7).
func (f *Fit) Coordinates(score int, samples *mat.Dense, rows []int) *mat.Dense {
	loadings := f.Loadings[score]
	if loadings.IsEmpty() {
		return mat.NewDense(len(rows), 1, nil) // no variance: all samples project to one point
	}
	components, features := loadings.Dims()
	z := mat.NewDense(len(rows), components, nil)
	if f.Matrix != nil {
		f.Matrix.Projector(loadings).Project(z, make([]float64, len(rows)), trial.RowsOf(samples, rows))
		return z
	}
	centred := mat.NewDense(min(len(rows), 2*partRows), features, nil)
	for first, end := range Parts(len(rows)) {
		of := centred.Slice(0, end-first, 0, features).(*mat.Dense)
		for i, row := range rows[first:end] {
			floats.SubTo(of.RawRowView(i), samples.RawRowView(row), f.Mean)
		}
		z.Slice(first, end, 0, components).(*mat.Dense).Mul(of, loadings.T())
	}
	return z
}

// Explained returns the squared coordinates in percent of the squared lengths of centred samples.
func (f *Fit) Explained(z, samples *mat.Dense) float64 {
	rows, _ := samples.Dims()
	lengths := make([]float64, rows) // squared
	if f.Matrix != nil {
		f.Matrix.Projector(&mat.Dense{}).Project(nil, lengths, samples)
	} else {
		for i := range rows {
			for j, v := range samples.RawRowView(i) {
				lengths[i] += (v - f.Mean[j]) * (v - f.Mean[j])
			}
		}
	}
	kept, all := 0.0, 0.0
	for i, length := range lengths {
		all += length
		for _, v := range z.RawRowView(i) {
			kept += v * v
		}
	}
	if all == 0 {
		return 0
	}
	return 100 * kept / all
}
