package score

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

const (
	expressionPrefix = "f'="
	expressionSource = "user's expression"
	// longestExpression, in bytes, keeps the depth of the syntax tree small.
	longestExpression = 1000
)

// expression is a user's f′.
type expression struct {
	description
	program    program
	properties Properties
}

// Expression returns the score whose f′ is the source, an expression of u such
// as "3 - 3/cosh(u)". Its name is "f'=" and the source with runs of blanks
// reduced to one.
//
// The language is floating-point arithmetic: numbers, u, the constants pi and e,
// + - * / and ^ or ** for powers (-u^2 is −(u²)), comparisons, "and", "or", "not",
// the choice "u < 1 ? u : 1", and the functions
//
//	abs sqrt exp log sin cos tan sinh cosh tanh sech sign    of one argument
//	min max pow                                              of two
//
// log is the natural logarithm and angles are in radians. The source is parsed
// and type-checked by github.com/expr-lang/expr; an error names the column.
//
// f′ is taken on u > 0 and made odd by Apply, whatever the expression does for
// negative u. It must be finite on a logarithmic grid over 0 < u ≤ 10⁴ and not
// zero on all of it; beyond, infinities and NaN are returned as they arise. Its
// [Properties] are measured on that grid, so a kink or a wiggle between two grid
// points can escape them. There is no primitive.
func Expression(source string) (Score, error) {
	source = strings.Join(strings.Fields(source), " ")
	name := expressionPrefix + source
	compiled, err := compile(source)
	if err != nil {
		return nil, fmt.Errorf("score %q: %w", name, err)
	}
	properties, err := sampleProperties(compiled)
	if err != nil {
		return nil, fmt.Errorf("score %q: %w", name, err)
	}
	return expression{description{
		name:    name,
		formula: "f′(u) = " + source,
		source:  expressionSource,
	}, compiled, properties}, nil
}

func (s expression) Properties() Properties { return s.properties }

func (s expression) Derivative(u float64) float64 {
	argument := [1]float64{math.Abs(u)}
	var value [1]float64
	s.program.evaluate(value[:], argument[:])
	if u == 0 && (math.IsNaN(value[0]) || math.IsInf(value[0], 0)) {
		return 0
	}
	if math.IsNaN(u) {
		return u
	}
	return value[0]
}

func (s expression) Primitive(float64) (float64, bool) { return 0, false }

func (s expression) Apply(dst, u []float64) {
	dst = dst[:len(u)]
	buffers := s.program.buffers()
	var magnitudes [blockSize]float64
	for len(u) > 0 {
		block := u[:min(blockSize, len(u))]
		for i, x := range block {
			magnitudes[i] = math.Abs(x)
		}
		values := buffers[:len(block)]
		s.program.root.evaluate(values, magnitudes[:len(block)], buffers[blockSize:])
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

// compile parses the source, checks its types and lowers it to a program.
func compile(source string) (program, error) {
	switch {
	case source == "":
		return program{}, errors.New(`the expression is empty; write f′ as a function of u, such as "tanh(u)"`)
	case len(source) > longestExpression:
		return program{}, fmt.Errorf("the expression has %d bytes; at most %d are allowed", len(source), longestExpression)
	case !utf8.ValidString(source):
		return program{}, errors.New("the expression is not valid UTF-8")
	case strings.Contains(source, "//") || strings.Contains(source, "/*"):
		return program{}, errors.New("comments are not allowed in an expression")
	}
	checked, err := check(source)
	if err != nil {
		return program{}, err
	}
	root, err := lower(checked.Node())
	if err != nil {
		return program{}, located(source, err)
	}
	return program{root}, nil
}

// check returns the syntax tree of the source, known to give a number. It comes
// wrapped in a program of expr's virtual machine, which the tests use as an
// oracle; see lower for why nothing else does.
func check(source string) (*vm.Program, error) {
	environment := map[string]any{"u": 0.0}
	for _, c := range constants() {
		environment[c.name] = c.value
	}
	for _, f := range unaryFunctions() {
		environment[f.name] = f.function
	}
	for _, f := range binaryFunctions() {
		environment[f.name] = f.function
	}
	checked, err := expr.Compile(source,
		expr.Env(environment),
		expr.DisableAllBuiltins(),
		expr.Optimize(false),
		expr.Patch(integersToFloats{}),
		expr.AsFloat64(),
	)
	if err != nil {
		return nil, located(source, err)
	}
	return checked, nil
}

// integersToFloats makes every number a float64: expr's integers would overflow
// silently, and could not be passed to functions of floats from within a choice.
type integersToFloats struct{}

func (integersToFloats) Visit(node *ast.Node) {
	if integer, ok := (*node).(*ast.IntegerNode); ok {
		ast.Patch(node, &ast.FloatNode{Value: float64(integer.Value)})
	}
}

// located turns an error about a source of one line into "column N: …", with
// the names that exist where a name was not found.
func located(source string, err error) error {
	var where *file.Error
	if !errors.As(err, &where) {
		if strings.HasPrefix(err.Error(), "expected float64") {
			return fmt.Errorf("the expression does not give a number: %w", err)
		}
		return err
	}
	message := where.Message
	if strings.HasPrefix(message, "unknown name") {
		message += "; known are " + strings.Join(knownNames(), ", ")
	}
	column := utf8.RuneCountInString(source)
	if where.Line > 0 {
		column = where.Column + 1
	}
	return fmt.Errorf("column %d: %s", column, message)
}

// knownNames returns the identifiers of the language.
func knownNames() []string {
	names := []string{"u"}
	for _, c := range constants() {
		names = append(names, c.name)
	}
	for _, f := range unaryFunctions() {
		names = append(names, f.name)
	}
	for _, f := range binaryFunctions() {
		names = append(names, f.name)
	}
	return names
}
