// Package idx reads IDX files, the format in which MNIST is published.
//
// An IDX file is one array of numbers: two zero bytes, one byte for the type of
// the numbers, one for the count of dimensions, each dimension as a big-endian
// 32-bit integer, and then the numbers, big-endian, the last index running
// fastest. It was described by Y. LeCun, C. Cortes and C. Burges beside the MNIST
// database. The published files are gzipped; package unpack takes that off.
//
// The format has no checksum, so all a reader can do is hold the header against
// the length: a file shorter or longer than its header promises is an error, not
// an array with fewer samples.
package idx

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"gpca/report/dataset/numbers"
)

// MaxBytes is the most data that Read accepts, 4 GiB: eighty times the images of
// MNIST. A header that promises more is taken for damaged.
const MaxBytes = 1 << 32

// Type is the type of the numbers as the third byte of a file names it.
type Type byte

// The types of the format.
const (
	Uint8   Type = 0x08
	Int8    Type = 0x09
	Int16   Type = 0x0B
	Int32   Type = 0x0C
	Float32 Type = 0x0D
	Float64 Type = 0x0E
)

var types = map[Type]numbers.Type{
	Uint8:   numbers.Of[uint8](),
	Int8:    numbers.Of[int8](),
	Int16:   numbers.Of[int16](),
	Int32:   numbers.Of[int32](),
	Float32: numbers.Of[float32](),
	Float64: numbers.Of[float64](),
}

// size is the number of bytes of one number, 0 for a type that does not exist.
func (t Type) size() int64 { return int64(types[t].Bytes) }

// An Array is the content of one file. It keeps the numbers as they were stored,
// an eighth of the memory of float64 for images, until AppendTo is called.
type Array struct {
	Type Type
	Dims []int // such as 60000, 28, 28

	data []byte
}

// Read reads one array, to the end of r. Errors give the position in the
// (unpacked) file and the cause.
func Read(r io.Reader) (*Array, error) {
	var magic [4]byte
	if n, err := io.ReadFull(r, magic[:]); err != nil {
		return nil, headerError(err, n, 4)
	}
	if magic[0] != 0 || magic[1] != 0 {
		return nil, fmt.Errorf("not an IDX file: starts with bytes %02x %02x, want 00 00", magic[0], magic[1])
	}
	a := &Array{Type: Type(magic[2])}
	if a.Type.size() == 0 {
		return nil, fmt.Errorf("offset 2: unknown number type 0x%02x", magic[2])
	}
	count := int(magic[3])
	if count == 0 {
		return nil, errors.New("offset 3: no dimensions")
	}
	sizes := make([]byte, 4*count)
	if n, err := io.ReadFull(r, sizes); err != nil {
		return nil, headerError(err, 4+n, 4+len(sizes))
	}
	values := int64(1)
	for i := range count {
		d := int64(binary.BigEndian.Uint32(sizes[4*i:]))
		if d != 0 && values > MaxBytes/a.Type.size()/d {
			return nil, fmt.Errorf("offset %d: dimension %d is %d, which makes the array larger than %d bytes", 4+4*i, i+1, d, int64(MaxBytes))
		}
		values *= d
		a.Dims = append(a.Dims, int(d))
	}
	if err := a.readData(r, values); err != nil {
		return nil, err
	}
	return a, nil
}

// headerError says how much of a header was there.
func headerError(err error, got, want int) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("truncated: file ends after %d of %d header bytes", got, want)
	}
	return fmt.Errorf("offset %d: %w", got, err)
}

// readData reads the promised values and makes sure that nothing follows them.
func (a *Array) readData(r io.Reader, values int64) error {
	// Three dimensions are images by the convention of the format.
	unit := "values"
	if len(a.Dims) == 3 {
		unit = "pixels"
	}
	// The buffer grows with what arrives, so that a damaged header costs no
	// memory.
	var buffer bytes.Buffer
	n, err := io.CopyN(&buffer, r, values*a.Type.size())
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("truncated: header promises %d %s, file ends after %d", values, unit, n/a.Type.size())
	case err != nil:
		return fmt.Errorf("after %d of %d %s: %w", n/a.Type.size(), values, unit, err)
	}
	rest, err := io.Copy(io.Discard, r)
	if err != nil {
		return fmt.Errorf("after the %s: %w", unit, err)
	}
	if rest > 0 {
		return fmt.Errorf("header promises %d %s, %d more bytes follow them", values, unit, rest)
	}
	a.data = buffer.Bytes()
	return nil
}

// Len is the number of values, the product of the dimensions.
func (a *Array) Len() int { return len(a.data) / int(a.Type.size()) }

// AppendTo appends the values to dst, the last index running fastest, and
// returns the extended slice, so that the arrays of several files can be read
// into one block of memory.
func (a *Array) AppendTo(dst []float64) []float64 {
	// Float64 holds every number of these types.
	dst, _ = types[a.Type].Append(slices.Grow(dst, a.Len()), a.data, binary.BigEndian)
	return dst
}
