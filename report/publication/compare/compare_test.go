package compare_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
	"gotest.tools/v3/golden"

	"gpca/figures"
	"gpca/report/claim"
	"gpca/report/document"
	"gpca/report/exhibit"
	"gpca/report/experiment"
	"gpca/report/publication/audit"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/table"
)

// metrics are those of the built-in publications.
var metrics = []printed.Metric{
	{Name: "accuracy_pct", Unit: "percent", Better: printed.Larger, Measure: "accuracy"},
	{Name: "accuracy", Unit: "share", Better: printed.Larger},
	{Name: "misclassification_pct", Unit: "percent", Better: printed.Smaller, Measure: "misclassification"},
	{Name: "misclassification", Unit: "share", Better: printed.Smaller},
	{Name: "reconstruction_error", Better: printed.Smaller, Measure: "reconstruction-error"},
	{Name: "winning_count", Unit: "count", Measure: "winning-count"},
}

// TestMain collects no garbage below a gigabyte: a quarter of the processor, for memory that tests need not save.
func TestMain(m *testing.M) {
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(1 << 30)
	os.Exit(m.Run())
}

func checkGolden(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	assert.NilError(t, write(&b))
	golden.Assert(t, b.String(), name)
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	assert.NilError(t, err)
	return content
}

func inPrint(t *testing.T) compare.Options {
	t.Helper()
	tables, err := printed.Read(bytes.NewReader(file(t, "printed.csv")), "", "printed.csv", metrics)
	assert.NilError(t, err)
	claims, err := claim.Read("claims.yaml", file(t, "claims.yaml"))
	assert.NilError(t, err)
	report, err := audit.Run(tables, audit.Options{Claims: claims})
	assert.NilError(t, err)
	return compare.Options{Metrics: metrics, Title: "the thesis", Chapter: "4", Tables: tables, Claims: claims, Audit: report,
		Links: audit.Links{Rows: []audit.Notation{{Table: "5", Name: "30", Means: "a=30"}, {Table: "5", Name: "L2-norm", Means: "p=2"}}}}
}

func compared(t *testing.T, s study) *compare.Comparison {
	t.Helper()
	c, err := compare.Compare(s, inPrint(t))
	assert.NilError(t, err)
	return c
}

func TestGoldenFiles(t *testing.T) {
	c := compared(t, tiny("car"))
	checkGolden(t, "compare.md", c.Facts().WriteMarkdown)
	checkGolden(t, "compare.csv", func(w io.Writer) error { return compare.WriteCSV(w, c.Facts()) })
	drawn := map[string]document.FigureBlock{}
	shown := map[string]*table.Table{}
	for _, s := range c.Facts().Tables() {
		shown[s.Number] = s
	}
	for _, f := range c.Figures() {
		drawn[f.Number] = f
		if f.Number == "D1" {
			checkGolden(t, "difference-1.svg", func(w io.Writer) error { return figures.WriteSVG(w, f.Figure, figures.Report()) })
			checkGolden(t, "difference-1.csv", func(w io.Writer) error { return figures.WriteCSV(w, f.Figure) })
		}
	}
	assert.Equal(t, len(drawn), 5, "%d heat maps, want one for each of the 5 tables with a verdict", len(drawn))
	checkGolden(t, "chapter.md", func(w io.Writer) error {
		blocks, err := document.Parse("chapter", c.Facts().Chapter(compare.Main)+"\n"+c.Facts().Chapter(compare.Behind), document.Numbered{Tables: shown, Figures: drawn})
		if err != nil {
			return err
		}
		d := &document.Document{Title: "Chapter", Language: "en-GB", DataLabel: "Data: real", Blocks: blocks}
		if err := d.Validate(); err != nil {
			return err
		}
		return document.WriteMarkdown(w, d)
	})
}

