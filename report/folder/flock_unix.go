//go:build unix && !solaris && !aix

package folder

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// Flock locks an open file or folder, exclusively (alone) or shared, or changes its lock, until it is
// closed. It fails when another program's lock excludes it, and with errors.ErrUnsupported where the
// file system has no locks.
func Flock(f *os.File, alone bool) error {
	how := syscall.LOCK_SH
	if alone {
		how = syscall.LOCK_EX
	}
	for {
		switch err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errBusy
		case errors.Is(err, syscall.ENOLCK), errors.Is(err, errors.ErrUnsupported):
			return fmt.Errorf("lock %s: %w", f.Name(), errors.ErrUnsupported)
		default:
			return err
		}
	}
}
