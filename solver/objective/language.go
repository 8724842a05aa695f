package objective

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
		"u":     {node: node{at: func(u float64) float64 { return u }}, kind: number},
		"pi":    {node: constant(math.Pi), kind: number},
		"e":     {node: constant(math.E), kind: number},
		"true":  {node: constant(1), kind: condition},
		"false": {node: constant(0), kind: condition},
	}
}

type function struct {
	unary  func(x float64) float64
	binary func(x, y float64) float64
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
	"min": {binary: func(x, y float64) float64 { return min(x, y) }},
	"max": {binary: larger},
	"pow": {binary: raise},
}

type operator struct {
	precedence   int
	takes, gives kind
	of           func(x, y float64) float64
}

var operators = map[string]operator{
	"or": or, "||": or, "and": and, "&&": and, "^": power, "**": power,
	"==": comparison(func(x, y float64) bool { return x == y }),
	"!=": comparison(func(x, y float64) bool { return x != y }),
	"<":  comparison(func(x, y float64) bool { return x < y }),
	"<=": comparison(func(x, y float64) bool { return x <= y }),
	">":  comparison(func(x, y float64) bool { return x > y }),
	">=": comparison(func(x, y float64) bool { return x >= y }),
	"+":  {sumPrecedence, number, number, func(x, y float64) float64 { return x + y }},
	"-":  {sumPrecedence, number, number, func(x, y float64) float64 { return x - y }},
	"*":  {productPrecedence, number, number, times},
	"/":  {productPrecedence, number, number, func(x, y float64) float64 { return x / y }},
}

var (
	or    = operator{orPrecedence, condition, condition, larger}
	and   = operator{andPrecedence, condition, condition, times}
	power = operator{powerPrecedence, number, number, raise}
)

func comparison(holds func(x, y float64) bool) operator {
	return operator{comparisonPrecedence, number, condition, func(x, y float64) float64 {
		if holds(x, y) {
			return 1
		}
		return 0
	}}
}

func larger(x, y float64) float64 { return max(x, y) }
func times(x, y float64) float64  { return x * y }

// raise returns x^y. A square has the bits of math.Pow's and is faster.
func raise(x, y float64) float64 {
	if y == 2 {
		return x * x
	}
	return math.Pow(x, y)
}

// A node is an expression or a part of one, as a function of u. Truth values are 1 and 0.
type node struct {
	at       func(u float64) float64
	constant bool
}

func constant(v float64) node { return node{func(float64) float64 { return v }, true} }

func unary(f func(x float64) float64, x node) node {
	return node{at: func(u float64) float64 { return f(x.at(u)) }}
}

func binary(f func(x, y float64) float64, left, right node) node {
	return node{at: func(u float64) float64 { return f(left.at(u), right.at(u)) }}
}

// choice is "condition ? yes : no".
func choice(condition, yes, no node) node {
	return node{at: func(u float64) float64 {
		if condition.at(u) != 0 {
			return yes.at(u)
		}
		return no.at(u)
	}}
}
