package publication

import (
	"bytes"
	"encoding/json"
	"testing"

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
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Audit()
		if err != nil {
			t.Fatal(err)
		}
		var b bytes.Buffer
		if err := r.WriteMarkdown(&b, func(audit.Correction) string { return "" }); err != nil {
			t.Fatal(err)
		}
		if err := json.NewEncoder(&b).Encode(r.Mistakes()); err != nil {
			t.Fatal(err)
		}
		golden.Assert(t, b.String(), "audits/"+name+".txt")
	}
}
