//go:build !unix

package main

import "time"

var start = time.Now()

// processorTime is the time since the start, in seconds, where that of the processor is not known.
func processorTime() float64 { return time.Since(start).Seconds() }
