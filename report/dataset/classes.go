package dataset

import (
	"slices"
	"strconv"
)

// digits names the classes of a set of handwritten digits.
func digits() []string { return numbered(0, 9) }

// numbered returns the numbers from first to last as names.
func numbered(first, last int) []string {
	var names []string
	for i := first; i <= last; i++ {
		names = append(names, strconv.Itoa(i))
	}
	return names
}

// repeated returns n times the same count.
func repeated(count, n int) []int { return slices.Repeat([]int{count}, n) }
