// Package formula reads mathematics in a subset of TeX and sets it.
//
// A [Formula] is what stands between the dollar signs of a text. It is written back as
// the TeX that it was read from, for LaTeX and Markdown; as MathML, for HTML; as one line
// of Unicode, for a terminal, a file of values or a bookmark; and as a [Box] of glyphs and
// strokes with their places, for a page. The package draws nothing and knows no font: the
// page says how wide a text is, see [Measure].
//
// The subset is what all of these can show, and what Markdown leaves as it is: code hosts
// resolve backslashes before signs, and read the bar as the edge of a column. So \lVert
// stands for \|, \lvert for the bar, \lbrace for \{, \cr for \\ and \lt for <. It has
//
//	letters, digits, + - = / ( ) [ ] , ; : ! and the prime
//	x_i  x^2  x_i^{n-1}                        scripts, above and below \sum, \max, ... in a display
//	\frac{a}{b}  \sqrt{x}  \text{where}        and \operatorname{tr}
//	\mathbf{x}  \mathrm{d}                     styles of letters
//	\hat x  \bar x  \tilde x  \check x         accents
//	\left( \frac{a}{b} \right)                 fences as tall as what they hold
//	\begin{cases} a & b \cr c & d \end{cases}   and pmatrix
//	\tag{2.5}                                  the number of a display, at its end
//	\alpha  \le  \to  \infty  \exp ...         the symbols and names of symbols.go
//
// Anything else is a [SyntaxError] with its place and what to write instead.
//
// The rules of spacing are those of D. E. Knuth, The TeXbook (Addison-Wesley, 1984),
// chapter 18 and appendix G, with the dimensions of a text face in place of those of
// a mathematical one. The module codeberg.org/go-latex/latex does not do: v0.2.0 panics on
// macros that it does not know and cannot set scripts.
package formula
