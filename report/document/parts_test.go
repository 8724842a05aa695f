package document

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// What follows ::supplement is a document of its own, but for the web page, which folds it.
func TestSupplement(t *testing.T) {
	blocks, err := Parse("t.md", "# 1 One\n\nSee Table 2.\n\n::supplement\n\n# Appendix A More\n\nThe rest.\n", Numbered{})
	assert.NilError(t, err)
	whole := &Document{Title: "T", Language: "en-GB", Blocks: blocks}
	report, supplement := whole.Parts()
	first, second := written(t, WriteMarkdown, report), written(t, WriteMarkdown, supplement)
	assert.Check(t, !strings.Contains(first, "Appendix") && strings.Contains(first, "## 1 One"), "report\n%s", first)
	assert.Check(t, strings.Contains(second, "**Supplement**") && strings.Contains(second, "The rest.") &&
		!strings.Contains(second, "1 One"), "the supplement is\n%s", second)
	page := written(t, WriteHTML, whole)
	_, folded, found := strings.Cut(page, `<details class="supplement">`)
	assert.Check(t, found && strings.Contains(folded, "Appendix A") &&
		strings.Count(page, "<details") == strings.Count(page, "</details>"), "the page folds\n%s", folded)
	alone, none := report.Parts()
	assert.Check(t, alone == report && none == nil, "a document without a supplement has one")
}
