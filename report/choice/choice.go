// Package choice says how the parameter of a method is chosen from training data
// alone, and chooses.
//
// The thesis leaves the parameters a of the Skeleton, q of the kernel function and σ of the
// kernel to trial and error. Here training samples are divided into folds, every candidate is
// fitted on all folds but one and judged on that one, and the candidate with the best sum is
// taken (M. Stone, "Cross-validatory choice and assessment of statistical predictions", J.
// Royal Statistical Society B 36, 1974). For a there is a rule of thumb too: see [L1OrL2].
//
// A [Choice] lists what has to be measured, [Choice.Decide] turns the measurements into a
// candidate, and [Choice.String] is the name under which results are stored.
package choice

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpca/report/words"
	"gpca/solver/typo"
)

// The ways to choose.
const (
	// CrossValidation takes the best of all candidates.
	CrossValidation = "cross-validation"
	// L1OrL2 is the thesis's rule of thumb (Section 2.2, "Optimizing a"): where L1-PCA does
	// better than L2-PCA, a is to be small, else large. On which data they are compared, and
	// which a to take on either side, is left to cross-validation. A tie speaks for large
	// values, whose components are those of L2.
	L1OrL2 = "l1-or-l2"
)

// The two scores that L1OrL2 compares.
const (
	l1 = "p=1"
	l2 = "p=2"
)

// A Choice is how one parameter is chosen.
type Choice struct {
	By string
	// Sides are the candidates: one list for CrossValidation, small and large ones for L1OrL2. They
	// are canonical names of scores ("a=30") or of kernels ("gaussian(sigma=2500)"), in increasing
	// order of the parameter.
	Sides [][]string
	// Folds is the number of folds that the training samples are divided into, at least 2.
	Folds int
	// Samples is the most training samples of a class that take part; 0 for all.
	Samples int
}

const (
	separator = ", "
	between   = "|"
	quotation = `"` // around the name of an expression, in which the two may stand
)

// String returns the canonical name, such as
//
//	cross-validation(a=1|a=2|a=3, folds=5)
//	cross-validation("f'=min(u, c); c=1"|"f'=min(u, c); c=2", folds=5)
//	l1-or-l2(a=1|a=2, a=10|a=30, folds=5, samples=500)
//
// It never changes for the same choice: stored results are found by it.
func (c Choice) String() string {
	parts := words.Each(c.Sides, func(side []string) string {
		return strings.Join(words.Each(side, quoted), between)
	})
	parts = append(parts, fmt.Sprintf("folds=%d", c.Folds))
	if c.Samples > 0 {
		parts = append(parts, fmt.Sprintf("samples=%d", c.Samples))
	}
	return c.By + "(" + strings.Join(parts, separator) + ")"
}

// quoted is a name in quotation marks if something in it separates names.
func quoted(name string) string {
	if strings.Contains(name, separator) || strings.Contains(name, between) {
		return quotation + name + quotation
	}
	return name
}

// split divides a text at a separator that stands outside of quotation marks.
func split(text, at string) []string {
	var parts []string
	start, quoted := 0, false
	for i := range len(text) {
		switch {
		case text[i:i+1] == quotation:
			quoted = !quoted
		case !quoted && strings.HasPrefix(text[i:], at):
			parts, start = append(parts, text[start:i]), i+len(at)
		}
	}
	return append(parts, text[start:])
}

var canonical = regexp.MustCompile(`^([^(]+)\((.+), folds=(\d+)(?:, samples=(\d+))?\)$`)

// Parse returns the choice of a canonical name.
func Parse(name string) (Choice, error) {
	m := canonical.FindStringSubmatch(name)
	if m == nil {
		return Choice{}, fmt.Errorf("choice %q: write it as %s", name,
			Choice{By: CrossValidation, Sides: [][]string{{"a=1", "a=2"}}, Folds: 5})
	}
	c := Choice{By: m[1]}
	c.Folds, _ = strconv.Atoi(m[3])
	c.Samples, _ = strconv.Atoi(m[4])
	for _, side := range split(m[2], separator) {
		names := words.Each(split(side, between), func(name string) string { return strings.Trim(name, quotation) })
		c.Sides = append(c.Sides, names)
	}
	if err := c.Validate(); err != nil {
		return Choice{}, fmt.Errorf("choice %q: %w", name, err)
	}
	// Names identify choices in stored results: one choice has one name.
	if c.String() != name {
		return Choice{}, fmt.Errorf("choice %q: write it as %s", name, c)
	}
	return c, nil
}

