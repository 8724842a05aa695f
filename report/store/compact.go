package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"gpca/report/folder"
)

const maxFiles = 16

// Compact unites the files of an opened store if most of their lines are superseded, some are damaged, or
// there are many files. Damaged lines go into a file that ends in .damaged. No other program may write to
// the store; if a file has grown since it was read, Compact does nothing.
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
		if err == nil {
			err = os.Remove(name)
		}
	}
	s.files, s.damage, s.dead = map[string]int64{united: int64(content[united].Len())}, nil, 0
	return err
}
