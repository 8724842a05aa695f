//go:build !race

// The race detector needs the memory that this test forbids.

package external_test

import (
	"strings"
	"testing"

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
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", part, err, want)
		}
	}
}
