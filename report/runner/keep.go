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
	"strings"
	"time"

	"gpca/report/input"
)

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

// DamagedKept lists the files of a folder Runner.Kept whose checksum is wrong.
func DamagedKept(folder string) (names []string) {
	entries, _ := os.ReadDir(folder) // the folder is usually absent
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), unfinished) || !e.Type().IsRegular() {
			continue
		}
		if _, err := readKept(filepath.Join(folder, e.Name())); err != nil {
			names = append(names, e.Name())
		}
	}
	return names
}

const unfinished = "new-"

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
	f, err := os.CreateTemp(j.of.Kept, unfinished+"*")
	if err != nil {
		return
	}
	_, err = f.Write(append(sumOf(path, value.Bytes()), value.Bytes()...))
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
}
