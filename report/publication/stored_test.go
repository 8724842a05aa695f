package publication

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"gpca/report/publication/audit"
)

var update = flag.Bool("update", false, "store the audits anew")

// The stored audits are those of the current tables and checks.
func TestStoredAudits(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: run without -short")
	}
	for _, name := range Names() {
		p, err := Find(name, "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := audit.Run(slices.Concat(p.Tables, p.Context), audit.Options{Links: p.Links, Claims: p.Claims})
		if err != nil {
			t.Fatal(err)
		}
		want, err := r.Store(p.Digest)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(name, "audit.gob.gz")
		if *update {
			if err := os.WriteFile(file, want, 0o644); err != nil {
				t.Fatal(err)
			}
		} else if got, _ := os.ReadFile(file); !bytes.Equal(got, want) {
			t.Errorf("%s is not the audit of what is in print; if the change is meant, go test -update", file)
		}
	}
}
