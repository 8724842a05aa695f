//go:build unix

package main

import (
	"os"
	"syscall"
)

var (
	// stopSignals stop a run in order; schedulers send them before a limit.
	stopSignals = []os.Signal{syscall.SIGUSR2}
	// writeSignals come with writes that fail, to a closed pipe or beyond a limit.
	writeSignals = []os.Signal{syscall.SIGPIPE, syscall.SIGXFSZ}
)
