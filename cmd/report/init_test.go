package main

import (
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report"
)

// The study with every key explained has every key that a study may have.
func TestFullStudyHasEveryKey(t *testing.T) {
	file := filepath.Join(t.TempDir(), "full.yaml")
	execute(t, nil, "init", "--full", file).expectCode(t, exitFine)
	text := read(t, file)
	for _, name := range report.DescribeStudy().Names() {
		assert.Check(t, strings.Contains(text, name), "the full study does not speak of %s", name)
	}
}
