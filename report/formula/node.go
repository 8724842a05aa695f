package formula

import (
	"slices"
	"strings"

	"golang.org/x/text/unicode/norm"

	"gpca/report/words"
)

type node interface {
	kind() class
	plain() string
	mathML(display bool) string
	set(s setter) Box
}

type (
	// A symbol is a letter, a number, a sign, the name of an operator, or words.
	symbol struct {
		text  string
		class class
		style Style
	}
	// A row is parts beside each other.
	row []node
	// A scripted part has primes, and scripts below and above, nil for none.
	scripted struct {
		base         node
		primes       int
		below, above node
	}
	fraction struct{ above, below node }
	root     struct{ of node }
	accent   struct {
		of   node
		sign accentSign
	}
	// A fenced part stands between delimiters as tall as it, empty for none.
	fenced struct {
		left, right string
		inner       node
	}
	// A grid is rows and columns.
	grid struct {
		environment
		lines [][]row
	}
)

func (s symbol) kind() class { return s.class }
func (r row) kind() class {
	if len(r) == 1 {
		return r[0].kind()
	}
	return ordinary
}
func (s scripted) kind() class { return s.base.kind() }
func (fraction) kind() class   { return ordinary }
func (root) kind() class       { return ordinary }
func (a accent) kind() class   { return a.of.kind() }
func (fenced) kind() class     { return ordinary }
func (grid) kind() class       { return ordinary }

// limits reports whether the scripts of a part stand above and below it in a display.
func limits(base node) bool {
	s, ok := base.(symbol)
	return ok && s.class == operator && slices.Contains(limited, s.text)
}

// Plain is the formula in Unicode, on one line: "f′(u) = 3 − 3 sech u".
func (f *Formula) Plain() string { return f.body.plain() }

func (s symbol) plain() string { return strings.Replace(s.text, "∑", "Σ", 1) }

func (r row) plain() string {
	var b strings.Builder
	for i, part := range r {
		if i > 0 && gaps[r[i-1].kind()][part.kind()] != 0 {
			b.WriteByte(' ')
		}
		b.WriteString(part.plain())
	}
	return b.String()
}

func (s scripted) plain() string {
	text := s.base.plain() + strings.Repeat("′", s.primes)
	if s.below != nil {
		text += script(s.below, "_", "0123456789+−=()aehijklmnoprsuvx",
			"₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛᵤᵥₓ")
	}
	if s.above != nil {
		text += script(s.above, "^", "0123456789+−=()⊤", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ᵀ")
	}
	return text
}

// script writes a script in raised or lowered characters if all of it has them.
func script(n node, sign, from, to string) string {
	text := strings.NewReplacer(" + ", "+", " − ", "−", " = ", "=").Replace(n.plain())
	raised := []rune(to)
	var b strings.Builder
	for _, r := range text {
		at := slices.Index([]rune(from), r)
		if at < 0 {
			if r, ok := n.(row); ok && len(r) > 1 {
				return sign + "(" + text + ")"
			}
			return sign + text
		}
		b.WriteRune(raised[at])
	}
	return b.String()
}

func (f fraction) plain() string {
	above := f.above.plain()
	if strings.Contains(above, " ") { // more than a product
		above = "(" + above + ")"
	}
	return above + "/" + enclosed(f.below)
}
func (r root) plain() string { return "√" + enclosed(r.of) }

func enclosed(n node) string {
	if r, ok := n.(row); ok && len(r) > 1 {
		return "(" + r.plain() + ")"
	}
	return n.plain()
}

// plain composes one character if Unicode has it.
func (a accent) plain() string { return norm.NFC.String(a.of.plain() + a.sign.combining) }

func (f fenced) plain() string {
	if f.left == "{" && f.right == "" {
		return f.inner.plain()
	}
	return f.left + f.inner.plain() + f.right
}

func (g grid) plain() string {
	line := func(cells []row) string { return strings.Join(words.Each(cells, row.plain), " ") }
	return strings.Join(words.Each(g.lines, line), g.between)
}
