package formula

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpca/solver/typo"
)

// A Formula is mathematics that was read from TeX. It is immutable.
type Formula struct {
	source string
	body   row
	tag    string
}

// Source is the TeX of the formula, without dollar signs.
func (f *Formula) Source() string { return f.source }

// LaTeX is the TeX of the formula for the LaTeX kernel, without the package amsmath.
func (f *Formula) LaTeX() string {
	return strings.NewReplacer(`\lVert`, `\|`, `\rVert`, `\|`, `\lvert`, `|`, `\rvert`, `|`, `\lt `, "<", `\gt `, ">",
		`\operatorname{`, `\mathrm{`, `\text{`, `\mbox{`, `\begin{cases}`, `\cases{`, `\end{cases}`, "}",
		`\begin{pmatrix}`, `\pmatrix{`, `\end{pmatrix}`, "}").Replace(f.source)
}

// Tag is the number of a display, such as "2.5"; empty for none.
func (f *Formula) Tag() string { return f.tag }

// A SyntaxError is a fault of a formula, at a byte of its source.
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
	f := &Formula{source: strings.TrimSpace(source)}
	f.body = p.row(func() bool { return p.accept(`\tag`) })
	if strings.HasSuffix(p.source[:p.at], `\tag`) {
		f.tag = p.raw()
	}
	if p.skipBlanks(); p.err == nil && p.at < len(source) {
		p.fail(p.at, "%q closes nothing; remove it, or open what it closes", p.peek())
	}
	if p.err == nil && len(f.body) == 0 {
		p.fail(0, "the formula is empty; write it between the dollar signs, or put a backslash before a dollar sign that is meant as such")
	}
	if p.err != nil {
		return nil, p.err
	}
	return f, nil
}

// deepest is how far groups may be nested.
const deepest = 40

// A parser reads a formula by recursive descent. After its first error it is at the end of
// the source, which ends all loops.
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

func (p *parser) skipBlanks() {
	for p.at < len(p.source) && strings.ContainsRune(" \t\n", rune(p.source[p.at])) {
		p.at++
	}
}

