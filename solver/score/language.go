package score

import "math"

type constant struct {
	name  string
	value float64
}

func constants() []constant {
	return []constant{{"pi", math.Pi}, {"e", math.E}}
}

type unaryFunction struct {
	name     string
	function func(float64) float64
}

func unaryFunctions() []unaryFunction {
	return []unaryFunction{
		{"abs", math.Abs}, {"sqrt", math.Sqrt}, {"exp", math.Exp}, {"log", math.Log},
		{"sin", math.Sin}, {"cos", math.Cos}, {"tan", math.Tan},
		{"sinh", math.Sinh}, {"cosh", math.Cosh}, {"tanh", math.Tanh},
		{"sech", func(x float64) float64 { return 1 / math.Cosh(x) }},
		{"sign", func(x float64) float64 {
			if x == 0 || math.IsNaN(x) {
				return x
			}
			return math.Copysign(1, x)
		}},
	}
}

type binaryFunction struct {
	name     string
	function func(x, y float64) float64
	loop     func(dst, right []float64)
}

func binaryFunctions() []binaryFunction {
	return []binaryFunction{
		{"min", math.Min, func(dst, right []float64) {
			for i, y := range right {
				dst[i] = min(dst[i], y)
			}
		}},
		{"max", math.Max, func(dst, right []float64) {
			for i, y := range right {
				dst[i] = max(dst[i], y)
			}
		}},
		{"pow", math.Pow, raise},
	}
}

// operator returns the loop of an infix operator, nil if there is none.
func operator(name string) func(dst, right []float64) {
	switch name {
	case "+":
		return func(dst, right []float64) {
			for i, y := range right {
				dst[i] += y
			}
		}
	case "-":
		return func(dst, right []float64) {
			for i, y := range right {
				dst[i] -= y
			}
		}
	case "*":
		return func(dst, right []float64) {
			for i, y := range right {
				dst[i] *= y
			}
		}
	case "/":
		return func(dst, right []float64) {
			for i, y := range right {
				dst[i] /= y
			}
		}
	case "^", "**":
		return raise
	case "<":
		return comparison(func(x, y float64) bool { return x < y })
	case "<=":
		return comparison(func(x, y float64) bool { return x <= y })
	case ">":
		return comparison(func(x, y float64) bool { return x > y })
	case ">=":
		return comparison(func(x, y float64) bool { return x >= y })
	case "==":
		return comparison(func(x, y float64) bool { return x == y })
	case "!=":
		return comparison(func(x, y float64) bool { return x != y })
	case "and", "&&":
		return comparison(func(x, y float64) bool { return x != 0 && y != 0 })
	case "or", "||":
		return comparison(func(x, y float64) bool { return x != 0 || y != 0 })
	}
	return nil
}

// raise sets dst to the power dst^right. Squares, the commonest, are written
// out: the same number as math.Pow's, ten times as fast.
func raise(dst, right []float64) {
	for i, y := range right {
		if y == 2 {
			dst[i] *= dst[i]
		} else {
			dst[i] = math.Pow(dst[i], y)
		}
	}
}

func comparison(holds func(x, y float64) bool) func(dst, right []float64) {
	return func(dst, right []float64) {
		for i, y := range right {
			dst[i] = truth(holds(dst[i], y))
		}
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}
