// Package choice chooses a parameter of a method from training data alone: a of the Skeleton, q of the kernel
// function or σ of the kernel, which Battaglino 2019 leaves to trial and error.
//
// The training samples are divided into folds. Every candidate is fitted on all folds but one and judged on that
// one, and the candidate with the best sum is taken (M. Stone, "Cross-validatory choice and assessment of
// statistical predictions", J. Royal Statistical Society B 36, 1974). For a there is also a rule of thumb, [L1OrL2].
//
// [Choice.Measured] lists what to measure, [Choice.Decide] turns the measurements into a candidate, and
// [Choice.String] is the name under which results are stored.
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

const (
	// CrossValidation takes the best of all candidates.
	CrossValidation = "cross-validation"
	// L1OrL2 is Battaglino's rule of thumb (Section 2.2, "Optimizing a"): a is small where L1-PCA does better than
	// L2-PCA, else large. Cross-validation compares the two, and chooses within the side. After a tie a is large.
	L1OrL2 = "l1-or-l2"
)

// The two functions that L1OrL2 compares.
const (
	l1 = "p=1"
	l2 = "p=2"
)

// A Choice says how one parameter is chosen.
type Choice struct {
	By string
	// Sides are names of functions or kernels by increasing parameter: one list, or small and large ones for L1OrL2.
	Sides [][]string
	// Folds is the number of folds, at least 2.
	Folds int
	// Samples is the largest number of training samples of a class that take part; 0 for all.
	Samples int
}

const (
	separator = ", "
	between   = "|"
	quotation = `"` // around a name that contains one of the two
)

// String returns the canonical name, by which stored results are found:
//
//	cross-validation(a=1|a=2|a=3, folds=5)
//	cross-validation("f'=min(u, c); c=1"|"f'=min(u, c); c=2", folds=5)
//	l1-or-l2(a=1|a=2, a=10|a=30, folds=5, samples=500)
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

func quoted(name string) string {
	if strings.Contains(name, separator) || strings.Contains(name, between) {
		return quotation + name + quotation
	}
	return name
}

// split divides a text at separators outside quotation marks.
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
	// One choice has one name, since names identify stored results.
	if c.String() != name {
		return Choice{}, fmt.Errorf("choice %q: write it as %s", name, c)
	}
	return c, nil
}

func (c Choice) Validate() error {
	all := c.All()
	empty := func(side []string) bool { return len(side) == 0 }
	switch {
	case c.By == L1OrL2:
		if len(c.Sides) != 2 || slices.ContainsFunc(c.Sides, empty) {
			return fmt.Errorf("%s needs small and large candidates, and no others", L1OrL2)
		}
	case c.By != CrossValidation:
		return fmt.Errorf("unknown way to choose %q: %s", c.By,
			typo.DidYouMean(c.By, []string{CrossValidation, L1OrL2}))
	case len(c.Sides) != 1 || len(all) < 2:
		return fmt.Errorf("%s needs at least two candidates, neither small nor large ones", CrossValidation)
	}
	switch {
	case c.Folds < 2:
		return fmt.Errorf("%d folds: at least 2 are needed", c.Folds)
	case c.Samples < 0:
		return fmt.Errorf("%d samples of a class: want a positive number, or 0 for all", c.Samples)
	}
	for i, name := range all {
		switch {
		case name == "" || strings.Contains(name, quotation):
			return fmt.Errorf("candidate %q is not the name of a function or kernel", name)
		case slices.Contains(all[:i], name):
			return fmt.Errorf("candidate %s stands twice", name)
		}
	}
	return nil
}

// All lists the candidates, in order.
func (c Choice) All() []string { return slices.Concat(c.Sides...) }

// Measured lists what to measure before a decision: what the rule compares, and the candidates of every side with
// more than one.
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

// ErrNoCandidate is wrapped by the error of Decide when no candidate can be taken.
var ErrNoCandidate = errors.New("nothing to choose from")

// Decide returns the candidate with the largest measure, the first of equal ones. A measure that is not finite
// comes from a failed fit and excludes its candidate.
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

// Fits returns how many fits a choice on one training set takes if it ends at the given candidate.
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

// Value returns a parameter in the name of a candidate, such as 30 for a in "a=30" or 10 for c in "f'=u/(1 +
// (u/c)^2); c=10", and NaN where there is none.
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
