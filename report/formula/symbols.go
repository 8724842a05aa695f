package formula

// A class says how far a part of a formula stands from its neighbours.
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

// A Style is that of the letters of a formula.
type Style int

const (
	Upright Style = iota
	Italic
	Bold
)

// gaps are the spaces between classes, left by right, in eighteenths of the size, after
// the table of The TeXbook, chapter 18; below 0 they vanish in scripts.
var gaps = [7][7]int{
	ordinary:    {0, 3, -4, -5, 0, 0, 0},
	operator:    {3, 3, 0, -5, 0, 0, 0},
	binary:      {-4, -4, 0, 0, -4, 0, 0},
	relation:    {-5, -5, 0, 0, -5, 0, 0},
	opening:     {},
	closing:     {0, 3, -4, -5, 0, 0, 0},
	punctuation: {-3, -3, 0, -3, -3, -3, -3},
}

// symbols are the macros that stand for a sign, with a class unless it is ordinary.
var symbols = map[string]symbol{
	"alpha": letter("α"), "beta": letter("β"), "gamma": letter("γ"), "delta": letter("δ"), "epsilon": letter("ε"),
	"varepsilon": letter("ε"), "zeta": letter("ζ"), "eta": letter("η"), "theta": letter("θ"), "kappa": letter("κ"), "lambda": letter("λ"),
	"mu": letter("μ"), "nu": letter("ν"), "xi": letter("ξ"), "pi": letter("π"), "rho": letter("ρ"), "sigma": letter("σ"),
	"tau": letter("τ"), "phi": letter("φ"), "varphi": letter("φ"), "chi": letter("χ"), "psi": letter("ψ"), "omega": letter("ω"), "ell": letter("ℓ"),
	"Gamma": {text: "Γ"}, "Delta": {text: "Δ"}, "Theta": {text: "Θ"}, "Lambda": {text: "Λ"}, "Xi": {text: "Ξ"}, "Pi": {text: "Π"},
	"Sigma": {text: "Σ"}, "Phi": {text: "Φ"}, "Psi": {text: "Ψ"}, "Omega": {text: "Ω"},
	"infty": {text: "∞"}, "nabla": {text: "∇"}, "partial": {text: "∂"}, "top": {text: "⊤"}, "ldots": {text: "…"}, "dots": {text: "…"}, "cdots": {text: "⋯"},
	"lvert": {"|", opening, Upright}, "rvert": {"|", closing, Upright}, "lVert": {"‖", opening, Upright}, "rVert": {"‖", closing, Upright},
	"lbrace": {"{", opening, Upright}, "rbrace": {"}", closing, Upright}, "langle": {"⟨", opening, Upright}, "rangle": {"⟩", closing, Upright},
	"le": {"≤", relation, Upright}, "ge": {"≥", relation, Upright}, "ne": {"≠", relation, Upright}, "lt": {"<", relation, Upright}, "gt": {">", relation, Upright},
	"approx": {"≈", relation, Upright}, "equiv": {"≡", relation, Upright}, "sim": {"∼", relation, Upright}, "propto": {"∝", relation, Upright}, "in": {"∈", relation, Upright},
	"to": {"→", relation, Upright}, "leftarrow": {"←", relation, Upright}, "mid": {"|", relation, Upright}, "perp": {"⊥", relation, Upright},
	"cdot": {"·", binary, Upright}, "times": {"×", binary, Upright}, "pm": {"±", binary, Upright}, "circ": {"∘", binary, Upright}, "ast": {"∗", binary, Upright},
	"sum": {"∑", operator, Upright}, "prod": {"∏", operator, Upright}, "int": {"∫", operator, Upright},
	"quad": {text: "\u2003"}, "thinspace": {text: "\u2009"},
}

// names are the macros that stand for their own name, as functions do.
var names = []string{
	"arg", "cos", "cosh", "det", "dim", "exp", "inf", "lim", "ln", "log", "max", "min", "sin", "sinh", "sup", "tan", "tanh",
}

// limited take their scripts above and below in a display.
var limited = []string{"∑", "∏", "lim", "max", "min", "sup", "inf", "arg max", "arg min"}

// signs are the characters that stand for themselves.
var signs = map[rune]symbol{
	'+': {"+", binary, Upright}, '-': {"−", binary, Upright}, '/': {text: "/"}, '=': {"=", relation, Upright}, ':': {":", relation, Upright},
	'(': {"(", opening, Upright}, ')': {")", closing, Upright}, '[': {"[", opening, Upright}, ']': {"]", closing, Upright},
	',': {",", punctuation, Upright}, ';': {";", punctuation, Upright}, '!': {"!", closing, Upright}, '.': {text: "."},
}

// instead says what to write for TeX that the subset has by another name.
var instead = map[string]string{
	`\|`: `\lVert and \rVert`, `\{`: `\lbrace`, `\}`: `\rbrace`, `\\`: `\cr`, `\,`: `\thinspace`, `\ `: `\thinspace`, `\;`: `\quad`, `\:`: `\quad`, `\!`: "nothing",
	"|": `\lvert and \rvert`, "<": `\lt`, ">": `\gt`, "*": `\cdot or \ast`, "~": `\quad`,
	`\leq`: `\le`, `\geq`: `\ge`, `\neq`: `\ne`, `\rightarrow`: `\to`, `\gets`: `\leftarrow`, `\bm`: `\mathbf`, `\boldsymbol`: `\mathbf`, `\dfrac`: `\frac`, `\tfrac`: `\frac`,
	`\widehat`: `\hat`, `\overline`: `\bar`, `\widetilde`: `\tilde`, `\mathrm`: `\operatorname`, `\textrm`: `\text`, `\lbrack`: "[", `\rbrack`: "]",
}

// An accent stands above a letter: by itself, and combined with it.
type accentSign struct{ spacing, combining string }

var accents = map[string]accentSign{
	"hat": {"ˆ", "\u0302"}, "bar": {"¯", "\u0304"}, "tilde": {"˜", "\u0303"}, "check": {"ˇ", "\u030c"}, "dot": {"˙", "\u0307"}, "ddot": {"¨", "\u0308"},
}

// An environment has rows and columns: distinctions, matrices.
type environment struct {
	left, right        string // delimiters
	plainLeft, between string // of the plain form, where rows stand on one line
	centred            bool   // columns, which are else flush left
}

var environments = map[string]environment{
	"cases":   {left: "{", between: ", "},
	"pmatrix": {left: "(", right: ")", plainLeft: "(", between: "; ", centred: true},
}

func letter(text string) symbol { return symbol{text: text, style: Italic} }
