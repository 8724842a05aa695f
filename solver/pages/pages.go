// Package pages keeps many values in large pages of memory. Where values are read again and again from memory, finding
// their pages of 4 KiB takes a third of the time, and where they are written once, making these pages can take longer
// than the values. The system may do without large ones: no value depends on them.
package pages

// Make returns so many zeros, in large pages where there are enough of them.
func Make(count int) []float64 {
	values := make([]float64, count)
	advise(values, false)
	return values
}

// Move moves values to large pages, which takes time, too.
func Move(values []float64) { advise(values, true) }
