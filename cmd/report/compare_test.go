package main

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// On a terminal, what differs is red, and so is the line of a table that has some.
func TestWhatDiffersIsRed(t *testing.T) {
	for _, c := range []struct {
		rows        [][]string
		lines, want string
	}{
		{[][]string{{"TABLE", "DIFFER"}, {"2.1", " 0"}, {"2.2", "10"}}, "T D\n2.1 0\n2.2 10\n", "T D\n2.1 0\n\x1b[31m2.2 10\x1b[m\n"},
		{[][]string{{"n", "L1", "L2"}, {"0", "1", "2"}}, "n L1 L2\n0 1.5 (1.9) ≠  2.0 (2.0) =\n",
			"n L1 L2\n0 \x1b[31m1.5 (1.9) ≠\x1b[m  2.0 (2.0) =\n"},
	} {
		lines := strings.SplitAfter(c.lines, "\n")
		redden(lines, c.rows)
		assert.Check(t, is.Equal(strings.Join(lines, ""), c.want), "%q is painted %q", c.lines, lines)
	}
}

// What has a meaning to GitHub does not reach it from a file.
func TestAnnotate(t *testing.T) {
	var b bytes.Buffer
	p := &program{stderr: &b, getenv: func(string) string { return "true" }}
	p.annotate("error", "a,b:c%.csv", 7, "x:y", "5%\r\n::set-env::")
	p.annotate("warning", "a.csv", 0, "", "everywhere")
	assert.Equal(t, b.String(),
		"::error file=a%2Cb%3Ac%25.csv,line=7,title=x%3Ay::5%25%0D%0A::set-env::\n::warning title=::everywhere\n")
}
