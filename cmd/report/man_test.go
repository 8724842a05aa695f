package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// Each verb has a page, which says what its --help says. Where man is there, it shows every line of it.
func TestManualPages(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "man1")
	execute(t, nil, "man", folder).expectCode(t, exitFine)
	help := execute(t, nil, "help").stdout
	for _, verb := range []string{"run", "apply", "init", "submit"} {
		assert.Check(t, strings.Contains(help, "\n  "+verb+" "), "%s is no verb of %s", verb, help)
		page := read(t, folder, "report-"+verb+".1")
		assert.Check(t, strings.HasPrefix(page, ".TH REPORT-"+strings.ToUpper(verb)+" 1 "),
			"the page of %s begins with %.40q", verb, page)
	}
	read(t, folder, "report.1")
	read(t, folder, "report-submit-slurm.1")
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("groff is not installed")
	}
	shown, err := exec.Command(groff, "-man", "-Tascii", "-P-c", "-rLL=200n", filepath.Join(folder, "report-apply.1")).Output()
	assert.NilError(t, err)
	for line := range strings.Lines(execute(t, nil, "apply", "--help").stdout) {
		if line = strings.TrimSpace(line); !strings.Contains(string(shown), line) && !strings.ContainsRune(line, '’') {
			t.Errorf("man does not show %q", line)
		}
	}
}
