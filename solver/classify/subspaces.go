package classify

import (
	"sync"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// subspaces is the Model of [NewLinear] and [NewKernel].
type subspaces struct {
	ends       []int // behind the last direction of each method
	directions int   // of all methods
	// project sets z to the projections of samples on all directions, and lengths to the squared lengths of the
	// centred samples.
	project func(s *scratch, z vector.Matrix, lengths []float64, samples *mat.Dense)
	// bounds bound the errors of images, each closer than the one before and slower. They are computed when images
	// are first classified, and are nil where there are none.
	bounds func() []bound
	// centre is the point whose inner products with the images the bounds need, nil for none.
	centre []float64
}

// A scratch is memory for one use of a model at a time.
type scratch struct {
	samples, projections, lengths []float64
	singles                       []float32
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

func (m *subspaces) Methods() int { return len(m.ends) }

// SquaredErrors implements Model by equation B.1 in the form of C.2: ‖x − μ‖² minus that of the projection.
func (m *subspaces) SquaredErrors(dst [][]float64, samples *mat.Dense) {
	s := scratches.Get().(*scratch)
	defer scratches.Put(s)
	rows, columns := samples.Dims()
	for first := 0; first < rows; first += blockSize {
		count := min(blockSize, rows-first)
		z, lengths := vector.In(&s.projections, count, m.directions), vector.Grow(&s.lengths, count)
		m.project(s, z, lengths, samples.Slice(first, first+count, 0, columns).(*mat.Dense))
		for i, length := range lengths {
			projections := z.Data[i*z.Stride:][:z.Cols]
			begin := 0
			for method, end := range m.ends {
				z := projections[begin:end]
				dst[method][first+i] = length - vector.Dot(z, z)
				begin = end
			}
		}
	}
}

// stack returns matrices one below the other, and the row behind the last one of each.
func stack(matrices []*mat.Dense, columns int) (vector.Matrix, []int) {
	s, ends := vector.Matrix{Cols: columns, Stride: columns}, make([]int, len(matrices))
	for i, m := range matrices {
		rows, _ := m.Dims()
		for j := range rows {
			s.Data = append(s.Data, m.RawRowView(j)...)
		}
		s.Rows += rows
		ends[i] = s.Rows
	}
	return s, ends
}
