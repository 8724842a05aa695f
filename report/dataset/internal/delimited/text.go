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
	read := int64(0)
	b := bufio.NewReaderSize(unpack.ReaderFunc(func(p []byte) (n int, err error) {
		n, err = decoded.Read(p)
		switch read += int64(n); {
		case read > unpack.MaxBytes:
			err = fmt.Errorf("longer than the limit of %d bytes", unpack.MaxBytes)
		case err != nil && err != io.EOF:
			err = fmt.Errorf("after %d bytes: %w", read, err)
		}
		return n, err
	}), fewest)
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
	lines.Split(func(data []byte, end bool) (next int, line []byte, err error) {
		if next, line, err = bufio.ScanLines(data, end); next > 0 {
			data = line
		}
		if bytes.IndexByte(data, 0) >= 0 { // also of a line that does not end
			err = ErrZero
		}
		return next, line, err
	})
	return func() (int, string, error) {
		if number++; lines.Scan() && lines.Err() == nil {
			return number, lines.Text(), nil
		}
		err := lines.Err()
		switch {
		case err == nil:
			return 0, "", io.EOF
		case errors.Is(err, bufio.ErrTooLong):
			err = errLong
		case err != ErrZero:
			return 0, "", err
		}
		return 0, "", fmt.Errorf("line %d: %w", number, err)
	}
}