func TestVerdicts(t *testing.T) {
	c := compared(t, tiny("car"))
	cells := map[string]compare.Reproduction{}
	for _, table := range c.Contrasts {
		for _, row := range table.Cells {
			for _, cell := range row {
				cells[cell.Table+"/"+cell.Row+"/"+cell.Column] = cell
			}
		}
	}
	for place, want := range map[string]compare.Verdict{
		"1/0/p=1":          compare.Match,   // 95.525 rounds to 95.52, or to 95.53
		"1/0/p=2":          compare.Differs, // 96.41 for 95.41, nothing random
		"1/0/tanh":         compare.Inconclusive,
		"1/10/p=1":         compare.Match,
		"1/10/p=2":         compare.Match, // 0.04 off, of draws that spread by 1
		"1/10/tanh":        compare.Differs,
		"1/20/p=1":         compare.Match, // five draws that agree are still draws
		"1/20/tanh":        compare.None,  // failed
		"1/Average/tanh":   compare.None,
		"1/Average/p=1":    compare.Match,
		"2/15/p=1":         compare.Differs, // 3% off, of draws that spread by 0.01
		"2/15/p=2":         compare.Differs,
		"3/Iris/p=2":       compare.Match,
		"3/Balance/p=2":    compare.Differs,
		"3/Average/p=1":    compare.Match,
		"3/Iris/kernel-σ":  compare.None,
		"4/p=1/p=2":        compare.Inconclusive, // a win, and a contest in doubt
		"5/30/rate":        compare.Match,
		"5/L2-norm/rate":   compare.Differs,
		"6/Car/p=1":        compare.None, // generated
		"7/Car/p=1":        compare.None, // not in the study
		"3/Iris/no column": compare.None,
	} {
		got := cells[place].Verdict
		assert.Check(t, is.Equal(got, want), "%s: %q, want %q: %+v", place, got, want, cells[place])
	}
	assert.Check(t, is.Contains(cells["1/0/p=2"].Explanation, "95.41 for 96.41"), "the wrong digit is explained by")
	assert.Equal(t, cells["1/10/tanh"].Explanation, "", "what the audit has no word for is explained by")
	assert.Equal(t, cells["1/20/tanh"].Reason, "failed: no number", "a failed cell is missing because")
	assert.Check(t, cells["1/0/tanh"].Unsettled(), "a number whose iterations did not converge is not marked")
}

func TestStandInsAreRefused(t *testing.T) {
	c := compared(t, tiny("usps", "yale", "iris", "balance", "car"))
	assert.Check(t, !c.Facts().Judged, "generated data is judged")
	for _, table := range c.Contrasts {
		assert.Check(t, table.Number == "7" || strings.Contains(table.Refused, "generated"),
			"table %s: refused because %q", table.Number, table.Refused)
		if n := table.Summary.Counts; n.Match+n.Differs+n.Inconclusive > 0 || n.Unjudged != n.Numbers {
			t.Errorf("table %s: %+v", table.Number, n)
		}
	}
	for _, k := range c.Statements {
		assert.Check(t, k.Missing != "", "claim %s is decided on generated data: %v", k.ID, k.Reproduced)
	}
	assert.Check(t, len(c.Figures()) == 0, "differences from generated data are drawn")
	chapter := c.Facts().Chapter(compare.Main) + c.Facts().Chapter(compare.Behind)
	if strings.Contains(chapter, "::") || !strings.Contains(chapter, "generated") || !strings.Contains(chapter, "27 numbers were checked") {
		t.Errorf("the chapter judges, or does not say why not and what the audit found:\n%s", chapter)
	}
	checkGolden(t, "generated.md", c.Facts().WriteMarkdown)
}

func TestClaims(t *testing.T) {
	c := compared(t, tiny("car"))
	got := map[string]string{}
	for _, k := range c.Statements {
		got[k.ID] = k.Reproduced.Outcome.String()
		if k.Missing != "" {
			got[k.ID] = "open: " + k.Missing
		}
	}
	for id, want := range map[string]string{
		"holds": "holds", "fails": "fails", "overlap": "undecided", "sweep": "undecided", "count": "undecided", "level": "holds",
		"exact": "holds", "stopped": "undecided",
		"missing":   "open: Table 1, row 20, tanh: failed: no number",
		"elsewhere": "open: Table 6, row Car, p=1: generated data, which cannot be compared with print",
	} {
		assert.Check(t, is.Equal(got[id], want), "claim %s", id)
	}
	// Five pairs decide what two do not, though the intervals overlap.
	s := tiny("car")
	s.readers["figure 1"] = sweep(map[string][]exhibit.Value{
		"1": {exact(95.4), drawn(70, 72, 75, 73, 70), drawn(70, 72, 75, 73, 71)},
		"2": {exact(95.4), drawn(70.5, 72.7, 75.3, 73.5, 70.4), drawn(70.5, 72.7, 75.3, 73.5, 71.4)},
	})
	for _, k := range compared(t, s).Statements {
		assert.Check(t, k.ID != "sweep" || k.Reproduced.Outcome == claim.Holds,
			"the peak of a sweep by pairs: %v, %v", k.Reproduced.Outcome, k.Reproduced.Reasons)
	}
	delete(s.readers["figure 1"].values, "1 average")
	for _, k := range compared(t, s).Statements {
		assert.Check(t, k.ID != "sweep" || (k.Reproduced.Outcome == claim.Undecided && k.Missing != ""),
			"the peak of a sweep with a gap: %v, missing %q", k.Reproduced.Outcome, k.Missing)
	}
}

