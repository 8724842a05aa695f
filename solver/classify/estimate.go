package classify

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// An estimator is a model that can estimate the reconstruction errors of images.
type estimator interface {
	Model
	// canEstimate reports whether estimate may be called.
	canEstimate() bool
	// estimate sets squares to estimates of what SquaredErrors computes, and bounds
	// to bounds on the difference.
	estimate(squares, bounds [][]float64, block *images)
}

// A refiner has closer estimates that take longer.
type refiner interface {
	refine(squares, bounds [][]float64, block *images)
}

// images is a block of samples that are pixels.
type images struct {
	rows   [][]float64
	pixels *vector.Pixels
	norms  []float64 // squared lengths
}

// newImages returns the samples as images, or nil when they are not images.
func newImages(samples *mat.Dense) *images {
	all := view(samples)
	p := vector.NewPixels(all)
	if p == nil {
		return nil
	}
	b := &images{rows: make([][]float64, all.Rows), pixels: p, norms: make([]float64, all.Rows)}
	for i := range b.rows {
		r := samples.RawRowView(i)
		b.rows[i], b.norms[i] = r, vector.Dot(r, r)
	}
	return b
}

// take returns the images in the given places.
func (b *images) take(places []int) *images {
	taken := &images{rows: make([][]float64, len(places)), pixels: b.pixels.Select(places), norms: make([]float64, len(places))}
	for to, from := range places {
		taken.rows[to], taken.norms[to] = b.rows[from], b.norms[from]
	}
	return taken
}

func view(m *mat.Dense) vector.Matrix {
	raw := m.RawMatrix()
	return vector.Matrix{Rows: raw.Rows, Cols: raw.Cols, Stride: raw.Stride, Data: raw.Data}
}

// estimators returns the models as estimators, nil unless all of them are.
func estimators(models []Model) []estimator {
	var all []estimator
	for _, m := range models {
		e, ok := m.(estimator)
		if !ok || !e.canEstimate() {
			return nil
		}
		all = append(all, e)
	}
	return all
}

// A screening finds the classes that can have the least error for each sample of a block.
type screening struct {
	squares, bounds [][]float64   // estimates of one class, by method and sample
	low             [][][]float64 // lower bound on the error, by class, method, sample
	high            [][]float64   // upper bound on the least error, by method, sample
	possible        []int         // number of possible classes, by sample
	open            [][]bool      // whether several classes are possible, by method, sample
	wanted          [][]bool      // whether the error has to be computed, by class, sample
}

func newScreening(classes, methods int) *screening {
	s := &screening{squares: errorBlock(methods), bounds: errorBlock(methods), high: errorBlock(methods), possible: make([]int, blockSize)}
	for range classes {
		s.low = append(s.low, errorBlock(methods))
		s.wanted = append(s.wanted, make([]bool, blockSize))
	}
	for range methods {
		s.open = append(s.open, make([]bool, blockSize))
	}
	return s
}

// screen sets chosen to the class of every sample for which only one is possible, by
// method. For the others it records the classes whose error has to be computed.
func (s *screening) screen(models []estimator, block *images, chosen [][]int) {
	count := len(block.norms)
	all := make([]int, count)
	for i := range all {
		all[i] = i
	}
	for m := range s.high {
		for i := range count {
			s.high[m][i], s.open[m][i] = math.Inf(1), true
		}
	}
	for class, model := range models {
		model.estimate(s.squares, s.bounds, block)
		s.narrow(class, all)
	}
	s.decide(chosen)
	for class, model := range models {
		if r, ok := model.(refiner); ok {
			if places := s.places(class, count); len(places) > 0 {
				r.refine(s.squares, s.bounds, block.take(places))
				s.narrow(class, places)
			}
		}
	}
	s.decide(chosen)
}

// narrow takes up the estimates of a class, of the samples in the given places.
func (s *screening) narrow(class int, places []int) {
	for m, high := range s.high {
		low, squares, bounds := s.low[class][m], s.squares[m], s.bounds[m]
		for at, i := range places {
			low[i] = squares[at] - bounds[at]
			high[i] = min(high[i], squares[at]+bounds[at])
		}
	}
}

// decide chooses the classes of open samples for which only one is left.
func (s *screening) decide(chosen [][]int) {
	for _, wanted := range s.wanted {
		clear(wanted)
	}
	for m, high := range s.high {
		open, possible := s.open[m][:len(chosen[m])], s.possible[:len(chosen[m])]
		clear(possible)
		for class := range s.low {
			for i, low := range s.low[class][m][:len(open)] {
				// With NaN, which compares as false, the class stays possible.
				if !(low > high[i]) && open[i] {
					possible[i]++
					chosen[m][i] = class
				}
			}
		}
		for i, n := range possible {
			if open[i] = open[i] && n != 1; !open[i] {
				continue
			}
			for class := range s.low {
				if !(s.low[class][m][i] > high[i]) {
					s.wanted[class][i] = true
				}
			}
		}
	}
}

// places returns the samples whose error by class has to be computed.
func (s *screening) places(class, count int) (places []int) {
	for i, wanted := range s.wanted[class][:count] {
		if wanted {
			places = append(places, i)
		}
	}
	return places
}

// rows returns the samples whose error by class has to be computed, and their indices.
func (s *screening) rows(class int, samples *mat.Dense) (rows *mat.Dense, places []int) {
	count, columns := samples.Dims()
	if places = s.places(class, count); len(places) == 0 {
		return nil, nil
	}
	rows = mat.NewDense(len(places), columns, nil)
	for to, from := range places {
		rows.SetRow(to, samples.RawRowView(from))
	}
	return rows, places
}