// peek returns the next token, a macro or a character, empty at the end.
func (p *parser) peek() string {
	p.skipBlanks()
	rest := p.source[p.at:]
	if rest == "" {
		return ""
	}
	_, size := utf8.DecodeRuneInString(rest)
	if rest[0] != '\\' {
		return rest[:size]
	}
	end := 1
	for end < len(rest) && isLetter(rune(rest[end])) {
		end++
	}
	if end == 1 {
		_, size = utf8.DecodeRuneInString(rest[1:])
		end += size
	}
	return rest[:end]
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

func (p *parser) expect(token, why string) {
	if got, at := p.take(); got != token {
		p.fail(at, "%s is needed here, %s", token, why)
	}
}

func isLetter(r rune) bool { return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

// nest enters a group or an argument; leave leaves it.
func (p *parser) nest() (leave func()) {
	if p.depth++; p.depth > deepest {
		p.fail(p.at, "groups are nested deeper than %d; make the formula simpler", deepest)
	}
	return func() { p.depth-- }
}

// row reads parts up to what ends it, which it takes, or to what only its caller can take.
func (p *parser) row(ends func() bool) row {
	var parts row
	defer p.nest()()
	for {
		switch p.peek() {
		case "", "}", `\right`, `\end`, "&", `\cr`:
			ends()
			return unary(parts)
		}
		if ends() {
			return unary(parts)
		}
		parts = append(parts, p.scripts())
	}
}

// unary turns binary operators that have nothing to their left or right into signs.
func unary(parts row) row {
	before := opening
	for i, part := range parts {
		if s, ok := part.(symbol); ok && s.class == binary {
			last := i == len(parts)-1
			if last || before == opening || before == operator || before == binary || before == relation || before == punctuation {
				s.class = ordinary
				parts[i] = s
			}
		}
		before = parts[i].kind()
	}
	return parts
}

// scripts reads a part with its primes and scripts.
func (p *parser) scripts() node {
	base := p.part()
	s := scripted{base: base}
	for {
		switch token := p.peek(); token {
		case "'":
			p.take()
			s.primes++
		case "_", "^":
			_, at := p.take()
			into := map[string]*node{"_": &s.below, "^": &s.above}[token]
			if *into != nil {
				p.fail(at, "a second %s at one place; put braces around what belongs together", token)
			}
			*into = p.argument(token)
		default:
			if s.below == nil && s.above == nil && s.primes == 0 {
				return base
			}
			return s
		}
	}
}

// argument reads what a macro or a script is about: a group or a single part.
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

// group reads up to the brace that closes.
func (p *parser) group() node {
	at := p.at - 1
	parts := p.row(func() bool { return false })
	if !p.accept("}") {
		p.fail(at, "this brace is not closed; add }")
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// raw reads a text in braces as it stands.
func (p *parser) raw() string {
	p.expect("{", "with a text and }")
	end := strings.IndexAny(p.source[p.at:], `{}\$`)
	if p.err != nil {
		return ""
	}
	if end <= 0 || p.source[p.at+end] != '}' {
		p.fail(p.at, "a text and } are needed here; leave out braces and macros within")
		return ""
	}
	text := p.source[p.at : p.at+end]
	p.at += end + 1
	return text
}

// part reads one part without scripts.
func (p *parser) part() node {
	token, at := p.take()
	if name, ok := strings.CutPrefix(token, `\`); ok {
		return p.macro(name, at)
	}
	r, _ := utf8.DecodeRuneInString(token)
	switch {
	case token == "{":
		return p.group()
	case isLetter(r):
		return letter(token)
	case '0' <= r && r <= '9':
		end := p.at
		for end < len(p.source) && (p.source[end] >= '0' && p.source[end] <= '9' || p.source[end] == '.' && end+1 < len(p.source) && p.source[end+1] >= '0' && p.source[end+1] <= '9') {
			end++
		}
		text := p.source[at:end]
		p.at = end
		return symbol{text: text}
	}
	if s, ok := signs[r]; ok {
		return s
	}
	if write, ok := instead[token]; ok {
		p.fail(at, "not %s, write %s, which Markdown leaves as it is", token, write)
		return row{}
	}
	for _, name := range slices.Sorted(maps.Keys(symbols)) {
		if symbols[name].text == token {
			p.fail(at, `not the character %s, write \%s, which LaTeX knows`, token, name)
			return row{}
		}
	}
	switch token {
	case "_", "^", "'":
		p.fail(at, "%s needs something before it, if only {}", token)
	default:
		p.fail(at, "the character %q is not known in a formula; write words as \\text{...}", token)
	}
	return row{}
}

// macros are those that take arguments.
func macros() map[string]func(p *parser, name string, at int) node {
	all := map[string]func(p *parser, name string, at int) node{
		"frac": func(p *parser, name string, _ int) node {
			return fraction{p.argument(`\frac`), p.argument(`\frac`)}
		},
		"sqrt":         func(p *parser, name string, _ int) node { return root{p.argument(`\sqrt`)} },
		"text":         func(p *parser, _ string, _ int) node { return words(p.raw()) },
		"operatorname": func(p *parser, _ string, _ int) node { return symbol{p.raw(), operator, Upright} },
		"mathbf":       func(p *parser, name string, at int) node { return p.styled(name, Bold) },
		"mathrm":       func(p *parser, name string, at int) node { return p.styled(name, Upright) },
		"left":         (*parser).fence,
		"begin":        (*parser).grid,
	}
	for name := range accents {
		all[name] = func(p *parser, name string, _ int) node { return accent{p.argument(`\` + name), accents[name]} }
	}
	return all
}

// macro reads what follows a backslash.
func (p *parser) macro(name string, at int) node {
	if s, ok := symbols[name]; ok {
		return s
	}
	if slices.Contains(names, name) {
		return symbol{name, operator, Upright}
	}
	all := macros()
	if read, ok := all[name]; ok {
		return read(p, name, at)
	}
	switch write, ok := instead[`\`+name]; {
	case name == "tag":
		p.fail(at, `\tag ends a formula; put it behind all else, outside of braces`)
	case ok:
		p.fail(at, `there is no \%s; write %s`, name, write)
	default:
		var valid []string
		for _, known := range slices.Concat(slices.Sorted(maps.Keys(all)), slices.Sorted(maps.Keys(symbols)), names) {
			valid = append(valid, `\`+known)
		}
		remedy := `the package documentation of formula lists what there is, and \operatorname{` + name + `} sets a name`
		if len(typo.Nearest(`\`+name, valid)) > 0 {
			remedy = typo.DidYouMean(`\`+name, valid)
		}
		p.fail(at, `unknown macro \%s: %s`, name, remedy)
	}
	return row{}
}

// styled gives the letters of an argument a style.
func (p *parser) styled(name string, style Style) node {
	argument := p.argument(`\` + name)
	parts, ok := argument.(row)
	if !ok {
		parts = row{argument}
	}
	for i, part := range parts {
		s, ok := part.(symbol)
		if !ok {
			p.fail(p.at, `\%s is for letters and digits alone; put scripts and other macros outside of its braces`, name)
			return row{}
		}
		s.style = style
		parts[i] = s
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return parts
}

// fence reads what stands between \left and \right.
func (p *parser) fence(_ string, at int) node {
	f := fenced{left: p.delimiter()}
	f.inner = p.row(func() bool { return false })
	if !p.accept(`\right`) {
		p.fail(at, `\left without \right; add \right and a delimiter, or \right. for none`)
		return row{}
	}
	f.right = p.delimiter()
	return f
}

func (p *parser) delimiter() string {
	token, at := p.take()
	r, _ := utf8.DecodeRuneInString(token)
	s, ok := signs[r]
	if name, macro := strings.CutPrefix(token, `\`); macro {
		s, ok = symbols[name]
	}
	switch {
	case token == ".":
		return ""
	case !ok || s.class != opening && s.class != closing:
		p.fail(at, `%q is no delimiter; there are ( ) [ ] \lvert \rvert \lVert \rVert \lbrace \rbrace \langle \rangle and . for none`, token)
	}
	return s.text
}

// grid reads the rows of an environment, of as many columns each.
func (p *parser) grid(_ string, at int) node {
	name := p.raw()
	g := grid{environment: environments[name]}
	if g.left == "" {
		p.fail(at, "there is no environment %s; there are %s", name, strings.Join(slices.Sorted(maps.Keys(environments)), " and "))
	}
	for p.err == nil {
		var line []row
		for {
			line = append(line, p.row(func() bool { return false }))
			if !p.accept("&") {
				break
			}
		}
		if g.lines = append(g.lines, line); len(line) != len(g.lines[0]) {
			p.fail(p.at, "a row of %d columns follows one of %d; part columns by &, and end rows with \\cr", len(line), len(g.lines[0]))
		}
		if !p.accept(`\cr`) {
			break
		}
	}
	p.expect(`\end`, "with {"+name+"}")
	if end := p.raw(); p.err == nil && end != name {
		p.fail(p.at, `\begin{%s} ends with \end{%s}`, name, name)
	}
	return g
}
