//go:build !linux

package pages

func advise([]float64, bool) {}
