package publication

import (
	"bytes"
	"encoding/json"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"gpca/report/publication/audit"
)

// The stored audits, with the corrections that the page leaves out, are those of the current tables and checks.
func TestStoredAudits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	for _, name := range Names() {
		p, err := Find(name, "")
		assert.NilError(t, err)
		r, err := p.Audit()
		assert.NilError(t, err)
		var b bytes.Buffer
		assert.NilError(t, r.WriteMarkdown(&b, func(audit.Correction) string { return "" }))
		assert.NilError(t, json.NewEncoder(&b).Encode(r.Mistakes()))
		golden.Assert(t, b.String(), "audits/"+name+".txt")
	}
}
