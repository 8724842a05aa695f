// Package store keeps the results of cells on disk.
//
// A store is a folder of JSON Lines files, a result a line. A result is appended
// as soon as it is there, so a kill loses at most the line in
// hand; a line that was cut short is skipped when the store is read. Shards
// write files of their own, and stores are merged by copying their files into
// one folder: of several results for one cell the last good one counts.
//
// A store outlives its study. Results that nothing asks for any more stay where
// they are, and count again if the study changes back.
package store

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"syscall"

	"gpca/report/dataset"
	"gpca/report/experiment"
)

// A Store is safe for concurrent use. The zero Store has no results and no
// folder to put any into.
type Store struct {
	folder string

	mutex   sync.Mutex
	results map[string]experiment.Result
	file    *os.File
}

// Warnings are lines that could not be read; each says where and why.
type Warnings []error

// Open reads the store in a folder, which need not exist. Lines that are not
// results are left alone and reported as warnings.
func Open(folder string) (*Store, Warnings, error) {
	s := &Store{folder: folder, results: map[string]experiment.Result{}}
	entries, err := os.ReadDir(folder) // sorted by name
	if err != nil && !absent(folder) {
		return nil, nil, fmt.Errorf("store: %w", err)
	}
	var warnings Warnings
	for _, e := range entries {
		if e.IsDir() || filepath.Ext(e.Name()) != extension {
			continue
		}
		w, err := s.read(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, nil, fmt.Errorf("store: %w", err)
		}
		warnings = append(warnings, w...)
	}
	return s, warnings, nil
}

// absent reports whether there is nothing of that name, be it for want of a
// folder above it.
func absent(name string) bool {
	_, err := os.Stat(name)
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func (s *Store) read(name string) (Warnings, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var warnings Warnings
	r := bufio.NewReader(f)
	for line := 1; ; line++ {
		text, err := r.ReadBytes('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
		if text = bytes.TrimSpace(text); len(text) > 0 {
			if w := s.take(text); w != nil {
				warnings = append(warnings, fmt.Errorf("%s:%d: not a result, skipped: %w", name, line, w))
			}
		}
		if err != nil {
			return warnings, nil
		}
	}
}

// take adds the result in a line.
func (s *Store) take(text []byte) error {
	var r experiment.Result
	err := json.Unmarshal(text, &r)
	if err == nil {
		err = r.Validate()
	}
	if err == nil {
		s.keep(r)
	}
	return err
}

// keep makes a result the one that counts for its cell, unless it failed and
// there is a good one.
func (s *Store) keep(r experiment.Result) {
	if old, ok := s.results[r.Key]; ok && old.Failure == "" && r.Failure != "" {
		return
	}
	s.results[r.Key] = r
}

// Get returns the result of a cell.
func (s *Store) Get(key string) (experiment.Result, bool) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	r, ok := s.results[key]
	return r, ok
}

// Len is the number of cells with a result.
func (s *Store) Len() int {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return len(s.results)
}

// extension is that of the store's files. What else lies in the folder is not
// the store's.
const extension = ".jsonl"

// Append opens the named file of the store, such as "cells", for results to
// come. Close closes it.
func (s *Store) Append(name string) error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file != nil {
		return fmt.Errorf("store: %s is open for appending already", s.file.Name())
	}
	if err := os.MkdirAll(s.folder, 0o755); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	path := filepath.Join(s.folder, name+extension)
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	if err := endLine(f); err != nil {
		f.Close()
		return fmt.Errorf("store %s: %w", path, err)
	}
	s.file = f
	return nil
}

// endLine ends a line that a kill has cut short, so that what follows starts on
// a line of its own.
func endLine(f *os.File) error {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil || size == 0 {
		return err
	}
	last := make([]byte, 1)
	if _, err := f.ReadAt(last, size-1); err != nil {
		return err
	}
	if last[0] == '\n' {
		return nil
	}
	_, err = f.Write([]byte{'\n'})
	return err
}

// Put appends a result to the file that Append opened. As when the store is read
// again, a failed result does not take the place of a good one.
func (s *Store) Put(r experiment.Result) error {
	line, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("store: result of %s: %w", r.Cell, err)
	}
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		return errors.New("store: not open for appending")
	}
	if _, err := s.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("store: %w", err)
	}
	s.keep(r)
	return nil
}

// Sync makes what was put safe against a loss of power; a mere kill loses
// nothing of it.
func (s *Store) Sync() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		return nil
	}
	return s.file.Sync()
}

// Close syncs and closes the file that Append opened.
func (s *Store) Close() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.file == nil {
		return nil
	}
	err := errors.Join(s.file.Sync(), s.file.Close())
	s.file = nil
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	return nil
}

// Results lists what counts for each cell, in the order of their keys.
func (s *Store) Results() []experiment.Result {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var all []experiment.Result
	for _, key := range slices.Sorted(maps.Keys(s.results)) {
		all = append(all, s.results[key])
	}
	return all
}

// Has reports whether there is any result on a data set of that origin.
func (s *Store) Has(data string, origin dataset.Origin) bool {
	return slices.ContainsFunc(s.Results(), func(r experiment.Result) bool { return r.Cell.Data == data && r.Cell.Origin == origin })
}

// Cells lists the cells of a data set that have a good result, in the order of
// their keys.
func (s *Store) Cells(data string) []experiment.Cell {
	var cells []experiment.Cell
	for _, r := range s.Results() {
		if r.Cell.Data == data && r.Failure == "" {
			cells = append(cells, r.Cell)
		}
	}
	return cells
}
