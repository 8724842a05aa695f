package compare

import (
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/grid"
	"gpca/report/publication/audit"
	"gpca/report/publication/printed"
	"gpca/report/study"
)

func counted(number string, match, differs, explained, unjudged int) Table {
	return Contrast{Number: number, Summary: Summary{Counts: Counts{
		Numbers: match + differs + unjudged, Match: match, Differs: differs, Explained: explained, Unjudged: unjudged,
	}}}
}

// What the sentences say follows from the counts: which tables match throughout,
// where what differs concentrates, and no table named before another with as many.
func TestFindingsFromCounts(t *testing.T) {
	for _, c := range []struct {
		name           string
		tables         []Contrast
		holds, doesNot string
	}{
		{"all match", []Contrast{counted("1", 4, 0, 0, 0), counted("2", 2, 0, 0, 0)},
			"Of 6 printed numbers that could be judged 6 match, among them all of Tables 1 and 2.", "No number differs."},
		{"a gap is not throughout", []Contrast{counted("1", 4, 0, 0, 1)},
			"Of 5 printed numbers 4 could be judged, and 4 of these match, in no table all of them.", "No number differs."},
		{"all explained", []Contrast{counted("1", 4, 2, 2, 0)},
			"Of 6 printed numbers that could be judged 4 match, in no table all of them.",
			"2 differ, each by what the audit takes for a misprint."},
		{"few tables", []Contrast{counted("1", 4, 2, 1, 0), counted("2", 0, 5, 0, 0), counted("3", 1, 0, 0, 0)},
			"Of 12 printed numbers that could be judged 5 match, among them all of Table 3.",
			"7 differ, 6 of them without a misprint to explain it: Table 2 (5 of its 5 numbers) and Table 1 (1 of 6)."},
		{"many tables", []Contrast{counted("1", 0, 2, 0, 0), counted("2", 0, 5, 0, 0), counted("3", 0, 2, 0, 0), counted("4", 0, 2, 0, 0)},
			"Of 11 printed numbers that could be judged 0 match.",
			"11 differ, without a misprint to explain it, most of all in Table 2 (5 of its 5 numbers)."},
		{"as many in each", []Contrast{counted("1", 0, 2, 0, 0), counted("2", 0, 2, 0, 0), counted("3", 0, 2, 0, 0), counted("4", 0, 2, 0, 0)},
			"Of 8 printed numbers that could be judged 0 match.",
			"8 differ, without a misprint to explain it, spread over 4 tables with at most 2 in each."},
	} {
		got := (&Comparison{Tables: c.tables}).Findings()
		if len(got) != 3 || got[0].Sentence != c.holds || got[1].Sentence != c.doesNot {
			t.Errorf("%s: %q, want %q and %q", c.name, got, c.holds, c.doesNot)
		}
	}
}

func TestManyMisprintsAreNotAllNamed(t *testing.T) {
	m := Misprint{Places: []string{"Table 1, row 2, p=1", "Table 2, row 2, p=1"}, From: "1.2", To: "1.3"}
	six := []Misprint{m, m, m, m, m, m}
	one := "Table 1, row 2, p=1 and Table 2, row 2, p=1: 1.2 → 1.3"
	if got, want := named(six), strings.Join([]string{one, one, one, one, one, one}, "; "); got != want {
		t.Errorf("six misprints are named %q, want %q", got, want)
	}
	if got := named(append(six, m, m)); strings.Count(got, one) != 6 || !strings.HasSuffix(got, "; and 2 more") {
		t.Errorf("eight misprints are named %q", got)
	}
}

// A cause is borne out when our numbers agree with the correction at every place
// and not with what is printed. Those of marks and averages are none of a digit.
func TestMisprintsAreBorneOut(t *testing.T) {
	s, err := study.Parse("s.yaml", []byte(`
name: s
title: S
repetitions: {real: 2, stand-in: 2}
experiments:
  - {name: digits, data: [usps], protocol: split, metric: accuracy, components: 3, noise: gaussian, levels: [0, 10], axis: σ}
tables:
  - {number: "1", caption: Digits, experiment: digits, columns: [p=1], decimals: 2}
`))
	if err != nil {
		t.Fatal(err)
	}
	tables, err := printed.Read(strings.NewReader("table,title,axis,metric,row,column,value,bold\n"+
		"1,D,sigma,accuracy_pct,0,p=1,95.41,0\n1,D,sigma,accuracy_pct,10,p=1,91.00,0\n"), "", "t.csv")
	if err != nil {
		t.Fatal(err)
	}
	at := func(row, from, to string) audit.Edit {
		return audit.Edit{Place: printed.Place{Table: "1", Row: row, Column: "p=1"}, From: from, To: to}
	}
	for _, c := range []struct {
		name       string
		correction audit.Correction
		clean      float64
		want       string
	}{
		{"borne out", audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{at("0", "95.41", "96.41")}}, 96.41, "Table 1, sigma 0, p=1: 95.41 → 96.41"},
		{"as printed", audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{at("0", "95.41", "96.41")}}, 95.41, ""},
		{"neither", audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{at("0", "95.41", "96.41")}}, 50, ""},
		{"not computed", audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{at("10", "91.00", "90.00")}}, 95.41, ""},
		{"one of two places missing", audit.Correction{Slip: audit.OneDigit, Edits: []audit.Edit{at("0", "95.41", "96.41"), at("10", "95.41", "96.41")}}, 96.41, ""},
		{"between", audit.Correction{Slip: audit.CopiedEntry, Edits: []audit.Edit{at("0", "95.41", "96.5")}, Low: "96", High: "97"}, 96.2, "Table 1, sigma 0, p=1: 95.41 → between 96 and 97"},
		{"outside", audit.Correction{Slip: audit.CopiedEntry, Edits: []audit.Edit{at("0", "95.41", "96.5")}, Low: "96", High: "97"}, 97.2, ""},
		{"an average without a row", audit.Correction{Slip: audit.RowLeftOut, Edits: []audit.Edit{at("0", "95.41", "96.41")}}, 96.41, ""},
	} {
		report, err := audit.Run(tables, audit.Options{})
		if err != nil {
			t.Fatal(err)
		}
		report.Causes = []audit.Cause{{Correction: c.correction}}
		comparison, err := Compare(Options{
			Study: s, Tables: tables, Audit: report,
			Origin: func(string) dataset.Origin { return dataset.Real },
			Result: func(n study.Need) (grid.Result, bool) {
				return grid.Result{Values: []float64{c.clean}}, n.Level == 0
			},
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := named(comparison.Misprints); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
