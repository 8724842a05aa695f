package objective

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"unicode/utf8"

	"gpca/solver/typo"
)

// longestExpression bounds the bytes of an expression, and with them its depth.
const longestExpression = 1000

// lexeme matches a number (group 1), a name (group 2), an operator of two characters, or any other character.
var lexeme = regexp.MustCompile(`((?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)|([\pL_][\pL\p{Nd}_]*)` +
	`|\*\*|[<>=!]=|&&|\|\||[^ ]`)

type token struct {
	text             string // "" at the end of the source
	at               int    // the byte where it begins
	isNumber, isName bool
}

// A term is a subexpression. Errors about it name the byte at.
type term struct {
	node node
	kind kind
	at   int
}

// A parser translates an expression into a program by precedence climbing (T. Norvell, Parsing Expressions by
// Recursive Descent, 1999). After the first error it sees the end of the source everywhere, which ends all loops.
type parser struct {
	source     string
	tokens     []token // not taken yet; the end stays
	values     map[string]term
	parameters []string // names among the values
	err        error
}

func parse(source string, parameters map[string]float64) (node, error) {
	if source == "" {
		return node{}, errors.New(`the expression is empty; write f′ as a function of u, such as "tanh(u)"`)
	}
	if len(source) > longestExpression {
		return node{}, fmt.Errorf("the expression has %d bytes; at most %d are allowed", len(source), longestExpression)
	}
	p := parser{source: source, values: values()}
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

func (p *parser) known() []string {
	return slices.Concat(slices.Sorted(maps.Keys(p.values)), slices.Sorted(maps.Keys(functions)),
		[]string{"and", "or", "not"})
}

// unknown words the fault of an unknown name, with those it may stand for. A single letter stands for the
// variable or a parameter.
func (p *parser) unknown(name string) string {
	if p.tokens[0].text == "(" {
		return fmt.Sprintf("unknown function %s: %s", name,
			typo.DidYouMean(name, slices.Sorted(maps.Keys(functions))))
	}
	valid := p.known()
	if utf8.RuneCountInString(name) == 1 {
		valid = append([]string{"u"}, p.parameters...)
	}
	return fmt.Sprintf("unknown name %s: the variable is u, and a parameter has to be declared; %s", name,
		typo.DidYouMean(name, valid))
}

// expression parses operands and the operators of at least a precedence between them.
func (p *parser) expression(precedence int) term {
	left := p.operand()
	for {
		t := p.tokens[0]
		if precedence == choicePrecedence && p.accept("?") {
			return p.choice(t.at, left)
		}
		o, ok := operators[t.text]
		if !ok || o.precedence < precedence {
			return left
		}
		p.take()
		above := o.precedence + 1
		if o.precedence == powerPrecedence { // u^v^w is u^(v^w)
			above--
		}
		right := p.expression(above)
		p.want(o.takes, left, right)
		left = p.join(o.gives, t.at, binary(o.of, left.node, right.node), left, right)
	}
}

// operand parses what stands between infix operators.
func (p *parser) operand() term {
	t := p.take()
	if v, ok := p.values[t.text]; ok {
		v.at = t.at
		return v
	}
	if f, ok := functions[t.text]; ok {
		return p.call(t, f)
	}
	_, isOperator := operators[t.text]
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
		v, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			p.fail(t.at, "%s is not a number that float64 can hold", t.text)
		}
		return term{constant(v), number, t.at}
	case !t.isName || isOperator:
		p.unexpected(t, "a number, a name or (")
	default:
		p.fail(t.at, "%s", p.unknown(t.text))
	}
	return term{at: t.at}
}

func (p *parser) prefixed(t token, k kind, precedence int, f func(float64) float64) term {
	x := p.expression(precedence)
	p.want(k, x)
	return p.join(k, t.at, unary(f, x.node), x)
}

func (p *parser) call(name token, f function) term {
	p.expect("(")
	x := []term{p.expression(choicePrecedence)}
	for p.accept(",") {
		x = append(x, p.expression(choicePrecedence))
	}
	p.expect(")")
	p.want(number, x...)
	switch {
	case f.unary != nil && len(x) == 1:
		return p.join(number, name.at, unary(f.unary, x[0].node), x...)
	case f.binary != nil && len(x) == 2:
		return p.join(number, name.at, binary(f.binary, x[0].node, x[1].node), x...)
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
	if p.err == nil && !slices.ContainsFunc(operands, func(o term) bool { return !o.node.constant }) {
		n = constant(n.at(0))
	}
	return term{n, k, at}
}

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
