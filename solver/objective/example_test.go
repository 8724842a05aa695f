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

func ExampleParse() {
	for _, name := range []string{"p=1.50", "3-3sech", "f'=u/(1 + u)", "tahn"} {
		s, err := objective.Parse(name)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%-14s %-23s %s\n", s.Name(), s.Formula(), s.Source())
	}
	// Output:
	// p=1.5          $f'(u) = \sqrt{u}$      Kwak 2014
	// 3-3sech        $f'(u) = 3 - 3 \operatorname{sech} u$ Battaglino 2019, Section 2.2.1
	// f'=u/(1 + u)   f′(u) = u/(1 + u)       user's expression
	// unknown function "tahn": did you mean tanh?; families are p=<number above 0>, a=<number above 0>, q=<number above 0>, g=<number above 0>, f'=<expression of u>
}

func ExampleNamed() {
	for _, s := range objective.Named() {
		if !s.Properties().NonDecreasing {
			fmt.Printf("%-10s rises up to u = %.3g only\n", s.Name(), s.Properties().RisesUpTo)
		}
	}
	// Output:
	// p=0.5      rises up to u = 0 only
	// 2tanhsech  rises up to u = 0.881 only
	// 1-cos      rises up to u = 2 only
	// q=2        rises up to u = 0 only
	// q=3        rises up to u = 0 only
	// q=4        rises up to u = 0 only
	// g=1        rises up to u = 1 only
}

func ExampleExpression() {
	s, err := objective.Expression("u < 2 ? u : 2/u")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Name(), "at 1 and 4:", s.Derivative(1), s.Derivative(4))
	fmt.Println("convex:", s.Properties().NonDecreasing)

	_, err = objective.Expression("u/cosh(u")
	fmt.Println(err)
	// Output:
	// f'=u < 2 ? u : 2/u at 1 and 4: 1 0.5
	// convex: false
	// function "f'=u/cosh(u": column 9: the expression ends where ) is needed
}
