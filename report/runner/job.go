package runner

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/folder"
	"gpca/report/input"
	"gpca/report/words"
)

// A job is a running Planned job. It is the Env of its own work.
type job struct {
	Planned
	of      *run
	number  int
	holding *holding
	started func() // returns the processor that the job was admitted on

	// Guarded by the run's mutex.
	stored    map[string]bool // keys of cells with a result
	uncharged float64         // processor seconds not yet charged to a cell
	// taken and estimated are the actual and the estimated seconds of finished units.
	taken, estimated float64
	over             bool
	kept             []string // files
}

var _ experiment.Env = (*job)(nil)

// run computes the cells. An error of the job becomes the failure of its missing cells.
func (j *job) run(ctx context.Context) error {
	err := j.compute(ctx)
	if err == nil {
		for _, path := range j.kept {
			os.Remove(path)
		}
		err = errors.New("its job ended without a result for it")
	}
	if _, fatal := errors.AsType[storeError](err); fatal || errors.Is(err, ErrFailedCell) {
		return err
	}
	var failed []experiment.Result
	j.of.mutex.Lock()
	j.over = true
	for _, c := range j.Cells {
		if key := c.Key(); !j.stored[key] {
			failed = append(failed, experiment.Result{Key: key, Cell: c, Failure: err.Error()})
		}
	}
	j.of.mutex.Unlock()
	if len(failed) > 0 && ctx.Err() != nil {
		return ctx.Err()
	}
	return j.Emit(failed)
}

func (j *job) compute(ctx context.Context) (err error) {
	defer words.Caught(&err)
	if j.Fault != nil {
		return j.Fault
	}
	return j.job.Run(ctx, j)
}

func (j *job) Set() *dataset.Set { return j.holding.set }

func (j *job) Workers() int { return max(j.of.Runner.Workers, 1) }

func (j *job) Memory() int64 {
	if all := j.of.Runner.Memory; all > 0 {
		return max(all-j.holding.bytes, 1)
	}
	return 0
}

func (j *job) fits(bytes int64) error {
	const mebibyte = 1 << 20
	if bound := j.Memory(); bound > 0 && bytes > bound {
		return fmt.Errorf("they take %d MiB of memory and may take %d MiB: allow more with --memory",
			(bytes+mebibyte-1)/mebibyte, bound/mebibyte)
	}
	return nil
}

func (j *job) Do(ctx context.Context, c experiment.Cost, unit func() error) (err error) {
	if err := j.fits(c.Bytes); err != nil {
		return err
	}
	// The job's units need the processor that it was admitted on.
	free, err := j.of.resources.take(ctx, j.number, true, c.Bytes, j.started)
	if err != nil {
		return err
	}
	began := time.Now()
	defer func() {
		free()
		took := time.Since(began).Seconds()
		j.of.mutex.Lock()
		defer j.of.mutex.Unlock()
		j.uncharged += took
		j.taken += took
		j.estimated += c.Seconds
		j.report(nil)
	}()
	defer words.Caught(&err)
	return unit()
}

func (j *job) Each(ctx context.Context, n int, c experiment.Cost, unit func(int) error) error {
	errs := make([]error, n)
	var group sync.WaitGroup
	for i := range n {
		group.Go(func() { errs[i] = j.Do(ctx, c, func() error { return unit(i) }) })
	}
	group.Wait()
	return cmp.Or(errs...)
}

func (j *job) Reserve(ctx context.Context, bytes int64) (free func(), err error) {
	if err := j.fits(bytes); err != nil {
		return nil, err
	}
	return j.of.resources.take(ctx, j.number, false, bytes, j.started)
}

type storeError struct{ error }

func (e storeError) Unwrap() error { return e.error }

// Emit stores results that became ready together and charges each with an equal share of the time
// since the last ones. With FailFast, further failed results stay missing after the first, but
// computed ones are stored.
func (j *job) Emit(results []experiment.Result) error {
	j.of.mutex.Lock()
	defer j.of.mutex.Unlock()
	share := j.uncharged / float64(max(len(results), 1))
	j.uncharged = 0
	var failed error
	for _, r := range results {
		if r.Failure != "" && failed != nil {
			continue
		}
		r.Seconds, r.Processor, r.Program = share, j.of.Processor, j.of.Program
		if j.of.Clock != nil {
			r.Computed = j.of.Clock().UTC().Truncate(time.Second)
		}
		if err := j.of.Put(r); err != nil {
			return storeError{err}
		}
		j.stored[r.Key] = true
		j.report(&r)
		if r.Failure != "" && j.of.FailFast && failed == nil {
			failed = fmt.Errorf("%w: %s: %s", ErrFailedCell, r.Cell, r.Failure)
		}
	}
	return failed
}

func (j *job) report(r *experiment.Result) {
	if j.of.Progress == nil {
		return
	}
	e := Event{Cell: r, Doing: j.Data.Title}
	if j.job != nil {
		e.Doing = j.job.Title()
	}
	e.Done, e.Left = j.of.left()
	j.of.Progress(e)
}

// Findings of units lie in files of the folder Runner.Kept until the results of their job are stored. A
// file is a checksum and a gob value. The checksum includes the file's name, a hash of what the value
// depends on. What cannot be written or read is computed again.

func sumOf(path string, value []byte) []byte {
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	sum := crc32.Update(crc32.Checksum([]byte(filepath.Base(path)), castagnoli), castagnoli, value)
	return binary.LittleEndian.AppendUint32(nil, sum)
}

func readKept(path string) ([]byte, error) {
	content, err := input.Read(path)
	if err != nil {
		return nil, err
	}
	sum := content[:min(crc32.Size, len(content))]
	value := content[len(sum):]
	if !bytes.Equal(sum, sumOf(path, value)) {
		return nil, errors.New("its checksum is wrong")
	}
	return value, nil
}

// Kept lists the files of a folder Runner.Kept, which is usually absent.
func Kept(kept string) (names []string) {
	entries, _ := os.ReadDir(kept)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && e.Type().IsRegular() { // else unfinished
			names = append(names, e.Name())
		}
	}
	return names
}

// DamagedKept lists those whose checksum is wrong.
func DamagedKept(kept string) []string {
	return slices.DeleteFunc(Kept(kept), func(name string) bool {
		_, err := readKept(filepath.Join(kept, name))
		return err == nil
	})
}

func (j *job) keptFile(name string) string {
	path := filepath.Join(j.of.Kept, fmt.Sprintf("%x", sha256.Sum256([]byte(name))))
	j.of.mutex.Lock()
	defer j.of.mutex.Unlock()
	j.kept = append(j.kept, path)
	return path
}

func (j *job) Recall(name string, into any) bool {
	if j.of.Kept == "" {
		return false
	}
	value, err := readKept(j.keptFile(name))
	return err == nil && gob.NewDecoder(bytes.NewReader(value)).Decode(into) == nil
}

func (j *job) Keep(name string, took time.Duration, found any) {
	if j.of.Kept == "" || took < j.of.KeepFrom {
		return
	}
	var value bytes.Buffer
	if gob.NewEncoder(&value).Encode(found) != nil || os.MkdirAll(j.of.Kept, 0o755) != nil {
		return
	}
	path := j.keptFile(name)
	content := append(sumOf(path, value.Bytes()), value.Bytes()...)
	_ = folder.ReplaceChecked(j.of.Kept, filepath.Base(path), content) // else it is computed again
}
