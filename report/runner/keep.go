package runner

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"time"
)

// What units have found lies in files of the folder Runner.Kept, each of a checksum and the
// value in the encoding of package gob, until the results of their job are stored. It is
// an aid: what cannot be written or read is computed again.

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// keptFile is where the finding of a name lies, and is noted to be removed with the job.
func (j *job) keptFile(name string) string {
	path := filepath.Join(j.of.Kept, fmt.Sprintf("%x", sha256.Sum256([]byte(name))))
	j.of.mutex.Lock()
	defer j.of.mutex.Unlock()
	j.kept = append(j.kept, path)
	return path
}

// Recall decodes what an earlier run has kept under a name.
func (j *job) Recall(name string, into any) bool {
	if j.of.Kept == "" {
		return false
	}
	content, err := os.ReadFile(j.keptFile(name))
	if err != nil || len(content) < 4 || binary.LittleEndian.Uint32(content) != crc32.Checksum(content[4:], castagnoli) {
		return false
	}
	return gob.NewDecoder(bytes.NewReader(content[4:])).Decode(into) == nil
}

// Keep writes what a unit has found in some time.
func (j *job) Keep(name string, took time.Duration, found any) {
	if j.of.Kept == "" || took < j.of.KeepFrom {
		return
	}
	content := bytes.NewBuffer(make([]byte, 4))
	if gob.NewEncoder(content).Encode(found) != nil || os.MkdirAll(j.of.Kept, 0o755) != nil {
		return
	}
	binary.LittleEndian.PutUint32(content.Bytes(), crc32.Checksum(content.Bytes()[4:], castagnoli))
	f, err := os.CreateTemp(j.of.Kept, "new-*")
	if err != nil {
		return
	}
	_, err = f.Write(content.Bytes())
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), j.keptFile(name))
	}
	if err != nil {
		os.Remove(f.Name())
	}
}

// forget removes what was kept for a job whose results are stored.
func (j *job) forget() {
	for _, path := range j.kept {
		os.Remove(path)
	}
}
