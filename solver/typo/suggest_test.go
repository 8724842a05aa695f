package typo

import "fmt"

func ExampleDidYouMean() {
	valid := []string{"usps", "usps-zip", "mnist"}
	fmt.Println(DidYouMean("uspz", valid))
	fmt.Println(DidYouMean("usp", valid))
	fmt.Println(DidYouMean("cifar", valid))
	// Output:
	// did you mean usps?
	// did you mean usps or usps-zip?
	// valid are usps, usps-zip, mnist
}
