//go:build !linux

package external_test

import (
	"errors"
	"os/exec"
)

func lonely(*exec.Cmd) error { return errors.ErrUnsupported }
