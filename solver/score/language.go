package score

import "math"

// A kind says whether a subexpression is a number or a condition, whose value is 1 or 0.
type kind string

const (
	number    kind = "number"
	condition kind = "condition"
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

// values are the names that stand for a value, without the parameters of an expression.
func values() map[string]term {
	return map[string]term{
		"u":     {node: variable(), kind: number},
		"pi":    {node: constant(math.Pi), kind: number},
		"e":     {node: constant(math.E), kind: number},
		"true":  {node: constant(1), kind: condition},
		"false": {node: constant(0), kind: condition},
	}
}

type function struct {
	unary  func(float64) float64
	binary loop
}

var functions = map[string]function{
	"abs": {unary: math.Abs}, "sqrt": {unary: math.Sqrt}, "exp": {unary: math.Exp}, "log": {unary: math.Log},
	"sin": {unary: math.Sin}, "cos": {unary: math.Cos}, "tan": {unary: math.Tan},
	"sinh": {unary: math.Sinh}, "cosh": {unary: math.Cosh}, "tanh": {unary: math.Tanh},
	"sech": {unary: func(x float64) float64 { return 1 / math.Cosh(x) }},
	"sign": {unary: func(x float64) float64 {
		if x == 0 || math.IsNaN(x) {
			return x
		}
		return math.Copysign(1, x)
	}},
	"min": {binary: elementwise(func(x, y float64) float64 { return min(x, y) })},
	"max": {binary: elementwise(func(x, y float64) float64 { return max(x, y) })},
	"pow": {binary: elementwise(raise)},
}

type operator struct {
	precedence   int
	takes, gives kind
	loop         loop
}

var operators = map[string]operator{
	"or": or, "||": or, "and": and, "&&": and, "^": power, "**": power,
	"==": comparison(func(x, y float64) bool { return x == y }),
	"!=": comparison(func(x, y float64) bool { return x != y }),
	"<":  comparison(func(x, y float64) bool { return x < y }),
	"<=": comparison(func(x, y float64) bool { return x <= y }),
	">":  comparison(func(x, y float64) bool { return x > y }),
	">=": comparison(func(x, y float64) bool { return x >= y }),
	"+":  {sumPrecedence, number, number, elementwise(func(x, y float64) float64 { return x + y })},
	"-":  {sumPrecedence, number, number, elementwise(func(x, y float64) float64 { return x - y })},
	"*":  {productPrecedence, number, number, elementwise(func(x, y float64) float64 { return x * y })},
	"/":  {productPrecedence, number, number, elementwise(func(x, y float64) float64 { return x / y })},
}

var (
	or    = operator{orPrecedence, condition, condition, elementwise(func(x, y float64) float64 { return max(x, y) })}
	and   = operator{andPrecedence, condition, condition, elementwise(func(x, y float64) float64 { return x * y })}
	power = operator{powerPrecedence, number, number, elementwise(raise)}
)

func comparison(holds func(x, y float64) bool) operator {
	return operator{comparisonPrecedence, number, condition, elementwise(func(x, y float64) float64 {
		if holds(x, y) {
			return 1
		}
		return 0
	})}
}

// A loop combines two operands: dst[i] = dst[i] ∘ right[i].
type loop func(dst, right []float64)

// elementwise calls f for every element, which is slower than a loop of its own.
func elementwise(f func(x, y float64) float64) loop {
	return func(dst, right []float64) {
		for i, y := range right {
			dst[i] = f(dst[i], y)
		}
	}
}

// raise returns x^y. A square has the bits of math.Pow's and is faster.
func raise(x, y float64) float64 {
	if y == 2 {
		return x * x
	}
	return math.Pow(x, y)
}