func TestClaimsOnTablesOfTheStudyAlone(t *testing.T) {
	s := tiny("car")
	settled := sweep(map[string][]exhibit.Value{"1": {exact(100)}, "2": {exact(99.67)}})
	settled.measure = experiment.Measure{Name: "settled"} // which nothing in print has, nor any margin
	s.readers["C.1"] = settled
	s.readers["C.3"] = sweep(map[string][]exhibit.Value{"1": {exact(99)}, "2": {exact(99.7)}})
	claims, err := claim.Read("claims.yaml", golden.Get(t, "compare_claims_on_tables_of_the_study_alone.yaml"))
	assert.NilError(t, err)
	c, err := compare.Compare(s, compare.Options{Metrics: metrics, Claims: claims})
	assert.NilError(t, err)
	for i, want := range []claim.Outcome{claim.Holds, claim.Fails, claim.Holds, claim.Undecided} {
		assert.Check(t, is.Equal(c.Statements[i].Reproduced.Outcome, want), "claim %s", c.Statements[i].ID)
	}
}

// A single random draw has no interval, so it can neither match nor differ.
func TestSingleDraws(t *testing.T) {
	s := tiny("car")
	for _, r := range s.readers {
		for key, v := range r.values {
			if len(v.Draws) > 0 {
				v.Draws = v.Draws[:1]
				r.values[key] = v
			}
		}
	}
	c := compared(t, s)
	for _, k := range c.Statements {
		assert.Check(t, k.ID != "holds" || k.Missing != "",
			"a claim about single draws is decided: %s", k.Reproduced.Outcome)
	}
	for _, table := range c.Contrasts {
		for _, row := range table.Cells {
			for _, cell := range row {
				decided := cell.Verdict == compare.Match || cell.Verdict == compare.Differs
				clean := table.Number == "1" && cell.Row == "0"
				assert.Check(t, !decided || clean, "%v: a single draw is judged: %s", cell.Place, cell.Verdict)
			}
		}
	}
}

func TestOneMethod(t *testing.T) {
	s := tiny("car")
	for _, r := range s.readers {
		for key := range r.values {
			if !strings.HasSuffix(key, " p=2") {
				delete(r.values, key)
			}
		}
	}
	c := compared(t, s)
	assert.Assert(t, c.Facts().Judged, "nothing is judged")
	for _, table := range c.Facts().Tables() {
		_, err := table.Sheet()
		assert.Check(t, err)
	}
}

func TestSummary(t *testing.T) {
	c := compared(t, tiny("car"))
	s := c.Contrasts[0].Summary
	assert.Equal(t, s.Counts,
		(compare.Counts{Numbers: 12, Match: 5, Differs: 2, Inconclusive: 1, Explained: 1, Unjudged: 2, Derived: 2}))
	// Differences of the eight cells: 0.005, 1, 0.1, 0.12, 0.04, 1.12, 0, 0.12.
	if want := 2.505 / 8; s.MeanAbsolute < want-1e-9 || s.MeanAbsolute > want+1e-9 || s.Bias != s.MeanAbsolute {
		t.Errorf("mean absolute difference %v and bias %v, want %v", s.MeanAbsolute, s.Bias, want)
	}
	// Row 0 prints p=1 > p=2 > tanh, ours is p=2 > p=1 > tanh: 1/3. Row 10 has the same order: 1. Row 20 is
	// incomplete.
	m := c.Contrasts[0].Methods
	want := (1./3 + 1) / 2
	assert.Check(t, m.Tau >= want-1e-9 && m.Tau <= want+1e-9, "τ is %v, want %v", m.Tau, want)
}

func TestWrongMetricIsAnError(t *testing.T) {
	o := inPrint(t)
	for i := range o.Tables {
		if o.Tables[i].Number == "1" {
			o.Tables[i].Metric = metrics[2]
		}
	}
	_, err := compare.Compare(tiny(), o)
	if err == nil || !strings.Contains(err.Error(), "table 1") || !strings.Contains(err.Error(), "measures accuracy in percent") {
		t.Errorf("error %v, want one that names the table and what the study measures", err)
	}
}

