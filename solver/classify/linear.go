package classify

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// Linear is the model of a class in input space.
type Linear struct {
	mean    []float64
	stacked vector.Matrix // loadings of all methods, one below the other
	ends    []int         // row behind the last loading of each method
	packed  *vector.Packed
	// Computed when images are first classified: in as few bits as the processor multiplies, and in 16.
	quick, close func() *fixedPoint

	scratches sync.Pool // of *scratch
}

// NewLinear returns the model of a class with the given mean and, for each method, orthonormal loadings,
// components × features, which may be empty.
func NewLinear(mean []float64, loadings []*mat.Dense) *Linear {
	l := &Linear{mean: mean, scratches: newScratches()}
	l.stacked, l.ends = stack(loadings, len(mean))
	l.packed = vector.Pack(l.stacked)
	l.quick = sync.OnceValue(func() *fixedPoint { return newFixedPoint(mean, l.stacked, l.ends, vector.QuickBits()) })
	l.close = sync.OnceValue(func() *fixedPoint { return newFixedPoint(mean, l.stacked, l.ends, 16) })
	return l
}

func stack(matrices []*mat.Dense, columns int) (vector.Matrix, []int) {
	ends, rows := make([]int, len(matrices)), 0
	for i, m := range matrices {
		r, _ := m.Dims()
		rows += r
		ends[i] = rows
	}
	s := vector.Empty(rows, columns)
	for _, m := range matrices {
		for j := range vector.Of(m).Rows {
			copy(s.Append(), m.RawRowView(j))
		}
	}
	return s, ends
}

// Methods implements Model.
func (l *Linear) Methods() int { return len(l.ends) }

// SquaredErrors implements Model by equation B.1 in the form of C.2: ‖x − μ‖² minus that of the projection.
func (l *Linear) SquaredErrors(dst [][]float64, samples *mat.Dense) {
	rows, _ := samples.Dims()
	s := l.scratches.Get().(*scratch)
	defer l.scratches.Put(s)
	lengths := vector.Grow(&s.lengths, rows)
	centred := vector.In(&s.samples, rows, len(l.mean))
	for i := range rows {
		r := centred.Row(i)
		for j, v := range samples.RawRowView(i) {
			r[j] = v - l.mean[j]
		}
		lengths[i] = vector.Dot(r, r)
	}
	z := vector.In(&s.projections, rows, l.stacked.Rows)
	l.packed.MulTransposed(z, centred)
	subtractSquares(dst, lengths, z, l.ends)
}

func subtractSquares(dst [][]float64, lengths []float64, z vector.Matrix, ends []int) {
	for i, length := range lengths {
		projections := z.Data[i*z.Stride:][:z.Cols]
		first := 0
		for m, end := range ends {
			z := projections[first:end]
			dst[m][i] = length - vector.Dot(z, z)
			first = end
		}
	}
}
