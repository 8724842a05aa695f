// Package formula reads formulas in a subset of TeX and sets them.
//
// A [Formula] is what stands between the dollar signs of a text. It is written as TeX for LaTeX and
// Markdown, as MathML for HTML, as one line of Unicode for terminals, files of values and bookmarks,
// and as a [Box] of placed glyphs and strokes for pages. A [Measure] provides the widths of texts.
//
// All of these formats can show the subset. Code hosts resolve backslashes before signs in Markdown,
// and read the bar as the edge of a column; so \lVert replaces \|, \lvert the bar, \lbrace \{,
// \cr \\ and \lt <. The subset has
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
// Anything else is a [SyntaxError] with its place and a suggestion.
//
// The spacing is that of D. E. Knuth, The TeXbook (Addison-Wesley, 1984), chapter 18 and appendix G,
// with the dimensions of a text face. The module codeberg.org/go-latex/latex v0.2.0 is no
// alternative: it panics on unknown macros and cannot set scripts.
package formula
