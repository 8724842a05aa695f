//go:build !unix || solaris || aix

package folder

import (
	"errors"
	"os"
)

// lockFD is for systems with flock.
func lockFD(*os.File, bool) error { return errors.ErrUnsupported }
