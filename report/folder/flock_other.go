//go:build !unix || solaris || aix

package folder

import (
	"errors"
	"os"
)

// lockFD is a flock where there are none.
func lockFD(*os.File, bool) error { return errors.ErrUnsupported }
