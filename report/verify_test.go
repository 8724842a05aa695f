package report

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"

	"gpca/report/plan"
	"gpca/report/render"
)

// Each fault in a report that is otherwise sound, and what is none.
func TestVerify(t *testing.T) {
	long(t)
	p := tinyPlan(t, plan.Selection{})
	results := memory(t)
	fill(t, p, results, all)
	out := t.TempDir()
	// A date and a venue of its own, which verifying has to find in the manifest.
	options := render.Options{Out: out, Created: time.Unix(1e9, 0), Venue: "nature:2", Now: time.Unix(2e9, 0)}
	_, err := render.Render(t.Context(), p, results, options)
	assert.NilError(t, err)
	verify := func() []Discrepancy {
		t.Helper()
		m, err := render.ReadManifest(out)
		assert.NilError(t, err)
		v, err := Verify(t.Context(), out, p.Study, nil, results, m)
		assert.NilError(t, err)
		assert.Check(t, v.Files == len(m.Files) && v.Outdated <= 0,
			"%d files were compared, the manifest lists %d", v.Files, len(m.Files))
		return v.Discrepancies
	}
	found := verify()
	assert.Assert(t, len(found) <= 0, "a report as it was drawn: %+v", found)

	write(t, out, "notes/mine.md", "not beside an output")
	write(t, out, "report", "not an extension of an output")
	found = verify()
	assert.Check(t, len(found) <= 0, "what is none of the report's: %+v", found)
	write(t, out, "tables/table-9.tex", "of another report")
	write(t, out, "results.csv", "edited")
	assert.NilError(t, os.Remove(filepath.Join(out, "report.html")))
	want := []Discrepancy{
		{Path: "report.html", Fault: Lost}, {Path: "results.csv", Fault: Altered}, {Path: "tables/table-9.tex", Fault: Unlisted},
	}
	assert.DeepEqual(t, verify(), want)

	// Another result than the one that was drawn.
	_, err = render.Render(t.Context(), p, results, options)
	assert.NilError(t, err)
	assert.NilError(t, os.Remove(filepath.Join(out, "tables", "table-9.tex")))
	c := p.Cells[len(p.Cells)-1]
	put(t, p, results, c, slices.Repeat([]float64{12.5}, c.Repetitions)...)
	found = verify()
	at := slices.IndexFunc(found, func(d Discrepancy) bool { return d.Path == "results.csv" })
	assert.Check(t, at >= 0 && found[at].Fault == Redrawn && found[at].Where == "line 15",
		"after another result: %+v", found)

	// A report of more than the study has now.
	part := parse(t, strings.Replace(tiny, `  - {number: "2", caption: Wins, experiment: rates, rows: [p=1], columns: {wins: [p=2]}}`+"\n", "", 1))
	m, err := render.ReadManifest(out)
	assert.NilError(t, err)
	v, err := Verify(t.Context(), out, part, nil, results, m)
	assert.NilError(t, err)
	assert.Check(t, slices.Contains(v.Discrepancies, Discrepancy{Path: "tables/table-2.csv", Fault: Forgotten}),
		"a part of the report: %+v", v)
}

func TestFirstDifference(t *testing.T) {
	for _, c := range []struct{ a, b, want string }{
		{"one\ntwo\n", "one\nthree\n", "line 2"},
		{"one\n", "one\ntwo\n", "line 2"},
		{"%PDF-1.4", "%PDF-1.7", "byte 8"},
		{"\x00\x01", "\x00\x02", "byte 2"},
	} {
		assert.Check(t, is.Equal(firstDifference([]byte(c.a), []byte(c.b)), c.want), "%q and %q differ at", c.a, c.b)
	}
}
