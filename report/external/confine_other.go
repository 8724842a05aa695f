//go:build !linux

package external

import "os/exec"

// confine does nothing: the program has the network and all memory, and is killed without
// what it has started.
func confine(*exec.Cmd, int64) {}

func end(*exec.Cmd) error { return nil }
