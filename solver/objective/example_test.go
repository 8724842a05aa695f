package objective_test

import (
	"fmt"

	"gpca/solver/objective"
)

// A function weighs the samples by their projections.
func Example() {
	s, err := objective.Parse("a=1")
	if err != nil {
		fmt.Println(err)
		return
	}
	projections := []float64{-8, -0.5, 0, 0.25, 3}
	weights := make([]float64, len(projections))
	s.Apply(weights, projections)
	fmt.Println(s.Formula())
	fmt.Println(weights)
	// Output:
	// $f'(u) = \min(u, 1)$
	// [-1 -0.5 0 0.25 1]
}
