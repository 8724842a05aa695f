package exhibit_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/grid"
	"gpca/report/study"
	"gpca/report/table"
)

const variantsSource = `
name: variants
repetitions: {real: 2, stand-in: 2}
experiments:
  - {name: plain, data: [iris, balance, liver], protocol: cross-validation, metric: accuracy, folds: 3, components: 1}
  - {name: raw, like: plain, centring: none}
  - {name: long, like: plain, max-iterations: 5000, real-only: true}
  - {name: ordinal, like: plain, data: [car]}
  - {name: indicator, like: plain, data: [car-indicator]}
  - {name: faces, data: [yale], protocol: contamination, metric: reconstruction-error, components: 3, scale: 10, levels: [15, 30]}
  - {name: squared, like: faces, metric: squared-reconstruction-error}
tables:
  - {number: "1", caption: Centring, kind: variants, variants: [{label: centred, experiment: plain}, {label: raw, experiment: raw}], columns: [p=1, p=2], printed: "2.5", decimals: 2}
  - {number: "2", caption: Limits, kind: variants, variants: [{label: short, experiment: plain}, {label: long, experiment: long}], method: p=1, printed: "2.5", settled: true, range: true, decimals: 1}
  - {number: "3", caption: Codes, kind: variants, variants: [{label: ordinal, experiment: ordinal}, {label: indicator, experiment: indicator}], columns: [p=1], printed: "2.5", range: true, decimals: 2}
  - {number: "4", caption: Faces, kind: variants, variants: [{label: length, experiment: faces}, {label: square, experiment: squared}], columns: [p=1, p=2], printed: "2.3", average: true, decimals: 2}
`

// variantsBuilder prints 10 for every number but that of p=2 on Balance, which it
// does not print.
func variantsBuilder(t *testing.T, results book, standIns ...string) exhibit.Builder {
	t.Helper()
	s, err := study.Parse("variants.yaml", []byte(variantsSource))
	if err != nil {
		t.Fatal(err)
	}
	b := builder(t, results, standIns...)
	b.Study = s
	b.Printed = exhibit.Printed{Source: "the book", At: func(table, data string, level float64, method string) (float64, bool) {
		if data == "balance" && method == "p=2" {
			return 0, false
		}
		return 10, true
	}}
	return b
}

// filled is a book with a number for each need of the study.
func filled(t *testing.T, number func(study.Need) grid.Result) book {
	t.Helper()
	s, err := study.Parse("variants.yaml", []byte(variantsSource))
	if err != nil {
		t.Fatal(err)
	}
	results := book{}
	for _, n := range s.Needs(study.Selection{}) {
		results[fmt.Sprintf("%s %s %g %s", n.Experiment.Name, n.Data, n.Level, n.Method)] = number(n)
	}
	return results
}

// lines are the rows of a table as people read them.
func lines(t *testing.T, built *table.Table) []string {
	t.Helper()
	sheet, err := built.Sheet()
	if err != nil {
		t.Fatal(err)
	}
	all := []string{strings.Join(append([]string{sheet.Corner}, sheet.Columns...), " | ")}
	for _, r := range sheet.Rows {
		line := r.Heading
		for _, e := range r.Entries {
			line += " | " + e.String()
			if e.Bold {
				line += "*"
			}
		}
		all = append(all, line)
	}
	return all
}

