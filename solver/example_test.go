package solver_test

import (
	"context"
	"fmt"
	"log"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"gpca/solver"
	"gpca/solver/kernel"
	"gpca/solver/objective"
)

// Eleven samples on a line, the last one moved off it: ordinary PCA (p=2) tilts towards it, L1-PCA (p=1) less so.
func ExampleGPCA() {
	samples := mat.NewDense(11, 2, nil)
	for i := range 11 {
		samples.SetRow(i, []float64{float64(i), 0})
	}
	samples.Set(10, 1, 6)
	centred, mean := solver.Centre(samples)
	fmt.Printf("mean %.2f\n", mean)

	var functions []objective.Function
	for _, name := range []string{"p=2", "p=1"} {
		s, err := objective.Parse(name)
		if err != nil {
			log.Fatal(err)
		}
		functions = append(functions, s)
	}
	fits, err := solver.GPCA(context.Background(), centred, functions, solver.Settings{Components: 1})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range fits {
		w := f.Loadings.RawRowView(0) // its sign carries no meaning
		fmt.Printf("%s: %s, tilted by %.1f degrees\n", f.Function.Name(), f.Components[0].End, math.Atan(w[1]/w[0])*180/math.Pi)
	}
	// Output:
	// mean [5.00 0.55]
	// p=2: exact, tilted by 18.9 degrees
	// p=1: converged, tilted by 12.3 degrees
}

// No threshold separates outer samples from inner ones. In the feature space of squares the first component does.
func ExampleKernelGPCA() {
	outer, inner := []float64{-3, -2, 2, 3}, []float64{-1, -0.5, 0, 0.5, 1}
	samples := mat.NewDense(9, 1, slices.Concat(outer, inner))
	k, err := kernel.NewMatrix(kernel.Polynomial{Degree: 2, Scale: 1}, samples, true, 1)
	if err != nil {
		log.Fatal(err)
	}
	l1, err := objective.Parse("p=1")
	if err != nil {
		log.Fatal(err)
	}
	fits, err := solver.KernelGPCA(context.Background(), k, []objective.Function{l1}, solver.Settings{Components: 1})
	if err != nil {
		log.Fatal(err)
	}
	projections := fits[0].Projections.RawRowView(0)
	fmt.Printf("outer %.1f\n", projections[:4])
	fmt.Printf("inner %.1f\n", projections[4:])

	// Samples that were not trained on.
	unseen := mat.NewDense(2, 1, []float64{-4, 0.1})
	unseenProjections, squaredLengths := mat.NewDense(2, 1, nil), make([]float64, 2)
	k.Projector(fits[0].Coefficients).Project(unseenProjections, squaredLengths, unseen)
	fmt.Printf("unseen %.1f\n", unseenProjections.RawMatrix().Data)
	// Output:
	// outer [5.8 0.8 0.8 5.8]
	// inner [-2.2 -2.9 -3.2 -2.9 -2.2]
	// unseen [12.8 -3.2]
}
