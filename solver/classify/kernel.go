package classify

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
)

// Kernel is the model of a class in the feature space of a kernel.
type Kernel struct {
	projector  *kernel.Projector
	ends       []int // column behind the last direction of each method
	directions int
	// Computed when images are first classified.
	estimator func() *kernel.Estimator

	scratches sync.Pool // of *scratch
}

// NewKernel returns the model of the class of the training samples of k, with the coefficients of each method's
// components, components × distinct training samples, which may be empty. It does not need the Values of k.
func NewKernel(k *kernel.Matrix, coefficients []*mat.Dense) *Kernel {
	n := len(k.Weights)
	stacked, ends := stack(coefficients, n)
	directions := &mat.Dense{}
	if stacked.Rows > 0 {
		directions = mat.NewDense(stacked.Rows, n, stacked.Data)
	}
	model := &Kernel{projector: k.Projector(directions), ends: ends, directions: stacked.Rows,
		scratches: newScratches()}
	model.estimator = sync.OnceValue(func() *kernel.Estimator { return model.projector.Estimator(ends) })
	return model
}

// Methods implements Model.
func (k *Kernel) Methods() int { return len(k.ends) }

// SquaredErrors implements Model by equations C.3 to C.7.
func (k *Kernel) SquaredErrors(dst [][]float64, samples *mat.Dense) {
	rows, _ := samples.Dims()
	s := k.scratches.Get().(*scratch)
	defer k.scratches.Put(s)
	lengths := vector.Grow(&s.lengths, rows)
	z := vector.In(&s.projections, rows, k.directions)
	var projections *mat.Dense
	if k.directions > 0 {
		projections = mat.NewDense(rows, k.directions, z.Data)
	}
	k.projector.Project(projections, lengths, samples)
	subtractSquares(dst, lengths, z, k.ends)
}

type scratch struct {
	samples, projections, lengths []float64
	singles                       []float32
}

func newScratches() sync.Pool {
	return sync.Pool{New: func() any { return new(scratch) }}
}

func (k *Kernel) canEstimate() bool { return k.estimator() != nil }

func (k *Kernel) centre() []float64 { return nil }

func (k *Kernel) estimate(low, high [][]float64, block *images) {
	k.estimator().Bound(low, high, block.pixels, block.norms)
}
