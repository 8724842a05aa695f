package table

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// EscapeLaTeX converts Unicode text to LaTeX without packages: Greek letters, superscripts, subscripts and
// operators become formulas, accented Latin letters stay, and any other character becomes its number in
// brackets, such as [U+2603].
func EscapeLaTeX(text string) string {
	var b, formula strings.Builder // adjacent formulas are joined
	flush := func() {
		if formula.Len() > 0 {
			b.WriteString("$" + formula.String() + "$")
			formula.Reset()
		}
	}
	runes := []rune(text)
	for i := 0; i < len(runes); {
		if command, inner, n := latexScript(runes[i:]); n > 0 {
			formula.WriteString(command + "{" + inner + "}")
			i += n
			continue
		}
		if base := latexFormula(runes[i]); i+1 < len(runes) && accents[runes[i+1]] != "" &&
			(base != "" || unicode.IsLetter(runes[i]) && runes[i] < unicode.MaxASCII) {
			formula.WriteString(accents[runes[i+1]] + "{" + cmp.Or(base, `\mathrm{`+string(runes[i])+`}`) + "}")
			i += 2
			continue
		}
		if spelling := latexFormula(runes[i]); spelling != "" {
			// A blank ends a control word before a letter.
			if unicode.IsLetter(rune(spelling[0])) && endsInControlWord(formula.String()) {
				formula.WriteByte(' ')
			}
			formula.WriteString(spelling)
		} else {
			flush()
			b.WriteString(latexText(runes[i]))
		}
		i++
	}
	flush()
	return b.String()
}

// latexScript collects the superscripts or subscripts at the start of text: the command, its argument, and
// the number of runes.
func latexScript(text []rune) (command, inner string, n int) {
	for _, script := range []struct {
		command string
		letters map[rune]string
	}{{"^", superscripts}, {"_", subscripts}} {
		for _, r := range text {
			plain, ok := script.letters[r]
			if !ok {
				break
			}
			inner += plain
			n++
		}
		if n > 0 {
			return script.command, inner, n
		}
	}
	return "", "", 0
}

func endsInControlWord(formula string) bool {
	word := strings.TrimRightFunc(formula, func(r rune) bool {
		return r < unicode.MaxASCII && unicode.IsLetter(r)
	})
	return len(word) < len(formula) && strings.HasSuffix(word, `\`)
}

// latexFormula spells r in a formula, "" if r is text.
func latexFormula(r rune) string {
	if name := greekName(r); formulas[r] == "" && name != "" && unicode.IsLower(r) {
		return `\` + name
	}
	return formulas[r]
}

func latexText(r rune) string {
	if spelling, ok := texts[r]; ok {
		return spelling
	}
	if ' ' <= r && r < unicode.MaxASCII || 'À' <= r && r <= 'ſ' {
		return string(r)
	}
	return fmt.Sprintf("[U+%04X]", r)
}

func greekName(r rune) string {
	if 'Α' <= r && r <= 'Ω' {
		r += 'α' - 'Α'
	}
	if 'α' <= r && r <= 'ω' {
		return greek[r-'α']
	}
	return ""
}

var greek = [...]string{
	"alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu",
	"xi", "omicron", "pi", "rho", "varsigma", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
}

var superscripts = map[rune]string{
	'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7", '⁸': "8", '⁹': "9",
	'⁺': "+", '⁻': "-", '⁼': "=", '⁽': "(", '⁾': ")", 'ⁿ': "n", 'ⁱ': "i", 'ᵀ': `\top`, '°': `\circ`,
}

var subscripts = map[rune]string{
	'₀': "0", '₁': "1", '₂': "2", '₃': "3", '₄': "4", '₅': "5", '₆': "6", '₇': "7", '₈': "8",
	'₉': "9", '₊': "+", '₋': "-", '₌': "=", '₍': "(", '₎': ")",
	'ₐ': "a", 'ₓ': "x", 'ᵢ': "i", 'ⱼ': "j", 'ₖ': "k", 'ₘ': "m", 'ₙ': "n", 'ₚ': "p",
}

var formulas = map[rune]string{
	// The text font has other glyphs at these places in the default encoding.
	'<': "<", '>': ">", '|': "|",
	'−': "-", '±': `\pm`, '∓': `\mp`, '×': `\times`, '·': `\cdot`, '⋅': `\cdot`, '÷': `\div`,
	'≤': `\le`, '≥': `\ge`, '≠': `\ne`, '≈': `\approx`, '≡': `\equiv`, '∼': `\sim`, '∝': `\propto`,
	'∞': `\infty`, '√': `\surd`, '∑': `\sum`, '∏': `\prod`, '∫': `\int`, '∂': `\partial`, '∇': `\nabla`,
	'∈': `\in`, '∉': `\notin`, '∀': `\forall`, '∃': `\exists`, '⊤': `\top`, '⊥': `\perp`, '‖': `\|`,
	'′': "'", '″': "''", '⟨': `\langle`, '⟩': `\rangle`, 'ℝ': `\mathbf{R}`, 'ℓ': `\ell`,
	'→': `\to`, '←': `\leftarrow`, '↔': `\leftrightarrow`, '⇒': `\Rightarrow`, '↦': `\mapsto`,
	'Γ': `\Gamma`, 'Δ': `\Delta`, 'Θ': `\Theta`, 'Λ': `\Lambda`, 'Ξ': `\Xi`, 'Π': `\Pi`,
	'Σ': `\Sigma`, 'Υ': `\Upsilon`, 'Φ': `\Phi`, 'Ψ': `\Psi`, 'Ω': `\Omega`,
	'ε': `\varepsilon`, 'ϵ': `\epsilon`, 'φ': `\varphi`, 'ϕ': `\phi`, 'ϑ': `\vartheta`, 'µ': `\mu`,
	'ο': "o", // LaTeX has no omicron
	'Ǩ': `\check{\mathrm{K}}`, 'ǩ': `\check{\mathrm{k}}`,
	'½': `\frac{1}{2}`, '¼': `\frac{1}{4}`, '¾': `\frac{3}{4}`,
}

// accents are combining characters, which follow their letter.
var accents = map[rune]string{'\u0302': `\hat`, '\u0303': `\tilde`, '\u0304': `\bar`, '\u0307': `\dot`,
	'\u030c': `\check`}

var texts = map[rune]string{
	'\\': `\textbackslash{}`, '{': `\{`, '}': `\}`, '$': `\$`, '&': `\&`, '#': `\#`, '%': `\%`, '_': `\_`,
	'^': `\^{}`, '~': `\~{}`, '"': "''",
	'–': "--", '—': "---", '‘': "`", '’': "'", '“': "``", '”': "''", '…': `\dots{}`,
	'†': `\dag{}`, '‡': `\ddag{}`, '§': `\S{}`, '¶': `\P{}`, '•': `$\bullet$`,
	'\u00a0': "~", '\u202f': "~", '\u2009': `\,`, '\n': " ", '\t': " ", '\r': " ",
}
