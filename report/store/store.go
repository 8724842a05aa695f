// Package store keeps the results of cells on disk.
//
// A store is a folder of JSON Lines files, one result a line. Each program writes its own file, and
// Open unites them, so copying files into one folder merges stores. If a cell has several results, a
// good one counts before a failed one, and a later recomputation before an earlier one. Results that no
// study needs stay. The subfolder kept has intermediate findings of runs (see package runner).
//
// The first line of a file has the format version. Each line ends in a CRC-32C of what precedes it,
// which detects any single flipped bit, any burst of 32, and a line that was cut short or runs into
// the next. A damaged line is reported and never used, and its cell is missing.
//
// Files with different values for one cell contradict each other: one is wrong and nothing says
// which, so the store is refused. A cell that was recomputed on purpose is no contradiction: its line
// has the number of earlier results.
//
// What is lost:
//
//   - By a crash or a kill: the result that was being written.
//   - By a power cut: what the system has not yet written. A file's name is safe before its first result.
//   - By a full disk: the result that did not fit. The run ends.
//   - By [Store.Compact]: nothing. Old files are removed when the new one is safe.
//   - By two programs in one folder: nothing, but without locks (see package folder) cells may be
//     computed twice. A program whose file is removed reports it with a later result or at its end.
package store

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"gpca/report/dataset"
	"gpca/report/experiment"
	"gpca/report/folder"
)

// A Store is safe for concurrent use. The zero Store has no results and no folder.
type Store struct {
	folder string

	mutex   sync.Mutex
	records map[string]*record // by key of the cell
	damage  []Damage
	aside   map[string]bool  // files whose damage is too much to keep in memory
	dead    int              // superseded lines
	files   map[string]int64 // bytes read, by file

	file   *os.File
	synced time.Time // when the file was last safe from a power cut
}

// Damage is a line that is no result.
type Damage struct {
	File string
	Line int
	Err  error
	text []byte
}

func (d Damage) Error() string {
	return fmt.Sprintf("%s:%d: not a result, skipped: %v", d.File, d.Line, d.Err)
}

// Open reads the store in a folder, which need not exist. Lines that are not results stay and are
// returned as damage. Files that contradict each other, and files of a later version, are errors.
func Open(folder string) (*Store, []Damage, error) {
	s := &Store{folder: folder, records: map[string]*record{}, files: map[string]int64{}, aside: map[string]bool{}}
	entries, err := os.ReadDir(folder) // sorted by name
	if err != nil {
		_, gone := os.Stat(folder) // or a file is in place of a folder above it
		if !errors.Is(gone, fs.ErrNotExist) && !errors.Is(gone, syscall.ENOTDIR) {
			return nil, nil, fmt.Errorf("store: %w", err)
		}
	}
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != extension {
			continue
		}
		name := filepath.Join(folder, e.Name())
		if s.files[name], err = scan(name, s.take); err != nil {
			return nil, nil, fmt.Errorf("store: %w", err)
		}
	}
	go s.decode(slices.Collect(maps.Values(s.records)))
	return s, s.damage, nil
}

// decode decodes records while a plan is made, so that Get need not. It lets others in from time to time.
func (s *Store) decode(records []*record) {
	for some := range slices.Chunk(records, 1000) {
		s.mutex.Lock()
		for _, r := range some {
			_ = r.decode() // Get and Check ask again
		}
		s.mutex.Unlock()
	}
}

// Of returns a store of results without a folder.
func Of(results []experiment.Result) *Store {
	s := &Store{records: map[string]*record{}}
	for _, r := range results {
		s.records[r.Key] = &record{key: r.Key, result: stored{Result: r}}
	}
	return s
}

func (s *Store) take(at place, text []byte, fault error) error {
	if fault == nil {
		r, err := newRecord(at, text)
		if err == nil {
			return s.keep(r)
		}
		fault = err
	}
	const most, bytes = 1000, 64 << 10 // that are listed, and of a line that is kept
	switch tooMany := len(s.damage) >= most; {
	case tooMany && s.aside[at.file]:
		return nil
	case tooMany:
		fault = errors.New("nor are further ones of this file, which has too many to list")
		fallthrough
	case text == nil, len(text) > bytes:
		s.aside[at.file], text = true, nil
	}
	s.damage = append(s.damage, Damage{at.file, at.line, fault, text})
	return nil
}

// keep makes a record count for its cell, unless the existing one supersedes it.
func (s *Store) keep(r *record) error {
	old := s.records[r.key]
	if old == nil || old.decode() != nil {
		s.records[r.key] = r
		return nil
	}
	s.dead++
	if r.decode() != nil {
		return nil // Check lists records like this one, when they count
	}
	if err := contradiction(old, r); err != nil {
		return err
	}
	if r.rank(old) >= 0 {
		s.records[r.key] = r
	}
	return nil
}

// contradiction returns an error when two files have different values for a cell. A measure that
// only one has is no contradiction, and within a file the later line counts.
func contradiction(a, b *record) error {
	if a.file == b.file || a.result.Again != b.result.Again {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(a.result.Values)) {
		one, other := a.result.Values[name], b.result.Values[name]
		if other != nil && !slices.Equal(one, other) {
			return fmt.Errorf("%s contradicts %s: cell %s, %.12s, has %s %v there and %v here: "+
				"remove the line that is wrong, or both and compute the cell again",
				b.place, a.place, a.result.Cell, a.key, name, one, other)
		}
	}
	return nil
}

func (s *Store) Get(key string) (experiment.Result, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	r := s.records[key]
	if r == nil || r.decode() != nil {
		return experiment.Result{}, false
	}
	return r.result.Result, true
}

