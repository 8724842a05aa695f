package publication

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"gpca/report/publication/audit"
)

var update = flag.Bool("update", false, "store the audits anew")

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
		file := filepath.Join("testdata", "audits", name+".txt")
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		} else if want, _ := os.ReadFile(file); !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s is not the audit of what is in print; if the change is meant, go test -update", file)
		}
	}
}
