package subspace

import (
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"gpca/report/experiment/trial"
)

// partRows is the least number of samples that are centred and projected at a time, of more. Few enough stay in a
// cache; for fewer than four blocks of 64, Mul would take its sums in another order.
const partRows = 1024

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
	parts := max(1, len(rows)/partRows)
	centred := mat.NewDense(len(rows)/parts+1, features, nil)
	for part := range parts {
		first, end := len(rows)*part/parts, len(rows)*(part+1)/parts
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
