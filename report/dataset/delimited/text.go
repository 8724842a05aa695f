package delimited

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"gpca/report/dataset/unpack"
)

// Limits of a row, in bytes and in columns: a row of commas takes forty times its length.
const (
	MaxRow     = 8 << 20
	MaxColumns = 1 << 20
)

var errLong = fmt.Errorf("a row of more than %d bytes: give each sample a line of its own, and close every quote",
	MaxRow)

// ErrZero is the error of a file that is no text.
var ErrZero = errors.New("a zero byte, which no text has: save the file as UTF-8, or give the format that it has")

// errUTF16 is the error of a text that a program such as Excel has saved as "Unicode text".
var errUTF16 = errors.New("the text is in UTF-16: save it as UTF-8, which Excel calls CSV UTF-8")

// A text passes on a stream until a byte shows that it is no text.
type text struct {
	from  io.Reader
	bytes int64
	lines int // complete ones
	fault error
}

func (t *text) Read(p []byte) (n int, err error) {
	if t.fault == nil {
		n, t.fault = t.read(p)
	}
	return n, t.fault
}

func (t *text) read(p []byte) (n int, err error) {
	n, err = t.from.Read(p)
	if start := p[:n]; t.bytes == 0 && (bytes.HasPrefix(start, littleEndian) || bytes.HasPrefix(start, bigEndian)) {
		return 0, fmt.Errorf("line 1: %w", errUTF16)
	}
	if zero := bytes.IndexByte(p[:n], 0); zero >= 0 {
		return zero, fmt.Errorf("line %d: %w", t.lines+bytes.Count(p[:zero], newline)+1, ErrZero)
	}
	t.bytes += int64(n)
	t.lines += bytes.Count(p[:n], newline)
	switch {
	case t.bytes > unpack.MaxBytes:
		err = fmt.Errorf("longer than the limit of %d bytes", unpack.MaxBytes)
	case err != nil && err != io.EOF:
		err = fmt.Errorf("after %d bytes: %w", t.bytes, err)
	}
	return n, err
}

var newline = []byte("\n")

// Byte-order marks of UTF-16.
var littleEndian, bigEndian = []byte("\xff\xfe"), []byte("\xfe\xff")

// open begins to read a text and skips a byte-order mark.
func open(r io.Reader) *bufio.Reader {
	b := bufio.NewReader(&text{from: r})
	if mark, _ := b.Peek(3); string(mark) == "\ufeff" { // a fault shows again
		b.Discard(len(mark))
	}
	return b
}

// Lines yields the lines of a text, numbered from 1, and io.EOF after the last.
func Lines(r io.Reader) func() (number int, line string, err error) {
	lines, number := bufio.NewScanner(open(r)), 0
	lines.Buffer(nil, MaxRow+len(newline))
	return func() (int, string, error) {
		if number++; lines.Scan() && lines.Err() == nil {
			return number, lines.Text(), nil
		}
		switch err := lines.Err(); {
		case err == nil:
			return 0, "", io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			return 0, "", fmt.Errorf("line %d: %w", number, errLong)
		default:
			return 0, "", err
		}
	}
}