func TestSupport(t *testing.T) {
	c := compared(t, tiny("car"))
	edit := func(table, row, column, from, to string) audit.Edit {
		return audit.Edit{Place: printed.Place{Table: table, Row: row, Column: column}, From: from, To: to}
	}
	correction := func(kind audit.Slip, table, row, column, from, to string) audit.Correction {
		return audit.Correction{Slip: kind, Edits: []audit.Edit{edit(table, row, column, from, to)}}
	}
	for _, test := range []struct {
		correction audit.Correction
		want       string
	}{
		{correction(audit.OneDigit, "1", "0", "p=2", "95.41", "96.41"), "the rerun confirms it: 96.41"},
		{correction(audit.OneDigit, "1", "20", "p=2", "81.00", "91.00"), "the rerun agrees with print: 81.12 ± 0.10"},
		{correction(audit.OneDigit, "1", "20", "p=2", "81.00", "81.10"), "the rerun agrees with both: 81.12 ± 0.10"},
		{correction(audit.OneDigit, "1", "10", "tanh", "92.00", "95.00"), "the rerun agrees with neither: 93.12 ± 0.10"},
		{correction(audit.OneDigit, "6", "Car", "p=1", "50", "51"), ""}, // generated
		{correction(audit.OneDigit, "1", "20", "tanh", "70.00", "71.00"), ""},
		{correction(audit.MarkMisplaced, "1", "0", "p=2", "", "bold"), ""},
		{correction(audit.RowLeftOut, "1", "0", "p=2", "95.41", "96.41"), ""}, // no digits
		{audit.Correction{Slip: audit.OneDigit}, ""},
		{audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{edit("1", "0", "p=2", "95.41", "96.41"), edit("1", "20", "tanh", "95.41", "96.41")}}, ""},
		{audit.Correction{Slip: audit.CopiedEntry, Edits: []audit.Edit{edit("1", "0", "p=2", "95.41", "96.5")}, Low: "96", High: "97"}, "the rerun confirms it: 96.41"},
		{audit.Correction{Slip: audit.CopiedEntry, Edits: []audit.Edit{edit("1", "0", "p=2", "95.41", "97.5")}, Low: "97", High: "98"}, "the rerun agrees with neither: 96.41"},
	} {
		assert.Check(t, is.Equal(c.Support(test.correction), test.want), "%+v", test.correction.Edits)
	}
}

// A table of another text is read through links; a rerun with another measure says nothing about it.
func TestOtherTextsAreReadThroughLinks(t *testing.T) {
	read := func(metric string) printed.Table {
		tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value\nI,D,sigma,"+metric+",0,euclid,95.41\n"), "paper", "t.csv", metrics)
		assert.NilError(t, err)
		return tables[0]
	}
	correction := audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{
		{Place: printed.Place{Table: "paper I", Row: "0", Column: "euclid"}, From: "95.41", To: "96.41"},
	}}
	for _, test := range []struct{ metric, experiment, want string }{
		{"accuracy_pct", "digits", "the rerun confirms it: 96.41"},
		{"misclassification_pct", "digits", ""},
		{"accuracy_pct", "no such experiment", ""},
	} {
		c, err := compare.Compare(tiny(), compare.Options{Metrics: metrics, Context: []printed.Table{read(test.metric)}, Links: audit.Links{
			Experiments: []audit.Reprints{{Name: test.experiment, Tables: []string{"paper I"}}},
			Columns:     []audit.Notation{{Table: "paper", Name: "euclid", Means: "p=2"}},
		}})
		assert.NilError(t, err)
		assert.Check(t, is.Equal(c.Support(correction), test.want), "%s by experiment %s", test.metric, test.experiment)
	}
}

func TestPartWithoutVerdictIsSilent(t *testing.T) {
	for _, test := range []struct {
		partial   bool
		generated []string
		speaks    bool
	}{
		{true, []string{"usps", "yale", "iris", "balance", "car"}, false},
		{false, []string{"usps", "yale", "iris", "balance", "car"}, true},
		{true, []string{"car"}, true},
	} {
		o := inPrint(t)
		o.Partial = test.partial
		c, err := compare.Compare(tiny(test.generated...), o)
		assert.NilError(t, err)
		assert.Check(t, is.Equal(len(c.Facts().Chapter(compare.Main)) > 0, test.speaks), "%+v: has a chapter", test)
		assert.Check(t, is.Equal(len(c.Facts().Conclusions()) > 0, test.speaks), "%+v: has conclusions", test)
		judged := len(test.generated) == 1
		assert.Check(t, is.Equal(len(c.Facts().Tables()) > 0, judged), "%+v: has a summary: %t", test, !judged)
	}
}
