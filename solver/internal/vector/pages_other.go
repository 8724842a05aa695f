//go:build !linux

package vector

// UseLargePages does nothing here.
func UseLargePages([]float64, bool) {}
