//go:build !unix

package main

import "os"

var stopSignals, writeSignals []os.Signal
