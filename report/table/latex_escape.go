package table

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"

	"gpca/report/formula"
)

// EscapeLaTeX converts Unicode text to LaTeX without packages: Greek letters, superscripts, subscripts and
// operators become formulas, accented Latin letters stay, and any other character becomes its number in
// brackets, such as [U+2603], unless the program and its font know it.
func EscapeLaTeX(text string) string {
	var b, joined strings.Builder // adjacent formulas
	flush := func() {
		if joined.Len() > 0 {
			b.WriteString("$" + joined.String() + "$")
			joined.Reset()
		}
	}
	runes := []rune(text)
	for i := 0; i < len(runes); {
		if command, inner, n := latexScript(runes[i:]); n > 0 {
			joined.WriteString(command + "{" + inner + "}")
			i += n
			continue
		}
		if base := latexFormula(runes[i]); i+1 < len(runes) && accents[runes[i+1]] != "" &&
			(base != "" || unicode.IsLetter(runes[i]) && runes[i] < unicode.MaxASCII) {
			joined.WriteString(accents[runes[i+1]] + "{" + cmp.Or(base, `\mathrm{`+string(runes[i])+`}`) + "}")
			i += 2
			continue
		}
		if spelling := latexFormula(runes[i]); spelling != "" {
			// A blank ends a control word before a letter.
			if unicode.IsLetter(rune(spelling[0])) && endsInControlWord(joined.String()) {
				joined.WriteByte(' ')
			}
			joined.WriteString(spelling)
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
	if texts[r] != "" {
		return ""
	}
	return cmp.Or(formulas[r], formula.Macro(r))
}

func latexText(r rune) string {
	if spelling, ok := texts[r]; ok {
		return spelling
	}
	if ' ' <= r && r < unicode.MaxASCII || 'À' <= r && r <= 'ſ' {
		return string(r)
	}
	// XeLaTeX and LuaLaTeX have the characters of their font.
	return fmt.Sprintf(`\ifdefined\Umathchar\iffontchar\font"%04[1]X %[1]c\else[U+%04[1]X]\fi\else[U+%04[1]X]\fi{}`, r)
}

func greekName(r rune) string {
	if !unicode.Is(unicode.Greek, r) {
		return ""
	}
	return strings.TrimPrefix(strings.TrimPrefix(latexFormula(unicode.ToLower(r)), `\`), "var")
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

// formulas are the signs that package formula does not have, or has under another name.
var formulas = map[rune]string{
	// The text font has other glyphs at these places in the default encoding.
	'<': "<", '>': ">", '|': "|",
	'−': "-", '∓': `\mp`, '⋅': `\cdot`, '÷': `\div`, '√': `\surd`, '‖': `\|`, '′': "'", '″': "''",
	'∉': `\notin`, '∀': `\forall`, '∃': `\exists`, 'ℝ': `\mathbf{R}`,
	'↔': `\leftrightarrow`, '⇒': `\Rightarrow`, '↦': `\mapsto`,
	'ϵ': `\epsilon`, 'ϕ': `\phi`, 'ϑ': `\vartheta`, 'µ': `\mu`,
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
	// In text, daggers and bullets are of a bitmap font (Type 3), which publishers refuse.
	'†': `$\dagger$`, '‡': `$\ddagger$`, '§': `\S{}`, '¶': `\P{}`, '•': `$\bullet$`,
	'\u00a0': "~", '\u202f': "~", '\u2009': `\,`, '\n': " ", '\t': " ", '\r': " ",
}
