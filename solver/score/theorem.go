package score

import "fmt"

// Theorem1 says in a sentence whether Theorem 1 of the thesis covers the ascent in input space with a score of
// these properties, and why.
func (p Properties) Theorem1() string {
	negative := ""
	if p.NegativeAt > 0 {
		negative = fmt.Sprintf(" and is negative at u = %.3g", p.NegativeAt)
	}
	switch {
	case p.NonDecreasing:
		return "Theorem 1 covers the ascent: f′ is nowhere negative and nowhere falls, so that f(|u|) is convex."
	case p.RisesUpTo > 0:
		return fmt.Sprintf("Theorem 1 covers the ascent only while all projections stay below u = %.3g: beyond, f′ "+
			"falls%s, so that f(|u|) is not convex and a step may lead down.", p.RisesUpTo, negative)
	case p.SingularAtZero:
		return "Theorem 1 does not cover the ascent: f′ grows without end towards u = 0" + negative +
			", so that f(|u|) is not convex and the samples most nearly orthogonal to w outweigh all others."
	case p.NegativeAt > 0:
		return fmt.Sprintf("Theorem 1 does not cover the ascent: f′ is negative at u = %.3g, so that f(|u|) is not "+
			"convex and a step may lead down.", p.NegativeAt)
	default:
		return "Theorem 1 does not cover the ascent: f′ falls from u = 0 on, so that f(|u|) is not convex and a step " +
			"may lead down."
	}
}

// Warnings are what a user of a score should know: that no theorem covers it, and where it has no value.
func (p Properties) Warnings() []string {
	var all []string
	if !p.NonDecreasing {
		all = append(all, p.Theorem1())
	}
	if p.OverflowsAt > 0 {
		all = append(all, fmt.Sprintf("f′ is not finite at u = %.3g: a sample with so large a projection makes a "+
			"cell fail.", p.OverflowsAt))
	}
	return all
}
