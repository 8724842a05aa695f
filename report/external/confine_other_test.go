//go:build !linux

package external_test

import (
	"strings"
	"testing"

	"gpca/report/external"
)

func TestOrphan(t *testing.T) {
	samples, _ := train()
	_, _, err := playing(t, "orphan", "-", "").Components(t.Context(), external.Request{Components: 2}, samples)
	if want := "it ended and left a program behind that held its output open"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("error %v, want %s", err, want)
	}
}
