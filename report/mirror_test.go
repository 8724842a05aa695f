package report

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// The report has the headings, the captions and the headings of rows of the thesis, in its order, before what is its
// own. A table has what print has beside each number.
func TestThesisIsMirrored(t *testing.T) {
	files := referenceOf(t, "").files
	_, text, _ := strings.Cut(files["report.md"], "\nFigures: ")
	text = strings.ToLower(strings.NewReplacer("*", "", `\`, "").Replace(text))
	list, err := os.ReadFile("testdata/thesis.txt")
	assert.NilError(t, err)
	for line := range strings.Lines(string(list)) {
		want := strings.ToLower(strings.TrimSpace(line))
		if cells, isRows := strings.CutPrefix(want, "| "); isRows {
			got := rowsOf(text)
			assert.Check(t, is.Equal(got, cells), "rows %s, in print %s", got, cells)
			continue
		}
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
	for _, want := range []string{"**62.56 ± 0.05•** (61.84≠)", "95.53≈ (**95.52**)", "95.50≈ (95.51≠)", "−1 (−1)"} {
		assert.Check(t, strings.Contains(files["report.md"], want), "no number beside that in print, %q", want)
	}
}

// rowsOf are the corner and the headings of rows of the first table of a text.
func rowsOf(text string) string {
	var cells []string
	for line := range strings.Lines(text) {
		switch cell, isRow := strings.CutPrefix(line, "|"); {
		case isRow && !strings.HasPrefix(cell, ":"):
			cell, _, _ = strings.Cut(cell, "|")
			cells = append(cells, strings.TrimSpace(cell))
		case !isRow && cells != nil:
			return strings.Join(cells, " | ")
		}
	}
	return ""
}
