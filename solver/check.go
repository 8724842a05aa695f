package solver

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"gpca/solver/internal/vector"
	"gpca/solver/kernel"
)

// Squares of values must neither overflow nor underflow, even when samples are deflated down to rounding error.
const (
	smallestScale = 1e-100
	largestScale  = 1e100
)

func checkSamples(samples *mat.Dense) error {
	if samples == nil || samples.IsEmpty() {
		return errors.New("solver: no samples")
	}
	if err := vector.Of(samples).CheckScale(smallestScale, largestScale); err != nil {
		return fmt.Errorf("solver: %w", err)
	}
	return nil
}

func checkKernel(k *kernel.Matrix) error {
	if k == nil || k.Values == nil {
		return errors.New("solver: no kernel values")
	}
	for i := range k.Weights {
		for j, v := range k.Values.RawRowView(i) {
			if !(math.Abs(v) <= largestScale) {
				return fmt.Errorf("solver: kernel value %g of samples %d and %d: must be finite and at most %g",
					v, i, j, largestScale)
			}
		}
	}
	return nil
}
