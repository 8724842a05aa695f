// Package suggest words what a mistyped name may have meant.
package suggest

import (
	"strings"

	"gpca/solver/typo"
)

// DidYouMean words the suggestions for the end of an error message: "did you
// mean usps?", or, with none near, "valid are usps, mnist, yale".
func DidYouMean(name string, valid []string) string {
	near := typo.Nearest(name, valid)
	if len(near) == 0 {
		return "valid are " + strings.Join(valid, ", ")
	}
	if len(near) == 1 {
		return "did you mean " + near[0] + "?"
	}
	last := len(near) - 1
	return "did you mean " + strings.Join(near[:last], ", ") + " or " + near[last] + "?"
}
