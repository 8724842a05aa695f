// Package classify assigns samples to classes.
//
// The thesis classifies by reconstruction: every class has a mean and a subspace
// of components of its own, and a sample belongs to the class whose subspace
// reconstructs it with the smallest squared error (Appendix B, equation B.1; in
// feature space Appendix C, C.4 to C.7). Many methods are tested on the same
// samples, so a [Model] holds the subspaces of all of them and shares what they
// have in common: the centred samples, or the kernel values.
package classify

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
)

// A Model measures how far samples lie from the subspaces of one class, one
// subspace for each method.
type Model interface {
	// Methods is the number of subspaces.
	Methods() int
	// SquaredErrors sets dst[m][i] to the squared reconstruction error of
	// sample i by subspace m.
	SquaredErrors(dst [][]float64, samples *mat.Dense)
}

// blockSize is how many samples are classified at once: enough for fast
// products, few enough to keep kernel values in cache.
const blockSize = 256

// ByReconstruction returns, for each method, the index of the model with the
// least squared error for every sample. Among equal errors the first model
// wins. An error that is not a number never wins.
func ByReconstruction(ctx context.Context, models []Model, samples *mat.Dense) ([][]int, error) {
	if len(models) == 0 {
		return nil, fmt.Errorf("classify: no classes")
	}
	methods := models[0].Methods()
	rows, columns := samples.Dims()
	classes := make([][]int, methods)
	for m := range classes {
		classes[m] = make([]int, rows)
	}
	least, errors := errorBlock(methods), errorBlock(methods)
	for first := 0; first < rows; first += blockSize {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		count := min(blockSize, rows-first)
		block := samples.Slice(first, first+count, 0, columns).(*mat.Dense)
		for m := range least {
			for i := range count {
				least[m][i] = math.Inf(1)
			}
		}
		for class, model := range models {
			if model.Methods() != methods {
				return nil, fmt.Errorf("classify: class %d has %d methods, class 0 has %d", class, model.Methods(), methods)
			}
			model.SquaredErrors(errors, block)
			for m := range errors {
				for i, e := range errors[m][:count] {
					if e < least[m][i] {
						least[m][i] = e
						classes[m][first+i] = class
					}
				}
			}
		}
	}
	return classes, nil
}

func errorBlock(methods int) [][]float64 {
	b := make([][]float64, methods)
	for m := range b {
		b[m] = make([]float64, blockSize)
	}
	return b
}

// MeanError returns the mean over the samples of the length of the
// reconstruction error, for each method: the square root of what is compared in
// classification, the measure of the Yale tables.
func MeanError(model Model, samples *mat.Dense) []float64 {
	rows, columns := samples.Dims()
	sums := make([]float64, model.Methods())
	errors := errorBlock(model.Methods())
	for first := 0; first < rows; first += blockSize {
		count := min(blockSize, rows-first)
		model.SquaredErrors(errors, samples.Slice(first, first+count, 0, columns).(*mat.Dense))
		for m := range sums {
			for _, e := range errors[m][:count] {
				// Rounding may leave a sample that lies in the subspace a
				// negative square.
				sums[m] += math.Sqrt(max(e, 0))
			}
		}
	}
	for m := range sums {
		sums[m] /= float64(rows)
	}
	return sums
}

// Linear is the model of a class in input space.
type Linear struct {
	mean     []float64
	stacked  vector.Matrix // loadings of all methods, one below the other
	ends     []int         // row behind the last loading of each method
	features int
}

// NewLinear returns the model of a class with the given mean and, for each
// method, orthonormal loadings, components × features. Methods may differ in
// their number of components; an empty matrix is a subspace of dimension 0.
func NewLinear(mean []float64, loadings []*mat.Dense) *Linear {
	l := &Linear{mean: mean, features: len(mean)}
	l.stacked, l.ends = stack(loadings, len(mean))
	return l
}

func stack(matrices []*mat.Dense, columns int) (vector.Matrix, []int) {
	rows := 0
	for _, m := range matrices {
		r, _ := m.Dims()
		rows += r
	}
	s := vector.Matrix{Rows: rows, Cols: columns, Stride: columns, Data: make([]float64, rows*columns)}
	ends := make([]int, len(matrices))
	at := 0
	for i, m := range matrices {
		r, _ := m.Dims()
		for j := range r {
			copy(s.Data[(at+j)*columns:], m.RawRowView(j))
		}
		at += r
		ends[i] = at
	}
	return s, ends
}

// Methods implements Model.
func (l *Linear) Methods() int { return len(l.ends) }

// SquaredErrors implements Model by equation B.1, written as C.2: the squared
// length of the centred sample less that of its projection.
func (l *Linear) SquaredErrors(dst [][]float64, samples *mat.Dense) {
	rows, _ := samples.Dims()
	centred := vector.Matrix{Rows: rows, Cols: l.features, Stride: l.features, Data: make([]float64, rows*l.features)}
	lengths := make([]float64, rows)
	for i := range rows {
		r := centred.Data[i*l.features : (i+1)*l.features]
		for j, v := range samples.RawRowView(i) {
			r[j] = v - l.mean[j]
		}
		lengths[i] = vector.Dot(r, r)
	}
	z := vector.Matrix{Rows: rows, Cols: l.stacked.Rows, Stride: l.stacked.Rows, Data: make([]float64, rows*l.stacked.Rows)}
	vector.MulTransposed(z, centred, l.stacked)
	subtractSquares(dst, lengths, z, l.ends)
}

func subtractSquares(dst [][]float64, lengths []float64, z vector.Matrix, ends []int) {
	for i, length := range lengths {
		projections := z.Data[i*z.Stride:][:z.Cols]
		first := 0
		for m, end := range ends {
			sum := 0.0
			for _, v := range projections[first:end] {
				sum += v * v
			}
			dst[m][i] = length - sum
			first = end
		}
	}
}

// Kernel is the model of a class in the feature space of a kernel.
type Kernel struct {
	projector  *kernel.Projector
	ends       []int
	directions int
}

// NewKernel returns the model of the class whose training samples k was made
// from, with the coefficients of each method's components.
func NewKernel(k *kernel.Matrix, coefficients []*mat.Dense) *Kernel {
	n := k.Size()
	stacked, ends := stack(coefficients, n)
	return &Kernel{
		projector:  k.Projector(mat.NewDense(stacked.Rows, n, stacked.Data)),
		ends:       ends,
		directions: stacked.Rows,
	}
}

// Methods implements Model.
func (k *Kernel) Methods() int { return len(k.ends) }

// SquaredErrors implements Model by equations C.3 to C.7.
func (k *Kernel) SquaredErrors(dst [][]float64, samples *mat.Dense) {
	rows, _ := samples.Dims()
	projections := mat.NewDense(rows, k.directions, nil)
	lengths := make([]float64, rows)
	k.projector.Project(projections, lengths, samples)
	subtractSquares(dst, lengths, vector.Matrix{Rows: rows, Cols: k.directions, Stride: k.directions, Data: projections.RawMatrix().Data}, k.ends)
}
