package compare_test

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpca/figures"
	"gpca/report/dataset"
	"gpca/report/document"
	"gpca/report/grid"
	"gpca/report/publication/audit"
	"gpca/report/publication/audit/claim"
	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
	"gpca/report/study"
)

var update = flag.Bool("update", false, "rewrite the golden files under testdata")

func golden(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; make it with go test -update", err)
	}
	if !bytes.Equal(b.Bytes(), want) {
		t.Errorf("%s differs; if the change is meant, go test -update\n--- got\n%s\n--- want\n%s", path, b.Bytes(), want)
	}
}

func file(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return content
}

func values(v ...float64) grid.Result { return grid.Result{Values: v, Ends: grid.Ends{Converged: 3}} }

// results has what is needed to reach every verdict.
func results() map[string]grid.Result {
	unsettled := values(95.4)
	unsettled.Ends = grid.Ends{Stopped: 3}
	return map[string]grid.Result{
		"digits usps 0 p=1":  values(95.525), // on the edge of rounding
		"digits usps 0 p=2":  values(96.41),  // the printed number has a wrong digit
		"digits usps 0 tanh": unsettled,
		"digits usps 0 a=1":  values(95.4), "digits usps 0 a=2": values(95.4),
		"digits usps 10 p=1":  values(90.1, 90.2, 90, 90.2, 90.1),
		"digits usps 10 p=2":  values(90, 91.5, 92.4, 90.2, 91.1), // too wide an interval
		"digits usps 10 tanh": values(93.1, 93.2, 93, 93.2, 93.1), // too far
		"digits usps 10 a=1":  values(90, 90.1), "digits usps 10 a=2": values(91, 91.1),
		"digits usps 20 p=1":  values(80, 80, 80, 80, 80),
		"digits usps 20 p=2":  values(81.1, 81.2, 81, 81.2, 81.1),
		"digits usps 20 tanh": {Failure: "no number"},
		"digits usps 20 a=1":  values(70, 70.1), "digits usps 20 a=2": values(75, 75.1),
		"faces yale 15 p=1":     values(1.69, 1.70, 1.69, 1.71, 1.70),
		"faces yale 15 p=2":     values(2.1, 2.11, 2.1, 2.12, 2.11),
		"flowers iris 0 p=1":    values(95, 95.1, 95.2, 95, 94.9),
		"flowers iris 0 p=2":    values(96, 96.1, 96.2, 96, 95.9),
		"flowers iris 0 a=30":   values(95, 95.1, 95.2, 95, 94.9),
		"flowers balance 0 p=1": values(80, 80.1, 80.2, 80, 79.9),
		"flowers balance 0 p=2": values(80.2, 79.9, 80.3, 79.8, 80),
		"cars car 0 p=1":        values(50, 50.1),
	}
}

