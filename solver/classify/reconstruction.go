// Package classify assigns samples to classes.
//
// The thesis classifies by reconstruction: every class has a mean and a subspace
// of components of its own, and a sample belongs to the class whose subspace
// reconstructs it with the smallest squared error (Appendix B, equation B.1; in
// feature space Appendix C, C.4 to C.7). Many methods are tested on the same
// samples, so a [Model] holds the subspaces of all of them and shares what they
// have in common: the centred samples, or the kernel values.
//
// For most samples the smallest reconstruction error is smaller than the second smallest
// by much more than rounding. Images are therefore classified in steps: fast arithmetic,
// in integers of 8 or 16 bits, estimates the errors of all classes with a bound on the
// estimate's error; closer estimates, where there are any, and then float64 compute the
// errors of those classes only that the bound cannot exclude. Every sample gets the class
// that float64 alone would
// give it. On processors without the instructions for the estimates, and for samples
// that are not images, all errors are computed in float64.
package classify

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// A Model measures how far samples lie from the subspaces of one class, one
// subspace for each method.
type Model interface {
	// Methods is the number of subspaces.
	Methods() int
	// SquaredErrors sets dst[m][i] to the squared reconstruction error of
	// sample i by subspace m. Rounding may make it less than 0. It may be called
	// by several goroutines at once.
	SquaredErrors(dst [][]float64, samples *mat.Dense)
}

// blockSize is how many samples are measured at once: enough for fast
// products, few enough to keep kernel values in cache.
const blockSize = 256

// screenSize is how many samples get their classes at once: closer estimates and float64
// are for a few of them for each class, and faster for many.
const screenSize = 4 * blockSize

// ByReconstruction returns, for each method, the index of the model with the
// least squared error for every sample, the first among equal ones. NaN counts as
// larger than any number. It returns an error if no model has a finite error for some
// sample.
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
	classes := make([][]int, methods)
	for m := range classes {
		classes[m] = make([]int, rows)
	}
	c := &classifier{models: models, least: errorBlock(methods, screenSize), squares: errorBlock(methods, screenSize),
		part: make([][]float64, methods)}
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

// A classifier finds the class of least error for each sample, block by block.
type classifier struct {
	models     []Model
	asked      bool        // whether canEstimate has asked the models
	estimators []estimator // the models, nil when they cannot estimate
	screening  *screening

	least, squares [][]float64 // by method and sample of the block
	part           [][]float64 // of squares
}

// decide sets chosen to the class of each sample of a block, by method. First is the
// index of the first sample of the block.
func (c *classifier) decide(chosen [][]int, block *mat.Dense, first int) error {
	count, _ := block.Dims()
	var screened bool
	if !c.asked || c.estimators != nil {
		if images := newImages(block); images != nil && c.canEstimate() {
			c.screening.screen(c.estimators, images, chosen)
			screened = true
		}
	}
	for m := range c.least {
		for i := range count {
			c.least[m][i] = math.Inf(1)
		}
	}
	for class, model := range c.models {
		rows, places := block, []int(nil)
		if screened {
			if rows, places = c.screening.rows(class, block); rows == nil {
				continue
			}
		}
		measured, columns := rows.Dims()
		for from := 0; from < measured; from += blockSize {
			for m, squares := range c.squares {
				c.part[m] = squares[from:]
			}
			model.SquaredErrors(c.part, rows.Slice(from, min(from+blockSize, measured), 0, columns).(*mat.Dense))
		}
		for m := range c.squares {
			for at, e := range c.squares[m][:measured] {
				i := at
				if screened {
					if i = places[at]; c.screening.possible[m][i] == 1 {
						continue
					}
				}
				if e < c.least[m][i] {
					c.least[m][i] = e
					chosen[m][i] = class
				}
			}
		}
	}
	for m := range c.least {
		for i, e := range c.least[m][:count] {
			if math.IsInf(e, 1) && (!screened || c.screening.possible[m][i] != 1) {
				return fmt.Errorf("classify: sample %d: its reconstruction error by method %d is not finite for any "+
					"class", first+i, m)
			}
		}
	}
	return nil
}

// canEstimate reports whether all models can estimate. It asks them once, and only when
// there are images, because a model may prepare its estimates when it is asked.
func (c *classifier) canEstimate() bool {
	if !c.asked {
		c.asked = true
		if c.estimators = estimators(c.models); c.estimators != nil {
			c.screening = newScreening(c.estimators, len(c.least))
		}
	}
	return c.estimators != nil
}

func errorBlock(methods, samples int) [][]float64 {
	b := make([][]float64, methods)
	for m := range b {
		b[m] = make([]float64, samples)
	}
	return b
}

// SumErrors returns, for each method, the sums over the samples of the length of the
// reconstruction error, which is the measure of the Yale tables, and of its square,
// which is what is compared in classification and what L2 minimises.
func SumErrors(model Model, samples *mat.Dense) (lengths, squares []float64) {
	rows, columns := samples.Dims()
	lengths, squares = make([]float64, model.Methods()), make([]float64, model.Methods())
	block := errorBlock(model.Methods(), blockSize)
	for first := 0; first < rows; first += blockSize {
		count := min(blockSize, rows-first)
		model.SquaredErrors(block, samples.Slice(first, first+count, 0, columns).(*mat.Dense))
		for m := range lengths {
			for _, e := range block[m][:count] {
				// Rounding may leave a sample that lies in the subspace a
				// negative square.
				e = max(e, 0)
				lengths[m] += math.Sqrt(e)
				squares[m] += e
			}
		}
	}
	return lengths, squares
}
