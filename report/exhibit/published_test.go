package exhibit_test

import (
	"cmp"
	"fmt"
	"maps"
	"strconv"
	"testing"

	"gpca/report/dataset"
	"gpca/report/exhibit"
	"gpca/report/grid"
	"gpca/report/published"
	"gpca/report/study"
	"gpca/report/table"
)

// publishedAsResults is a builder of the thesis whose results are the numbers
// that the thesis prints, but for those that are corrected.
func publishedAsResults(t *testing.T, corrected map[string]float64) (exhibit.Builder, map[string]published.Table) {
	t.Helper()
	s, err := study.Open("thesis")
	if err != nil {
		t.Fatal(err)
	}
	tables, err := published.Thesis()
	if err != nil {
		t.Fatal(err)
	}
	printed := map[string]published.Table{}
	results := map[string]float64{}
	for _, p := range tables {
		printed[p.Number] = p
		declared := s.Table(p.Number)
		if declared == nil || declared.Kind != study.Grid {
			continue
		}
		for _, c := range p.Cells() {
			// The first table that prints a number counts.
			key := declared.Experiment + " " + c.Row + " " + c.Column
			if _, seen := results[key]; !seen {
				results[key] = c.Value.Float64()
			}
		}
	}
	maps.Copy(results, corrected)
	return exhibit.Builder{
		Study: s,
		Result: func(n study.Need) (grid.Result, bool) {
			row := strconv.FormatFloat(n.Level, 'g', -1, 64)
			if len(n.Experiment.Levels) == 0 {
				row = title(n.Data)
			}
			v, ok := results[n.Experiment.Name+" "+row+" "+n.Method]
			return grid.Result{Values: []float64{v}}, ok
		},
		Origin: func(string) dataset.Origin { return dataset.Real },
		Title:  title,
	}, printed
}

// miscounts compares the winning counts of the printed rates with the printed
// counts: "2.12 a=1 against p=0.5" is by how much the printed one is larger.
func miscounts(t *testing.T, corrected map[string]float64) map[string]float64 {
	t.Helper()
	b, printed := publishedAsResults(t, corrected)
	differences := map[string]float64{}
	counts := 0
	for _, number := range []string{"2.6", "2.12", "3.11"} {
		declared := b.Study.Table(number)
		built := b.Table(declared)
		for i, method := range declared.Rows {
			for j, column := range declared.Columns {
				c := built.Rows[i].Cells[j]
				want, ok := printed[number].Cell(method, column.Method)
				if !ok || c.State != table.Filled {
					t.Fatalf("table %s, %s against %s: state %s, printed %v", number, column.Method, method, c.State, ok)
				}
				if counts++; c.Value != want.Value.Float64() {
					differences[fmt.Sprintf("%s %s against %s", number, column.Method, method)] = want.Value.Float64() - c.Value
				}
			}
		}
	}
	if counts != 30 {
		t.Errorf("%d counts, want 30", counts)
	}
	return differences
}

// The counts of Tables 2.6 and 3.11 and a third of those of Table 2.12 are what
// the thesis's own rates give: +1 for a win, −1 for a loss, 0 for a tie. The
// other eight are errors of the thesis, not another rule. In four of them two
// printed rates are equal and before rounding were not, which makes 1. All else
// is due to Car in Table 2.11: for a=2 and a=3 it prints 85.87 and 85.89, the
// very digits of Phishing. Any rate between those of p=2 and p=0.5, 82.11 and
// 82.50, gives the printed counts.
func TestWinningCountsOfThePublishedRates(t *testing.T) {
	want := map[string]float64{
		"2.12 a=1 against p=0.5": 1, "2.12 a=1 against p=1.5": 1,
		"2.12 a=2 against p=0.5": -2, "2.12 a=2 against p=1": -2, "2.12 a=2 against p=1.5": -3,
		"2.12 a=3 against p=0.5": -2, "2.12 a=3 against p=1": -2, "2.12 a=3 against p=1.5": -1,
	}
	if got := miscounts(t, nil); !maps.Equal(got, want) {
		t.Errorf("printed less counted: %v, want %v", got, want)
	}
	ties := map[string]float64{
		"2.12 a=1 against p=0.5": 1, // Balance
		// Iris
		"2.12 a=1 against p=1.5": 1, "2.12 a=2 against p=1.5": -1, "2.12 a=3 against p=1.5": 1,
	}
	if got := miscounts(t, map[string]float64{"uci Car a=2": 82.3, "uci Car a=3": 82.3}); !maps.Equal(got, ties) {
		t.Errorf("with Car between 82.11 and 82.50, printed less counted: %v, want %v", got, ties)
	}
}

// The columns that the thesis carries over into its later tables are those with
// the best averages of its own numbers, but for two of its errors: the printed
// cells of tanh in Table 2.4 average to 7.07, below the 7.10 of 3 − 3sech, where
// the table says 7.15; and Table 3.7, which is to show the best norm of Table
// 3.2, shows L2 (84.99) and not L1 (85.35).
func TestBestOfThePublishedAverages(t *testing.T) {
	errors := map[string]string{"2.10": "tanh", "3.7": "p=1"}
	b, printed := publishedAsResults(t, nil)
	checked := 0
	for i := range b.Study.Tables {
		declared := &b.Study.Tables[i]
		if declared.Kind != study.Grid || declared.Columns[0].BestOf == "" {
			continue
		}
		checked++
		want := b.Study.Label(cmp.Or(errors[declared.Number], printed[declared.Number].Columns[0]))
		if got := b.Table(declared).Columns[0]; got != want {
			t.Errorf("table %s: the best of table %s is %s, want %s", declared.Number, declared.Columns[0].BestOf, got, want)
		}
	}
	if checked != 10 {
		t.Errorf("%d tables carry over a column, want 10", checked)
	}
}
