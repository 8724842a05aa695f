package classify

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
)

// A bound sets low to lower bounds on the squared errors of images, and high to the minimum of itself and upper
// bounds.
type bound func(low, high [][]float64, block *images)

type images struct {
	samples  vector.Matrix
	pixels   *vector.Pixels
	norms    []float64 // squared lengths
	products []float64 // with the centre of the class that is estimated
}

func newImages(samples *mat.Dense) *images {
	all := vector.Of(samples)
	p := vector.NewPixels(all)
	if p == nil {
		return nil
	}
	return &images{samples: all, pixels: p, norms: all.SquaredNorms()}
}

func (b *images) take(places []int) *images {
	n := len(places)
	taken := &images{pixels: b.pixels.Select(places), norms: make([]float64, n), products: make([]float64, n)}
	for to, from := range places {
		taken.norms[to], taken.products[to] = b.norms[from], b.products[from]
	}
	return taken
}

// A screening finds the classes that can have the least error for each sample of a block.
type screening struct {
	models   []*subspaces
	low      [][][]float64 // bound on the error, by class, method, sample
	high     [][]float64   // bound on the least error, by method, sample
	possible [][]int       // number of possible classes, by method, sample
	open     [][]int       // samples with several possible classes, by method
	wanted   []bool        // by sample, whether places returns it

	centres, products vector.Matrix // of all classes, and products with the samples
}

// newScreening returns nil unless the errors of all models can be bounded.
func newScreening(models []Model, methods int) *screening {
	s := &screening{
		high: table[float64](methods, screenSize), possible: table[int](methods, screenSize),
		open: make([][]int, methods), wanted: make([]bool, screenSize),
		products: vector.NewMatrix(len(models), screenSize),
	}
	for class, m := range models {
		model, ok := m.(*subspaces)
		if !ok || model.bounds() == nil {
			return nil
		}
		s.models, s.low = append(s.models, model), append(s.low, table[float64](methods, screenSize))
		if c := model.centre; c != nil {
			if s.centres.Rows == 0 {
				s.centres = vector.NewMatrix(len(models), len(c))
			}
			copy(s.centres.Row(class), c)
		}
	}
	return s
}

// screen sets chosen, by method, to the class of every sample with a single possible class; others stay open.
func (s *screening) screen(block *images, chosen [][]int) {
	count := len(block.norms)
	for m := range s.high {
		s.open[m] = s.open[m][:0]
		for i := range count {
			s.open[m] = append(s.open[m], i)
			s.high[m][i] = math.Inf(1)
		}
	}
	if s.centres.Rows > 0 {
		vector.MulTransposed(s.products.View(0, 0, len(s.models), count), s.centres, block.samples)
	}
	for class, model := range s.models {
		block.products = s.products.Row(class)
		model.bounds()[0](s.low[class], s.high, block)
	}
	s.decide(chosen)
	for class, model := range s.models {
		if places := s.places(class); len(places) > 0 && len(model.bounds()) > 1 {
			block.products = s.products.Row(class)
			s.refine(class, block.take(places), places)
		}
	}
	s.decide(chosen)
}

// refine takes closer bounds of a class on the samples in the given places.
func (s *screening) refine(class int, taken *images, places []int) {
	low, high := table[float64](len(s.high), len(places)), table[float64](len(s.high), len(places))
	for m := range high {
		for at, i := range places {
			high[m][at] = s.high[m][i]
		}
	}
	s.models[class].bounds()[1](low, high, taken)
	for m := range high {
		for at, i := range places {
			s.low[class][m][i], s.high[m][i] = low[m][at], high[m][at]
		}
	}
}

// decide chooses the class of open samples for which only one is left.
func (s *screening) decide(chosen [][]int) {
	for m, open := range s.open {
		high, possible := s.high[m], s.possible[m]
		for _, i := range open {
			possible[i] = 0
		}
		for class := range s.low {
			low := s.low[class][m]
			for _, i := range open {
				// With NaN, which compares as false, the class stays possible.
				if !(low[i] > high[i]) {
					possible[i]++
					chosen[m][i] = class
				}
			}
		}
		s.open[m] = open[:0]
		for _, i := range open {
			if possible[i] != 1 {
				s.open[m] = append(s.open[m], i)
			}
		}
	}
}

// places returns the samples that some method leaves open and for which a class is possible.
func (s *screening) places(class int) (places []int) {
	clear(s.wanted)
	for m, open := range s.open {
		low, high := s.low[class][m], s.high[m]
		for _, i := range open {
			if !(low[i] > high[i]) {
				s.wanted[i] = true
			}
		}
	}
	for i, wanted := range s.wanted {
		if wanted {
			places = append(places, i)
		}
	}
	return places
}

// rows returns the samples whose error by class has to be computed, and their places.
func (s *screening) rows(class int, samples *mat.Dense) (rows *mat.Dense, places []int) {
	if places = s.places(class); len(places) == 0 {
		return nil, nil
	}
	return vector.Of(samples).Select(places).Dense(), places
}
