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
		err = probe(out)
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

// probe makes a file in the folder and removes it.
func probe(folder string) error {
	f, err := os.CreateTemp(folder, ".probe-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
