package external

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gonum.org/v1/gonum/mat"

	"gpca/report/dataset/npy"
	"gpca/report/folder"
)

// A Request is what a program is asked, beside the arrays; the manual's page on methods describes it.
type Request struct {
	Layout     int    `json:"layout"`
	Answers    string `json:"answers"`
	Samples    int    `json:"samples"`
	Features   int    `json:"features"`
	Components int    `json:"components"`
	Centre     bool   `json:"centre"`
	Kernel     string `json:"kernel"`
	Seed       uint64 `json:"seed"` // the program gets its last 31 bits
	Repetition int    `json:"repetition"`
}

// Components starts the program on training samples, one a row. It returns the centre and the
// components, one a row, orthonormal to within [Tolerance]. It fills in the request. The error is
// that of the context or has a [Log].
func (c *Command) Components(
	ctx context.Context, r Request, train *mat.Dense,
) (centre []float64, found *mat.Dense, err error) {
	r.Answers = components
	_, r.Features = train.Dims()
	err = c.call(ctx, r, train, map[string]npy.Array{}, func(folder string) (err error) {
		if found, err = readComponents(folder, r); err == nil {
			centre, err = readCentre(folder, r)
		}
		return err
	})
	return centre, found, err
}

// Predictions starts the program on training samples with their classes, and on test samples. It
// returns the class of each test sample.
func (c *Command) Predictions(
	ctx context.Context, r Request, train *mat.Dense, labels []int, test *mat.Dense,
) (classes []int, err error) {
	r.Answers = predictions
	values := make([]float64, len(labels))
	for i, l := range labels {
		values[i] = float64(l)
	}
	more := map[string]npy.Array{
		"labels": {Shape: []int{len(values)}, Values: values},
		"test":   arrayOf(test),
	}
	err = c.call(ctx, r, train, more, func(folder string) (err error) {
		rows, _ := test.Dims()
		classes, err = readPredictions(folder, rows, labels)
		return err
	})
	return classes, err
}

// Distances starts the program on the samples to fit, and on those to rate. It returns how outlying each of these is.
func (c *Command) Distances(ctx context.Context, r Request, fitted, rated *mat.Dense) (found []float64, err error) {
	r.Answers = distances
	err = c.call(ctx, r, fitted, map[string]npy.Array{"test": arrayOf(rated)}, func(folder string) (err error) {
		rows, _ := rated.Dims()
		found, err = readVector(folder, distances, rows, "numbers, one for each test sample")
		return err
	})
	return found, err
}

func (c *Command) call(
	ctx context.Context, r Request, train *mat.Dense, more map[string]npy.Array, read func(folder string) error,
) error {
	sweep()
	lock, err := makeFolder()
	if err != nil {
		return c.fail(err, "")
	}
	folder := lock.Name()
	defer os.RemoveAll(folder)
	defer lock.Close()
	r.Layout, r.Seed = c.layout, r.Seed&(1<<31-1)
	r.Samples, r.Features = train.Dims()
	var log string
	if err = writeRequest(folder, r, train, more); err == nil {
		if log, err = c.run(ctx, folder); err == nil {
			err = read(folder)
		}
	}
	if err == nil || ctx.Err() != nil {
		return ctx.Err()
	}
	return c.fail(err, log)
}

func writeRequest(folder string, r Request, train *mat.Dense, more map[string]npy.Array) error {
	text, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, "request.json"), append(text, '\n'), 0o600); err != nil {
		return err
	}
	more["train"] = arrayOf(train)
	for name, a := range more {
		if err := npy.WriteFile(filepath.Join(folder, name+".npy"), a); err != nil {
			return err
		}
	}
	return nil
}

func arrayOf(m *mat.Dense) npy.Array {
	rows, columns := m.Dims()
	return npy.Array{Shape: []int{rows, columns}, Values: mat.DenseCopyOf(m).RawMatrix().Data}
}

type failure struct {
	command string
	cause   error
	log     string
}

func (c *Command) fail(cause error, log string) error { return &failure{c.brief(), cause, log} }

func (f *failure) Error() string {
	text := fmt.Sprintf("command %s: %v", f.command, f.cause)
	if last := lastLines(f.log); last != "" {
		text += "; its last words: " + last
	}
	return text
}

func (f *failure) Unwrap() error { return f.cause }

// Log is the end of the output of the program behind an error, empty for any other error.
func Log(err error) string {
	if f, ok := errors.AsType[*failure](err); ok {
		return f.log
	}
	return ""
}

// prefix begins the names of the folders of this user on this machine. The host is part of it, since
// locks of some file systems do not reach other hosts.
func prefix() string {
	host, _ := os.Hostname() // empty on a host without a name
	return fmt.Sprintf("gpca-%d-%s-", os.Getuid(), host)
}

// makeFolder makes and locks a folder for one start of a program. The lock is the system's, so that
// it ends with the report, however that ends.
func makeFolder() (*os.File, error) {
	path, err := os.MkdirTemp("", prefix())
	if err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err == nil {
		err = folder.Flock(f, true)
	}
	if err != nil && !errors.Is(err, errors.ErrUnsupported) {
		f.Close()
		return nil, errors.Join(err, os.Remove(path))
	}
	return f, nil
}

// sweep removes the unlocked folders of killed reports, as far as it can. An empty folder may be
// about to be locked, and has no data.
func sweep() {
	entries, _ := os.ReadDir(os.TempDir())
	for _, e := range entries {
		number, ours := strings.CutPrefix(e.Name(), prefix())
		if !ours || !e.IsDir() || strings.Trim(number, "0123456789") != "" {
			continue
		}
		path := filepath.Join(os.TempDir(), e.Name())
		f, err := os.Open(path)
		if err != nil {
			continue
		}
		if names, _ := f.Readdirnames(1); len(names) > 0 && folder.Flock(f, true) == nil {
			os.RemoveAll(path)
		}
		f.Close()
	}
}
