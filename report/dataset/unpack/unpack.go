// Package unpack reads streams that may be packed by gzip or compress. The first two bytes decide, not
// the name: no format that is read here begins with those of gzip (RFC 1952, section 2.3.1) or compress.
package unpack

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"

	"gpca/report/input"
)

// MaxBytes is the largest file that any format is read from.
const MaxBytes = 1 << 32

// Reader returns the content of r, unpacked if r is packed. Damage is an error of Reader or of
// reading on.
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
		if unpacked, err = decompress(buffered); err != nil {
			return nil, err
		}
	default:
		return buffered, nil
	}
	return Bounded(unpacked, &packed), nil
}

// A ReaderFunc is a function as a reader.
type ReaderFunc func([]byte) (int, error)

// Read calls f.
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

// ReadFile reads a file, unpacked, with the reader of its format, until the context ends. The digest is
// the SHA-256, in hexadecimal, of the bytes on disk. Only errors of the disk name the file.
func ReadFile[T any](ctx context.Context, path string, read func(io.Reader) (T, error)) (
	value T, digest string, err error,
) {
	file, err := input.Open(path)
	if err != nil {
		return value, "", err
	}
	defer file.Close()
	sum := sha256.New()
	raw := io.TeeReader(ReaderFunc(func(p []byte) (int, error) {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		return file.Read(p)
	}), sum)
	unpacked, err := Reader(raw)
	if err == nil {
		value, err = read(unpacked)
	}
	if err == nil { // the digest includes what the reader left
		_, err = io.Copy(io.Discard, raw)
	}
	return value, hex.EncodeToString(sum.Sum(nil)), err
}

// All reads a whole stream. One longer than the limit is an error.
func All(r io.Reader, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	if err != nil {
		return nil, fmt.Errorf("after %d bytes: %w", len(data), err)
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("longer than the limit of %d bytes", limit)
	}
	return data, nil
}
