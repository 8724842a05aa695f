//go:build !unix || solaris || aix

package folder

import (
	"errors"
	"os"
)

// Flock fails where the system has no locks.
func Flock(*os.File, bool) error { return errors.ErrUnsupported }
