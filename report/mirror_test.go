package report

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The report has the headings and the captions of the thesis, in its order, before what is its own. Where print tells
// rows apart by a name, a table has what print has beside each number.
func TestThesisIsMirrored(t *testing.T) {
	files := referenceOf(t, "").files
	_, text, _ := strings.Cut(files["report.md"], "\nFigures: ")
	text = strings.ToLower(strings.NewReplacer("*", "", `\`, "").Replace(text))
	list, err := os.ReadFile("testdata/thesis.txt")
	assert.NilError(t, err)
	for line := range strings.Lines(string(list)) {
		want := strings.ToLower(strings.TrimSpace(line))
		if !strings.HasPrefix(want, "table") && !strings.HasPrefix(want, "figure") && want != "tried generic functions" {
			want = "# " + want + "\n" // a heading
		}
		_, rest, found := strings.Cut(text, want)
		if !found {
			t.Errorf("%q does not stand behind what the thesis has before it", strings.TrimSpace(want))
			continue
		}
		text = rest
	}
	for _, want := range []string{"**62.56 ± 0.05•** (61.84≠)", "95.53≈ (**95.52**)", "95.50≈ (95.51≠)"} {
		assert.Check(t, strings.Contains(files["report.md"], want), "no number beside that in print, %q", want)
	}
}
