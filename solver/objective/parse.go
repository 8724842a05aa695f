package objective

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpca/solver/typo"
)

// A Family is a set of functions that differ by one parameter.
type Family struct {
	Pattern string // how its members are named, such as "p=<number above 0>"
	Formula string // f′ with the parameter as a letter
	Source  string
	member  func(parameter float64) (Function, error)
}

// The works that a source cites.
const (
	battaglino     = "Battaglino 2019"
	generalization = "Battaglino and Koyuncu"
	l2, l1, lp     = "Hotelling 1933", "Kwak 2008", "Kwak 2014"
	// scoresSource introduces the saturating and the redescending functions.
	scoresSource      = battaglino + ", Section 2.2.1"
	exponentialSource = battaglino + ", Section 3.3.2; " + generalization + ", eq. (16)"
)

// Works are what sources cite, in full, by how they begin.
func Works() [][2]string {
	return [][2]string{
		{battaglino, "S. Battaglino, Generalized Principal Component Analysis Theory, Politecnico di Torino, 2019"},
		{l2, "H. Hotelling, Analysis of a complex of statistical variables into principal components, Journal of " +
			"Educational Psychology 24, 1933"},
		{l1, "N. Kwak, Principal component analysis based on L1-norm maximization, IEEE Transactions on Pattern " +
			"Analysis and Machine Intelligence 30, 2008"},
		{lp, "N. Kwak, Principal component analysis by Lp-norm maximization, IEEE Trans. Cybernetics 44, 2014"},
		{generalization, "S. Battaglino and E. Koyuncu, A Generalization of Principal Component Analysis"},
	}
}

// Families returns the families whose members [Parse] makes. Expressions come last.
func Families() []Family {
	return []Family{
		{"p=<number above 0>", "f′(u) = u^(p−1)", lp, Power},
		{"a=<number above 0>", "f′(u) = min(u, a)", battaglino + ", eq. (2.5)", Skeleton},
		{"q=<number above 0>", "f′(u) = exp(−u^q)", exponentialSource, ExponentialPower},
		{"g=<number above 0>", "f′(u) = 2u for u ≤ g, 1 above", generalization + ", eq. (13)", SwitchedNorm},
		{expressionPrefix + "<expression of u>", "f′(u) as written", expressionSource, nil},
	}
}

// Named returns the functions for which Battaglino 2019 or Battaglino and Koyuncu print results or plots.
func Named() []Function {
	return []Function{
		member(Power(0.5)), member(Power(1)), member(Power(1.5)), member(Power(2)),
		saturating("tanh", `\tanh u`, scoresSource, 1, 1, math.Tanh, logCosh),
		saturating("3-3sech", `3 - 3 \operatorname{sech} u`, scoresSource, 3, 1, oneMinusSech, oneMinusSechPrimitive),
		saturating("2tanh2", `2 \tanh^2 u`, scoresSource, 2, 1, tanhSquared, tanhSquaredPrimitive),
		// 4/(1 + e⁻ᵘ) − 2 as 2 tanh(u/2), which does not cancel near 0.
		saturating("4sigmoid-2", `4 \operatorname{sigmoid} u - 2`, scoresSource, 2, 0.5, math.Tanh, logCosh),
		tanhSech(), cosine(),
		member(Skeleton(1)), member(Skeleton(2)), member(Skeleton(3)),
		member(ExponentialPower(2)), member(ExponentialPower(3)), member(ExponentialPower(4)),
		saturating("zeta1", `\zeta_1(u) = 1 - \operatorname{sech} u`, generalization+", eq. (14)", 1, 1, oneMinusSech,
			oneMinusSechPrimitive),
		saturating("zeta2", `\zeta_2(u) = \tanh^2 u`, generalization+", eq. (15)", 1, 1, tanhSquared,
			tanhSquaredPrimitive),
		member(SwitchedNorm(1)),
	}
}

// member drops the error of a constructor with a valid constant.
func member(s Function, _ error) Function { return s }

// Parse returns the function of a name: one of [Named], a member of one of the [Families], or "f'=" and an
// expression, as for [ExpressionWith]. Blanks around the name and around "=" are ignored, "p=2.0" is p=2; letter
// case matters.
func Parse(name string) (Function, error) {
	name = strings.TrimSpace(name)
	for _, s := range Named() {
		if s.Name() == name {
			return s, nil
		}
	}
	letter, value, found := strings.Cut(name, "=")
	letter, value = strings.TrimSpace(letter), strings.TrimSpace(value)
	families := Families()
	at := slices.IndexFunc(families, func(f Family) bool { return strings.HasPrefix(f.Pattern, letter+"=") })
	if !found || at < 0 {
		return nil, unknown(name)
	}
	if families[at].member == nil {
		return parseExpression(value)
	}
	parameter, err := strconv.ParseFloat(value, 64)
	if err != nil {
		return nil, fmt.Errorf("function %q: %q is not a number that float64 can hold; write one as in %q", name, value,
			letter+"=1.5")
	}
	return families[at].member(parameter)
}

// named names a member of a family, whose parameter has to be finite and positive.
func (s *definition) named(letter string, value float64) (Function, error) {
	s.name = parameterName(letter, value)
	if value > 0 && !math.IsInf(value, 1) {
		return s, nil
	}
	return nil, fmt.Errorf("function %q: %s must be a finite number above 0", s.name, letter)
}

func parameterName(letter string, value float64) string {
	return letter + "=" + strconv.FormatFloat(value, 'g', -1, 64)
}

func plainNumber(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

// uToThe is a power of u in TeX, to 12 decimals, as 0.7 − 1 is not quite −0.3.
func uToThe(power float64) string {
	if power == 1 {
		return "u"
	}
	return "u^{" + plainNumber(math.Round(power*1e12)/1e12) + "}"
}

// ErrUnknown is wrapped by the error of [Parse] for a name of no function and no family.
var ErrUnknown = errors.New("unknown function")

func unknown(name string) error {
	var names, patterns []string
	for _, s := range Named() {
		names = append(names, s.Name())
	}
	for _, f := range Families() {
		patterns = append(patterns, f.Pattern)
	}
	return fmt.Errorf("%w %q: %s; families are %s", ErrUnknown, name, typo.DidYouMean(name, names),
		strings.Join(patterns, ", "))
}
