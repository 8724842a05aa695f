package delimited

import (
	"bufio"
	"bytes"
	"cmp"
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

// fewest is enough of a text to tell how its lines end.
const fewest = 1 << 16

// open begins to read a text and skips a byte-order mark. A text without line feeds may have carriage returns for them.
func open(r io.Reader, encoding string) (*bufio.Reader, error) {
	start := bufio.NewReader(r)
	mark, _ := start.Peek(2) // a fault shows again
	decoded, err := decoder(start, cmp.Or(marked(mark), encoding))
	if err != nil {
		return nil, err
	}
	b := bufio.NewReaderSize(&text{from: decoded}, fewest)
	if mark, _ := b.Peek(3); string(mark) == "\ufeff" {
		b.Discard(len(mark))
	}
	if head, _ := b.Peek(fewest); bytes.Contains(head, carriage) && !bytes.Contains(head, newline) {
		from := b
		b = bufio.NewReader(unpack.ReaderFunc(func(p []byte) (int, error) {
			n, err := from.Read(p)
			copy(p, bytes.ReplaceAll(p[:n], carriage, newline))
			return n, err
		}))
	}
	return b, nil
}

var carriage = []byte("\r")

// Lines yields the lines of a text, numbered from 1, and io.EOF after the last.
func Lines(r io.Reader) func() (number int, line string, err error) { return lines(r, "") }

func lines(r io.Reader, encoding string) func() (number int, line string, err error) {
	source, err := open(r, encoding)
	if err != nil {
		return func() (int, string, error) { return 0, "", err }
	}
	lines, number := bufio.NewScanner(source), 0
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
