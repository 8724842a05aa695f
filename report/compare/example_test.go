package compare_test

import (
	"fmt"

	"gpca/report/compare"
	"gpca/report/published"
)

func ExampleMarginOf() {
	fmt.Println(compare.MarginOf(published.AccuracyPercent))
	fmt.Println(compare.MarginOf(published.ReconstructionError))
	// Output:
	// 0.5, and 0.05 where nothing is random
	// 5% of the printed number, 0.5% where nothing is random
}
