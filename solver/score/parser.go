package score

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpca/solver/typo"
)

// Limits of an expression. Every level of nesting takes a byte, so that the first bounds
// the depth too. The second is for chains within chains: 1 < u < 3 evaluates its middle
// twice, so that n levels would evaluate the innermost 2ⁿ times.
const (
	longestExpression = 1000 // bytes
	largestProgram    = 1000 // operations
)

// lexeme matches a number (group 1), a name (group 2), an operator of two
// characters, or any other character.
var lexeme = regexp.MustCompile(`(0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*\.?[\d_]*|\.\d[\d_]*)(?:[eE][+-]?\d[\d_]*)?)` +
	`|([\pL_][\pL\p{Nd}_]*)|\*\*|[<>=!]=|&&|\|\||[^ ]`)

type token struct {
	text             string // "" at the end of the source
	at               int    // the byte where it begins
	isNumber, isName bool
}

// A term is a subexpression. Errors about it name the byte at.
type term struct {
	node     node
	kind     kind
	at, size int // size counts the operations
}

// A parser translates an expression into a program by precedence climbing
// (T. Norvell, Parsing Expressions by Recursive Descent, 1999). After the first
// error it sees the end of the source everywhere, which ends all loops.
type parser struct {
	source    string
	tokens    []token // those not taken yet; the end stays
	values    map[string]term
	unary     map[string]func(float64) float64
	binary    map[string]loop
	operators map[string]operator
	// parameters are the names of those declared.
	parameters []string
	err        error
}

// parse returns the program of an expression in which the parameters are named constants.
func parse(source string, parameters map[string]float64) (node, error) {
	if source == "" {
		return node{}, errors.New(`the expression is empty; write f′ as a function of u, such as "tanh(u)"`)
	}
	if len(source) > longestExpression {
		return node{}, fmt.Errorf("the expression has %d bytes; at most %d are allowed", len(source), longestExpression)
	}
	p := parser{source: source, values: values(), unary: unaryFunctions(), binary: binaryFunctions(),
		operators: operators()}
	for _, m := range lexeme.FindAllStringSubmatchIndex(source, -1) {
		p.tokens = append(p.tokens, token{source[m[0]:m[1]], m[0], m[2] >= 0, m[4] >= 0})
	}
	p.tokens = append(p.tokens, token{at: len(source)})
	if err := p.define(parameters); err != nil {
		return node{}, err
	}
	root := p.expression(choicePrecedence)
	if t := p.tokens[0]; t.text != "" {
		p.unexpected(t, "an operator or the end")
	}
	p.want(number, root)
	return root.node, p.err
}

// A ParameterError is a fault of a parameter of an expression.
type ParameterError struct{ Name, reason string }

func (e *ParameterError) Error() string { return e.reason }

// define adds parameters to the constants.
func (p *parser) define(parameters map[string]float64) error {
	for _, name := range slices.Sorted(maps.Keys(parameters)) {
		v := parameters[name]
		fault := func(format string, arguments ...any) error {
			return &ParameterError{name, fmt.Sprintf(format, arguments...)}
		}
		switch match := lexeme.FindStringSubmatch(name); {
		case match == nil || match[2] != name:
			return fault("%q cannot name a parameter; a name begins with a letter and goes on with letters and digits",
				name)
		case slices.Contains(p.known(), name):
			return fault("%s cannot name a parameter, since it has a meaning in every expression", name)
		case math.IsNaN(v) || math.IsInf(v, 0):
			return fault("the parameter %s is %v; it must be a finite number", name, v)
		case !slices.ContainsFunc(p.tokens, func(t token) bool { return t.text == name }):
			return fault("the parameter %s does not occur in the expression", name)
		}
		p.parameters = append(p.parameters, name)
		p.values[name] = term{node: constant(v), kind: number}
	}
	return nil
}

// known lists the names that have a meaning.
func (p *parser) known() []string {
	return slices.Concat(slices.Sorted(maps.Keys(p.values)), slices.Sorted(maps.Keys(p.unary)),
		slices.Sorted(maps.Keys(p.binary)),
		[]string{"and", "or", "not"})
}

// unknown words the fault of a name that has no meaning, with those it may stand for. A
// single letter is taken for that of the variable or of a parameter.
func (p *parser) unknown(name string) string {
	if p.tokens[0].text == "(" {
		functions := append(slices.Sorted(maps.Keys(p.unary)), slices.Sorted(maps.Keys(p.binary))...)
		return fmt.Sprintf("unknown function %s: %s", name, typo.DidYouMean(name, functions))
	}
	valid := p.known()
	if utf8.RuneCountInString(name) == 1 {
		valid = append([]string{"u"}, p.parameters...)
	}
	return fmt.Sprintf("unknown name %s: the variable is u, and a parameter has to be declared; %s", name,
		typo.DidYouMean(name, valid))
}

// expression parses operands and the operators between them that have at least a
// precedence.
func (p *parser) expression(precedence int) term {
	left := p.operand()
	var middle *term // u in 1 < u < 3, which means 1 < u and u < 3
	for {
		t := p.tokens[0]
		o, ok := p.operators[t.text]
		if precedence == choicePrecedence && p.accept("?") {
			return p.choice(t.at, left)
		}
		if !ok || o.precedence < precedence {
			return left
		}
		p.take()
		above := o.precedence + 1
		if o.precedence == powerPrecedence { // u^v^w is u^(v^w)
			above--
		}
		right := p.expression(above)
		chains := o.takes == number && o.gives == condition
		if chains && middle != nil {
			left = p.combine("and", t.at, left, p.combine(t.text, t.at, *middle, right))
		} else {
			left = p.combine(t.text, t.at, left, right)
		}
		if middle = nil; chains {
			middle = &right
		}
	}
}

