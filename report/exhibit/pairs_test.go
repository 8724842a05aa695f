package exhibit_test

import (
	_ "embed"
	"testing"

	"gpca/report/exhibit"
)

//go:embed testdata/twins.yaml
var pairsSource string

var twins = book{
	"digits usps 0 p=1": values(95), "digits usps 0 tanh": values(95 + 1e-12), "digits usps 0 p=2": values(94),
	"digits usps 10 p=1": values(80, 82), "digits usps 10 tanh": values(80, 82), "digits usps 10 p=2": values(81, 81),
	"errors usps 0 p=1": values(0), "errors usps 0 tanh": values(0.5),
}

// Numbers that differ in the last bits are equal. The distance from print is that from the numbers
// of the first method.
func TestPairs(t *testing.T) {
	b := benchOf(t, pairsSource, twins)
	b.printed = exhibit.Printed{Source: "the book", At: func(table, _ string, level float64, method string) (float64, bool) {
		return 95 - level, table == "2" && method == "p=1"
	}}
	checkSheet(t, build(t, b, "D.1"), "table_pairs.txt")
	// Generated data is not held against print.
	b.standIns = []string{"usps"}
	checkSheet(t, build(t, b, "D.1"), "table_pairs_of_generated_data.txt")
}

func TestPairsFaults(t *testing.T) { checkFaults(t, pairsSource, parse, "pairs_faults.txt") }
