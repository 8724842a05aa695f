package formula

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpca/solver/typo"
)

// A Formula is mathematics read from TeX. It is immutable.
type Formula struct {
	// Tag is the number of a display, such as "2.5"; empty for none.
	Tag    string
	source string
	body   row
}

// Source is the TeX of the formula, without dollar signs.
func (f *Formula) Source() string { return f.source }

// LaTeX is the formula for LaTeX without the package amsmath.
func (f *Formula) LaTeX() string {
	return strings.NewReplacer(`\lVert`, `\|`, `\rVert`, `\|`, `\lvert`, `|`, `\rvert`, `|`, `\lt `, "<", `\gt `, ">",
		`\operatorname{`, `\mathrm{`, `\text{`, `\mbox{`, `\begin{cases}`, `\cases{`, `\end{cases}`, "}",
		`\begin{pmatrix}`, `\pmatrix{`, `\end{pmatrix}`, "}").Replace(f.source)
}

// A SyntaxError is an error at a byte of a formula's source.
type SyntaxError struct {
	Source  string
	Offset  int
	Message string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("formula %q, column %d: %s", e.Source, 1+utf8.RuneCountInString(e.Source[:e.Offset]), e.Message)
}

// Parse reads a formula. The error is a [*SyntaxError].
func Parse(source string) (*Formula, error) {
	p := parser{source: source}
	f := &Formula{source: strings.TrimSpace(source), body: p.row()}
	if p.accept(`\tag`) {
		f.Tag = p.raw()
	}
	if rest := p.peek(); rest != "" {
		p.fail(p.at, "%q closes nothing; remove it, or open what it closes", rest)
	}
	if len(f.body) == 0 {
		p.fail(0, "the formula is empty; write it between the dollar signs, "+
			"or put a backslash before a dollar sign that is meant as such")
	}
	if p.err != nil {
		return nil, p.err
	}
	return f, nil
}

// deepest limits the nesting of groups.
const deepest = 40

// A parser is a recursive descent parser. An error moves it to the end of the source, which ends all loops.
type parser struct {
	source string
	at     int
	depth  int
	err    error
}

func (p *parser) fail(at int, format string, arguments ...any) {
	if p.err == nil {
		p.err = &SyntaxError{p.source, min(at, len(p.source)), fmt.Sprintf(format, arguments...)}
	}
	p.at = len(p.source)
}

var (
	tokenForm  = regexp.MustCompile(`^(?s:\\[A-Za-z]+|\\?.)`)
	numberForm = regexp.MustCompile(`^[0-9]+(?:\.[0-9]+)*`)
)

// peek returns the next token, a macro or a character, empty at the end.
func (p *parser) peek() string {
	rest := strings.TrimLeft(p.source[p.at:], " \t\n")
	p.at = len(p.source) - len(rest)
	return tokenForm.FindString(rest)
}

func (p *parser) take() (token string, at int) {
	token = p.peek()
	at = p.at
	p.at += len(token)
	return token, at
}

