package render

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"gpca/report/document"
	"gpca/report/experiment"
	"gpca/report/plan"
)

// allFailed has a failure of many words, in runes of several bytes, for every cell.
type allFailed struct{}

func (allFailed) Get(key string) (experiment.Result, bool) {
	return experiment.Result{Failure: strings.Repeat("a|é\n", 1000) + key}, true
}

// However much fails, the summary fits the page of a CI run, in whole runes and lines.
func TestSummaryOfManyFailures(t *testing.T) {
	p := &plan.Plan{}
	for i := range 10_000 {
		p.Cells = append(p.Cells, experiment.Cell{Name: fmt.Sprint(i)})
	}
	r := &renderer{plan: p, results: allFailed{}}
	var b bytes.Buffer
	if err := r.writeSummary(&b, &document.Document{Title: "Many *failures*", Front: []string{"Seed: 1"}}, CountCells(p.Cells, r.results)); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	want := "# Many \\*failures\\*\n\n**Incomplete: of 10,000 cells 10,000 failed and 0 are missing.**\n\n## At a glance\n\n- Seed: 1\n\n## Failed cells\n\n- "
	if !strings.HasPrefix(text, want) || !strings.HasSuffix(text, "\n- and 9,950 more\n") {
		t.Errorf("the summary is\n%.500s", text)
	}
	if b.Len() > 50_000 || !utf8.ValidString(text) || strings.Count(text, "\n- ") != 52 {
		t.Errorf("%d bytes, %d entries", b.Len(), strings.Count(text, "\n- "))
	}
}