// Len is the number of cells with a result.
func (s *Store) Len() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.records)
}

// Check decodes every result, which Open leaves to the checksum, and lists all damaged lines.
func (s *Store) Check() []Damage {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	all := slices.Clone(s.damage)
	for _, key := range slices.Sorted(maps.Keys(s.records)) {
		if r := s.records[key]; r.decode() != nil {
			all = append(all, Damage{r.file, r.line, r.fault, r.text})
		}
	}
	return all
}

const extension = ".jsonl"

func (s *Store) newName(name string) string {
	host, _ := os.Hostname() // for the reader only
	host = strings.NewReplacer("/", "-", `\`, "-", ":", "-").Replace(host)
	return filepath.Join(s.folder, fmt.Sprintf("%s-%s-%08x%s", name, host, rand.Uint32(), extension))
}

// KeptFolder is the subfolder of the store for the intermediate findings of all its writers.
const KeptFolder = "kept"

// Kept is the path of KeptFolder, empty for a store without a folder.
func (s *Store) Kept() string {
	if s.folder == "" {
		return ""
	}
	return filepath.Join(s.folder, KeptFolder)
}

// Append makes a new file for results, whose name begins with name. Close closes it.
func (s *Store) Append(name string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file != nil {
		return fmt.Errorf("store: %s is open for appending already", s.file.Name())
	}
	err := os.MkdirAll(s.folder, 0o755)
	if err == nil {
		s.file, err = os.OpenFile(s.newName(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY|os.O_APPEND, 0o644)
	}
	if err == nil {
		_, err = s.file.Write(header())
		if err = errors.Join(err, s.sync(), folder.Sync(s.folder)); err != nil {
			s.file.Close()
			s.file = nil
		}
	}
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

const syncDelay = 5 * time.Second

// Put appends a result to the file that Append made. A failed result does not replace a good one.
func (s *Store) Put(result experiment.Result) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		return errors.New("store: not open for appending")
	}
	r := &record{key: result.Key, place: place{file: s.file.Name()}, result: stored{Result: result}}
	if old := s.records[r.key]; old != nil && old.decode() == nil {
		r.result.Again = old.result.Again + 1
	}
	text, err := json.Marshal(r.result)
	if err == nil && len(text)+sealSize > maxLine {
		err = errLong
	}
	if err != nil {
		return fmt.Errorf("store: result of %s: %w", result.Cell, err)
	}
	if time.Since(s.synced) > syncDelay {
		err = s.sync()
	}
	if _, fault := s.file.Write(seal(text)); err != nil || fault != nil {
		return fmt.Errorf("store: %w", cmp.Or(err, fault))
	}
	return s.keep(r)
}

// sync makes results safe from a power cut; a kill loses nothing.
func (s *Store) sync() error {
	s.synced = time.Now()
	open, err := s.file.Stat()
	now, gone := os.Stat(s.file.Name())
	if err == nil && (gone != nil || !os.SameFile(open, now)) {
		return fmt.Errorf("%s was removed while results were written to it: run again", s.file.Name())
	}
	return s.file.Sync()
}

// Close syncs and closes the file that Append made.
func (s *Store) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.sync(), s.file.Close())
	s.file = nil
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// Results lists the result of each cell, in the order of their keys.
func (s *Store) Results() []experiment.Result {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var all []experiment.Result
	for _, key := range slices.Sorted(maps.Keys(s.records)) {
		if r := s.records[key]; r.decode() == nil {
			all = append(all, r.result.Result)
		}
	}
	return all
}

// Has reports whether there is a result on a data set of that origin.
func (s *Store) Has(data string, origin dataset.Origin) bool {
	return slices.ContainsFunc(s.Results(), func(r experiment.Result) bool {
		return r.Cell.Data == data && r.Cell.Origin == origin
	})
}

const maxFiles = 16

// Compact unites the files of an opened store if most of their lines are superseded, some are damaged, or
// there are many files. Damaged lines go into a file that ends in .damaged; a file with many or very long ones gets
// such a name. No other program may write to the store; if a file has grown since it was read, Compact does nothing.
func (s *Store) Compact() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if len(s.damage) == 0 && s.dead <= len(s.records) && len(s.files) <= maxFiles {
		return nil
	}
	if err := s.compact(); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

func (s *Store) compact() error {
	for name, size := range s.files {
		if info, err := os.Stat(name); err != nil || info.Size() != size {
			return nil
		}
	}
	united := s.newName("cells")
	content := map[string]*bytes.Buffer{united: bytes.NewBuffer(header()), united + ".damaged": {}}
	for _, d := range s.damage {
		if s.aside[d.File] {
			continue
		}
		fmt.Fprintf(content[united+".damaged"], "%s\n", d.text)
	}
	for _, key := range slices.Sorted(maps.Keys(s.records)) {
		r := s.records[key]
		if r.decode() != nil {
			fmt.Fprintf(content[united+".damaged"], "%s\n", r.text)
			continue
		}
		text, err := json.Marshal(r.result)
		if err != nil {
			return err
		}
		content[united].Write(seal(text))
	}
	for name, text := range content {
		if text.Len() > 0 {
			if err := folder.Replace(s.folder, filepath.Base(name), text.Bytes()); err != nil {
				return err
			}
		}
	}
	err := folder.Sync(s.folder)
	for name := range s.files {
		switch {
		case err != nil:
		case s.aside[name]:
			base := strings.TrimSuffix(filepath.Base(name), extension)
			err = os.Rename(name, s.newName(base)+".damaged")
		default:
			err = os.Remove(name)
		}
	}
	s.files, s.damage, s.dead = map[string]int64{united: int64(content[united].Len())}, nil, 0
	return err
}