func expect(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%s\nwant\n%s", what, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// Each data set is a block of its variants and of print; the nearest variant is
// counted from the numbers, by row and by column.
func TestVariants(t *testing.T) {
	results := filled(t, func(n study.Need) grid.Result {
		v := 11.0 // 1 above print
		switch {
		case n.Experiment.Name == "raw" && n.Data == "iris":
			v = 9.5
		case n.Experiment.Name == "raw" && n.Method == "p=1":
			v = 10.25
		case n.Experiment.Name == "raw":
			v = 14
		}
		return values(v, v)
	})
	b := variantsBuilder(t, results)
	built := b.Table(b.Study.Table("1"))
	expect(t, "rows", lines(t, built), []string{
		"Variant | p = 1 | p = 2 | Mean difference from print",
		"Iris, in print | 10.00 | 10.00 | ",
		"Iris, centred | 11.00 | 11.00 | 1.00",
		"Iris, raw | 9.50 | 9.50 | 0.50*",
		"Balance, in print | 10.00 |  | ",
		"Balance, centred | 11.00 | 11.00 | 1.00",
		"Balance, raw | 10.25 | 14.00 | 0.25*",
		"Liver, in print | 10.00 | 10.00 | ",
		"Liver, centred | 11.00 | 11.00 | 1.00*",
		"Liver, raw | 10.25 | 14.00 | 2.12",
	})
	expect(t, "notes", built.Notes, []string{
		"Nearest to the book, by the mean difference of a row: “centred” on 1 of 3 data sets, “raw” on 2.",
		"Mean difference over all data sets, “centred”: 1.00, bias +1.00; “raw”: 1.10, bias +0.70 (bias is ours less print).",
		"By column, on how many data sets each is nearest (“centred” to “raw”): p = 1: 0 to 3; p = 2: 1 to 1.",
	})
}

// With a method the data sets stand side by side, with what settled and the range;
// the mark says where something did not.
func TestVariantsOfOneMethod(t *testing.T) {
	results := filled(t, func(n study.Need) grid.Result {
		r := values(12)
		if n.Experiment.Name == "long" {
			r = grid.Result{Values: []float64{10.5}, Ends: grid.Ends{Converged: 1, Wandered: 3}}
		}
		return r
	})
	b := variantsBuilder(t, results)
	want := []string{
		"Variant | Iris | Balance | Liver | Mean difference from print | Settled components in percent",
		"in print | 10.0 | 10.0 | 10.0 |  | ",
		"short | 12.0 | 12.0 | 12.0 | 2.0 | 100.0",
		"long | 10.5† | 10.5† | 10.5† | 0.5* | 25.0",
		"Range over the variants | 1.5 | 1.5 | 1.5 |  | ",
	}
	built := b.Table(b.Study.Table("2"))
	expect(t, "rows", lines(t, built), want)
	if built.Notes[0] != "Nearest to the book is “long”: mean difference 0.5, bias +0.5; the first row, “short”: 2.0, bias +2.0 (bias is ours less print)." {
		t.Errorf("note %q", built.Notes[0])
	}

	// Generated data is not held against print, and asked nothing that is real-only.
	b = variantsBuilder(t, results, "iris", "balance", "liver")
	built = b.Table(b.Study.Table("2"))
	expect(t, "rows on generated data", lines(t, built), []string{
		"Variant | Iris | Balance | Liver | Settled components in percent",
		"short | 12.0 | 12.0 | 12.0 | 100.0",
		"Range over the variants | 0.0 | 0.0 | 0.0 | ",
	})
	if len(built.Notes) > 0 || built.Origin != string(dataset.StandIn) {
		t.Errorf("notes %q of %s data", built.Notes, built.Origin)
	}
}

// Variants may be of different data sets, which stand for one.
func TestVariantsOfData(t *testing.T) {
	results := filled(t, func(n study.Need) grid.Result {
		if n.Data == "car" {
			return failure("class unacc: no number")
		}
		return values(10.5, 11.5)
	})
	b := variantsBuilder(t, results)
	expect(t, "rows", lines(t, b.Table(b.Study.Table("3"))), []string{
		"Variant | p = 1 | Mean difference from print",
		"in print | 10.00 | ",
		"ordinal | failed¹ | failed²",
		"indicator | 11.00 ± 6.35 | 1.00*",
		"Range over the variants | failed³ | ",
	})
	delete(results, "indicator car-indicator 0 p=1")
	if built := b.Table(b.Study.Table("3")); built.Rows[2].Cells[0].State != table.Missing || built.Rows[2].Cells[1].State != table.Missing || len(built.Notes) > 0 {
		t.Errorf("a missing variant gives %+v with notes %q", built.Rows[2], built.Notes)
	}
}

// Averages over levels are held against averages of print; the ratio tells over
// single numbers whether one constant would do.
func TestVariantsAveraged(t *testing.T) {
	results := filled(t, func(n study.Need) grid.Result {
		v := 20.0
		if n.Experiment.Name == "squared" {
			v = 8 + n.Level/15*2 // 10 and 12
		}
		return values(v)
	})
	b := variantsBuilder(t, results)
	built := b.Table(b.Study.Table("4"))
	expect(t, "rows", lines(t, built), []string{
		"Variant | p = 1 | p = 2 | Mean difference from print | Least ratio to print | Largest ratio to print",
		"in print | 10.00 | 10.00 |  |  | ",
		"length | 20.00 | 20.00 | 10.00 | 2.00 | 2.00",
		"square | 11.00 | 11.00 | 1.00* | 1.00 | 1.20",
	})
	expect(t, "notes", built.Notes, []string{
		"Nearest to the book is “square”: mean difference 1.00, bias +1.00; the first row, “length”: 10.00, bias +10.00 (bias is ours less print).",
		"Ours divided by print varies least, over all rows and columns in print, for “length”: 2.00 to 2.00.",
	})
	if want := "mean reconstruction error × 10 or mean squared reconstruction error × 10"; built.Metric != want {
		t.Errorf("metric %q, want %q", built.Metric, want)
	}
}
