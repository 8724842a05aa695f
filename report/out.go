package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// CheckOut makes the output folder where there is none and proves that files
// can be made in it, so that hours of computing do not end at a folder that
// cannot be written to.
func CheckOut(out string) error {
	err := os.MkdirAll(out, 0o755)
	if err == nil {
		var probe *os.File
		if probe, err = os.CreateTemp(out, ".probe-*"); err == nil {
			err = errors.Join(probe.Close(), os.Remove(probe.Name()))
		}
	}
	if err == nil {
		return nil
	}
	// The operation ("mkdir", or "open" of the probe) is our business, its
	// cause is the user's.
	if failure, ok := errors.AsType[*fs.PathError](err); ok {
		err = failure.Err
	}
	return fmt.Errorf("out: %s: %w; name another folder with --out", out, err)
}