func (p *parser) accept(token string) bool {
	found := p.peek() == token
	if found {
		p.at += len(token)
	}
	return found
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func (p *parser) nest() (leave func()) {
	if p.depth++; p.depth > deepest {
		p.fail(p.at, "groups are nested deeper than %d; make the formula simpler", deepest)
	}
	return func() { p.depth-- }
}

// row reads parts up to a token that only its caller accepts.
func (p *parser) row() row {
	var parts row
	defer p.nest()()
	for {
		switch p.peek() {
		case `\tag`:
			if p.depth > 1 {
				p.fail(p.at, `\tag ends a formula; put it behind all else, outside of braces`)
			}
			return unary(parts)
		case "", "}", `\right`, `\end`, "&", `\cr`:
			return unary(parts)
		}
		parts = append(parts, p.scripts())
	}
}

// unary turns binary operators without a left or right operand into signs.
func unary(parts row) row {
	before := opening
	for i, part := range parts {
		alone := i == len(parts)-1 || before != ordinary && before != closing
		if s, ok := part.(symbol); ok && s.class == binary && alone {
			s.class = ordinary
			parts[i] = s
		}
		before = parts[i].kind()
	}
	return parts
}

func (p *parser) scripts() node {
	s := scripted{base: p.part()}
	for {
		into := &s.below
		switch token := p.peek(); token {
		case "'":
			p.take()
			s.primes++
		case "^":
			into = &s.above
			fallthrough
		case "_":
			if _, at := p.take(); *into != nil {
				p.fail(at, "a second %s at one place; put braces around what belongs together", token)
			}
			*into = p.argument(token)
		default:
			if s.below == nil && s.above == nil && s.primes == 0 {
				return s.base
			}
			return s
		}
	}
}

// argument reads the argument of a macro or a script: a group or a single part.
func (p *parser) argument(of string) node {
	switch p.peek() {
	case "", "}", "_", "^", "&", `\cr`, `\right`, `\end`:
		p.fail(p.at, "%s needs something behind it, in braces if it is more than one sign", of)
		return row{}
	}
	if p.accept("{") {
		return p.group()
	}
	if r, size := utf8.DecodeRuneInString(p.source[p.at:]); unicode.IsDigit(r) { // x^23 is x²3
		p.at += size
		return symbol{text: string(r)}
	}
	defer p.nest()()
	return p.part()
}

func (p *parser) group() node {
	at := p.at - 1
	parts := p.row()
	if !p.accept("}") {
		p.fail(at, "this brace is not closed; add }")
	}
	return single(parts)
}

func single(parts row) node {
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

func (p *parser) raw() string {
	open := p.accept("{")
	end := strings.IndexAny(p.source[p.at:], `{}\$`)
	if !open || end <= 0 || p.source[p.at+end] != '}' {
		p.fail(p.at, "a text and } are needed here, in braces; leave out braces and macros within")
		return ""
	}
	text := p.source[p.at : p.at+end]
	p.at += end + 1
	return text
}

// macros are those with arguments, except accents.
var macros = []string{`\begin`, `\frac`, `\left`, `\mathbf`, `\mathrm`, `\operatorname`, `\sqrt`, `\text`}

var styles = map[string]Style{`\mathbf`: Bold, `\mathrm`: Upright}

func (p *parser) part() node {
	token, at := p.take()
	switch token {
	case "{":
		return p.group()
	case `\frac`:
		above := p.argument(token)
		return fraction{above, p.argument(token)}
	case `\sqrt`:
		return root{p.argument(token)}
	case `\text`:
		return symbol{p.raw(), ordinary, Words}
	case `\operatorname`:
		return symbol{p.raw(), operator, Upright}
	case `\left`:
		return p.fence(at)
	case `\begin`:
		return p.grid(at)
	case "_", "^", "'":
		p.fail(at, "%s needs something before it, if only {}", token)
	}
	if style, ok := styles[token]; ok {
		return p.styled(token, style)
	}
	if sign, ok := accents[token]; ok {
		return accent{p.argument(token), sign}
	}
	if s, ok := symbols[token]; ok {
		return s
	}
	if token != "" && isLetter(rune(token[0])) {
		return letter(token)
	}
	if text := numberForm.FindString(p.source[at:]); text != "" {
		p.at = at + len(text)
		return symbol{text: text}
	}
	p.unknown(token, at)
	return row{}
}

// unknown fails at an unsupported token and suggests another.
func (p *parser) unknown(token string, at int) {
	known := slices.Sorted(maps.Keys(symbols))
	write, ok := instead[token]
	switch {
	case ok && token[0] == '\\':
		p.fail(at, `there is no %s; write %s`, token, write)
	case ok:
		p.fail(at, "not %s, write %s, which Markdown leaves as it is", token, write)
	case token != "" && token[0] == '\\':
		valid := slices.Concat(macros, slices.Sorted(maps.Keys(accents)), known)
		remedy := `the package documentation of formula lists what there is, and ` +
			`\operatorname{` + token[1:] + `} sets a name`
		if len(typo.Nearest(token, valid)) > 0 {
			remedy = typo.DidYouMean(token, valid)
		}
		p.fail(at, `unknown macro %s: %s`, token, remedy)
	}
	for _, name := range known {
		if symbols[name].text == token {
			p.fail(at, `not the character %s, write %s, which LaTeX knows`, token, name)
		}
	}
	p.fail(at, "the character %q is not known in a formula; write words as \\text{...}", token)
}

func (p *parser) styled(of string, style Style) node {
	argument := p.argument(of)
	parts, ok := argument.(row)
	if !ok {
		parts = row{argument}
	}
	for i, part := range parts {
		s, ok := part.(symbol)
		if !ok {
			p.fail(p.at, `%s is for letters and digits alone; put scripts and other macros outside of its braces`, of)
			break
		}
		s.style = style
		parts[i] = s
	}
	return single(parts)
}

func (p *parser) fence(at int) node {
	left := p.delimiter()
	inner := p.row()
	if !p.accept(`\right`) {
		p.fail(at, `\left without \right; add \right and a delimiter, or \right. for none`)
	}
	return fenced{left, p.delimiter(), inner}
}

func (p *parser) delimiter() string {
	token, at := p.take()
	s := symbols[token]
	if token == "." {
		return ""
	}
	if s.class != opening && s.class != closing {
		p.fail(at, `%q is no delimiter; there are ( ) [ ] \lvert \rvert \lVert \rVert \lbrace \rbrace `+
			`\langle \rangle and . for none`, token)
	}
	return s.text
}

func (p *parser) grid(at int) node {
	name := p.raw()
	g := grid{environment: environments[name]}
	if g.left == "" {
		p.fail(at, "there is no environment %s; there are %s", name,
			strings.Join(slices.Sorted(maps.Keys(environments)), " and "))
	}
	for more := true; more; more = p.accept(`\cr`) {
		line := []row{p.row()}
		for p.accept("&") {
			line = append(line, p.row())
		}
		if g.lines = append(g.lines, line); len(line) != len(g.lines[0]) {
			p.fail(p.at, "a row of %d columns follows one of %d; part columns by &, and end rows with \\cr",
				len(line), len(g.lines[0]))
		}
	}
	if !p.accept(`\end`) || p.raw() != name {
		p.fail(p.at, `\begin{%s} ends with \end{%[1]s}`, name)
	}
	return fenced{g.left, g.right, g}
}
