package score

import "math"

// A kind says whether a subexpression is a number or a condition, whose value is 1 or 0.
type kind string

const (
	number    kind = "number"
	condition kind = "condition"
	either    kind = "number or condition"
)

// Precedences, from the operators that bind last.
const (
	choicePrecedence = iota
	orPrecedence
	andPrecedence
	comparisonPrecedence
	sumPrecedence
	notPrecedence
	productPrecedence
	signPrecedence
	powerPrecedence
)

func values() map[string]term {
	return map[string]term{
		"u":     {node: variable(), kind: number},
		"pi":    {node: constant(math.Pi), kind: number},
		"e":     {node: constant(math.E), kind: number},
		"true":  {node: constant(1), kind: condition},
		"false": {node: constant(0), kind: condition},
	}
}

func unaryFunctions() map[string]func(float64) float64 {
	return map[string]func(float64) float64{
		"abs": math.Abs, "sqrt": math.Sqrt, "exp": math.Exp, "log": math.Log,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan,
		"sinh": math.Sinh, "cosh": math.Cosh, "tanh": math.Tanh,
		"sech": func(x float64) float64 { return 1 / math.Cosh(x) },
		"sign": func(x float64) float64 {
			if x == 0 || math.IsNaN(x) {
				return x
			}
			return math.Copysign(1, x)
		},
	}
}

func binaryFunctions() map[string]loop {
	return map[string]loop{
		"min": elementwise(func(x, y float64) float64 { return min(x, y) }),
		"max": elementwise(func(x, y float64) float64 { return max(x, y) }),
		"pow": elementwise(raise),
	}
}

// An operator stands between its operands.
type operator struct {
	precedence   int
	takes, gives kind
	loop         loop
}

func operators() map[string]operator {
	or := operator{orPrecedence, condition, condition, comparison(func(x, y float64) bool { return x != 0 || y != 0 })}
	both := func(x, y float64) bool { return x != 0 && y != 0 }
	and := operator{andPrecedence, condition, condition, comparison(both)}
	power := operator{powerPrecedence, number, number, elementwise(raise)}
	return map[string]operator{
		"or": or, "||": or, "and": and, "&&": and, "^": power, "**": power,
		"==": {comparisonPrecedence, either, condition, comparison(func(x, y float64) bool { return x == y })},
		"!=": {comparisonPrecedence, either, condition, comparison(func(x, y float64) bool { return x != y })},
		"<":  {comparisonPrecedence, number, condition, comparison(func(x, y float64) bool { return x < y })},
		"<=": {comparisonPrecedence, number, condition, comparison(func(x, y float64) bool { return x <= y })},
		">":  {comparisonPrecedence, number, condition, comparison(func(x, y float64) bool { return x > y })},
		">=": {comparisonPrecedence, number, condition, comparison(func(x, y float64) bool { return x >= y })},
		"+":  {sumPrecedence, number, number, elementwise(func(x, y float64) float64 { return x + y })},
		"-":  {sumPrecedence, number, number, elementwise(func(x, y float64) float64 { return x - y })},
		"*":  {productPrecedence, number, number, elementwise(func(x, y float64) float64 { return x * y })},
		"/":  {productPrecedence, number, number, elementwise(func(x, y float64) float64 { return x / y })},
	}
}

// A loop combines two operands: dst[i] = dst[i] ∘ right[i].
type loop func(dst, right []float64)

// elementwise calls f for every element, which costs 1 ns an operation more than
// a loop of its own would.
func elementwise(f func(x, y float64) float64) loop {
	return func(dst, right []float64) {
		for i, y := range right {
			dst[i] = f(dst[i], y)
		}
	}
}

func comparison(holds func(x, y float64) bool) loop {
	return func(dst, right []float64) {
		for i, y := range right {
			truth := 0.0
			if holds(dst[i], y) {
				truth = 1
			}
			dst[i] = truth
		}
	}
}

// raise returns x^y. Squares, the commonest, are written out: the same number as
// math.Pow's, ten times as fast.
func raise(x, y float64) float64 {
	if y == 2 {
		return x * x
	}
	return math.Pow(x, y)
}
