// Package unpack reads a stream whether or not it is packed, by gzip or by compress. The content
// decides, not the name: the first two bytes of a gzip member (RFC 1952, section 2.3.1), or of
// what compress writes, open none of the formats that this project reads.
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

// Reader returns the content of r, unpacked if r is a packed stream. A damaged stream is
// reported by Reader or by the reading that meets the damage.
func Reader(r io.Reader) (io.Reader, error) {
	packed := &counter{Reader: r}
	buffered := bufio.NewReader(packed)
	// A fault shows again at the first reading.
	switch magic, _ := buffered.Peek(2); string(magic) {
	case "\x1f\x8b":
	case "\x1f\x9d":
		unpacked, err := newDecompressor(buffered)
		return &bounded{r: unpacked, packed: &packed.n}, err
	default:
		return buffered, nil
	}
	unpacked, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, fmt.Errorf("damaged gzip header: %w", err)
	}
	return &bounded{r: unpacked, packed: &packed.n}, nil
}

// A counter counts the bytes that are read.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (n int, err error) {
	n, err = c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// Most is how many bytes so many packed ones may unpack to. Gzip packs a million zeros into a
// thousand bytes; of data worth reading it leaves a tenth to a half.
func Most(packed int64) int64 { return max(64<<20, 32*packed) }

// Bounded reads what is unpacked from so many bytes. More than [Most] is an error.
func Bounded(r io.Reader, packed int64) io.Reader { return &bounded{r: r, packed: &packed} }

type bounded struct {
	r        io.Reader
	packed   *int64 // so far
	unpacked int64
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.r.Read(p)
	if b.unpacked += int64(n); b.unpacked > Most(*b.packed) {
		return 0, fmt.Errorf("%d bytes unpack to more than %d: unpack the file yourself if they are what you expect",
			*b.packed, Most(*b.packed))
	}
	return n, err
}

// A reading ends with its context.
type reading struct {
	ctx context.Context
	io.Reader
}

func (r reading) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// ReadFile reads a file, unpacked, with the reader of its format, as long as the context lasts.
// The digest is the SHA-256, in hexadecimal, of the bytes as they lie on disk. Errors name the
// file only if it cannot be read from disk.
func ReadFile[T any](ctx context.Context, path string, read func(io.Reader) (T, error)) (
	value T, digest string, err error,
) {
	file, err := input.Open(path)
	if err != nil {
		return value, "", err
	}
	defer file.Close()
	sum := sha256.New()
	raw := io.TeeReader(reading{ctx, file}, sum)
	unpacked, err := Reader(raw)
	if err == nil {
		value, err = read(unpacked)
	}
	if err == nil { // what the reader left
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
