package render

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// Sentences name methods as tables do, whatever a study calls them; words stay words.
func TestNamesAreTypeset(t *testing.T) {
	labels := map[string]string{
		"2tanh2": "2tanh²", "2tanh": "2 tanh", "3-3sech": "3 − 3sech", "p=1": "L1 (p = 1)", "mean": "Mean of all", "a": "Skeleton",
	}
	for text, want := range map[string]string{
		"Table 3.1, sigma 60, p=0.5: 94.20":         "Table 3.1, σ\u00a060, p\u00a0=\u00a00.5: 94.20",
		"With a=2 a mean behaves like 2tanh2 (here": "With a\u00a0=\u00a02 a mean behaves like 2tanh² (here",
		"row p=1: 3-3sech 95.64, a=1.":              "row p\u00a0=\u00a01: 3 − 3sech 95.64, a\u00a0=\u00a01.",
		"$x=y$ and 12tanh2":                         "$x=y$ and 12tanh2",
	} {
		assert.Check(t, is.Equal(typeset(text, labels), want), "%q is typeset as", text)
	}
}
