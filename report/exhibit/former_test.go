package exhibit

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The page of changes names each earlier name of a kind in its table, for the authors of old studies.
func TestFormerKindsAreInTheManual(t *testing.T) {
	page, err := os.ReadFile("../../cmd/report/manual/changes.md")
	assert.NilError(t, err)
	_, list, _ := strings.Cut(string(page), "| earlier | now |")
	list, _, _ = strings.Cut(list, "\n\n")
	for kind := range former {
		assert.Check(t, strings.Contains(list, "`"+kind+"`") || strings.Contains(list, "`kind: "+kind+"`"),
			"the manual does not say what kind %s is now", kind)
	}
}
