package vector_test

import (
	"fmt"

	"gpca/solver/internal/vector"
)

func ExampleMulTransposed() {
	x := vector.Matrix{Rows: 3, Cols: 2, Stride: 2, Data: []float64{
		1, 0,
		3, 4,
		0, 2,
	}}
	w := vector.Matrix{Rows: 1, Cols: 2, Stride: 2, Data: []float64{0.6, 0.8}}
	u := vector.NewMatrix(1, 3)
	vector.MulTransposed(u, w, x) // the projections of three samples onto w
	fmt.Printf("%.1f\n", u.Data)
	// Output: [0.6 5.0 1.6]
}

// A step of the power iteration for p = 3, whose function is |u|·u: the gradient of Σ|wᵀx|³/3 is Σ|wᵀx|(wᵀx)x.
func ExampleSamples_Pass() {
	x := vector.Matrix{Rows: 3, Cols: 2, Stride: 2, Data: []float64{
		1, 0,
		-3, 1,
		2, 2,
	}}
	w := vector.Matrix{Rows: 1, Cols: 2, Stride: 2, Data: []float64{1, 0}}
	g := vector.NewMatrix(1, 2)
	vector.NewSamples(x, 1).Pass(g, w, func(u vector.Matrix) {
		for i, v := range u.Row(0) {
			u.Row(0)[i] = max(v, -v) * v
		}
	})
	fmt.Println(g.Data)
	// Output: [36 -1]
}
