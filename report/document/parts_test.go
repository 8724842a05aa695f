package document

import (
	"strings"
	"testing"
)

// What follows ::supplement is a document of its own, but for the web page, which folds it.
func TestSupplement(t *testing.T) {
	blocks, err := Parse("t.md", "# 1 One\n\nSee Table 2.\n\n::supplement\n\n# Appendix A More\n\nThe rest.\n", Numbered{})
	if err != nil {
		t.Fatal(err)
	}
	whole := &Document{Title: "T", Language: "en-GB", Blocks: blocks}
	report, supplement := whole.Parts()
	written := func(d *Document, write func(*strings.Builder, *Document) error) string {
		var b strings.Builder
		if err := write(&b, d); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	markdown := func(b *strings.Builder, d *Document) error { return WriteMarkdown(b, d) }
	first, second := written(report, markdown), written(supplement, markdown)
	if strings.Contains(first, "Appendix") || !strings.Contains(first, "## 1 One") {
		t.Errorf("the report is\n%s", first)
	}
	if !strings.Contains(second, "**Supplement**") || !strings.Contains(second, "The rest.") || strings.Contains(second, "1 One") {
		t.Errorf("the supplement is\n%s", second)
	}
	page := written(whole, func(b *strings.Builder, d *Document) error { return WriteHTML(b, d) })
	_, folded, found := strings.Cut(page, `<details class="supplement">`)
	if !found || !strings.Contains(folded, "Appendix A") || strings.Count(page, "<details") != strings.Count(page, "</details>") {
		t.Errorf("the page folds\n%s", folded)
	}
	if alone, none := report.Parts(); alone != report || none != nil {
		t.Error("a document without a supplement has one")
	}
}