// Validate returns an error when there is nothing to choose from or no way to choose.
func (c Choice) Validate() error {
	all := c.All()
	switch {
	case c.By != CrossValidation && c.By != L1OrL2:
		return fmt.Errorf("unknown way to choose %q: %s", c.By,
			typo.DidYouMean(c.By, []string{CrossValidation, L1OrL2}))
	case c.By == L1OrL2 && (len(c.Sides) != 2 || len(c.Sides[0]) == 0 || len(c.Sides[1]) == 0):
		return fmt.Errorf("%s needs small and large candidates, and no others", L1OrL2)
	case c.By == CrossValidation && (len(c.Sides) != 1 || len(all) < 2):
		return fmt.Errorf("%s needs at least two candidates, neither small nor large ones", CrossValidation)
	case c.Folds < 2:
		return fmt.Errorf("%d folds: at least 2 are needed", c.Folds)
	case c.Samples < 0:
		return fmt.Errorf("%d samples of a class: want a positive number, or 0 for all", c.Samples)
	}
	for i, name := range all {
		switch {
		case name == "" || strings.Contains(name, quotation):
			return fmt.Errorf("candidate %q is not the name of a score or kernel", name)
		case slices.Contains(all[:i], name):
			return fmt.Errorf("candidate %s stands twice", name)
		}
	}
	return nil
}

// All lists the candidates, in order.
func (c Choice) All() []string { return slices.Concat(c.Sides...) }

// Measured lists what has to be measured before it can be decided: the
// candidates, except one that its side has alone, and what the rule compares.
func (c Choice) Measured() []string {
	var measured []string
	if c.By == L1OrL2 {
		measured = []string{l1, l2}
	}
	for _, side := range c.Sides {
		if len(side) > 1 {
			measured = words.AppendNew(measured, side...)
		}
	}
	return measured
}

// ErrNoCandidate is wrapped by the error of Decide when no candidate could be measured.
var ErrNoCandidate = errors.New("nothing to choose from")

// Decide returns the candidate that is chosen when measure gives each name of Measured a
// number, the larger the better. A candidate whose number is not finite, because its fit
// failed, is not chosen. Among equal ones the first, with the smaller parameter, is.
func (c Choice) Decide(measure func(name string) float64) (string, error) {
	candidates := c.Sides[0]
	if c.By == L1OrL2 {
		first, second := measure(l1), measure(l2)
		if !finite(first) || !finite(second) {
			return "", fmt.Errorf("%w: %s and %s cannot be compared, as a fit of them failed", ErrNoCandidate, l1, l2)
		}
		if !(first > second) {
			candidates = c.Sides[1]
		}
		if len(candidates) == 1 {
			return candidates[0], nil
		}
	}
	best, most := "", math.Inf(-1)
	for _, name := range candidates {
		if m := measure(name); finite(m) && m > most {
			best, most = name, m
		}
	}
	if best == "" {
		return "", fmt.Errorf("%w: every candidate's fit failed", ErrNoCandidate)
	}
	return best, nil
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// Fits is how many fits it takes to choose on one training set when the choice comes to the
// given candidate: with a rule, those that it compares and, unless there is one alone, its side.
func (c Choice) Fits(chosen string) int {
	fits := 0
	if c.By == L1OrL2 {
		fits = 2
	}
	for _, side := range c.Sides {
		if slices.Contains(side, chosen) && len(side) > 1 {
			fits += len(side)
		}
	}
	return c.Folds * fits
}

// Value is that of a parameter in the name of a candidate, for a table: 30 of a in
// "a=30", 2500 of sigma in "gaussian(sigma=2500)", 10 of c in
// "f'=u/(1 + (u/c)^2); c=10". NaN where there is none.
func Value(candidate, parameter string) float64 {
	value := math.NaN()
	for _, part := range strings.FieldsFunc(candidate, func(r rune) bool { return strings.ContainsRune(" ,;()", r) }) {
		if text, ok := strings.CutPrefix(part, parameter+"="); ok {
			if v, err := strconv.ParseFloat(text, 64); err == nil {
				value = v
			}
		}
	}
	return value
}
