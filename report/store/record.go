package store

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"time"

	"gpca/report/experiment"
	"gpca/report/input"
)

// version is that of the form of a file. A file begins with a line that says it.
const version = 1

// A first is the first line of a file.
type first struct {
	Store   int       `json:"store"` // the version
	Process int       `json:"process"`
	Began   time.Time `json:"began"`
}

// header is the first line of a new file.
func header() []byte {
	text, err := json.Marshal(first{version, os.Getpid(), time.Now().UTC().Truncate(time.Second)})
	if err != nil {
		panic(err) // two numbers and a time of our days
	}
	return append(seal(text), '\n')
}

// A stored result is a result as a line has it.
type stored struct {
	experiment.Result
	// Again is how often the cell had been computed before, as far as the writer knew.
	Again int `json:"again,omitempty"`
}

// A place is a line of a file, from 1.
type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

// A record is a result of the store.
type record struct {
	key    string
	sealed bool // it has a checksum
	place

	text   []byte // of the result, until it is decoded
	result stored
	fault  error // why it is no result
}

// decode decodes the result. For most it is called when somebody asks for them.
func (r *record) decode() error {
	if r.text != nil && r.fault == nil {
		if r.fault = json.Unmarshal(r.text, &r.result); r.fault == nil {
			r.fault = r.result.Validate()
		}
		r.key, r.text = r.result.Key, nil
	}
	return r.fault
}

// rank is positive when the record counts rather than another for its cell.
func (r *record) rank(other *record) int {
	failed := func(r *record) int { return min(len(r.result.Failure), 1) }
	a, b := r.result, other.result
	return cmp.Or(failed(other)-failed(r), a.Again-b.Again, a.Computed.Compare(b.Computed))
}

// The end of a line is its checksum, in the last field of its object.
const (
	sealName = `,"crc32c":"`
	sealSize = len(sealName) + 8 + len(`"}`)
)

// castagnoli is the polynomial that processors have an instruction for, and the one with
// the largest Hamming distance at these lengths: P. Koopman, 32-Bit Cyclic Redundancy Codes
// for Internet Applications, DSN 2002, https://doi.org/10.1109/DSN.2002.1028931.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// sealOf is the seal of an object without its last brace.
func sealOf(open []byte) string {
	return fmt.Sprintf(`%s%08x"}`, sealName, crc32.Checksum(open, castagnoli))
}

// seal adds the checksum to an object.
func seal(object []byte) []byte {
	open := object[:len(object)-1]
	return append(open, sealOf(open)...)
}

// A line of a file, without blanks around it.
type line struct {
	place
	text []byte
	bare bool // the file is of an older program, which knew no checksums
}

// sealed reports whether the line has a checksum. An error says that it is damaged.
func (l line) sealed() (bool, error) {
	at := len(l.text) - sealSize
	switch {
	case at >= 0 && string(l.text[at:]) == sealOf(l.text[:at]):
		return true, nil
	case at >= 0 && bytes.HasPrefix(l.text[at:], []byte(sealName)):
		return true, errors.New("its checksum is wrong: the line was damaged or cut short")
	case !l.bare:
		return true, errors.New("its checksum is missing: the line was damaged or cut short")
	}
	return false, nil
}

// record is the result in the line.
func (l line) record() (*record, error) {
	sealed, err := l.sealed()
	if err != nil {
		return nil, err
	}
	r := &record{sealed: sealed, place: l.place, text: l.text}
	// Where the checksum is right, the line is as it was written, with its key in front:
	// to decode it can wait.
	const before, size = `{"key":"`, 64
	if at := len(before); sealed && len(l.text) > at+size && string(l.text[:at]) == before && l.text[at+size] == '"' {
		r.key = string(l.text[at : at+size])
		return r, nil
	}
	return r, r.decode()
}

// begins reports whether the line is the first of a file of this version, undamaged. A
// later version is an error.
func (l line) begins() (bool, error) {
	if l.line > 1 {
		return false, nil
	}
	var f first
	sealed, err := l.sealed()
	if !sealed || err != nil || json.Unmarshal(l.text, &f) != nil || f.Store == 0 {
		return false, nil
	}
	if f.Store > version {
		return false, fmt.Errorf("%s is of version %d, and this program knows versions up to %d: "+
			"take the program that wrote it, or a later one", l.file, f.Store, version)
	}
	return true, nil
}

// scan passes on the lines of a file, but for those without a result by design, until one is
// refused, and returns how many bytes it read.
func scan(name string, take func(line) error) (size int64, err error) {
	f, err := input.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	l := line{place: place{file: name}, bare: true}
	for end := false; !end; {
		text, err := r.ReadBytes('\n')
		if end = errors.Is(err, io.EOF); err != nil && !end {
			return size, err
		}
		size += int64(len(text))
		l.line++
		if l.text = bytes.TrimSpace(text); len(l.text) == 0 {
			continue
		}
		begins, err := l.begins()
		if begins {
			l.bare = false
		} else if err == nil {
			err = take(l)
		}
		if err != nil {
			return size, err
		}
	}
	return size, nil
}