func options(t *testing.T, r map[string]grid.Result, generated ...string) compare.Options {
	t.Helper()
	s, err := study.Parse("tiny.yaml", file(t, "tiny.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := printed.Read(bytes.NewReader(file(t, "printed.csv")), "", "printed.csv")
	if err != nil {
		t.Fatal(err)
	}
	claims, err := claim.Read(bytes.NewReader(file(t, "claims.yaml")), "claims.yaml")
	if err != nil {
		t.Fatal(err)
	}
	o := audit.Options{Claims: claims}
	report, err := audit.Run(tables, o)
	if err != nil {
		t.Fatal(err)
	}
	return compare.Options{
		Study: s, Tables: tables, Claims: claims, Audit: report,
		Result: func(n study.Need) (grid.Result, bool) {
			found, ok := r[fmt.Sprintf("%s %s %g %s", n.Experiment.Name, n.Data, n.Level, n.Method)]
			return found, ok
		},
		Origin: func(data string) dataset.Origin {
			for _, g := range generated {
				if g == data {
					return dataset.StandIn
				}
			}
			return dataset.Real
		},
	}
}

func compared(t *testing.T, r map[string]grid.Result, generated ...string) *compare.Comparison {
	t.Helper()
	c, err := compare.Compare(options(t, r, generated...))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestGoldenFiles(t *testing.T) {
	c := compared(t, results(), "car")
	golden(t, "compare.md", c.WriteMarkdown)
	golden(t, "compare.csv", c.WriteCSV)
	drawn := map[string]document.FigureBlock{}
	for _, f := range c.Figures() {
		drawn[f.Number] = document.FigureBlock{Number: f.Number, Caption: f.Caption, Figure: f.Heatmap, File: "figures/difference-" + f.Number}
		if f.Number == "D1" {
			golden(t, "difference-1.svg", func(w io.Writer) error { return figures.WriteSVG(w, f.Heatmap) })
			golden(t, "difference-1.csv", func(w io.Writer) error { return figures.WriteCSV(w, f.Heatmap) })
		}
	}
	if len(drawn) != 5 {
		t.Errorf("%d heat maps, want one for each of the 5 tables with a verdict", len(drawn))
	}
	golden(t, "chapter.md", func(w io.Writer) error {
		d := &document.Document{Title: "Chapter", Language: "en-GB", DataLabel: "Data: real", Blocks: c.Chapter("4", drawn)}
		if err := d.Validate(); err != nil {
			return err
		}
		return document.WriteMarkdown(w, d)
	})
}

// Every way to a verdict, on the cells that lead there.
func TestVerdicts(t *testing.T) {
	c := compared(t, results(), "car")
	cells := map[string]compare.Cell{}
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
		"1/10/p=2":         compare.Inconclusive,
		"1/10/tanh":        compare.Differs,
		"1/20/p=1":         compare.Match, // five draws that agree are still draws
		"1/20/tanh":        compare.None,  // failed
		"1/Average/tanh":   compare.None,
		"1/Average/p=1":    compare.Match,
		"2/15/p=1":         compare.Match, // 3% off, in units without a meaning
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
		if got := cells[place].Verdict; got != want {
			t.Errorf("%s: %q, want %q: %+v", place, got, want, cells[place])
		}
	}
	if e := cells["1/0/p=2"].Explanation; !strings.Contains(e, "95.41 for 96.41") {
		t.Errorf("the wrong digit is explained by %q", e)
	}
	if e := cells["1/10/tanh"].Explanation; e != "" {
		t.Errorf("what the audit has no word for is explained by %q", e)
	}
	if cells["1/20/tanh"].Missing != "failed: no number" {
		t.Errorf("a failed cell is missing because %q", cells["1/20/tanh"].Missing)
	}
	if !cells["1/0/tanh"].Unsettled {
		t.Error("a number whose iterations did not converge is not marked")
	}
}

func TestStandInsAreRefused(t *testing.T) {
	c := compared(t, results(), "usps", "yale", "iris", "balance", "car")
	if c.Judged() {
		t.Error("generated data is judged")
	}
	for _, table := range c.Contrasts {
		if table.Number != "7" && !strings.Contains(table.Refused, "generated") {
			t.Errorf("table %s: refused because %q", table.Number, table.Refused)
		}
		if n := table.Summary.Counts; n.Match+n.Differs+n.Inconclusive > 0 || n.Unjudged != n.Numbers {
			t.Errorf("table %s: %+v", table.Number, n)
		}
	}
	for _, k := range c.Claims {
		if k.Missing == "" {
			t.Errorf("claim %s is decided on generated data: %v", k.ID, k.Reproduced)
		}
	}
	if len(c.Figures()) > 0 {
		t.Error("differences from generated data are drawn")
	}
	chapter := c.Chapter("4", nil)
	if len(chapter) != 2 {
		t.Fatalf("the chapter has %d blocks, want a heading and a paragraph", len(chapter))
	}
	if p, ok := chapter[1].(document.Paragraph); !ok || !strings.Contains(p.Spans[0].Text, "generated") {
		t.Errorf("the paragraph does not say why: %+v", chapter[1])
	}
	golden(t, "generated.md", c.WriteMarkdown)
}

func TestClaims(t *testing.T) {
	c := compared(t, results(), "car")
	got := map[string]string{}
	for _, k := range c.Claims {
		got[k.ID] = k.Reproduced.Outcome.String()
		if k.Missing != "" {
			got[k.ID] = "open: " + k.Missing
		}
	}
	for id, want := range map[string]string{
		"holds": "holds", "fails": "fails", "overlap": "undecided", "sweep": "undecided", "count": "undecided", "level": "holds",
		"exact": "holds", "stopped": "undecided",
		"missing":   "open: Table 1, row 20, tanh: failed: no number",
		"elsewhere": "open: Table 6, row Car, p=1: the data of car is generated, and a stand-in cannot be compared with what is in print",
	} {
		if got[id] != want {
			t.Errorf("claim %s: %s, want %s", id, got[id], want)
		}
	}
	// Five pairs tell what two do not, though the intervals of the two overlap.
	r := results()
	for i, level := range []string{"10", "20"} {
		r["digits usps "+level+" a=1"] = values(70, 72, 75, 73, 70+float64(i))
		r["digits usps "+level+" a=2"] = values(70.5, 72.7, 75.3, 73.5, 70.4+float64(i))
	}
	for _, k := range compared(t, r, "car").Claims {
		if k.ID == "sweep" && k.Reproduced.Outcome != claim.Holds {
			t.Errorf("the peak of a sweep by pairs: %v, %v", k.Reproduced.Outcome, k.Reproduced.Reasons)
		}
	}
	r = results()
	delete(r, "digits usps 20 a=1")
	for _, k := range compared(t, r, "car").Claims {
		if k.ID == "sweep" && (k.Reproduced.Outcome != claim.Undecided || k.Missing == "") {
			t.Errorf("the peak of a sweep with a gap: %v, missing %q", k.Reproduced.Outcome, k.Missing)
		}
	}
}

// A single draw of something random has no interval, so it can neither match nor
// differ; what is not random needs no second.
func TestSingleDraws(t *testing.T) {
	r := results()
	for key, result := range r {
		if len(result.Values) > 0 {
			result.Values = result.Values[:1]
			r[key] = result
		}
	}
	c := compared(t, r, "car")
	for _, k := range c.Claims {
		if k.ID == "holds" && k.Missing == "" {
			t.Errorf("a claim about single draws is decided: %s", k.Reproduced.Outcome)
		}
	}
	for _, table := range c.Contrasts {
		for _, row := range table.Cells {
			for _, cell := range row {
				decided := cell.Verdict == compare.Match || cell.Verdict == compare.Differs
				if clean := table.Number == "1" && cell.Row == "0"; decided && !clean {
					t.Errorf("%v: a single draw is judged: %s", cell.Place, cell.Verdict)
				}
			}
		}
	}
}

// The summary is made of the cells: counts, differences without averages, order.
func TestSummary(t *testing.T) {
	c := compared(t, results(), "car")
	s := c.Contrasts[0].Summary
	if want := (compare.Counts{Numbers: 12, Match: 6, Differs: 2, Inconclusive: 2, Explained: 1, Unjudged: 2}); s.Counts != want {
		t.Errorf("counts %+v, want %+v", s.Counts, want)
	}
	// Differences of the eight cells with a number: 0.005, 1, 0.1, 0.12, 0.04,
	// 1.12, 0, 0.12.
	if want := 2.505 / 8; s.MeanAbsolute < want-1e-9 || s.MeanAbsolute > want+1e-9 || s.Bias != s.MeanAbsolute {
		t.Errorf("mean absolute difference %v and bias %v, want %v", s.MeanAbsolute, s.Bias, want)
	}
	// Row 0 prints p=1 > p=2 > tanh where we have p=2 > p=1 > tanh: 1/3. Row 10 has
	// the same order: 1. Row 20 is incomplete.
	if want := (1./3 + 1) / 2; s.Orders != 2 || s.Agreement < want-1e-9 || s.Agreement > want+1e-9 {
		t.Errorf("agreement %v over %d rows, want %v over 2", s.Agreement, s.Orders, want)
	}
}

func TestWrongMetricIsAnError(t *testing.T) {
	o := options(t, results())
	for i := range o.Tables {
		if o.Tables[i].Number == "1" {
			o.Tables[i].Metric = printed.MisclassificationPercent
		}
	}
	_, err := compare.Compare(o)
	if err == nil || !strings.Contains(err.Error(), "table 1") || !strings.Contains(err.Error(), "digits measures accuracy") {
		t.Errorf("error %v, want one that names the table and the experiment", err)
	}
}

// The thesis against itself: with its own numbers as results every cell of its
// tables of results is found, and none differs but for what is printed in two
// ways.
func TestTheThesisReproducesItself(t *testing.T) {
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := printed.Thesis()
	if err != nil {
		t.Fatal(err)
	}
	known, err := audit.Thesis()
	if err != nil {
		t.Fatal(err)
	}
	printed := map[string]float64{}
	for _, table := range tables {
		declared := s.Table(table.Number)
		if declared == nil || declared.Slip != study.Grid {
			continue
		}
		for _, c := range table.Cells() {
			if key := strings.ToLower(declared.Experiment + " " + c.Row + " " + c.Column); printed[key] == 0 {
				printed[key] = c.Value.Float64()
			}
		}
	}
	printed["uci letter a=30"], printed["uci letter a=90"] = 61.84, 61.83
	c, err := compare.Compare(compare.Options{
		Study: s, Tables: tables, Links: known.Links,
		Origin: func(string) dataset.Origin { return dataset.Real },
		Result: func(n study.Need) (grid.Result, bool) {
			row := fmt.Sprintf("%g", n.Level)
			if len(n.Experiment.Levels) == 0 {
				row = n.Data
			}
			v, ok := printed[n.Experiment.Name+" "+row+" "+n.Method]
			return grid.Result{Values: []float64{v, v}}, ok
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	total := c.Total()
	if total.Unjudged != 0 {
		t.Errorf("%d of %d numbers have no verdict", total.Unjudged, total.Numbers)
	}
	for _, table := range c.Contrasts {
		for _, row := range table.Cells {
			for _, cell := range row {
				isSummary := printed.IsAverage(cell.Row) || table.Metric == printed.WinningCount
				if cell.Verdict == compare.Differs && !isSummary {
					t.Errorf("%v: printed %s, found %v", cell.Place, cell.Printed, cell.Mean)
				}
			}
		}
	}
}

// What our numbers say of a correction: of either number, of both, or nothing.
func TestSupport(t *testing.T) {
	c := compared(t, results(), "car")
	correction := func(kind audit.Slip, table, row, column, from, to string) audit.Correction {
		return audit.Correction{Slip: kind, Edits: []audit.Edit{{Place: printed.Place{Table: table, Row: row, Column: column}, From: from, To: to}}}
	}
	for _, test := range []struct {
		correction audit.Correction
		want       string
	}{
		{correction(audit.OneDigit, "1", "0", "p=2", "95.41", "96.41"), "the rerun bears it out: 96.41"},
		{correction(audit.OneDigit, "1", "20", "p=2", "81.00", "91.00"), "the rerun speaks for what is printed: 81.12 ± 0.10"},
		{correction(audit.OneDigit, "1", "20", "p=2", "81.00", "81.10"), "the rerun agrees with both: 81.12 ± 0.10"},
		{correction(audit.OneDigit, "1", "10", "tanh", "92.00", "95.00"), "the rerun agrees with neither: 93.12 ± 0.10"},
		{correction(audit.OneDigit, "6", "Car", "p=1", "50", "51"), ""}, // generated
		{correction(audit.OneDigit, "1", "20", "tanh", "70.00", "71.00"), ""},
		{correction(audit.MarkMisplaced, "1", "0", "p=2", "", "bold"), ""},
		{audit.Correction{Slip: audit.OneDigit}, ""},
	} {
		if got := c.Support(test.correction); got != test.want {
			t.Errorf("%+v: %q, want %q", test.correction.Edits, got, test.want)
		}
	}
}
