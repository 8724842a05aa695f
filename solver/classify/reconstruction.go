// Package classify assigns samples to classes: by reconstruction, as Battaglino 2019 does, and by other classifiers to
// compare with.
//
// By reconstruction, every class has a mean and a subspace of components, and a sample belongs to the class whose
// subspace reconstructs it with the least squared error (Appendix B, equation B.1; in feature space Appendix C,
// C.4 to C.7). A [Model] holds the subspaces of many methods.
//
// Images are classified in steps. First, integers of 8 or 16 bits bound the errors of all classes. For the classes
// that these bounds do not exclude, closer bounds follow where there are any, and then float64. The result is that
// of float64 alone, which is used for samples that are not images and on processors without the instructions.
package classify

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"

	"gonum.org/v1/gonum/mat"
)

// A Model measures how far samples are from the subspaces of one class, one for each method.
type Model interface {
	// Methods is the number of subspaces.
	Methods() int
	// SquaredErrors sets dst[m][i] to the squared reconstruction error of sample i by subspace m, which rounding
	// may make negative. It is safe for concurrent use.
	SquaredErrors(dst [][]float64, samples *mat.Dense)
}

const (
	// blockSize is the number of samples measured at once, for fast products of values in the cache.
	blockSize = 256
	// screenSize is the number of samples classified at once: float64 is for a few of them.
	screenSize = 4 * blockSize
)

// ByReconstruction returns, for each method and sample, the index of the model with the least squared error, the
// first of equals. It returns an error if no model has a finite error for some sample.
func ByReconstruction(ctx context.Context, models []Model, samples *mat.Dense) ([][]int, error) {
	if len(models) == 0 {
		return nil, errors.New("classify: no classes")
	}
	methods := models[0].Methods()
	for class, model := range models {
		if model.Methods() != methods {
			return nil, fmt.Errorf("classify: class %d has %d methods, class 0 has %d", class, model.Methods(), methods)
		}
	}
	rows, columns := samples.Dims()
	classes := table[int](methods, rows)
	c := &classifier{models: models, least: table[float64](methods, screenSize),
		squares: table[float64](methods, screenSize)}
	c.screening = sync.OnceValue(func() *screening { return newScreening(models, methods) })
	chosen := make([][]int, methods)
	for first := 0; first < rows; first += screenSize {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		count := min(screenSize, rows-first)
		for m := range chosen {
			chosen[m] = classes[m][first : first+count]
		}
		if err := c.decide(chosen, samples.Slice(first, first+count, 0, columns).(*mat.Dense), first); err != nil {
			return nil, err
		}
	}
	return classes, nil
}

type classifier struct {
	models         []Model
	screening      func() *screening // nil when the models cannot estimate
	least, squares [][]float64       // by method and sample of the block
}

// decide sets chosen, by method, to the classes of a block of samples from first on.
func (c *classifier) decide(chosen [][]int, block *mat.Dense, first int) error {
	count, _ := block.Dims()
	var s *screening // nil: every class is possible for every sample
	if images := newImages(block); images != nil {
		if s = c.screening(); s != nil {
			s.screen(images, chosen)
		}
	}
	open := func(m, i int) bool { return s == nil || s.possible[m][i] != 1 }
	for m := range c.least {
		for i := range count {
			c.least[m][i] = math.Inf(1)
		}
	}
	for class, model := range c.models {
		rows, places := block, []int(nil)
		if s != nil {
			if rows, places = s.rows(class, block); rows == nil {
				continue
			}
		}
		measured, _ := rows.Dims()
		model.SquaredErrors(c.squares, rows)
		for m := range c.squares {
			for at, e := range c.squares[m][:measured] {
				i := at
				if places != nil {
					i = places[at]
				}
				if e < c.least[m][i] && open(m, i) {
					c.least[m][i] = e
					chosen[m][i] = class
				}
			}
		}
	}
	return c.checkFinite(first, count, open)
}

// checkFinite returns an error for a sample of the block that is open and has no finite error by a method.
func (c *classifier) checkFinite(first, count int, open func(m, i int) bool) error {
	for m := range c.least {
		for i, e := range c.least[m][:count] {
			if math.IsInf(e, 1) && open(m, i) {
				return fmt.Errorf("classify: sample %d: its reconstruction error by method %d is not finite for any "+
					"class", first+i, m)
			}
		}
	}
	return nil
}

func table[T any](methods, samples int) [][]T {
	t := make([][]T, methods)
	for m := range t {
		t[m] = make([]T, samples)
	}
	return t
}

// SumErrors returns, for each method, the sums of the reconstruction error and of its square over the samples.
func SumErrors(model Model, samples *mat.Dense) (lengths, squares []float64) {
	rows, _ := samples.Dims()
	lengths, squares = make([]float64, model.Methods()), make([]float64, model.Methods())
	all := table[float64](model.Methods(), rows)
	model.SquaredErrors(all, samples)
	for m := range lengths {
		for _, e := range all[m] {
			e = max(e, 0) // rounding
			lengths[m] += math.Sqrt(e)
			squares[m] += e
		}
	}
	return lengths, squares
}
