package solver

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"runtime"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// Settings steer the extraction. The zero value of a field is the default it names; Components has none.
type Settings struct {
	// Components is the number of components to extract, at least 1. Samples of lower rank have fewer.
	Components int
	// Tolerance is the length of step below which an iteration has converged: of the unit vector w in input
	// space, of the state c relative to its length in feature space. The default is 1e-10, the eps of Battaglino 2019.
	Tolerance float64
	// MaxIterations ends an iteration that does not converge. The default is 1000; Battaglino 2019 has no limit.
	MaxIterations int
	// Patience is the number of iterations without a larger objective after which one is [Wandered]. The default
	// is 100.
	Patience int
	// Start is where the iteration for each component starts. The default is LargestSample.
	Start Start
	// Update is the order of updates of KernelGPCA.
	Update Update
	// Workers bounds the goroutines of large matrix products; the default is 1.
	Workers int
	// First returns what the fit of a function found that this one repeats, nil for none. Components that had settled
	// are kept, up to the first that an iteration finds elsewhere.
	First func(objective.Function) *Found
}

type Found struct {
	Loadings   *mat.Dense // or coefficients in feature space
	Components []Component
}

// Defaults of Settings.
const (
	DefaultTolerance     = 1e-10
	DefaultMaxIterations = 1000
	DefaultPatience      = 100
)

func (s Settings) prepare() (Settings, error) {
	if s.Components < 1 {
		return s, fmt.Errorf("solver: %d components asked for, at least 1 is needed", s.Components)
	}
	s.Tolerance = cmp.Or(s.Tolerance, DefaultTolerance)
	s.MaxIterations = cmp.Or(s.MaxIterations, DefaultMaxIterations)
	s.Patience = cmp.Or(s.Patience, DefaultPatience)
	s.Start = cmp.Or(s.Start, LargestSample)
	s.Workers = max(s.Workers, 1)
	return s, nil
}

// An End says how the iteration for a component ended.
type End string

const (
	// Exact is a component found by an eigendecomposition.
	Exact End = "exact"
	// Converged is an iteration whose step fell below the tolerance.
	Converged End = "converged"
	// Cycled is an iteration that returned to an earlier state. The component is its state at the limit.
	Cycled End = "cycled"
	// Stopped is an iteration that reached the iteration limit.
	Stopped End = "stopped"
	// Wandered is an iteration, for a function that is singular at zero, whose objective had not grown for
	// Settings.Patience iterations.
	Wandered End = "wandered"
	// Vanished is an iteration whose gradient became zero. The component is the last direction before.
	Vanished End = "vanished"
)

// Settled reports whether the component does not depend on where the iteration was ended.
func (e End) Settled() bool { return e == Exact || e == Converged }

type Component struct {
	End        End
	Iterations int
	// Period is the length of the cycle of a Cycled component, else 0.
	Period int
	// Step is the length of the last step, in the unit of Settings.Tolerance.
	Step float64
	// Objective is Σ f(|wᵀx_i|) over the training samples, NaN without a closed form of f.
	Objective float64
}

// Centre returns samples minus their mean, and the mean (Battaglino 2019, 1.2).
//
// A second pass subtracts the mean of the remainders, which corrects the rounding error of the first (T. F. Chan,
// G. H. Golub, R. J. LeVeque, "Algorithms for computing the sample variance", The American Statistician 37, 1983)
// and makes constant features exactly zero.
func Centre(samples mat.Matrix) (centred *mat.Dense, mean []float64) {
	centred = mat.DenseCopyOf(samples)
	return centred, CentreInPlace(centred)
}

// CentreInPlace is Centre in the memory of the samples.
func CentreInPlace(samples *mat.Dense) (mean []float64) {
	centred, mean := Rows{of: samples}.Centre()
	for i, x := 0, centred.samples(1); i < samples.RawMatrix().Rows; i++ {
		x.Copy(samples.RawRowView(i), i)
	}
	return mean
}

func checkKernel(k *kernel.Matrix) error {
	if k == nil || k.Values == nil {
		return errors.New("solver: no kernel values")
	}
	for i := range k.Weights {
		// Off the diagonal, kernel values are no larger.
		if v := k.Values.At(i, i); !(math.Abs(v) <= largestScale) {
			return fmt.Errorf("solver: kernel value %g of samples %d and %[2]d: must be finite and at most %g", v, i,
				largestScale)
		}
	}
	return nil
}

// Processor names the multiply kernel in use: "avx512", "avx2" or "generic". All give the same bits.
func Processor() string { return vector.Kernel() }

// SelectProcessor chooses the multiply kernel by name; "" chooses the fastest. The error is for a name that is
// unknown or not supported here.
func SelectProcessor(name string) error { return vector.Select(name) }

// The architectures of amd64 whose last bits are not those of most programs: compiled with GOAMD64=v3 or later, and
// running on a processor without FMA.
const (
	FusedAMD64   = "amd64+fma"
	UnfusedAMD64 = "amd64 without FMA"
)

// Architecture is the GOARCH of the program, [FusedAMD64] where the compiler may fuse a product and a sum, or
// [UnfusedAMD64]. Last bits depend on it.
func Architecture() string {
	// On amd64 math.Exp, and with it tanh, cosh and pow, takes other steps without FMA. Those do not reach the
	// number nearest to exp(-69). No list of features is as sure: GODEBUG changes each in its own way.
	if runtime.GOARCH == "amd64" && math.Exp(-69) != 0x1.5eafffb34ba31p-100 {
		return UnfusedAMD64
	}
	return architecture
}
