package main

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The manual says of each module that the program requires itself what it is for, and of no other.
func TestLibraries(t *testing.T) {
	direct := map[string]bool{}
	for line := range strings.Lines(read(t, "..", "..", "go.mod")) {
		if m := regexp.MustCompile(`^\t(\S+) v\S+( // 1.*)?$`).FindStringSubmatch(strings.TrimSuffix(line, "\n")); m != nil {
			direct[m[1]] = true
		}
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\S+)` \\|").FindAllStringSubmatch(text("manual/libraries.md"), -1) {
		named[m[1]] = true
	}
	assert.Check(t, len(direct) != 0 && fmt.Sprint(direct) == fmt.Sprint(named),
		"go.mod requires %v, the manual names %v", direct, named)
}
