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

// blockSize is the number of values in one step of a program: many, to hide the cost of its calls, but few enough
// for the buffers to stay in the first-level cache.
const blockSize = 256

// A node is an expression or a part of one, evaluated for many u at once. Truth values are 1 and 0. It is
// immutable; buffers belong to the caller.
type node struct {
	// into sets dst[i] to the value at u[i], for at most blockSize values. Spare holds depth blocks.
	into     func(dst, u, spare []float64)
	depth    int
	constant bool
}

// evaluate is into with memory of its own.
func (n node) evaluate(dst, u []float64) { n.into(dst, u, make([]float64, n.depth*blockSize)) }

func (n node) at(u float64) float64 {
	var v [1]float64
	n.evaluate(v[:], []float64{u})
	return v[0]
}

// apply makes f′ odd.
func (n node) apply(dst, u []float64) {
	spare := make([]float64, n.depth*blockSize)
	var magnitudes, results [blockSize]float64
	for len(u) > 0 {
		block := u[:min(blockSize, len(u))]
		for i, x := range block {
			magnitudes[i] = math.Abs(x)
		}
		values := results[:len(block)]
		n.into(values, magnitudes[:len(block)], spare)
		for i, x := range block {
			switch {
			case x > 0:
				dst[i] = values[i]
			case x < 0:
				dst[i] = -values[i]
			default:
				dst[i] = x // 0 or NaN
			}
		}
		u, dst = u[len(block):], dst[len(block):]
	}
}

func constant(v float64) node {
	return node{constant: true, into: func(dst, _, _ []float64) {
		for i := range dst {
			dst[i] = v
		}
	}}
}

func variable() node { return node{into: func(dst, u, _ []float64) { copy(dst, u) }} }

func unary(f func(float64) float64, x node) node {
	return node{depth: x.depth, into: func(dst, u, spare []float64) {
		x.into(dst, u, spare)
		for i, x := range dst {
			dst[i] = f(x)
		}
	}}
}

func binary(combine loop, left, right node) node {
	return node{depth: max(left.depth, 1+right.depth), into: func(dst, u, spare []float64) {
		left.into(dst, u, spare)
		other := spare[:len(dst)]
		right.into(other, u, spare[blockSize:])
		combine(dst, other)
	}}
}

// choice is "condition ? yes : no". Both branches are evaluated.
func choice(condition, yes, no node) node {
	return node{depth: max(yes.depth, 1+no.depth, 2+condition.depth), into: func(dst, u, spare []float64) {
		yes.into(dst, u, spare)
		other, holds := spare[:len(dst)], spare[blockSize:][:len(dst)]
		no.into(other, u, spare[blockSize:])
		condition.into(holds, u, spare[2*blockSize:])
		for i, c := range holds {
			if c == 0 {
				dst[i] = other[i]
			}
		}
	}}
}
