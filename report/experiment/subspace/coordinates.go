package subspace

import (
	"gonum.org/v1/gonum/mat"
)

// Coordinates are the projections of samples onto the components of a score, a sample a
// row and a component a column: Wᵀ(x − mean) in input space, C.7 in feature space.
func (f *Fit) Coordinates(score int, samples *mat.Dense) *mat.Dense {
	rows, features := samples.Dims()
	loadings := f.Loadings[score]
	if loadings.IsEmpty() {
		return mat.NewDense(rows, 1, nil) // nothing varies: all samples project to one point
	}
	components, _ := loadings.Dims()
	z := mat.NewDense(rows, components, nil)
	if f.Matrix != nil {
		f.Matrix.Projector(loadings).Project(z, make([]float64, rows), samples)
		return z
	}
	centred := mat.NewDense(rows, features, nil)
	centred.Apply(func(_, j int, v float64) float64 { return v - f.Mean[j] }, samples)
	z.Mul(centred, loadings.T())
	return z
}
