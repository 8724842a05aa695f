// Package faults holds what is refused against a file that lists faulty inputs and, below each, its error.
package faults

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// arrow begins each line of an error.
const arrow = "→ "

// Check gives each input of testdata/NAME to a function and compares its error with the recorded one, which -update
// writes anew. An input ends where its error begins, and an empty line follows. One that is accepted fails, whatever is
// recorded.
func Check(t *testing.T, name string, refuse func(t *testing.T, input string) error) {
	t.Helper()
	recorded, err := os.ReadFile(filepath.Join("testdata", name))
	assert.NilError(t, err)
	var found, input []string
	said := false
	for _, line := range strings.Split(string(recorded), "\n") {
		if !strings.HasPrefix(line, arrow) {
			if !said || line != "" {
				input = append(input, line)
			}
			said = false
			continue
		}
		if said { // the error goes on
			continue
		}
		said = true
		fault := "accepted"
		if err := refuse(t, strings.Join(input, "\n")); err != nil {
			fault = err.Error()
		} else {
			t.Errorf("accepted: %s", strings.Join(input, "\n"))
		}
		found = append(found, append(input, arrow+strings.ReplaceAll(fault, "\n", "\n"+arrow), "")...)
		input = nil
	}
	golden.Assert(t, strings.Join(found, "\n"), name)
}

// Change is the text with one piece replaced, as an input "this ⇒ that" or with ⇒ on a line of its own says.
func Change(t *testing.T, text, input string) string {
	t.Helper()
	old, by, ok := strings.Cut(input, "\n⇒\n")
	if !ok {
		old, by, ok = strings.Cut(input, " ⇒ ")
	}
	assert.Assert(t, ok && strings.Contains(text, old), "nothing to replace: %s", input)
	return strings.Replace(text, old, by, 1)
}
