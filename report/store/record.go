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

	"gpca/report/experiment"
	"gpca/report/input"
	"gpca/report/words"
)

const version = 1

// header is the first line of a file.
func header() []byte { return seal(fmt.Appendf(nil, `{"store":%d}`, version)) }

type stored struct {
	experiment.Result
	// Again counts the earlier results for the cell that the writer knew of.
	Again int `json:"again,omitempty"`
}

type place struct {
	file string
	line int
}

func (p place) String() string { return fmt.Sprintf("%s:%d", p.file, p.line) }

type record struct {
	key string
	place
	text   []byte // the line, until it is decoded
	result stored
	fault  error // the error of decoding it
}

func newRecord(at place, text []byte) (*record, error) {
	if err := check(text); err != nil {
		return nil, err
	}
	r := &record{place: at, text: text}
	// The checksum is right, so the line is as written, with its key first: decoding can wait.
	const size = 64
	if key, ok := bytes.CutPrefix(text, []byte(`{"key":"`)); ok && len(key) > size && key[size] == '"' {
		r.key = string(key[:size])
		return r, nil
	}
	return r, r.decode()
}

func (r *record) decode() error {
	if r.text != nil && r.fault == nil {
		if r.fault = r.read(); r.fault == nil {
			r.text = nil
		}
	}
	return r.fault
}

// read takes a panic for damage: records are read beside the rest of the program.
func (r *record) read() (err error) {
	defer words.Caught(&err)
	err = json.Unmarshal(r.text, &r.result)
	if r.key = r.result.Key; err == nil {
		err = r.result.Validate()
	}
	return err
}

// rank is positive when the record supersedes another one for its cell.
func (r *record) rank(other *record) int {
	failed := func(r *record) int { return min(len(r.result.Failure), 1) }
	a, b := r.result, other.result
	return cmp.Or(failed(other)-failed(r), a.Again-b.Again, a.Computed.Compare(b.Computed))
}

// A line ends in its checksum, the last field of its object.
const (
	sealName = `,"crc32c":"`
	sealSize = len(sealName) + 8 + len(`"}`)
)

// castagnoli is the polynomial with hardware support and the largest Hamming distance at these
// lengths: P. Koopman, 32-Bit Cyclic Redundancy Codes for Internet Applications, DSN 2002,
// https://doi.org/10.1109/DSN.2002.1028931.
var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func sealOf(open []byte) string {
	return fmt.Sprintf(`%s%08x"}`, sealName, crc32.Checksum(open, castagnoli))
}

func seal(object []byte) []byte {
	open := object[:len(object)-1]
	return append(open, sealOf(open)+"\n"...)
}

func check(text []byte) error {
	at := len(text) - sealSize
	switch {
	case at < 0 || !bytes.HasPrefix(text[at:], []byte(sealName)):
		return errors.New("its checksum is missing: the line was damaged or cut short")
	case string(text[at:]) != sealOf(text[:at]):
		return errors.New("its checksum is wrong: the line was damaged or cut short")
	}
	return nil
}

// isHeader reports whether a line is the header of a file. A later version is an error.
func isHeader(at place, text []byte) (bool, error) {
	var f struct{ Store int }
	if at.line > 1 || check(text) != nil || json.Unmarshal(text, &f) != nil || f.Store == 0 {
		return false, nil
	}
	if f.Store > version {
		return false, fmt.Errorf("%s is of version %d, and this program knows versions up to %d: "+
			"take the program that wrote it, or a later one", at.file, f.Store, version)
	}
	return true, nil
}

// maxLine is more than any result takes.
const maxLine = 256 << 20

var (
	errLong = fmt.Errorf("more than %d MiB without the end of a line", maxLine>>20)
	errZero = errors.New("zero bytes, as of a file that was never written")
)

// scan passes the lines of a file, without its header and empty lines, to take until that fails, and
// returns the number of bytes read. A line that is too long to be one comes without its text, with the reason.
func scan(name string, take func(at place, text []byte, fault error) error) (size int64, err error) {
	f, err := input.Open(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 1<<16)
	for at, end := (place{file: name}), false; !end; {
		text, length, fault, err := readLine(r, maxLine)
		if end = errors.Is(err, io.EOF); err != nil && !end {
			return size, err
		}
		size += length
		at.line++
		if text = bytes.TrimSpace(text); len(text) == 0 && fault == nil {
			continue
		}
		begins, err := isHeader(at, text)
		if err == nil && !begins {
			err = take(at, text, fault)
		}
		if err != nil {
			return size, err
		}
	}
	return size, nil
}

// readLine reads a line of at most so many bytes. Of another, which is at fault, it returns the length alone.
func readLine(r *bufio.Reader, most int) (text []byte, length int64, fault, err error) {
	for err = bufio.ErrBufferFull; errors.Is(err, bufio.ErrBufferFull); {
		var part []byte
		part, err = r.ReadSlice('\n')
		length += int64(len(part))
		switch {
		case fault != nil:
			continue
		case length > int64(most):
			fault = errLong
		case errors.Is(err, bufio.ErrBufferFull) && bytes.IndexByte(part, 0) >= 0:
			fault = errZero
		default:
			text = append(text, part...)
			continue
		}
		text = nil
	}
	return text, length, fault, err
}
