package compare_test

import (
	"testing"

	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
)

// Printed averages are as in print, even if wrong, and decide which method is ahead.
func TestAveragesInPrintAreThoseInPrint(t *testing.T) {
	o := inPrint(t)
	o.Links.Baseline = "p=1"
	for column, average := range map[string]string{"p=1": "88.90", "p=2": "70.10", "tanh": "89.00"} { // 88.51, 88.80, 85.77
		value, err := printed.Parse(average)
		if err != nil {
			t.Fatal(err)
		}
		o.Tables[0] = o.Tables[0].With(printed.Number{Place: printed.Place{Table: "1", Row: "Average", Column: column}, Estimate: value})
	}
	generated, err := compare.Compare(tiny("usps", "yale", "iris", "balance", "car"), o)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]string{}
	_, averages := generated.Beside(compared(t, tiny("car")).Real())
	sheet, err := averages.Sheet()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range sheet.Rows {
		shown[row.Heading] = row.Entries[2].Text
	}
	for heading, want := range map[string]string{"1, p = 1": "88.90", "1, tanh": "89.00", "3, p = 1": "87.50", "2, p = 1": ""} {
		if shown[heading] != want {
			t.Errorf("%s: %q in print, want %q: %v", heading, shown[heading], want, shown)
		}
	}
}
