// Package unpack reads streams that may be packed by gzip or compress. The first two bytes decide, not
// the name: no format that is read here begins with those of gzip (RFC 1952, section 2.3.1) or compress.
package unpack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"math"

	"gpca/report/input"
)

// MaxBytes is the largest file that any format is read from.
const MaxBytes = 1 << 32

// A bounded reader knows how much memory what is read from it may take, and its length, 0 where that is unknown.
type bounded struct {
	io.Reader
	room, length int64
}

// Within bounds the memory, in bytes, that what is read from r may take. Readers of formats ask with [Fit] before
// they take it.
func Within(r io.Reader, room int64) io.Reader { return bounded{r, room, 0} }

func boundOf(r io.Reader) bounded {
	if b, ok := r.(bounded); ok {
		return b
	}
	return bounded{r, math.MaxInt64, 0}
}

// Room is the bound of r, the largest number without one.
func Room(r io.Reader) int64 { return boundOf(r).room }

// Length is how many bytes r has, 0 where that is unknown.
func Length(r io.Reader) int64 { return boundOf(r).length }

// Fit returns an error if so many bytes of memory are more than what is read from r may take.
func Fit(r io.Reader, bytes int64) error {
	if room := Room(r); bytes > room {
		return TooLarge{bytes, room}
	}
	return nil
}

// TooLarge is the error of a file of the user's whose content takes too much memory.
type TooLarge struct{ Bytes, Room int64 }

func (e TooLarge) Error() string {
	mebibytes := func(bytes int64) float64 { return math.Ceil(float64(bytes) / (1 << 20)) }
	return fmt.Sprintf("it takes %.0f MiB of memory or more, and may take %.0f MiB: allow more with --memory, or give "+
		"fewer samples or features", mebibytes(e.Bytes), mebibytes(e.Room))
}

// Reader returns the content of r, unpacked if r is packed, within the bound of r. Damage is an error of Reader or
// of reading on.
func Reader(r io.Reader) (io.Reader, error) {
	var packed int64
	buffered := bufio.NewReader(ReaderFunc(func(p []byte) (n int, err error) {
		n, err = r.Read(p)
		packed += int64(n)
		return n, err
	}))
	var unpacked io.Reader
	var err error
	switch magic, _ := buffered.Peek(2); string(magic) { // an error shows again below
	case "\x1f\x8b":
		if unpacked, err = gzip.NewReader(buffered); err != nil {
			return nil, fmt.Errorf("damaged gzip header: %w", err)
		}
	case "\x1f\x9d":
		if unpacked, err = decompress(Within(buffered, Room(r))); err != nil {
			return nil, err
		}
	default:
		return bounded{buffered, Room(r), Length(r)}, nil
	}
	return Within(Bounded(unpacked, &packed), Room(r)), nil
}

// A ReaderFunc is a function as a reader.
type ReaderFunc func([]byte) (int, error)

func (f ReaderFunc) Read(p []byte) (int, error) { return f(p) }

// Most is the most bytes that so many packed ones may unpack to. Gzip packs a million zeros into a
// thousand bytes, but useful data to a tenth or more.
func Most(packed int64) int64 { return max(64<<20, 32*packed) }

// Bounded reads what is unpacked from the packed bytes read so far. More than [Most] is an error. Errors of r are
// wrapped.
func Bounded(r io.Reader, packed *int64) io.Reader {
	var unpacked int64
	return ReaderFunc(func(p []byte) (int, error) {
		n, err := r.Read(p)
		if unpacked += int64(n); unpacked > Most(*packed) {
			return 0, fmt.Errorf("%d bytes unpack to more than %d: unpack the file yourself if they are what you "+
				"expect", *packed, Most(*packed))
		}
		if err != nil && err != io.EOF { // a cut stream must not look like the end of a file
			err = fmt.Errorf("damaged: %w", err)
		}
		return n, err
	})
}

// ReadFile reads a file, unpacked, with the reader of its format, until the context ends. What is read may take room
// bytes of memory. The digest is the SHA-256, in hexadecimal, of the bytes on disk. Only errors of the disk name the
// file.
func ReadFile[T any](ctx context.Context, path string, room int64, read func(io.Reader) (T, error)) (
	value T, digest string, err error,
) {
	file, err := input.Open(path)
	if err != nil {
		return value, "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return value, "", err
	}
	sum := sha256.New()
	raw := io.TeeReader(ReaderFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return file.Read(p)
	}), sum)
	unpacked, err := Reader(bounded{raw, room, info.Size()})
	if err == nil {
		value, err = read(unpacked)
	}
	if err == nil { // the digest includes what the reader left
		_, err = io.Copy(io.Discard, raw)
	}
	return value, hex.EncodeToString(sum.Sum(nil)), err
}

// Peek returns the first bytes, at most so many, and a reader of all within the bound of r.
func Peek(r io.Reader, most int64) (head []byte, all io.Reader, err error) {
	head, err = All(io.LimitReader(r, most), most)
	return head, bounded{io.MultiReader(bytes.NewReader(head), r), Room(r), Length(r)}, err
}

// All reads a whole stream. One longer than the limit, or than its bound, is an error.
func All(r io.Reader, limit int64) ([]byte, error) {
	var data bytes.Buffer
	tooLong := func(bytes, times int64) error {
		if err := Fit(r, times*bytes); err != nil || bytes <= limit {
			return err
		}
		return fmt.Errorf("longer than the limit of %d bytes", limit)
	}
	times := int64(3) // what grows is copied, into twice its length
	if length := Length(r); length > 0 {
		times = 1
		if err := tooLong(length, times); err != nil {
			return nil, err
		}
		data.Grow(int(length) + bytes.MinRead)
	}
	_, err := data.ReadFrom(io.LimitReader(r, min(limit, Room(r)/times)+1))
	if err != nil {
		return nil, fmt.Errorf("after %d bytes: %w", data.Len(), err)
	}
	return data.Bytes(), tooLong(int64(data.Len()), times)
}
