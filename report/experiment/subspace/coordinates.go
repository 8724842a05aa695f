package subspace

import (
	"gonum.org/v1/gonum/mat"
)

// Coordinates returns projections of samples (rows) onto components: Wᵀ(x − mean), in feature space (C.7).
func (f *Fit) Coordinates(score int, samples *mat.Dense) *mat.Dense {
	rows, _ := samples.Dims()
	loadings := f.Loadings[score]
	if loadings.IsEmpty() {
		return mat.NewDense(rows, 1, nil) // no variance: all samples project to one point
	}
	components, _ := loadings.Dims()
	z := mat.NewDense(rows, components, nil)
	if f.Matrix != nil {
		f.Matrix.Projector(loadings).Project(z, make([]float64, rows), samples)
		return z
	}
	z.Mul(minus(samples, f.Mean), loadings.T())
	return z
}

func minus(samples *mat.Dense, centre []float64) *mat.Dense {
	centred := &mat.Dense{}
	centred.Apply(func(_, j int, v float64) float64 { return v - centre[j] }, samples)
	return centred
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