// combine applies an infix operator.
func (p *parser) combine(text string, at int, left, right term) term {
	o := p.operators[text]
	if o.takes == either {
		o.takes = left.kind
	}
	p.want(o.takes, left, right)
	return p.join(o.gives, at, binary(o.loop, left.node, right.node), left, right)
}

// operand parses what stands between infix operators.
func (p *parser) operand() term {
	t := p.take()
	if v, ok := p.values[t.text]; ok {
		v.at = t.at
		return v
	}
	_, isOperator := p.operators[t.text]
	switch {
	case t.text == "+":
		return p.prefixed(t, number, signPrecedence, func(x float64) float64 { return x })
	case t.text == "-":
		return p.prefixed(t, number, signPrecedence, func(x float64) float64 { return -x })
	case t.text == "not" || t.text == "!":
		return p.prefixed(t, condition, notPrecedence, func(x float64) float64 { return 1 - x })
	case t.text == "(":
		inner := p.expression(choicePrecedence)
		p.expect(")")
		return inner
	case t.isNumber:
		return p.number(t)
	case p.unary[t.text] != nil || p.binary[t.text] != nil:
		return p.call(t)
	case !t.isName || isOperator:
		p.unexpected(t, "a number, a name or (")
	default:
		p.fail(t.at, "%s", p.unknown(t.text))
	}
	return term{at: t.at}
}

// prefixed parses the operand of a sign or of "not".
func (p *parser) prefixed(t token, k kind, precedence int, f func(float64) float64) term {
	x := p.expression(precedence)
	p.want(k, x)
	return p.join(k, t.at, unary(f, x.node), x)
}

// number reads a decimal number, or an integer with a prefix such as 0x.
func (p *parser) number(t token) term {
	digits := strings.ReplaceAll(t.text, "_", "")
	v, err := strconv.ParseFloat(digits, 64)
	if integer, notInteger := strconv.ParseInt(digits, 0, 64); err != nil && notInteger == nil {
		v, err = float64(integer), nil
	}
	if err != nil {
		p.fail(t.at, "%s is not a number that float64 can hold", t.text)
	}
	return term{constant(v), number, t.at, 0}
}

// call parses the arguments of a function.
func (p *parser) call(name token) term {
	p.expect("(")
	x := []term{p.expression(choicePrecedence)}
	for p.accept(",") {
		x = append(x, p.expression(choicePrecedence))
	}
	p.expect(")")
	p.want(number, x...)
	if f := p.unary[name.text]; f != nil && len(x) == 1 {
		return p.join(number, name.at, unary(f, x[0].node), x...)
	}
	if f := p.binary[name.text]; f != nil && len(x) == 2 {
		return p.join(number, name.at, binary(f, x[0].node, x[1].node), x...)
	}
	p.fail(name.at, "%s does not take %d argument(s)", name.text, len(x))
	return x[0]
}

// choice parses what follows "condition ?".
func (p *parser) choice(at int, c term) term {
	yes := p.expression(choicePrecedence)
	p.expect(":")
	no := p.expression(choicePrecedence)
	p.want(condition, c)
	p.want(yes.kind, no)
	return p.join(yes.kind, at, choice(c.node, yes.node, no.node), c, yes, no)
}

// join returns the term of a node, computed beforehand if all operands are constants.
func (p *parser) join(k kind, at int, n node, operands ...term) term {
	size, known := 1, p.err == nil
	for _, o := range operands {
		size, known = size+o.size, known && o.node.constant
	}
	if size > largestProgram {
		p.fail(at, "the expression takes more than %d operations", largestProgram)
	}
	if known {
		var v [1]float64
		n.evaluate(v[:], []float64{0})
		return term{constant(v[0]), k, at, 0}
	}
	return term{n, k, at, size}
}

// want reports terms that are not of a kind.
func (p *parser) want(k kind, terms ...term) {
	for _, t := range terms {
		if t.kind != k {
			p.fail(t.at, "this is a %s, but a %s is needed", t.kind, k)
		}
	}
}

func (p *parser) take() token {
	t := p.tokens[0]
	if t.text != "" {
		p.tokens = p.tokens[1:]
	}
	return t
}

func (p *parser) accept(text string) bool {
	found := p.tokens[0].text == text
	if found {
		p.take()
	}
	return found
}

func (p *parser) expect(text string) {
	if t := p.take(); t.text != text {
		p.unexpected(t, text)
	}
}

func (p *parser) unexpected(t token, wanted string) {
	if t.text == "" {
		p.fail(t.at, "the expression ends where %s is needed", wanted)
	}
	p.fail(t.at, "unexpected %q where %s is needed", t.text, wanted)
}

// fail records the first error, at a byte of the source, and ends the parsing.
func (p *parser) fail(at int, format string, arguments ...any) {
	if p.err == nil {
		column := 1 + utf8.RuneCountInString(p.source[:at])
		p.err = fmt.Errorf("column %d: %s", column, fmt.Sprintf(format, arguments...))
	}
	p.tokens = p.tokens[len(p.tokens)-1:]
}
