package solver

import (
	"cmp"
	"fmt"

	"gonum.org/v1/gonum/mat"
)

// Settings steer the iteration. The zero value of every field but Components
// stands for the default it names.
type Settings struct {
	// Components is the number of components to extract, at least 1. Fewer are
	// returned when the samples span fewer dimensions.
	Components int
	// Tolerance is the length of step below which an iteration has converged. In input
	// space the step is that of the unit vector w; in feature space it is that of the
	// state c, relative to the length of c. 0 stands for 1e-10, the thesis's eps.
	Tolerance float64
	// MaxIterations ends an iteration that does not converge. 0 stands for
	// 1000. The thesis names no limit.
	MaxIterations int
	// Patience is the number of iterations without a larger objective after which the
	// iteration for a score that is singular at zero ends, see [Wandered]. 0 stands for 100.
	Patience int
	// Start is where the iteration for each component starts.
	Start Start
	// Update is the order in which the network of KernelGPCA updates its state. GPCA
	// ignores it.
	Update Update
	// Workers bounds the goroutines of large matrix products; 0 stands for 1.
	Workers int
}

// DefaultTolerance, DefaultMaxIterations and DefaultPatience are what the zero
// values of Settings stand for.
const (
	DefaultTolerance     = 1e-10
	DefaultMaxIterations = 1000
	DefaultPatience      = 100
)

// prepare fills in the defaults.
func (s Settings) prepare() (Settings, error) {
	if s.Components < 1 {
		return s, fmt.Errorf("solver: %d components asked for, at least 1 is needed", s.Components)
	}
	s.Tolerance = cmp.Or(s.Tolerance, DefaultTolerance)
	s.MaxIterations = cmp.Or(s.MaxIterations, DefaultMaxIterations)
	s.Patience = cmp.Or(s.Patience, DefaultPatience)
	s.Workers = max(s.Workers, 1)
	return s, nil
}

// An End says how the iteration for a component ended.
type End string

const (
	// Exact is a component found by an eigendecomposition, without iterating.
	Exact End = "exact"
	// Converged is an iteration whose step fell below the tolerance.
	Converged End = "converged"
	// Cycled is an iteration that returned to an earlier state. The component is the
	// state that the iteration would have had at the iteration limit.
	Cycled End = "cycled"
	// Stopped is an iteration that met the iteration limit.
	Stopped End = "stopped"
	// Wandered is an iteration for a score that is singular at zero, such as p = 0.5,
	// whose objective had not grown for Settings.Patience iterations.
	Wandered End = "wandered"
	// Vanished is an iteration whose gradient became zero: its direction is the last before.
	Vanished End = "vanished"
)

// A Component tells how one component was found.
type Component struct {
	End        End
	Iterations int
	// Period is the length of the cycle of a Cycled component, else 0.
	Period int
	// Step is the length of the last step, in the unit of Settings.Tolerance.
	Step float64
	// Objective is Σ f(|wᵀx_i|) over the training samples, NaN where f has no closed form.
	Objective float64
}

// Centre returns samples minus their mean, and the mean (thesis, 1.2).
//
// Centring is done twice, because the mean has a rounding error. Subtracting the mean of
// the remainders corrects it (T. F. Chan, G. H. Golub, R. J. LeVeque, "Algorithms for
// computing the sample variance", The American Statistician 37, 1983), and makes
// constant features exactly zero.
func Centre(samples mat.Matrix) (centred *mat.Dense, mean []float64) {
	centred = mat.DenseCopyOf(samples)
	rows, columns := centred.Dims()
	mean, part := make([]float64, columns), make([]float64, columns)
	for range 2 {
		clear(part)
		for i := range rows {
			for j, v := range centred.RawRowView(i) {
				part[j] += v
			}
		}
		for j := range part {
			part[j] /= float64(rows)
			mean[j] += part[j]
		}
		for i := range rows {
			row := centred.RawRowView(i)
			for j := range row {
				row[j] -= part[j]
			}
		}
	}
	return centred, mean
}
