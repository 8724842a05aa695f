// Package faults holds what is refused, or answered, against a file that lists inputs and, below each, its error or
// answer.
package faults

import (
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"
)

// arrow begins each line of an answer.
const arrow = "→ "

// entry is an input, in brackets, with its answer and the empty line behind that.
var entry = regexp.MustCompile(`(?s)(.*?)\n(?:` + arrow + `[^\n]*\n)+(\n?)`)

// Check gives each input of testdata/NAME to a function and compares its error as [Answers] does. An input that is
// accepted fails, whatever is recorded.
func Check(t *testing.T, name string, refuse func(t *testing.T, input string) error) {
	t.Helper()
	Answers(t, name, func(t *testing.T, input string) string {
		if err := refuse(t, input); err != nil {
			return err.Error()
		}
		t.Errorf("accepted: %s", input)
		return "accepted"
	})
}

// Answers gives each input of testdata/NAME to a function and compares what it answers with what is recorded, which
// -update writes anew. An input ends where its answer begins, and an empty line follows.
func Answers(t *testing.T, name string, answer func(t *testing.T, input string) string) {
	t.Helper()
	recorded := string(golden.Get(t, name))
	assert.Assert(t, entry.ReplaceAllString(recorded, "") == "", "%s: an input without an answer", name)
	golden.Assert(t, entry.ReplaceAllStringFunc(recorded, func(text string) string {
		parts := entry.FindStringSubmatch(text)
		answered := strings.ReplaceAll(answer(t, parts[1]), "\n", "\n"+arrow)
		return parts[1] + "\n" + arrow + answered + "\n" + parts[2]
	}), name)
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
