package classify_test

import (
	"context"
	"fmt"
	"log"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/classify"
	"gpca/solver/objective"
)

// Two classes have the same mean; one lies along the first axis, the other along the second. A sample belongs to
// the nearer axis.
func ExampleByReconstruction() {
	l1, err := objective.Parse("p=1")
	if err != nil {
		log.Fatal(err)
	}
	var models []classify.Model
	for _, training := range []*mat.Dense{
		mat.NewDense(4, 2, []float64{-3, 0.1, -1, -0.1, 1, 0.1, 3, -0.1}),
		mat.NewDense(4, 2, []float64{0.1, -3, -0.1, -1, 0.1, 1, -0.1, 3}),
	} {
		centred, mean := solver.Centre(training)
		fits, err := solver.GPCA(context.Background(), centred, []objective.Function{l1}, solver.Settings{Components: 1})
		if err != nil {
			log.Fatal(err)
		}
		models = append(models, classify.NewLinear(mean, []*mat.Dense{fits[0].Loadings}))
	}
	samples := mat.NewDense(3, 2, []float64{
		2, 0.5,
		0.5, 2,
		-1, 4,
	})
	classes, err := classify.ByReconstruction(context.Background(), models, samples)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(classes[0]) // of the first and only method
	// Output:
	// [0 1 1]
}
