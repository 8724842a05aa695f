//go:build unix

package main

import "syscall"

// processorTime is that of this process, in seconds: others may have the processors meanwhile.
func processorTime() float64 {
	var used syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return float64(used.Utime.Nano()+used.Stime.Nano()) / 1e9
}
