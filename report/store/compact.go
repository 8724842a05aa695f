package store

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"gpca/report/folder"
)

// maxFiles is how many files a store may have before they are united.
const maxFiles = 16

// Compact unites the files of a store that was opened, if most of their lines do not count,
// some are damaged, or there are many. Damaged lines go into a file beside them, which ends
// in .damaged. Nobody else may write to the store; if a file has grown since it was read,
// all stay as they are.
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
	counts, damaged := map[place]bool{}, map[place]bool{}
	for _, r := range s.records {
		counts[r.place] = true
	}
	for _, d := range s.damage {
		damaged[place{d.File, d.Line}] = true
	}
	kept := bytes.NewBuffer(header())
	var aside bytes.Buffer
	for name, size := range s.files {
		read, err := scan(name, func(l line) error {
			if damaged[l.place] {
				fmt.Fprintf(&aside, "%s\n", l.text)
			}
			if counts[l.place] {
				if sealed, _ := l.sealed(); !sealed {
					l.text = seal(l.text)
				}
				fmt.Fprintf(kept, "%s\n", l.text)
			}
			return nil
		})
		if err != nil {
			return err
		}
		if read != size {
			return nil
		}
	}
	united := s.newName("cells")
	if aside.Len() > 0 {
		if err := folder.Replace(s.folder, filepath.Base(united)+".damaged", aside.Bytes()); err != nil {
			return err
		}
	}
	if err := folder.Replace(s.folder, filepath.Base(united), kept.Bytes()); err != nil {
		return err
	}
	if err := folder.Sync(s.folder); err != nil {
		return err
	}
	for name, size := range s.files {
		if info, err := os.Stat(name); err == nil && info.Size() == size {
			if err := os.Remove(name); err != nil {
				return err
			}
		}
	}
	s.files, s.damage, s.dead = map[string]int64{united: int64(kept.Len())}, nil, 0
	return nil
}
