package render

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/document"
	"gpca/report/experiment"
	"gpca/report/plan"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/study"
)

// allFailed has a failure of many words, in runes of several bytes, for every cell.
type allFailed struct{}

func (allFailed) Get(key string) (experiment.Result, bool) {
	return experiment.Result{Failure: strings.Repeat("a|é\n", 1000) + key}, true
}

// A table of which nothing is judged has no row: such tables are counted. What is judged of
// one text is not denied by the first page, which speaks of another.
func TestSummaryOfWhatIsJudged(t *testing.T) {
	contrast := func(number string, n compare.Counts, refused string) compare.Contrast {
		return compare.Contrast{Table: printed.Table{Number: number}, Caption: "C", Refused: refused, Summary: compare.Summary{Counts: n}}
	}
	generated := contrast("1", compare.Counts{Numbers: 1260, Unjudged: 1260}, "Its data is generated.")
	for _, c := range []struct {
		tables    []compare.Contrast
		says, not []string
	}{
		{[]compare.Contrast{generated, contrast("2", compare.Counts{Numbers: 17, Match: 14, Forced: 3}, "")},
			[]string{"Of 1,277 numbers in print 14 count: 14 match and 0 differ,", "| circles: 2, C | 17 | 3 | 0 | 14 | 14 | 0 | 0 |", "\nLeft out: ", "1,260 numbers of 1 more table are not judged"},
			[]string{"circles: 1"}},
		{[]compare.Contrast{generated}, []string{"Of 1,260 numbers in print 0 count.", "1,260 numbers of 1 more table are not judged"}, []string{"match", "| "}},
		{[]compare.Contrast{contrast("2", compare.Counts{Numbers: 2, Match: 1, Differs: 1}, "")}, []string{"2 count: 1 match and 1 differ, 0 of them by misprints"}, []string{"None of", "Left out: "}},
	} {
		e := evidence{plan: &plan.Plan{}, results: allFailed{}, comparisons: []Comparison{{Part: &study.Study{Head: study.Head{Repeats: "circles"}}, Comparison: &compare.Comparison{Contrasts: c.tables}}}}
		var b bytes.Buffer
		assert.NilError(t, writeSummary(&b, e, &document.Document{Title: "T"}))
		for _, want := range c.says {
			assert.Check(t, is.Contains(b.String(), want), "the summary")
		}
		for _, not := range c.not {
			assert.Check(t, !strings.Contains(b.String(), not), "the summary says %q:\n%s", not, b.String())
		}
	}
}

// However much fails, the summary fits the page of a CI run, in whole runes and lines.
func TestSummaryOfManyFailures(t *testing.T) {
	p := &plan.Plan{}
	for i := range 10_000 {
		p.Cells = append(p.Cells, experiment.Cell{Name: fmt.Sprint(i)})
	}
	e := evidence{plan: p, results: allFailed{}, cells: CountCells(p.Cells, allFailed{})}
	var b bytes.Buffer
	assert.NilError(t, writeSummary(&b, e, &document.Document{Title: "Many *failures*", Front: []string{"Seed: 1"}}))
	text := b.String()
	want := "# Many \\*failures\\*\n\n**Incomplete: of 10,000 cells 10,000 failed and 0 are missing.**\n\n## At a glance\n\n- Seed: 1\n\n## Failed cells\n\n- "
	assert.Check(t, strings.HasPrefix(text, want) && strings.HasSuffix(text, "\n- and 9,950 more\n"),
		"the summary is\n%.500s", text)
	assert.Check(t, b.Len() <= 50_000 && utf8.ValidString(text) && strings.Count(text, "\n- ") == 52,
		"%d bytes, %d entries", b.Len(), strings.Count(text, "\n- "))
}
