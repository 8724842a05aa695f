package audit_test

import (
	"bytes"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"gpca/report/internal/faults"
	"gpca/report/publication/audit"
)

// Numbers are taken as they are rounded: 0.33 × 3 may be 1, and 1.5 × 2 may be 3.1.
func TestWhatTheTextReckons(t *testing.T) {
	read := func(says string) (audit.Links, error) {
		return audit.ReadLinks("links.yaml", []byte("equations: [{place: page 3, says: \""+says+"\"}]"))
	}
	faults.Answers(t, "equations.txt", func(t *testing.T, says string) string {
		links, err := read(says)
		assert.NilError(t, err)
		r, err := audit.Run(nil, audit.Options{Links: links})
		assert.NilError(t, err)
		var page bytes.Buffer
		assert.NilError(t, r.WriteMarkdown(&page, alone))
		said := strings.Contains(page.String(), "### What the text reckons")
		assert.Check(t, said == (len(r.Findings) > 0) && r.Errors() == len(r.Findings), "%s: %s", says, page.String())
		if len(r.Findings) == 0 {
			return "it is so"
		}
		return r.Findings[0].Message
	})
	faults.Check(t, "equation_faults.txt", func(_ *testing.T, says string) error {
		_, err := read(says)
		return err
	})
}
