package objective

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	expressionPrefix = "f'="
	expressionSource = "user's expression"
)

// Expression returns the function whose f′ is the source, an expression of u such as "3 - 3/cosh(u)". Its name is
// "f'=" and the source with runs of blanks reduced to one.
//
// The language has numbers, u, the constants pi and e, + - * / and ^ or ** for powers (-u^2 is −(u²)),
// comparisons of numbers, "and", "or", "not", "true", "false", the choice "u < 1 ? u : 1", and the functions
//
//	abs sqrt exp log sin cos tan sinh cosh tanh sech sign    of one argument
//	min max pow                                              of two
//
// log is the natural logarithm; angles are in radians. An error names the column in characters.
//
// f′ is taken on u ≥ 0. It must be finite at 0 and on a logarithmic grid up to 10⁴, and not zero on all of it,
// or the error wraps a [*DomainError]; beyond, infinities and NaN are returned as they arise. Its [Properties]
// are measured on that grid. There is no primitive; see [Objective].
func Expression(source string) (Function, error) { return ExpressionWith(source, nil) }

// ExpressionWith is [Expression] with named constants, all of which must occur in the source. They end its name
// in alphabetical order, as in "f'=a*u/(b + u); a=1, b=2". A fault of a constant is a wrapped [*ParameterError].
func ExpressionWith(source string, parameters map[string]float64) (Function, error) {
	written := strings.Join(strings.Fields(source), " ")
	compiled, err := parse(written, parameters)
	for i, name := range slices.Sorted(maps.Keys(parameters)) {
		written += []string{"; ", ", "}[min(i, 1)] + parameterName(name, parameters[name])
	}
	name := expressionPrefix + written
	if err != nil {
		return nil, fmt.Errorf("function %q: %w", name, err)
	}
	properties, err := sampleProperties(compiled)
	if err != nil {
		return nil, fmt.Errorf("function %q: %w", name, err)
	}
	return &definition{
		name: name, formula: written, source: expressionSource, properties: properties,
		derivative: func(u float64) float64 {
			if math.IsNaN(u) {
				return u
			}
			return compiled.at(u)
		},
		primitive: func(float64) float64 { return math.NaN() },
		level:     math.Inf(1),
	}, nil
}

func parseExpression(name string) (Function, error) {
	source, list, found := strings.Cut(name, ";")
	if !found {
		return Expression(source)
	}
	parameters := make(map[string]float64)
	for part := range strings.SplitSeq(list, ",") {
		letter, text, _ := strings.Cut(part, "=")
		letter, text = strings.TrimSpace(letter), strings.TrimSpace(text)
		value, err := strconv.ParseFloat(text, 64)
		if _, again := parameters[letter]; err != nil || again {
			return nil, fmt.Errorf("function %q: after the semicolon, %q is not the value of one more parameter; write "+
				"them as in \"; a=1.5, b=2\"", expressionPrefix+name, part)
		}
		parameters[letter] = value
	}
	return ExpressionWith(source, parameters)
}
