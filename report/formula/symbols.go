package formula

import (
	"slices"
	"strings"
	"unicode"
)

// A class determines the space between parts of a formula.
type class int

const (
	ordinary class = iota
	operator       // \sum, \exp
	binary         // +
	relation       // =
	opening
	closing
	punctuation
)

// A Style is the typeface of letters.
type Style int

const (
	Upright Style = iota
	Italic
	Bold
	Words // upright text, not mathematics
)

// gaps are the spaces between classes, left by right, in eighteenths of the size, after the table of The
// TeXbook, chapter 18; negative ones vanish in scripts.
var gaps = [7][7]int{
	ordinary:    {0, 3, -4, -5, 0, 0, 0},
	operator:    {3, 3, 0, -5, 0, 0, 0},
	binary:      {-4, -4, 0, 0, -4, 0, 0},
	relation:    {-5, -5, 0, 0, -5, 0, 0},
	opening:     {},
	closing:     {0, 3, -4, -5, 0, 0, 0},
	punctuation: {-3, -3, 0, -3, -3, -3, -3},
}

var symbols = symbolTable()

func symbolTable() map[string]symbol {
	all := map[string]symbol{`\quad`: {text: "\u2003"}, `\thinspace`: {text: "\u2009"}}
	for _, t := range []struct {
		class class
		style Style
		pairs string // source, without a backslash before letters, and text
	}{
		{ordinary, Italic, `alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η
			theta θ iota ι kappa κ lambda λ mu μ nu ν xi ξ pi π rho ρ sigma σ varsigma ς tau τ
			upsilon υ phi φ varphi φ chi χ psi ψ omega ω ell ℓ`},
		{ordinary, Upright, `Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
			infty ∞ nabla ∇ partial ∂ top ⊤ ldots … dots … cdots ⋯ / / . .`},
		{operator, Upright, `sum ∑ prod ∏ int ∫ arg arg cos cos cosh cosh det det dim dim exp exp
			inf inf lim lim ln ln log log max max min min sin sin sinh sinh sup sup tan tan tanh tanh`},
		{binary, Upright, `+ + - − cdot · times × pm ± circ ∘ ast ∗`},
		{relation, Upright, `= = : : le ≤ ge ≥ ne ≠ lt < gt > approx ≈ equiv ≡ sim ∼ propto ∝ in ∈
			to → leftarrow ← mid | perp ⊥`},
		{opening, Upright, `( ( [ [ lvert | lVert ‖ lbrace { langle ⟨`},
		{closing, Upright, `) ) ] ] rvert | rVert ‖ rbrace } rangle ⟩ ! !`},
		{punctuation, Upright, `, , ; ;`},
	} {
		for pair := range slices.Chunk(strings.Fields(t.pairs), 2) {
			name := pair[0]
			if isLetter(rune(name[0])) {
				name = `\` + name
			}
			all[name] = symbol{pair[1], t.class, t.style}
		}
	}
	return all
}

// Macro is the TeX of a character that is no ASCII; empty for one that formulas do not have.
func Macro(r rune) string {
	longest := "" // \varphi is more like φ than \phi
	if r <= unicode.MaxASCII {
		return longest
	}
	for name, s := range symbols {
		if s.text == string(r) && len(name) > len(longest) {
			longest = name
		}
	}
	return longest
}

// limited take their scripts above and below in a display.
var limited = []string{"∑", "∏", "lim", "max", "min", "sup", "inf", "arg max", "arg min"}

// instead suggests the supported spelling of other TeX.
var instead = map[string]string{
	`\|`: `\lVert and \rVert`, `|`: `\lvert and \rvert`, `\{`: `\lbrace`, `\}`: `\rbrace`, `\\`: `\cr`,
	`\,`: `\thinspace`, `\ `: `\thinspace`, `\;`: `\quad`, `\:`: `\quad`, `~`: `\quad`, `\!`: "nothing",
	`<`: `\lt`, `>`: `\gt`, `\leq`: `\le`, `\geq`: `\ge`, `\neq`: `\ne`, `*`: `\cdot or \ast`,
	`\rightarrow`: `\to`, `\gets`: `\leftarrow`, `\bm`: `\mathbf`, `\boldsymbol`: `\mathbf`,
	`\dfrac`: `\frac`, `\tfrac`: `\frac`, `\widehat`: `\hat`, `\overline`: `\bar`, `\widetilde`: `\tilde`,
	`\textrm`: `\text`, `\lbrack`: "[", `\rbrack`: "]",
}

// An accentSign stands above a letter: by itself, and as a combining character.
type accentSign struct{ spacing, combining string }

var accents = map[string]accentSign{
	`\hat`: {"ˆ", "\u0302"}, `\bar`: {"¯", "\u0304"}, `\tilde`: {"˜", "\u0303"}, `\check`: {"ˇ", "\u030c"},
	`\dot`: {"˙", "\u0307"}, `\ddot`: {"¨", "\u0308"},
}

// An environment is a grid between delimiters.
type environment struct {
	left, right string
	between     string // separates rows on one line
	centred     bool   // columns are centred, not flush left
}

var environments = map[string]environment{
	"cases":   {left: "{", between: ", "},
	"pmatrix": {left: "(", right: ")", between: "; ", centred: true},
}

func letter(text string) symbol { return symbol{text: text, style: Italic} }
