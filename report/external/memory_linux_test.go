//go:build !race

// The race detector needs the memory that this test forbids.

package external_test

import (
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/external"
)

// Memory that processes share counts, and that of all which a program has started counts together.
func TestMemoryOfAll(t *testing.T) {
	long(t)
	samples, _ := train()
	for _, part := range []string{"share", "family"} {
		command := playing(t, part, "-", ", memory: 200MiB, time-limit: 2m")
		_, _, err := command.Components(t.Context(), external.Request{Components: 2}, samples)
		want := "killed, since with what it started it took more than 200 MiB of memory: let it take less, or raise " +
			"the method's memory"
		assert.Check(t, is.ErrorContains(err, want), part)
	}
}
