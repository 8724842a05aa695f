package compare_test

import (
	"fmt"

	"gpca/report/publication/compare"
	"gpca/report/publication/printed"
)

func ExampleMarginOf() {
	fmt.Println(compare.MarginOf(printed.AccuracyPercent))
	fmt.Println(compare.MarginOf(printed.ReconstructionError))
	// Output:
	// 0.5, and 0.05 where nothing is random
	// 5% of the printed number, 0.5% where nothing is random
}
