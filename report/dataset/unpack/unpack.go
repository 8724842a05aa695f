// Package unpack reads a stream whether or not it is packed, by gzip or by compress.
//
// Data sets travel as published (MNIST gzipped), as some browser left them
// (unpacked, the name unchanged) or as their owner packed them to save room. The
// name of a file says little about it, so the content decides: the two bytes
// that open every gzip member (RFC 1952, section 2.3.1), or what compress writes, open
// none of the formats that this project reads.
package unpack

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
)

// Reader returns the content of r, unpacked if r is a packed stream and as it is
// otherwise. A damaged stream is reported by Reader or by the reading that
// meets the damage; the checksum is verified when the end is read.
func Reader(r io.Reader) (io.Reader, error) {
	buffered := bufio.NewReader(r)
	// A stream too short for a magic number is not packed; any other fault
	// shows again at the first reading.
	switch magic, _ := buffered.Peek(2); string(magic) {
	case "\x1f\x8b":
	case "\x1f\x9d":
		return newDecompressor(buffered)
	default:
		return buffered, nil
	}
	unpacked, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, fmt.Errorf("damaged gzip header: %w", err)
	}
	return unpacked, nil
}

// ReadFile reads a file, unpacked, with the reader of its format. The digest is
// the SHA-256, in hexadecimal, of the very bytes that were read, as they lie on
// disk. Errors name the file only if it cannot be read from disk.
func ReadFile[T any](path string, read func(io.Reader) (T, error)) (value T, digest string, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return value, "", err
	}
	sum := sha256.Sum256(data)
	unpacked, err := Reader(bytes.NewReader(data))
	if err == nil {
		value, err = read(unpacked)
	}
	return value, hex.EncodeToString(sum[:]), err
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
