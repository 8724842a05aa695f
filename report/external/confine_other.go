//go:build !linux

package external

import "os/exec"

// confine does nothing: the program keeps the network and all memory, and its children survive it.
func confine(*exec.Cmd, int64) {}

func end(*exec.Cmd) error { return nil }
